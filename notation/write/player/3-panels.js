// What stands beside the board: moves, graph, list of games, opening tree.

const address = (game, node) => `#game=${game.number}` + (node ? node.main ? `&ply=${node.ply}` : `&move=${node.index}` : "");

// ---- moves ----

function moveLink(view, node, numbered) {
  const {game} = view, evaluation = node.comments.map(comment => comment.evaluation).find(Boolean);
  const link = make("a", {href: address(game, node), class: "gr-move", tabindex: -1}, (numbered ? numberOf(game, node) + "\u00a0" : "") + node.san);
  const glyphs = glyphsOf(game, node), fault = /[?!]/.test(glyphs) && glyphs.match(/[?!]+/)[0];
  if (glyphs) link.append(part("span", "glyph", glyphs));
  if (fault) link.classList.add({"?!": "gr-dubious", "?": "gr-mistake", "??": "gr-blunder"}[fault] || "gr-good");
  if (evaluation) link.append(make("i", null, evaluation));
  if (node.comments.some(comment => comment.hit)) link.classList.add("gr-hit");
  view.links[node.index] = link;
  return link;
}

function addComments(parent, comments) {
  for (const {text} of comments) if (text) parent.append(" ", part("span", "comment", text), " ");
}

// A variation, in parentheses, with those inside it.
function addVariation(view, parent, node) {
  const span = part("span", "variation", "(");
  let numbered = true;
  addComments(span, node.before);
  for (let first = true; node; node = node.kids[0], first = false) {
    if (!first) span.append(" ");
    const white = node.parent.setup.fields[1] === view.game.first;
    const again = node.parent.parent && node.parent.parent.setup.fields[1] === node.parent.setup.fields[1];
    span.append(moveLink(view, node, numbered || (white && !again)));
    addComments(span, node.comments);
    const others = first ? [] : node.parent.kids.slice(1);
    for (const other of others) addVariation(view, span, other);
    numbered = others.length > 0 || node.comments.some(comment => comment.text);
  }
  span.append(")");
  parent.append(span, " ");
}

function fillMoves(view) {
  const {game, moves} = view;
  let row = null, number = 0, cells = [];
  view.links = [];
  fill(moves);
  const block = part("div", "block");
  addComments(block, game.line[0].comments);
  if (block.childNodes.length) moves.append(block);
  for (const node of game.line.slice(1)) {
    const {fields} = node.parent.setup, second = fields[1] !== game.first;
    if (!row || number !== fields[game.count]) {
      number = fields[game.count];
      cells = [part("span", "cell"), part("span", "cell")];
      row = part("div", "row", part("span", "number", number), ...cells);
      if (second) cells[0].append("…");
      moves.append(row);
    }
    cells[+second].append(moveLink(view, node, false));
    const aside = part("div", "block");
    addComments(aside, node.comments);
    for (const other of node.parent.kids.slice(1)) addVariation(view, aside, other);
    if (!aside.childNodes.length) continue;
    moves.append(aside);
    row = null;
  }
  moves.append(part("div", "result", game.result + (game.end ? " · " + game.end : "")));
}

// ---- graph of evaluations ----

// Where the chances are known: [first x, last x, the line between them] of each stretch. A single position that is not
// known is bridged, since some texts have the evaluations of one side; a longer gap stays one.
function stretchesOf(chance, x, y) {
  const plies = [...chance.keys()].filter(ply => chance[ply] !== null), stretches = [];
  for (const ply of plies) {
    const last = stretches[stretches.length - 1];
    if (last && ply - last[last.length - 1] <= 2) last.push(ply);
    else stretches.push([ply]);
  }
  const most = chance.length - 1, at = ply => x(Math.max(0, Math.min(most, ply))).toFixed(1);
  return stretches.map(some => {
    const alone = some.length === 1, first = alone ? some[0] - .5 : some[0], end = alone ? some[0] + .5 : some[some.length - 1];
    const line = some.map(ply => `${at(ply)} ${y(chance[ply]).toFixed(1)}`);
    return [at(first), at(end), alone ? `${at(first)} ${y(chance[some[0]]).toFixed(1)}H${at(end)}` : line.join(" ")];
  });
}

function fillGraph(view) {
  const {game, graph} = view, {chance} = game;
  graph.hidden = !chance || game.line.length < 2;
  fill(graph);
  if (graph.hidden) return;
  const width = 600, height = 130, x = ply => width * ply / (game.line.length - 1), y = value => height - value * height / 100;
  const svg = draw(graph, "svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true"});
  for (const [from, to, line] of stretchesOf(chance, x, y)) {
    draw(svg, "path", {class: "gr-known", d: `M${from} 0H${to}V${height}H${from}z`});
    draw(svg, "path", {class: "gr-area", d: `M${from} ${height}L${line}L${to} ${height}z`});
  }
  draw(svg, "path", {class: "gr-middle", d: `M0 ${height / 2}H${width}`});
  view.cursor = draw(svg, "path", {class: "gr-cursor"});
  view.cursorAt = ply => view.cursor.setAttribute("d", `M${x(ply)} 0V${height}`);
  for (const node of game.line) {
    const fault = game.faults[node.ply];
    if (!fault && node.ply !== game.turning || chance[node.ply] === null) continue;
    const style = {"?!": "gr-dubious", "?": "gr-mistake", "??": "gr-blunder"}[fault] || "gr-turning";
    const words = `${numberOf(game, node)} ${node.san}${fault}` + (node.ply === game.turning ? ", the turning point" : "");
    const dot = make("a", {href: address(game, node), class: "gr-dot " + style, tabindex: -1, title: words, "aria-label": words});
    dot.style.left = 100 * x(node.ply) / width + "%";
    dot.style.top = 100 * y(chance[node.ply]) / height + "%";
    graph.append(dot);
  }
  on(svg, "click", event => {
    const box = boxOf(svg);
    const ply = Math.round((event.clientX - box.left) / box.width * (game.line.length - 1));
    show(view, game.line[Math.max(0, Math.min(game.line.length - 1, ply))]);
  });
}

// ---- opening tree ----

// The main line of a game as words, without building the game.
function mainLine(header, most) {
  if (header.sans) return header.sans;
  const sans = [];
  let depth = 0;
  for (const [, , bracket, , word] of movesOf(header).matchAll(TOKEN)) {
    depth += bracket === "(" ? 1 : bracket ? -1 : 0;
    if (word && !depth && sans.push(word) >= most) break;
  }
  if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(sans[sans.length - 1])) sans.pop();
  return header.sans = sans;
}

function pointsOf(headers) {
  const win = {"1-0": 1, "1/2-1/2": .5, "0-1": 0}, ended = headers.filter(header => header.result in win);
  const count = result => ended.filter(header => header.result === result).length;
  return {games: headers.length, ended: ended.length, white: count("1-0"), draws: count("1/2-1/2"), black: count("0-1"),
    points: ended.reduce((sum, header) => sum + win[header.result], 0)};
}

function addTree(view, parent, headers, ply, depth) {
  const moves = new Map();
  for (const header of headers) {
    const san = mainLine(header, MOST)[ply];
    if (san) moves.set(san, [...moves.get(san) || [], header]);
  }
  const list = make("ul"), all = headers.length;
  for (const [san, of] of [...moves].sort((a, b) => b[1].length - a[1].length).slice(0, 12)) {
    const {games, ended, white, draws, black, points} = pointsOf(of);
    const bar = make("span", {class: "gr-bar", role: "img", "aria-label": `White wins ${white}, draws ${draws}, Black wins ${black}`});
    for (const [n, style] of [[white, "w"], [draws, "d"], [black, "b"]]) {
      const part = make("span", {class: "gr-bar-" + style});
      part.style.flexGrow = n;
      if (n) bar.append(part);
    }
    const target = of.find(header => header.index === view.game.index) || of[0];
    const item = make("li", null, part("span", "tree-row",
      make("a", {href: `#game=${target.number}&ply=${ply + 1}`}, san), " ",
      part("span", "count", games), " ", part("span", "share", Math.round(100 * games / all) + " %"), " ", bar, " ",
      make("span", {class: "gr-points", title: `White's points: ${points} of ${ended}`}, ended ? Math.round(100 * points / ended) + " %" : "–")));
    if (depth > 1) addTree(view, item, of, ply + 1, depth - 1);
    list.append(item);
  }
  if (moves.size) parent.append(list);
  return moves.size;
}

const MOST = 80, DEEP = 3, SOME = 100;

// The games of the list that begin as the one shown does, up to the position shown.
function fillTree(view) {
  const {tree, game} = view;
  if (!tree.parentNode.open || !game) return;
  let at = view.node;
  while (!at.main) at = at.parent;
  const before = game.line.slice(1, at.ply + 1).map(node => node.san);
  const headers = view.headers.filter(header => header.playable && !(header.row && header.row.hidden) && header.variant === game.variant &&
    header.article.dataset.start === game.article.dataset.start &&
    before.every((san, n) => mainLine(header, MOST)[n] === san));
  const {games, ended, points} = pointsOf(headers);
  fill(tree, make("p", null, `${at.ply ? `After ${numberOf(game, at)} ${at.san}` : "From the start"}: ${games} ${games === 1 ? "game" : "games"}` +
    (ended ? `, White's points ${points} of ${ended}` : "")));
  const heads = ["Move", "Games", "Share", "Results", "Score"].map(word => make("span", null, word));
  if (addTree(view, tree, headers, at.ply, DEEP)) tree.lastChild.before(part("div", "tree-row", ...heads));
  else tree.append(make("p", null, at.ply < MOST ? "No game goes on." : "The tree ends here."));
}

// ---- list of games ----

const players = ({tags}) => `${known(tags.White) || "White"} – ${known(tags.Black) || "Black"}`;
const aboutOf = ({tags, variant}, several) => [several ? variant : "", known(tags.Event), known(tags.Site),
  known(tags.Round) && "round " + known(tags.Round), known(tags.Date), known(tags.Opening) || known(tags.ECO)].filter(Boolean).join(", ");

// Some rows at a time, so that a page of thousands shows its first game at once.
function fillList(view, from = 0) {
  const several = new Set(view.headers.map(header => header.variant)).size > 1;
  const rows = document.createDocumentFragment();
  for (const header of view.headers.slice(from, from + SOME)) {
    header.row = make("li", null, make("a", {href: `#game=${header.number}`, tabindex: header === view.header ? 0 : -1},
      make("b", null, players(header)), " ", part("span", "score", header.result.replaceAll("1/2", "½")), " ",
      make("small", null, aboutOf(header, several))));
    header.words = (Object.values(header.tags).join(" ") + " " + header.variant).toLowerCase();
    if (header === view.header) header.row.className = "gr-current";
    rows.append(header.row);
  }
  view.list.append(rows);
  filter(view);
  if (from + SOME < view.headers.length) setTimeout(() => fillList(view, from + SOME));
}

function choose(label, values) {
  const select = make("select", {"aria-label": label}, make("option", {value: ""}, label));
  for (const [value, text] of values) select.append(make("option", {value}, text));
  return select;
}

function filter(view) {
  const words = view.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const header of view.headers) {
    if (!header.row) continue;
    const fits = words.every(word => header.words.includes(word)) &&
      (!view.byVariant.value || header.variant === view.byVariant.value) &&
      (!view.byResult.value || header.result === view.byResult.value);
    header.row.hidden = !fits;
    shown += fits;
  }
  view.shown.textContent = shown === view.headers.length ? `${shown} games` : `${shown} of ${view.headers.length} games`;
  fillTree(view);
}
