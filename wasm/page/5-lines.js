// What the engine thinks of the position shown, as long as it is shown.

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

async function analyse(view) {
  const {lines, node} = view;
  Object.assign(lines, {rows: [], best: null});
  fill(view.thoughts);
  view.thoughts.style.minHeight = lines.on ? 2 * view.howMany.value + "em" : "";
  view.about.textContent = lines.on ? "…" : "off";
  view.bar.hidden = !lines.on;
  if (!lines.on || isWaiting(view, node)) return;
  if (!view.all.length) {
    view.about.textContent = "the game is over";
    return;
  }
  const tell = (line, done) => showLines(view, {lines: [seen(view, line)], nodes: line.nodes, ms: line.ms, done});
  const found = await PAGE.engine.run(positionOf(view), {depth: 100, lines: +view.howMany.value}, line => { if (view.node === node && lines.on) tell(line); });
  if (found && view.node === node && lines.on && found.lines.length) tell({...found.lines[0], nodes: found.nodes, ms: found.ms}, true);
}

function toggleLines(view) {
  view.lines.on = !view.lines.on;
  set(view.analysis, "aria-pressed", view.lines.on);
  if (!view.lines.on && !isWaiting(view, view.node)) PAGE.engine.stop();
  analyse(view);
}

function buildLines(view) {
  view.lines = {on: false, rows: [], best: null, threat: false};
  view.analysis = word("Analysis", "The engine's lines (l)", () => PAGE.engine && toggleLines(view));
  set(view.analysis, "aria-pressed", false);
  view.about = make("span", {class: "gr-words", role: "status"}, "off");
  view.howMany = make("select", {"aria-label": "Lines"}, ...[1, 2, 3, 4, 5].map(n => make("option", {value: n}, n === 1 ? "1 line" : n + " lines")));
  view.howMany.value = 3;
  on(view.howMany, "change", () => view.lines.on && analyse(view));
  view.thoughts = make("div", {class: "gr-thoughts", role: "list", "aria-label": "Lines of the engine"});
  return make("section", {class: "gr-lines", "aria-label": "Analysis"}, part("div", "row-of", view.analysis, view.howMany, view.about), view.thoughts);
}
