#!/usr/bin/env python3
"""An hour (MINUTES) of random clicks on the desk with live lines: `make check-soak`. Moves are played, games and
positions opened, edited, asked for, searched in, set up; the engine is switched on and off. Each minute the memory of
the desk and of the page is read. At the end it must be flat: in the last quarter no more than in the second one, but
for 10 % and 6 MB. No word may appear on the console, no request may be refused but for a draft of a move or a query,
and when the page is closed the desk must be idle within seconds."""
import os, random, sys, tempfile, time
from aid import counts, grimoire, say
from desk_driver import Desk
import shared

MINUTES = float(os.environ.get("MINUTES", "60"))
SEED = int(os.environ.get("SEED", "1"))
VARIANTS = "chess magi magician royal wizard capablanca crazyhouse shogi xiangqi chess960".split()

# What a person may do, as scripts for the page; `r` is a random number below 1.
DEEDS = [
    # Plays a legal move by its clicks.
    (30, """(async () => { const {fen, variant, legal} = board().dataset; if (!+legal || $('#gr-desk').hidden) return;
      const moves = (await asked('position', {variant, fen})).legal.filter(move => !move.hand), move = moves[Math.floor(r * moves.length)];
      for (const square of move ? move.squares : []) await clickSquare(square);
      const chooser = $('.gr-chooser'); if (!chooser.hidden) chooser.querySelector('button').click(); })()"""),
    (10, "key(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'][Math.floor(r * 8)])"),
    (4, "key(['f', 'v', 'e', 't', 'u', '1', '4', '6'][Math.floor(r * 8)])"),
    (4, "key('l')"),
    (8, "(rows => rows.length && rows[Math.floor(r * rows.length)].click())([...document.querySelectorAll('.gr-list a')])"),
    (4, "put($('#query'), ['', 'check', 'white N takes', 'not a query', 'white Q attacks black K', 'mate'][Math.floor(r * 6)])"),
    (2, "(order => put(order, order.options[Math.floor(r * order.options.length)].value))($('[aria-label=Order]'))"),
    (2, "(here => here.click())([...document.querySelectorAll('.gr-filters [type=checkbox]')].pop())"),
    (3, "(tabs => tabs[Math.floor(r * tabs.length)].click())([...document.querySelectorAll('[role=tab]')])"),
    (3, "(comment => put(comment, 'note ' + Math.floor(r * 100)))($('.gr-tools textarea'))"),
    (3, "(rows => rows.length && rows[Math.floor(r * rows.length)].click())([...document.querySelectorAll('.gr-tree button, .gr-line button')].filter(one => !one.disabled && one.offsetParent))"),
    (2, "key('z', {ctrlKey: true})"),
    (2, "(lines => put(lines, lines.options[Math.floor(r * 5)].value))($('[aria-label=Lines]'))"),
    (2, "(box => box && box.click())($('.gr-besides input'))"),
    (2, "(screens => screens[Math.floor(r * screens.length)].click())([...document.querySelectorAll('[data-screen]')])"),
    (4, "document.querySelector('[data-screen=work]').click()"),
    (1, """(async () => { document.querySelector('[data-screen=setup]').click(); const choice = $('.gr-setup select');
      put(choice, VARIANTS[Math.floor(r * VARIANTS.length)]); await sleep(50);
      const use = [...document.querySelectorAll('.gr-setup button')].filter(one => /Play from here|Analyse|Search/.test(one.textContent));
      const one = use[Math.floor(r * 1000) % use.length]; if (!one.disabled) one.click(); })()"""),
    (1, """(async () => { document.querySelector('[data-screen=repair]').click();
      put($('.gr-repair textarea'), '1. e4 e5 2. Nf6 Nc6 ' + Math.floor(r * 9) + ' *'); })()"""),
]


def memory(desk):
    """Kilobytes of the process, and of the page's scripts after they were tidied up."""
    with open("/proc/%d/status" % desk.process.pid) as status:
        resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    desk.browser.call("HeapProfiler.collectGarbage")
    metrics = {one["name"]: one["value"] for one in desk.browser.call("Performance.getMetrics")["metrics"]}
    return resident, int(metrics["JSHeapUsedSize"] / 1024), int(metrics["Nodes"])


def processor(desk):
    with open("/proc/%d/stat" % desk.process.pid) as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def flat(name, seen):
    quarter = max(1, len(seen) // 4)
    before, after = max(seen[quarter:2 * quarter] or seen[:1]), max(seen[-quarter:])
    say(after <= before * 1.1 + 6144, "%s is flat" % name, seen)


def soak(desk):
    choice, seen, end, tell = random.Random(SEED), [], time.time() + 60 * MINUTES, 0
    desk.browser.call("Performance.enable")
    desk.run("globalThis.VARIANTS = %r" % VARIANTS)
    done = 0
    while time.time() < end:
        deed = choice.choices([text for _, text in DEEDS], [weight for weight, _ in DEEDS])[0]
        desk.run("(r => { const box = document.querySelector('dialog[open]'); if (box) box.close(); return %s; })(%r)" % (deed, choice.random()))
        done += 1
        time.sleep(choice.choice([0, .02, .1, .4]))
        if time.time() >= tell:
            tell = time.time() + 60
            seen.append(memory(desk))
            print("%5d deeds: desk %d KB, page %d KB, %d nodes" % (done, *seen[-1]), flush=True)
    for n, name in enumerate(["memory of the desk", "memory of the page", "number of nodes"]):
        flat(name, [one[n] for one in seen])
    faults = [fault for fault in desk.faults() if not ("400" in fault or "412" in fault)]
    say(not faults, "no word on the console, no request elsewhere", faults[:5])


def main():
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ["a.db", "b.db"]]
        for path in paths:
            grimoire("import", "-q", "-d", path, "-", text=shared.GAME)
            grimoire("import", "-q", "-d", path, *["samples/%s.pgn" % name for name in ["chess", "magi", "magician", "royal", "wizard"]])
        desk = Desk("-d", paths[0], "-d", paths[1], longest=60 * MINUTES + 600)
        try:
            soak(desk)
            desk.browser.close()
            time.sleep(3)
            used = processor(desk)
            time.sleep(3)
            say(processor(desk) - used < .1, "nothing runs when the page is closed")
        finally:
            desk.process.terminate()
            desk.process.wait(20)
        for path in paths:
            say("damaged" not in grimoire("db", "verify", path).replace("0 damaged", ""), "the database is whole")
    print("%d passed, %d failed" % counts())
    return counts()[1] > 0


sys.exit(main())
