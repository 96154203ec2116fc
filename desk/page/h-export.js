// The games of the list as a file, which the browser keeps where it keeps what it fetches.

const FILES = [["pgn", "PGN, all that the games have"], ["html", "A page with boards, to be opened in a browser"], ["csv", "CSV, a line a game, for a spreadsheet"],
  ["json", "JSON, a line a game"], ["san", "Moves, a line a game"], ["uci", "Moves as UCI has them"], ["fen", "Positions as FEN"],
  ["kif", "KIF, for Shogi"], ["csa", "CSA, for Shogi"], ["wxf", "WXF, for Xiangqi"], ["chinese", "Chinese, for Xiangqi"]];

async function fetchFile(db, values) {
  const response = await fetch(`${API}db/${db}/export${parameters(values)}`, {credentials: "same-origin"});
  if (!response.ok) throw Object.assign(new Error((await response.json()).error), {status: response.status});
  const link = make("a", {href: URL.createObjectURL(await response.blob()), download: (/filename="([^"]*)/.exec(response.headers.get("Content-Disposition")) || [])[1] || "games." + values.f});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Each database makes a file of its own.
function exportList(view) {
  const {game} = view, format = make("select", null, ...FILES.map(([value, text]) => make("option", {value}, text)));
  const whole = [...listed(view).map(db => [db, `The list, ${view.dbName(db)}`, withPosition(view, askedFor(view))])];
  const own = game && game.id ? [[game.db, `This game, ${players(game)}`, {sel: "games=" + game.id}]] : [];
  const all = [...whole, ...own], what = make("select", null, ...all.map(([, text], n) => make("option", {value: n}, text)));
  if (!all.length) return view.say("No database is open");
  const fault = part("p", "words"), box = dialog(view, "Export", part("div", "tags", labelled("Games", what), labelled("As", format)), fault);
  fault.setAttribute("role", "alert");
  box.lastChild.prepend(word("Export", "Write the file", async () => {
    const [db, , values] = all[what.value];
    fault.textContent = "Writing …";
    try {
      await fetchFile(db, {...values, f: format.value});
      box.close();
    } catch (error) {
      const damaged = /^(.*); unread=skip/.exec(error.message);
      if (damaged) values.unread = "skip";
      fault.textContent = damaged ? `${plainer(damaged[1])}. Write the file again to leave them out.` : plainer(error.message);
    }
  }));
  return what.focus();
}
