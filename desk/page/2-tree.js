// A game as the board wants it, out of the tree that the desk sends; and the paths by which operations name its moves.

const listOf = value => value === undefined || value === null ? [] : [].concat(value);

// White's chance by an evaluation such as 0.31 or #-3; null without one.
function chanceOf(variant, node) {
  const text = commented(node, "evaluation"), mate = /^#(-?)/.exec(text || "");
  if (mate) return mate[1] ? 0 : 100;
  return text && !isNaN(text) ? 100 / (1 + Math.exp(-100 * variant.slope * text)) : null;
}

function addMove(game, parent, item, prefix, main) {
  const node = {parent, san: item.san, uci: item.move, kids: [], ply: parent.ply + 1, index: game.nodes.length, main,
    nags: listOf(item.glyphs), before: listOf(item.before).map(readComment),
    comments: [...listOf(item.after), ...listOf(item.behind).flatMap(listOf)].map(readComment),
    text: listOf(item.after).join(" "), setup: playStep(game, parent.setup, item.step), path: prefix + (parent.ply + 1)};
  parent.kids.push(node);
  game.nodes.push(node);
  if (main) game.line.push(node);
  return node;
}

// A variation in place of a move has that move's path before its own plies.
function addLine(game, parent, items, prefix, main) {
  for (const item of items) {
    const node = addMove(game, parent, item, prefix, main);
    listOf(item.variations).forEach((variation, n) => addLine(game, parent, variation, `${node.path}.${n + 1}.`, false));
    parent = node;
  }
}

function gameOf(desk, json) {
  const variant = desk.variants.get(json.variant);
  if (!variant) return null;
  const {files, ranks, first, pieces} = variant, tags = Object.create(null);
  const game = {json, variant, tags, files, ranks, promoted: pieces.some(piece => piece.promoted), shape: variant.shape, lines: variant.lines, sides: readSides(variant.sides), signs: variant.characters || {}, first: first[0], result: json.result, end: "", faults: {}, names: {},
    paths: {}, nodes: [], line: [], chance: null, royal: pieces[0].letter};
  for (const {name, value} of json.tags) tags[name] = value;
  for (const piece of pieces) {
    game.names[piece.letter] = piece.name;
    if (piece.drawing) game.paths[piece.letter] = piece.drawing;
  }
  if (json.end) game.end = json.end.winner ? `${json.end.winner} wins by ${json.end.state}` : json.end.state;
  const before = listOf(json.comment);
  const root = {san: "", uci: "", kids: [], nags: [], before: [], comments: before.map(readComment), text: before.join(" "),
    ply: 0, index: 0, main: true, path: "0", setup: readFen(game, json.start)};
  game.nodes.push(root);
  game.line.push(root);
  addLine(game, root, listOf(json.line), "", true);
  const chance = game.line.map(node => chanceOf(variant, node));
  if (chance.some(value => value !== null)) game.chance = chance;
  return game;
}

// The moves that lead to a node, from the start.
function movesTo(node) {
  const moves = [];
  for (; node.parent; node = node.parent) moves.unshift(node.uci);
  return moves;
}

// The node to which moves lead in another tree, as far as they go there.
function follow(game, moves) {
  let node = game.nodes[0];
  for (const move of moves) {
    const next = node.kids.find(kid => kid.uci === move);
    if (!next) break;
    node = next;
  }
  return node;
}

const emptyGame = (variant, start) => ({variant, result: "*", start, line: [],
  tags: ["Event", "Site", "Date", "Round", "White", "Black"].map(name => ({name, value: name === "Date" ? "????.??.??" : "?"}))
    .concat({name: "Result", value: "*"})});

// A game of no database as PGN.
function writePgn(game) {
  const {json, variant} = game, quoted = text => text.replace(/["\\]/g, "\\$&"), tags = {...game.tags};
  if (json.start !== variant.start) Object.assign(tags, {SetUp: "1", FEN: json.start});
  if (variant.name !== "chess") tags.Variant = variant.title;
  const braced = text => text ? ` {${text}}` : "";
  const line = (node, text) => {
    for (; node; node = node.kids[0]) {
      text += [" " + numberOf(game, node), node.san, ...node.nags.map(nag => "$" + nag)].join(" ") + braced(node.text);
      if (!begins(node)) for (const other of node.parent.kids.slice(1)) text += " (" + line(other, "").trim() + ")";
    }
    return text;
  };
  return Object.entries(tags).map(([name, value]) => `[${name} "${quoted(value)}"]\n`).join("") + "\n" +
    (braced(game.line[0].text) + line(game.line[0].kids[0], "") + " " + game.result).trim() + "\n";
}
