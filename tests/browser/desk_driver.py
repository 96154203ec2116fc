# What the tests of the desk in Chromium have in common: a desk with a browser that shows it, and what a person does in the
# page.
import subprocess, time
import browser as chromium
from aid import BIN

class Desk:
    """A desk on databases, and a browser that shows it."""

    def __init__(self, *words, wait="board() && board().dataset.legal !== undefined", longest=1800):
        self.process = subprocess.Popen([BIN + "/grimoire-desk", "--no-open", *words], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.origin = self.url.split("/?")[0]
        try:
            self.browser = chromium.Browser(longest=longest)
            self.browser.size(1400, 900)
            self.browser.media()
            self.browser.load(self.url)
            self.browser.run(HELP)
            self.wait(wait)
        except BaseException:
            self.process.kill()
            raise

    def run(self, script):
        return self.browser.run(script)

    def wait(self, condition, seconds=20):
        """Waits until a condition holds."""
        until = time.time() + seconds
        while time.time() < until:
            if self.run("Boolean(%s)" % condition):
                return
            time.sleep(.05)
        raise chromium.Fault("never: " + condition)

    def faults(self):
        own = "request: " + self.origin
        return [fault for fault in self.browser.faults if not fault.startswith(own)]

    def close(self):
        self.browser.close()
        self.process.terminate()
        return self.process.wait(20)


# What a person does, in the page: clicks are those of a pointer at a place of the window.
HELP = r"""
const board = () => document.getElementById("board"), $ = name => document.querySelector(name);
const sleep = ms => new Promise(done => setTimeout(done, ms));
const until = async (holds, why) => {
  for (let n = 0; n < 2000; n++) { if (holds()) return; await sleep(5); }
  throw new Error("never " + why);
};
const press = text => [...document.querySelectorAll("button")].find(one => one.textContent === text && one.offsetParent).click();
const put = (field, value) => { field.value = value; field.dispatchEvent(new Event("input", {bubbles: true})); field.dispatchEvent(new Event("change", {bubbles: true})); };
const row = number => document.querySelector(`[data-job="${number}"]`) || document.createElement("li");
const stateOf = number => (row(number).querySelector("[role=status]") || row(number)).textContent;
const key = (name, more) => document.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true, ...more}));
function placeOfSquare(name) {
  const svg = board().querySelector("svg"), box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal, unit = box.width / view.width;
  const ranks = (view.height - 36 + view.y) / 100, file = name.charCodeAt(0) - 97, rank = +name.slice(1) - 1;
  return {clientX: box.left + (36 + 100 * file + 50) * unit, clientY: box.top + (100 * (ranks - 1 - rank) + 50 - view.y) * unit};
}
function pointer(kind, name, more) {
  board().dispatchEvent(new PointerEvent(kind, {...placeOfSquare(name), bubbles: true, pointerId: 1, button: 0, ...more}));
}
// From one place of a board to another, in squares from its upper left corner.
function drag(svg, fromX, fromY, toX, toY) {
  const box = svg.getBoundingClientRect(), unit = box.width / svg.viewBox.baseVal.width;
  const at = (x, y) => ({clientX: box.left + (36 + 100 * x) * unit, clientY: box.top + (100 * y - svg.viewBox.baseVal.y) * unit, bubbles: true, cancelable: true, pointerId: 1, button: 0});
  svg.dispatchEvent(new PointerEvent("pointerdown", at(fromX, fromY)));
  for (const kind of ["pointermove", "pointerup"]) document.dispatchEvent(new PointerEvent(kind, at(toX, toY)));
}
async function clickSquare(name) { pointer("pointerdown", name); pointer("pointerup", name); }
function clickHand(letter, side, names) {
  const label = side + " " + names[letter], piece = [...document.querySelectorAll(".gr-held .gr-small")].find(one => one.getAttribute("aria-label") === label);
  if (!piece) throw new Error("no " + label + " in hand");
  piece.dispatchEvent(new MouseEvent("click", {bubbles: true}));
}
const asked = (path, body) => fetch("/api/1/" + path, {method: "POST", headers: {"Content-Type": "application/json", "X-Grimoire": "test"},
  body: JSON.stringify(body)}).then(answer => answer.json());
async function setUp(variant, fen) {
  press("Set up");
  const [choice] = document.querySelectorAll(".gr-setup select");
  put(choice, variant);
  put($(".gr-setup input"), fen);
  await until(() => [...document.querySelectorAll(".gr-setup button")].some(one => one.textContent === "Play from here" && !one.disabled), "ready");
  press("Play from here");
  await until(() => board().dataset.legal !== undefined, "shown");
}
// Enters every legal move by its clicks; what the board then shows is compared with what the library says.
async function enterAll(variant, fen) {
  const {variants} = await (await fetch("/api/1/variants")).json(), names = {};
  for (const piece of variants.find(one => one.name === variant).pieces) names[piece.letter] = piece.name;
  const here = await asked("position", {variant, fen}), wrong = [];
  if (here.error) return [here.error];
  await setUp(variant, fen);
  for (const move of here.legal) {
    const there = await asked("position", {variant, fen, move: move.uci});
    await until(() => board().dataset.legal !== undefined, "back");
    if (move.hand) clickHand(move.hand, here.turn === "white" ? "White" : "Black", names);
    for (const square of move.squares) await clickSquare(square);
    const chooser = $(".gr-chooser"), button = !chooser.hidden && [...chooser.querySelectorAll("button")].find(one => one.textContent === move.san);
    if (button) button.click();
    try {
      await until(() => board().dataset.fen === there.fen && board().dataset.legal !== undefined, move.san);
    } catch (error) {
      wrong.push(`${move.uci} ${move.san}: ${board().dataset.fen} for ${there.fen}; ${$(".gr-notice").textContent}`);
      if (wrong.length > 3) return wrong;
    }
    key("Home");
  }
  return wrong;
}
"""
