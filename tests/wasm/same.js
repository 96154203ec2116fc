// The package in build/wasm/package gives the same answers as the programs in build/bin: `node tests/wasm/same.js BUILD`.
// GAMES: how many random games of each variant are played.

import {execFileSync} from "node:child_process";
import {readFileSync, readdirSync, writeFileSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";

const build = resolve(process.argv[2] ?? "build"), GAMES = Number(process.env.GAMES ?? 10);
const {load, loadNet, GrimoireError} = await import(pathToFileURL(join(build, "wasm/package/grimoire.js")));
const {Engine} = await import(pathToFileURL(join(build, "wasm/package/engine.js")));
const modules = ["simd", "plain"].map(kind => ({kind, wasm: readFileSync(join(build, `wasm/package/grimoire-${kind}.wasm`))}));
const folder = mkdtempSync(join(tmpdir(), "grimoire-wasm-"));
let passed = 0, failed = 0;

const check = (name, good, more = "") => {
  if (good) return ++passed;
  failed++;
  console.log(`FAILED: ${name}${more && ": "}${more}`);
};
const same = (name, got, want) => {
  if (got === want) return check(name, true);
  let at = 0;
  while (got[at] === want[at]) at++;
  const from = Math.max(0, at - 60);
  check(name, false, `\n  got  ...${got.slice(from, at + 60)}\n  want ...${want.slice(from, at + 60)}`);
};
const native = (program, args, input) => {
  try {
    return execFileSync(join(build, "bin", `grimoire-${program}`), args, {input, encoding: "utf8", maxBuffer: 1 << 28,
      stdio: ["pipe", "pipe", "ignore"]});
  } catch (error) {
    return error.stdout; // of games with faults, which are written all the same
  }
};

// ---- counts ----

const perft = (grimoire, kind) => {
  for (const file of readdirSync("tests/data/perft").filter(name => name.endsWith(".epd"))) {
    const variant = file.replace(/\.epd$/, "");
    if (!known.has(variant)) continue;
    for (const line of readFileSync(join("tests/data/perft", file), "utf8").split("\n")) {
      const [fen, ...counts] = line.split(";");
      if (!fen.trim() || fen.startsWith("#")) continue;
      const board = grimoire.board(variant, fen.trim());
      for (const count of counts) {
        const [, depth, nodes] = /D(\d+)\s+(\d+)/.exec(count) ?? [];
        if (nodes && nodes <= 200000) check(`perft ${kind} ${line}`, board.perft(+depth) === +nodes, `${board.perft(+depth)}`);
      }
      board.close();
    }
  }
};

// ---- texts ----

const texts = (grimoire, kind) => {
  for (const name of readdirSync("samples").filter(name => /\.(pgn|txt|kif|csa)$/.test(name))) {
    const file = join("samples", name), text = readFileSync(file);
    for (const repair of [false, true])
      for (const format of ["json", "pgn", "fen", "san", "uci", "long"]) {
        const games = [...grimoire.games(text, {repair})].length;
        let got = "";
        for (const game of grimoire.games(text, {repair})) got += game.write(format);
        const want = native("convert", ["-f", format, ...(repair ? ["--repair"] : []), file]);
        same(`${kind} ${name} ${format}${repair ? " repaired" : ""}, ${games} games`, got, want);
      }
  }
};

// ---- random games ----

// The same numbers on all machines.
const random = seed => () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;

const play = (grimoire, variant, next) => {
  const board = grimoire.board(variant), uci = [], san = [], fens = [];
  while (uci.length < 120 && !board.end) {
    const moves = board.numbers();
    if (!moves.length) break;
    const move = moves[Math.floor(next() * moves.length)];
    uci.push(board.uci(move));
    san.push(board.san(move));
    board.play(move);
    fens.push(board.fen);
  }
  while (board.undo()) { /* back to the start */ }
  const whole = board.fen;
  board.close();
  return {uci, san, fens, whole};
};

const games = (grimoire, kind) => {
  for (const {name, title, start} of grimoire.variants()) {
    const next = random(name.length * 7919 + 1), played = Array.from({length: GAMES}, () => play(grimoire, name, next));
    const text = played.map(({uci}) => `[Variant "${title}"]\n\n${uci.join(" ")} *\n\n`).join("");
    const file = join(folder, "games.pgn");
    writeFileSync(file, text);
    same(`${kind} ${name}: undo`, played[0]?.whole ?? start, grimoire.board(name).fen);
    same(`${kind} ${name}: SAN`, played.map(({san}) => san.join(" ")).join("\n").replace(/\n+/g, "\n"),
      native("convert", ["-v", name, "-f", "san", file]).trimEnd().replace(/ (\*|1-0|0-1|1\/2-1\/2)$/gm, ""));
    same(`${kind} ${name}: FEN`, played.flatMap(({fens}) => fens).join("\n"),
      native("convert", ["-v", name, "-f", "fen", file]).split("\n").filter(Boolean).join("\n"));
  }
};

// ---- the engine ----

const searches = async (grimoire, kind) => {
  for (const variant of ["chess", "magi", "magician", "royal", "wizard", "capablanca", "crazyhouse", "shogi", "xiangqi"]) {
    const search = grimoire.search({megabytes: 16}), board = grimoire.board(variant), net = await loadNet(variant);
    search.useNet(net);
    const {lines, nodes} = search.run(board, {depth: 7});
    const want = native("engine", [], `uci\nsetoption name Hash value 16\nsetoption name UCI_Variant value ${variant}\n` +
      "isready\nucinewgame\ngo depth 7\n").split("\n").filter(line => line.includes(" score ")).pop() ?? "";
    const [, score, pv] = /score cp (-?\d+) .* pv (.*)/.exec(want) ?? [];
    same(`${kind} ${variant}: search`, `${lines[0].score} ${lines[0].uci.join(" ")}`, `${score} ${pv}`);
    check(`${kind} ${variant}: nodes`, nodes > 0);
    search.close();
  }
};

// ---- what goes wrong ----

const faults = async (grimoire, kind) => {
  const fails = (name, code, call) => {
    try {
      call();
      check(`${kind} ${name}`, false, "no error");
    } catch (error) {
      check(`${kind} ${name}`, error instanceof GrimoireError && error.code === code && error.message, `${error}`);
    }
  };
  const board = grimoire.board("chess");
  fails("no such variant", "not-found", () => grimoire.board("nonsense"));
  fails("a bad FEN", "syntax", () => grimoire.board("chess", "8/8/8/8/8/8/8/8 w - - 0 1"));
  fails("no move", "syntax", () => board.play("\u{1f984}"));
  fails("an illegal move", "illegal", () => board.play("Ke3"));
  fails("a number that is no move", "illegal", () => board.play(77));
  fails("no such format", "not-found", () => { for (const game of grimoire.games("1. e4 *")) game.write("nonsense"); });
  fails("a format that refuses", "foreign", () => { for (const game of grimoire.games("1. e4 *")) game.write("kif"); });
  fails("no such variant of games", "not-found", () => [...grimoire.games("1. e4 *", {variant: "nonsense"})]);
  fails("a search without limits", "limit", () => grimoire.search().run(board, {}));
  fails("no network", "syntax", () => grimoire.search().useNet(Uint8Array.of(1, 2, 3)));
  const damaged = (await loadNet("chess")).slice();
  damaged[damaged.length >> 1] ^= 1;
  fails("a damaged network", "syntax", () => grimoire.search().useNet(damaged));
  board.close();
  fails("a closed board", "not-found", () => board.moves());
  const {games: [good, bad]} = grimoire.define("[mine:chess]\ncastling = false\n[other:chess]\nnonsense = 1\n");
  check(`${kind} definitions`, good.defined && !bad.defined && bad.faults[0].line === 4 && bad.faults[0].column > 0);
  check(`${kind} a defined game`, grimoire.board("mine").moves().length === 20);
  const dropped = grimoire.board("chess", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1");
  check(`${kind} dropped rights`, dropped.dropped.length > 0 && dropped.fen.includes(" w - "));
};

const threads = async () => {
  const engine = new Engine({definitions: "[mine:chess]\ncastling = false\n"});
  let lines = 0;
  const found = await engine.analyse({variant: "mine", moves: ["e4", "e7e5"]}, {depth: 6}, () => lines++);
  check("a thread: depth", found.lines[0].depth === 6 && lines > 5);
  const endless = await engine.analyse({variant: "magi"}, {}, () => engine.stop());
  check("a thread: stop", endless.lines.length > 0);
  const first = engine.analyse({variant: "chess"}, {}), second = engine.analyse({variant: "chess"}, {depth: 3});
  check("a thread: one search ends the other", (await second).lines[0].depth === 3 && Array.isArray((await first).lines));
  const never = engine.analyse({variant: "chess"}, {});
  await engine.stop();
  check("a thread: stopped at once", (await never).lines.length >= 0);
  await engine.analyse({variant: "nonsense"}, {depth: 2}).then(() => check("a thread: errors", false),
    error => check("a thread: errors", error.code === "not-found"));
  await engine.close();
};

const known = new Set();
for (const {kind, wasm} of modules) {
  const grimoire = await load({wasm});
  for (const {name} of grimoire.variants()) known.add(name);
  perft(grimoire, kind);
  texts(grimoire, kind);
  games(grimoire, kind);
  await searches(grimoire, kind);
  await faults(grimoire, kind);
}
await threads();
rmSync(folder, {recursive: true});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
