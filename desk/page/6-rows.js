// The lines of an engine, as rows below the board. The page that plays a game has this, too (wasm/page), and so have pages of
// games with an engine (wasm/games): there `view.follow` shows the position after a move of a line.

const scoreOf = line => line.mate !== undefined ? `#${line.mate}` : (line.score > 0 ? "+" : "") + (line.score / 100).toFixed(2);

function lineRow(view, line) {
  const row = make("div", {class: "gr-line", role: "listitem"}, make("b", null, (line.bound === "lower" ? "≥" : line.bound === "upper" ? "≤" : "") + scoreOf(line)), " ");
  if (view.follow) row.append(part("span", "on", ...line.san.flatMap((san, n) => [word(san, "Show the position after this move", () => view.follow(line, n)), " "])));
  else row.append(...movesOfLine(view, line));
  return row;
}

// The first move can be played, and the line be added.
function movesOfLine(view, line) {
  const [first, ...rest] = line.san, move = word(first || "", "Play this move", () => typed(view, line.uci[0]));
  const insert = word("+", "Add this line as a variation", () => edit(view, [{op: "add", at: view.node.path, line: line.uci}]));
  set(insert, "aria-label", `Add the line ${line.san.join(" ")}`);
  move.disabled = insert.disabled = view.lines.threat; // it is the other side's turn
  return [move, " ", part("span", "on", rest.join(" ")), " ", insert];
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
  fillRows(view);
}

// A row that is being pressed stays until it is let go, and a button that has the focus keeps it.
function fillRows(view) {
  const {thoughts, lines} = view, buttons = () => [...thoughts.querySelectorAll("button")], at = buttons().indexOf(document.activeElement);
  if (thoughts.matches(":active")) return;
  fill(thoughts, ...lines.rows.filter(Boolean).map(line => lineRow(view, line)));
  if (at >= 0) buttons()[at]?.focus();
}
