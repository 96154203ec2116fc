#!/usr/bin/env python3
# Pages of games with an engine (`grimoire export -f html --engine`), in Chromium and in Firefox: games of chess, of Magi and of
# Shogi are gone through while the engine thinks, and whole lines that it shows are compared with what the program makes of
# them. Then what people do: the moves of a line on the board, variations, games of other variants, keys, and how it looks.
import json, os, re, sys, tempfile, time
import browser as chromium
import firefox
import shared
from aid import BIN, counts, grimoire, say

FEN = "document.getElementById('board').dataset.fen"
ABOUT = "document.querySelector('section.gr-lines [role=status]').textContent"
# What is shown of the position that is shown: its lines, once there are as many as wanted, or the words beside the button.
ROWS = """(() => {
  const rows = [...document.querySelectorAll(".gr-line")].map(row => [row.querySelector("b").textContent,
    [...row.querySelectorAll("button")].map(move => move.textContent)]);
  const depth = +(/depth (\\d+)/.exec(%s) || [0, 0])[1];
  return {rows, depth, about: %s, fen: %s, arrows: document.querySelectorAll(".gr-best > *").length};
})()""" % (ABOUT, ABOUT, FEN)


def until(browser, script, test=bool, seconds=30):
    """Waits until an expression has a value that passes; the last one."""
    value = None
    for _ in range(int(seconds / .05)):
        value = browser.run(script)
        if test(value):
            break
        time.sleep(.05)
    return value


def press(browser, key):
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: %s, bubbles: true}))" % json.dumps(key))


def lines_of(browser, wanted=3, depth=5):
    return until(browser, ROWS, lambda now: "over" in now["about"] or len(now["rows"]) >= wanted and now["depth"] >= depth)


def played(variant, fen, moves, form):
    """What the program makes of moves after a position."""
    text = '[Variant "%s"]\n[SetUp "1"]\n[FEN "%s"]\n\n%s *\n' % (variant, fen, " ".join(moves))
    return grimoire("convert", "-q", "-v", variant, "-f", form, "-", text=text).strip()


def make_page(folder):
    """A page of all samples of chess and Magi, and a game of Shogi; the numbers of the first game of each."""
    db, file, shogi = [os.path.join(folder, name) for name in ["games.db", "games.html", "shogi.usi"]]
    with open(shogi, "w") as out:
        out.write("position startpos moves 7g7f 3c3d 2g2f 4c4d 2f2e 2b3c\n")
    grimoire("import", "-q", "-d", db, "samples/chess.pgn", "samples/magi.pgn", shogi)
    grimoire("export", "-q", "-d", db, "-f", "html", "--engine", "-o", file)
    games = [json.loads(line) for line in grimoire("export", "-q", "-d", db, "-f", "json").splitlines()]
    names = [game["variant"].lower() for game in games]
    return file, {name: names.index(name) + 1 for name in ["chess", "magi", "shogi"]}


def check_lines(browser, name, file, variant, game, plies):
    """Goes through a game: what is shown of each position are legal moves, as the program writes them."""
    browser.open(file, "#game=%d" % game)
    until(browser, "!!document.querySelector('section.gr-lines')")
    press(browser, "l")
    seen, wrong, arrows, fens = 0, [], 0, set()
    for ply in range(plies):
        now = lines_of(browser)
        fens.add(now["fen"])
        arrows += now["arrows"] > 0
        for score, moves in now["rows"]:
            seen += 1
            back = played(variant, now["fen"], moves, "san").split()
            if back[:len(moves)] != moves or not re.match(r"[≤≥]?[-+]?\d+\.\d\d$|[≤≥]?#-?\d+$", score):
                wrong.append((now["fen"], score, moves, back))
        press(browser, "ArrowRight")
    say(len(fens) == plies and seen >= 3 * plies - 4 and not wrong and arrows == plies,
        "%s: %s, %d lines for %d positions, all as the program plays them, the best move an arrow" % (name, variant, seen, plies),
        (len(fens), seen, arrows, wrong[:1]))


def check_mate(browser, name, file, game):
    """Legall's mate, on the last move but one; and its end."""
    last = len(browser.run("[...document.querySelectorAll('#game-%d')].map(one => one.dataset.steps)[0].split(' ')" % game))
    browser.run("location.hash = 'game=%d&ply=%d'" % (game, last - 1))
    now = until(browser, ROWS, lambda now: now["rows"] and now["rows"][0][0] == "#1")
    say(now["rows"][0] == ["#1", ["Nd5#"]], "%s: a mate in one is found" % name, now)
    press(browser, "ArrowRight")
    now = until(browser, ROWS, lambda now: "over" in now["about"])
    say(not now["rows"] and now["about"] == "the game is over", "%s: after the last move there is nothing to think about" % name, now)


def check_following(browser, name, variant, game):
    """A click on the third move of a line shows the position after it; the way back leads into the game."""
    browser.run("location.hash = 'game=%d&ply=6'" % game)
    until(browser, ROWS, lambda now: len(now["rows"]) >= 3 and now["depth"] >= 5)
    press(browser, "l")
    now, words = browser.run(ROWS), browser.run("document.querySelector('.gr-moves').innerText")
    say(browser.run(ABOUT) == "off" and not now["rows"] and not now["arrows"], "%s: %s, the lines can be put off" % (name, variant), now)
    press(browser, "l")
    until(browser, ROWS, lambda now: len(now["rows"]) >= 3 and now["depth"] >= 5 and len(now["rows"][1][1]) > 3)
    fen, moves = browser.run("""(() => {
      const fen = %s, row = document.querySelectorAll(".gr-line")[1], buttons = [...row.querySelectorAll("button")];
      const moves = buttons.map(button => button.textContent);
      buttons[2].click();
      return [fen, moves];
    })()""" % FEN)
    want = played(variant, fen, moves[:3], "fen").split("\n")[-1]
    say(browser.run(FEN) == want, "%s: %s, a click on the third move of a line shows the position after it" % (name, variant), (browser.run(FEN), want))
    text = browser.run("document.querySelector('.gr-moves').innerText")
    say(all(move in text for move in moves[:3]) and browser.run("document.querySelector('.gr-variation [aria-current]').textContent").endswith(moves[2]),
        "%s: %s, these moves are a variation" % (name, variant), (moves, text))
    now = until(browser, ROWS, lambda now: len(now["rows"]) >= 3 and now["depth"] >= 4)
    wrong = [line for _, line in now["rows"] if played(variant, want, line, "san").split()[:len(line)] != line]
    say(now["fen"] == want and not wrong, "%s: %s, and are analysed" % (name, variant), wrong)
    for _ in range(3):
        press(browser, "ArrowLeft")
    say(browser.run(FEN) == fen, "%s: %s, back leads into the game" % (name, variant), browser.run(FEN))
    for word in words.split():
        if word not in browser.run("document.querySelector('.gr-moves').innerText"):
            return say(False, "%s: %s, the game is as it was" % (name, variant), word)


def check_end(browser, name, game):
    """A line that goes on from the last position of a game without a result."""
    browser.run("location.hash = 'game=%d&ply=99'" % game)
    now = until(browser, ROWS, lambda now: len(now["rows"]) >= 3 and now["depth"] >= 4)
    press(browser, " ")
    best = played("shogi", now["fen"], now["rows"][0][1][:1], "fen").split("\n")[-1]
    fen = browser.run(FEN)
    say(fen == best and browser.run("document.querySelectorAll('.gr-variation').length") == 1,
        "%s: a line from the last position is a variation" % name, (fen, best))
    rows = browser.run("document.querySelectorAll('.gr-row .gr-move').length")
    say(rows == 6, "%s: and no part of the game" % name, rows)


def check_choices(browser, name, games):
    browser.run("location.hash = 'game=%d&ply=4'" % games["magi"])
    browser.run("(field => { field.value = 5; field.dispatchEvent(new Event('change')); })(document.querySelector('[aria-label=Lines]'))")
    now = lines_of(browser, 5, 3)
    say(len(now["rows"]) == 5 and len({moves[0] for _, moves in now["rows"]}) == 5, "%s: five lines, of five moves" % name, now)
    browser.run("(field => { field.value = 1; field.dispatchEvent(new Event('change')); })(document.querySelector('[aria-label=Lines]'))")
    now = until(browser, ROWS, lambda now: len(now["rows"]) == 1)
    say(len(now["rows"]) == 1, "%s: one line" % name, now)
    before = browser.run(FEN)
    browser.run("location.hash = 'game=%d&ply=2'" % games["chess"])
    now = until(browser, ROWS, lambda now: now["fen"] != before and len(now["rows"]) == 1 and now["depth"] >= 4)
    say(now["rows"] and played("chess", now["fen"], now["rows"][0][1], "san").split()[:len(now["rows"][0][1])] == now["rows"][0][1],
        "%s: the next game, of another variant, is analysed by its rules" % name, now)


def check_looks(browser, file, games, pictures):
    for width, height, scheme, game in [(1300, 850, "light", "chess"), (1300, 850, "dark", "magi"), (390, 844, "light", "chess"), (390, 844, "dark", "shogi")]:
        browser.size(width, height, 1, width < 500)
        browser.media(scheme=scheme)
        browser.open(file, "#game=%d&ply=5" % games[game])
        press(browser, "l")
        lines_of(browser)
        wide = browser.run("document.documentElement.scrollWidth")
        say(wide <= width, "lines fit %d pixels (%s)" % (width, game), wide)
        if width > 500:
            shared.check_access(browser, say, "lines on a page of games, %s" % scheme)
        if pictures:
            browser.picture(os.path.join(pictures, "analyse-%s-%d-%s.png" % (game, width, scheme)))
    browser.media()
    browser.size(1200, 850)
    browser.open(file, "#game=1&embed")
    say(browser.run("getComputedStyle(document.querySelector('.gr-panel')).display") == "none" and not browser.run("document.querySelectorAll('.gr-line').length"),
        "in a frame the board is alone")


def check_browser(browser, name, file, games, plies):
    for variant in games:
        check_lines(browser, name, file, variant, games[variant], min(plies, 7) if variant == "shogi" else plies)
    check_mate(browser, name, file, games["chess"])
    check_end(browser, name, games["shogi"])
    for variant in ["chess", "magi"]:
        check_following(browser, name, variant, games[variant])
    check_choices(browser, name, games)
    if browser.faults is not None:
        say(not browser.faults, "%s: no error and no request" % name, browser.faults[:3])


def main():
    pictures = sys.argv[1] if len(sys.argv) > 1 else None
    if not os.path.exists(os.path.join(BIN, "../share/grimoire/play/described.wasm")):
        print("skipped: there are no modules for pages (make wasm)")
        return 0
    with tempfile.TemporaryDirectory(prefix="grimoire-analyse.") as folder:
        file, games = make_page(folder)
        for name, kind, plies in [("Chromium", chromium, 11), ("Firefox", firefox, 6)]:
            if not kind.find():
                print("skipped: there is no %s" % name)
                continue
            browser = kind.Browser(seconds=120)
            try:
                if name == "Chromium":
                    browser.size(1200, 850)
                    browser.media()
                check_browser(browser, name, file, games, plies)
                if name == "Chromium":
                    check_looks(browser, file, games, pictures)
            finally:
                browser.close()
    print("%d passed, %d failed" % counts())
    return 1 if counts()[1] else 0


sys.exit(main())
