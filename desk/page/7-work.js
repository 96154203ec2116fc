// The screen on which one works: list, board, lines, moves, tree.

const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"];
const OWN_KEYS = [["l", "engine on, off"], ["t", "threat"], ["space", "play the engine's best move"], ["s", "type a move"], ["1 to 6", "! ? !! ?? !? ?!"],
  ["c", "comment"], ["Delete", "delete from here"], ["p", "promote the variation"], ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Tab, then arrows, Enter", "squares and hands, by keys"]];

// ---- parts ----

function buildList(view) {
  view.query = make("input", {type: "search", id: "query", placeholder: "Query, such as: white N takes black Q", autocomplete: "off",
    spellcheck: "false", "aria-label": "Query", role: "combobox", "aria-expanded": "false", "aria-controls": "offers", "aria-autocomplete": "list"});
  view.offers = make("ul", {class: "gr-offers", id: "offers", role: "listbox", "aria-label": "What may come next", hidden: ""});
  on(view.query, "input", () => offerWords(view));
  on(view.query, "keydown", event => onOfferKey(view, event));
  on(view.query, "blur", () => closeOffers(view));
  view.fault = part("p", "fault");
  view.fault.setAttribute("role", "status");
  view.fields = {};
  const field = (name, label, size) => {
    view.fields[name] = make("input", {size, "aria-label": label, placeholder: label});
    return view.fields[name];
  };
  view.fields.result = make("select", {"aria-label": "Result"}, ...[["", "Result"], ["1-0", "1-0"], ["0-1", "0-1"], ["1/2-1/2", "½-½"], ["*", "*"]]
    .map(([value, text]) => make("option", {value}, text)));
  view.fields.variant = make("select", {"aria-label": "Game"}, make("option", {value: ""}, "Game"));
  view.here = make("input", {type: "checkbox"});
  view.order = make("select", {"aria-label": "Order"}, ...[["", "As stored"], ["-date", "Newest first"], ["date", "Oldest first"],
    ["-elo", "Best rated first"], ["elo", "Lowest rated first"], ["plies", "Shortest first"], ["-plies", "Longest first"], ["white", "White A to Z"],
    ["-white", "White Z to A"], ["black", "Black A to Z"], ["-black", "Black Z to A"], ["event", "Event A to Z"], ["-event", "Event Z to A"],
    ["-count", "Most hits first"]].map(([value, text]) => make("option", {value}, text)));
  view.besides = make("details", {class: "gr-besides", hidden: ""}, make("summary", {title: "The list and the tree of several databases"}), make("div"));
  view.found = make("p", {class: "gr-shown", role: "status"});
  view.pad = part("div", "pad");
  view.list = make("nav", {class: "gr-list", "aria-label": "Games of the list"}, view.pad);
  view.rows = noRows();
  const fields = part("div", "filters", view.fields.variant, field("player", "Player", 12), view.fields.result, field("date", "Years", 9),
    field("elo", "Ratings", 8), view.order, labelled("this position", view.here),
    word("Copy as command", "The command that finds the same games", () => copyAs(view, "Command", commandOf(view))));
  let timer;
  const later = event => {
    clearTimeout(timer);
    timer = setTimeout(() => attempt(view.desk, () => queryChanged(view)), event.target.tagName === "INPUT" ? 350 : 150);
  };
  for (const one of [view.query, ...Object.values(view.fields), view.order, view.here]) on(one, "input", later);
  // The position that is asked for stays the same while one goes through games.
  on(view.here, "change", () => { view.position = view.here.checked && view.game ? {fen: view.fen, variant: view.game.json.variant} : null; });
  on(view.list, "scroll", () => drawRows(view));
  new ResizeObserver(() => drawRows(view)).observe(view.list);
  on(view.list, "keydown", event => walkRows(view, event));
  on(view.list, "click", event => { if (event.target.closest("a")) bringBoard(view); });
  return make("section", {class: "gr-games", "aria-label": "Games"}, part("div", "asking", view.query, view.offers), view.fault, fields, view.besides,
    part("div", "row-of gr-heads", view.found, word("Export …", "The games of the list as a file", () => exportList(view))), view.list);
}

// Where there is room for one of them only: the list, or the board with what is beside it.
function turnPart(view, name) {
  view.root.dataset.part = name;
  for (const button of view.parts.children) button.setAttribute("aria-pressed", button.dataset.part === name);
}

function buildParts(view) {
  view.parts = make("nav", {class: "gr-parts", "aria-label": "Parts"});
  for (const [name, text] of [["board", "Board"], ["games", "Games"]]) {
    const button = word(text, text, () => turnPart(view, name));
    button.dataset.part = name;
    view.parts.append(button);
  }
  return view.parts;
}

// Where the list is below the board, a game that was chosen there may be out of sight.
function bringBoard(view) {
  turnPart(view, "board");
  const {top, bottom} = boxOf(view.board), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (top < 0 || bottom > innerHeight) view.root.scrollIntoView({behavior: still ? "auto" : "smooth"});
}

function buildStage(view) {
  setHands(view);
  view.board = make("div", {id: "board", role: "img", tabindex: "0"});
  view.upper = part("div", "side");
  view.lower = part("div", "side");
  view.bar = make("div", {class: "gr-chance", role: "img", "aria-label": "White's chance"});
  view.status = make("p", {class: "gr-status", "aria-live": "polite"});
  view.chooser = make("div", {class: "gr-chooser", role: "group", "aria-label": "Which move"});
  view.typed = make("input", {size: 10, placeholder: "Type a move", "aria-label": "Type a move, such as Nf3", autocomplete: "off", spellcheck: "false"});
  on(view.typed, "keydown", event => {
    const {value} = view.typed, go = {ArrowLeft: back, ArrowRight: forward}[event.key];
    if (event.key === "Escape") view.typed.value = "", view.board.focus();
    if (go && !value) event.preventDefault(), go(view);
    if (event.key !== "Enter" || !value.trim()) return;
    typed(view, value.trim()).then(done => { if (done) view.typed.value = ""; else view.typed.select(); });
  });
  view.graph = make("div", {class: "gr-graph", role: "group", "aria-label": "White's chances; faults are marked"});
  return make("section", {class: "gr-stage", "aria-label": "Board"}, view.upper, part("div", "framed", view.bar, withSquares(view, name => click(view, name), name => entryWords(view, name))), view.lower,
    view.chooser, ...buildControls(view, view.typed), view.status, view.graph);
}

function buildLines(view) {
  view.engine = word("Engine", "Engine on, off (l)", () => toggleEngine(view));
  view.engine.setAttribute("aria-pressed", "false");
  view.about = make("span", {class: "gr-words", role: "status"}, "off");
  view.howMany = make("select", {"aria-label": "Lines"}, ...[1, 2, 3, 4, 5].map(n => make("option", {value: n}, n === 1 ? "1 line" : n + " lines")));
  view.threads = make("select", {"aria-label": "Threads"}, ...Array.from({length: Math.min(navigator.hardwareConcurrency || 1, 16)}, (_, n) =>
    make("option", {value: n + 1}, n ? n + 1 + " threads" : "1 thread")));
  view.whose = make("select", {"aria-label": "Whose lines"}, make("option", {value: "builtin"}, "Grimoire"));
  for (const one of [view.howMany, view.threads, view.whose]) on(one, "change", () => think(view));
  view.threat = word("Threat", "What the other side would do if it were its turn (t)", () => toggleThreat(view));
  const why = view.why = make("input", {size: 9, placeholder: "Why not …", "aria-label": "Why not this move?", autocomplete: "off", spellcheck: "false"});
  on(why, "keydown", event => { if (event.key === "Enter" && why.value.trim()) whyNot(view, why.value.trim()); });
  view.onlyThis = word("", "All moves again", () => thinkAnew(view));
  view.onlyThis.hidden = true;
  view.thoughts = make("div", {class: "gr-thoughts", role: "list", "aria-label": "Lines of the engine"});
  return make("section", {class: "gr-lines", "aria-label": "Engine"}, part("div", "row-of", view.engine, view.about, view.whose, view.howMany,
    view.threads, view.threat, why, view.onlyThis), view.thoughts);
}

function buildTools(view) {
  const glyphs = GLYPHS.map((glyph, n) => word(glyph, `Glyph (${n + 1})`, () => setGlyph(view, glyph)));
  view.comment = make("textarea", {rows: 2, "aria-label": "Comment after the move", placeholder: "Comment after the move (c)"});
  on(view.comment, "change", () => setComment(view));
  on(view.comment, "keydown", event => { if (event.key === "Escape") view.board.focus(); });
  return make("section", {class: "gr-tools", "aria-label": "Editing"}, view.comment, make("div", {class: "gr-row-of"}, ...glyphs,
    word("Promote", "Promote the variation (p)", () => edit(view, [{op: "promote", at: view.node.path}])),
    word("Delete", "Delete from here (Delete)", () => removeFrom(view)),
    word("Tags", "Players, event, date, result", () => editTags(view)), word("Keep", "Add the game to the database", () => keep(view))));
}

// Whether all is saved, and how to take it back, stands above all tabs.
function buildState(view) {
  view.undoButton = word("Undo", "Undo (Ctrl+Z)", () => takeBack(view, view.undo, view.redo));
  view.redoButton = word("Redo", "Redo (Ctrl+Y)", () => takeBack(view, view.redo, view.undo));
  view.state = make("span", {class: "gr-words", role: "status"});
  return part("div", "row-of gr-kept", view.undoButton, view.redoButton, view.state);
}

function buildPanel(view) {
  view.title = part("div", "title");
  view.draft = word("Back to the game that was not kept", "It is in no database yet", () => {
    openDraft(view, lastDraft(view));
    keepAddress(view.desk, true);
  });
  view.draft.hidden = true;
  view.moves = make("nav", {class: "gr-moves", "aria-label": "Moves"});
  view.better = (parent, node) => addBetter(view, parent, node);
  view.table = part("div", "table");
  view.rest = part("p", "rest-of");
  view.mend = word("Repair …", "Open the text of this game in Paste and repair", () => repairGame(view));
  view.source = make("select", {"aria-label": "Whose games"});
  on(view.source, "change", () => {
    explore(view);
    keepAddress(view.desk);
  });
  view.branches = make("div");
  view.tree = make("div", {class: "gr-tree", id: "tree"}, view.source, view.branches);
  view.info = make("div", {class: "gr-info", id: "info"});
  const tabs = make("div", {class: "gr-tabs", role: "tablist"}), pages = {moves: make("div", {id: "moves"}, view.moves, buildTools(view), view.table, view.rest, view.mend), tree: view.tree, info: view.info};
  view.turn = name => {
    if (!pages[name]) return;
    view.tab = name;
    for (const tab of tabs.children) {
      tab.setAttribute("aria-selected", tab.dataset.tab === name);
      tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
    }
    for (const one in pages) pages[one].hidden = one !== name;
    if (name === "tree") explore(view);
    if (name === "info" && view.game) fillInfo(view);
    keepAddress(view.desk);
  };
  for (const [name, text] of [["moves", "Moves"], ["tree", "Tree"], ["info", "Info"]]) {
    const tab = make("button", {type: "button", role: "tab", "data-tab": name, "aria-controls": pages[name].id}, text);
    on(tab, "click", () => view.turn(name));
    on(tab, "keydown", event => {
      const next = {ArrowRight: tab.nextSibling, ArrowLeft: tab.previousSibling}[event.key];
      if (next) next.focus(), next.click(), event.stopPropagation();
    });
    pages[name].setAttribute("role", "tabpanel");
    pages[name].setAttribute("aria-label", text);
    tabs.append(tab);
  }
  on(view.moves, "click", event => {
    const link = event.target.closest(".gr-move"), at = link && view.links.indexOf(link);
    if (!link || at < 0) return;
    event.preventDefault();
    show(view, view.game.nodes[at]);
  });
  return make("section", {class: "gr-panel", "aria-label": "Game"}, view.title, view.draft, buildLines(view), buildTrial(view),
    part("div", "row-of gr-heads", tabs, buildState(view)), ...Object.values(pages));
}

// ---- what the tools do ----

function setGlyph(view, glyph) {
  const number = GLYPHS.indexOf(glyph) + 1, {nags, path, parent} = view.node, rest = nags.filter(nag => nag > 6);
  if (parent) edit(view, [{op: "glyphs", at: path, glyphs: nags.includes(number) ? rest : [number, ...rest]}]);
}

function setComment(view) {
  const text = view.comment.value.replace(/\s+/g, " ").trim(), commands = (view.commentOf.text.match(/\[%[^\]]*\]/g) || []).join(" ");
  const whole = [commands, text].filter(Boolean).join(" ");
  edit(view, [{op: "comment", at: view.commentOf.path, after: whole || null}]);
}

function removeFrom(view) {
  const {node} = view;
  if (node.parent) edit(view, [{op: "delete", at: node.path}], movesTo(node.parent));
}

async function pgnOfGame(view) {
  const {game} = view;
  if (!game.id) return writePgn(game);
  const what = parameters({f: "pgn", sel: "games=" + game.id});
  const response = await fetch(`${API}db/${game.db}/export${what}`, {credentials: "same-origin"});
  return response.text();
}

// A game of no database is added to the one that is open.
async function keep(view) {
  if (!view.db) return view.saved("No database is open");
  if (view.game.id) return view.saved("It is in the database already");
  await addTrial(view);
  await attempt(view.desk, async () => {
    const answer = await post(`db/${view.db}/import`, {game: view.game.json});
    dropDraft(view.game);
    dropUndoable(view.desk);
    await openGame(view, view.db, answer.ids[0], view.node.path);
    keepAddress(view.desk);
    view.saved(answer.duplicates ? "It was in the database already" : "Saved");
    list(view);
  });
}

async function removeGame(view) {
  const {db, id, etag} = view.game;
  if (!id) return;
  await attempt(view.desk, async () => {
    const {change} = await ask("DELETE", `db/${db}/game/${id}`, {}, {"If-Match": etag});
    newGame(view, view.game.json.variant);
    list(view);
    offerUndo(view.desk, db, `Game ${id} was deleted from ${view.dbName(db)}.`, change, id);
  });
}

// What `grimoire check` says of the tags.
async function oddTags({tags, variant}) {
  const text = Object.entries({...tags, Variant: variant.title, Result: "*"}).filter(([name]) => !/^(FEN|SetUp)$/.test(name))
    .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`).join("") + "\n*\n";
  const {games} = await post("text/check", {text});
  return games.flatMap(game => game.diagnostics).filter(({severity}) => severity !== "note").map(({message}) => message).join("; ");
}

function editTags(view) {
  const names = [...new Set(["White", "Black", "WhiteElo", "BlackElo", "Event", "Site", "Date", "Round", "Result", ...Object.keys(view.game.tags)])]
    .filter(name => name !== "Variant" && name !== "FEN" && name !== "SetUp");
  const fields = names.map(name => {
    const was = view.game.tags[name] || "";
    const field = name !== "Result" ? make("input", {value: was, size: 30}) : make("select", null,
      ...[...new Set(["*", "1-0", "0-1", "1/2-1/2", was || "*"])].map(value => make("option", {value}, value)));
    if (name === "Result") field.value = was || "*";
    field.dataset.tag = name;
    return labelled(name, field);
  });
  const fault = part("p", "words"), box = dialog(view, "Tags", part("div", "tags", ...fields), fault);
  fault.setAttribute("role", "alert");
  box.lastChild.prepend(word("Save", "Save the tags", async () => {
    const ops = [...box.querySelectorAll("[data-tag]")].filter(field => field.value !== (view.game.tags[field.dataset.tag] || ""))
      .map(({value, dataset}) => dataset.tag === "Result" ? {op: "result", result: value} : {op: "tag", name: dataset.tag, value: value || null});
    const done = !ops.length || await edit(view, ops), odd = done && ops.length ? await oddTags(view.game) : "";
    if (odd) fault.textContent = `Saved, but ${odd}.`;
    else if (done) box.close();
    else fault.textContent = view.desk.notice.firstChild ? view.desk.notice.firstChild.textContent : "";
  }));
}

async function fillInfo(view) {
  const rows = Object.entries(view.game.tags).map(([name, value]) => make("tr", null, make("th", {scope: "row"}, name), make("td", null, value)));
  const tag = word("Copy FEN", "Copy the position (y)", () => copyFen(view));
  fill(view.info, make("table", null, ...rows), make("p", {class: "gr-fen"}, view.fen || ""), part("div", "row-of", tag,
    word("Copy PGN", "Copy the game (Y)", () => copyPgn(view)), word("Copy link", "Copy the address (u)", () => copyLink(view)),
    ...view.game.id ? [word("Delete the game", "Delete the game from the database", () => removeGame(view))] : []));
}

// ---- keys ----

function setHands(view) {
  view.pgn = () => pgnOfGame(view);
  view.keyWords = OWN_KEYS;
  view.keys = {...keysOf(view), l: () => toggleEngine(view), t: () => toggleThreat(view), c: () => view.comment.focus(), p: () => edit(view, [{op: "promote", at: view.node.path}]),
    Delete: () => removeFrom(view), e: () => view.turn("tree"), s: () => view.typed.focus(), "/": () => { turnPart(view, "games"); view.query.focus(); },
    "[": () => nextGame(view, -1), "]": () => nextGame(view, 1), Escape: () => clearEntry(view),
    " ": () => view.lines.best && typed(view, view.lines.best.uci[0])};
  GLYPHS.forEach((glyph, n) => { view.keys[n + 1] = () => setGlyph(view, glyph); });
}

function onKey(view, event) {
  const {key} = event, writing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (view.root.hidden && !view.desk.undoable) return;
  if ((event.ctrlKey || event.metaKey) && !writing && /^[zy]$/i.test(key) && view.game && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    if (view.root.hidden) undoStored(view.desk);
    else if (key.toLowerCase() === "y" || event.shiftKey) takeBack(view, view.redo, view.undo);
    else takeBack(view, view.undo, view.redo);
  } else if (!view.root.hidden) pressed(view, event);
}
