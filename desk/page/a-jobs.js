// Jobs: work that goes on behind everything else. One form, whose fields depend on the kind; one list of all jobs.

// Of each kind: what it is called, what it does, the fields that it has, and whether it is about the games in the list of Work.
const JOBS = {
  annotate: {title: "Judge games", filtered: true, fields: ["engine", "limit", "threads"],
    words: "The engine judges the positions of the games in the list of Work, with its filter; what it says is kept in the database, and shown with the games."},
  report: {title: "Report", filtered: true, fields: ["variant"],
    words: "What the games of a variant say about its rules, as a page: of those in the list of Work, with its filter."},
  match: {title: "Match", fields: ["variant", "engine", "opponent", "limit", "games", "random", "threads"],
    words: "Two engines play each other, in pairs of games with colours exchanged; the games go into the database."},
  index: {title: "Index", fields: ["threads"], words: "The index makes searches fast; games that came in since are added to it."},
  dedupe: {title: "Find doubles", fields: [],
    words: "Games that are in the database more than once, with other headers, are found first; whether they are removed is asked then."},
  train: {title: "Train", fields: ["variant", "positions", "playnodes", "epochs", "threads"],
    words: "The engine plays itself, 256 games at a time, until so many positions have scores; these games go into the database. Then a network learns " +
      "from all scores of the database. That takes hours; 0 positions: it only learns."},
};

// ---- what they have come to ----

const several = (count, one, more) => `${count} ${count === 1 ? one : more}`;

const OUTCOMES = {
  annotate: ({judged, aside}) => judged === undefined ? "" : `${judged} judged` + (aside ? `, ${aside} set aside` : ""),
  index: ({indexed, positions}) => indexed === undefined ? "" : `${several(indexed, "game", "games")}, ${positions} positions`,
  dedupe: ({compared, doubles, removed, kept}) => compared === undefined ? "" : `${compared} compared, ` +
    (removed === undefined ? `${several(doubles, "double", "doubles")} found` : `${several(removed, "double", "doubles")} removed`) +
    (kept ? `, ${kept} kept for what they have beside the moves` : ""),
  report: ({games}) => games === undefined ? "" : several(games, "game", "games"),
  match: ({wins, losses, draws, elo, margin, superiority}) => wins === undefined ? "" :
    `won ${wins}, lost ${losses}, drawn ${draws}: Elo ${elo > 0 ? "+" : ""}${elo} ± ${margin}, better with a likelihood of ${superiority} %`,
  train: ({games, epochs, test}) => [games === undefined ? "" : several(games, "game", "games"), epochs === undefined ? "" :
    `epoch ${epochs}, error on games kept apart ${test}`].filter(Boolean).join(", "),
};

function timeLeft(seconds) {
  if (seconds < 60) return `${seconds} s left`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min left`;
  return `${Math.round(seconds / 3600)} h left`;
}

function progressOf(job) {
  const {done, total, of, left, threads, places} = job, words = [];
  if (total) words.push(`${done} of ${total} ${of}`);
  if (left !== undefined && done < total) words.push(timeLeft(left));
  if (places === 0) words.push("waits while lines are searched");
  else if (places < threads) words.push(`on ${places} of ${threads} threads, while lines are searched`);
  return words.join(", ");
}

// What it was asked to do: its limit, and which games it is about.
function askedWords(page, {kind, asked}) {
  const {q, sel, variant, games, random, positions, epochs} = asked, {filtered} = JOBS[kind], train = kind === "train";
  const limits = {nodes: train ? "nodes a move" : "positions searched", depth: "plies deep", movetime: "ms for each", time: "ms for a game", increment: "ms a move more"};
  const filter = [q && `query ${q}`, ...(sel || []).map(one => one.replace("=", " "))].filter(Boolean).join(", ");
  return [variant && (page.desk.variants.get(variant) || {title: variant}).title, games && several(games, "game", "games"),
    random !== undefined && `${random} random plies`, positions !== undefined && `${positions} positions`,
    ...Object.entries(limits).filter(([name]) => asked[name]).map(([name, words]) => `${asked[name]} ${words}`),
    epochs && `${epochs} epochs`, filtered && (filter || "all games")].filter(Boolean).join(" · ");
}

// ---- the list ----

async function changeJob(page, method, job, body) {
  await attempt(page.desk, async () => showJobs(page, await ask(method, "jobs/" + job.job, body)));
}

// What can be done with a job, by its state; it is made anew only when that changes.
function jobButtons(page, job) {
  const all = [], {state, kind} = job;
  if (state === "running") all.push(word("Pause", "Pause; it goes on from here later", () => changeJob(page, "POST", job, {state: "paused"})));
  if (state === "paused" || state === "failed") all.push(word("Resume", "Go on", () => changeJob(page, "POST", job, {state: "running"})));
  if (state === "running" || state === "paused") all.push(word("Stop", "Stop; what has been done is kept", () => changeJob(page, "DELETE", job)));
  if (kind === "dedupe" && job.doubles > 0 && state === "done") all.push(word(job.doubles === 1 ? "Remove 1 double" : `Remove ${job.doubles} doubles`,
    "Remove them; undo takes that back", () => postJob(page, {kind, db: job.db, remove: true})));
  if (job.result) {
    const link = make("a", {href: `${API}jobs/${job.job}/result`}, job.result.endsWith(".html") ? "Open the report" : `Fetch ${job.result}`);
    if (job.result.endsWith(".html")) link.target = "_blank", link.rel = "noopener";
    all.push(link);
  }
  if (!/ing$|paused/.test(state)) all.push(word("Take off", "Take it off this list", () => changeJob(page, "DELETE", job)));
  return all;
}

function jobRow(page, job) {
  const row = {state: part("span", "state"), bar: make("progress", {max: 100, "aria-label": `Progress of ${job.kind} ${job.name}`}),
    progress: part("span", "words"), when: part("span", "words"), outcome: make("span"), text: part("span", "words"), buttons: part("span", "row-of")};
  row.state.setAttribute("role", "status");
  row.item = make("li", {"data-job": job.job}, make("b", null, `${JOBS[job.kind].title}, ${job.name}`), " ", row.state, row.when,
    part("div", "words gr-asked", askedWords(page, job)), row.bar, " ", row.progress,
    " ", row.outcome, " ", row.text, row.buttons);
  return row;
}

const setWords = (e, text) => { if (e.textContent !== text) e.textContent = text; };

function showJob(page, row, job) {
  const state = [job.state, job.result, job.doubles].join();
  setWords(row.state, job.state);
  setWords(row.when, job.ended ? new Date(1000 * job.ended).toLocaleString([], {dateStyle: "medium", timeStyle: "short"}) : "");
  setWords(row.progress, progressOf(job));
  setWords(row.outcome, OUTCOMES[job.kind](job));
  setWords(row.text, job.text || "");
  row.bar.value = job.total ? 100 * job.done / job.total : 0;
  row.bar.hidden = !/ing$|paused/.test(job.state);
  if (row.known === state) return;
  const focused = row.buttons.contains(document.activeElement);
  fill(row.buttons, ...jobButtons(page, job));
  if (focused && row.buttons.firstChild) row.buttons.firstChild.focus();
  if (row.known && job.state === "done" && ["dedupe", "match", "train"].includes(job.kind) && job.db === page.desk.view.db) list(page.desk.view);
  if (row.known && job.state === "done" && ["annotate", "dedupe"].includes(job.kind)) refreshGame(page.desk.view, job.db, job.kind === "annotate");
  row.known = state;
}

// The newest first; rows stay where they are while their jobs do.
function showJobs(page, {jobs}) {
  const all = new Map(jobs.map(job => [job.job, job]));
  for (const [number, row] of page.rows)
    if (!all.has(number)) {
      row.item.remove();
      page.rows.delete(number);
    }
  for (const job of jobs.sort((a, b) => a.job - b.job)) {
    if (!JOBS[job.kind]) continue;
    if (!page.rows.has(job.job)) {
      page.rows.set(job.job, jobRow(page, job));
      page.list.prepend(page.rows.get(job.job).item);
    }
    showJob(page, page.rows.get(job.job), job);
  }
  page.none.hidden = page.rows.size > 0;
}

// ---- beginning ----

async function postJob(page, body) {
  await attempt(page.desk, async () => {
    await post("jobs", body);
    dropUndoable(page.desk);
    showJobs(page, await get("jobs"));
  });
}

async function beginJob(page) {
  const {view} = page.desk, kind = page.kind.value, {fields, filtered} = JOBS[kind], {q, sel} = askedFor(view), field = page.fields;
  const has = name => fields.includes(name), body = {kind, db: view.db};
  if (!view.db) return void (page.desk.notice.textContent = "No database is open.");
  if (filtered) Object.assign(body, {q: q || undefined, sel});
  for (const name of ["variant", "engine", "opponent"]) if (has(name)) body[name] = field[name].value;
  for (const name of ["games", "random", "positions", "epochs", "threads"]) if (has(name)) body[name] = +field[name].value;
  if (has("playnodes")) body.nodes = +field.playnodes.value;
  if (has("limit")) body[page.by.value] = +field.limit.value;
  await postJob(page, body);
}

function showKind(page) {
  const {fields, words} = JOBS[page.kind.value];
  for (const name in page.labels) page.labels[name].hidden = !fields.includes(name);
  page.words.textContent = words;
  const time = page.by.querySelector("[value=time]");
  time.hidden = time.disabled = page.kind.value !== "match";
  if (page.by.value === "time" && time.disabled) page.by.value = "nodes";
}

// The desk has ended, or another one has come in its place, which knows another cookie: what is shown is old. It is asked
// again until it answers.
function sayLost(page, lost) {
  const {stream} = page, refused = lost && stream && stream.readyState === EventSource.CLOSED;
  page.list.classList.toggle("gr-stale", lost);
  setWords(page.lost, !lost ? "" : (refused ? "The desk refuses to answer: a new one is to be opened by the address that it prints." :
    "The desk does not answer. It is asked again every few seconds.") + " The jobs are shown as they were.");
  if (!refused) return;
  page.stream = null; // a refusal: the browser does not try again by itself
  clearTimeout(page.again);
  page.again = setTimeout(() => hearJobs(page), 3000);
}

// What is told of jobs is heard while the screen is shown or one of them runs, and the tab is seen.
function hearJobs(page) {
  const {view, screen} = page.desk, runs = [...page.rows.values()].some(row => /^\w+ing/.test(row.known));
  if (screen !== "jobs" && !runs || document.hidden) {
    if (page.stream) page.stream.close();
    page.stream = null;
    return;
  }
  if (view.game && !page.chosen) page.fields.variant.value = view.game.json.variant;
  if (page.stream) return;
  page.stream = new EventSource(API + "jobs/events");
  on(page.stream, "error", () => sayLost(page, true));
  on(page.stream, "open", () => sayLost(page, false));
  on(page.stream, "jobs", event => {
    showJobs(page, JSON.parse(event.data));
    hearJobs(page);
  });
  if (page.engines) return;
  attempt(page.desk, async () => {
    const {engines} = await get("engines");
    for (const name of ["engine", "opponent"]) fill(page.fields[name], ...engines.map(({engine, name: text}) => make("option", {value: engine}, text)));
    page.engines = true;
  });
}

// The built-in one, until all are known.
const engineChoice = label => make("select", {"aria-label": label}, make("option", {value: "builtin"}, "Grimoire"));

function buildFields(page) {
  const number = (label, value, min = 1) => make("input", {type: "number", min, value, "aria-label": label});
  const field = page.fields = {variant: variantChoice(page.desk, "Variant"), engine: engineChoice("Engine"), opponent: engineChoice("Opponent"),
    limit: number("Limit", 10000), games: number("Games", 100, 2), random: number("Random plies", 4, 0),
    positions: number("Positions", 100000, 0), playnodes: number("Nodes a move", 200), epochs: number("Epochs", 12), threads: number("Threads", 1)};
  page.by = make("select", {"aria-label": "Limit by"}, ...[["nodes", "positions searched"], ["depth", "depth"], ["movetime", "ms for each"],
    ["time", "ms for a game"]].map(([value, text]) => make("option", {value}, text)));
  page.labels = {};
  for (const name in field) page.labels[name] = labelled(field[name].getAttribute("aria-label"), field[name]);
  page.labels.limit = part("span", "row-of", page.labels.limit, page.by);
  on(field.variant, "change", () => { page.chosen = true; });
  on(document, "visibilitychange", () => hearJobs(page));
}

function buildJobs(desk) {
  const page = {desk, rows: new Map()};
  page.kind = make("select", {"aria-label": "Kind of job"}, ...Object.entries(JOBS).map(([value, {title}]) => make("option", {value}, title)));
  on(page.kind, "change", () => showKind(page));
  buildFields(page);
  page.words = make("p");
  page.list = make("ul", {class: "gr-jobs"});
  page.none = make("p", null, "No job yet.");
  page.lost = make("p", {class: "gr-error", role: "status"});
  page.root = make("main", null, make("h2", null, "Jobs"), make("div", {class: "gr-row-of gr-begin"}, labelled("New job", page.kind),
    ...Object.values(page.labels), word("Begin", "Begin the job", () => beginJob(page))), page.words, page.lost, page.none, page.list);
  showKind(page);
  return page;
}
