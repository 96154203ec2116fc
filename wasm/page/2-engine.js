// The engine. Under its policy a page may start no threads, so that the search runs in slices, between which the browser
// draws and hears clicks. Binaryen's Asyncify keeps where the search was: it pauses where it asks whether it shall stop.

// Milliseconds; and pages of 64 KiB for what Asyncify keeps, of which the first two numbers say from where to where.
const SLICE = 14, ROOM = 8;
const UNWINDING = 1, REWINDING = 2;

const channel = new MessageChannel();
const breath = () => new Promise(done => {
  channel.port1.onmessage = done;
  channel.port2.postMessage(0);
});

async function openThinker(module, definition, net) {
  const library = await openLibrary(module, definition), search = library.search({megabytes: 16});
  if (net) search.useNet(net);
  const {memory} = library.exports, at = memory.grow(ROOM) << 16;
  new Uint32Array(memory.buffer, at, 2).set([at + 8, at + (ROOM << 16)]);
  return {library, search, at};
}

async function think({library, search, at}, board, {depth = 0, nodes = 0, ms = 0, lines = 1}, line, isStopped) {
  const {exports, hooks} = library;
  const run = () => library.call("gr_web_run", search.handle, board.handle, depth, nodes, ms, lines, 0);
  let until = performance.now() + SLICE;
  hooks.line = line;
  hooks.stopped = () => {
    if (exports.asyncify_get_state() === REWINDING) exports.asyncify_stop_rewind();
    else if (!isStopped() && performance.now() >= until) exports.asyncify_start_unwind(at);
    return isStopped();
  };
  let code = run();
  while (exports.asyncify_get_state() === UNWINDING) {
    exports.asyncify_stop_unwind();
    await breath();
    until = performance.now() + SLICE;
    exports.asyncify_start_rewind(at);
    code = run();
  }
  if (code < 0) fail(code, library.answer());
  return JSON.parse(library.answer());
}

// One search at a time: another one ends it. `open` gives a thinker, as soon as one is needed.
class Engine {
  #task = null;
  #thinker = null;

  constructor(open) {
    this.open = () => this.#thinker ??= open();
  }

  // What was found in the position after the moves; null if another search has ended it, or `stop`.
  async run({variant, fen, moves}, limits, line = () => {}) {
    const before = this.#task, task = this.#task = {isStopped: false};
    if (before) before.isStopped = true;
    const search = async () => {
      if (before) await before.done.catch(() => {});
      const thinker = await this.open();
      if (task.isStopped) return null;
      const board = thinker.library.board(variant, fen);
      try {
        for (const move of moves) board.play(move);
        const found = await think(thinker, board, limits, one => { if (!task.isStopped) line(one); }, () => task.isStopped);
        return task.isStopped ? null : found;
      } finally {
        board.close();
        if (this.#task === task) this.#task = null;
      }
    };
    return task.done = search();
  }

  stop() {
    if (this.#task) this.#task.isStopped = true;
  }
}
