// Moves, the graph of chances, and going through a game; of the page of games and of the desk, which each have their own
// `address` and `show`.

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

// ---- going through a game ----

function icon(path, label, action) {
  const button = make("button", {type: "button", "aria-label": label, title: label});
  draw(draw(button, "svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}), "path", {d: path});
  on(button, "click", action);
  return button;
}

// Puts a node on the board, and marks it in the list of moves and in the graph.
function present(view, node) {
  const prior = view.node, link = view.links[node.index];
  view.node = node;
  drawBoard(view, prior);
  fillBar(view, view.flip ? view.lower : view.upper, false);
  fillBar(view, view.flip ? view.upper : view.lower, true);
  if (prior && view.links[prior.index]) view.links[prior.index].removeAttribute("aria-current");
  if (link || view.links[1]) makeStop(view.moves, link || view.links[1], view.moves.contains(document.activeElement));
  if (link) link.setAttribute("aria-current", "true");
  else view.moves.scrollTop = 0;
  let main = node;
  while (!main.main) main = main.parent;
  if (view.cursor) view.cursorAt(main.ply);
  view.status.textContent = statusOf(view);
}

function forward(view) {
  if (view.node && view.node.kids.length) show(view, view.node.kids[0]);
}

function back(view) {
  if (view.node && view.node.parent) show(view, view.node.parent);
}

// To the next or the previous move that was played or proposed instead of this one.
function beside(view, way) {
  const kids = view.node && view.node.parent ? view.node.parent.kids : [];
  if (kids.length < 2) return false;
  show(view, kids[(kids.indexOf(view.node) + way + kids.length) % kids.length]);
  return true;
}

// How often White won, the game was drawn, Black won, as a bar.
function resultBar(white, draws, black) {
  const bar = make("span", {class: "gr-bar", role: "img", "aria-label": `White wins ${white}, draws ${draws}, Black wins ${black}`});
  for (const [n, style] of [[white, "w"], [draws, "d"], [black, "b"]]) {
    const part = make("span", {class: "gr-bar-" + style});
    part.style.flexGrow = n;
    if (n) bar.append(part);
  }
  return bar;
}
