// The board, what stands beside it, and the words for both.

const SIDES = ["White", "Black"];
const KINDS = {s: "a spell", f: "a spell; the piece falls", d: "a piece is dropped", t: "a teleport",
  x: "a shot", p: "a warrior is placed", q: "the quest begins", r: "a resurrection", e: "a piece from the hand"};

function make(tag, values, ...content) {
  const node = document.createElement(tag);
  for (const name in values) set(node, name, values[name]);
  node.append(...content);
  return node;
}

const part = (tag, name, ...content) => make(tag, {class: "gr-" + name}, ...content);

function draw(parent, tag, values) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in values) set(node, name, values[name]);
  if (parent) parent.append(node);
  return node;
}

function drawPiece(parent, game, piece, place) {
  const letter = piece[0].toUpperCase(), name = game.names[letter] || letter, white = isWhite(piece), {shape} = game;
  const look = lookOf(game, "pieces"), drawn = look !== "letters";
  const group = draw(parent, "g", {class: shape ? "gr-w gr-tile" : (white ? "gr-w" : "gr-b") + (look ? " gr-" + look : ""), transform: place});
  const path = game.paths[letter], write = (into, y, text, red) =>
    draw(into, "text", {x: 50, y, "text-anchor": "middle", "font-size": text[1] ? 42 : 52, class: red ? "gr-red" : ""}).textContent = text;
  if (shape) {
    const disc = shape === "disc", turned = white === !!game.flip && !disc, own = drawn && game.signs[piece];
    const body = draw(group, "g", turned ? {transform: "rotate(180 50 50)"} : {});
    draw(body, "use", {href: "#gr-" + shape});
    write(own ? body : group, turned && !own ? 63 : 73, own || (piece[1] || "") + (disc ? piece[0] : letter), disc ? white : piece[1]);
    return group;
  }
  if (path && drawn) draw(group, "path", {d: path, transform: "scale(2.2222)"});
  else if (drawn && document.getElementById("gr-" + name)) draw(group, "use", {href: "#gr-" + name});
  else {
    draw(group, "circle", {cx: 50, cy: 52, r: 36});
    write(group, 70, letter);
  }
  const mark = {"+": "plus", "-": "minus", "~": "wave", "^": "roof"}[piece[1]];
  if (mark) draw(group, "use", {href: "#gr-mark-" + mark});
  return group;
}

function placeOf(view, square) {
  const {files, ranks} = view.game, file = square % files, rank = Math.floor(square / files);
  return view.flip ? [100 * (files - 1 - file), 100 * rank] : [100 * file, 100 * (ranks - 1 - rank)];
}

function drawGround(view, svg) {
  const {files, ranks, lines} = view.game, dark = [], whole = `M0 0H${100 * files}V${100 * ranks}H0z`;
  for (let n = 0; n < files * ranks; n++)
    if ((n % files + Math.floor(n / files)) % 2 === 0) dark.push(`M${placeOf(view, n).join(" ")}h100v100h-100z`);
  draw(svg, "path", {class: "gr-light", d: whole});
  draw(svg, "path", {class: "gr-dark", d: lines ? whole : dark.join(""), opacity: lines ? .4 : 1});
  if (lines) draw(svg, "path", {class: "gr-lines", d: lines, transform: view.flip ? `rotate(180 ${50 * files} ${50 * ranks})` : ""});
}

// In a margin at the left of the squares and below them, and above them where files are counted by both sides.
const MARGIN = 36;
const hasFar = game => !!game.sides && game.sides[1].length > 1;
const overOf = game => hasFar(game) ? MARGIN : 0;
const wideOf = game => 100 * game.files + MARGIN;
const highOf = game => 100 * game.ranks + MARGIN + overOf(game);

// Lists of what stands below, above and at the left; those of a game that has its own may have characters as well.
const readSides = text => text && text.split(";").map(list => list.split(" "));

function drawCoordinates(view, svg) {
  const {game, flip} = view, {files, ranks, sides} = game, group = draw(svg, "g", {class: "gr-coordinates"});
  const skip = sides && sides[3] && lookOf(game, "pieces") !== "letters" ? 3 : 0;
  const write = (x, y, n, list, usual) => draw(group, "text", {x, y}).textContent = sides ? sides[list + skip][n] || "" : usual;
  for (let row = 0; row < ranks; row++) {
    const n = flip ? row : ranks - 1 - row;
    write(-MARGIN / 2, 100 * row + 59, n, 2, n + 1);
  }
  for (let column = 0; column < files; column++) {
    const n = flip ? files - 1 - column : column, turned = +(flip && hasFar(game));
    write(100 * column + 50, 100 * ranks + 27, n, turned, String.fromCharCode(97 + n));
    if (hasFar(game)) write(100 * column + 50, -11, n, 1 - turned);
  }
}

function drawSquare(view, svg, square, style, inset = 0) {
  const [x, y] = placeOf(view, square);
  draw(svg, "rect", {class: style, x: x + inset, y: y + inset, width: 100 - 2 * inset, height: 100 - 2 * inset});
}

function drawArrow(view, svg, from, to, style, both) {
  const [x1, y1] = placeOf(view, from), [x2, y2] = placeOf(view, to);
  const length = Math.hypot(x2 - x1, y2 - y1), dx = (x2 - x1) / length, dy = (y2 - y1) / length;
  const head = (x, y, s) => `M${x} ${y}l${-s * dx * 26 + dy * 15} ${-s * dy * 26 - dx * 15}M${x} ${y}l${-s * dx * 26 - dy * 15} ${-s * dy * 26 + dx * 15}`;
  const ax = x1 + 50 + dx * 24, ay = y1 + 50 + dy * 24, bx = x2 + 50 - dx * 18, by = y2 + 50 - dy * 18;
  draw(svg, "path", {class: style, d: `M${ax} ${ay}L${bx} ${by}${head(bx, by, 1)}${both ? head(ax, ay, -1) : ""}`});
}

// Arrows and squares that a comment has drawn, where the board has such squares.
function drawComments(view, svg, comments) {
  const {game} = view, onBoard = name => {
    const square = squareOf(game, name);
    return name.charCodeAt(0) - 97 < game.files && square < game.files * game.ranks ? square : -1;
  };
  for (const [, color, from, to] of comments.flatMap(comment => comment.marks)) {
    const first = onBoard(from), last = to ? onBoard(to) : -1;
    if (first < 0 || to && (last < 0 || last === first)) continue;
    if (to) drawArrow(view, svg, first, last, "gr-drawn gr-drawn-" + color);
    else drawSquare(view, svg, first, "gr-drawn gr-drawn-" + color, 5);
  }
}

// The square at a place of the window, "" beside the board.
function squareAt(view, event) {
  const box = boxOf(view.board.firstChild), {files, ranks} = view.game, unit = 100 * box.width / wideOf(view.game);
  let file = Math.floor((event.clientX - box.left) / unit - MARGIN / 100), rank = ranks - 1 - Math.floor((event.clientY - box.top) / unit - overOf(view.game) / 100);
  if (view.flip) [file, rank] = [files - 1 - file, ranks - 1 - rank];
  return file < 0 || file >= files || rank < 0 || rank >= ranks ? "" : squareName(view.game, rank * files + file);
}

// Arrows and marks are green, with Shift red, with Alt blue, with both yellow.
const colorOf = event => "GRBY"[event.shiftKey + 2 * event.altKey];

function drawCross(view, svg, square, style) {
  const [x, y] = placeOf(view, square);
  draw(svg, "path", {class: style, d: `M${x + 50} ${y + 4}v26m0 40v26M${x + 4} ${y + 50}h26m40 0h26M${x + 50} ${y + 22}a28 28 0 1 0 .1 0`});
}

// Below the pieces: the squares of the last move.
function drawSquares(view, svg, setup) {
  const touched = new Set([...setup.moved, ...setup.squares]);
  for (const square of touched)
    if (setup.cells[square] === "*") drawSquare(view, svg, square, "gr-moved-hole", 5);
    else drawSquare(view, svg, square, "gr-moved");
  if (/[+#]$/.test(view.node.san) && view.node.setup === setup) {
    const royal = setup.fields[1] === "w" ? view.game.royal : view.game.royal.toLowerCase();
    setup.cells.forEach((cell, n) => cell[0] === royal && drawSquare(view, svg, n, "gr-check"));
  }
}

// Above them: what is special about it.
function drawMarks(view, svg, setup) {
  const [from, to, third] = setup.squares;
  switch (setup.kind) {
  case "s": drawArrow(view, svg, from, to, "gr-spell"); break;
  case "f": drawArrow(view, svg, from, to, "gr-spell"); drawCross(view, svg, to, "gr-shot"); break;
  case "t": drawArrow(view, svg, from, to, "gr-spell", true); break;
  case "x": drawArrow(view, svg, from, to, "gr-shot"); drawCross(view, svg, to, "gr-shot"); break;
  case "d": drawSquare(view, svg, third, "gr-drop", 5); break;
  case "p": case "e": drawSquare(view, svg, to, "gr-drop", 5); break;
  case "q": case "r": drawSquare(view, svg, to, "gr-quest", 5); break;
  }
}

function slide(view, group, from, to) {
  if (!group || !group.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const place = square => `translate(${placeOf(view, square).map(n => n + "px").join(",")})`;
  group.animate([{transform: place(from)}, {transform: place(to)}], {duration: 170, easing: "ease-out"});
}

// `previous` is the node that was shown before; a single step is animated.
function drawBoard(view, prior) {
  const {game, node} = view, setup = node.setup, {cells} = setup;
  const svg = draw(null, "svg", {viewBox: `${-MARGIN} ${-overOf(game)} ${wideOf(game)} ${highOf(game)}`, "aria-hidden": "true"});
  const pieces = [];
  game.flip = view.flip;
  drawGround(view, svg);
  cells.forEach((cell, n) => {
    if (cell === "*") draw(svg, "use", {href: "#gr-pit-drawing", transform: `translate(${placeOf(view, n)})`});
  });
  drawSquares(view, svg, setup);
  drawCoordinates(view, svg);
  cells.forEach((cell, n) => {
    if (cell && cell !== "*") pieces[n] = drawPiece(svg, game, cell, `translate(${placeOf(view, n)})`);
  });
  drawMarks(view, svg, setup);
  drawComments(view, svg, node.comments);
  fill(view.board, svg);
  view.board.dataset.look = lookOf(game, "board");
  view.board.dataset.fen = writeFen(game, setup);
  set(view.board, "aria-label", describe(game, setup));
  if (prior && prior === node.parent)
    for (let i = 0; i < setup.moved.length; i += 2) slide(view, pieces[setup.moved[i + 1]], setup.moved[i], setup.moved[i + 1]);
  else if (prior && prior.parent === node)
    for (let i = 0; i < prior.setup.moved.length; i += 2) slide(view, pieces[prior.setup.moved[i]], prior.setup.moved[i + 1], prior.setup.moved[i]);
}

function describe(game, setup) {
  const side = white => Object.keys(game.names).map(letter => {
    const squares = [];
    setup.cells.forEach((cell, n) => {
      if (cell && cell !== "*" && isWhite(cell) === white && cell[0].toUpperCase() === letter) squares.push(squareName(game, n));
    });
    return squares.length ? ` ${game.names[letter]} ${squares.join(" ")}` : "";
  }).filter(Boolean).join(",");
  const holes = setup.cells.map((cell, n) => cell === "*" ? squareName(game, n) : "").filter(Boolean);
  return `Board. White:${side(true)}. Black:${side(false)}.` + (holes.length ? ` Holes: ${holes.join(" ")}.` : "");
}

// What each side has beside the board, from the pocket of a FEN: with commas it is the reserves of
// the royal piece and of the magician, first White's.
function readPocket(game, pocket, white) {
  const inside = pocket.slice(1, -1);
  if (!inside.includes(","))
    return [{holder: "", pieces: [...inside].filter(letter => /\w/.test(letter) && isWhite(letter) === white)}];
  const groups = inside.split(",").slice(white ? 0 : 2, white ? 2 : 4);
  return groups.map((group, n) => ({holder: white ? "KM"[n] : "km"[n], pieces: [...group].filter(letter => /\w/.test(letter))}));
}

function drawSmall(parent, game, piece, style) {
  const svg = draw(parent, "svg", {viewBox: "0 0 100 100", class: "gr-small" + (style || ""), role: "img",
    "aria-label": `${isWhite(piece) ? "White" : "Black"} ${game.names[piece[0].toUpperCase()] || piece}`});
  drawPiece(svg, game, piece, "");
}

// The first value of that name in the comments on a move.
const commented = (node, name) => node.comments.map(comment => comment[name]).find(Boolean);

// What a side's clock shows in a position, by the comment on its last move.
function clockOf(game, node, white) {
  for (; node.parent; node = node.parent) {
    const clock = commented(node, "clock");
    if (clock && (node.parent.setup.fields[1] === "w") === white) return clock;
  }
  return "";
}

// Fills the bar of a side: its name, its clock, what it holds, what it has captured.
function fillBar(view, bar, white) {
  const {game, node} = view, {setup} = node, name = SIDES[white ? 0 : 1];
  const about = [known(game.tags[name + "Title"]), known(game.tags[name + "Elo"])].filter(Boolean).join(" ");
  const clock = clockOf(game, node, white);
  const turn = make("span", {class: `gr-turn gr-turn-${white ? "w" : "b"}`});
  const label = make("b", null, known(game.tags[name]) || name);
  const held = part("span", "held"), captured = part("span", "captured");
  for (const {holder, pieces} of setup.fields[0] ? readPocket(game, setup.fields[0], white) : []) {
    if (!holder && !pieces.length) continue;
    const group = make("span", {class: "gr-reserve", title: "in reserve"});
    if (holder) drawSmall(group, game, holder, pieces.length ? " gr-holder" : " gr-holder gr-spent");
    for (const piece of new Set(pieces)) {
      const count = pieces.filter(one => one === piece).length;
      drawSmall(group, game, piece);
      if (count > 1) group.append(count);
    }
    held.append(group);
  }
  const order = Object.keys(game.names);
  const lost = Object.keys(setup.lost).filter(letter => isWhite(letter) !== white)
    .sort((a, b) => order.indexOf(a.toUpperCase()) - order.indexOf(b.toUpperCase()));
  captured.title = "captured";
  for (const letter of lost) {
    const count = setup.lost[letter];
    if (count) drawSmall(captured, game, letter);
    if (count > 1) captured.append(count);
  }
  bar.dataset.look = lookOf(game, "board");
  bar.classList.toggle("gr-to-move", (setup.fields[1] === "w") === white);
  fill(bar, turn, label, about ? make("small", null, about) : "",
    clock ? make("span", {class: "gr-clock", title: `${name}'s clock`}, clock) : "", held, captured);
}

function numberOf(game, node) {
  const {fields} = node.parent.setup;
  return fields[game.count] + (fields[1] === game.first ? "." : "...");
}

// The position in words: under the board, and for screen readers.
function statusOf(view) {
  const {game, node} = view, turn = node.setup.fields[1] === "w" ? "White" : "Black";
  const last = node === lastOf(view);
  const words = node.san ? [`${numberOf(game, node)} ${node.san}${glyphsOf(game, node)}`] : ["Start position"];
  if (KINDS[node.setup.kind]) words.push(KINDS[node.setup.kind]);
  if (last && game.end) words.push(game.end);
  else if (last && game.result !== "*") words.push(game.result);
  else words.push(`${turn} to ${/w/i.test(node.setup.fields[0]) ? "place a warrior, then to " : ""}move` + (/[+#]$/.test(node.san) ? ", in check" : ""));
  return words.join(" · ");
}

function glyphsOf(game, node) {
  const text = node.nags.map(nag => NAGS[nag] ? (nag > 6 ? " " : "") + NAGS[nag] : nag === 220 || nag === 221 ? "" : " $" + nag).join("");
  const fault = node.main && game.faults[node.ply];
  return fault && !node.nags.some(nag => nag < 7) ? fault + text : text;
}
