// How the pieces move: one at a time, on a board of its own. A touch of a piece on the board has it shown, too.

const MARK_WORDS = {"*": "goes to or captures on", o: "only goes to", x: "only captures on", h: "jumps to"};

function showPiece(view, piece) {
  const {game} = view, own = {game, flip: false}, {from, marks, letter} = piece;
  const svg = draw(null, "svg", {viewBox: `0 0 ${100 * game.files} ${100 * game.ranks}`, role: "img", class: "gr-reach"});
  drawGround(own, svg);
  drawPiece(svg, {...game, flip: false}, piece.promoted ? letter.replace(/^\+?(.)\+?$/, "$1+") : letter, `translate(${placeOf(own, from)})`);
  [...marks].forEach((mark, n) => {
    const [x, y] = placeOf(own, n);
    if (n === from || mark === ".") return;
    if (mark === "x") draw(svg, "circle", {class: "gr-take", cx: x + 50, cy: y + 50, r: 38});
    else draw(svg, "circle", {class: mark === "o" ? "gr-goes" : mark === "h" ? "gr-hops" : "gr-to", cx: x + 50, cy: y + 50, r: 18});
  });
  const words = Object.keys(MARK_WORDS).map(mark => {
    const squares = [...marks].map((one, n) => one === mark && n !== from ? squareName(game, n) : "").filter(Boolean);
    return squares.length ? `${MARK_WORDS[mark]} ${squares.join(" ")}` : "";
  }).filter(Boolean).join("; ");
  set(svg, "aria-label", `${piece.name} on ${squareName(game, from)}: ${words || "does not move"}`);
  fill(view.reach, svg, make("p", {class: "gr-words"}, piece.name + (piece.betza ? ` (${piece.betza})` : "") + ". Dots: it goes there" +
    (/x|o/.test(marks) ? "; rings: only to capture; hollow dots: only without capturing" : " and captures there") +
    (marks.includes("h") ? "; squares of another colour: by jumping" : "") + "."));
  for (const button of view.legend.children) set(button, "aria-pressed", button.dataset.letter === letter);
}

function buildPieces(view, moves) {
  view.reach = part("div", "reaches");
  view.legend = make("div", {class: "gr-legend", role: "group", "aria-label": "Pieces"}, ...moves.map(piece => {
    const button = make("button", {type: "button", "aria-pressed": "false", "data-letter": piece.letter});
    drawSmall(button, view.game, piece.promoted ? piece.letter.replace(/^\+?(.)\+?$/, "$1+") : piece.letter);
    button.append(piece.name);
    on(button, "click", () => showPiece(view, piece));
    return button;
  }));
  view.touched = cell => {
    const sign = cell[1] === "+" ? cell[0].toUpperCase() + "+" : cell[0].toUpperCase();
    const piece = moves.find(({letter, promoted}) => (promoted ? letter.replace(/\+/g, "") + "+" : letter) === sign);
    if (piece && view.pieces.open) showPiece(view, piece);
  };
  view.pieces = part("details", "fold", make("summary", null, "How the pieces move"), view.legend, view.reach);
  on(view.pieces, "toggle", () => { if (view.pieces.open && !view.reach.firstChild) showPiece(view, moves[0]); });
  return view.pieces;
}
