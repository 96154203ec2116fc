// Addresses: #db=1&game=5&at=12 is a game and a move by its path, game=new3 the third draft of the tab, screen=jobs
// another screen. What the list shows stands in each of them: list, where it is of another database than the game; the
// databases beside it; query, filters, order; the position; with the tree whose games it is of. What is usual is left out.

const orNothing = (condition, value) => condition ? value : "";

// What the list of games shows, as parameters of an address; the order of the names is always the same.
function listParameters(view) {
  const values = {};
  for (const [name, field] of Object.entries(view.fields)) values[name] = field.value.trim();
  return {and: view.beside.join(), q: view.query.value.trim(), ...values, sort: view.order.value,
    ...orNothing(view.here.checked, view.position && {pos: view.position.fen, of: view.position.variant})};
}

// The part of an address that rows of the list have in common.
const listSuffix = view => parameters(listParameters(view)).replace("?", "&");

function addressOf(view, db, game, at, more) {
  return "#" + parameters({db, game, at, ...more, list: orNothing(view.db && view.db !== db, view.db)}).slice(1) + listSuffix(view);
}

function address(game, node, view = game.view) {
  return addressOf(view, game.id ? game.db : view.db, game.id || "new" + game.draft, orNothing(node && node.ply, storedOf(node).path),
    {tab: orNothing(view.tab !== "moves", view.tab), whose: orNothing(view.tab === "tree", view.source.value)});
}

// The address of what is seen now.
function addressNow(desk) {
  const {view, screen} = desk;
  if (screen === "work") return view.game ? address(view.game, view.node) : "#" + parameters({db: view.db}).slice(1) + listSuffix(view);
  const more = screen === "setup" ? setupParameters(desk.setup) : {};
  return "#" + parameters({screen, ...more, db: view.db}).slice(1) + listSuffix(view);
}

// Writes the address: as a new one, to which one can go back from the next, or in the place of the last.
function keepAddress(desk, anew) {
  const now = addressNow(desk);
  clearTimeout(desk.view.timer);
  if (!desk.ready || location.hash === now) return;
  if (anew) history.pushState(null, "", now);
  else history.replaceState(null, "", now);
}

// What is typed into a filter becomes one address, not one for each letter.
function keepFilter(view) {
  const now = Date.now();
  keepAddress(view.desk, now - (view.filtered || 0) > 3000);
  view.filtered = now;
}

// ---- where an address leads ----

// Has the list show what an address says. True if that was something else.
async function filterBy(desk, wanted, of) {
  const {view} = desk, was = listSuffix(view), known = db => desk.databases.some(one => one.db === db);
  for (const name in view.fields) setField(view.fields[name], wanted.get(name) || "");
  view.query.value = wanted.get("q") || "";
  setField(view.order, wanted.get("sort") || "");
  view.here.checked = wanted.has("pos");
  view.position = view.here.checked ? {fen: wanted.get("pos"), variant: wanted.get("of")} : null;
  const beside = (wanted.get("and") || "").split(",").filter(db => known(db) && db !== of);
  for (const db of beside) if (!view.beside.includes(db)) await openFile(desk, db);
  view.beside = beside;
  return listSuffix(view) !== was;
}

// A choice may not yet have what an address says.
function setField(field, value) {
  if (field.options && ![...field.options].some(option => option.value === value)) field.append(make("option", {value}, value));
  field.value = value;
}

async function openFile(desk, db) {
  Object.assign(desk.databases.find(one => one.db === db), await post("dbs/open", {db}), {open: true});
}

async function goTo(desk, hash) {
  const wanted = new URLSearchParams(hash.replace(/^#/, "")), {view} = desk, known = db => desk.databases.some(one => one.db === db);
  if (!wanted.size) return;
  const screen = wanted.get("screen"), game = wanted.get("game") || "", db = wanted.get("db"), of = wanted.get("list") || db || view.db;
  desk.go(screen || "work", wanted);
  if (of && !known(of)) return sayDone(desk, "The database of this address is not open here.");
  const other = of && of !== view.db, changed = await filterBy(desk, wanted, of);
  if (other) await openDatabase(desk, of);
  else if (changed) fillBeside(view), fillVariants(view), await queryChanged(view, true);
  if (wanted.has("tab")) {
    const whose = wanted.get("whose") || "";
    setField(view.source, known(whose) ? whose : "");
    view.turn(wanted.get("tab"));
  }
  if (screen || !game) return;
  await goToGame(view, db, game, wanted.get("at") || "0");
}

async function goToGame(view, db, name, path) {
  const id = +name, {game} = view;
  if (!id) {
    if (!game || game.id || "new" + game.draft !== name) openDraft(view, name.slice(3), path);
    else show(view, nodeAt(game, path), true);
  } else if (!game || game.id !== id || game.db !== db) await openGame(view, db, id, path);
  else show(view, nodeAt(game, path), true);
}

const nodeAt = (game, path) => game.nodes.find(node => node.path === path) || game.nodes[0];
