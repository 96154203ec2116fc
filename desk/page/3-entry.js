// Entering moves by narrowing: each click keeps the legal moves whose next square fits. There is no rule here.

// What is clicked for a move, in its order: a piece in the hand, squares.
const clicksOf = move => [...move.hand ? ["@" + move.hand] : [], ...move.squares];

function clearEntry(view) {
  const chose = view.chooser.contains(document.activeElement);
  view.clicks = [];
  fill(view.chooser);
  view.chooser.hidden = true;
  drawEntry(view);
  if (chose) (view.chooserFrom || view.board).focus({preventScroll: true});
}

function fitting(view, clicks) {
  return view.legal.filter(move => clicksOf(move).slice(0, clicks.length).join() === clicks.join());
}

// Marks what was clicked, and where the moves that are left can go.
function drawEntry(view) {
  const svg = view.board.querySelector("svg");
  if (!svg) return;
  showSquare(view);
  for (const mark of svg.querySelectorAll(".gr-entry")) mark.remove();
  for (const piece of view.root.querySelectorAll(".gr-held .gr-chosen")) piece.classList.remove("gr-chosen");
  if (!view.clicks.length) return;
  for (const click of view.clicks)
    if (click[0] !== "@") drawSquare(view, svg, squareOf(view.game, click), "gr-entry gr-from", 3);
  const next = new Set(fitting(view, view.clicks).map(move => clicksOf(move)[view.clicks.length]).filter(Boolean));
  for (const name of next) {
    const square = squareOf(view.game, name), [x, y] = placeOf(view, square), taken = view.node.setup.cells[square];
    draw(svg, "circle", {class: "gr-entry " + (taken ? "gr-take" : "gr-to"), cx: x + 50, cy: y + 50, r: taken ? 44 : 15});
  }
}

// Several moves are left at the end of the clicks: what they are is said by their text.
function offer(view, moves) {
  const buttons = moves.map(move => {
    const button = make("button", {type: "button"}, move.san);
    on(button, "click", () => enter(view, move));
    return button;
  });
  const none = make("button", {type: "button", "aria-label": "None of these"}, "×");
  on(none, "click", () => clearEntry(view));
  view.chooserFrom = view.squares.contains(document.activeElement) ? view.squares.firstChild : null;
  fill(view.chooser, part("span", "words", "Which?"), ...buttons, none);
  view.chooser.hidden = false;
  buttons[0].focus();
}

function enter(view, move) {
  clearEntry(view);
  view.played(move);
}

// A click on a square, or on a piece in the hand. A click that fits no move begins anew.
function click(view, what) {
  if (!view.legal.length) return;
  if (view.legal.length === 1 && view.legal[0].kind === "null move") return offer(view, view.legal); // a side that is stuck
  let clicks = [...view.clicks, what], moves = fitting(view, clicks);
  if (!moves.length) moves = fitting(view, clicks = view.clicks[0] === what ? [] : [what]);
  if (!moves.length || !clicks.length) return clearEntry(view);
  const whole = moves.filter(move => clicksOf(move).length === clicks.length);
  view.clicks = clicks;
  drawEntry(view);
  if (whole.length === 1 && moves.length === 1) enter(view, whole[0]);
  else if (whole.length) offer(view, whole);
  else view.chooser.hidden = true;
}

// A drag is two clicks; with the right button it draws an arrow, or a mark where it ends as it began.
function onBoard(view) {
  let from = "", began = null, ghost = null;
  const stop = () => {
    if (ghost) ghost.removeAttribute("pointer-events"), ghost.setAttribute("transform", ghost.dataset.place);
    ghost = null;
    from = "";
  };
  on(view.board, "contextmenu", event => event.preventDefault());
  on(view.board, "pointerdown", event => {
    from = squareAt(view, event);
    began = event;
    if (!from) return;
    if (event.button === 0) {
      const was = view.clicks.length;
      click(view, from);
      const piece = view.board.querySelector(`g[transform="translate(${placeOf(view, squareOf(view.game, from))})"]`);
      if (view.clicks.length === 1 && (was === 0 || view.clicks[0] === from) && piece) {
        ghost = piece;
        ghost.dataset.place = ghost.getAttribute("transform");
        view.board.setPointerCapture(event.pointerId);
      }
    }
  });
  on(view.board, "pointermove", event => {
    if (!ghost || Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) < 4) return;
    const svg = view.board.querySelector("svg"), box = boxOf(svg), unit = box.width / wideOf(view.game);
    svg.append(ghost);
    ghost.setAttribute("transform", `translate(${(event.clientX - box.left) / unit - MARGIN - 50} ${(event.clientY - box.top) / unit - overOf(view.game) - 50})`);
  });
  on(view.board, "pointerup", event => {
    const to = squareAt(view, event), begun = from;
    stop();
    if (!begun || !to) return;
    if (event.button === 2) view.marked(begun, to, colorOf(event));
    else if (to !== begun && event.button === 0) click(view, to);
  });
  on(view.board, "pointercancel", stop);
}
