// Moves and the graph of chances, beside the board. `address` and `show` are those of the page.

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

// ---- lists ----

// Makes a link the one of its list that the tab key reaches.
function makeStop(list, link, focus) {
  for (const stop of list.querySelectorAll("a[tabindex='0']")) stop.tabIndex = -1;
  link.tabIndex = 0;
  if (focus) link.focus({preventScroll: true});
  keepInView(list, link);
}

// Scrolls a list, but not the page.
function keepInView(list, row) {
  const outer = boxOf(list), inner = boxOf(row);
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top - 30;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 30;
}
