// What the engine thinks of the position shown, as long as it is shown. Pages of games with an engine have this, too
// (wasm/games): each page has its own `view.analyse`, which analyses what is shown, `positionOf` and `isWaiting`.

// Of a line, to be read.
const MOST_MOVES = 24;

// A line as White sees it, with White's chance.
function seen(view, line) {
  const sign = turnOf(view.node) === "w" ? 1 : -1, mate = line.mate === null ? undefined : sign * line.mate;
  const score = line.score === null ? undefined : sign * line.score;
  const bound = sign > 0 || !line.bound ? line.bound : line.bound === "lower" ? "upper" : "lower";
  const chance = mate !== undefined ? 100 * (mate > 0) : 100 / (1 + Math.exp(-view.variant.slope * score));
  return {...line, mate, score, bound: bound || undefined, chance, uci: line.uci.slice(0, MOST_MOVES), san: line.san.slice(0, MOST_MOVES)};
}

// A move as an arrow; one that has no way as a square, and a pass as nothing.
function drawMove(view, parent, move) {
  const squares = move.squares.map(name => squareOf(view.game, name)), [from] = squares, to = squares.at(-1);
  if (squares.length > 1 && from !== to) drawArrow(view, parent, from, to, "gr-drawn gr-drawn-B");
  else if (squares.length) drawSquare(view, parent, from, "gr-drawn gr-drawn-B", 5);
}

function drawBest(view) {
  const svg = view.board.firstChild, {best} = view.lines, move = best && view.all.find(({uci}) => uci === best.uci[0]);
  svg.querySelector(".gr-best")?.remove();
  if (move) drawMove(view, draw(svg, "g", {class: "gr-best"}), move);
}

async function analyse(view) {
  const {lines, node} = view;
  Object.assign(lines, {rows: [], best: null});
  fill(view.thoughts);
  drawBest(view);
  view.thoughts.style.minHeight = lines.on ? 2 * view.howMany.value + "em" : "";
  view.about.textContent = lines.on ? "…" : "off";
  view.bar.hidden = !lines.on;
  if (!lines.on || isWaiting(view, node)) return;
  if (!view.all.length) {
    view.about.textContent = "the game is over";
    return;
  }
  const {engine} = PAGE, tell = (line, done) => {
    showLines(view, {lines: [seen(view, line)], nodes: line.nodes, ms: line.ms, done});
    drawBest(view);
  };
  const hear = line => { if (view.node !== node) engine.stop(); else if (lines.on) tell(line); };
  const found = await engine.run(positionOf(view), {depth: 100, lines: +view.howMany.value}, hear);
  if (found && view.node === node && lines.on && found.lines.length) tell({...found.lines[0], nodes: found.nodes, ms: found.ms}, true);
}

function toggleLines(view) {
  if (!PAGE.engine) return;
  view.lines.on = !view.lines.on;
  set(view.analysis, "aria-pressed", view.lines.on);
  if (!view.lines.on && !isWaiting(view, view.node)) PAGE.engine.stop();
  view.analyse();
}

function buildLines(view) {
  view.lines = {on: false, rows: [], best: null, threat: false};
  view.analysis = word("Analysis", "The engine's lines (l)", () => toggleLines(view));
  set(view.analysis, "aria-pressed", false);
  view.about = make("span", {class: "gr-words", role: "status"}, "off");
  view.howMany = make("select", {"aria-label": "Lines"}, ...[1, 2, 3, 4, 5].map(n => make("option", {value: n}, n === 1 ? "1 line" : n + " lines")));
  view.howMany.value = 3;
  on(view.howMany, "change", () => view.lines.on && view.analyse());
  view.thoughts = make("div", {class: "gr-thoughts", role: "list", "aria-label": "Lines of the engine"});
  return make("section", {class: "gr-lines", "aria-label": "Analysis"}, part("div", "row-of", view.analysis, view.howMany, view.about), view.thoughts);
}
