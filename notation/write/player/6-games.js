// The opening tree and the list of the games of a page.

const address = (game, node) => `#game=${game.number}` + (node ? node.main ? `&ply=${node.ply}` : `&move=${node.index}` : "");

// ---- opening tree ----

// The main line of a game as words, without building the game.
function mainLine(header, most) {
  if (header.sans) return header.sans;
  const sans = [];
  let depth = 0;
  for (const [, , bracket, , word] of movesOf(header).matchAll(TOKEN)) {
    depth += bracket === "(" ? 1 : bracket ? -1 : 0;
    if (word && !depth && sans.push(word) >= most) break;
  }
  if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(sans.at(-1))) sans.pop();
  return header.sans = sans;
}

function pointsOf(headers) {
  const win = {"1-0": 1, "1/2-1/2": .5, "0-1": 0}, ended = headers.filter(header => header.result in win);
  const count = result => ended.filter(header => header.result === result).length;
  return {games: headers.length, ended: ended.length, white: count("1-0"), draws: count("1/2-1/2"), black: count("0-1"),
    points: ended.reduce((sum, header) => sum + win[header.result], 0)};
}

function addTree(view, parent, headers, ply, depth) {
  const moves = new Map();
  for (const header of headers) {
    const san = mainLine(header, MOST)[ply];
    if (san) moves.set(san, [...moves.get(san) || [], header]);
  }
  const list = make("ul"), all = headers.length;
  for (const [san, of] of [...moves].sort((a, b) => b[1].length - a[1].length).slice(0, 12)) {
    const {games, ended, white, draws, black, points} = pointsOf(of);
    const bar = resultBar(white, draws, black);
    const target = of.find(header => header.index === view.game.index) || of[0];
    const item = make("li", null, part("span", "tree-row",
      make("a", {href: `#game=${target.number}&ply=${ply + 1}`}, san), " ",
      part("span", "count", games), " ", part("span", "share", Math.round(100 * games / all) + " %"), " ", bar, " ",
      make("span", {class: "gr-points", title: `White's points: ${points} of ${ended}`}, ended ? Math.round(100 * points / ended) + " %" : "–")));
    if (depth > 1) addTree(view, item, of, ply + 1, depth - 1);
    list.append(item);
  }
  if (moves.size) parent.append(list);
  return moves.size;
}

const MOST = 80, DEEP = 3, SOME = 100;

// The games of the list that begin as the one shown does, up to the position shown.
function fillTree(view) {
  const {tree, game} = view;
  if (!tree.parentNode.open || !game) return;
  let at = view.node;
  while (!at.main) at = at.parent;
  const before = game.line.slice(1, at.ply + 1).map(node => node.san);
  const headers = view.headers.filter(header => header.playable && !(header.row && header.row.hidden) && header.variant === game.variant &&
    header.article.dataset.start === game.article.dataset.start &&
    before.every((san, n) => mainLine(header, MOST)[n] === san));
  const {games, ended, points} = pointsOf(headers);
  fill(tree, make("p", null, `${at.ply ? `After ${numberOf(game, at)} ${at.san}` : "From the start"}: ${games} ${games === 1 ? "game" : "games"}` +
    (ended ? `, White's points ${points} of ${ended}` : "")));
  const heads = ["Move", "Games", "Share", "Results", "Score"].map(word => make("span", null, word));
  if (addTree(view, tree, headers, at.ply, DEEP)) tree.lastChild.before(part("div", "tree-row", ...heads));
  else tree.append(make("p", null, at.ply < MOST ? "No game goes on." : "The tree ends here."));
}

// ---- list of games ----

const aboutOf = ({tags, variant}, several) => [several ? variant : "", known(tags.Event), known(tags.Site),
  known(tags.Round) && "round " + known(tags.Round), known(tags.Date), known(tags.Opening) || known(tags.ECO)].filter(Boolean).join(", ");

// Some rows at a time, so that a page of thousands shows its first game at once.
function fillList(view, from = 0) {
  const several = new Set(view.headers.map(header => header.variant)).size > 1;
  const rows = document.createDocumentFragment();
  for (const header of view.headers.slice(from, from + SOME)) {
    header.row = make("li", null, make("a", {href: `#game=${header.number}`, tabindex: header === view.header ? 0 : -1},
      make("b", null, players(header)), " ", part("span", "score", header.result.replaceAll("1/2", "½")), " ",
      make("small", null, aboutOf(header, several))));
    header.words = (Object.values(header.tags).join(" ") + " " + header.variant).toLowerCase();
    if (header === view.header) header.row.className = "gr-current";
    rows.append(header.row);
  }
  view.list.append(rows);
  filter(view);
  if (from + SOME < view.headers.length) setTimeout(() => fillList(view, from + SOME));
}

function choose(label, values) {
  const select = make("select", {"aria-label": label}, make("option", {value: ""}, label));
  for (const [value, text] of values) select.append(make("option", {value}, text));
  return select;
}

function filter(view) {
  const words = view.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const header of view.headers) {
    if (!header.row) continue;
    const fits = words.every(word => header.words.includes(word)) &&
      (!view.byVariant.value || header.variant === view.byVariant.value) &&
      (!view.byResult.value || header.result === view.byResult.value);
    header.row.hidden = !fits;
    shown += fits;
  }
  view.shown.textContent = shown === view.headers.length ? `${shown} games` : `${shown} of ${view.headers.length} games`;
  fillTree(view);
}
