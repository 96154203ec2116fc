// The game on the board: showing its positions, changing it, keeping it.

// The legal moves of the position shown, from the desk.
async function learnLegal(view) {
  const {game, node} = view;
  view.legal = [];
  delete view.board.dataset.legal;
  const answer = await newest(view.asking, post("position", {variant: game.json.variant, fen: game.json.start, moves: movesTo(node)}));
  if (!answer) return;
  view.legal = answer.legal;
  view.fen = answer.fen;
  view.board.dataset.variant = view.game.json.variant;
  view.board.dataset.legal = answer.legal.length;
}

function show(view, node, quiet) {
  if (!view.game || !node) return;
  present(view, node);
  clearEntry(view);
  view.shown(node);
  clearTimeout(view.timer);
  if (!quiet) view.timer = setTimeout(() => keepAddress(view.desk), 150);
}

function titleOf(game) {
  const {tags, id, db, view} = game, of = db && db !== view.db ? ` of ${view.dbName(db)}` : "";
  const about = ["Event", "Site", "Date"].map(name => known(tags[name])).filter(Boolean).join(", ");
  return [make("h2", null, players(game)),
    make("p", null, [id ? `game ${id}${of}` : "not in a database", about].filter(Boolean).join(" · "))];
}

// Puts a tree in the place of the one shown, at the same moves.
function setGame(view, json, moves) {
  const {db, id, etag, draft, judged, judgedMoves} = view.game || {}, game = gameOf(view.desk, json);
  if (!game) throw new Error(`The game ${json.variant || ""} is not known here; start the desk with --variants.`);
  Object.assign(game, {view, db, id, etag, draft});
  showJudged(game, judged, judgedMoves || game.line.slice(1).map(node => node.uci));
  view.game = game;
  view.node = null;
  view.root.style.setProperty("--gshape", wideOf(game) / highOf(game));
  fill(view.title, ...titleOf(game));
  fillMoves(view);
  markTrial(view);
  fillGraph(view);
  fillJudgement(view);
  nameWindow(view);
  keepDraft(view);
  view.draft.hidden = !lastDraft(view);
  view.rest.textContent = json.rest ? `The text goes on: ${json.rest}` + (json.reason ? ` (${json.reason})` : "") : "";
  view.mend.hidden = !json.rest;
  view.root.classList.toggle("gr-handed", game.variant.hands);
  show(view, follow(game, moves || []), !moves);
}

// Another game: what was tried, and what could be taken back, was of the last one.
function startAnew(view, game) {
  forgetTrial(view);
  Object.assign(view, {game, undo: [], redo: []});
}

async function openGame(view, db, id, path) {
  const answer = await newest(view.opening, get(`db/${db}/game/${id}`));
  if (!answer) return;
  startAnew(view, {db, id, etag: answer.etag, judged: answer.judged});
  setGame(view, answer.game);
  const node = view.game.nodes.find(one => one.path === path);
  if (node) show(view, node, true);
  view.saved("");
  view.counted();
}

function newGame(view, variant, start) {
  startAnew(view, {draft: 1 + Math.max(0, ...Object.keys(readDrafts()))});
  setGame(view, emptyGame(variant, start || view.desk.variants.get(variant).start), []);
  view.saved("");
  view.counted();
}

// Games of no database outlive the page: they are drafts of the tab, each with a number, until they are kept.
function readDrafts() {
  try { return JSON.parse(sessionStorage.getItem("drafts")) || {}; } catch (error) { return {}; }
}

function writeDrafts(drafts) {
  try { sessionStorage.setItem("drafts", JSON.stringify(drafts)); } catch (error) { /* a browser may keep nothing */ }
}

function keepDraft(view) {
  const {game, trial} = view, drafts = readDrafts(), numbers = Object.keys(drafts);
  if (game.id) return;
  if (numbers.length > 20) delete drafts[numbers.find(n => !listOf(drafts[n].line).length) || numbers[0]];
  writeDrafts({...drafts, [game.draft]: trial ? trial.json : game.json});
}

function dropDraft({draft}) {
  const drafts = readDrafts();
  delete drafts[draft];
  writeDrafts(drafts);
}

// The last one that has moves, if the game shown has none or is in a database.
function lastDraft(view) {
  const {game} = view, drafts = readDrafts();
  return game.id || game.nodes.length < 2 ? Object.keys(drafts).reverse().find(n => listOf(drafts[n].line).length && +n !== game.draft) : undefined;
}

function openDraft(view, number, path) {
  const draft = readDrafts()[number];
  if (!draft || !view.desk.variants.has(draft.variant)) return false;
  startAnew(view, {draft: +number});
  setGame(view, draft);
  show(view, path === undefined ? lastOf(view) : nodeAt(view.game, path), true);
  view.saved("");
  view.counted();
  return true;
}

// ---- changing ----

// An edit is in the file before the page says so.
async function save(view) {
  const {game} = view;
  if (view.trial) return view.saved("Not stored");
  if (!game.id) return;
  dropUndoable(view.desk);
  view.saved("Saving …");
  const answer = await ask("PUT", `db/${game.db}/game/${game.id}`, {game: game.json}, {"If-Match": game.etag});
  if (view.game === game) game.etag = answer.etag;
  forgetRow(view, game);
  view.saved("Saved");
}

// Somebody else has changed the game: either version can be had, and what was entered stays on the board meanwhile.
function conflictButtons(view) {
  const {db, id, json} = view.game, {path} = view.node;
  return [word("Load the new version", "What was entered here is given up", () => attempt(view.desk, () => openGame(view, db, id, path))),
    word("Keep mine as a new game", "Both versions are kept", () => attempt(view.desk, async () => {
      const answer = await post(`db/${db}/import`, {game: json});
      await openGame(view, db, answer.ids[0], path);
      list(view);
    }))];
}

// Does operations; `back` gets what takes them back. Edits come one after the other.
function change(view, ops, moves, back) {
  const work = async () => {
    const answer = await post("game/edit", {game: view.game.json, ops}), before = view.game.json, was = movesTo(view.node);
    delete answer.game.plies;
    back.push({ops: answer.undo, moves: was});
    setGame(view, answer.game, moves || was);
    try {
      await save(view);
    } catch (error) {
      view.saved("Not saved");
      if (error.status === 412) throw Object.assign(error, {buttons: conflictButtons(view)});
      back.pop();
      setGame(view, before, was);
      throw error;
    }
    view.counted();
    return true;
  };
  return view.queue = view.queue.then(() => attempt(view.desk, work));
}

function edit(view, ops, moves) {
  view.redo = [];
  return change(view, ops, moves, view.undo);
}

function takeBack(view, from, to) {
  if (view.trial && from === view.undo && from.length < 2) return endTrial(view);
  const last = from.pop();
  if (last) change(view, last.ops, last.moves, to);
  else if (from === view.undo) undoStored(view.desk);
}

// A move that was entered: the one that is there already, or a new one.
function play(view, move) {
  const there = view.node.kids.find(kid => kid.uci === move.uci);
  if (there) return show(view, there);
  return edit(view, [{op: "add", at: view.node.path, line: [move.uci]}], [...movesTo(view.node), move.uci]);
}

const legalOf = (view, text) => view.legal.find(move => move.san.replace(/[+#]$/, "") === text.replace(/[+#!?]+$/, "") || move.uci === text);

// The text of a move, or of several, typed in any notation. The end of what is new is shown then.
async function typed(view, text) {
  const legal = legalOf(view, text), name = node => movesTo(node).join(" "), known = new Set(view.game.nodes.map(name));
  if (legal) return await play(view, legal) || true;
  const done = await edit(view, [{op: "add", at: view.node.path, line: text}]);
  let last = done && view.game.nodes.find(node => !known.has(name(node)));
  while (last && last.kids[0]) [last] = last.kids;
  if (last) show(view, last);
  return done;
}

// Of the commands in a comment, those of arrows or of marks with one taken out or put in.
function toggled(view, command, mark) {
  const all = view.node.comments.flatMap(comment => comment.marks).filter(mark => !mark[3] === (command === "squares"))
    .map(([text]) => text);
  const rest = all.filter(text => text.slice(1) !== mark.slice(1));
  return (all.includes(mark) ? rest : [...rest, mark]).join(",") || null;
}

function markBoard(view, from, to, color) {
  const op = from === to ? "squares" : "arrows";
  edit(view, [{op, at: view.node.path, value: toggled(view, op, color + from + (from === to ? "" : to))}]);
}
