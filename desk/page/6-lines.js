// What the engine thinks: one stream of the tab carries all, and a new position drops what was said of older ones.

function listen(view) {
  const id = Math.random().toString(36).slice(2, 14), lines = view.lines = {id, generation: 0, rows: [], on: false};
  lines.stream = new EventSource(API + "live?id=" + id);
  on(lines.stream, "lines", event => heard(view, JSON.parse(event.data)));
  on(lines.stream, "open", () => think(view));
}

const scoreOf = line => line.mate !== undefined ? `#${line.mate}` : (line.score > 0 ? "+" : "") + (line.score / 100).toFixed(2);

function lineRow(view, line) {
  const [first, ...rest] = line.san, row = make("div", {class: "gr-line", role: "listitem"},
    make("b", null, (line.bound === "lower" ? "≥" : line.bound === "upper" ? "≤" : "") + scoreOf(line)), " ",
    make("button", {type: "button", title: "Play this move"}, first || ""), " ", part("span", "on", rest.join(" ")), " ",
    make("button", {type: "button", title: "Add this line as a variation", "aria-label": `Add the line ${line.san.join(" ")}`}, "+"));
  const [move, insert] = row.querySelectorAll("button");
  on(move, "click", () => typed(view, line.uci[0]));
  on(insert, "click", () => edit(view, [{op: "add", at: view.node.path, line: line.uci}]));
  return row;
}

function heard(view, message) {
  const {lines} = view;
  if (message.generation !== lines.generation || !lines.on) return;
  for (const line of message.lines) lines.rows[line.line - 1] = line;
  const best = lines.rows[0];
  if (best) {
    lines.best = best;
    view.about.textContent = `${scoreOf(best)} · depth ${best.depth} · ${(message.nodes / Math.max(1, message.ms) / 1000).toFixed(1)} M/s` +
      (message.done ? " · done" : "");
    view.bar.style.setProperty("--gchance", best.chance + "%");
    view.bar.setAttribute("aria-label", `White's chance: ${Math.round(best.chance)} %`);
  }
  fill(view.thoughts, ...lines.rows.filter(Boolean).map(line => lineRow(view, line)));
}

// Has the position shown be thought about, or nothing.
async function think(view) {
  const {lines, game, node} = view;
  if (!lines || !game) return;
  lines.rows = [];
  lines.best = null;
  fill(view.thoughts);
  view.about.textContent = lines.on ? "…" : "off";
  view.bar.hidden = !lines.on;
  if (!lines.on && !lines.generation) return;
  const position = lines.on ? {variant: game.json.variant, fen: game.json.start, moves: movesTo(node)} : null;
  const answer = await attempt(view.desk, () => newest(lines, post(`live/${lines.id}`,
    {position, lines: +view.howMany.value, threads: 1})));
  if (answer) lines.generation = answer.generation;
}

function toggleEngine(view) {
  view.lines.on = !view.lines.on;
  view.engine.setAttribute("aria-pressed", view.lines.on);
  think(view);
}
