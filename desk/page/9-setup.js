// Setting up a position: with brushes on the board, or as text; then it is played from, searched for, or thought about.

function variantChoice(desk, label) {
  return make("select", {"aria-label": label}, ...[...desk.variants.values()].map(({name, title}) => make("option", {value: name}, title)));
}

// The faults of the position as the reader has them.
async function checkSetup(page) {
  clearTimeout(page.timer);
  const answer = await attempt(page.desk, () => newest(page.checking, post("position", {variant: page.variant.value, fen: page.fen.value, draft: true})));
  if (!answer) return;
  if (page.desk.screen === "setup") keepAddress(page.desk);
  page.faults.textContent = answer.error || (answer.end ? `The game is over: ${answer.end.state}` : `${answer.legal.length} legal ${answer.legal.length === 1 ? "move" : "moves"}`) +
    (answer.dropped || []).map(({text}) => `; left out: ${text}`).join("");
  showBeside(page);
  page.turn.textContent = page.view.node.setup.fields[1] === "w" ? "White to move" : "Black to move";
  page.faults.classList.toggle("gr-error", Boolean(answer.error));
  page.uses.forEach((button, n) => { button.disabled = Boolean(answer.error) && !(n === 1 && page.any.size); }); // a pattern is no position
}

// ---- patterns: squares on which anything may stand ----

// The board in the notation of queries: `?` is anything, `.` nothing.
function patternOf(page) {
  const {game, node} = page.view, rows = [];
  for (let rank = game.ranks; rank >= 1; rank--) {
    let row = "";
    for (let file = 0; file < game.files; file++) {
      const at = squareOf(game, String.fromCharCode(97 + file) + rank);
      row += page.any.has(at) ? "?" : (node.setup.cells[at] || ".")[0];
    }
    rows.push(row);
  }
  return "board " + rows.join("/");
}

function drawAny(page) {
  const svg = page.view.board.querySelector("svg");
  for (const at of page.any) {
    const [x, y] = placeOf(page.view, at), text = draw(svg, "text", {class: "gr-any", x: x + 50, y: y + 72, "text-anchor": "middle", "font-size": 60});
    text.textContent = "?";
  }
}

// All empty squares may have anything, or none.
function turnAny(page) {
  const {cells} = page.view.node.setup;
  page.any = page.any.size ? new Set() : new Set(cells.map((cell, at) => cell ? -1 : at).filter(at => at >= 0));
  drawSetup(page);
  checkSetup(page);
}

function searchPattern(page, work) {
  work.query.value = patternOf(page);
  work.here.checked = false;
  if (work.fields.variant.querySelector(`[value="${page.variant.value}"]`)) work.fields.variant.value = page.variant.value;
  queryChanged(work);
}

// ---- the position ----

function drawSetup(page) {
  drawBoard(page.view, null);
  drawAny(page);
  showSquare(page.view);
  for (const square of page.view.board.querySelectorAll(".gr-coordinates")) square.setAttribute("aria-hidden", "true");
}

// The text of the position is what counts; the board shows it as far as it can be read.
function readSetup(page) {
  const {files, ranks} = page.view.game;
  try {
    const setup = readFen(page.view.game, page.fen.value.trim());
    if (setup.cells.length === files * ranks) page.view.node.setup = setup;
    drawSetup(page);
  } catch (error) { /* half a text */ }
  for (const button of page.uses) button.disabled = true;
  clearTimeout(page.timer);
  page.timer = setTimeout(() => checkSetup(page), 200);
}

// With the right button a square becomes empty.
function paint(page, square, empty) {
  if (!square) return;
  const {game, node} = page.view, at = squareOf(game, square), cells = node.setup.cells, any = !empty && page.brush === "?" && !page.any.has(at);
  if (any) page.any.add(at);
  else page.any.delete(at);
  cells[at] = empty || page.brush === "?" || cells[at] === page.brush ? "" : page.brush;
  painted(page);
}

// The squares have changed: so does the text.
function painted(page) {
  page.fen.value = writeFen(page.view.game, page.view.node.setup);
  drawSetup(page);
  checkSetup(page);
}

function choose(page, brush, button) {
  page.brush = brush;
  for (const one of page.palette.children) one.setAttribute("aria-pressed", one === button);
  drawHands(page);
}

function fillPalette(page) {
  const {game} = page.view, {variant} = game, buttons = [], pawn = variant.pieces.at(-1).letter;
  // Where what was promoted goes into a hand as what it was, and no piece has a promoted form of its own.
  const again = (letter, name) => variant.hands && !game.promoted && letter !== pawn && !variant.pieces.find(one => one.letter === letter).royal ?
    [[letter + "~", name + ", promoted"]] : [];
  const add = (brush, label, content) => {
    const button = make("button", {type: "button", title: label, "aria-label": label, "aria-pressed": "false"}, content);
    on(button, "click", () => choose(page, brush, button));
    on(button, "pointerdown", event => trail(page, event, /[A-Za-z]/.test(brush) ? brush : "", (up, moved) => {
      if (moved && intoHand(page, up, brush)) return;
      const square = moved ? squareUnder(page.view, up) : "";
      if (!square) return;
      choose(page, brush, button);
      page.view.node.setup.cells[squareOf(game, square)] = ""; // what is dragged there stays, even the same piece
      paint(page, square, false);
    }));
    buttons.push(button);
  };
  for (const white of [true, false])
    for (const [piece, name] of variant.pieces.flatMap(({letter, name, promoted}) => [[letter, name], ...promoted ? [[letter + "+", promoted]] : [], ...again(letter, name)])) {
      const brush = white ? piece : piece.toLowerCase(), holder = make("span");
      drawSmall(holder, game, brush);
      add(brush, `${SIDES[white ? 0 : 1]} ${name}`, holder);
    }
  if (variant.holes) add("*", "Hole", "hole");
  add("", "Empty square", "empty");
  if (page.patterns) add("?", "Any piece or none, for patterns", "any");
  fill(page.palette, ...buttons);
  choose(page, buttons.length ? variant.pieces[0].letter : "", buttons[0]);
}

// With what an address says, or with the position of the board.
function openSetup(page, wanted) {
  const {game, fen} = page.desk.view, name = wanted && wanted.get("set");
  if (page.desk.variants.has(name)) return startSetup(page, name, wanted.get("fen"), wanted.get("any"));
  startSetup(page, game ? game.json.variant : "chess", game && fen);
}

function setupParameters({variant, fen, desk, any, view}) {
  return {set: variant.value, fen: orNothing(fen.value !== desk.variants.get(variant.value).start, fen.value),
    any: [...any].map(at => squareName(view.game, at)).join("")};
}

function startSetup(page, name, fen, any) {
  const variant = page.desk.variants.get(name), view = page.view;
  page.variant.value = name;
  view.game = gameOf(page.desk, emptyGame(name, fen || variant.start));
  view.node = view.game.nodes[0];
  view.root.style.setProperty("--gshape", wideOf(view.game) / highOf(view.game));
  page.fen.value = fen || variant.start;
  page.any = new Set(((any || "").match(SQUARE) || []).map(square => squareOf(view.game, square)).filter(at => at < view.node.setup.cells.length));
  fillPalette(page);
  fillRights(page);
  drawSetup(page);
  checkSetup(page);
}

// Without pieces, but for the royal ones, which most positions need.
function clearSetup(page) {
  const {game, node} = page.view, royal = game.royal;
  node.setup.cells = node.setup.cells.map(cell => cell && (cell[0] === royal || cell[0] === royal.toLowerCase()) ? cell : "");
  node.setup.fields[2] = "-";
  painted(page);
}

function turnSetup(page) {
  const {game, node} = page.view;
  node.setup.fields[1] = node.setup.fields[1] === "w" ? "b" : "w";
  page.fen.value = writeFen(game, node.setup);
  checkSetup(page);
}

// What the desk does with a position.
function usesOfSetup(desk, page) {
  const use = work => () => { work(desk.view, page.variant.value, page.fen.value.trim()); desk.visit("work"); };
  return [
    word("Play from here", "A new game from this position", use((work, name, fen) => newGame(work, name, fen))),
    word("Search", "Games that have this position, or the pattern with its free squares", use((work, name, fen) => {
      if (page.any.size) return searchPattern(page, work);
      newGame(work, name, fen);
      work.here.checked = true;
      work.position = {fen, variant: name};
      queryChanged(work);
    })),
    word("Analyse", "Let the engine think", use((work, name, fen) => {
      newGame(work, name, fen);
      if (!work.lines.on) toggleEngine(work);
    }))];
}

// `uses` gives the buttons for what can be done with the position; only the desk searches for patterns.
function buildSetup(desk, uses, patterns) {
  const page = {desk, patterns, checking: {}, brush: "", any: new Set()}, view = page.view = {flip: false, links: []};
  page.variant = variantChoice(desk, "Game");
  page.fen = make("input", {size: 60, spellcheck: "false", "aria-label": "FEN"});
  page.faults = make("p", {role: "status"});
  page.rights = make("fieldset", {class: "gr-rights", hidden: ""});
  page.hands = make("fieldset", {class: "gr-hands", hidden: ""});
  page.palette = make("div", {class: "gr-palette", role: "group", "aria-label": "What a click puts on a square"});
  view.board = make("div", {class: "gr-board", role: "img", tabindex: "0"});
  page.uses = uses(page);
  on(page.variant, "change", () => startSetup(page, page.variant.value));
  on(page.fen, "input", () => readSetup(page));
  on(view.board, "contextmenu", event => event.preventDefault());
  on(view.board, "pointerdown", event => dragOrPaint(page, event));
  page.root = view.root = make("main", {class: "gr-setup"}, make("h2", null, "Set up a position"), make("div", {class: "gr-two"},
    withSquares(view, name => paint(page, name, false), name => page.any.has(squareOf(view.game, name)) ? "anything" : ""),
    make("div", null, desk.variants.size > 1 ? labelled("Game", page.variant) : "", page.palette, make("div", {class: "gr-row-of"},
      word("Start position", "The usual start", () => startSetup(page, page.variant.value)),
      word("Clear", "Take all pieces off but the royal ones", () => clearSetup(page)),
      patterns ? word("Any elsewhere", "On empty squares anything may stand, for a search; again: nothing", () => turnAny(page)) : "",
      page.turn = word("", "The side to move; a click changes it", () => turnSetup(page))),
    labelled("FEN", page.fen), page.rights, page.hands, page.faults, make("div", {class: "gr-row-of"}, ...page.uses))));
  return page;
}
