// The rows of the list: as many as there are games that were found, of which those in the window are drawn. Which games
// they are is known by their numbers; what a row says is asked for when it comes into the window.

const ROWS_AT_ONCE = 100, TALLEST = 8e6; // pixels: of more, browsers lose fractions, and some have no taller elements than 1.7e7

// Which games are listed: `of` are the databases, ids the numbers, each with the place of its database; what is known
// of them, by place in the list.
const noRows = () => ({total: 0, ids: [], places: null, of: [], known: new Map(), asked: new Set(), drawn: new Map(), stop: 0});

const dbAt = (rows, i) => rows.of[rows.places ? rows.places[i] : 0];

// What is listed first is known before all that was found.
function firstRows(view, games) {
  const rows = view.rows = noRows();
  rows.total = games.length;
  rows.of = listed(view);
  rows.ids = games.map(({game}) => game);
  rows.places = games.map(({db}) => Math.max(rows.of.indexOf(db), 0));
  games.forEach((game, i) => rows.known.set(i, game));
}

// Draws a new list, from its first row on.
function rowsAnew(view) {
  fill(view.pad);
  view.list.scrollTop = 0;
  drawRows(view);
}

// All that was found comes to what was listed first. Rows stay where they are; what they say is asked for anew where games
// that are equal in order stand the other way round.
function moreRows(view, all) {
  const {rows, pad} = view, {first} = windowOf(view), focused = view.list.contains(document.activeElement);
  allRows(view, all);
  rows.partial = false;
  for (const [i, game] of rows.known)
    if (rows.ids[i] !== game.game || dbAt(rows, i) !== (game.db || view.db)) {
      rows.known.delete(i);
      if (rows.drawn.has(i)) rows.drawn.get(i).remove();
      rows.drawn.delete(i);
    }
  const {tall, height} = windowOf(view);
  pad.style.height = tall + "px";
  if (first) scrollRows(view, first * height);
  drawRows(view);
  if (focused) goToRow(view, rows.toEnd ? rows.total - 1 : rows.stop);
}

// A game was changed: what its row says is asked for anew.
function forgetRow(view, {db, id}) {
  const {rows} = view;
  for (const [i, game] of rows.known)
    if (game.game === id && (game.db || view.db) === db) {
      rows.known.delete(i);
      rows.asked.delete(Math.floor(i / ROWS_AT_ONCE));
    }
  drawRows(view);
}

function allRows(view, {arrays, games}) {
  const {rows} = view;
  let at = 0;
  rows.ids = new Int32Array(games);
  rows.places = new Uint8Array(games);
  rows.total = games;
  for (const {db, numbers} of arrays)
    for (const one of numbers) {
      const [first, last] = [].concat(one, one);
      for (let id = first; id <= last; id++) {
        rows.places[at] = rows.of.indexOf(db);
        rows.ids[at++] = id;
      }
    }
}

// Where a game stands in the list; -1 where it does not.
function rowIndex(view, {db, id}) {
  const {rows} = view;
  let at = rows.ids.indexOf(id);
  while (at >= 0 && dbAt(rows, at) !== db) at = rows.ids.indexOf(id, at + 1);
  return at;
}

// ---- the window ----

function rowHeight(view) {
  return parseFloat(getComputedStyle(view.list).getPropertyValue("--grow")) * parseFloat(getComputedStyle(document.documentElement).fontSize);
}

// The first row of the window and where its upper edge is. Of lists that are too tall for a browser the bar goes faster
// than the rows.
function windowOf(view) {
  const {list, rows} = view, height = rowHeight(view), whole = rows.total * height, tall = Math.min(whole, TALLEST), seen = list.clientHeight;
  const scale = tall > seen ? (whole - seen) / (tall - seen) : 1, top = list.scrollTop * scale, first = Math.floor(top / height);
  return {height, tall, first, count: Math.ceil(seen / height) + 1, shift: list.scrollTop - top};
}

function rowAt(view, i) {
  const {rows} = view, game = rows.known.get(i) || {game: rows.ids[i], white: "…", black: "…", result: ""};
  const row = rowOf(view, {...game, db: dbAt(rows, i)});
  row.dataset.index = i;
  row.tabIndex = i === rows.stop ? 0 : -1;
  return row;
}

function drawRows(view) {
  const {rows, pad} = view, {height, tall, first, count, shift} = windowOf(view), from = Math.max(first - 3, 0), to = Math.min(first + count + 3, rows.total);
  pad.style.height = tall + "px";
  for (const [i, row] of rows.drawn) {
    if (i >= from && i < to) continue;
    if (row === document.activeElement) row.style.top = i * height + shift + "px"; // it waits outside the window
    else row.remove(), rows.drawn.delete(i);
  }
  let next = pad.firstChild;
  while (next && +next.dataset.index < from) next = next.nextSibling;
  for (let i = from; i < to; i++) {
    let row = rows.drawn.get(i);
    if (!row) pad.insertBefore(row = rowAt(view, i), next), rows.drawn.set(i, row);
    row.style.top = i * height + shift + "px";
    next = row.nextSibling;
  }
  if (rows.stop < from || rows.stop >= to) setStop(view, Math.min(from + 3, rows.total - 1));
  askRows(view, from, to);
}

// The tab key leads to one row.
function setStop(view, i) {
  const {rows} = view, was = rows.drawn.get(rows.stop), now = rows.drawn.get(i);
  if (was) was.tabIndex = -1;
  if (now) now.tabIndex = 0;
  rows.stop = i;
}

// ---- what rows say ----

// Asks for the rows of a block; several databases are asked one by one.
async function learnRows(view, block) {
  const {rows} = view, height = rowHeight(view), first = block * ROWS_AT_ONCE, last = Math.min(first + ROWS_AT_ONCE, rows.total), of = new Map();
  rows.asked.add(block);
  for (let i = first; i < last; i++) {
    const db = dbAt(rows, i);
    if (!rows.known.has(i)) of.set(db, (of.get(db) || new Map()).set(rows.ids[i], i));
  }
  for (const [db, places] of of) {
    const sel = ["games=" + [...places.keys()].join(",")], values = withPosition(view, {q: askedFor(view).q, sel, limit: ROWS_AT_ONCE});
    const answer = await get(`db/${db}/games`, values).catch(() => ({games: []})); // the list says it already
    if (view.rows !== rows) return;
    for (const game of answer.games) {
      const i = places.get(game.game), old = rows.drawn.get(i);
      rows.known.set(i, game);
      if (!old) continue;
      const row = rowAt(view, i), focused = old === document.activeElement;
      row.style.top = i * height + windowOf(view).shift + "px"; // what a style says of itself has six digits
      old.replaceWith(row);
      rows.drawn.set(i, row);
      if (focused) row.focus();
    }
  }
}

// Once scrolling rests.
function askRows(view, from, to) {
  const {rows} = view;
  clearTimeout(view.rowsLater);
  const missing = [];
  for (let block = Math.floor(from / ROWS_AT_ONCE); block * ROWS_AT_ONCE < to; block++)
    for (let i = Math.max(from, block * ROWS_AT_ONCE); i < Math.min(to, (block + 1) * ROWS_AT_ONCE); i++)
      if (!rows.known.has(i) && !rows.asked.has(block) && !missing.includes(block)) missing.push(block);
  if (missing.length) view.rowsLater = setTimeout(() => missing.forEach(block => view.rows === rows && learnRows(view, block)), 60);
}

// ---- going through them ----

// To a place in pixels, as if the list were as tall as all its rows.
function scrollRows(view, wanted) {
  const {list, rows} = view, {height, tall} = windowOf(view), seen = list.clientHeight, whole = rows.total * height;
  const top = Math.max(Math.min(wanted, whole - seen), 0);
  list.scrollTop = whole > tall ? top * (tall - seen) / (whole - seen) : top;
}

function showRow(view, i) {
  const {height, first, count} = windowOf(view);
  if (i <= first || i >= first + count - 2) scrollRows(view, i * height - view.list.clientHeight / 2);
  drawRows(view);
}

function goToRow(view, i) {
  showRow(view, i);
  setStop(view, i);
  if (view.rows.drawn.has(i)) view.rows.drawn.get(i).focus({preventScroll: true});
}

function walkRows(view, event) {
  const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10}[event.key], row = event.target.closest("a"), {rows} = view;
  if (event.key !== "Home" && event.key !== "End" && !step || !row) return;
  event.preventDefault();
  event.stopPropagation();
  const to = event.key === "Home" ? 0 : event.key === "End" ? rows.total - 1 : Math.min(Math.max(+row.dataset.index + step, 0), rows.total - 1);
  rows.toEnd = rows.partial && event.key === "End"; // the end of all, once that is known
  goToRow(view, to);
}

// The game before or after the one that is open, as far as the list goes.
async function nextGame(view, step) {
  const {rows} = view, at = view.game && view.game.id ? rowIndex(view, view.game) : -1, to = at < 0 ? 0 : at + step;
  if (to < 0 || to >= rows.total) return;
  if (!rows.known.has(to)) await learnRows(view, Math.floor(to / ROWS_AT_ONCE));
  if (view.rows !== rows) return;
  showRow(view, to);
  location.hash = rowAt(view, to).getAttribute("href");
}
