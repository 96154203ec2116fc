# What the page of games and the desk do alike, tried in the one or the other: keys, variations, copies, going through a
# game by itself, boards and pieces, sound, the window's title and picture; and axe-core, where there is one.
import glob, json, os

GAME = """[Event "Told"]
[White "Anna"]
[Black "Bela"]
[WhiteTitle "WGM"]
[TimeControl "60+2"]
[Result "0-1"]

1. e4 {[%clk 0:01:00] [%eval 0.2]} 1... e5 {[%clk 0:00:58]} (1... c5 {the Sicilian} 2. Nf3 (2. c3 d5) 2... d6 3. d4) (1... e6 2. d4)
2. Nf3 $6 {[%clk 0:00:32]} 2... Nc6 $2 {[%clk 0:00:50]} 3. Bb5 $4 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 0-1
"""



def nest(ply, deepest):
    """A variation in a variation, and so on: pawns of all files, one step or two."""
    one, two = ["%s%d" % ("abcdefgh"[n // 2], [3, 6][n % 2]) for n in range(16)], ["%s%d" % ("abcdefgh"[n // 2], [4, 5][n % 2]) for n in range(16)]
    return "%s %s" % (two[ply], one[ply + 1] + (" (%s)" % nest(ply + 1, deepest) if ply < deepest else ""))


DEEP = '[Variant "Magi"]\n[White "Cy & <Di>"]\n\n1. e4 *\n\n[White "Deep"]\n\n1. a3 (%s) *\n\n' \
    '[White "Unread"]\n[Variant "Nonesuch"]\n\n1. e4 *\n' % nest(0, 13)

# The page's own functions cannot be called: what it does is seen from outside.
HELP = r"""
var $$ = name => [...document.querySelectorAll(name)].filter(e => e.checkVisibility());
var tell = (key, more) => (document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...more}));
var shown = () => document.querySelector(".gr-status").textContent.split(" · ")[0].replace(/[?!]+$/, "");
var copied = [];
try { navigator.clipboard.writeText = async text => { copied.push(text); }; } catch (error) { copied.none = true; }
var pauses = [], later = window.later || window.setTimeout;
window.setTimeout = (work, ms) => { pauses.push(ms); return later(work, ms); };
var sounds = 0;
window.AudioContext = class { constructor() { sounds++; throw new Error("no sound here"); } };
"""


class Shared:
    """`load(address)` opens the game anew; `say(well, name, why)` reports."""

    def __init__(self, where, browser, load, say):
        self.where, self.browser, self.load, self.tell = where, browser, load, say

    def run(self, script):
        return self.browser.run(script)

    def say(self, well, name, why=""):
        self.tell(well, "%s: %s" % (self.where, name), why)

    def fresh(self):
        self.load()
        self.run(HELP)

    def until(self, script, value, tries=60):
        for _ in range(tries):
            found = self.run(script)
            if found == value:
                break
            self.run("new Promise(done => later(done, 50))")
        return found

    def keys(self, *names):
        """Presses keys; S- before a name holds Shift. Returns the move that is shown then."""
        for name in names:
            self.run("tell(%s, {shiftKey: %s})" % (json.dumps(name[2:] if name[:2] == "S-" else name), "true" if name[:2] == "S-" else "false"))
        return self.run("shown()")

    def choose(self, label, value):
        """Chooses in the dialog, which is opened for it."""
        self.run("$$('[aria-label=\"Copy, board, pieces\"]')[0].click()")
        self.run("(() => { const label = [...document.querySelectorAll('dialog[open] label')].find(e => e.textContent.startsWith(%s)),"
                 "field = label.querySelector('select,input'); if (field.type === 'checkbox') field.click(); else { field.value = %s;"
                 "field.dispatchEvent(new Event('change')); } })()" % (json.dumps(label), json.dumps(value)))
        self.run("document.querySelector('dialog[open]').close()")

    def ways(self):
        self.fresh()
        found = [self.keys("Home", "PageDown"), self.keys("PageUp"), self.keys("ArrowRight", "S-ArrowRight"), self.keys("ArrowDown"),
                 self.keys("ArrowUp", "ArrowRight", "ArrowDown", "ArrowRight"), self.keys("S-ArrowLeft"), self.keys("S-ArrowLeft")]
        want = ["5... Be7", "Start position", "1... c5", "1... e6", "2... d5", "1... c5", "1. e4"]
        self.say(found == want, "keys lead into variations, among them and out of them", (found, want))
        found = [self.keys("Home", key) for key in "bmi"]
        self.say(found == ["3. Bb5", "2... Nc6", "2. Nf3"], "keys lead to blunders, mistakes, inaccuracies", found)
        self.keys("Home", "ArrowRight")
        found = self.run("$$('.gr-forks button').map(e => e.textContent)")
        self.run("$$('.gr-forks button')[2].click()")
        self.say(found == ["1... e5", "1... c5", "1... e6"] and self.run("shown()") == "1... e6", "a fork offers its moves", found)
        stops = self.run("document.querySelectorAll('.gr-moves [tabindex=\"0\"], .gr-moves button:not([tabindex=\"-1\"])').length")
        self.run("document.querySelector('.gr-moves [tabindex=\"0\"]').focus()")
        at = self.keys("ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight")
        focus = self.run("document.activeElement.textContent")
        self.say(stops == 1 and at == "2... Nc6" and "Nc6" in focus, "one stop of the tab key in the moves, arrows go on from there", (stops, at, focus))

    def folding(self):
        self.fresh()
        self.run("tell('Home')")
        text = "document.querySelector('.gr-moves').innerText"
        self.say(self.run("(() => { const [outer, inner] = $$('.gr-variation'); return inner.getBoundingClientRect().left > outer.getBoundingClientRect().left &&"
                          "getComputedStyle(inner).display === 'block'; })()"),
                 "variations are indented")
        self.keys("v")
        folded = self.run(text)
        self.say("c5" in folded and "the Sicilian" not in folded and "2. c3" not in folded.replace("\u00a0", " "), "variations fold", folded)
        self.keys("ArrowRight", "S-ArrowRight", "ArrowRight")
        opened = self.run(text)
        self.say("the Sicilian" in opened and "2. c3" in opened.replace("\u00a0", " ") and self.run("shown()") == "2. Nf3", "a variation unfolds as its moves are shown", opened)
        self.run("$$('.gr-variation > button')[0].click()")
        self.say("the Sicilian" not in self.run(text) and self.run("shown()") == "1... c5" and
                 self.run("$$('.gr-variation > button')[0].getAttribute('aria-expanded')") == "false", "a button folds", self.run(text))
        self.keys("Home", "v")
        self.say("the Sicilian" in self.run(text), "and all unfold")

    def copies(self):
        self.fresh()
        self.keys("Home", "ArrowRight")
        for count, key in enumerate("yYu", 1):
            self.keys(key)
            self.until("copied.length", count)
        fen, pgn, link = self.run("copied") + [""] * (3 - self.run("copied.length"))
        self.say(fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" or fen.split(" ")[:3] ==
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq".split(" "), "y copies the FEN", fen)
        self.say('[White "Anna"]' in pgn and "Sicilian" in pgn and pgn.rstrip().endswith("0-1"), "Y copies the PGN", pgn)
        self.say("#" in link and ("ply=1" in link or "at=1" in link) and link.startswith(self.run("location.href.split('#')[0]")), "u copies the link", link)
        self.run("Object.defineProperty(navigator, 'clipboard', {value: undefined, configurable: true}),"
                 "document.execCommand = () => { copied.push(document.activeElement.value); return true; }, copied.length = 0")
        self.keys("y")
        self.say(self.until("copied.length", 1) == 1 and self.run("copied[0]") == fen, "copying without a clipboard", self.run("copied"))

    def by_itself(self):
        self.fresh()
        self.choose("Plays by itself", ".4")
        self.keys("Home", "a")
        self.say(self.until("shown()", "1... e5") == "1... e5" and self.run("$$('[aria-label^=\"Play by itself\"]')[0].getAttribute('aria-pressed')") == "true",
                 "the game plays by itself", self.run("shown()"))
        at = self.keys("ArrowLeft")
        self.run("new Promise(done => later(done, 700))")
        self.say(self.run("shown()") == at, "until something else is done", (at, self.run("shown()")))
        self.choose("Plays by itself", "x60")
        self.run("pauses.length = 0")
        self.keys("Home", "a")
        self.until("shown()", "2... Nc6")
        self.keys("a")
        # 2, 4, 30 and 10 seconds, by the clocks and two more for each move; at least a quarter of a second.
        found = [round(ms) for ms in self.run("pauses") if ms and ms not in (150, 50)][:4]
        self.say(found == [250, 250, 500, 250], "by the clocks", found)
        bars = self.run("[...document.querySelectorAll('.gr-time-w, .gr-time-b')].map(e => e.getAttribute('d').split('M').length - 1)")
        self.say(bars == [2, 2], "the times of both sides stand below the chances", bars)

    def look(self):
        self.fresh()
        color = "getComputedStyle(document.querySelector('#board .gr-light')).fill"
        before = self.run(color)
        self.choose("Board", "sea")
        after = self.run(color)
        self.choose("Pieces", "letters")
        letters = self.run("document.querySelectorAll('#board g[transform] text').length")
        self.run("document.querySelector('[aria-label^=Flip]').click()")
        self.fresh()
        found = [self.run(color), self.run("document.querySelectorAll('#board g[transform] text').length"), self.run("document.querySelector('.gr-coordinates text').textContent")]
        self.say(before != after and letters == 32 and found == [after, 32, "1"], "board, pieces and side are kept", (before, after, letters, found))
        self.choose("Pieces", "bold")
        self.say(self.run("document.querySelectorAll('#board .gr-bold').length") == 32, "a third set of pieces")
        self.choose("Board", "")
        self.choose("Pieces", "")
        self.run("document.querySelector('[aria-label^=Flip]').click()")
        self.say(self.run(color) == before, "and the first ones again")
        self.keys("Home", "ArrowRight")
        silent = self.run("sounds")
        self.browser.key("Home", 36)
        self.run("window.onerror = () => true")
        try:
            self.choose("A sound", "")
        except Exception:
            pass
        self.say(silent == 0 and self.run("sounds") > 0, "no sound unless it is asked for", (silent, self.run("sounds")))
        self.run("localStorage.clear()")

    def words(self):
        self.fresh()
        self.keys("?")
        text = self.run("$$('dialog[open]').map(e => e.innerText).join()")
        wanted = ["←", "Shift+→", "Page Up", "ten plies", "blunder", "play by itself", "FEN, PGN, link"]
        self.say(all(word in text for word in wanted), "? lists the keys", text)
        self.run("$$('dialog[open]').forEach(e => e.close())")
        self.choose("Letters are keys", "")
        at = self.keys("Home", "b")
        self.choose("Letters are keys", "")
        self.say(at == "Start position" and self.keys("b") == "3. Bb5", "letters can be kept from being keys", at)
        title, icon = self.run("document.title"), self.run("document.querySelector('link[rel=icon]').href")
        size = self.run("(async () => { const image = new Image(); image.src = document.querySelector('link[rel=icon]').href;"
                        "try { await image.decode(); return image.naturalWidth; } catch (error) { return 0; } })()")
        self.say("Anna – Bela" in title, "the title has the players", title)
        self.say(icon.startswith("data:image/svg+xml,") and size > 0, "the window has a picture of the game", (icon[:200], size))

    def all(self):
        for part in [self.ways, self.folding, self.copies, self.by_itself, self.look, self.words]:
            part()


def find_axe():
    """The file of axe-core, by AXE or in node_modules here; None without one."""
    found = [os.environ.get("AXE", "")] + glob.glob("node_modules/axe-core/axe.min.js")
    return next((file for file in found if file and os.path.exists(file)), None)


def serious(browser):
    """What axe-core finds in the page that is open, by WCAG 2.2 AA."""
    with open(find_axe(), encoding="utf-8") as script:
        browser.run(script.read() + "; 0")
    found = browser.run("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], rules: {'target-size': {enabled: true}}}).then(found => "
                        "(found.passes.length < 9 ? [{impact: 'serious', id: 'hardly anything was looked at', nodes: [{html: ''}]}] : found.violations).map(one => [one.impact, one.id, one.nodes.length, one.nodes[0].html.slice(0, 150), one.nodes[0].failureSummary]))")
    return [one for one in found if one[0] in ("serious", "critical")]


WINDOWS = [(320, 640, 1), (390, 800, 1), (640, 400, 2), (1000, 800, 1), (1600, 1000, 1)]


def check_access(browser, say, name):
    """Contrast, names, targets and more, light and dark, from 320 to 1,600 pixels, and at 200 %."""
    if not find_axe():
        print("skipped: there is no axe-core (npm install axe-core, or AXE=FILE)")
        return
    for width, height, scale in WINDOWS:
        for scheme in ["light", "dark"]:
            browser.size(width, height, scale)
            browser.media(scheme=scheme)
            found = serious(browser)
            wide = browser.run("Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('dialog[open]')]"
                               ".map(e => innerWidth + e.scrollWidth - e.clientWidth))")
            say(not found and wide <= width, "%s at %d pixels, %d %%, %s: nothing serious by axe-core" % (name, width, 100 * scale, scheme), (wide, found))
    browser.size(1300, 850)
    browser.media()


def check_page(browser, file, say):
    """A page whose first game is GAME and the second one of another variant."""
    run = browser.run
    tried = Shared("page", browser, lambda: browser.open(file, "#game=1&ply=0"), say)
    tried.all()
    tried.fresh()
    tried.choose("Board", "leaf")
    run("tell(']')")
    say("Cy" in tried.until("document.title.slice(0, 2)", "Cy"), "] opens the next game", run("document.title"))
    say(run("document.getElementById('board').dataset.look") == "", "each game has a board of its own")
    run("tell('[')")
    say(tried.until("document.title.slice(0, 4)", "Anna") == "Anna", "[ the one before")
    run("localStorage.clear()")
    for kept in ["[", "null", "7", '{"games":null}', '{"games":{"Chess":null},"pace":{}}', '{"games":{"Chess":{"board":"\\"><b>","pieces":[]}}}']:
        run("localStorage.setItem('grimoire', %s)" % json.dumps(kept))
        tried.fresh()
        say(run("document.getElementById('board').dataset.fen") and run("shown()") == "Start position", "what the browser has kept may be anything: " + kept)
    run("localStorage.clear()")
    tried.choose("Plays by itself", ".4")
    run("tell('a'), location.hash = '#game=4'")
    run("new Promise(done => later(done, 700))")
    say(not browser.faults and "Unread" in run("document.title"), "a game that cannot be read ends what plays by itself", (browser.faults, run("document.title")))
    browser.faults.clear()
    browser.open(file, "#game=1&ply=0")
    run(HELP)
    run("localStorage.clear()")
    run("tell('/')")
    say(run("document.activeElement.type") == "search", "/ leads to the filter")
    run("document.activeElement.blur(), tell('e')")
    say(run("document.querySelector('.gr-fold').open"), "e opens the tree")
    run("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    check_access(browser, say, "the page")
    run("$$('[aria-label=\"Copy, board, pieces\"]')[0].click()")
    check_access(browser, say, "its dialog")
    browser.open(file, "#game=1&ply=1&embed")
    check_access(browser, say, "its board in a frame")


def check_frames(page, browser, file, say):
    """A page in a frame has the board alone, which fits the frame."""
    run = browser.run
    for width, height in [(400, 500), (300, 420), (700, 500)]:
        browser.size(width, height)
        browser.open(file, "#game=1&ply=2&embed")
        box = run("(() => { const b = document.querySelector('#board svg').getBoundingClientRect(), c = document.querySelector('.gr-controls')"
                  ".getBoundingClientRect(); return [b.left, b.right, b.top, b.bottom, c.bottom, document.documentElement.scrollWidth]; })()")
        seen = run("['header', '.gr-panel', '.gr-games'].filter(name => document.querySelector(name).checkVisibility())")
        say(not seen and box[0] >= 0 and box[1] <= width and box[4] <= height and box[5] <= width and box[1] - box[0] >= .75 * min(width, height - 150),
            "a frame of %d by %d has the board and nothing else" % (width, height), (seen, box))
    run(HELP)
    run("tell('ArrowRight')")
    page.until("location.hash", "#game=1&ply=3&embed")
    say(run("location.hash") == "#game=1&ply=3&embed", "and stays so", run("location.hash"))
    browser.size(320, 640)
    browser.open(file, "#game=3&ply=0")
    found = run("(e => [e.scrollWidth - e.clientWidth, Math.min(...[...e.querySelectorAll('.gr-variation')].map(e => e.clientWidth)),"
                "e.querySelectorAll('.gr-variation').length])(document.querySelector('.gr-moves'))")
    say(found[0] <= 0 and found[1] > 100 and found[2] == 14, "variations within variations within variations fit a small window", found)
    browser.size(1300, 850)
    browser.open(file, "#game=2&ply=1")
    run(HELP)
    run("$$('[aria-label=\"Copy, board, pieces\"]')[0].click()")
    run("[...document.querySelectorAll('dialog button')].find(e => e.textContent === 'Copy HTML').click()")
    page.until("copied.length", 1)
    found = run("(() => { const frame = new DOMParser().parseFromString(copied[0], 'text/html').body.firstChild;"
                "return [frame.tagName, ...['src', 'title', 'width', 'height'].map(name => frame.getAttribute(name))]; })()")
    say(found == ["IFRAME", "shared.html#game=2&ply=1&embed", "Cy & <Di> – Black", "400", "500"] and "Cy &amp;" in run("copied[0]"),
        "a line of HTML has the position in another page", run("copied"))
