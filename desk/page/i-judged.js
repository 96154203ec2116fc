// What the database, or the text of the game, has been told of its positions: the curve, glyphs, better lines, and how
// well each side has played; as far as the moves are those that were judged.

const FEW_MOVES = 10; // of fewer moves an accuracy says nothing

function showJudged(game, judged, moves) {
  game.judged = judged;
  game.judgedMoves = moves;
  if (!judged) return;
  const chance = game.line.map((node, ply) => game.chance ? game.chance[ply] : null);
  for (const node of game.line) {
    const ply = judged.plies[node.ply];
    if (!ply || (node.uci && node.uci !== moves[node.ply - 1])) break;
    node.better = ply.better;
    if (ply.chance === undefined) continue;
    chance[node.ply] = ply.chance;
    if (ply.glyph) game.faults[node.ply] = ply.glyph;
    const over = game.end && node === game.line[game.line.length - 1]; // its score says nothing new
    if (node.ply && !over && !node.comments.some(comment => comment.evaluation))
      node.comments.push({text: "", hit: false, clock: "", marks: [], evaluation: ply.mate !== undefined ? `#${ply.mate}` : (ply.score / 100).toFixed(2)});
  }
  game.turning = judged.turning || undefined;
  if (chance.some(value => value !== null)) game.chance = chance;
}

// The line that would have been better than a fault, unless it is among the variations. Its moves are tried when they
// are clicked.
function addBetter(view, parent, node) {
  const {better} = node, before = node.parent;
  if (!better || before.kids.some(kid => kid.uci === better.uci[0])) return;
  const moves = better.san.map((san, n) => {
    const button = word((n ? "" : numberOf(view.game, node) + "\u00a0") + san, "Try the line up to here", () => tryLine(view, before, better.uci, n + 1));
    return [button, " "];
  });
  const add = word("+", "Add this line as a variation", () => edit(view, [{op: "add", at: before.path, line: better.uci}]));
  add.setAttribute("aria-label", `Add the line ${better.san.join(" ")}`);
  parent.append(make("div", {class: "gr-better", role: "group", "aria-label": `Better than ${node.san}`}, ...moves.flat(), add));
}

// A line that is not in the game is tried as moves of the tree are; the board shows it after some of its moves.
async function tryLine(view, before, line, count) {
  beginTrial(view);
  await edit(view, [{op: "add", at: before.path, line}], [...movesTo(before), ...line.slice(0, count)]);
  if (view.trial && !view.undo.length) endTrial(view);
}

// The table of the page of games, with the same figures.
function fillJudgement(view) {
  const {judged, judgedMoves, line} = view.game, names = ["accuracy", "average loss", "?!", "?", "??"];
  fill(view.table);
  if (!judged || !judged.white || judgedMoves.join() !== line.slice(1).map(node => node.uci).join()) return;
  const rows = SIDES.map(name => [name, judged[name.toLowerCase()]]).filter(([, side]) => side.moves).map(([name, side]) => make("tr", null,
    make("th", {scope: "row"}, name), ...[side.moves < FEW_MOVES ? "–" : side.accuracy.toFixed(1) + "\u00a0%", Math.round(side.average_loss),
      side.dubious, side.mistakes, side.blunders].map(text => make("td", null, text))));
  if (rows.length) view.table.append(make("table", {class: "judgement"}, judged.by ? make("caption", null, judged.by) : "",
    make("tr", null, make("td"), ...names.map(name => make("th", {scope: "col"}, name))), ...rows));
}
