// How things look and sound, as a person has chosen it and as far as the browser keeps it; and what the window shows of
// the game.

// For all games: `flip`, `sound`, `pace`, `letters`; for each one in `games` its `board` and its `pieces`.
const LOOK = readLook();
const BOARDS = [["", "Wood"], ["sea", "Sea"], ["leaf", "Leaf"], ["stone", "Stone"]];
const PIECES = [["", "Drawn"], ["bold", "Bold"], ["letters", "Letters"]];
const PACES = [["2", "2 seconds a move"], ["1", "1 second a move"], [".4", "fast"], ["5", "5 seconds a move"],
  ["x1", "as long as it took"], ["x10", "ten times as fast as it was"], ["x60", "a minute in a second"]];

function readLook() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("grimoire")) || kept;
  } catch {
    // a browser may have kept nothing, or what is not ours
  }
  return {...kept, games: {...kept.games}};
}

function keepLook() {
  try {
    localStorage.setItem("grimoire", JSON.stringify(LOOK));
  } catch {
    // a browser may keep nothing
  }
}

// What was chosen for the board or the pieces of a game; described games may have any name.
function lookOf(game, what) {
  const name = game.variant.name || game.variant;
  return Object.hasOwn(LOOK.games, name) && Object(LOOK.games[name])[what] || "";
}

function setLook(game, what, value) {
  const name = game.variant.name || game.variant, own = Object.hasOwn(LOOK.games, name) ? LOOK.games[name] : {};
  LOOK.games = {...LOOK.games, [name]: {...own, [what]: value}};
}

const isDrawn = (game, letter) => game.shape ? game.signs[letter] : game.paths[letter] || document.getElementById("gr-" + game.names[letter]);

// A field that changes what is chosen, and shows it.
function choice(label, all, value, chosen) {
  const select = make("select", null, ...all.map(([name, text]) => make("option", {value: name}, text)));
  select.value = value;
  on(select, "change", () => { chosen(select.value); keepLook(); });
  return labelled(label, select);
}

function check(label, value, chosen) {
  const box = make("input", {type: "checkbox"});
  box.checked = value;
  on(box, "change", () => { chosen(box.checked); keepLook(); });
  return labelled(label, box);
}

function showLook(view) {
  const {game} = view, again = what => value => { setLook(game, what, value); show(view, view.node, true); };
  if (!game) return;
  const drawn = Object.keys(game.names).some(letter => isDrawn(game, letter));
  fill(view.said);
  dialog(view, "Copy, board, pieces",
    part("div", "row-of", word("Copy FEN", "Copy the position (y)", () => copyFen(view)),
      word("Copy PGN", "Copy the game (Y)", () => copyPgn(view)),
      word("Copy link", "Copy the address of this position (u)", () => copyLink(view)), ...view.copies || []),
    view.said,
    part("div", "choices", choice("Board", BOARDS, lookOf(game, "board"), again("board")),
      drawn ? choice("Pieces", game.shape ? [["", "Characters"], PIECES[2]] : PIECES, lookOf(game, "pieces"), again("pieces")) : "",
      choice("Plays by itself", PACES, LOOK.pace || "2", value => { LOOK.pace = value; }),
      check("A sound for each move", LOOK.sound, value => { LOOK.sound = value; tick(200); }),
      check("Letters are keys", LOOK.letters !== false, value => { LOOK.letters = value; })),
    part("div", "row-of", word("Keys", "The list of keys (?)", event => {
      event.target.closest("dialog").close();
      showKeys(view);
    })));
}

// A short sound, if one is wanted. Before a key or button was pressed, browsers refuse sounds with a complaint.
let audio = null;
function tick(pitch) {
  const {userActivation} = navigator;
  if (!LOOK.sound || !window.AudioContext || userActivation && !userActivation.hasBeenActive) return;
  audio = audio || new AudioContext();
  const tone = audio.createOscillator(), gain = audio.createGain(), now = audio.currentTime;
  tone.type = "triangle";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(.3, now);
  gain.gain.exponentialRampToValueAtTime(.001, now + .07);
  tone.connect(gain).connect(audio.destination);
  tone.start(now);
  tone.stop(now + .08);
}

// ---- the window ----

// The title has the players; the picture in the tab is the piece on which this game turns, Black's where Black has won.
function nameWindow(view) {
  const {game} = view, link = document.querySelector("link[rel~=icon]");
  view.ownTitle = view.ownTitle || document.title;
  document.title = `${players(game || view.header)} · ${view.ownTitle}`;
  const letter = game && (game.royal || Object.keys(game.names)[0]);
  if (!link || !letter) return;
  const black = game.result === "0-1", svg = draw(null, "svg", {viewBox: "0 0 100 100"});
  draw(svg, "path", {fill: "#b58f68", d: "M0 0h100v100H0z"});
  const piece = drawPiece(svg, game, black ? letter.toLowerCase() : letter, "");
  for (const text of piece.querySelectorAll("text")) {
    set(text, "fill", "currentColor");
    set(text, "stroke", "none");
  }
  for (const use of piece.querySelectorAll("use"))
    use.replaceWith(...document.querySelector(use.getAttribute("href")).cloneNode(true).childNodes);
  const values = {fill: "#fffdf7", stroke: "#0d0c10", "stroke-width": 4, "stroke-linejoin": "round", color: "#1b1a1f",
    ...black ? {fill: "#3b3a44", color: "#f3eee2"} : {}};
  for (const name in values) set(piece, name, values[name]);
  link.href = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
}
