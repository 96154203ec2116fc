// Setting up what no square shows: castlings and other rights, and pieces in hand; and pieces that are dragged.

// ---- rights ----

// A box for each right that the game knows; those that a FEN names by files stay as they are.
function fillRights(page) {
  const {variant} = page.view.game;
  fill(page.rights, make("legend", null, "Castlings and other rights"), ...[...variant.rights].map(letter => {
    const box = make("input", {type: "checkbox", "data-right": letter});
    on(box, "change", () => turnRight(page, letter, box.checked));
    return labelled(letter, box);
  }));
  page.rights.hidden = !variant.rights;
}

function turnRight(page, letter, held) {
  const {game, node} = page.view, {fields} = node.setup, was = fields[2].replace("-", "");
  const now = [...game.variant.rights].filter(one => one === letter ? held : was.includes(one));
  const others = [...was].filter(one => !game.variant.rights.includes(one));
  fields[2] = [...now, ...others].join("") || "-";
  page.fen.value = writeFen(game, node.setup);
  checkSetup(page);
}

// ---- in hand ----

// The letters of each group in the pocket of a FEN: White's hand and Black's, or with commas the reserves of both royal
// pieces and magicians.
function groupsOf(pocket) {
  const inside = pocket.slice(1, -1), letters = [...inside].filter(letter => /\w/.test(letter));
  if (inside.includes(",")) return inside.split(",").map(group => [...group]);
  return [letters.filter(isWhite), letters.filter(letter => !isWhite(letter))];
}

// Two royal pieces of a side each have their own; else a pocket has the letters of both sides.
const hasReserves = game => /\[.*,/.test(game.variant.start);
const groupNames = game => hasReserves(game) ? ["White's king", "White's magician", "Black's king", "Black's magician"] : ["White", "Black"];

function setGroups(page, groups) {
  const {game, node} = page.view;
  node.setup.fields[0] = `[${groups.map(group => group.join("")).join(groups.length > 2 ? "," : "")}]`;
  page.fen.value = writeFen(game, node.setup);
  drawHands(page);
  checkSetup(page);
}

// Can a piece be in a hand?
function isHeld(game, brush) {
  const piece = game.variant.pieces.find(({letter}) => letter === brush.toUpperCase());
  return Boolean(piece) && piece.held;
}

function addHeld(page, groups, n, brush) {
  groups[n].push(n < groups.length / 2 ? brush.toUpperCase() : brush.toLowerCase());
  setGroups(page, groups);
}

function groupsNow(page) {
  const {game, node} = page.view, groups = groupsOf(node.setup.fields[0] || "[]");
  return hasReserves(game) && groups.length < 4 ? [[], [], [], []] : groups;
}

// A piece that was dragged onto a hand belongs to that side. False where the pointer is elsewhere.
function intoHand(page, {clientX, clientY}, brush) {
  const over = document.elementFromPoint(clientX, clientY), n = [...page.hands.querySelectorAll(".gr-hand")].findIndex(hand => hand.contains(over));
  if (n < 0 || !isHeld(page.view.game, brush[0] || "")) return false;
  addHeld(page, groupsNow(page), n, brush[0]);
  return true;
}

function handOf(page, groups, n) {
  const {game} = page.view, order = game.variant.pieces.map(({letter}) => letter);
  const counted = [...new Set(groups[n])].sort((a, b) => order.indexOf(a.toUpperCase()) - order.indexOf(b.toUpperCase()));
  const held = counted.map(piece => {
    const count = groups[n].filter(one => one === piece).length, name = game.names[piece.toUpperCase()] || piece;
    const button = make("button", {type: "button", title: "Take one out", "aria-label": `${count} ${name}: take one out`});
    drawSmall(button, game, piece);
    if (count > 1) button.append(count);
    on(button, "click", () => {
      groups[n].splice(groups[n].indexOf(piece), 1);
      setGroups(page, groups);
    });
    return button;
  });
  const add = word("+", "Add the chosen piece", () => addHeld(page, groups, n, page.brush));
  add.disabled = !isHeld(game, page.brush);
  if (add.disabled) add.title = "Choose a piece that can be in a hand first";
  add.setAttribute("aria-label", `Add the chosen piece to ${groupNames(game)[n]}`);
  return make("div", {class: "gr-row-of gr-hand"}, part("span", "words", groupNames(game)[n]), ...held, add);
}

function drawHands(page) {
  const {variant} = page.view.game;
  page.hands.hidden = !variant.hands && !variant.beside;
  if (page.hands.hidden) return;
  const groups = groupsNow(page);
  fill(page.hands, make("legend", null, variant.beside ? "In reserve" : "In hand"), ...groups.map((group, n) => handOf(page, groups, n)));
}

// Both as the text of the position has them.
function showBeside(page) {
  for (const box of page.rights.querySelectorAll("[data-right]")) box.checked = (page.view.node.setup.fields[2] || "").includes(box.dataset.right);
  if (!page.hands.contains(document.activeElement)) drawHands(page);
}

// ---- dragging ----

// A piece that follows the pointer from where it went down; `drop` gets the event at its end, and whether it has moved.
function trail(page, event, piece, drop) {
  const ghost = make("span", {class: "gr-ghost", "aria-hidden": "true"});
  let moved = false;
  const move = at => {
    if (!moved && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < 6) return;
    if (!moved && piece) {
      drawSmall(ghost, page.view.game, piece);
      page.root.append(ghost);
    }
    moved = true;
    ghost.style.left = at.clientX + "px";
    ghost.style.top = at.clientY + "px";
  };
  const end = at => {
    for (const [name, work] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) document.removeEventListener(name, work);
    ghost.remove();
    if (at.type === "pointerup") drop(at, moved);
  };
  for (const [name, work] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) on(document, name, work);
}

// The square under the pointer, "" where it is not over the board.
function squareUnder(view, event) {
  const {left, right, top, bottom} = boxOf(view.board.querySelector("svg")), {clientX, clientY} = event;
  return clientX < left || clientX > right || clientY < top || clientY > bottom ? "" : squareAt(view, event);
}

// A click puts the brush on a square; dragged, what stands there goes to another square, or off the board.
function dragOrPaint(page, event) {
  const {view} = page, from = squareAt(view, event), {cells} = view.node.setup, at = from ? squareOf(view.game, from) : -1;
  if (!from || event.button === 2) return paint(page, from, event.button === 2);
  event.preventDefault();
  return trail(page, event, cells[at], (up, moved) => {
    const to = squareUnder(view, up);
    if (!moved || to === from) return paint(page, from, false);
    if (!cells[at]) return null;
    if (intoHand(page, up, cells[at])) return cells[at] = "", painted(page);
    if (to) cells[squareOf(view.game, to)] = cells[at];
    cells[at] = "";
    return painted(page);
  });
}
