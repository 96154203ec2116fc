#!/usr/bin/env python3
# The pages that `grimoire page` writes, in Chromium and, seven of them, in Firefox: the engine plays whole games against
# itself, of all games that are built in and of ten described ones, and in each position the legal moves are those of the
# program. Then what people do: clicks, keys, taking back, hints, lines, setting up, the PGN, addresses.
#
# VARIANTS: these games; PLIES: at most so many of each game.
import json, os, re, subprocess, sys, tempfile, time
import browser as chromium
import firefox
import shared
from aid import BIN, counts, grimoire, say

INVENTORS = ["chess", "magi", "magician", "royal", "wizard"]
BUILT_IN = INVENTORS + ["capablanca", "chess960", "crazyhouse", "atomic", "antichess", "horde", "threecheck", "racingkings", "kingofthehill"]
DESCRIBED = ["shogi", "xiangqi", "janggi", "makruk", "seirawan", "grand", "shatranj", "spartan", "clobber", "grasshopper"]
PLIES = int(os.environ.get("PLIES", "1000"))
LARGEST = 700000

# Plays to the end, and keeps each position with its moves.
GAME = """(async () => {
  const all = [], moves = [], both = document.querySelector("[aria-label='You play']");
  both.value = "wb";
  both.dispatchEvent(new Event("change"));
  for (let ply = 0; ply < %d && grimoire.legal().length && !grimoire.end(); ply++) {
    all.push([grimoire.fen(), grimoire.legal().join(" ")]);
    const move = await grimoire.go(%d);
    moves.push(move);
    grimoire.play(move);
  }
  all.push([grimoire.fen(), grimoire.legal().join(" ")]);
  return JSON.stringify({all, moves, end: grimoire.end(), shown: document.getElementById("board").dataset.fen});
})()"""


def write_page(folder, variant, *more):
    """The file of a page, with games of the samples where there are some."""
    file = os.path.join(folder, variant + ".html")
    games = "samples/%s.pgn" % variant
    grimoire("page", "-q", "-v", variant, "-o", file, *(["--games", games] if os.path.exists(games) else []), *more)
    return file


def legal_of(variant, moves, *more):
    """What is legal before each move and after the last, by the program."""
    text = "uci\nsetoption name UCI_Variant value %s\nucinewgame\n" % variant
    text += "".join("position startpos moves %s\ngo perft 1\n" % " ".join(moves[:n]) for n in range(len(moves) + 1)) + "quit\n"
    done = subprocess.run([BIN + "/grimoire-engine", *more], input=text, capture_output=True, text=True)
    found = re.split(r"^Nodes searched: \d+$", done.stdout, flags=re.M)[:-1]
    return [sorted(re.findall(r"^(\S+): 1$", one, flags=re.M)) for one in found]


def best_of(variant, nodes):
    """The program's move in the start position, with the page's table."""
    text = "uci\nsetoption name UCI_Variant value %s\nsetoption name Hash value 16\nucinewgame\nposition startpos\ngo nodes %d\n" % (variant, nodes)
    with subprocess.Popen([BIN + "/grimoire-engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        engine.stdin.write(text)
        engine.stdin.flush()
        best = next(line.split()[1] for line in engine.stdout if line.startswith("bestmove"))
        engine.stdin.write("quit\n")
    return best


def ready(browser):
    """Waits until the page plays."""
    for _ in range(400):
        if browser.run("!!window.grimoire"):
            return True
        time.sleep(.05)
    return False


def check_game(browser, name, file, variant, nodes, *more):
    browser.open(file)
    if not ready(browser):
        return say(False, "%s: %s plays" % (name, variant), browser.faults)
    if variant in INVENTORS and variant != "wizard": # in which the engine begins
        move, want = browser.run("grimoire.go(5000)"), best_of(variant, 5000)
        say(move == want, "%s: %s, with 5,000 nodes the engine finds what it finds as a program, %s" % (name, variant, want), move)
    played = json.loads(browser.run(GAME % (PLIES, nodes)))
    native = legal_of(variant, played["moves"], *more)
    wrong = [(fen, moves, want) for (fen, moves), want in zip(played["all"], native) if sorted(moves.split()) != want]
    say(len(native) == len(played["all"]) and not wrong, "%s: %s, %d positions, all legal moves as the program has them (%s)" %
        (name, variant, len(native), played["end"] or "no end"), wrong[:1] or (len(native), len(played["all"])))
    say(played["shown"] == played["all"][-1][0], "%s: %s, the board shows the last position" % (name, variant), (played["shown"], played["all"][-1][0]))
    if browser.faults is not None:
        say(not browser.faults, "%s: %s, no error and no request" % (name, variant), browser.faults[:3])
        browser.faults.clear()


def until(browser, script, seconds=20):
    """Waits for an expression to be true; its last value."""
    value = None
    for _ in range(int(seconds / .05)):
        value = browser.run(script)
        if value:
            break
        time.sleep(.05)
    return value


def center(browser, selector):
    return browser.run("(box => [box.x + box.width / 2, box.y + box.height / 2])(document.querySelector(%s).getBoundingClientRect())" % json.dumps(selector))


def square(browser, name, files, ranks):
    """Where a square is, White below."""
    x, y, width = browser.run("(box => [box.x, box.y, box.width])(document.querySelector('#board svg').getBoundingClientRect())")
    unit = width / (100 * files + 36)
    return x + unit * (36 + 100 * (ord(name[0]) - 97) + 50), y + unit * (100 * (ranks - int(name[1:])) + 50)


def check_hands(browser, folder, file):
    """What people do, on the page of chess."""
    run = browser.run
    browser.size(1200, 850)
    browser.media()
    browser.open(file)
    ready(browser)
    for name in ["e2", "e4"]:
        browser.click(*square(browser, name, 8, 8))
    say(until(browser, "document.querySelectorAll('.gr-move').length === 2"), "two clicks move a piece, and the engine answers", run("grimoire.fen()"))
    run("document.activeElement.blur()")
    browser.key("Backspace")
    say(run("grimoire.fen()").startswith("rnbqkbnr/pppppppp/8/8/8/8/") and run("document.querySelectorAll('.gr-move').length") == 0,
        "Backspace takes both moves back", run("grimoire.fen()"))
    browser.key("h")
    say(until(browser, "document.querySelector('#board .gr-drawn-B') && /[+-]\\d/.test(document.querySelector('.gr-status').textContent)"),
        "h shows a hint as an arrow", run("document.querySelector('.gr-status').textContent"))
    browser.key("l")
    say(until(browser, "document.querySelectorAll('.gr-line').length === 3"), "l shows three lines of the engine", run("document.querySelector('.gr-lines').innerText"))
    depth = lambda: int((re.search(r"depth (\d+)", run("document.querySelector('.gr-lines').innerText")) or [0, 0])[1])
    before = depth()
    frames = run("new Promise(done => { let n = 0, from = performance.now(); const next = () => ++n && performance.now() - from > 2000 ? done(n) "
                 ": requestAnimationFrame(next); requestAnimationFrame(next); })")
    say(frames > 20 and depth() > before, "the page draws while the engine thinks, and the lines go deeper", (frames, before, depth()))
    browser.key("l")
    run("document.querySelector(\"[placeholder='Type a move']\").focus()")
    browser.call("Input.insertText", text="d2d4")
    browser.key("Enter", 13)
    say(until(browser, "document.querySelectorAll('.gr-move').length === 2"), "a move can be typed", run("document.querySelector('.gr-status').textContent"))
    check_pgn(browser)
    run("(field => { field.value = '7'; field.dispatchEvent(new Event('change')); })(document.querySelector('[aria-label=Level]'))")
    run("document.querySelector(\"[placeholder='Type a move']\").focus()")
    browser.call("Input.insertText", text="c2c4")
    browser.key("Enter", 13)
    run("document.activeElement.blur()")
    for key in "lhl":
        browser.key(key)
    say(until(browser, "document.querySelectorAll('.gr-row .gr-move').length === 4"), "what is asked while the engine thinks does not keep it from moving",
        run("document.querySelector('.gr-status').textContent"))
    check_address(browser, file)
    check_setup(browser)
    check_examples(browser)
    check_pieces(browser)
    say(not browser.faults, "no error and no request", browser.faults[:3])
    browser.faults.clear()


def check_pgn(browser):
    run = browser.run
    run("navigator.clipboard.writeText = async text => { window.copied = text; }, 0")
    run("[...document.querySelectorAll('button')].find(one => one.textContent === 'Copy PGN').click()")
    text = until(browser, "window.copied")
    fens = [line for line in grimoire("convert", "-q", "-f", "fen", "-", text=text).split("\n") if line]
    say(len(fens) == 2 and fens[-1] == run("grimoire.fen()") and '[White "You"]' in text, "the PGN is the game", text)


def check_address(browser, file):
    fen = browser.run("grimoire.fen()")
    time.sleep(.3)
    address = browser.run("location.hash")
    browser.open(file, address)
    ready(browser)
    say(browser.run("grimoire.fen()") == fen and "moves=d2d4," in address, "the address leads to the same position", (address, browser.run("grimoire.fen()")))


def check_setup(browser):
    run = browser.run
    run("[...document.querySelectorAll('button')].find(one => one.textContent === 'Set up').click()")
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    run("(field => { field.value = %s; field.dispatchEvent(new Event('input')); })(document.querySelector('[aria-label=FEN]'))" % json.dumps(fen))
    say(until(browser, "document.querySelector('.gr-setup [role=status]').textContent === '6 legal moves'"), "a position that is set up is looked at",
        run("document.querySelector('.gr-setup [role=status]').textContent"))
    run("[...document.querySelectorAll('button')].find(one => one.textContent === 'Play from here').click()")
    say(run("grimoire.fen()") == fen, "and can be played", run("grimoire.fen()"))


def check_examples(browser):
    run = browser.run
    run("(field => { field.value = '1'; field.dispatchEvent(new Event('change')); })(document.querySelector(\"[aria-label='Example games']\"))")
    moves = run("document.querySelectorAll('.gr-row .gr-move').length")
    run("document.activeElement.blur()")
    browser.key("End", 35)
    games = [line.split() for line in grimoire("convert", "-q", "-f", "uci", "samples/chess.pgn").split("\n") if line.strip()]
    want = grimoire("convert", "-q", "-f", "fen", "samples/chess.pgn").split("\n\n")[1].strip().split("\n")[-1]
    say(run("grimoire.fen()") == want and moves >= 40, "an example game is shown to its end", (moves, run("grimoire.fen()"), want, len(games)))


def check_pieces(browser):
    run = browser.run
    run("(fold => { fold.open = true; })([...document.querySelectorAll('details')].find(one => /How the pieces/.test(one.textContent)))")
    until(browser, "document.querySelector('.gr-reach')")
    run("[...document.querySelectorAll('.gr-legend button')].find(one => one.textContent === 'Knight').click()")
    say(run("document.querySelector('.gr-reach').getAttribute('aria-label')") == "Knight on d4: goes to or captures on c2 e2 b3 f3 b5 f5 c6 e6",
        "the legend shows how a knight goes", run("document.querySelector('.gr-reach').getAttribute('aria-label')"))


def check_speed(browser, file, variant):
    """A phone has a quarter of the speed. Other work on this machine counts, so that the best of five counts."""
    browser.size(390, 844, 2, True)
    browser.call("Emulation.setCPUThrottlingRate", rate=4)
    took = []
    for _ in range(5):
        browser.open(file)
        ready(browser)
        took.append(browser.run("Math.round(grimoire.since)"))
    browser.call("Emulation.setCPUThrottlingRate", rate=1)
    say(min(took) < 1000, "%s: %d ms until the first move can be made, on a phone" % (variant, min(took)))
    browser.size(1200, 850)


def check_looks(browser, file, variant, pictures):
    for width, height, scheme in [(1300, 850, "light"), (390, 844, "light"), (390, 844, "dark")]:
        browser.size(width, height, 1, width < 500)
        browser.media(scheme=scheme)
        browser.open(file)
        ready(browser)
        wide = browser.run("document.documentElement.scrollWidth")
        say(wide <= width, "%s fits %d pixels" % (variant, width), wide)
        if pictures:
            browser.picture(os.path.join(pictures, "play-%s-%d-%s.png" % (variant, width, scheme)))
    browser.media()
    browser.size(1200, 850)


def check_chromium(folder, variants, pictures):
    browser = chromium.Browser(seconds=600)
    try:
        for variant in variants:
            file = write_page(folder, variant)
            if variant in BUILT_IN:
                say(os.path.getsize(file) <= LARGEST, "%s: %d bytes, at most %d" % (variant, os.path.getsize(file), LARGEST))
            check_game(browser, "Chromium", file, variant, 60)
            if variant in INVENTORS:
                check_speed(browser, file, variant)
                check_looks(browser, file, variant, pictures)
        if "chess" in variants:
            file = os.path.join(folder, "chess.html")
            check_hands(browser, folder, file)
            browser.open(file)
            ready(browser)
            browser.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            shared.check_access(browser, say, "a page that plays")
            browser.run("[...document.querySelectorAll('button')].find(one => one.textContent === 'Set up').click()")
            shared.check_access(browser, say, "setting up on it")
    finally:
        browser.close()


def check_firefox(folder, variants):
    if not firefox.find():
        return print("skipped: there is no Firefox (Debian: firefox-esr)")
    browser = firefox.Browser(seconds=600)
    try:
        for variant in variants:
            check_game(browser, "Firefox", os.path.join(folder, variant + ".html"), variant, 60)
    finally:
        browser.close()


def main():
    variants = os.environ.get("VARIANTS", " ".join(BUILT_IN + DESCRIBED)).split()
    if not os.path.exists(os.path.join(BIN, "../share/grimoire/play/described.wasm")):
        print("skipped: there are no modules for pages (make wasm)")
        return 0
    with tempfile.TemporaryDirectory(prefix="grimoire-play.") as folder:
        if chromium.find():
            check_chromium(folder, variants, sys.argv[1] if len(sys.argv) > 1 else None)
            check_firefox(folder, [one for one in variants if one in INVENTORS + DESCRIBED[:2]])
        else:
            print("skipped: there is no Chromium (Debian: chromium)")
    print("%d passed, %d failed" % counts())
    return 1 if counts()[1] else 0


sys.exit(main())
