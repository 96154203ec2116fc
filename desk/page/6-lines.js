// What the engine thinks: one stream of the tab carries all, and a new position drops what was said of older ones. It is
// open only while an engine is on and the tab is seen: browsers have six connections for all tabs together.

function listen(view) {
  const id = Math.random().toString(36).slice(2, 14);
  const lines = view.lines = {id, generation: 0, early: [], rows: [], on: false, threat: false, only: null};
  on(document, "visibilitychange", () => think(view));
}

// Is the stream ready? Else it is opened, and then it is thought.
function isHeard(view) {
  const {lines} = view;
  if (!lines.stream) {
    lines.stream = new EventSource(API + "live?id=" + lines.id);
    on(lines.stream, "lines", event => heard(view, JSON.parse(event.data)));
    on(lines.stream, "open", () => think(view));
  }
  return lines.stream.readyState === EventSource.OPEN;
}

function hangUp(lines) {
  if (lines.stream) lines.stream.close();
  lines.stream = null;
}

function heard(view, message) {
  const {lines} = view;
  if (message.generation > lines.generation) lines.early.push(message); // the answer with its generation is on its way
  if (message.generation !== lines.generation || !lines.on) return;
  if (message.error) {
    view.about.textContent = message.error;
    view.bar.hidden = true;
  }
  showLines(view, message);
  showScores(view);
}

// Has the position shown be thought about, or nothing.
async function think(view) {
  const {lines, game, node} = view;
  if (!lines || !game) return;
  lines.rows = [];
  lines.best = null;
  view.threat.setAttribute("aria-pressed", lines.threat);
  view.onlyThis.hidden = !lines.only;
  fill(view.thoughts);
  view.thoughts.style.minHeight = lines.on ? 2 * view.howMany.value + "em" : "";
  showScores(view);
  view.about.textContent = lines.on ? "…" : "off";
  view.bar.hidden = !lines.on;
  if (!lines.on || document.hidden) return hangUp(lines);
  if (!isHeard(view)) return;
  const position = {variant: game.json.variant, fen: game.json.start, moves: movesTo(node)};
  const answer = await attempt(view.desk, () => newest(lines, post(`live/${lines.id}`, {position, lines: +view.howMany.value,
    threads: +view.threads.value, engine: view.whose.value, threat: lines.threat || undefined, only: lines.only || undefined})));
  if (!answer) return;
  lines.generation = answer.generation;
  for (const message of lines.early.splice(0)) heard(view, message);
}

// Of another position all moves of the side to move are thought about.
function thinkAnew(view) {
  if (view.lines.only) view.why.value = "";
  Object.assign(view.lines, {threat: false, only: null});
  think(view);
}

function toggleEngine(view, turnOn) {
  view.lines.on = turnOn || !view.lines.on;
  view.engine.setAttribute("aria-pressed", view.lines.on);
  thinkAnew(view);
}

// What would the other side do if it were its turn?
function toggleThreat(view) {
  const threat = !view.lines.threat;
  if (!view.lines.on) toggleEngine(view, true);
  Object.assign(view.lines, {threat, only: null});
  think(view);
}

// Why not this move? The engine answers it; of a move that is not legal the desk says why.
async function whyNot(view, text) {
  const legal = legalOf(view, text);
  if (!legal) {
    await attempt(view.desk, async () => {
      const {error} = await post("position", {variant: view.game.json.variant, fen: view.game.json.start, moves: movesTo(view.node), move: text, draft: true});
      if (error) throw Object.assign(new Error(error), {status: 400});
    });
    return;
  }
  if (!view.lines.on) toggleEngine(view, true);
  Object.assign(view.lines, {threat: false, only: [legal.uci]});
  view.onlyThis.textContent = `Only ${legal.san} ×`;
  think(view);
}

async function fillEngines(view) {
  const {engines} = await get("engines");
  fill(view.whose, ...engines.map(({engine, name}) => make("option", {value: engine}, name)));
  view.whose.hidden = engines.length < 2;
}
