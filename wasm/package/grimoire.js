// Rules, notation and engine of Grimoire in JavaScript; README.md has examples, grimoire.d.ts what there is.
//
// The module has one memory and one answer (wasm/web.h): every call here reads its answer before the next one.

const encoder = new TextEncoder(), decoder = new TextDecoder();

// What went wrong, with the library's word for it.
export class GrimoireError extends Error {
  constructor(message, code) {
    super(message);
    this.name = "GrimoireError";
    this.code = code;
  }
}

const CODES = {[-1]: "memory", [-2]: "io", [-3]: "not-found", [-4]: "syntax", [-5]: "illegal", [-6]: "damaged",
  [-7]: "foreign", [-8]: "busy", [-9]: "limit", [-10]: "stopped"};

const fail = (code, message) => {
  throw new GrimoireError(message || CODES[code] || "failed", CODES[code] || "failed");
};

// ---- the module ----

// Of a system the library asks for the time alone; files it finds none.
const system = memory => {
  const view = () => new DataView(memory().buffer), none = 8, absent = 44;
  const clock_time_get = (id, precision, at) => {
    view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  const fd_write = (fd, list, count, written) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += view().getUint32(list + 8 * i + 4, true);
    view().setUint32(written, sum, true);
    return 0;
  };
  const proc_exit = code => { throw new GrimoireError(`the module has ended (${code})`, "failed"); };
  const known = {clock_time_get, fd_write, proc_exit, path_open: () => absent};
  return new Proxy(known, {get: (all, name) => all[name] || (() => none)});
};

const isNode = typeof process !== "undefined" && !!process.versions?.node;

// The bytes of a file beside this one, or of any address.
const bytesOf = async address => {
  if (isNode && address.protocol === "file:") return (await import("node:fs/promises")).readFile(address);
  const response = await fetch(address);
  if (!response.ok) fail(-3, `cannot fetch ${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

// A module of one function with a vector in it: whoever takes that has vector instructions.
const VECTOR = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11);
const KIND = WebAssembly.validate(VECTOR) ? "simd" : "plain";

const compiled = async wasm => {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  return WebAssembly.compile(await bytesOf(new URL(wasm ?? `grimoire-${KIND}.wasm`, import.meta.url)));
};

export const load = async ({wasm} = {}) => {
  const module = await compiled(wasm), hooks = {line: () => {}, stopped: () => false};
  let exports;
  const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
  const instance = await WebAssembly.instantiate(module, {
    grimoire: {line: (at, length) => hooks.line(JSON.parse(text(at, length))), stopped: () => Number(!!hooks.stopped())},
    wasi_snapshot_preview1: system(() => exports.memory),
  });
  exports = instance.exports;
  exports._initialize();
  return new Grimoire(module, exports, hooks);
};

// ---- the library ----

// Gives memory of the module back for objects that nobody closed.
const forgotten = new FinalizationRegistry(close => close());

export class Grimoire {
  #web;

  constructor(module, exports, hooks) {
    this.module = module; // for others of the same: load({wasm: grimoire.module})
    this.exports = exports;
    this.hooks = hooks;
    this.#web = exports.gr_web_open() || fail(-1, "out of memory");
  }

  // Internal: a call with the library's own object in front, a text that goes in, and the code that comes out.
  call(name, ...values) {
    return this.exports[name](this.#web, ...values);
  }

  give(text) {
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    const at = this.call("gr_web_room", bytes.length) || fail(-1, "out of memory");
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  answer() {
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, this.call("gr_web_text"), this.call("gr_web_length")));
  }

  ask(name, ...values) {
    const code = this.call(name, ...values);
    if (code < 0) fail(code, this.answer());
    return this.answer();
  }

  get version() {
    const at = this.exports.gr_web_version(), bytes = new Uint8Array(this.exports.memory.buffer, at, 40);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  variants() {
    return JSON.parse(this.ask("gr_web_variants"));
  }

  define(text) {
    this.give(text);
    return JSON.parse(this.ask("gr_web_define"));
  }

  board(variant = "chess", fen = "") {
    return new Board(this, variant, fen);
  }

  *games(text, {variant = "", repair = false} = {}) {
    this.give(variant);
    this.call("gr_web_keep");
    this.give(text);
    const reader = this.call("gr_web_reader", Number(repair));
    if (!reader) fail(-3, this.answer());
    try {
      for (let code; (code = this.call("gr_web_next", reader)) !== 0;) {
        if (code < 0) fail(code, this.answer());
        const write = format => {
          this.give(format);
          return this.ask("gr_web_write", reader);
        };
        yield {...JSON.parse(write("json")), write};
      }
    } finally {
      this.exports.gr_web_reader_close(reader);
    }
  }

  search(options) {
    return new Search(this, options);
  }
}

export class Board {
  #g;
  #at;

  constructor(grimoire, variant, fen) {
    this.#g = grimoire;
    grimoire.give(`${variant}\0${fen}`);
    this.#at = grimoire.call("gr_web_board");
    const said = grimoire.answer();
    if (!this.#at) {
      if (!said) fail(-3, `there is no variant '${variant}'`);
      if (said[0] !== "{") fail(-1, said);
      const error = new GrimoireError("", "syntax");
      error.faults = JSON.parse(said).faults;
      error.message = error.faults.map(fault => `column ${fault.column}: ${fault.text}`).join("; ");
      throw error;
    }
    this.dropped = JSON.parse(said).dropped;
    const at = this.#at, {gr_web_board_close} = grimoire.exports;
    forgotten.register(this, () => gr_web_board_close(at), this);
  }

  close() {
    if (!this.#at) return;
    forgotten.unregister(this);
    this.#g.exports.gr_web_board_close(this.#at);
    this.#at = 0;
  }

  get handle() {
    return this.#at || fail(-3, "the board is closed");
  }

  // The legal moves as numbers, which all functions of a move take as well as texts.
  numbers() {
    const {exports} = this.#g, count = exports.gr_web_count(this.handle);
    return new Uint32Array(exports.memory.buffer, exports.gr_web_moves(this.#at), count).slice();
  }

  moves() {
    return Array.from(this.numbers(), move => this.uci(move));
  }

  sans() {
    return Array.from(this.numbers(), move => this.san(move));
  }

  // The number of the legal move that a text means; an error says why none does.
  read(move) {
    if (typeof move === "number") return move;
    this.#g.give(move);
    this.#g.ask("gr_web_read", this.handle);
    return this.#g.call("gr_web_found") >>> 0;
  }

  play(move) {
    const code = this.#g.exports.gr_web_play(this.handle, this.read(move));
    if (code) fail(code, "the move is not legal");
    return this;
  }

  undo() {
    return !!this.#g.exports.gr_web_undo(this.handle);
  }

  san(move) {
    return this.#g.ask("gr_web_san", this.handle, this.read(move));
  }

  uci(move) {
    return this.#g.ask("gr_web_uci", this.handle, this.read(move));
  }

  get fen() {
    return this.#g.ask("gr_web_fen", this.handle);
  }

  get turn() {
    return this.#g.exports.gr_web_turn(this.handle) ? "black" : "white";
  }

  get check() {
    return !!this.#g.exports.gr_web_in_check(this.handle);
  }

  get plies() {
    return this.#g.exports.gr_web_plies(this.handle);
  }

  get end() {
    return JSON.parse(this.#g.ask("gr_web_end", this.handle)).end;
  }

  position() {
    return JSON.parse(this.#g.ask("gr_web_position", this.handle));
  }

  perft(depth) {
    return this.#g.exports.gr_web_perft(this.handle, depth);
  }
}

export class Search {
  #g;
  #at;

  constructor(grimoire, {megabytes = 16} = {}) {
    this.#g = grimoire;
    this.#at = grimoire.exports.gr_web_search(megabytes) || fail(-1, "out of memory");
    const at = this.#at, {gr_web_search_close} = grimoire.exports;
    forgotten.register(this, () => gr_web_search_close(at), this);
  }

  close() {
    if (!this.#at) return;
    forgotten.unregister(this);
    this.#g.exports.gr_web_search_close(this.#at);
    this.#at = 0;
  }

  get handle() {
    return this.#at || fail(-3, "the search is closed");
  }

  useNet(bytes) {
    this.#g.give(bytes ?? "");
    this.#g.ask("gr_web_search_net", this.handle);
  }

  forget() {
    this.#g.exports.gr_web_search_forget(this.handle);
  }

  run(board, {depth = 0, nodes = 0, ms = 0, lines = 1, mate = 0} = {}, {line = () => {}, stopped} = {}) {
    if (!(depth || nodes || ms || mate || stopped)) fail(-9, "a search without a limit would not end");
    Object.assign(this.#g.hooks, {line, stopped: stopped ?? (() => false)});
    try {
      return JSON.parse(this.#g.ask("gr_web_run", this.handle, board.handle, depth, nodes, ms, lines, mate));
    } finally {
      Object.assign(this.#g.hooks, {line: () => {}, stopped: () => false});
    }
  }
}

// The network of a game, or the general one, which the engine leaves aside in games that it does not know.
const NETS = ["atomic", "capablanca", "chess", "crazyhouse", "horde", "kingofthehill", "magi", "magician", "royal",
  "threecheck", "wizard"];
export const loadNet = variant => {
  const name = variant === "chess960" ? "chess" : NETS.includes(variant) ? variant : "general";
  return bytesOf(new URL(`nets/${name}.net`, import.meta.url));
};
