// The page: its parts, and how it begins.

const PAGE = {ground: null, engine: null};
const OWN_KEYS = [["l", "analysis on, off"], ["h", "hint"], ["Backspace", "take back"], ["space", "play the engine's best move"],
  ["s", "type a move"], ["Tab, then arrows, Enter", "squares and hands, by keys"]];

// ---- what is shown ----

function show(view, node, quiet) {
  if (!view.game || !node) return;
  present(view, node);
  clearEntry(view);
  learn(view);
  clearTimeout(view.timer);
  if (!quiet) view.timer = setTimeout(() => history.replaceState(null, "", address(view.game, view.node)), 150);
  if (!PAGE.engine) return;
  PAGE.engine.stop();
  letEngineMove(view).then(moves => { if (!moves && view.node === node) view.analyse(); });
}

// The legal moves of the position shown. Before the module is there none are known.
function learn(view) {
  const {game, node} = view;
  view.all = view.legal = [];
  if (!PAGE.ground) return;
  const {legal, fen} = PAGE.ground.position(game.json.start, movesTo(node));
  view.all = legal;
  view.legal = !node.kids.length && isEngines(view, node) ? [] : legal;
  view.fen = fen;
  view.board.dataset.legal = legal.length;
  showSquare(view);
  reachHands(view);
}

function setGame(view, json, moves) {
  const game = gameOf(PAGE, json);
  view.game = game;
  view.node = null;
  view.root.style.setProperty("--gshape", wideOf(game) / highOf(game));
  view.root.classList.toggle("gr-handed", game.variant.hands);
  nameSides(view);
  fillMoves(view);
  fillGraph(view);
  if (PAGE.ground) changed(view);
  show(view, moves ? follow(game, moves) : game.nodes[0], !moves);
}

// ---- example games ----

function openExample(view, json) {
  PAGE.engine?.stop();
  view.players.value = "wb";
  setGame(view, json);
  view.game.given = true;
  for (const {name, value} of json.tags) view.game.tags[name] = value;
  view.game.result = json.result;
  fillMoves(view);
  show(view, view.game.nodes[0]);
}

function buildExamples(view, games) {
  const select = make("select", {"aria-label": "Example games"}, make("option", {value: ""}, "Example games …"),
    ...games.map((json, n) => {
      const tags = Object.fromEntries(json.tags.map(({name, value}) => [name, value]));
      return make("option", {value: n}, `${players({tags})} ${json.result}` + [known(tags.Event), known(tags.Date)].filter(Boolean).map(text => ", " + text).join(""));
    }));
  select.hidden = !games.length;
  on(select, "change", () => { if (select.value) openExample(view, games[select.value]); });
  return select;
}

// ---- parts ----

function buildStage(view) {
  view.board = make("div", {id: "board", role: "img", tabindex: "0"});
  view.upper = part("div", "side");
  view.lower = part("div", "side");
  view.bar = make("div", {class: "gr-chance", role: "img", "aria-label": "White's chance", hidden: ""});
  view.status = make("p", {class: "gr-status", "aria-live": "polite"});
  view.chooser = make("div", {class: "gr-chooser", role: "group", "aria-label": "Which move", hidden: ""});
  view.typed = make("input", {size: 10, placeholder: "Type a move", "aria-label": "Type a move, such as Nf3", autocomplete: "off", spellcheck: "false"});
  on(view.typed, "keydown", event => {
    if (event.key === "Escape") view.typed.value = "", view.board.focus();
    if (event.key === "Enter" && view.typed.value.trim() && typed(view, view.typed.value.trim())) view.typed.value = "";
  });
  return make("section", {class: "gr-stage", "aria-label": "Board"}, view.upper,
    part("div", "framed", view.bar, withSquares(view, name => click(view, name), name => entryWords(view, name))), view.lower,
    view.chooser, ...buildControls(view, view.typed), view.status);
}

const chooser = (label, all) => make("select", {"aria-label": label}, ...all.map(([value, text]) => make("option", {value}, text)));

function buildPlay(view) {
  view.players = chooser("You play", PLAYERS);
  view.level = chooser("Level", LEVELS.map((elo, n) => [n, `Level ${n + 1}`]));
  view.level.value = 3;
  on(view.level, "change", () => nameSides(view));
  on(view.players, "change", () => {
    view.flip = view.players.value === "b" || view.players.value !== "w" && view.flip;
    nameSides(view);
    show(view, view.node);
  });
  return make("section", {class: "gr-own", "aria-label": "Play"},
    part("div", "row-of", labelled("You play ", view.players), view.level),
    part("div", "row-of", word("New game", "From the start position", () => newGame(view)), word("Take back", "Take the last move back (Backspace)", () => takeBack(view)),
      word("Hint", "What the engine would play (h)", () => hint(view)), word("Set up", "Set up a position", () => visit("setup")),
      word("Copy PGN", "Copy the game (Y)", () => copyPgn(view))));
}

function buildPanel(view, data) {
  view.moves = make("nav", {class: "gr-moves", "aria-label": "Moves"});
  view.graph = make("div", {class: "gr-graph", role: "group", "aria-label": "White's chances; faults are marked", hidden: ""});
  on(view.moves, "click", event => {
    const link = event.target.closest(".gr-move"), at = link && view.links.indexOf(link);
    if (!link || at < 0) return;
    event.preventDefault();
    show(view, view.game.nodes[at]);
  });
  const rules = document.getElementById("gr-rules");
  view.rules = part("details", "fold", make("summary", null, "Rules"), rules);
  view.rules.hidden = !rules.firstElementChild;
  return make("section", {class: "gr-panel", "aria-label": "Game"}, buildPlay(view), buildLines(view), buildExamples(view, data.games), view.moves, view.graph,
    buildPieces(view, data.moves), view.rules);
}

// ---- screens ----

function visit(name) {
  const {view, setup} = PAGE;
  PAGE.screen = name;
  view.root.hidden = name !== "work";
  setup.root.hidden = name !== "setup";
  if (name === "setup") {
    PAGE.engine?.stop();
    openSetup(setup);
  }
}

function usesOf(page) {
  const {view} = PAGE, use = work => () => {
    visit("work");
    work(page.fen.value.trim());
  };
  const play = use(fen => newGame(view, fen)), analysis = use(fen => {
    view.players.value = "wb";
    newGame(view, fen);
    if (!view.lines.on) toggleLines(view);
  });
  return [word("Play from here", "A new game from this position", play), word("Analyse", "Let the engine think", analysis)];
}

function setHands(view) {
  view.pgn = () => writePgn(view.game);
  view.keyWords = OWN_KEYS;
  view.keys = {...keysOf(view), l: () => toggleLines(view), h: () => hint(view), Backspace: () => takeBack(view), s: () => view.typed.focus(),
    Escape: () => clearEntry(view), " ": () => view.lines.best ? typed(view, view.lines.best.uci[0]) : false};
}

// ---- what other scripts and tests call ----

function publish(view) {
  window.grimoire = {
    fen: () => view.fen,
    end: () => view.game.end,
    since: performance.now(),
    legal: () => view.all.map(move => move.uci),
    play: uci => play(view, {uci}),
    go: async nodes => {
      const found = await PAGE.engine.run(positionOf(view), {nodes});
      return found && found.lines.length ? found.lines[0].uci[0] : null;
    },
  };
}

// ---- the beginning ----

function goToAddress(view) {
  const wanted = new URLSearchParams(location.hash.slice(1)), moves = (wanted.get("moves") || "").split(",").filter(Boolean);
  if (!wanted.has("moves") && !wanted.has("fen")) return;
  view.players.value = "wb";
  newGame(view, wanted.get("fen") || "");
  let [node] = view.game.nodes;
  for (const uci of moves) node = nodeAfter(view, node, uci);
  changed(view);
  show(view, node, true);
}

async function start() {
  const data = JSON.parse(document.getElementById("gr-data").textContent), {variant} = data;
  const view = PAGE.view = {desk: PAGE, variant, clicks: [], legal: [], all: [], links: [], fen: "", flip: !!LOOK.flip, played: move => play(view, move), marked: () => {}, analyse: () => analyse(view)};
  Object.assign(PAGE, {notice: make("p", {class: "gr-notice", role: "alert"}), variants: new Map([[variant.name, variant]]), visit});
  view.game = gameOf(PAGE, emptyGame(variant.name, variant.start));
  setHands(view);
  view.root = make("main", {id: "gr-player"}, buildStage(view), buildPanel(view, data));
  PAGE.setup = buildSetup(PAGE, usesOf, false);
  PAGE.setup.root.hidden = true;
  PAGE.setup.root.querySelector("h2").after(word("Back to the game", "The position is given up", () => visit("work")));
  document.body.append(part("div", "notices", PAGE.notice), view.root, PAGE.setup.root);
  setGame(view, emptyGame(variant.name, variant.start));
  onBoard(view);
  onHands(view);
  on(view.board, "pointerdown", event => {
    const square = squareAt(view, event), cell = square && view.node.setup.cells[squareOf(view.game, square)];
    if (cell && cell !== "*") view.touched(cell);
  });
  on(document, "keydown", event => { if (!view.root.hidden) pressed(view, event); });
  await attempt(PAGE, async () => {
    const module = await compileModule("gr-module"), net = bytesIn("gr-net");
    PAGE.ground = new Ground(await openLibrary(module, data.definition), variant.name);
    PAGE.engine = new Engine(() => openThinker(module, data.definition, net));
    changed(view);
    show(view, view.node, true);
    publish(view);
    goToAddress(view);
    on(window, "hashchange", () => attempt(PAGE, async () => goToAddress(view)));
  });
}

start();
