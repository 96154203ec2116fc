#!/usr/bin/env python3
# What `make check-browser` runs: the page of games in Chromium. Whole games of every variant are gone
# through forwards, backwards, by address and by clicks, and each position is compared with what
# `grimoire export -f fen` says; then keys, wheel, touch, filters, tree, printing and hostile text.
import json, os, re, subprocess, sys, tempfile
import browser as chromium
import shared
from aid import counts, grimoire, say

VARIANTS = os.environ.get("VARIANTS", "chess magi magician royal wizard capablanca chess960 crazyhouse atomic antichess horde threecheck "
                          "racingkings kingofthehill shogi xiangqi").split()
SOURCES = {"magi": ["samples/magi.pgn"], "magician": ["samples/published/magician-sample.txt"],
           "chess": ["samples/chess.pgn"], "royal": ["samples/royal.pgn"], "wizard": ["samples/wizard.pgn"]}


def paths(movetext):
    """The moves of a PGN's movetext in their order: for each, the SANs that lead to it, and whether it
    belongs to the main line."""
    found, stack, line = [], [], []
    for comment, bracket, word in re.findall(r"(\{[^}]*\})|([()])|([^\s(){}]+(?:\(\w\))?[+#]?)", movetext):
        if bracket == "(":
            stack.append(line)
            line = line[:-1]
        elif bracket:
            line = stack.pop()
        elif word and not re.match(r"\$|\d+\.+$|1-0$|0-1$|1/2-1/2$|\*$", word):
            line = line + [word]
            found.append((line, not stack))
    return found


def fen_of(variant, start, line):
    """The position after moves, as the library plays them."""
    text = '[Variant "%s"]\n[SetUp "1"]\n[FEN "%s"]\n\n%s *\n' % (variant, start, " ".join(line))
    return grimoire("convert", "-q", "-v", variant, "-f", "fen", "-", text=text).strip().split("\n")[-1]


class Games:
    """A database of games of a variant, and what the library says of them."""

    def __init__(self, folder, variant):
        self.db, self.page, played = [os.path.join(folder, variant + end) for end in [".db", ".html", ".pgn"]]
        grimoire("match", "-q", "-v", variant, "--games", "2", "--nodes", "150", "--pgn", played)
        grimoire("import", "-q", "-v", variant, "-d", self.db, *SOURCES.get(variant, []), played)
        grimoire("annotate", "-q", "-d", self.db, "--nodes", "60")
        grimoire("export", "-q", "-d", self.db, "-f", "html", "-o", self.page)
        self.start = [json.loads(line)["start_fen"] for line in grimoire("export", "-q", "-d", self.db, "-f", "json").splitlines()]
        blocks = grimoire("export", "-q", "-d", self.db, "-f", "fen").rstrip("\n").split("\n\n")
        self.fens = [[start] + [fen for fen in block.split("\n") if fen] for start, block in zip(self.start, blocks)]
        games = re.split(r"\n\n(?=\[Event )", grimoire("export", "-q", "-d", self.db).strip())
        self.paths = [paths(game.split("\n\n", 1)[1]) for game in games]


FEN = "document.getElementById('board').dataset.fen"


class Page:
    def __init__(self, browser):
        self.browser, self.count = browser, 0

    def fen(self):
        return self.browser.run(FEN)

    def go(self, address):
        """Goes to an address within the page; what is added makes it differ from the last one."""
        self.count += 1
        self.browser.run("window.gone = new Promise(done => addEventListener('hashchange', () => done(), {once: true})), 0")
        self.browser.call("Page.navigate", url="%s%s&n=%d" % (self.browser.page, address, self.count))
        self.browser.run("window.gone")
        return self.fen()

    def until(self, script, value):
        """Waits a second for an expression to have a value; returns the last one."""
        for _ in range(50):
            found = self.browser.run(script)
            if found == value:
                break
            self.browser.run("new Promise(done => setTimeout(done, 20))")
        return found

    def shows(self, fen):
        return self.until(FEN, fen) == fen

    def middle(self, selector, share=.5):
        """Where an element is in the window, brought into view."""
        return self.browser.run("(() => { const e = document.querySelector(%s); e.scrollIntoView({block: 'nearest'});"
                                "const b = e.getBoundingClientRect(); return [b.left + b.width * %s, b.top + b.height / 2]; })()"
                                % (json.dumps(selector), share))

    def click(self, selector, share=.5):
        self.browser.click(*self.middle(selector, share))

    def faultless(self, name):
        say(not self.browser.faults, name + ": no error and no request", self.browser.faults)
        self.browser.faults.clear()


def differ(name, found, expected):
    for n, (one, other) in enumerate(zip(found, expected)):
        if one != other:
            return "%s: position %d is %s, not %s" % (name, n, one, other)
    return len(found) != len(expected) and "%s: %d positions, not %d" % (name, len(found), len(expected))


def press(page, key, code, times, real):
    """The positions after each of so many presses of a key; `real` ones are the browser's own."""
    found = []
    if not real:
        return page.browser.run("Array.from({length: %d}, () => { document.body.dispatchEvent(new KeyboardEvent('keydown',"
                                "{key: '%s', bubbles: true, cancelable: true})); return %s; })" % (times, key, FEN))
    for _ in range(times):
        page.browser.key(key, code)
        found.append(page.fen())
    return found


def check_ways(page, games, variant):
    """All games forwards and backwards by keys, and by address."""
    wrong = []
    for number, fens in enumerate(games.fens, 1):
        real, last = number == 1, len(fens) - 1
        found = [page.go("#game=%d&ply=0" % number)] + press(page, "ArrowRight", 39, last + 1, real)
        wrong.append(differ("game %d forwards" % number, found, fens + fens[-1:]))
        found = press(page, "ArrowLeft", 37, last + 1, real)
        wrong.append(differ("game %d backwards" % number, found, fens[-2::-1] + fens[:1]))
        plies = list(range(0, last, 17)) + [last]
        wrong.append(differ("game %d by address" % number, [page.go("#game=%d&ply=%d" % (number, ply)) for ply in plies],
                            [fens[ply] for ply in plies]))
    say(not any(wrong), "%s: %d games, %d positions" % (variant, len(games.fens), sum(map(len, games.fens))), list(filter(None, wrong))[:3])


def check_opened(page, games, variant):
    """A page opened at an address, without having been there before."""
    ply = len(games.fens[-1]) // 2
    page.browser.open(games.page, "#game=%d&ply=%d" % (len(games.fens), ply))
    say(page.fen() == games.fens[-1][ply], variant + ": a page opened at an address", page.fen())


def check_clicks(page, games, variant):
    """Clicks on moves and on moves of variations."""
    wrong, variations = [], 0
    for number, (fens, moves) in enumerate(zip(games.fens, games.paths), 1):
        page.go("#game=%d&ply=0" % number)
        asides = [n for n, (line, main) in enumerate(moves, 1) if not main]
        mains = [n for n, (line, main) in enumerate(moves, 1) if main]
        for n in mains[::29] + mains[-1:] + asides[:5] + asides[-1:]:
            line, main = moves[n - 1]
            expected = fens[len(line)] if main else fen_of(variant, fens[0], line)
            address = "#game=%d&%s" % (number, "ply=%d" % len(line) if main else "move=%d" % n)
            page.click('.gr-moves a[href="%s"]' % address)
            if not page.shows(expected) or page.until("location.hash", address) != address:
                wrong.append("%s: %s is %s, not %s" % (address, line[-1], page.fen(), expected))
            variations += not main
    say(not wrong, "%s: clicks on moves, %d of them in variations" % (variant, variations), wrong[:3])


def check_drawing(page, fen):
    """The right button draws arrows and marks, which stay with their position and go when they are drawn again."""
    run, drawn = page.browser.run, "[...document.querySelectorAll('#board .gr-drawn')].map(e => e.tagName + e.getAttribute('class').slice(-1)).join()"
    draw = ("((from, to, more) => { const box = document.querySelector('#board svg').getBoundingClientRect(), unit = box.width / 836;"
            "const at = (name, kind) => document.getElementById('board').dispatchEvent(new PointerEvent(kind, {bubbles: true, button: 2, ...more,"
            "clientX: box.left + (36 + 100 * (name.charCodeAt(0) - 97) + 50) * unit, clientY: box.top + (100 * (8 - name[1]) + 50) * unit}));"
            "at(from, 'pointerdown'), at(to, 'pointerup'); })")
    run(draw + "('g1', 'f3', {})")
    run(draw + "('e4', 'e4', {shiftKey: true})")
    say(run(drawn) == "pathG,rectR" and page.shows(fen), "the right button draws an arrow and a mark", run(drawn))
    page.browser.key("ArrowRight", 39)
    gone = run(drawn)
    page.browser.key("ArrowLeft", 37)
    say(gone == "" and run(drawn) == "pathG,rectR", "they stay with their position", (gone, run(drawn)))
    run(draw + "('g1', 'f3', {})")
    run(draw + "('e4', 'e4', {shiftKey: true})")
    run(draw + "('e4', 'e4', {shiftKey: true, altKey: true})")
    say(run(drawn) == "rectY", "and go when they are drawn again", run(drawn))
    run(draw + "('e4', 'e4', {shiftKey: true, altKey: true})")
    say(run("!document.getElementById('board').dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))"), "no menu comes up")


def check_hands(page, games):
    """Keys, wheel, touch, buttons; on the first game."""
    fens, browser = games.fens[0], page.browser
    page.go("#game=1&ply=2")
    browser.key("End", 35)
    say(page.shows(fens[-1]), "End")
    browser.key("Home", 36)
    say(page.shows(fens[0]), "Home")
    first = browser.run("document.querySelector('.gr-coordinates text').textContent")
    browser.key("f", 70)
    flipped = browser.run("document.querySelector('.gr-coordinates text').textContent")
    say((first, flipped) == ("8", "1") and page.shows(fens[0]), "f flips", (first, flipped))
    browser.key("f", 70)
    x, y = page.middle("#board", .8)
    browser.wheel(x, y, 120)
    say(page.shows(fens[1]), "wheel forward", page.fen())
    browser.wheel(x, y, -120)
    say(page.shows(fens[0]), "wheel back", page.fen())
    browser.click(x, y)
    say(page.shows(fens[1]), "a tap on the right half")
    page.click("#board", .2)
    say(page.shows(fens[0]), "a tap on the left half")
    check_drawing(page, fens[0])
    for label, ply in [("Last", len(fens) - 1), ("Back", len(fens) - 2), ("First", 0), ("Forward", 1)]:
        page.click('.gr-controls [aria-label^="%s"]' % label)
        say(page.shows(fens[ply]), "the button " + label)
    page.click(".gr-filters input")
    browser.key("ArrowRight", 39)
    say(page.shows(fens[1]), "keys in a field are the field's")
    browser.size(390, 800, 2, True)
    page.go("#game=1&ply=0")
    x, y = page.middle("#board")
    for kind, points in [("touchStart", [{"x": x + 60, "y": y}]), ("touchMove", [{"x": x - 60, "y": y}]), ("touchEnd", [])]:
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
    say(page.shows(fens[1]), "a swipe to the left", page.fen())
    wide = browser.run("document.documentElement.scrollWidth")
    say(wide <= 390, "fits a phone", wide)
    browser.size(1300, 850)


def check_words(page):
    """For those who do not see: labels and the live region."""
    page.go("#game=1&ply=3")
    live = page.browser.run("document.querySelector('[aria-live]').textContent")
    say("Nf3" in live and "Black to move" in live, "the live region reports the move", live)
    bare = page.browser.run("[...document.querySelectorAll('#gr-player button,#gr-player input,#gr-player select,#gr-player a,#board')]"
                            ".filter(e => !(e.getAttribute('aria-label') || e.textContent.trim())).length")
    say(bare == 0, "everything to press has a label", bare)
    label = page.browser.run("document.getElementById('board').getAttribute('aria-label')")
    say("King e1" in label and "King e8" in label, "the board is described", label)


FILTER = "(() => { const e = document.querySelector('.gr-filters input'); e.value = '%s'; e.dispatchEvent(new Event('input')); })()"


def check_list(page, games):
    run = page.browser.run
    count = "[...document.querySelectorAll('.gr-list li')].filter(e => !e.hidden).length"
    say(run(count) == len(games.fens), "all games are in the list")
    run(FILTER % "morphy 1858")
    say(run(count) == 1, "a filter by words", run(count))
    page.click(".gr-list li:not([hidden]) a")
    say(page.until("document.querySelector('.gr-title').textContent.includes('Morphy')", True), "a click on a game opens it")
    run(FILTER % "")
    run("(() => { const e = [...document.querySelectorAll('.gr-filters select')][1]; e.value = '0-1'; e.dispatchEvent(new Event('input')); })()")
    lost = sum(json.loads(line)["result"] == "0-1" for line in grimoire("export", "-q", "-d", games.db, "-f", "json").splitlines())
    say(run(count) == lost, "a filter by result", run(count))
    run("(() => { const e = [...document.querySelectorAll('.gr-filters select')][1]; e.value = ''; e.dispatchEvent(new Event('input')); })()")


def check_tree(page, games):
    page.go("#game=1&ply=0")
    page.browser.run("(() => { document.querySelector('.gr-fold').open = true; })()")
    page.browser.run("new Promise(done => setTimeout(done, 100))")
    row = page.browser.run("document.querySelector('.gr-tree li').innerText.replace(/\\s+/g, ' ')")
    say(page.browser.run("document.querySelectorAll('.gr-tree ul ul ul li').length") > 0, "the tree has three plies")
    tree = json.loads("[%s]" % ",".join(grimoire("tree", "-q", "-d", games.db, "-f", "json").splitlines()))
    best = max(tree, key=lambda move: move.get("games", 0))
    ended = best["white"] + best["draws"] + best["black"]
    half = lambda share: int(share + .5)
    expected = "%s %d %d %% %d %%" % (best["san"], best["games"], half(100 * best["games"] / len(games.fens)),
                                      half(100 * (best["white"] + best["draws"] / 2) / ended))
    say(row.startswith(expected), "the tree's first row is that of grimoire tree", (row, expected))
    page.browser.run(FILTER % "morphy 1858")
    about = page.browser.run("document.querySelector('.gr-tree p').textContent")
    say("1 game," in about, "the tree counts the games of the filter alone", about)
    page.browser.run(FILTER % "")
    page.click(".gr-tree li a")
    say(page.until(FEN + ".split(' ')[1]", "b") == "b", "a click in the tree plays the move", page.fen())


def check_graph(page):
    run = page.browser.run
    found = run("[...document.querySelectorAll('.gr-dot')].map(e => e.getAttribute('href'))")
    say(found, "faults are marked in the graph")
    if found:
        run("document.querySelector('.gr-dot').click()")
        say(page.until("location.hash", found[0]) == found[0], "a click on a mark goes there")
    say(run("document.querySelectorAll('.gr-table td').length") >= 6, "accuracy and counts for each player")


TOLD = """[Event "Told"]
[White "Anna"]
[Black "Bela"]
[WhiteTitle "WGM"]
[Result "1-0"]

1. e4 {[%clk 0:05:00] [%eval 0.2]} 1... e5 {[%clk 0:04:58] [%cal Ge2e4,Rd7d5] [%csl Yf6,Zz9]} 2. Nf3 {[%eval -3.0]} 2... Nc6 3. Bb5 a6 4. Ba4
Nf6 {[%eval 1.5]} 5. O-O {[%eval 1.5]} 5... Be7 6. Re1 b5 1-0
"""


def check_told(page, browser, folder):
    """What comments say beside their words: clocks, drawings, evaluations with gaps; and a game that is not there."""
    file, run = os.path.join(folder, "told.html"), browser.run
    with open(file, "w") as out:
        out.write(grimoire("convert", "-q", "-f", "html", "-", text=TOLD))
    browser.open(file, "#game=1&ply=2")
    say(run("document.querySelectorAll('.gr-drawn').length") == 3, "arrows and squares of a comment, but for what is not on the board")
    bars = run("[...document.querySelectorAll('.gr-side')].map(e => e.textContent).join('|')")
    say("0:05:00" in bars and "0:04:58" in bars and "WGM" in bars, "clocks and titles", bars)
    stretches = run("[...document.querySelectorAll('.gr-known')].map(e => e.getBoundingClientRect().width / e.ownerSVGElement.getBoundingClientRect().width)")
    say(len(stretches) == 2 and max(stretches) < .4, "gaps in the evaluations stay gaps", stretches)
    say("%" not in run("document.querySelector('.gr-table').textContent"), "no accuracy of a few moves")
    browser.open(file, "#game=999")
    say("999" in run("document.querySelector('[role=alert]').textContent") and run(FEN), "a game that is not there is reported")


def check_shared(page, browser, folder):
    """What the desk does as well; and what of it is only for pages."""
    file = os.path.join(folder, "shared.html")
    with open(file, "w") as out:
        out.write(grimoire("convert", "-q", "-f", "html", "-", text=shared.GAME + "\n" + shared.DEEP))
    shared.check_page(browser, file, say)
    shared.check_frames(page, browser, file, say)


def check_sizes(page, browser, games):
    """A board that can be used in small windows and at 200 %, and nothing beyond the window's edge."""
    for width, height, least in [(320, 640, .9), (640, 400, .5), (844, 390, .4), (390, 844, .9)]:
        browser.size(width, height)
        browser.open(games.page, "#game=2&ply=9")
        browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        board = browser.run("document.querySelector('#board svg').getBoundingClientRect().width")
        wide = browser.run("document.documentElement.scrollWidth")
        say(wide <= width and board >= least * width, "fits a window of %d by %d" % (width, height), (wide, board))
    browser.size(1300, 850)
    browser.open(games.page, "#game=2&ply=9")
    stops = browser.run("[...document.querySelectorAll('#gr-player a,#gr-player button,#gr-player input,#gr-player select,#gr-player summary,#board')]"
                        ".filter(e => e.tabIndex >= 0 && e.checkVisibility()).length")
    say(stops <= 20, "few stops of the tab key", stops)
    small = browser.run("[...document.querySelectorAll('#gr-player a,#gr-player button,#gr-player input,#gr-player select,#gr-player summary')]"
                        ".filter(e => e.checkVisibility() && !e.closest('.gr-block') && Math.min(e.getBoundingClientRect().width, "
                        "e.getBoundingClientRect().height) < 23.5).map(e => e.outerHTML.slice(0, 80))")
    say(not small, "what is pressed is 24 pixels wide and high", small[:3])


def check_paper(page, browser, games):
    browser.media("print")
    browser.run("(async () => { for (let n = 0; n < 100 && !document.querySelector('.gr-paper article'); n++) await new Promise(done => setTimeout(done, 30)); })()")
    text = browser.run("document.body.innerText")
    say("Anderssen" in text and "Qxf6+" not in text.split("Anderssen")[0] and "Immortal" not in text, "printing shows articles", text[:300])
    pictures = browser.run("[...document.querySelectorAll('.gr-paper svg')].filter(e => e.getBoundingClientRect().width > 50).length")
    say(pictures >= len(games.fens), "and diagrams", pictures)
    browser.media()
    browser.run("(async () => { for (let n = 0; n < 100 && document.querySelector('.gr-paper article'); n++) await new Promise(done => setTimeout(done, 30)); })()")
    say(browser.run("document.querySelectorAll('.gr-paper article').length") == 0, "and takes them away again")
    browser.scripts(False)
    browser.open(games.page)
    browser.scripts(True)
    width = "[...document.querySelectorAll('article svg')].filter(e => e.getBoundingClientRect().width > 50).length"
    say(browser.run(width) >= len(games.fens), "without scripts there are articles with diagrams", browser.run(width))
    say("1. e4" in browser.run("document.body.innerText").replace("\u00a0", " "), "and their moves")


def check_embedded(page, browser, games, folder):
    """Among other things on a page, the games take only what is meant for them."""
    file = os.path.join(folder, "embedded.html")
    with open(games.page, encoding="utf-8") as page_file, open(file, "w", encoding="utf-8") as out:
        out.write(page_file.read().replace('<div id="gr-games">', '<p id="above">Words</p>\n<div id="gr-games" class="gr-embedded">'))
    browser.open(file, "#above")
    browser.key("ArrowRight", 39)
    say(page.fen() == games.fens[0][0], "keys outside of embedded games are not theirs")
    browser.run("document.getElementById('board').focus()")
    browser.key("ArrowRight", 39)
    say(page.shows(games.fens[0][1]), "keys on their board are", page.fen())
    say(page.go("#game=2&ply=5") == games.fens[1][5], "addresses work in them")


HOSTILE = ["</script><script>window.bad=1</script>", "<img src=x onerror=window.bad=1>", "\u2028window.bad=1\u2029", "--><script>window.bad=1</script><!--",
           "</noscript><script>window.bad=1</script>", "\" onmouseover=\"window.bad=1", "' data-steps='x", "]]><svg onload=window.bad=1>",
           "</pre></article><iframe src=//example.org>", "${window.bad=1}", "`+(window.bad=1)+`", "&lt;script&gt;window.bad=1&lt;/script&gt;",
           "\\\"]\n\n1. e4", "</title><script>window.bad=1</script>", "javascript:window.bad=1", "</object></style><base href=//example.org>"]


def check_hostile(page, browser, folder):
    for n, text in enumerate(HOSTILE):
        quoted, file = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " "), os.path.join(folder, "hostile.pgn")
        with open(file, "w") as out:
            for variant in ["Chess", text.replace('"', "").replace("\\", "").replace("\n", " ")]:
                out.write('[Event "%s"]\n[White "%s"]\n[Black "x%s"]\n[Result "1-0"]\n[Variant "%s"]\n\n1. e4 {%s} e5 ({%s} 1... c5 {%s}) 2. %s 1-0\n\n'
                          % (quoted, quoted, quoted, variant, text, text, text, text.replace(" ", "")))
        html = os.path.join(folder, "hostile.html")
        with open(html, "w") as out:
            out.write(grimoire("convert", "-q", "-f", "html", "--title", text, file))
        browser.open(html)
        for address in ["#game=1&ply=1", "#game=2", "#" + "x<img src=x onerror=window.bad=1>"]:
            browser.run("location.hash = %s" % json.dumps(address))
            browser.run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
            browser.run("document.querySelector('[aria-label^=Copy]').click()")
            browser.run("new Promise(done => setTimeout(done, 20))")
        browser.media("print")
        browser.run("new Promise(done => setTimeout(done, 20))")
        browser.media()
        bad = browser.run("typeof window.bad") != "undefined" or browser.run(
            "document.querySelectorAll('script').length !== 1 || document.querySelector('img,iframe,base,[onerror],[onload],[onmouseover]') !== null")
        say(not bad and not browser.faults, "hostile text %d stays text" % (n + 1), (text, browser.faults))
        browser.faults.clear()


def check_size(browser, folder, games):
    html = open(games.page, encoding="utf-8").read()
    ours = sum(len(text.encode()) for text in re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", html, re.S))
    say(ours <= 60000, "script and style have %d bytes, at most 60,000" % ours)
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 " \
        "13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 20. Bg5 Be7 21. Ra3 Rb8 22. Rea1 bxa4 23. Rxa4 Nxa4 " \
        "24. Bxa4 Rf8 25. Bc6 Bxc6 26. dxc6 Qc7 27. Qe2 Qxc6 28. Rxa6 Qc7 29. Nd2 Rfc8 30. Nxc4 Qb7 31. Ra4 Rc5 32. Be3 Rc6 33. Na5 Qxb2 " \
        "34. Qxb2 Rxb2 35. Nxc6 Kh7 36. Nxe7 Nd7 37. Ra7 Nf6 38. Nd5 Nxd5 39. Rxf7+ Kg8 40. Rf3 Nxe3 1-0"
    def page_of(count, moves=moves):
        file = os.path.join(folder, "many.html")
        text = "".join('[Event "Casual %d"]\n[Site "Lyon"]\n[Date "2024.01.02"]\n[Round "%d"]\n[White "Player, Anna"]\n[Black "Other, Bela"]\n[Result "1-0"]\n\n%s\n\n'
                       % (n, n, moves) for n in range(count))
        with open(file, "w") as out:
            out.write(grimoire("convert", "-q", "-f", "html", "-", text=text))
        return file
    one, two = os.path.getsize(page_of(1)), os.path.getsize(page_of(2))
    say(two - one <= 4096, "a game of 80 plies takes %d bytes, at most 4 KB" % (two - one))
    # Clock and evaluation at each move, a drawing at each fifth, a variation at each tenth, eight comments.
    told = []
    for n, word in enumerate(moves.split(" ")):
        told.append(word)
        if n % 3 and n < 118:
            ply = n - n // 3
            told.append("{[%%clk 1:%02d:%02d] [%%eval %.2f]%s%s}" % (59 - ply // 2, n % 60, ply / 50 - .5, "" if ply % 5 else " [%cal Ge2e4,Rd7d5]",
                        "" if ply % 10 else " A word of what was meant by this move and of what it misses"))
            told += ["(%d%s %s)" % (n // 3 + 1, "." if n % 3 == 1 else "...", word)] if ply % 10 == 1 else []
    one, two = os.path.getsize(page_of(1, " ".join(told))), os.path.getsize(page_of(2, " ".join(told)))
    say(two - one <= 10240, "with clocks, evaluations, drawings, comments and variations it takes %d, at most 10 KB" % (two - one))
    file = page_of(1000)
    seconds, work = [], []
    for _ in range(3):
        began = browser.processor_time()
        seconds.append(browser.open(file))
        work.append(browser.processor_time() - began)
    say(min(seconds + work) < 1, "1000 games (%d KB) open in %.2f s, %.2f s of processor time"
        % (os.path.getsize(file) // 1024, min(seconds), min(work)))
    say(Page(browser).until("document.querySelectorAll('.gr-list li').length", 1000) == 1000 and browser.run(FEN), "and are all there")


MIXED = """[Variant "Shogi"]
[FEN "4k4/9/9/4+Pp3/9/9/9/9/4K4[GGb] w - - 0 1"]

*

[Variant "Xiangqi"]

1. Che3 *

1. e4 *
"""


def check_tiles(browser, file):
    """Wedges and discs: what stands on them, which are turned, and letters instead."""
    tiles = """[...document.querySelectorAll('#board .gr-tile')].map(tile => {
        const box = tile.querySelector('text'), turned = tile.firstChild.hasAttribute('transform');
        return (turned ? 'v' : '') + (box.classList.contains('gr-red') ? '!' : '') + box.textContent; }).sort().join(' ')"""
    both = shared.Shared("page", browser, None, say)
    browser.open(file, "#game=1&ply=0")
    both.run(shared.HELP)
    found = browser.run(tiles)
    say(found == "!\u3068 v\u6b69 v\u7389 \u738b", "Black's wedges point down, and promoted pieces are red", found)
    both.keys("f")
    found = browser.run(tiles)
    say(found == "v!\u3068 v\u738b \u6b69 \u7389", "the other way on a board that is flipped", found)
    both.keys("f")
    both.choose("Pieces", "letters")
    found = browser.run(tiles)
    say(found == "!+P K vK vP", "letters on the same wedges", found)
    both.choose("Pieces", "")
    lines = "document.querySelectorAll('#board .gr-lines').length"
    found = browser.run("[...document.querySelectorAll('.gr-held')].map(held => held.textContent)")
    say(browser.run(lines) == 1 and found == ["\u89d2", "\u91d12"], "lines, and hands in which pieces are counted", found)
    browser.open(file, "#game=2&ply=1")
    found = browser.run(tiles + ".replace(/[^!v ]/g, '')")
    say(found.count("!") == 16 and "v" not in found and browser.run(lines) == 1, "discs are red and black, and none is turned", found)
    browser.open(file, "#game=3&ply=1")
    say(browser.run(lines) == 0 and browser.run("document.querySelectorAll('#board .gr-tile').length") == 0, "chess beside them is as it was")


def take_pictures(browser, games, variant, folder):
    os.makedirs(folder, exist_ok=True)
    for shape, size in [("wide", (1300, 850)), ("middle", (900, 750)), ("phone", (390, 800, 2, True))]:
        for scheme in ["light", "dark"]:
            browser.size(*size)
            browser.media("", scheme)
            browser.open(games.page, "#game=1&ply=%d" % (len(games.fens[0]) * 2 // 3))
            browser.run("new Promise(done => setTimeout(done, 200))")
            browser.picture("%s/%s-%s-%s.png" % (folder, variant, shape, scheme))
    browser.size(1300, 850)
    browser.media()


def check_all(browser, folder, pictures):
    page = Page(browser)
    browser.size(1300, 850)
    browser.media()
    for variant in VARIANTS:
        games = Games(folder, variant)
        browser.open(games.page)
        check_ways(page, games, variant)
        check_clicks(page, games, variant)
        check_opened(page, games, variant)
        if variant == "chess":
            browser.open(games.page)
            check_hands(page, games)
            check_words(page)
            check_list(page, games)
            check_tree(page, games)
            check_graph(page)
            check_told(page, browser, folder)
            check_shared(page, browser, folder)
            check_sizes(page, browser, games)
            browser.open(games.page)
            check_paper(page, browser, games)
            check_size(browser, folder, games)
            check_hostile(page, browser, folder)
            check_embedded(page, browser, games, folder)
        if variant == "shogi":
            mixed = os.path.join(folder, "mixed.html")
            with open(mixed, "w") as out:
                out.write(grimoire("convert", "-q", "-f", "html", "-", text=MIXED))
            check_tiles(browser, mixed)
        if pictures:
            take_pictures(browser, games, variant, pictures)
        page.faultless(variant)


def main():
    if not chromium.find():
        print("skipped: there is no Chromium (Debian: chromium)")
        return 0
    with tempfile.TemporaryDirectory(prefix="grimoire-pages.") as folder:
        browser = chromium.Browser()
        try:
            check_all(browser, folder, sys.argv[1] if len(sys.argv) > 1 else None)
        finally:
            browser.close()
    print("%d passed, %d failed" % counts())
    return 1 if counts()[1] else 0


sys.exit(main())
