// The lines of an engine, as rows below the board. The page that plays a game has this, too (wasm/page).

const scoreOf = line => line.mate !== undefined ? `#${line.mate}` : (line.score > 0 ? "+" : "") + (line.score / 100).toFixed(2);

function lineRow(view, line) {
  const [first, ...rest] = line.san, row = make("div", {class: "gr-line", role: "listitem"},
    make("b", null, (line.bound === "lower" ? "≥" : line.bound === "upper" ? "≤" : "") + scoreOf(line)), " ",
    make("button", {type: "button", title: "Play this move"}, first || ""), " ", part("span", "on", rest.join(" ")), " ",
    make("button", {type: "button", title: "Add this line as a variation", "aria-label": `Add the line ${line.san.join(" ")}`}, "+"));
  const [move, insert] = row.querySelectorAll("button");
  on(move, "click", () => typed(view, line.uci[0]));
  on(insert, "click", () => edit(view, [{op: "add", at: view.node.path, line: line.uci}]));
  move.disabled = insert.disabled = view.lines.threat; // it is the other side's turn
  return row;
}

// A bound has few moves, if any but the first: those that were known before still say what is meant.
function keepMoves(rows, line) {
  const known = rows.find(row => row && row.uci[0] === line.uci[0]);
  if (line.bound && known && known.uci.length > line.uci.length) Object.assign(line, {uci: known.uci, san: known.san});
}

// Takes lines that were told, and shows all that are known.
function showLines(view, message) {
  const {lines} = view;
  for (const line of message.lines) {
    keepMoves(lines.rows, line);
    lines.rows = lines.rows.map(row => row && row.uci[0] === line.uci[0] ? null : row); // of a move the last word counts
    lines.rows[line.line - 1] = line;
  }
  const best = lines.rows[0];
  if (best) {
    lines.best = best;
    view.about.textContent = (lines.threat ? "threat: " : "") + `${scoreOf(best)} · depth ${best.depth} · ${(message.nodes / Math.max(1, message.ms) / 1000).toFixed(1)} M/s` +
      (message.done ? " · done" : "");
    view.bar.style.setProperty("--gchance", best.chance + "%");
    view.bar.setAttribute("aria-label", `White's chance: ${Math.round(best.chance)} %`);
  }
  fill(view.thoughts, ...lines.rows.filter(Boolean).map(line => lineRow(view, line)));
}
