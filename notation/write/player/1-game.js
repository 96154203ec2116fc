// The player of a page of games: first of all a game, out of what the page has of it. How it is
// written there is said in notation/write/html_local.h. All files of this folder stand in one
// function, and nothing of a game's text is ever taken for markup.

const NAGS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲",
  15: "⩱", 16: "±", 17: "∓", 18: "+-", 19: "-+", 22: "⨀", 36: "↑", 40: "→", 132: "⇆", 138: "⊕",
  140: "∆", 142: "⌓", 146: "N"};
const TOKEN = /\{([^}]*)\}|([()])|\$(\d+)|\d+\.+|([^\s(){}]+(?:\(\w\))?[+#]?)/g;
const CHANGE = /([a-p]\d+)([a-p]\d+)|([a-p]\d+)([.*]|[A-Za-z][-+~^]*)|(!)|;m(\w)((?:[a-p]\d+)+)|;(\d)([^;]*)/g;
const SQUARE = /[a-p]\d+/g;
// Of [%cal Ge2e4] and [%csl Rd5]: a colour and one or two squares.
const MARK = /([A-Z])([a-p]\d+)([a-p]\d+)?/g;

// Short names for what is asked of elements all the time.
const fill = (e, ...all) => e.replaceChildren(...all);
const boxOf = e => e.getBoundingClientRect();
const on = (e, ...all) => e.addEventListener(...all);
const set = (e, name, value) => e.setAttribute(name, value);
const focusIn = e => e.contains(document.activeElement);

const isWhite = piece => piece < "a";
const squareName = (game, n) => String.fromCharCode(97 + n % game.files) + (Math.floor(n / game.files) + 1);
const squareOf = (game, name) => (name.charCodeAt(0) - 97) + (name.slice(1) - 1) * game.files;

// The text of an article is markup in a <noscript>, which has become text as scripts run.
const markupOf = article => article.querySelector("noscript").textContent;

function plainText(markup) {
  const entity = {amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'"};
  return markup.replace(/&([#\w]+);/g, (all, name) => entity[name] || all);
}

// The PGN of a game, up to a word or to its end.
function pgnOf(article, until) {
  const markup = markupOf(article), from = markup.lastIndexOf("<pre>") + 5, to = markup.indexOf(until, from);
  return from > 4 ? plainText(markup.slice(from, to)) : "";
}

// What the list and the filters want of each game; the rest waits until a game is opened, or the tree.
function readHeader(article, index) {
  const tags = Object.create(null);
  for (const [, name, value] of pgnOf(article, "\n\n").matchAll(/^\[(\S+) "(.*)"\]$/gm))
    tags[name] = value.replace(/\\(.)/g, "$1");
  return {index, article, tags, number: +article.id.slice(5), variant: tags.Variant || "Chess",
    result: tags.Result || "*", playable: "steps" in article.dataset};
}

function movesOf(header) {
  const pgn = pgnOf(header.article, "</pre>");
  return pgn.slice(pgn.indexOf("\n\n"));
}

const known = value => value && !/^[?.\-\s]*$/.test(value) ? value.replace(/[.]\?\?/g, "") : "";
const players = ({tags}) => `${known(tags.White) || "White"} – ${known(tags.Black) || "Black"}`;

// ---- positions ----

function readFen(game, fen) {
  const fields = fen.split(" "), cells = new Array(game.files * game.ranks).fill("");
  const [, ranks, pocket] = /^([^[]*)(.*)$/.exec(fields[0]);
  ranks.split("/").forEach((rank, row) => {
    let file = 0;
    for (const [text] of rank.matchAll(game.promoted ? /\d+|\+?[A-Za-z*]~?/g : /\d+|[A-Za-z*][-+~^]*/g))
      if (text[0] === "+") cells[(game.ranks - 1 - row) * game.files + file++] = text[1] + "+";
      else if (text > "9" || text === "*") cells[(game.ranks - 1 - row) * game.files + file++] = text;
      else file += +text;
  });
  fields[0] = pocket;
  game.clock = fields.length - 2;
  game.count = fields.length - 1;
  fields[game.count] = +fields[game.count];
  return {cells, fields, lost: {}, moved: [], kind: "", squares: []};
}

function writeFen(game, setup) {
  const ranks = [];
  for (let rank = game.ranks - 1; rank >= 0; rank--) {
    let text = "", empty = 0;
    for (const cell of setup.cells.slice(rank * game.files, (rank + 1) * game.files)) {
      if (cell && empty) text += empty;
      empty = cell ? 0 : empty + 1;
      text += game.promoted && cell[1] === "+" ? "+" + cell[0] : cell;
    }
    ranks.push(text + (empty || ""));
  }
  return [ranks.join("/") + setup.fields[0], ...setup.fields.slice(1)].join(" ");
}

// Who has lost a piece: all that is gone from the board but what its side has made another of.
function countLost(before, after) {
  const lost = {...before.lost}, change = {};
  before.cells.forEach((cell, n) => {
    const now = after.cells[n];
    if (cell === now) return;
    if (cell && cell !== "*") change[cell[0]] = (change[cell[0]] || 0) - 1;
    if (now && now !== "*") change[now[0]] = (change[now[0]] || 0) + 1;
  });
  for (const white of [true, false]) {
    const letters = Object.keys(change).filter(letter => isWhite(letter) === white);
    let more = letters.reduce((sum, letter) => sum + change[letter], 0);
    for (const letter of letters) {
      if (change[letter] < 0 && more < 0) lost[letter] = (lost[letter] || 0) - Math.max(change[letter], more);
      if (change[letter] > 0 && /[pr]/.test(after.kind) && lost[letter]) lost[letter]--;
    }
  }
  return lost;
}

function playStep(game, before, step) {
  const cells = before.cells.slice(), fields = before.fields.slice();
  const after = {cells, fields, moved: [], kind: "", squares: []};
  fields[1] = fields[1] === "w" ? "b" : "w";
  fields[3] = "-";
  fields[game.clock] = +fields[game.clock] + 1;
  for (const c of step.matchAll(CHANGE)) {
    if (c[1]) {
      const from = squareOf(game, c[1]), to = squareOf(game, c[2]);
      cells[to] = cells[from];
      cells[from] = "";
      after.moved.push(from, to);
    } else if (c[3]) cells[squareOf(game, c[3])] = c[4] === "." ? "" : c[4];
    else if (c[5]) fields[game.clock] = 0;
    else if (c[6]) {
      after.kind = c[6];
      after.squares = c[7].match(SQUARE).map(name => squareOf(game, name));
    } else if (c[8] === "1") fields[1] = c[9];
  }
  if (fields[1] === game.first && before.fields[1] !== game.first) fields[game.count]++;
  for (const c of step.matchAll(CHANGE)) if (c[8]) fields[c[8]] = c[8] == game.count ? +c[9] : c[9];
  after.lost = countLost(before, after);
  return after;
}

// ---- the tree of moves ----

function readComment(text) {
  const comment = {text: "", evaluation: "", hit: false, clock: "", taken: "", marks: []};
  const quoted = text.startsWith("[%quoted]");
  if (text.startsWith("[%unplayable")) return comment;
  comment.text = (quoted ? text.slice(9) : text).replace(/\[%(\w+)\s*([^\]]*)\]/g, (all, name, value) => {
    if (name === "eval") comment.evaluation = value.split(",")[0];
    if (name === "hit") comment.hit = true;
    if (name === "clk") comment.clock = value.trim();
    if (name === "emt") comment.taken = value.trim();
    if (/^c[as]l$/.test(name)) comment.marks.push(...value.matchAll(MARK));
    return "";
  }).replace(/\s+/g, " ").trim();
  if (quoted) comment.text = comment.text.replace(/%([0-9A-F]{2})/g, (all, hex) => String.fromCharCode(parseInt(hex, 16)));
  return comment;
}

function addNode(game, parent, san) {
  const node = {parent, san, kids: [], nags: [], before: [], comments: [], ply: parent.ply + 1,
    index: game.nodes.length, main: parent.main && !parent.kids.length};
  const step = game.steps[game.nodes.length - 1] || "";
  node.setup = playStep(game, parent.setup, step);
  parent.kids.push(node);
  game.nodes.push(node);
  if (node.main) game.line.push(node);
  return node;
}

function readMoves(game, text) {
  const stack = [];
  let node = game.line[0], before = null;
  for (const [, comment, bracket, nag, word] of text.matchAll(TOKEN)) {
    if (comment !== undefined) (before || node.comments).push(readComment(comment));
    else if (bracket === "(") {
      stack.push(node);
      node = node.parent;
      before = [];
    } else if (bracket) node = stack.pop();
    else if (nag) node.nags.push(+nag);
    else if (word && game.nodes.length <= game.steps.length) {
      node = addNode(game, node, word);
      if (before) node.before = before;
      before = null;
    }
  }
}

function readGame(header) {
  const {start, pieces, drawings, shape, lines, sides, signs, promoted, first, steps, end, chance, faults} = header.article.dataset;
  const game = {...header, shape, lines, sides: readSides(sides), signs: {}, first: first || "w", end: end || "", faults: {}, promoted: !!promoted, names: {}, paths: {}, nodes: [], line: []};
  const ranks = start.split(/[[ ]/)[0].split("/");
  game.ranks = ranks.length;
  game.files = ranks[0].match(/\d+|[A-Za-z*]/g).reduce((sum, c) => sum + (+c || 1), 0);
  for (const piece of pieces.split(" ")) game.names[piece[0]] = piece.slice(1);
  for (const path of drawings ? drawings.split(";") : []) game.paths[path[0]] = path.slice(1);
  for (const [, piece, sign] of (signs || "").matchAll(/(\w\+?)(\S+)/g)) game.signs[piece] = sign;
  game.royal = pieces[0];
  game.steps = steps ? steps.split(" ") : [];
  const root = {san: "", kids: [], nags: [], before: [], comments: [], ply: 0, index: 0, main: true,
    setup: readFen(game, start)};
  game.nodes.push(root);
  game.line.push(root);
  readMoves(game, movesOf(header));
  game.chance = chance ? chance.match(/../g).map(text => text === ".." ? null : +text) : null;
  for (const [, ply, sign, turning] of (faults || "").matchAll(/(\d+)([?!]*)(\*?)/g)) {
    game.faults[ply] = sign;
    if (turning) game.turning = +ply;
  }
  return game;
}
