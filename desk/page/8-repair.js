// Paste and repair: a text is read as it is typed; its faults stand beside it, each with what may have been meant.

const severities = {error: "gr-error", warning: "gr-warning", note: "gr-note"};

// The place in a text of a line and a column, both counted from 1, in characters.
function placeIn(text, line, column) {
  let at = 0;
  for (; line > 1 && at >= 0; line--) at = text.indexOf("\n", at) + 1;
  return at + [...text.slice(at)].slice(0, column - 1).join("").length;
}

function selectPlace(field, {line, column, from}) {
  const at = placeIn(field.value, line, column), rest = field.value.slice(at);
  field.focus();
  field.setSelectionRange(at, at + (from && rest.startsWith(from) ? from.length : (/^\S*/.exec(rest)[0].length || 1)));
}

// Puts another word in the place of one; the text is then read again.
function putWord(page, {line, column, from}, word) {
  const {value} = page.text, at = placeIn(value, line, column);
  if (value.slice(at, at + from.length) !== from) return;
  page.text.value = value.slice(0, at) + word + value.slice(at + from.length);
  readText(page);
}

const quotedWords = text => (/; did you mean (.*)\?$/.exec(text) || ["", ""])[1].split(/, | or /).filter(Boolean);
const badWord = text => (/^'([^']+)'/.exec(text) || ["", ""])[1];

function faultItem(page, fault) {
  const item = make("li", {class: severities[fault.severity]}), go = make("button", {type: "button", title: "Show it in the text"}, `${fault.line}:${fault.column}`);
  const from = badWord(fault.message);
  on(go, "click", () => selectPlace(page.text, {...fault, from}));
  item.append(go, " ", fault.message);
  for (const words of from ? quotedWords(fault.message) : []) {
    const button = make("button", {type: "button", title: `Write ${words} in the place of ${from}`}, words);
    on(button, "click", () => putWord(page, {...fault, from}, words));
    item.append(" ", button);
  }
  return item;
}

function gameItem(page, game, n) {
  const words = `${players(game)}, ${game.variant || "unknown game"}, ${game.plies} plies, ${game.status}`;
  return make("li", null, make("b", null, words), make("ul", null, ...game.diagnostics.map(fault => faultItem(page, fault))));
}

function tell(page, answer) {
  const faulty = answer.games.filter(game => game.diagnostics.some(fault => fault.severity === "error")).length;
  const games = answer.games.length;
  page.sum.textContent = games ? `${games} ${games === 1 ? "game" : "games"}, ` + (faulty ? `${faulty} with faults` : "no faults") :
    answer.looksLike ? `No game: this looks like ${answer.looksLike}` : "No game yet";
  fill(page.games, ...answer.games.map((game, n) => gameItem(page, game, n)));
  page.repair.disabled = !faulty;
  fill(page.link);
  page.add.disabled = !games;
  page.add.textContent = games ? `Add ${games} ${games === 1 ? "game" : "games"}` : "Add";
}

// What was pasted outlives the page, but not the tab; a text that is too long for the browser is not kept.
function keepText({text, variant}) {
  try {
    sessionStorage.removeItem("pasted");
    if (text.value.trim()) sessionStorage.setItem("pasted", JSON.stringify([text.value, variant.value]));
  } catch (error) { /* a browser may keep nothing */ }
}

function lastText(page) {
  try {
    const [text, variant] = JSON.parse(sessionStorage.getItem("pasted"));
    page.text.value = text;
    if (page.desk.variants.has(variant)) page.variant.value = variant;
  } catch (error) { /* there is none */ }
}

// When the screen is shown: a text that was kept has not been read yet.
function openRepair(page) {
  if (!page.read && page.text.value) readText(page);
}

async function readText(page) {
  const text = page.text.value;
  page.read = true;
  keepText(page);
  page.changes.replaceChildren();
  if (!text.trim()) return tell(page, {games: []});
  const answer = await attempt(page.desk, () => newest(page.reading, post("text/check", {text, variant: page.variant.value})));
  if (answer) tell(page, answer);
}

// The fewest changes that make all of it legal; what they are stands below, and the text is theirs.
async function repairText(page) {
  const answer = await attempt(page.desk, () => post("text/repair", {text: page.text.value, variant: page.variant.value}));
  if (!answer) return;
  const changes = answer.games.flatMap((game, n) => game.repairs.map(repair => make("li", null, `Game ${n + 1}, ply ${repair.ply}: ` +
    `${repair.from || "nothing"} ${repair.kind}` + (repair.san ? `, now ${repair.san}` : "") + (repair.others.length ?
      `; less likely ${repair.others.slice(0, 5).map(other => other.san || other.kind).join(", ")}` : ""))));
  page.text.value = answer.pgn;
  await readText(page);
  fill(page.changes, make("h3", null, changes.length ? "What was changed" : "Nothing could be repaired"), make("ul", null, ...changes));
}

async function addText(page) {
  const view = page.desk.view;
  if (!view.db) {
    page.sum.textContent = "No database is open";
    return;
  }
  await attempt(page.desk, async () => {
    const answer = await post(`db/${view.db}/import`, {text: page.text.value, variant: page.variant.value, copies: page.copies.value});
    page.sum.textContent = `${answer.games} ${answer.games === 1 ? "game" : "games"} read, ${answer.duplicates} in the database already` +
      (answer.replaced ? `, of which ${answer.replaced} ${page.copies.value === "combine" ? "got more" : "replaced"}` : "");
    page.add.disabled = true;
    page.add.textContent = "Added";
    if (answer.ids.length) fill(page.link, make("a", {href: addressOf(view, view.db, answer.ids[0], "")}, answer.ids.length > 1 ?
      `Open the first, game ${answer.ids[0]}` : `Open game ${answer.ids[0]}`));
    if (answer.change) offerUndo(page.desk, view.db, page.sum.textContent + ".", answer.change);
    else dropUndoable(page.desk);
    await refreshGame(view, view.db);
    list(view);
  });
}

// The text of the game on the board, with what could not be read at its end.
function repairGame(view) {
  const {repair} = view.desk, {json, result} = view.game, text = writePgn(view.game).trimEnd();
  repair.text.value = `${text.slice(0, -result.length)}${json.rest} ${result}\n`;
  repair.variant.value = json.variant;
  view.desk.visit("repair");
  readText(repair);
}

// A file's text: UTF-8, or where that fails as old programs wrote it.
async function textOf(file) {
  if (file.size > 3e6) throw new Error(`${file.name} is too large to be shown here: use grimoire import`);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch (error) {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function buildRepair(desk) {
  const page = {desk, reading: {}};
  page.text = make("textarea", {rows: 24, spellcheck: "false", "aria-label": "Text with games", placeholder: "Paste games here, in any notation"});
  page.variant = variantChoice(desk, "Game, where the text does not say it");
  page.sum = make("p", {role: "status"}, "No game yet");
  page.link = make("p");
  page.games = make("ol", {class: "gr-faults"});
  page.changes = make("div");
  page.copies = make("select", {"aria-label": "Games that the database has already"}, ...[["skip", "Skip those that are there"],
    ["combine", "Combine with those that are there"], ["replace", "Replace those that are there"]].map(([value, text]) => make("option", {value}, text)));
  const file = make("input", {type: "file", "aria-label": "A file with games"});
  on(file, "change", () => attempt(desk, async () => {
    if (!file.files.length) return;
    page.text.value = await textOf(file.files[0]);
    await readText(page);
  }));
  page.repair = word("Repair all", "The fewest changes that make all games legal", () => repairText(page));
  page.add = word("Add", "Add the games to the database", () => addText(page));
  page.repair.disabled = page.add.disabled = true;
  let timer;
  on(page.text, "input", () => { clearTimeout(timer); timer = setTimeout(() => readText(page), 300); });
  on(page.variant, "change", () => readText(page));
  on(page.copies, "change", () => readText(page));
  page.root = make("main", {class: "gr-repair"}, make("h2", null, "Paste and repair"), make("div", {class: "gr-two"},
    make("div", null, labelled("Game", page.variant), labelled("File", file), page.text), make("div", null, page.sum, page.link, make("div", {class: "gr-row-of"}, page.repair, page.add, page.copies),
      page.games, page.changes)));
  lastText(page);
  return page;
}
