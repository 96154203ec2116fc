// The list of games, what selects them, and the opening tree of the same games.

// What is asked for: parameters of requests.
function askedFor(view) {
  const sel = [];
  for (const [name, field] of Object.entries(view.fields))
    if (field.value.trim()) sel.push(`${name}=${field.value.trim().replace(/^(\d+) *[-–—] *(\d*)$/, "$1..$2")}`);
  return {q: view.query.value.trim(), sel};
}

// The order of the list: a key, with a minus sign before it for the greatest first.
function orderOf(view) {
  const key = view.order.value.replace("-", "");
  return key ? {sort: key, reverse: key === view.order.value ? "" : 1} : {};
}

function withPosition(view, values) {
  return view.here.checked && view.position ? {...values, ...view.position} : values;
}

const quoted = text => /^[\w.,:=/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

// The command that finds the same games.
function commandOf(view) {
  const {q, sel, fen, variant} = withPosition(view, askedFor(view)), words = ["grimoire", "search", ...listed(view).flatMap(db => ["-d", quoted(view.dbName(db))])];
  if (q) words.push(quoted(q));
  if (fen) words.push("-v", quoted(variant), "--fen", quoted(fen));
  const {sort, reverse} = orderOf(view);
  if (sort) words.push("--sort", sort, ...reverse ? ["--reverse"] : []);
  for (const one of sel) words.push("--" + one.slice(0, one.indexOf("=")), quoted(one.slice(one.indexOf("=") + 1)));
  return words.join(" ");
}

// The databases of the list: the one that is open, and those chosen beside it.
const listed = view => [view.db, ...view.beside].filter(Boolean);

function rowOf(view, game) {
  const db = game.db || view.db;
  const year = known(game.date || "").slice(0, 4), elo = [game.whiteElo, game.blackElo].map(known);
  const row = make("a", {href: addressOf(view, db, game.game, game.ply || ""), "data-game": game.game, "data-db": db},
    part("span", "names", make("span", null, make("b", null, known(game.white) || "?"), make("small", null, elo[0] || ""), " – "),
      make("span", null, make("b", null, known(game.black) || "?"), make("small", null, elo[1] || ""))),
    part("span", "score", (game.result || "*").replaceAll("1/2", "½")), part("span", "year", year),
    make("small", null, [view.beside.length ? view.dbName(db) : "", view.several ? game.variant : "", known(game.event), known(game.site)].filter(Boolean).join(", ")));
  if (view.game && view.game.id === game.game && view.game.db === db) row.setAttribute("aria-current", "true");
  return row;
}

// How many there are: once all are known, or as far as that can be said before.
function sayFound(view, games, {least, most}, {complete, unread}) {
  const {total} = view.rows, missing = unread ? `, ${unread} could not be read` : "";
  const sum = games === null ? `${total} ${most !== undefined && least === most ? "of " + most : "and more"} games` :
    games ? `${games} ${games === 1 ? "game" : "games"}` : "No game is found";
  view.list.classList.remove("gr-stale");
  view.branches.classList.remove("gr-stale");
  view.found.textContent = sum + (complete ? "" : ", then time ran out") + missing;
}

// ---- filters that cannot be read ----

const RANGES = {date: [/^(\d{4}(\.\d\d){0,2})?(\.\.(\d{4}(\.\d\d){0,2})?)?$/, "Years: a year, a date or a range, such as 1990, 1990.05.17, 1990-1995 or 1990.."],
  elo: [/^\d*(\.\.\d*)?$/, "Ratings: a number or a range, such as 2400, 2400-2600, 2400.. or ..2000"]};

// Marks a field, and says beside it what is wrong; the list stays as it was.
function sayBad(view, field, text) {
  field.setAttribute("aria-invalid", "true");
  view.fault.textContent = text;
  sayStale(view, "The filter cannot be read");
}

// The list and the tree are of something else than what stands above them.
function sayStale(view, why) {
  view.found.textContent = why + "; the games are still those of the last one.";
  view.list.classList.add("gr-stale");
  view.branches.classList.add("gr-stale");
}

// What can be seen without asking.
function findBad(view) {
  for (const field of Object.values(view.fields)) field.removeAttribute("aria-invalid");
  const bad = askedFor(view).sel.map(one => one.split("=")).find(([name, value]) => RANGES[name] && !RANGES[name][0].test(value));
  if (bad) sayBad(view, view.fields[bad[0]], RANGES[bad[0]][1]);
  return Boolean(bad);
}

// What the desk has found wrong with a field; other errors are not ours.
function refused(view, error) {
  const field = view.fields[(/^sel, (\w+):/.exec(error.message) || [])[1]];
  if (!field) throw error;
  sayBad(view, field, error.message.replace(/^sel, \w+: /, ""));
  return null;
}

// ---- asking ----

// Until there is an answer the last one stays, and is seen to be old if that takes a while.
function beginListing(view, sorted) {
  clearTimeout(view.waiting);
  view.list.setAttribute("aria-busy", "true");
  view.waiting = setTimeout(() => {
    view.list.classList.add("gr-stale");
    view.found.textContent = sorted ? "Sorting …" : "Searching …";
  }, 150);
}

function endListing(view) {
  clearTimeout(view.waiting);
  view.list.removeAttribute("aria-busy");
}

// The games that are asked for: the first ones at once, then all.
async function list(view) {
  const {listing} = view;
  if (!view.db) {
    view.rows = noRows();
    fill(view.pad);
    drawRows(view);
    view.found.textContent = "No database is open. Choose one in the Library, or work on a game without.";
    return;
  }
  if (findBad(view)) return;
  const asked = {...withPosition(view, askedFor(view)), ...orderOf(view), and: view.beside};
  beginListing(view, asked.sort);
  const page = await attempt(view.desk, () => newest(listing, get(`db/${view.db}/games`, {...asked, limit: ROWS_AT_ONCE, count: 1})
    .catch(error => refused(view, error)).finally(() => { listing.done = (listing.done || 0) + 1; })));
  if (listing.done === listing.number) endListing(view);
  if (!page) return;
  firstRows(view, page.games);
  rowsAnew(view);
  sayFound(view, page.next === null ? page.games.length : null, page, page);
  if (page.next !== null) listAll(view, asked, page);
}

async function listAll(view, asked, page) {
  const {rows} = view;
  rows.partial = true;
  const all = await attempt(view.desk, () => newest(view.numbering, get(`db/${view.db}/numbers`, asked)));
  if (!all || view.rows !== rows) return;
  moreRows(view, all);
  sayFound(view, all.games, page, all);
}

// Says at once where a query cannot be read, and lists when it can.
async function queryChanged(view, addressed) {
  const q = view.query.value.trim();
  view.fault.textContent = "";
  view.query.removeAttribute("aria-invalid");
  if (findBad(view)) return null;
  if (q) {
    const answer = await attempt(view.desk, () => newest(view.checking, get("query/check", {q})));
    if (!answer) return null;
    if (!answer.ok) {
      view.query.setAttribute("aria-invalid", "true");
      fill(view.fault, [...q].slice(0, answer.column - 1).join(""), make("mark", null, [...q].slice(answer.column - 1).join("") || " "),
        make("br"), answer.text);
      view.listing.number = (view.listing.number || 0) + 1; // what is still asked for comes too late
      endListing(view);
      sayStale(view, "The query cannot be read");
      return null;
    }
    view.fault.textContent = answer.notes.map(note => note.text).join("; ");
  }
  if (!addressed) keepFilter(view);
  explore(view);
  return list(view);
}

// ---- several databases ----

// The games of the open database that can be chosen as a filter, with those of the others.
function fillVariants(view) {
  const {variant} = view.fields, was = variant.value, of = listed(view).flatMap(db => view.desk.databases.find(one => one.db === db).variants || []);
  const names = [...new Set(of)];
  view.several = names.length > 1;
  fill(variant, make("option", {value: ""}, "Game"), ...names.map(name => make("option", {value: name}, (view.desk.variants.get(name) || {title: name}).title)));
  if (names.includes(was)) variant.value = was;
}

function sayBeside(view) {
  view.besides.firstChild.textContent = view.beside.length ? `${view.dbName()} and ${view.beside.length} more` : "This database only";
}

// A box for each database that may be listed and asked beside the open one.
function fillBeside(view) {
  const others = view.desk.databases.filter(({db}) => db !== view.db);
  view.beside = view.beside.filter(db => others.some(one => one.db === db));
  view.besides.hidden = !view.db || !others.length;
  sayBeside(view);
  fill(view.besides.lastChild, ...others.map(({db, name}) => {
    const box = make("input", {type: "checkbox"});
    box.checked = view.beside.includes(db);
    on(box, "change", () => attempt(view.desk, () => listBeside(view, db, box.checked)));
    return labelled(name, box);
  }));
}

async function listBeside(view, db, added) {
  const one = view.desk.databases.find(each => each.db === db);
  if (added && !one.open) await openFile(view.desk, db);
  view.beside = added ? [...view.beside, db] : view.beside.filter(each => each !== db);
  sayBeside(view);
  fillVariants(view);
  keepAddress(view.desk, true);
  list(view);
  explore(view);
}

// ---- words that go on ----

function closeOffers(view) {
  view.offering.number = (view.offering.number || 0) + 1; // what is still asked for comes too late
  fill(view.offers);
  view.offers.hidden = true;
  view.query.setAttribute("aria-expanded", "false");
  view.query.removeAttribute("aria-activedescendant");
  view.offered = null;
}

// Shows what may be typed next; the query stays as it is until one is chosen.
async function offerWords(view) {
  const {value, selectionStart} = view.query;
  if (!value) return closeOffers(view);
  const answer = await newest(view.offering, get("query/complete", {q: value, at: [...value.slice(0, selectionStart)].length}).catch(() => null));
  if (!answer || document.activeElement !== view.query || !answer.words.length) return answer === null ? null : closeOffers(view);
  view.offered = {from: [...value].slice(0, answer.from).join("").length, to: selectionStart, at: -1};
  const words = answer.words.map(text => [text.split(" ").length, text]).sort(([a], [b]) => a - b); // the shortest first
  fill(view.offers, ...words.slice(0, 12).map(([, text], n) => {
    const item = make("li", {role: "option", id: "offer" + n, "aria-selected": "false"}, text);
    on(item, "pointerdown", event => { event.preventDefault(); takeOffer(view, n); });
    return item;
  }));
  view.offers.hidden = false;
  view.query.setAttribute("aria-expanded", "true");
  return answer;
}

function takeOffer(view, n) {
  const {from, to} = view.offered, {value} = view.query, text = view.offers.children[n].textContent + " ";
  view.query.value = value.slice(0, from) + text + value.slice(to).replace(/^ /, "");
  view.query.setSelectionRange(from + text.length, from + text.length);
  view.query.dispatchEvent(new Event("input"));
}

function onOfferKey(view, event) {
  const {key} = event, items = view.offers.children;
  if (!view.offered) return;
  if (key === "Escape") { event.preventDefault(); event.stopPropagation(); return closeOffers(view); }
  if ((key === "Enter" || key === "Tab") && view.offered.at >= 0) { event.preventDefault(); return takeOffer(view, view.offered.at); }
  if (key !== "ArrowDown" && key !== "ArrowUp") return;
  event.preventDefault();
  view.offered.at = (view.offered.at + (key === "ArrowDown" ? 1 : items.length) + (view.offered.at < 0 && key === "ArrowUp" ? 1 : 0)) % items.length;
  [...items].forEach((item, n) => item.setAttribute("aria-selected", n === view.offered.at));
  view.query.setAttribute("aria-activedescendant", "offer" + view.offered.at);
  items[view.offered.at].scrollIntoView({block: "nearest"});
}

// ---- the tree ----

const percent = (part, all) => all ? Math.round(100 * part / all) + " %" : "–";

// The score, and the interval in which the true one lies nine times out of ten: Wilson's, which is right near the ends, too.
function scoreCell({white, draws, black}) {
  const n = white + draws + black, score = (white + draws / 2) / n, z = 1.645 ** 2;
  if (!n) return ["–"];
  const middle = (score * n + z / 2) / (n + z), reach = Math.sqrt(z * (score * (1 - score) * n + z / 4)) / (n + z);
  const [low, high] = [middle - reach, middle + reach].map(share => Math.round(100 * Math.min(1, Math.max(0, share))));
  return [percent(score, 1), " ", make("small", {title: "90 % interval"}, `${low}–${high}`)];
}

function treeRow(view, move, all) {
  const row = make("tr", null,
    make("td", null), make("td", null, move.games), make("td", null, percent(move.games, all)), make("td", null, resultBar(move.white, move.draws, move.black)),
    make("td", null, ...scoreCell(move)),
    make("td", {class: "gr-eval", "data-uci": move.uci}), make("td", null, move.performance || ""), make("td", null, (move.lastPlayed || "").slice(0, 4)));
  const button = make("button", {type: "button"}, move.san);
  on(button, "click", () => tryMove(view, move.uci));
  row.firstChild.append(button);
  return row;
}

// Whose games: those of the list, all of the database, those of another one.
function fillSources(view) {
  const others = view.desk.databases.filter(({db}) => db !== view.db), was = view.source.value;
  fill(view.source, make("option", {value: ""}, "Games of the list"), make("option", {value: view.db}, "All of " + view.dbName()),
    ...others.map(({db, name}) => make("option", {value: db}, name)));
  if ([...view.source.options].some(({value}) => value === was)) view.source.value = was;
}

async function growTree(view, whose) {
  const {q, sel} = whose ? {} : askedFor(view);
  if (whose && !listed(view).includes(whose)) await post("dbs/open", {db: whose});
  return get(`db/${whose || view.db}/tree`, {q, sel, fen: view.fen, variant: view.game.json.variant, and: whose ? [] : view.beside});
}

// The move that was played here, where nobody in these games has played it.
function noveltyOf(view, {games, moves}) {
  const next = view.node.kids[0];
  return games && next && !moves.some(({uci}) => uci === next.uci) ? ` ${numberOf(view.game, next)} ${next.san} is new here.` : "";
}

async function explore(view) {
  if (!view.db || !view.game || !view.fen || view.tab !== "tree") return;
  if (findBad(view)) return;
  fillSources(view);
  const at = view.node, whose = view.source.value, filtered = !whose && (view.query.value.trim() || askedFor(view).sel.length);
  const answer = await attempt(view.desk, () => newest(view.growing, growTree(view, whose)));
  if (!answer || at !== view.node) return;
  const heads = ["Move", "Games", "Share", "Results", "Score", "Engine", "Perf.", "Last"].map(word =>
    make("th", {scope: "col", ...word === "Engine" ? {class: "gr-eval"} : {}}, word));
  const table = make("table", null, make("thead", null, make("tr", null, ...heads)), make("tbody", null,
    ...answer.moves.map(move => treeRow(view, move, answer.games))));
  fill(view.branches, make("p", null, `${answer.games} ${answer.games === 1 ? "game has" : "games have"} this position` +
    (filtered ? " and fit the filter" : "") + (answer.unread ? `, ${answer.unread} could not be read` : "") + "." + noveltyOf(view, answer)), answer.moves.length ? table : "");
  showScores(view);
}

// The scores of the live lines beside the moves that they begin with; without any the column is hidden.
function showScores(view) {
  const lines = view.lines.threat ? [] : view.lines.rows.filter(Boolean), cells = [...view.branches.querySelectorAll("[data-uci]")];
  for (const cell of cells) {
    const line = lines.find(({uci}) => uci[0] === cell.dataset.uci);
    cell.textContent = line ? scoreOf(line) : "";
  }
  view.branches.classList.toggle("gr-judged", cells.some(cell => cell.textContent));
}
