// What was done to a database can be taken back right afterwards: a line says so, and Ctrl+Z does it.

function buildUndoable(desk) {
  desk.done = make("p", {class: "gr-notice gr-done", role: "status"});
  return desk.done;
}

function sayDone(desk, ...words) {
  fill(desk.done, ...words, " ", word("×", "Dismiss", () => fill(desk.done)));
}

// After another change it would be that one which is taken back.
function dropUndoable(desk) {
  desk.undoable = null;
  fill(desk.done);
  desk.view.counted();
}

// `change` is what the desk calls what was done: should another program have changed something since, it is refused.
function offerUndo(desk, db, text, change, id) {
  desk.undoable = {db, id, change};
  sayDone(desk, text, " ", word("Undo", "Take that back (Ctrl+Z)", () => undoStored(desk)));
  desk.view.counted();
}

async function undoStored(desk) {
  const {undoable, view} = desk;
  if (!undoable) return;
  dropUndoable(desk);
  await attempt(desk, async () => {
    const {db, id, change} = undoable, {undone} = await post(`db/${db}/undo`, {change});
    if (id && undone) await openGame(view, db, id);
    else await refreshGame(view, db);
    keepAddress(desk, Boolean(id));
    list(view);
    sayDone(desk, undone ? `Taken back: ${undone}.` : "There is nothing to take back.");
  });
}

// The open game may have been changed in its database by what was done there: by a job, an import, an undo. `judged`: what
// is said of it has changed, and it may be the same.
async function refreshGame(view, db, judged) {
  const {game, node, trial, undo, redo} = view;
  if (!game || !game.id || game.db !== db || trial) return;
  const {etag} = await get(`db/${db}/game/${game.id}`).catch(() => ({}));
  if (view.game !== game || etag === game.etag && !judged) return;
  const same = etag === game.etag;
  if (etag) await openGame(view, db, game.id, node.path);
  if (same) Object.assign(view, {undo, redo});
  else newGame(view, game.json.variant);
}
