// The list of moves and the graph of chances and times, of the page of games and of the desk, which each have their own
// `address` and `show`; the desk has `better` in its view, which adds to what stands behind a move.

// ---- moves ----

const faultOf = (game, node) => (/[?!]+/.exec(glyphsOf(game, node)) || [""])[0];

const STYLES = {"?!": "gr-dubious", "?": "gr-mistake", "??": "gr-blunder"};

function moveLink(view, node, numbered) {
  const {game} = view, evaluation = commented(node, "evaluation");
  const link = make("a", {href: address(game, node), class: "gr-move", tabindex: -1}, (numbered ? numberOf(game, node) + "\u00a0" : "") + node.san);
  const glyphs = glyphsOf(game, node), fault = faultOf(game, node);
  if (glyphs) link.append(part("span", "glyph", glyphs));
  if (fault) link.classList.add(STYLES[fault] || "gr-good");
  if (evaluation) link.append(make("i", null, evaluation));
  if (node.comments.some(comment => comment.hit)) link.classList.add("gr-hit");
  view.links[node.index] = link;
  return link;
}

function addComments(parent, comments) {
  for (const {text} of comments) if (text) parent.append(" ", part("span", "comment", text), " ");
}

// What is folded is known by its moves, since an edit makes a new tree.
const movesOfNode = node => node.parent ? movesOfNode(node.parent) + " " + node.san : "";
const begins = node => node.parent && node.parent.kids[0] !== node;

function fold(view, node, folded) {
  const box = view.boxes[node.index], key = movesOfNode(node);
  if (!box) return;
  if (folded) view.folded.add(key);
  else view.folded.delete(key);
  box.classList.toggle("gr-folded", folded);
  set(box.querySelector("button"), "aria-expanded", !folded);
}

// Only the first move of a variation that is folded can be seen.
function addFolding(view, box, node) {
  const label = `Variation ${numberOf(view.game, node)} ${node.san}`;
  const button = make("button", {type: "button", class: "gr-turner", tabindex: -1, "aria-expanded": "true", "aria-label": label});
  on(button, "click", () => {
    const folded = !box.classList.contains("gr-folded");
    if (folded && variationOf(view.node, node)) show(view, node);
    fold(view, node, folded);
  });
  box.prepend(button);
  view.boxes[node.index] = box;
  if (view.folded.has(movesOfNode(node))) fold(view, node, true);
}

// Whether a node is in the line that begins with another, or in what branches off there.
function variationOf(node, first) {
  while (node && node !== first) node = node.parent;
  return !!node;
}

// Folds the variation of the move shown; from the main line all of them, or none if all are.
function foldHere(view) {
  let {node} = view;
  while (node.parent && !begins(node)) node = node.parent;
  const all = view.game.nodes.filter(one => view.boxes[one.index]);
  if (!all.length) return false;
  if (!node.parent) {
    const open = all.some(one => !view.folded.has(movesOfNode(one)));
    for (const one of all) fold(view, one, open);
  } else if (view.boxes[node.index]) {
    const folded = !view.folded.has(movesOfNode(node));
    show(view, node);
    fold(view, node, folded);
  }
}

// What stands around a move comes to light as the move is shown.
function unfold(view, node) {
  for (let one = node; one; one = one.parent)
    if (one !== node && begins(one) && view.folded.has(movesOfNode(one))) fold(view, one, false);
}

// A variation as a block of its own, in which are those inside it.
function addVariation(view, parent, node) {
  const box = make("div", {class: "gr-variation", role: "group"}), inside = part("span", "inside"), start = node;
  let numbered = true, line = box;
  addComments(box, node.before);
  for (let first = true; node; node = node.kids[0], first = false) {
    if (!first) line.append(" ");
    const white = node.parent.setup.fields[1] === view.game.first;
    const again = node.parent.parent && node.parent.parent.setup.fields[1] === node.parent.setup.fields[1];
    line.append(moveLink(view, node, numbered || (white && !again)));
    if (first) box.append(line = inside);
    addComments(line, node.comments);
    const others = first ? [] : node.parent.kids.slice(1);
    for (const other of others) addVariation(view, line, other);
    numbered = others.length > 0 || node.comments.some(comment => comment.text);
  }
  set(box, "aria-label", `Variation ${numberOf(view.game, start)} ${start.san}`);
  if (start.kids.length) addFolding(view, box, start);
  parent.append(box);
}

function fillMoves(view) {
  const {game, moves} = view;
  let row = null, number = 0, cells = [];
  view.links = [];
  view.boxes = [];
  view.folded = view.folded || new Set();
  view.inMoves = focusIn(moves);
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
    if (view.better) view.better(aside, node);
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
    const last = stretches.at(-1);
    if (last && ply - last.at(-1) <= 2) last.push(ply);
    else stretches.push([ply]);
  }
  const most = chance.length - 1, at = ply => x(Math.max(0, Math.min(most, ply))).toFixed(1);
  return stretches.map(some => {
    const alone = some.length === 1, first = alone ? some[0] - .5 : some[0], end = alone ? some[0] + .5 : some.at(-1);
    const line = some.map(ply => `${at(ply)} ${y(chance[ply]).toFixed(1)}`);
    return [at(first), at(end), alone ? `${at(first)} ${y(chance[some[0]]).toFixed(1)}H${at(end)}` : line.join(" ")];
  });
}

// Seconds on a clock, such as 0:05:00 or 1:02.5.
const secondsOf = text => text.split(":").reduce((sum, part) => 60 * sum + +part, 0);

// The seconds that a move took, by what its comment says or by its side's clock before and after; NaN if that is not
// known.
function secondsFor(game, node) {
  const taken = commented(node, "taken");
  if (taken) return secondsOf(taken);
  const [, base, more] = /^(\d+)(?:\+(\d+))?$/.exec(game.tags.TimeControl || "") || ["", "", ""];
  const before = clockOf(game, node.parent, node.parent.setup.fields[1] === "w") || base, after = commented(node, "clock");
  return before && after ? Math.max(0, secondsOf(before) - secondsOf(after) + +(more || 0)) : NaN;
}

const inWords = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

// Below the chances: how long White thought, upwards, and Black, downwards. By its root, so that short times show, too.
function fillTimes(view, width, x) {
  const {game, graph} = view, all = game.line.slice(1).map(node => secondsFor(game, node));
  const most = Math.max(0, ...all.filter(time => time >= 0));
  if (!most) return;
  const bars = ["", ""], svg = draw(graph, "svg", {viewBox: `0 0 ${width} 40`, preserveAspectRatio: "none",
    class: "gr-times", role: "img", "aria-label": `Time for each move, White's above, Black's below; at most ${inWords(most)}`});
  all.forEach((time, n) => {
    const black = game.line[n].setup.fields[1] === "b", high = 20 * Math.sqrt(time / most) * (black ? 1 : -1);
    if (time >= 0) bars[+black] += `M${x(n + .1).toFixed(1)} 20v${high.toFixed(1)}H${x(n + .9).toFixed(1)}V20z`;
  });
  for (const side of [0, 1]) draw(svg, "path", {class: "gr-time-" + "wb"[side], d: bars[side]});
}

function fillGraph(view) {
  const {game, graph} = view, {chance} = game;
  const last = game.line.length - 1, width = 600, height = 130, x = ply => width * ply / last, y = value => height - value * height / 100;
  fill(graph);
  view.cursor = null;
  if (chance && last) fillChances(view, width, height, x, y);
  if (last) fillTimes(view, width, x);
  graph.hidden = !graph.firstChild;
  const svgs = [...graph.querySelectorAll("svg")], lines = svgs.map(svg => draw(svg, "path", {class: "gr-cursor"}));
  view.cursorAt = ply => lines.forEach(line => set(line, "d", `M${x(ply)} 0V${height}`));
  view.cursor = lines[0];
  for (const svg of svgs) on(svg, "click", event => {
    const box = boxOf(svg);
    const ply = Math.round((event.clientX - box.left) / box.width * last);
    show(view, game.line[Math.max(0, Math.min(last, ply))]);
  });
}

function fillChances(view, width, height, x, y) {
  const {game} = view, {chance} = game, curve = part("div", "curve");
  view.graph.append(curve);
  const svg = draw(curve, "svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true"});
  for (const [from, to, line] of stretchesOf(chance, x, y)) {
    draw(svg, "path", {class: "gr-known", d: `M${from} 0H${to}V${height}H${from}z`});
    draw(svg, "path", {class: "gr-area", d: `M${from} ${height}L${line}L${to} ${height}z`});
  }
  draw(svg, "path", {class: "gr-middle", d: `M0 ${height / 2}H${width}`});
  for (const node of game.line) {
    const fault = game.faults[node.ply];
    if (!fault && node.ply !== game.turning || chance[node.ply] === null) continue;
    const style = STYLES[fault] || "gr-turning";
    const words = `${numberOf(game, node)} ${node.san}${fault}` + (node.ply === game.turning ? ", the turning point" : "");
    const dot = make("a", {href: address(game, node), class: "gr-dot " + style, tabindex: -1, title: words, "aria-label": words});
    dot.style.left = 100 * x(node.ply) / width + "%";
    dot.style.top = 100 * y(chance[node.ply]) / height + "%";
    curve.append(dot);
  }
}
