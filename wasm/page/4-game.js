// The game on the board: its moves, the engine's moves, taking back, hints.

// ---- the desk's server ----

// The rules answer what that answers: the entry of moves and the set-up of positions are the desk's own (desk/page).

// Of the desk's requests a position is the only one here. A text that is half entered is no fault.
async function post(path, {fen, moves = [], draft}) {
  const {ground} = PAGE;
  try {
    const answer = ground.position(fen, moves);
    return {...answer, dropped: ground.dropped};
  } catch (error) {
    if (!draft || !(error instanceof GrimoireError)) throw error;
    return {error: error.message};
  }
}

// The page keeps the address of the game on the board alone.
function keepAddress() {}

// ---- the game ----

const POINTS = {white: "1-0", black: "0-1"};
const positionOf = ({game, node}) => ({variant: game.json.variant, fen: game.json.start, moves: movesTo(node)});

// Where the game on the board began and its moves, for links.
function address(game, node) {
  const start = game.json.start === game.variant.start ? "" : `fen=${encodeURIComponent(game.json.start)}&`;
  return `#${start}moves=${movesTo(node).join()}`;
}

// ---- the tree ----

// All nodes in the order in which they stand, after a change.
function renumber(game) {
  const [root] = game.nodes;
  game.nodes = [];
  game.line = [];
  const add = (node, main) => {
    node.index = game.nodes.push(node) - 1;
    node.main = main;
    if (main) game.line.push(node);
    node.kids.forEach((kid, n) => add(kid, main && !n));
  };
  add(root, true);
}

// The moves are new: so is their list, and the result.
function changed(view) {
  const {game} = view, last = game.line.at(-1), {end} = PAGE.ground.position(game.json.start, movesTo(last));
  const winner = end && end.winner;
  game.end = !end ? "" : winner ? `${SIDES[+(winner === "black")]} wins` + (end.state === "won" ? "" : ` by ${end.state}`) : end.state;
  if (end || game.decided) game.result = end ? POINTS[winner] || "1/2-1/2" : "*";
  game.decided = !!end;
  game.tags.Result = game.result;
  fillMoves(view);
}

// The node to which a legal move leads, which is made if it is not there.
function nodeAfter(view, from, uci) {
  const {game} = view, there = from.kids.find(kid => kid.uci === uci);
  if (there) return there;
  const before = PAGE.ground.position(game.json.start, movesTo(from)).legal.find(move => move.uci === uci);
  if (!before) throw new Error(`${uci} is not legal here`);
  const {step} = PAGE.ground.position(game.json.start, [...movesTo(from), uci]);
  const node = addMove(game, from, {move: uci, san: before.san, step}, "", from.main && !from.kids.length);
  renumber(game);
  return node;
}

function play(view, move) {
  const node = nodeAfter(view, view.node, move.uci);
  changed(view);
  show(view, node);
}

// What rows of lines do (desk/page/6-rows.js): play a move, and add a line.
function typed(view, text) {
  const {game, node} = view, wanted = text.replace(/[+#!?]+$/, "");
  const legal = view.all.find(move => move.uci === text || move.san.replace(/[+#]$/, "") === wanted);
  try {
    const board = PAGE.ground.at(game.json.start, movesTo(node));
    play(view, legal || {uci: board.uci(board.read(text))});
    return true;
  } catch (error) {
    view.say(error.message);
    return false;
  }
}

function edit(view, [{line}]) {
  let {node} = view;
  for (const uci of line) node = nodeAfter(view, node, uci);
  changed(view);
  show(view, view.node);
}

// ---- who plays ----

const PLAYERS = [["w", "White"], ["b", "Black"], ["wb", "both sides"], ["", "neither side"]];
// Nodes for each move. A doubling is some 200 points of rating among the lower levels (analysis/engine/strength.c).
const LEVELS = [100, 300, 900, 2500, 7000, 20000, 60000, 200000];

const turnOf = node => node.setup.fields[1];
const isEngines = (view, node) => !view.players.value.includes(turnOf(node));
// Until it has moved, nothing else is asked of the engine.
const isWaiting = (view, node) => !!PAGE.engine && !node.kids.length && isEngines(view, node) && !isOver(view, node) && view.all.length > 0;
const isOver = (view, node) => !node.kids.length && node === view.game.line.at(-1) && !!view.game.end;

// In the opening one of the moves that are about as good, or all games would be the same.
function pick(found, plies) {
  const [best] = found.lines, near = plies < 8 && best.mate === null ? found.lines.filter(line => line.mate === null && line.score > best.score - 30) : [best];
  return near[Math.floor(Math.random() * near.length)].uci[0];
}

async function letEngineMove(view) {
  const {node, game} = view, {engine} = PAGE, isNow = () => view.node === node && view.game === game && isEngines(view, node);
  if (!isWaiting(view, node)) return false;
  view.status.textContent = "The engine thinks …";
  const nodes = LEVELS[view.level.value], pause = new Promise(done => setTimeout(done, 350));
  const found = await engine.run(positionOf(view), {nodes, lines: node.ply < 8 ? 4 : 1});
  await pause;
  if (found && isNow()) play(view, {uci: pick(found, node.ply)});
  return true;
}

// ---- going back ----

// What was played from there on is given up.
function cut(view, node) {
  node.parent.kids = node.parent.kids.filter(kid => kid !== node);
  renumber(view.game);
}

// Back to where the person who has the engine against them was to move.
function takeBack(view) {
  let {node} = view, last = null;
  if (!view.players.value) view.players.value = "wb";
  while (node.parent && (!last || isEngines(view, node))) {
    last = node;
    node = node.parent;
  }
  if (!last || isEngines(view, node)) return view.say("There is no move to take back");
  PAGE.engine?.stop();
  cut(view, last);
  view.node = null;
  changed(view);
  show(view, node);
}

function newGame(view, start) {
  PAGE.engine?.stop();
  setGame(view, emptyGame(view.variant.name, start || view.variant.start));
}

// The names in the game's tags, as far as they are known.
function nameSides(view) {
  const {tags} = view.game, own = view.players.value, now = new Date(), two = n => String(n).padStart(2, "0");
  if (view.game.given) return;
  const engine = `Grimoire, level ${+view.level.value + 1}`, person = own.length === 1 ? "You" : "?";
  tags.White = own.includes("w") ? person : engine;
  tags.Black = own.includes("b") ? person : engine;
  tags.Date = `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}

// ---- a hint ----

async function hint(view) {
  const {node} = view;
  if (!PAGE.engine || !view.all.length || isWaiting(view, node)) return;
  view.say("…");
  const found = await PAGE.engine.run(positionOf(view), {ms: 700});
  if (!found || view.node !== node || !found.lines.length) return;
  const move = view.all.find(({uci}) => uci === found.lines[0].uci[0]);
  drawMove(view, view.board.firstChild, move);
  view.say(`${move.san} (${scoreOf(seen(view, found.lines[0]))})`);
  if (view.lines.on) view.analyse();
}
