# What was judged is shown on the desk as on the page of games: the same table, curve, colours and best lines. A part of
# desk.py, with a desk of its own.
import os, tempfile
from aid import grimoire, say
from desk_driver import Desk, HELP

GAMES = ('[White "Reti"]\n[Black "Tartakower"]\n\n1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 '
         '9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0\n\n'
         '[White "Told"]\n\n1. d3 {[%eval 0.1]} d6 {[%eval 0.2]} 2. Kd2 {[%eval -0.9]} h6 {[%eval -0.8]} 3. Kc3 {[%eval -4.1]} *\n')

# What can be seen of it; of a best line only its moves.
SEEN = r"""({
  table: [...document.querySelectorAll(".judgement tr, .judgement caption")].map(row => [...row.children].map(cell => cell.textContent).join("|") || row.textContent),
  dots: [...document.querySelectorAll(".gr-dot")].map(dot => [dot.className, dot.title, dot.style.left].join()),
  colors: [...document.querySelectorAll(".gr-dot"), ...document.querySelectorAll(".gr-row .gr-blunder, .gr-row .gr-dubious")].map(one => getComputedStyle(one).color),
  areas: document.querySelectorAll(".gr-curve .gr-area").length,
  moves: [...document.querySelectorAll(".gr-row .gr-move")].map(move => move.className.replace(/ ?gr-hit/, "") + " " + move.textContent),
  lines: [...document.querySelectorAll(".gr-block .gr-variation, .gr-better")].map(line => [...line.querySelectorAll(".gr-move, button:not([aria-label])")]
    .map(move => move.textContent.replace(/^\d+\.+\u00a0?/, "")).join(" "))})"""


def compared(folder, number):
    db, page = folder + "/judged.db", folder + "/judged.html"
    grimoire("export", "-q", "-d", db, "-f", "html", "-o", page)
    desk = Desk("-d", db)
    desk.run("location.hash = '#db=1&game=%d'" % number)
    desk.wait("$('.gr-title').textContent.includes('game %d') && board().dataset.legal" % number)
    here = desk.run(SEEN)
    words = desk.faults()
    desk.browser.open(page, "#game=%d" % number)
    there = desk.browser.run(SEEN)
    say(len(set(there["colors"])) > 2, "faults have colours", there["colors"])
    for name in there:
        say((there[name] or number == 2 and name == "lines") and here[name] == there[name], "what was judged of game %d is shown as on its page: %s" % (number, name), (here[name], there[name]))
    say(not words, "and nothing is said on the console", words)
    return desk


def judged():
    with tempfile.TemporaryDirectory() as folder:
        db = folder + "/judged.db"
        grimoire("import", "-q", "-d", db, "-", text=GAMES)
        grimoire("annotate", "-q", "-d", db, "--games", "1", "--depth", "8")
        desk = compared(folder, 1)
        desk.browser.load(desk.origin + "/#db=1&game=1")
        desk.run(HELP)
        desk.wait("board() && $('.gr-better') && board().dataset.legal")
        line = "[...$('.gr-better').querySelectorAll('button:not([aria-label])')]"
        lines, third = desk.run("document.querySelectorAll('.gr-better').length"), desk.run(line + "[2].textContent")
        desk.run(line + "[2].click()")
        desk.wait("$('.gr-status').textContent.includes(' %s ') && !$('.gr-trying').hidden && board().dataset.legal" % third)
        say(desk.run("$('.gr-moves').contains(document.querySelector('.gr-tried'))"), "a move of a better line is tried")
        desk.run("press('Back to the game')")
        desk.wait("$('.gr-trying').hidden && document.querySelectorAll('.gr-better').length === %d && board().dataset.legal" % lines)
        desk.run("$('.gr-better [aria-label^=Add]').click()")
        desk.wait("$('.gr-kept').textContent.includes('Saved') && document.querySelectorAll('.gr-better').length === %d" % (lines - 1))
        say(desk.run("document.querySelectorAll('.gr-variation').length") == 1 and desk.run("Boolean($('.judgement'))"), "and the line is added to the game")
        say(third in grimoire("export", "-d", db, "--judge", "none"), "in the file, too", grimoire("export", "-d", db, "--judge", "none"))
        desk.close()
    with tempfile.TemporaryDirectory() as folder:
        grimoire("import", "-q", "-d", folder + "/judged.db", "-", text=GAMES)
        compared(folder, 2).close()
