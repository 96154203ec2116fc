// The thread of an Engine (engine.js): a module, a search and its table.

import {load, loadNet} from "./grimoire.js";

const port = globalThis.postMessage && globalThis.addEventListener ? globalThis
  : (await import("node:worker_threads")).parentPort;
const say = message => port.postMessage(message);

let ready = null, flag = null, net = null;

const open = async ({definitions, megabytes, net: wanted, wasm, flag: shared}) => {
  const grimoire = await load({wasm});
  if (definitions) grimoire.define(definitions);
  flag = shared;
  return {grimoire, search: grimoire.search({megabytes}), wanted};
};

const useNet = async (search, variant) => {
  if (net === variant) return;
  search.useNet(await loadNet(variant));
  net = variant;
};

const run = async ({variant, fen, moves, limits}) => {
  const {grimoire, search, wanted} = await ready, board = grimoire.board(variant, fen);
  try {
    if (wanted) await useNet(search, variant);
    for (const move of moves) board.play(move);
    const stopped = () => flag !== null && Atomics.load(flag, 0) === 1;
    say({found: search.run(board, limits, {line: line => say({line}), stopped})});
  } finally {
    board.close();
  }
};

const hear = async ({open: options, search}) => {
  try {
    if (options) await (ready = open(options));
    if (search) await run(search);
  } catch ({message, code, faults}) {
    say({error: {message, code, faults}});
  }
};

if (port === globalThis) port.addEventListener("message", ({data}) => hear(data));
else port.on("message", hear);
