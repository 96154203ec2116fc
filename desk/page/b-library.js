// The library: the databases that can be opened, a new one, and the samples.

// What the desk has now, and what the choice of databases shows.
async function readLibrary(desk) {
  const {dbs, folder} = await get("dbs"), page = desk.library;
  desk.databases = dbs.map(one => ({...desk.databases.find(({db}) => db === one.db), ...one}));
  if (desk.view.db) fillBeside(desk.view);
  fill(desk.choice, ...dbs.map(({db, name}) => make("option", {value: db}, name)));
  desk.choice.hidden = !dbs.length;
  if (desk.view.db) desk.choice.value = desk.view.db;
  fill(page.list, ...dbs.map(one => libraryItem(desk, one)));
  page.none.hidden = dbs.length > 0;
  page.create.hidden = !folder;
  page.where.textContent = folder ? `New databases are created in ${folder}.` : "To create databases here, start the desk with --folder.";
}

function libraryItem(desk, one) {
  const folder = one.path.slice(0, -one.name.length - 1), state = one.open ? one.writable ? "open" : "open, read only" : "";
  const games = one.last === undefined ? "" : `${one.last} games`;
  return make("li", null, word(one.name, `Open ${one.path}`, () => turnTo(desk, one.db)), " ",
    part("span", "words", [games, state, folder].filter(Boolean).join(" · ")));
}

// Opens a database and shows its first game.
async function turnTo(desk, db) {
  await attempt(desk, async () => {
    await openDatabase(desk, db);
    if (desk.view.rows.total) await openGame(desk.view, db, desk.view.rows.ids[0]);
    desk.visit("work");
    if (!desk.view.rows.total) desk.view.found.textContent = "The database is empty. Paste games into it, or play one and press Keep.";
  });
}

async function createDatabase(desk, name, text) {
  await attempt(desk, async () => {
    const {db} = await post("dbs/create", {name});
    await readLibrary(desk);
    if (text) {
      await openDatabase(desk, db);
      await post(`db/${db}/import`, {text});
    }
    await turnTo(desk, db);
  });
}

// The samples become a database of their own, which is opened where there is one already.
async function openSamples(desk) {
  const there = desk.databases.find(one => one.name === "samples.db");
  if (there) return turnTo(desk, there.db);
  const response = await fetch("/samples.pgn", {credentials: "same-origin"});
  return createDatabase(desk, "samples", await response.text());
}

function buildLibrary(desk) {
  const page = desk.library = {}, name = make("input", {size: 20, "aria-label": "Name of the new database", placeholder: "Name", autocomplete: "off"});
  const create = () => name.value.trim() && createDatabase(desk, name.value.trim());
  on(name, "keydown", event => { if (event.key === "Enter") create(); });
  page.list = make("ul", {class: "gr-library", "aria-label": "Databases"});
  page.none = make("p", null, "No database is here yet.");
  page.where = part("p", "words");
  page.create = make("div", {class: "gr-row-of"}, name, word("Create a database", "An empty database", create),
    word("Open the samples", "A database of the sample games: chess and the inventors' own", () => openSamples(desk)));
  page.root = make("main", null, make("h2", null, "Library"), page.none, page.list, page.create, page.where);
  return page;
}
