// The desk: its screens, its databases, and how addresses lead to them.

// One line above all screens says what went wrong.
function buildHead(desk) {
  desk.choice = make("select", {"aria-label": "Database"});
  on(desk.choice, "change", () => attempt(desk, async () => {
    await openDatabase(desk, desk.choice.value);
    keepAddress(desk, true);
  }));
  const nav = make("nav", {"aria-label": "Screens"});
  for (const [name, text] of [["library", "Library"], ["work", "Work"], ["repair", "Paste and repair"], ["setup", "Set up"], ["jobs", "Jobs"]]) {
    const button = word(text, text, () => desk.visit(name));
    button.dataset.screen = name;
    nav.append(button);
  }
  nav.append(word("New game", "A new game from the start", () => chooseGame(desk)), word("Keys", "The list of keys (?)", () => showKeys(desk.view)));
  return make("header", {class: "gr-head"}, make("h1", null, "Grimoire"), desk.choice, nav);
}

// Which game is to be begun?
function chooseGame(desk) {
  const {view} = desk, choice = variantChoice(desk, "Game");
  choice.value = view.game ? view.game.json.variant : "chess";
  const box = dialog(desk.view, "New game", labelled("Game", choice), part("p", "words", "From another position: Set up."));
  box.lastChild.prepend(word("Begin", "Begin the game", () => {
    box.close();
    newGame(view, choice.value);
    desk.visit("work");
  }));
  choice.focus();
}

function buildWork(desk) {
  const view = desk.view = {desk, clicks: [], legal: [], links: [], asking: {}, offering: {}, opening: {}, listing: {}, numbering: {}, checking: {}, growing: {},
    beside: [], undo: [], redo: [], queue: Promise.resolve(), tab: "moves", fen: "", flip: Boolean(LOOK.flip)};
  view.root = make("main", {id: "gr-desk"}, buildParts(view), buildList(view), buildStage(view), buildPanel(view));
  turnPart(view, "board");
  view.dbName = (db = view.db) => (desk.databases.find(one => one.db === db) || {name: "games.db"}).name;
  view.played = move => play(view, move);
  view.marked = (from, to, color) => markBoard(view, from, to, color);
  view.saved = text => { view.state.textContent = text; };
  view.counted = () => {
    view.undoButton.disabled = !view.undo.length && !desk.undoable;
    view.redoButton.disabled = !view.redo.length;
  };
  view.shown = node => {
    view.comment.value = node.comments.map(comment => comment.text).filter(Boolean).join(" ");
    view.commentOf = node;
    if (view.lines) thinkAnew(view);
    attempt(desk, async () => {
      await learnLegal(view);
      if (view.node !== node) return;
      showSquare(view);
      reachHands(view);
      explore(view);
      if (view.tab === "info") fillInfo(view);
    });
    for (const row of view.list.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
    const row = view.list.querySelector(`[data-db="${view.game.db}"][data-game="${view.game.id}"]`);
    if (row) row.setAttribute("aria-current", "true");
  };
  onHands(view);
  onBoard(view);
  view.counted();
  return view.root;
}

async function openDatabase(desk, db) {
  const {view} = desk, one = desk.databases.find(each => each.db === db);
  await openFile(desk, db);
  view.db = db;
  desk.choice.value = db;
  fillBeside(view);
  fillVariants(view);
  if (view.game) fill(view.title, ...titleOf(view.game));
  desk.notice.textContent = one.writable ? "" : "Read only: another desk has this database, or its file cannot be written to.";
  await list(view);
}

async function start() {
  const desk = {notice: make("p", {class: "gr-notice", role: "alert"}), variants: new Map(), databases: []};
  document.body.append(buildHead(desk), part("div", "notices", desk.notice, buildUndoable(desk)));
  await attempt(desk, async () => {
    const [variants, shapes] = await Promise.all([get("variants"), get("shapes")]);
    for (const variant of variants.variants) desk.variants.set(variant.name, variant);
    document.body.append(document.importNode(new DOMParser().parseFromString(shapes.svg, "text/html").body.firstChild, true));
    const screens = {work: buildWork(desk), library: buildLibrary(desk).root, repair: (desk.repair = buildRepair(desk)).root, setup: (desk.setup = buildSetup(desk, page => usesOfSetup(desk, page), true)).root,
      jobs: (desk.jobs = buildJobs(desk)).root};
    document.body.append(...Object.values(screens));
    desk.visit = name => {
      desk.go(name);
      keepAddress(desk, true);
    };
    desk.go = (name, wanted) => {
      if (!screens[name]) return;
      for (const one in screens) screens[one].hidden = one !== name;
      for (const button of document.querySelectorAll("[data-screen]")) {
        if (button.dataset.screen === name) button.setAttribute("aria-current", "page");
        else button.removeAttribute("aria-current");
      }
      desk.screen = name;
      hearJobs(desk.jobs);
      if (name === "library" && desk.view.game) attempt(desk, () => readLibrary(desk));
      if (name === "setup") openSetup(desk.setup, wanted);
      if (name === "repair") openRepair(desk.repair);
    };
    desk.view.turn("moves");
    listen(desk.view);
    await readLibrary(desk);
    const first = desk.databases.find(one => one.open), {hash} = location;
    desk.go(first ? "work" : "library");
    on(document, "keydown", event => onKey(desk.view, event));
    on(window, "hashchange", () => attempt(desk, () => goTo(desk, location.hash)));
    await attempt(desk, () => goTo(desk, hash));
    if (!desk.view.db && first) await openDatabase(desk, first.db);
    if (!desk.view.db) list(desk.view);
    if (!desk.view.game) {
      const {total, ids} = desk.view.rows;
      if (total) await openGame(desk.view, desk.view.db, ids[0]);
      else newGame(desk.view, "chess");
    }
    desk.ready = true;
    keepAddress(desk);
    await fillEngines(desk.view);
  });
}

start();
