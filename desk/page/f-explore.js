// Exploring: moves out of the tree, and those played after them, are tried on the board without being stored. They stand
// in the game as a branch that is marked, until they are added to it or given up. Undo goes back through them.

// The nodes of a game, each by the moves that lead to it.
function keysOfNodes(game) {
  const keys = new Map([[game.nodes[0], ""]]);
  for (const node of game.nodes.slice(1)) keys.set(node, `${keys.get(node.parent)} ${node.uci}`);
  return keys;
}

function beginTrial(view) {
  const {game, node, undo, redo} = view;
  if (view.trial) return;
  view.trial = {json: game.json, moves: movesTo(node), undo, redo, known: new Set(keysOfNodes(game).values())};
  view.undo = [];
  view.redo = [];
}

// Marks what is only tried; after each change, as the moves were made anew.
function markTrial(view) {
  const {trial, game} = view;
  view.trying.hidden = !trial;
  if (!trial) return;
  for (const [node, key] of keysOfNodes(game)) {
    node.tried = !trial.known.has(key);
    if (node.tried && view.links[node.index]) view.links[node.index].classList.add("gr-tried");
  }
}

// The last move of the game itself on the way to a node.
function storedOf(node) {
  while (node.tried) node = node.parent;
  return node;
}

// A move of the tree: along the game if it is there, else it is tried.
async function tryMove(view, uci) {
  const move = legalOf(view, uci);
  if (!move) return;
  if (!view.node.kids.some(kid => kid.uci === move.uci)) beginTrial(view);
  await play(view, move);
  if (view.trial && !view.undo.length) endTrial(view); // it could not be played
}

function forgetTrial(view) {
  view.trial = null;
  view.trying.hidden = true;
}

function endTrial(view) {
  const {trial} = view;
  if (!trial) return;
  forgetTrial(view);
  Object.assign(view, {undo: trial.undo, redo: trial.redo});
  setGame(view, trial.json, trial.moves);
  view.saved("");
  view.counted();
}

// All that was tried becomes part of the game, as one change.
function addTrial(view) {
  return view.queue = view.queue.then(() => attempt(view.desk, async () => {
    const {trial, undo, game, node} = view;
    if (!trial) return;
    forgetTrial(view);
    view.undo = [...trial.undo, {ops: undo.reverse().flatMap(({ops}) => ops), moves: trial.moves}];
    view.redo = [];
    setGame(view, game.json, movesTo(node));
    view.counted();
    try {
      await save(view);
    } catch (error) {
      view.saved("Not saved");
      throw error.status === 412 ? Object.assign(error, {buttons: conflictButtons(view)}) : error;
    }
  }));
}

function buildTrial(view) {
  view.trying = part("div", "row-of gr-trying", part("span", "words", "Exploring: these moves are not in the game."),
    word("Add to the game", "Keep them as a part of the game", () => addTrial(view)),
    word("Back to the game", "Give them up", () => endTrial(view)));
  view.trying.setAttribute("role", "status");
  view.trying.hidden = true;
  return view.trying;
}
