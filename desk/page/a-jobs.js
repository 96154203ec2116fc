// Jobs: work that goes on behind everything else, such as the judging of all games of the list.

function jobItem(page, job) {
  const share = job.total ? Math.round(100 * job.done / job.total) : 0, bar = make("progress", {max: 100, value: share, "aria-label": "Done"});
  const item = make("li", null, make("b", null, `${job.kind} ${job.name}`), ` ${job.state}, ${job.done} of ${job.total} ${job.of} `, bar, " ");
  if (job.judged !== undefined) item.append(` ${job.judged} judged`, job.aside ? `, ${job.aside} set aside` : "");
  if (job.text) item.append(" ", part("span", "words", job.text));
  if (job.state === "running") item.append(" ", word("Stop", "Stop; what is judged is kept", () => attempt(page.desk, () => ask("DELETE", "jobs/" + job.job))));
  return item;
}

function showJobs(page, {jobs}) {
  fill(page.list, ...jobs.map(job => jobItem(page, job)));
  page.none.hidden = jobs.length > 0;
}

async function beginJob(page) {
  const {view} = page.desk, {q, sel} = askedFor(view);
  await attempt(page.desk, async () => {
    if (!view.db) throw new Error("No database is open.");
    await post("jobs", {kind: "annotate", db: view.db, q: q || undefined, sel, [page.by.value]: +page.limit.value, threads: +page.threads.value});
    showJobs(page, await get("jobs"));
  });
}

// What is told of jobs is heard from the first time that the screen is shown.
function hearJobs(page) {
  if (page.stream) return;
  page.stream = new EventSource(API + "jobs/events");
  on(page.stream, "jobs", event => showJobs(page, JSON.parse(event.data)));
}

function buildJobs(desk) {
  const page = {desk};
  page.by = make("select", {"aria-label": "Limit by"}, ...[["nodes", "positions searched"], ["depth", "depth"], ["movetime", "milliseconds"]]
    .map(([value, text]) => make("option", {value}, text)));
  page.limit = make("input", {type: "number", min: 1, value: 10000, "aria-label": "Limit"});
  page.threads = make("input", {type: "number", min: 1, value: 1, "aria-label": "Threads"});
  page.list = make("ul", {class: "gr-jobs", "aria-live": "polite"});
  page.none = make("p", null, "No job yet.");
  page.root = make("main", null, make("h2", null, "Jobs"), make("p", null, "The engine judges the positions of the games in the list of Work, " +
    "with its filter; what it says is kept in the database, and shown with the games."), make("div", {class: "gr-row-of"},
    labelled("Limit", page.by), page.limit, labelled("Threads", page.threads), word("Begin", "Begin to judge", () => beginJob(page))), page.none, page.list);
  return page;
}
