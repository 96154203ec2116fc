// The page: its parts, going through a game, addresses, keys, wheel, touch, printing.

function buildStage(view) {
  view.board = make("div", {id: "board", role: "img", tabindex: "0"});
  view.upper = part("div", "side");
  view.lower = part("div", "side");
  view.status = make("p", {class: "gr-status", "aria-live": "polite"});
  const whole = icon("M5 5h6M5 5v14h14v-6M13 5h6v6M19 5l-9 9", "Open the whole page", () => window.open(linkTo(view)));
  whole.classList.add("gr-whole");
  return make("section", {class: "gr-stage", "aria-label": "Board"}, view.upper, view.board, view.lower,
    ...buildControls(view, whole), view.status);
}

function buildPanel(view) {
  view.title = part("div", "title");
  view.moves = make("nav", {class: "gr-moves", "aria-label": "Moves"});
  view.graph = make("div", {class: "gr-graph", role: "group", "aria-label": "White's chances; faults are marked"});
  view.rest = part("div", "rest");
  view.table = part("div", "table");
  view.source = make("pre");
  view.tree = part("div", "tree");
  const tree = part("details", "fold", make("summary", null, "Opening tree"), view.tree);
  on(tree, "toggle", () => fillTree(view));
  view.text = part("details", "fold", make("summary", null, "PGN"), view.source);
  on(view.text, "toggle", () => fillText(view));
  return make("section", {class: "gr-panel", "aria-label": "Game"}, view.title, view.moves, view.graph, view.table, view.rest, tree, view.text);
}

function buildList(view) {
  const variants = [...new Set(view.headers.map(header => header.variant))].sort();
  view.search = make("input", {type: "search", placeholder: "Player, event, year …", "aria-label": "Filter games by words"});
  view.byVariant = choose("All variants", variants.map(name => [name, name]));
  view.byResult = choose("All results", [["1-0", "White wins"], ["0-1", "Black wins"], ["1/2-1/2", "Draws"], ["*", "No result"]]);
  view.byVariant.hidden = variants.length < 2;
  view.shown = make("p", {class: "gr-shown", role: "status"});
  view.list = part("ol", "list");
  on(view.list, "keydown", event => walkList(view, event));
  for (const field of [view.search, view.byVariant, view.byResult]) on(field, "input", () => filter(view));
  fillList(view);
  return make("section", {class: "gr-games", "aria-label": "Games"},
    part("div", "filters", view.search, view.byVariant, view.byResult), view.shown, view.list);
}

// The list, as the moves, is one stop of the tab key; arrows go on from there.
function walkList(view, event) {
  const down = {ArrowDown: 1, ArrowUp: -1}[event.key], rows = [...view.list.children].filter(row => !row.hidden);
  if (!down || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = rows[rows.indexOf(event.target.closest("li")) + down];
  event.preventDefault();
  if (row) makeStop(view.list, row.firstChild, true);
}

// ---- a game, and a position of it ----

function fillText(view) {
  if (view.text.open && view.header) view.source.textContent = pgnOf(view.header.article, "</pre>").trim();
}

// Elements that C has written, in which the text of games is escaped.
function fillFromArticle(view) {
  const article = make("template"), all = view.headers.length > 1;
  article.innerHTML = markupOf(view.header.article);
  const find = selector => article.content.querySelector(selector);
  const next = [view.headers[view.header.index - 1], view.headers[view.header.index + 1]];
  const way = all ? part("span", "way", ...next.map((header, n) => header ?
    make("a", {href: `#game=${header.number}`, "aria-label": n ? "Next game" : "Previous game"}, n ? "›" : "‹") : "")) : "";
  fill(view.title, way, find("h2") || "", find(".about") || "");
  fill(view.table, find(".judgement") || "");
  if (view.game) fill(view.rest, find(".rest") || "");
  else fill(view.rest, find("gr-prose"));
}

function open(view, header) {
  if (view.header === header) return;
  if (view.header?.row) view.header.row.className = "";
  view.header = header;
  view.node = null;
  view.game = header.playable ? header.game || (header.game = readGame(header)) : null;
  view.root.classList.toggle("gr-unread", !view.game);
  stopPlaying(view);
  if (!view.within) nameWindow(view);
  fillFromArticle(view);
  fillText(view);
  if (header.row) {
    header.row.className = "gr-current";
    makeStop(view.list, header.row.firstChild, focusIn(view.list));
  }
  if (!view.game) {
    delete view.board.dataset.fen;
    return;
  }
  view.root.style.setProperty("--gshape", wideOf(view.game) / highOf(view.game));
  fillMoves(view);
  fillGraph(view);
}

// Browsers allow some 200 changes of the address in ten seconds: it is set when there is a pause.
function show(view, node, quiet) {
  if (!view.game || !node) return;
  present(view, node);
  fillTree(view);
  clearTimeout(view.timer);
  const there = address(view.game, node) + (view.bare ? "&embed" : "");
  if (!quiet) view.timer = setTimeout(() => history.replaceState(null, "", there), 150);
}

// ---- what people do ----

function goToAddress(view, address) {
  const wanted = new URLSearchParams(address.replace(/^[^#]*#?/, ""));
  if (wanted.has("embed") && !view.within) view.bare = true;
  document.body.classList.toggle("gr-bare", !!view.bare);
  const number = wanted.get("game");
  const header = view.headers.find(one => String(one.number) === number), missing = number !== null && !header;
  view.notice.textContent = missing ? `There is no game ${number} on this page.` : "";
  if (missing && view.header) return false;
  if (header || !view.header) open(view, header || view.headers[0]);
  if (!view.game) return !!header;
  const hit = view.game.nodes.find(node => node.comments.some(comment => comment.hit));
  const start = !wanted.has("ply") && hit || view.game.line[Math.min(+wanted.get("ply") || 0, view.game.line.length - 1)];
  if (header || !view.node) show(view, view.game.nodes[wanted.get("move") || NaN] || start || view.game.line[0], true);
  return !!header;
}

// ---- embedding ----

// The line of HTML that has the position shown in another page, beside which this file lies.
function embedding(view) {
  const src = location.pathname.split("/").pop() + address(view.game, view.node) + "&embed";
  return make("iframe", {src, title: players(view.game), width: 400, height: 500}).outerHTML;
}

// ---- keys and pointers ----

// The next game of the list that its filter shows.
function nextGame(view, way) {
  const shown = view.headers.filter(header => !header.row || !header.row.hidden);
  const next = shown[shown.indexOf(view.header) + way];
  if (!next) return false;
  location.hash = `game=${next.number}`;
}

function turnTree(view) {
  const fold = view.tree.parentNode;
  fold.open = !fold.open;
  if (fold.open) fold.scrollIntoView({block: "nearest"});
}

function setHands(view) {
  view.keyWords = [];
  view.keys = {...keysOf(view), e: () => turnTree(view), "/": () => view.search ? view.search.focus() : false,
    "[": () => nextGame(view, -1), "]": () => nextGame(view, 1)};
  view.pgn = () => pgnOf(view.header.article, "</pre>").trim();
  view.copies = view.within ? [] : [word("Copy HTML", "Copy a line of HTML that has this position in another page",
    () => copyAs(view, "HTML", embedding(view)))];
}

// An arrow or a mark, which stays as long as the page is open, or goes when it is drawn again.
function markBoard(view, event, from, to) {
  const {node} = view, mark = [0, colorOf(event), from, to === from ? "" : to];
  if (!from || !to) return;
  if (!node.drawn) node.comments.push(node.drawn = {marks: []});
  const {marks} = node.drawn, at = marks.findIndex(one => one + "" === mark + "");
  if (at < 0) marks.push(mark); else marks.splice(at, 1);
  drawBoard(view);
}

function onPointers(view) {
  let down = null, turned = 0;
  on(view.board, "wheel", event => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode ? 40 * event.deltaY : event.deltaY;
    if (Math.abs(turned) < 30) return;
    if (turned > 0) forward(view); else back(view);
    turned = 0;
  }, {passive: false});
  on(view.board, "pointerdown", event => { down = event; });
  on(view.board, "contextmenu", event => event.preventDefault());
  on(view.board, "pointerup", event => {
    if (down && event.button === 2) markBoard(view, event, squareAt(view, down), squareAt(view, event));
    if (!down || event.button) return;
    const far = event.clientX - down.clientX, box = boxOf(view.board);
    if (far < -30 || Math.abs(far) < 10 && event.clientX > box.left + box.width / 2) forward(view);
    else if (far > 30 || Math.abs(far) < 10) back(view);
    down = null;
  });
}

// On paper the page is what it is without scripts: the article of the game that is open, or of all
// games in the list if they are few.
const FEW = 10;
function layOut(view, printed) {
  const chosen = view.headers.filter(header => !header.row || !header.row.hidden);
  fill(view.paper);
  if (!printed) return;
  for (const {article} of chosen.length <= FEW ? chosen : [view.header])
    view.paper.append(make("article")), view.paper.lastChild.innerHTML = markupOf(article);
}

function start() {
  const games = document.getElementById("gr-games"), articles = [...games.querySelectorAll("article")];
  if (!articles.length) return;
  const embedded = games.classList.contains("gr-embedded");
  const view = {headers: articles.map(readHeader), flip: !!LOOK.flip, links: [], within: embedded};
  view.notice = make("p", {class: "gr-notice", role: "alert"});
  view.root = make(embedded ? "div" : "main", {id: "gr-player"}, view.notice, buildStage(view), buildPanel(view));
  view.paper = part("div", "paper");
  if (view.headers.length > 1) {
    view.root.className = "gr-many";
    view.root.append(buildList(view));
  }
  setHands(view);
  games.before(view.root, view.paper);
  games.hidden = true;
  goToAddress(view, location.hash);
  on(window, "hashchange", event => { if (goToAddress(view, event.newURL) && embedded) view.root.scrollIntoView(); });
  on(embedded ? view.root : document, "keydown", event => pressed(view, event));
  onPointers(view);
  on(window, "beforeprint", () => layOut(view, true));
  on(window, "afterprint", () => layOut(view, false));
  on(matchMedia("print"), "change", event => layOut(view, event.matches));
}

start();
