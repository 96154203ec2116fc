// The squares of a board by keys, and for screen readers. The board is a picture; over it lies one button, which arrow
// keys have go from square to square: each time another button takes the focus, so that its name is said. Enter and the
// space bar do what a click does there.

// The letter of a piece with what marks it.
function pieceWords(game, cell) {
  if (!cell || cell === "*") return cell ? "hole" : "empty";
  const {name, promoted} = game.variant.pieces.find(piece => piece.letter === cell[0].toUpperCase()) || {name: cell};
  const marked = cell[1] === "+" ? promoted || name + " promoted" : cell[1] === "~" ? name + " promoted" : cell[1] ? name + " marked" : name;
  return `${isWhite(cell) ? "White" : "Black"} ${marked}`;
}

// What a click on a square would be for the moves that are left.
function entryWords(view, name) {
  const {clicks} = view, goes = fitting(view, clicks).some(move => clicksOf(move)[clicks.length] === name);
  return clicks.includes(name) ? "chosen" : !goes ? "" : clicks.length ? "can be next" : "can move";
}

const wordsOfSquare = (view, at) => [squareName(view.game, at), pieceWords(view.game, view.node.setup.cells[at]),
  view.wordsAt(squareName(view.game, at))].filter(Boolean).join(", ");

function squareButton(view, at) {
  const {game} = view, [x, y] = placeOf(view, at), wide = wideOf(game), high = highOf(game);
  const button = make("button", {type: "button", class: "gr-square", "aria-label": wordsOfSquare(view, at), "data-square": squareName(game, at)});
  Object.assign(button.style, {left: 100 * (MARGIN + x) / wide + "%", top: 100 * (overOf(game) + y) / high + "%", width: 10000 / wide + "%", height: 10000 / high + "%"});
  on(button, "click", () => view.clicked(button.dataset.square));
  return button;
}

// After each change of the board: the button stays on its square, or begins with the royal piece of the side to move.
function showSquare(view) {
  const {game, node, squares} = view, {cells, fields} = node.setup, royal = fields[1] === "w" ? game.royal : (game.royal || "").toLowerCase();
  const old = squares.firstChild, same = old && view.squaresOf === game.variant ? squareOf(game, old.dataset.square) : -1;
  const at = same >= 0 ? same : Math.max(cells.findIndex(cell => royal && cell[0] === royal), 0), now = squareButton(view, at);
  view.squaresOf = game.variant;
  if (!old) return squares.append(now);
  old.dataset.square = now.dataset.square;
  old.style.cssText = now.style.cssText;
  if (old.getAttribute("aria-label") !== now.getAttribute("aria-label")) old.setAttribute("aria-label", now.getAttribute("aria-label"));
}

function goToSquare(view, at) {
  const old = view.squares.firstChild, now = squareButton(view, at);
  old.after(now);
  now.focus();
  old.remove();
}

function walkSquares(view, event) {
  const way = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key], {files, ranks} = view.game;
  if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  const at = squareOf(view.game, event.target.dataset.square), turn = view.flip ? -1 : 1;
  const file = at % files + turn * way[0], rank = Math.floor(at / files) + turn * way[1];
  if (file >= 0 && file < files && rank >= 0 && rank < ranks) goToSquare(view, rank * files + file);
}

// The board with its squares. `clicked` is told the name of a square, `wordsAt` says what else is to be known of it.
function withSquares(view, clicked, wordsAt) {
  Object.assign(view, {clicked, wordsAt, squares: make("div", {class: "gr-squares", role: "group", "aria-label": "Squares: arrow keys lead from one to another"})});
  on(view.squares, "keydown", event => walkSquares(view, event));
  return part("div", "around", view.board, view.squares);
}

// ---- hands ----

// Pieces in the hand that can be put on the board are buttons; of each hand the tab key reaches one.
function reachHands(view) {
  for (const bar of [view.upper, view.lower]) {
    const pieces = [...bar.querySelectorAll(".gr-held .gr-small")].filter(piece => {
      const held = heldAt(view, {target: piece});
      return held && view.legal.some(move => move.hand === held.letter);
    });
    pieces.forEach((piece, n) => {
      piece.setAttribute("role", "button");
      piece.setAttribute("tabindex", n ? -1 : 0);
    });
  }
}

// Arrow keys go from piece to piece; Enter takes one, and leads to the squares.
function walkHand(view, event) {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key], piece = event.target.closest("[role=button]"), takes = event.key === "Enter" || event.key === " ";
  if (!piece || !step && !takes) return;
  event.preventDefault();
  event.stopPropagation();
  if (takes) {
    piece.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    return view.squares.firstChild.focus();
  }
  const all = [...event.currentTarget.querySelectorAll(".gr-held [role=button]")], next = all[all.indexOf(piece) + step];
  if (!next) return;
  piece.setAttribute("tabindex", -1);
  next.setAttribute("tabindex", 0);
  next.focus();
}

// The piece in the hand, of the side to move, that was clicked: its picture and letter.
function heldAt(view, event) {
  const node = event.target.closest(".gr-small"), label = node && node.getAttribute("aria-label");
  if (!node || !node.closest(".gr-held")) return null;
  const piece = view.game.variant.pieces.find(({name}) => label.endsWith(" " + name));
  return piece && (label[0] === "W") === (view.node.setup.fields[1] === "w") ? {node, letter: piece.letter} : null;
}

// Pieces in the hand are clicked as squares are, or dragged onto the board.
function onHands(view) {
  for (const bar of [view.upper, view.lower]) {
    on(bar, "keydown", event => walkHand(view, event));
    on(bar, "click", event => {
      const svg = heldAt(view, event);
      if (!svg) return;
      click(view, "@" + svg.letter);
      svg.node.classList.add("gr-chosen");
    });
    on(bar, "pointerdown", event => {
      const svg = heldAt(view, event);
      if (!svg) return;
      event.preventDefault();
      const drop = up => {
        document.removeEventListener("pointerup", drop);
        const square = squareAt(view, up), board = boxOf(view.board.querySelector("svg"));
        if (!square || up.clientX < board.left || up.clientX > board.right || up.clientY < board.top || up.clientY > board.bottom) return;
        clearEntry(view);
        click(view, "@" + svg.letter);
        click(view, square);
      };
      document.addEventListener("pointerup", drop);
    });
  }
}
