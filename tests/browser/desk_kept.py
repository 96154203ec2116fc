# What outlives a reload, what is old and says so, and moves as Shogi's players type them: a part of desk.py, with a desk of
# its own.
import os, signal, subprocess, tempfile, time
import browser as chromium
from aid import BIN, grimoire, say
from desk_driver import Desk
from desk_views import load

GAMES = ('[White "Sen"]\n[Black "Go"]\n[Variant "Shogi"]\n\n1. P-7f P-3d *\n\n'
         '[White "Red"]\n[Black "Blue"]\n[Variant "Xiangqi"]\n\n1. C2.5 *\n\n[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 *\n')


def enter(desk, text, want):
    desk.run("(field => { field.value = '%s'; field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})); })"
             "($('[aria-label^=\"Type a move\"]'))" % text)
    desk.wait("board().dataset.legal && $('.gr-status').textContent.includes('%s')" % want)


def typed(desk):
    sides = "[...document.querySelectorAll('#board .gr-coordinates text')].map(one => one.textContent).join('')"
    say(desk.run(sides) == "一二三四五六七八九987654321", "files and ranks are those of Shogi", desk.run(sides))
    desk.run("key('End')")
    for text, want in [("Bx2b+", "Bxh8=+B"), ("２二銀", "Sxh8"), ("B*5e", "B@e5")]:
        enter(desk, text, want)
    say(True, "moves are typed as Shogi's players write them")
    desk.run("location.hash = '#db=1&game=2&at=1'")
    desk.wait("board().dataset.variant === 'xiangqi'")
    enter(desk, "馬8進7", "Ng8")
    enter(desk, "H2+3", "Ng3")
    say(desk.run(sides) == "九1八2七3六4五5四6三7二8一9", "and as those of Xiangqi do, whose files are counted from both sides", desk.run(sides))
    desk.run("key('Home')")
    desk.wait("board().dataset.legal && $('.gr-status').textContent.includes('Start')")
    desk.run("clickSquare('b1').then(() => clickSquare('c3'))")
    desk.wait("$('.gr-status').textContent.includes('Nc3')")
    say(True, "squares are where they are clicked")


def reloaded(desk):
    load(desk, "#screen=repair")
    desk.run("put($('.gr-repair textarea'), '1. e4 e5 2. Ke5 *')")
    desk.wait("$('.gr-repair [role=status]').textContent.includes('1 with faults')")
    load(desk, "#screen=repair")
    desk.wait("$('.gr-repair [role=status]').textContent.includes('1 with faults')")
    say(desk.run("$('.gr-repair textarea').value") == "1. e4 e5 2. Ke5 *", "what was pasted is there after a reload")
    desk.run("put($('.gr-repair textarea'), '')")
    time.sleep(.5)
    load(desk, "#screen=setup&set=chess")
    desk.run("$('.gr-palette [title^=Any]').click(), drag($('.gr-setup .gr-board svg'), 4.5, 4.5, 4.5, 4.5)")
    desk.wait("location.hash.includes('any=e4') && $('.gr-any')")
    load(desk, desk.run("location.hash"))
    desk.wait("$('.gr-setup .gr-any') && location.hash.includes('any=e4')")
    say(True, "a pattern is there after a reload")


def stale(desk):
    load(desk, "#db=1&game=1")
    desk.run("put($('#query'), 'blck mated')")
    desk.wait("$('.gr-fault mark') && $('.gr-list').classList.contains('gr-stale') && $('.gr-shown').textContent.includes('still those of the last')")
    desk.run("put($('#query'), '')")
    desk.wait("!$('.gr-list').classList.contains('gr-stale') && $('.gr-shown').textContent === '3 games'")
    say(True, "the list of another query is not shown as that of a wrong one")


def tags(desk):
    desk.run("press('Tags')")
    desk.run("put($('dialog [data-tag=Date]'), '1993.02.31'), press('Save')")
    desk.wait("$('dialog [role=alert]') && $('dialog [role=alert]').textContent.startsWith('Saved, but the date')")
    desk.run("put($('dialog [data-tag=Date]'), '1993.02.28'), press('Save')")
    desk.wait("!$('dialog[open]')")
    say(True, "a date that is none is stored, and said")


def jobs(desk):
    desk.run("press('Jobs'), put($('[aria-label=\"Kind of job\"]'), 'annotate'), put($('[aria-label=\"Limit by\"]'), 'movetime'), put($('[aria-label=Limit]'), 600000)")
    desk.run("$('[aria-label=Player]').value = 'Ann'")
    desk.run("press('Begin')")
    desk.wait("row(1).textContent.includes('0 of 3')")
    words = desk.run("$('.gr-asked').textContent")
    say("600000 ms for each" in words and "player Ann" in words, "a job says its limit and its games", words)
    desk.run("press('Pause')")
    desk.wait("stateOf(1) === 'paused'", 60)


def dead(desk, db):
    """A desk that has ended, and one that comes in its place at the same port."""
    desk.process.send_signal(signal.SIGTERM)
    desk.process.wait(20)
    desk.wait("$('.gr-jobs').classList.contains('gr-stale') && $('main:not([hidden])').textContent.includes('does not answer')")
    say(True, "the list of jobs says that the desk has ended")
    desk.process = subprocess.Popen([BIN + "/grimoire-desk", "--no-open", "-d", db, "--port", desk.origin.split(":")[2]],
                                    stdout=subprocess.PIPE, text=True)
    desk.process.stdout.readline()
    desk.wait("$('main:not([hidden])').textContent.includes('refuses to answer')")
    say(True, "and that there is another one")


def kept():
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "kept.db")
        grimoire("import", "-q", "-d", db, "-", text=GAMES)
        desk = Desk("-d", db)
        try:
            for part in [typed, reloaded, stale, tags, jobs]:
                try:
                    part(desk)
                except chromium.Fault as fault:
                    say(False, "the session goes on", "%s; %s" % (fault, desk.run("$('main:not([hidden])').textContent.slice(0, 1000)")))
            faults = desk.faults()
            say(not faults, "no word on the console of these", faults)
            dead(desk, db)
        finally:
            desk.browser.close()
            desk.process.kill()
