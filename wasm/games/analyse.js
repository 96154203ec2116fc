// Analysis on a page of games: the engine's lines for the position shown, and their moves on the board. The page knows no
// rules but by the modules that it carries, one for each variant, which are opened when somebody wants to analyse.

// `variants` has {name, slope, module, net, definition} for each variant, or null; `games` the place there of each game, or -1.
const CARRIED = JSON.parse(document.getElementById("gr-engines").textContent);
const PAGE = {engine: null};
const MOVES_ADDED = "Moves of its lines that were shown are variations, as long as the page is open.";

const once = (map, key, make) => map.has(key) ? map.get(key) : map.set(key, make()).get(key);
const turnOf = node => node.setup.fields[1];
const isWaiting = () => false;
const positionOf = view => view.position;

// ---- modules ----

const modules = new Map(), nets = new Map(), kits = new Map();

// The rules and the engine of a variant, opened when they are needed. Several described games have one module.
function makeKit({name, module, net, definition}) {
  const open = () => once(modules, module, () => compileModule(module));
  const bytes = () => net ? once(nets, net, () => bytesIn(net)) : null;
  let ground = null;
  return {
    ground: () => ground ??= open().then(async one => new Ground(await openLibrary(one, definition), name)),
    engine: new Engine(async () => openThinker(await open(), definition, bytes())),
  };
}

// ---- the position shown ----

// The moves that lead to a node, as far as the rules follow them: they know repetitions. Else its FEN has to do.
function look(view, ground) {
  const {game, node} = view, fen = writeFen(game, node.setup), moves = [];
  for (let at = node; at.parent; at = at.parent) moves.unshift(at.uci || at.san);
  for (const one of [{fen: writeFen(game, game.nodes[0].setup), moves}, {fen, moves: []}]) {
    try {
      const position = ground.position(one.fen, one.moves);
      if (one.fen !== fen && position.fen !== fen) continue;
      view.all = position.legal;
      view.position = {variant: ground.variant, ...one};
      return;
    } catch (error) {
      if (one.fen === fen) throw error;
    }
  }
}

async function analyseShown(view) {
  const {game, node, lines} = view, variant = game && CARRIED.variants[CARRIED.games[game.index]], kit = variant && once(kits, variant, () => makeKit(variant));
  PAGE.engine?.stop();
  PAGE.engine = kit ? kit.engine : null;
  view.analysis.disabled = !kit;
  view.all = [];
  Object.assign(lines, {rows: [], best: null});
  fill(view.thoughts);
  drawBest(view);
  if (lines.on && kit) {
    view.about.textContent = "…";
    try {
      const ground = await kit.ground();
      if (view.node !== node || !lines.on) return;
      view.ground = ground;
      view.variant = variant;
      look(view, ground);
      await analyse(view);
    } catch (error) {
      view.about.textContent = error.message;
    }
  } else {
    view.bar.hidden = true;
    view.thoughts.style.minHeight = "";
    view.about.textContent = kit ? "off" : "this page has no engine for this game";
  }
}

// ---- moves of a line ----

// The node after a move of a line, which is added if the game does not have it. It is none of its main line.
function nodeAfter(view, from, san, uci, step) {
  const {game} = view, there = from.kids.find(kid => kid.san === san);
  if (there) return there;
  const node = {parent: from, san, uci, kids: [], nags: [], before: [], comments: [], ply: from.ply + 1, index: game.nodes.length,
    main: false, added: true, setup: playStep(game, from.setup, step)};
  from.kids.push(node);
  game.nodes.push(node);
  return node;
}

function followLine(view, line, last) {
  const {ground, position: {fen, moves}} = view;
  let {node} = view;
  for (let n = 0; n <= last; n++) {
    const {step} = ground.position(fen, [...moves, ...line.uci.slice(0, n + 1)]);
    node = nodeAfter(view, node, line.san[n], line.uci[n], step);
  }
  fillMoves(view);
  show(view, node);
}

// ---- what the player does, and more ----

const showOfGames = show, fillGameMoves = fillMoves;

// The address names moves of the game alone.
show = (view, node, quiet) => {
  if (view.game && node && !view.lines) addLines(view);
  showOfGames(view, node, quiet || node?.added);
  if (view.lines) view.analyse();
};

// Moves that were added to the last position of the game are variations, too.
fillMoves = view => {
  const aside = part("div", "block");
  fillGameMoves(view);
  for (const kid of lastOf(view).kids) addVariation(view, aside, kid);
  if (aside.firstChild) view.moves.lastChild.before(aside);
};

function addLines(view) {
  const framed = part("div", "framed");
  view.bar = make("div", {class: "gr-chance", role: "img", "aria-label": "White's chance", hidden: ""});
  view.board.replaceWith(framed);
  framed.append(view.bar, view.board);
  view.follow = (line, n) => followLine(view, line, n);
  view.analyse = () => analyseShown(view);
  view.title.after(buildLines(view));
  view.analysis.title += ". " + MOVES_ADDED;
  view.keyWords = [...view.keyWords, ["l", "analysis on, off"], ["space", "show the engine's best move"]];
  Object.assign(view.keys, {l: () => toggleLines(view), " ": () => view.lines.best ? followLine(view, view.lines.best, 0) : false});
  on(document, "visibilitychange", () => {
    if (document.hidden) PAGE.engine?.stop();
    else if (view.lines.on) view.analyse();
  });
}
