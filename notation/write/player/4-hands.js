// Going through a game, by hand or by itself; keys; what can be copied. The page of games and the desk each have in
// their view `keys`, `keyWords` for those of their own, and `pgn`, which gives the text of the game shown.

// ---- small parts ----

function word(text, title, action) {
  const button = make("button", {type: "button", title}, text);
  on(button, "click", action);
  return button;
}

function icon(path, label, action) {
  const button = make("button", {type: "button", "aria-label": label, title: label});
  draw(draw(button, "svg", {viewBox: "0 0 24 24", "aria-hidden": "true"}), "path", {d: path});
  on(button, "click", action);
  return button;
}

const labelled = (text, field) => make("label", null, part("span", "words", text), field);

function dialog(view, title, ...content) {
  const box = make("dialog", {"aria-label": title, class: "gr-box"});
  const close = word("Close", "Close (Escape)", () => box.close());
  box.append(make("h2", null, title), ...content, part("div", "row-of", close));
  on(box, "close", () => box.remove());
  (view.root.hidden ? document.body : view.root).append(box);
  box.showModal();
  return box;
}

// Makes a link the one of its list that the tab key reaches.
function makeStop(list, link, focus) {
  for (const stop of list.querySelectorAll("a[tabindex='0']")) stop.tabIndex = -1;
  link.tabIndex = 0;
  if (focus) link.focus({preventScroll: true});
  keepInView(list, link);
}

// Scrolls a list, but not the page.
function keepInView(list, row) {
  const outer = boxOf(list), inner = boxOf(row);
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top - 30;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 30;
}

// How often White won, the game was drawn, Black won, as a bar.
function resultBar(white, draws, black) {
  const bar = make("span", {class: "gr-bar", role: "img", "aria-label": `White wins ${white}, draws ${draws}, Black wins ${black}`});
  for (const [n, style] of [[white, "w"], [draws, "d"], [black, "b"]]) {
    const part = make("span", {class: "gr-bar-" + style});
    part.style.flexGrow = n;
    if (n) bar.append(part);
  }
  return bar;
}

// ---- going through a game ----

const lastOf = view => view.game.line.at(-1);

function mainOf(node) {
  while (!node.main) node = node.parent;
  return node;
}

// Puts a node on the board, and marks it in the list of moves and in the graph.
function present(view, node) {
  const prior = view.node, link = view.links[node.index];
  view.node = node;
  if (node !== prior) {
    stopPlaying(view);
    if (prior) tick(node.setup.squares.length ? 300 : 200);
  }
  unfold(view, node);
  drawBoard(view, prior);
  fillBar(view, view.flip ? view.lower : view.upper, false);
  fillBar(view, view.flip ? view.upper : view.lower, true);
  if (prior && view.links[prior.index]) view.links[prior.index].removeAttribute("aria-current");
  if (link || view.links[1]) makeStop(view.moves, link || view.links[1], view.inMoves || focusIn(view.moves));
  view.inMoves = false;
  if (link) set(link, "aria-current", true);
  else view.moves.scrollTop = 0;
  if (view.cursor) view.cursorAt(mainOf(node).ply);
  fillForks(view);
  view.status.textContent = statusOf(view);
}

function forward(view) {
  if (view.node && view.node.kids.length) show(view, view.node.kids[0]);
}

function back(view) {
  if (view.node && view.node.parent) show(view, view.node.parent);
}

function plies(view, count) {
  let {node} = view;
  for (; count > 0 && node.kids.length; count--) node = node.kids[0];
  for (; count < 0 && node.parent; count++) node = node.parent;
  show(view, node);
}

// To the next or the previous move that was played or proposed instead of this one.
function beside(view, way) {
  const kids = view.node && view.node.parent ? view.node.parent.kids : [];
  if (kids.length < 2) return false;
  show(view, kids[(kids.indexOf(view.node) + way + kids.length) % kids.length]);
}

// Into the first variation of the next move, or of the last one where the next has none.
function into(view) {
  const {node} = view, last = node.parent && !begins(node) ? node.parent.kids[1] : null;
  if (!node.kids[1] && !last) return false;
  show(view, node.kids[1] || last);
}

// Out of a variation, to the position in which it begins.
function outOf(view) {
  let {node} = view;
  while (node.parent && !begins(node)) node = node.parent;
  if (!node.parent) return false;
  show(view, node.parent);
}

// The next move of the main line that has a glyph, from the end on again from the start.
function nextFault(view, glyph, name) {
  const {game} = view, {ply} = mainOf(view.node);
  const found = game.line.filter(node => node.san && faultOf(game, node) === glyph);
  if (found.length) show(view, found.find(node => node.ply > ply) || found[0]);
  else view.say(`No ${name} is marked`);
}

// Where there is more than one move, they are offered below the board; else those beside the last move.
function fillForks(view) {
  const {game, node, forks} = view, next = node.kids.length > 1;
  const all = next ? node.kids : node.parent ? node.parent.kids : [], title = next ? "Play this move" : "Show this move";
  const focused = focusIn(forks);
  forks.hidden = game.nodes.every(one => one.kids.length < 2);
  view.root.classList.toggle("gr-forked", !forks.hidden);
  fill(forks);
  if (all.length > 1) forks.append(part("span", "words", next ? "Next" : "Here"), ...all.map(one => {
    const button = word(`${numberOf(game, one)} ${one.san}${glyphsOf(game, one)}`, title, () => show(view, one));
    if (one === node) set(button, "aria-current", true);
    return button;
  }));
  if (focused) view.board.focus({preventScroll: true});
}

function flip(view) {
  view.flip = LOOK.flip = !view.flip;
  keepLook();
  show(view, view.node, true);
}

// ---- by itself ----

function stopPlaying(view) {
  clearTimeout(view.playing);
  view.playing = 0;
  if (view.player) set(view.player, "aria-pressed", false);
}

// Seconds until the next move: always as many, or as many as it took, some times as fast; without a clock one.
function pauseBefore(game, node) {
  const [, scale] = /^x(.*)/.exec(LOOK.pace) || [], took = scale ? secondsFor(game, node) / scale : +LOOK.pace || 2;
  return took >= 0 ? Math.max(.25, took) : 1;
}

function playOn(view) {
  const next = view.node.kids[0];
  if (!next) return;
  set(view.player, "aria-pressed", true);
  view.playing = setTimeout(() => { show(view, next); playOn(view); }, 1000 * pauseBefore(view.game, next));
}

function togglePlaying(view) {
  if (view.playing) return stopPlaying(view);
  if (!view.node.kids.length) show(view, view.game.line[0]);
  playOn(view);
}

// ---- what stands below the board ----

function buildControls(view, ...more) {
  view.forks = make("div", {class: "gr-forks", role: "group", "aria-label": "Moves to choose from"});
  view.said = make("p", {class: "gr-said", role: "status"});
  view.say = text => { view.said.textContent = view.status.textContent = text; };
  view.player = icon("M7 4v16l13-8z", "Play by itself (a)", () => togglePlaying(view));
  set(view.player, "aria-pressed", false);
  const buttons = make("div", {class: "gr-controls", role: "group", "aria-label": "Go through the game"},
    icon("M6 5v14M19 5l-9 7 9 7z", "First position (Home)", () => show(view, view.game.line[0])),
    icon("M15 5l-7 7 7 7", "Back (left arrow)", () => back(view)),
    view.player,
    icon("M9 5l7 7-7 7", "Forward (right arrow)", () => forward(view)),
    icon("M18 5v14M5 5l9 7-9 7z", "Last position (End)", () => show(view, lastOf(view))),
    icon("M8 20V5M8 5L4 9M8 5l4 4M16 4v15M16 19l-4-4M16 19l4-4", "Flip the board (f)", () => flip(view)),
    icon("M4 7h5m4 0h7M4 17h9m4 0h3M11 4.5v5M15 14.5v5", "Copy, board, pieces", () => showLook(view)), ...more);
  return [view.forks, buttons];
}

// ---- copying ----

// Where the browser has no clipboard for the page, by a field that is there for a moment.
async function copyText(view, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    const field = make("textarea", {readonly: ""}), held = document.activeElement;
    field.value = text;
    (document.querySelector("dialog[open]") || view.root).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (held) held.focus();
    if (!done) throw new Error("The browser does not let the page copy.");
  }
}

async function copyAs(view, what, text) {
  try {
    await copyText(view, await text);
    view.say(what + " copied");
  } catch (error) {
    view.say(error.message);
  }
}

const linkTo = view => location.href.replace(/#.*/, "") + address(view.game, view.node);
const copyFen = view => copyAs(view, "FEN", view.board.dataset.fen);
const copyPgn = view => copyAs(view, "PGN", view.pgn());
const copyLink = view => copyAs(view, "Link", linkTo(view));

// ---- keys ----

const KEYS = [["← →", "back, forward"], ["↑ ↓", "other variation"], ["Shift+→, Shift+←", "into a variation, out of it"],
  ["Home, End", "first, last position"], ["Page Up, Page Down", "ten plies"], ["v", "fold the variation, or all of them"],
  ["a", "play by itself"], ["b, m, i", "next blunder, mistake, inaccuracy"], ["f", "flip the board"], ["e", "tree"],
  ["/", "search"], ["[ ]", "previous, next game"], ["y, Y, u", "copy FEN, PGN, link"], ["?", "this list"],
  ["right button", "draw an arrow or a mark; Shift, Alt: other colours"]];

const keysOf = view => ({
  ArrowRight: () => forward(view), ArrowLeft: () => back(view),
  ArrowDown: () => beside(view, 1), ArrowUp: () => beside(view, -1),
  "Shift+ArrowRight": () => into(view), "Shift+ArrowLeft": () => outOf(view),
  Home: () => show(view, view.game.line[0]), End: () => show(view, lastOf(view)),
  PageDown: () => plies(view, 10), PageUp: () => plies(view, -10),
  v: () => foldHere(view), a: () => togglePlaying(view), f: () => flip(view), F: () => flip(view),
  b: () => nextFault(view, "??", "blunder"), m: () => nextFault(view, "?", "mistake"),
  i: () => nextFault(view, "?!", "inaccuracy"),
  y: () => copyFen(view), Y: () => copyPgn(view), u: () => copyLink(view), "?": () => showKeys(view),
});

function showKeys(view) {
  const all = [...KEYS, ...view.keyWords].flatMap(([key, words]) => [make("dt", null, key), make("dd", null, words)]);
  dialog(view, "Keys", make("dl", null, ...all));
}

// What a key does. An action that answers false leaves it to the browser, whose are all keys of fields, and letters if
// so wished.
function pressed(view, event) {
  const {key, target} = event, name = event.shiftKey && key.length > 1 ? "Shift+" + key : key;
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !view.game) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || document.querySelector("dialog[open]")) return;
  if (key.length === 1 && LOOK.letters === false || key === " " && /^(BUTTON|SUMMARY)$/.test(target.tagName)) return;
  const act = Object.hasOwn(view.keys, name) && view.keys[name];
  if (act && act() !== false) event.preventDefault();
}
