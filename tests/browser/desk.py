#!/usr/bin/env python3
# The second half of `make check-browser`: the desk in Chromium. Every legal move of some positions of each game is
# entered by clicks, and the board compared with the library; then a whole session with a database is gone through,
# live lines, repair, small and large windows. No word may appear on the console, and nothing is asked of other hosts.
import json, os, random, sys, tempfile, time
import browser as chromium
import desk_judged
import desk_kept
import desk_views
import shared
from aid import BIN, counts, grimoire, say
from desk_driver import Desk, HELP

VARIANTS = os.environ.get("VARIANTS", "chess magi magician royal wizard capablanca chess960 crazyhouse atomic antichess horde threecheck "
                          "racingkings kingofthehill").split()
POSITIONS = int(os.environ.get("POSITIONS", "3"))


def positions(variant, folder):
    """The start, and positions of a game that the engine has played."""
    file = os.path.join(folder, variant + ".pgn")
    grimoire("match", "-q", "-v", variant, "--games", "1", "--nodes", "100", "--pgn", file)
    fens = [line for line in grimoire("convert", "-q", "-f", "fen", file).split("\n") if line]
    random.Random(variant).shuffle(fens)
    return fens[:POSITIONS]


def enter_moves(desk, folder):
    for variant in VARIANTS:
        count, wrong = 0, []
        try:
            for fen in positions(variant, folder):
                wrong += desk.run("enterAll(%s, %s)" % (json.dumps(variant), json.dumps(fen)))
                count += 1
        except chromium.Fault as fault:
            wrong.append(str(fault))
        say(count == POSITIONS and not wrong, "every legal move of %d positions of %s is entered by clicks" % (POSITIONS, variant), "\n    ".join(wrong))


def session(desk, db):
    """Filter, open, add a line, a comment, a glyph, an arrow; reload; undo."""
    desk.run("press('Work')")
    desk.run("put($('#query'), 'white N takes piece')")
    desk.wait("$('.gr-shown').textContent.startsWith('2 games')")
    say(True, "a query filters the list")
    desk.run("put($('#query'), 'white N attaks')")
    desk.wait("$('#query').getAttribute('aria-invalid') && $('.gr-fault mark')")
    say(True, "a query that cannot be read says where")
    desk.run("put($('#query'), '')")
    desk.wait("document.querySelectorAll('.gr-list a').length === 3")
    desk.run("location.hash = '#db=1&game=1'")
    desk.wait("document.querySelector('.gr-title h2').textContent.startsWith('Ann') && board().dataset.legal === '20'")
    desk.run("key('ArrowRight')")
    desk.wait("board().dataset.legal === '20' && board().dataset.fen.includes(' b ')")
    desk.run("clickSquare('c7').then(() => clickSquare('c5'))")
    desk.wait("$('.gr-status').textContent.includes('c5') && board().dataset.legal")
    desk.run("put($('.gr-tools textarea'), 'the Sicilian')")
    desk.wait("$('.gr-moves').textContent.includes('the Sicilian') && board().dataset.legal")
    desk.run("key('5')")
    desk.wait("$('.gr-moves').textContent.includes('!?') && board().dataset.legal")
    desk.run("pointer('pointerdown', 'g1', {button: 2}), pointer('pointerup', 'f3', {button: 2})")
    desk.wait("document.querySelector('.gr-drawn') && $('.gr-kept .gr-words').textContent === 'Saved'")
    text = grimoire("export", "-d", db, "--games", "1")
    want = "(1... c5 $5 {[%cal Gg1f3] the Sicilian})"
    say(want in " ".join(text.split()), "a line, a comment, a glyph and an arrow are in the file", text)
    desk.browser.load("about:blank")
    desk.browser.load(desk.origin + "/#db=1&game=1&at=2.1.2")
    desk.run(HELP)
    desk.wait("board() && $('.gr-status') && $('.gr-status').textContent.includes('c5') && board().dataset.legal")
    say(desk.run("Boolean(document.querySelector('.gr-drawn'))"), "an address leads to the same move after a reload")
    desk.run("key('Delete')")
    desk.wait("!$('.gr-moves').textContent.includes('c5') && $('.gr-kept .gr-words').textContent === 'Saved'")
    desk.run("key('z', {ctrlKey: true})")
    desk.wait("$('.gr-moves').textContent.includes('the Sicilian') && $('.gr-kept .gr-words').textContent === 'Saved'")
    text = grimoire("export", "-d", db, "--games", "1")
    say(want in " ".join(text.split()), "undo brings back what was deleted, in the file, too", text)
    other = grimoire("db", "edit", "-d", db, "--game", "1", "--set", "Round=7")
    desk.run("key('1')")
    desk.wait("$('.gr-notice').textContent.includes('changed since')")
    say(True, "a game that was changed elsewhere is not overwritten")
    desk.run("press('Keep mine as a new game')")
    desk.wait("$('.gr-title').textContent.includes('game 4')")
    say("$1" in grimoire("export", "-d", db, "--games", "4") and 'Round "7"' in grimoire("export", "-d", db, "--games", "1"), "and both versions are kept")
    grimoire("db", "delete", "-d", db, "--games", "4")


def offers(desk):
    """What may come next in a query is offered, and taken by keys."""
    typing = "(q => { q.focus(); q.value = %s; q.setSelectionRange(99, 99); q.dispatchEvent(new Event('input')); })($('#query'))"
    press = "$('#query').dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true, cancelable: true}))"
    desk.run(typing % "'white N ta'")
    desk.wait("!$('#offers').hidden && $('#offers').textContent.startsWith('takes')")
    desk.run(press % "ArrowDown")
    desk.run(press % "Enter")
    desk.wait("$('#query').value === 'white N takes '")
    desk.run(press % "Escape")
    desk.wait("$('#offers').hidden")
    desk.run("put($('#query'), '')")
    desk.wait("$('.gr-shown').textContent.startsWith('3 games')")
    say(True, "words of queries are offered")


def branches(desk):
    desk.run("location.hash = '#db=1&game=1&at=0'")
    desk.wait("$('.gr-title').textContent.includes('game 1') && board().dataset.legal")
    desk.run("press('Tree')")
    desk.wait("$('#tree').textContent.includes('3 games have')")
    desk.run("put($('[aria-label=Player]'), 'Eve')")
    desk.wait("$('#tree').textContent.includes('1 game has') && $('#tree').textContent.includes('e4 is new here')")
    desk.run("put($('[aria-label=\"Whose games\"]'), '1')")
    desk.wait("$('#tree').textContent.includes('3 games have') && !$('#tree').textContent.includes('new here') && location.hash.includes('tab=tree&whose=1')")
    there = desk.run("location.hash")
    desk.browser.load("about:blank")
    desk.browser.load(desk.origin + "/" + there)
    desk.run(HELP)
    desk.wait("$('#tree') && $('#tree').textContent.includes('3 games have') && $('[aria-label=Player]').value === 'Eve' && $('[aria-label=\"Whose games\"]').value === '1'")
    say(True, "whose games the tree is of stands in the address")
    desk.run("put($('[aria-label=\"Whose games\"]'), '2')")
    desk.wait("/[01] games? ha(s|ve)/.test($('#tree').textContent)")
    desk.run("put($('[aria-label=\"Whose games\"]'), ''), put($('[aria-label=Player]'), '')")
    desk.wait("$('#tree').textContent.includes('3 games have') && $('.gr-shown').textContent.startsWith('3 games')")
    desk.run("press('Moves')")
    say(True, "the tree is of the list, of the database, or of another one, and marks what is new")


def patterns(desk):
    desk.run("press('Set up')")
    desk.run("put(document.querySelector('.gr-setup select'), 'chess')")
    desk.run("put($('.gr-setup input'), '8/8/2n5/4p3/4P3/5N2/8/8 w - - 0 1')")
    desk.wait("$('.gr-setup [role=status]').classList.contains('gr-error')")
    desk.run("press('Any elsewhere')")
    desk.wait("document.querySelectorAll('.gr-any').length === 60 && ![...document.querySelectorAll('.gr-setup button')].find(one => one.textContent === 'Search').disabled")
    desk.run("press('Search')")
    desk.wait("$('#query').value === 'board ????????/????????/??n?????/????p???/????P???/?????N??/????????/????????'")
    desk.wait("$('.gr-shown').textContent === '1 game'")
    desk.run("put($('#query'), ''), put($('[aria-label=Game]'), '')")
    desk.wait("$('.gr-shown').textContent.startsWith('3 games')")
    say(True, "a pattern is set up and found")


def together(desk):
    """The list and the tree of two databases; a game of the other one is opened, and the list stays."""
    desk.run("$('.gr-besides input').click()")
    desk.wait("$('.gr-shown').textContent === '4 games' && $('.gr-besides summary').textContent.includes('and 1 more')")
    desk.run("$('.gr-list [data-db=\"2\"]').click()")
    desk.wait("$('.gr-title').textContent.includes('game 1') && location.hash.startsWith('#db=2&game=1') && $('[aria-current=true][data-db=\"2\"]')")
    say(desk.run("document.querySelectorAll('.gr-list a').length") == 4, "games of another database stand in the list")
    desk.run("$('.gr-besides input').click()")
    desk.wait("$('.gr-shown').textContent === '3 games'")
    desk.run("location.hash = '#db=1&game=1&at=0'")
    desk.wait("$('.gr-list [data-game=\"1\"]').hasAttribute('aria-current')")
    desk.run("location.hash = '#db=2&game=1'")
    desk.wait("$('.gr-shown').textContent === '1 game'")
    desk.run("location.hash = '#db=1&game=1&at=0'")
    desk.wait("$('.gr-shown').textContent === '3 games' && $('[aria-label=Database]').value === '1'")
    say(True, "an address opens the database that it names")


def rows(desk):
    """A long list: a few rows are drawn, of any part of it, in any order; keys go through it."""
    shown = "[...document.querySelectorAll('.gr-list a')]"
    desk.run("put($('[aria-label=Database]'), '3')")
    desk.wait("$('.gr-shown').textContent === '2500 games'")
    desk.run("$('.gr-list').scrollTop = 1e9")
    desk.wait("%s.some(row => row.dataset.game === '2500' && row.textContent.includes('P2499 '))" % shown)
    say(desk.run("%s.length < 60" % shown), "few rows of a long list are drawn")
    desk.run("put($('[aria-label=Order]'), '-white')")
    desk.wait("$('.gr-shown').textContent === '2500 games' && %s[0]?.textContent.startsWith('P999')" % shown)
    desk.run("$('.gr-list a').focus()")
    step = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true, cancelable: true}))"
    desk.run(step % "End")
    desk.wait("document.activeElement.dataset.game === '1' && document.activeElement.textContent.startsWith('P0 ')")
    for key, index in [("PageUp", 2489), ("ArrowDown", 2490), ("Home", 0)]:
        desk.run(step % key)
        desk.wait("document.activeElement.dataset.index === '%d' && document.activeElement.tabIndex === 0" % index)
    desk.run("document.activeElement.click()")
    desk.wait("location.hash.startsWith('#db=3&game=1000') && $('.gr-title').textContent.includes('game 1000')")
    desk.run("key(']')")
    desk.wait("location.hash.startsWith('#db=3&game=999') && $('.gr-list [aria-current]').dataset.index === '1'")
    say(True, "keys go through a long list, in its order")
    desk.run("put($('[aria-label=Order]'), ''), put($('[aria-label=Database]'), '1')")
    desk.wait("$('.gr-shown').textContent === '3 games'")
    desk.run("location.hash = '#db=1&game=1&at=0'")
    desk.wait("$('.gr-title').textContent.includes('game 1')")


def beside(desk):
    """Rights and hands are set up by boxes and buttons, pieces by dragging."""
    fen = "$('.gr-setup input').value"
    desk.run("press('Set up')")
    desk.run("put(document.querySelector('.gr-setup select'), 'crazyhouse')")
    desk.wait("document.querySelectorAll('.gr-hand').length === 2 && %s.includes('[] w KQkq')" % fen)
    desk.run("$('.gr-palette [title=\"Black Queen\"]').click()")
    desk.run("$('.gr-hand button').click()")
    desk.wait("%s.includes('[Q] w')" % fen)
    desk.run("$('.gr-hand [title=\"Take one out\"]').click()")
    desk.run("$('[data-right=Q]').click(), $('[data-right=k]').click()")
    desk.wait("%s === 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w Kq - 0 1'" % fen)
    desk.run("put(document.querySelector('.gr-setup select'), 'shogi')")
    desk.wait("document.querySelector('.gr-palette').children.length === 30 && $('.gr-rights').hidden")
    desk.run("put($('.gr-setup input'), 'lnsgkgsnl/1r5+P1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[P] w - - 0 1')")
    drag = "drag($('.gr-setup .gr-board svg'), %g, %g, %g, %g)"
    desk.run(drag % (7.5, 1.5, 7.5, 4.5))
    desk.wait("%s.startsWith('lnsgkgsnl/1r7/ppppppppp/9/7+P1/')" % fen)
    desk.run(drag % (7.5, 4.5, 7.5, 12))
    desk.wait("%s.startsWith('lnsgkgsnl/1r7/ppppppppp/9/9/') && %s.includes('[P]')" % (fen, fen))
    say(True, "rights, hands and promoted pieces are set up")


def live(desk):
    for variant in ["chess", "magi", "wizard", "crazyhouse"]:
        start = desk.run("fetch('/api/1/variants').then(a => a.json()).then(a => a.variants.find(one => one.name === '%s').start)" % variant)
        desk.run("setUp(%s, %s)" % (json.dumps(variant), json.dumps(start)))
        desk.run("$('.gr-lines button').getAttribute('aria-pressed') === 'false' && key('l')")
        began = time.time()
        desk.wait("document.querySelector('.gr-line') && document.querySelector('.gr-line button').textContent")
        say(time.time() - began < 5, "live lines of %s" % variant, time.time() - began)
    desk.run("setUp('chess', 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3')")
    desk.run("key('t')")
    desk.wait("$('.gr-lines .gr-words').textContent.startsWith('threat: #1') && $('.gr-line button').textContent === 'Qxf7#'")
    desk.run("key('t')")
    desk.wait("$('.gr-lines .gr-words').textContent.startsWith('+') || $('.gr-lines .gr-words').textContent.startsWith('-')")
    say(True, "the threat is shown, and what is done about it")
    desk.run("(why => { why.value = 'a6'; why.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})); })($('[placeholder^=Why]'))")
    desk.wait("document.querySelector('.gr-line') && $('.gr-line').textContent.includes('a6') && $('.gr-line').textContent.includes('Qxf7#')")
    desk.run("(why => { why.value = 'Ke4'; why.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})); })($('[placeholder^=Why]'))")
    desk.wait("$('.gr-notice').textContent.includes('Ke4')")
    say(True, "why not a move: a line against it, or why it is not legal")
    desk.run("put($('[aria-label=\"Whose lines\"]'), '1')")
    desk.wait("document.querySelector('.gr-line')")
    say(True, "another engine gives lines, too")
    desk.run("key('l')")
    desk.wait("$('.gr-lines .gr-words').textContent === 'off'")
    say(desk.run("document.querySelectorAll('.gr-line').length === 0"), "the engine is switched off")


def library():
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk("--folder", folder, wait="$('.gr-library') && $('.gr-library').offsetParent")
        desk.run("press('Open the samples')")
        desk.wait("$('.gr-list a') && $('.gr-title').textContent.includes('Kermeur')")
        say(os.path.exists(folder + "/samples.db"), "the samples become a database")
        desk.run("press('Library')")
        desk.run("put($('[aria-label^=Name]'), 'mine')")
        desk.run("press('Create a database')")
        desk.wait("$('.gr-shown').textContent.includes('empty')")
        say(os.path.exists(folder + "/mine.db"), "an empty database is created")
        desk.run("press('New game')")
        desk.run("put($('dialog select'), 'shogi'), press('Begin')")
        desk.wait("board().dataset.legal === '30'")
        play = "(field => { put(field, '%s'); field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})); })($('[aria-label^=\"Type a move\"]'))"
        desk.run(play % "Pc4")
        desk.wait("$('.gr-status').textContent.includes('Pc4') && board().dataset.legal")
        desk.run(play % "Pc7-c6")
        desk.wait("$('.gr-status').textContent.includes('Pc6') && board().dataset.legal")
        say(True, "a move typed in another notation is followed by the board")
        desk.run(play % "Pe9")
        desk.wait("$('.gr-notice').textContent.includes('Pe9')")
        say(desk.run("$('[aria-label^=\"Type a move\"]').value") == "Pe9", "a wrong move can be corrected")
        desk.run("press('×')")
        desk.run("location.reload()")
        time.sleep(1) # what is asked of a page that goes away is not answered
        desk.run(HELP)
        desk.wait("board() && $('.gr-moves') && $('.gr-moves').textContent.includes('Pc4') && board().dataset.legal")
        say(True, "a game that was not kept outlives a reload")
        desk.run("put($('[aria-label=Database]'), [...$('[aria-label=Database]').options].find(one => one.text === 'mine.db').value)")
        desk.wait("$('.gr-shown').textContent.includes('No game') || $('.gr-shown').textContent.includes('empty')")
        desk.run("press('Keep')")
        desk.wait("$('.gr-title').textContent.includes('game 1') && location.hash.includes('game=1')")
        say("Pc4" in grimoire("export", "-d", folder + "/mine.db"), "a game of Shogi is kept")
        desk.run("press('Jobs')")
        desk.wait("location.hash.startsWith('#screen=jobs')")
        desk.run("history.back()")
        desk.wait("$('#gr-desk').offsetParent && location.hash.includes('game=1')")
        say(True, "screens have addresses")
        desk.run("press('Library')")
        desk.wait("$('.gr-library').textContent.includes('17 games')")
        allowed = [fault for fault in desk.faults() if not ("400" in fault and fault.endswith("game/edit"))] # Pe9
        say(not allowed, "the library says no word on the console", allowed)
        desk.close()


def repair(desk, db):
    desk.run("press('Paste and repair')")
    text = '[White "Rep"]\n[Black "Air"]\n\n1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 *\n'
    desk.run("put($('.gr-repair textarea'), %s)" % json.dumps(text))
    desk.wait("document.querySelector('.gr-faults li.gr-error')")
    desk.run("press('Nf3')")
    desk.wait("$('.gr-repair textarea').value.includes('2. Nf3') && !document.querySelector('.gr-faults li.gr-error')")
    say(True, "a fault is mended by the button of a candidate")
    desk.run("put($('.gr-repair textarea'), %s)" % json.dumps(text))
    desk.wait("document.querySelector('.gr-faults li.gr-error')")
    desk.run("press('Repair all')")
    desk.wait("$('.gr-repair').textContent.includes('What was changed') && !document.querySelector('.gr-faults li.gr-error')")
    desk.run("press('Add 1 game')")
    desk.wait("$('.gr-repair').textContent.includes('1 game read')")
    stored = grimoire("export", "-d", db, "--player", "Rep")
    say("2. Nf3" in stored, "what was repaired is in the database", stored)
    desk.run("put($('.gr-repair textarea'), $('.gr-repair textarea').value.replace('1. e4', '1. e4 {again}'))")
    desk.run("put($('.gr-repair [aria-label^=\"Games that\"]'), 'combine')")
    desk.wait("document.querySelectorAll('.gr-faults > li').length === 1")
    time.sleep(.5)
    desk.run("press('Add 1 game')")
    desk.wait("$('.gr-repair').textContent.includes('1 in the database already, of which 1 got more')")
    say("{ again }" in grimoire("export", "-d", db, "--player", "Rep").replace("{again}", "{ again }"), "and gets a comment of a copy that is combined with it")


def begin_job(desk, kind, fields):
    desk.run("put($('[aria-label=\"Kind of job\"]'), %s)" % json.dumps(kind))
    for name, value in fields.items():
        desk.run("put($('main:not([hidden]) [aria-label=%s]'), %s)" % (json.dumps(name), json.dumps(str(value))))
    desk.run("press('Begin')")


def doubles(desk):
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0"
    desk.run("asked('db/1/import', {text: %s})" % json.dumps("".join('[White "%s"]\n[Black "Dup"]\n\n%s\n\n' % (name, moves)
                                                                  for name in ["Tal, M", "Tal, Mikhail"])))
    begin_job(desk, "dedupe", {})
    desk.wait("row(5).textContent.includes('1 double found')")
    desk.wait("[...row(5).querySelectorAll('button')].some(one => one.textContent === 'Remove 1 double')")
    desk.run("press('Remove 1 double')")
    desk.wait("row(6).textContent.includes('1 double removed')")
    say(True, "doubles are found, and removed when that is asked for")


def pause(desk):
    begin_job(desk, "annotate", {"Limit by": "movetime", "Limit": 600000})
    desk.wait("row(7).textContent.includes('0 of ')")
    desk.run("press('Pause')")
    desk.wait("stateOf(7) === 'paused'")
    desk.run("press('Resume')")
    desk.wait("stateOf(7) === 'running'")
    desk.run("press('Stop')")
    desk.wait("stateOf(7) === 'stopped'")
    desk.run("[...row(7).querySelectorAll('button')].find(one => one.textContent === 'Take off').click()")
    desk.wait("!row(7).isConnected")
    say(True, "a job is paused, resumed, stopped, and taken off the list")


def jobs(desk, db):
    desk.run("press('Jobs')")
    desk.run("put(document.querySelector('[aria-label=Limit]'), '50')")
    desk.run("press('Begin')")
    desk.wait("$('.gr-jobs').textContent.includes(' done')")
    told = desk.run("fetch('/api/1/jobs').then(answer => answer.json()).then(answer => answer.jobs[0].judged)")
    text = grimoire("export", "-d", db, "--games", "1", "-f", "json")
    say(told > 10 and '"judgement":{"win"' in text, "a job judges the games", (told, text))
    begin_job(desk, "index", {})
    desk.wait("row(2).textContent.includes('games, ') && row(2).textContent.includes('done')")
    begin_job(desk, "report", {"Variant": "chess"})
    desk.wait("row(3).querySelector('a')")
    page = desk.run("fetch(row(3).querySelector('a').href).then(async answer => [answer.status, answer.headers.get('Content-Security-Policy'), "
                    "(await answer.text()).slice(0, 15)])")
    say(page[0] == 200 and "sandbox" in page[1] and "script" not in page[1] and page[2].lower().startswith("<!doctype html"),
        "a report is a page that can do nothing", page)
    begin_job(desk, "match", {"Variant": "magician", "Limit": 20, "Games": 2})
    desk.wait("row(4).textContent.includes('2 of 2 games') && row(4).textContent.includes('Elo') && stateOf(4) === 'done'")
    desk.run("press('Work')")
    desk.run("location.hash = ''")
    desk.wait("[...document.querySelectorAll('.gr-list a')].some(one => one.textContent.includes('Grimoire'))")
    say(True, "the games of a match come into the list")
    desk.run("press('Jobs')")
    doubles(desk)
    pause(desk)
    desk.run("press('Work')")
    desk.run("location.hash = '#db=1&game=2'")
    desk.wait("$('.gr-title').textContent.startsWith('Cyd') && !$('.gr-graph').hidden && document.querySelector('.gr-moves i')")
    say(True, "what was judged is shown with the game")


def known_again(db):
    """What has ended is on the list of the next desk, with its end and its result."""
    desk = Desk("-d", db)
    try:
        desk.run("press('Jobs')")
        desk.wait("[...document.querySelectorAll('.gr-jobs li')].some(one => one.textContent.includes('Report, games.db done') && one.querySelector('a'))")
        page = desk.run("fetch($('.gr-jobs a').href).then(async answer => [answer.status, (await answer.text()).slice(0, 15)])")
        say(page[0] == 200 and page[1].lower().startswith("<!doctype html") and desk.run("$('.gr-jobs').textContent.includes('1 double removed')"),
            "jobs that have ended, and their reports, outlive the desk", page)
    except chromium.Fault as fault:
        say(False, "jobs that have ended outlive the desk", fault)
    finally:
        desk.close()


def alike(desk):
    """What the page of games does, too, on the second database."""
    def load():
        desk.browser.load("about:blank")
        desk.browser.load(desk.origin + "/#db=2&game=1&at=0")
        desk.run(HELP)
        desk.wait("board() && $('.gr-title') && $('.gr-title').textContent.startsWith('Anna') && board().dataset.legal")
    shared.Shared("desk", desk.browser, load, say).all()
    say(desk.run("getComputedStyle(document.querySelector('#board .gr-coordinates text')).stroke") == "none", "coordinates are not outlined")
    for variant, moves, fen in [("chess", ["e4", "c5", "Nf3"], ""), ("magi", ["e4", "d6"], ""), ("chess", ["Kd2", "Kd7"], "4k3/8/8/8/8/8/8/4K2R w - - 3 9")]:
        start = fen or desk.run("fetch('/api/1/variants').then(a => a.json()).then(a => a.variants.find(one => one.name === '%s').start)" % variant)
        desk.run("setUp(%s, %s)" % (json.dumps(variant), json.dumps(start)))
        desk.run(shared.HELP)
        for move in moves:
            desk.run("put($('[aria-label^=\"Type a move\"]'), %s), $('[aria-label^=\"Type a move\"]').dispatchEvent("
                     "new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))" % json.dumps(move))
            desk.wait("$('.gr-status').textContent.includes(%s) && board().dataset.legal" % json.dumps(move))
        desk.run("document.activeElement.blur(), tell('Y')")
        desk.wait("copied.length")
        fens = grimoire("convert", "-q", "-f", "fen", "-", text=desk.run("copied[0]")).split()
        say(" ".join(fens[-6:]) == desk.run("board().dataset.fen"), "a game of no database is copied whole: " + " ".join(moves), desk.run("copied[0]"))
    for screen in ["Library", "Work", "Paste and repair", "Set up", "Jobs"]:
        desk.run("press(%s)" % json.dumps(screen))
        shared.check_access(desk.browser, say, screen)


def windows(desk, pictures):
    """No window scrolls sideways; pictures for who wants to look at them."""
    for screen in ["Library", "Work", "Paste and repair", "Set up", "Jobs"]:
        desk.run("press(%s)" % json.dumps(screen))
        for width, height, scheme in [(1600, 1000, "light"), (1400, 900, "dark"), (1000, 800, "light"), (390, 800, "light"), (320, 640, "dark")]:
            desk.browser.size(width, height)
            desk.browser.media(scheme=scheme)
            time.sleep(.2)
            wide = desk.run("document.documentElement.scrollWidth")
            say(wide <= width, "%s at %d pixels does not scroll sideways" % (screen, width), wide)
            if screen == "Work" and width <= 390:
                board = desk.run("document.querySelector('#board svg').getBoundingClientRect().width")
                say(board >= .88 * width, "its board is one for a thumb", board)
            if pictures:
                desk.browser.picture(os.path.join(pictures, "desk-%s-%d.png" % (screen.split()[0].lower(), width)))


def main():
    if not os.path.exists(BIN + "/grimoire-desk"):
        print("skipped: there is no grimoire-desk")
        return 0
    if not chromium.find():
        print("skipped: there is no browser")
        return 0
    pictures = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "games.db")
        os.environ["XDG_STATE_HOME"] = os.path.join(folder, "state")
        os.environ["PATH"] = os.path.abspath(BIN) + ":" + os.environ["PATH"]
        grimoire("import", "-q", "-d", db, "-", text='[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nxe5 1-0\n\n'
                 '[White "Cyd"]\n[Black "Dan"]\n\n1. d4 d5 2. Nc3 e6 3. Nxd5 *\n\n[White "Eve"]\n[Black "Fay"]\n\n1. c4 c5 *\n')
        told = os.path.join(folder, "told.db")
        grimoire("import", "-q", "-d", told, "-", text=shared.GAME)
        library()
        desk_judged.judged()
        desk_kept.kept()
        many = os.path.join(folder, "many.db")
        grimoire("import", "-q", "-d", many, "-", text="".join('[White "P%d"]\n\n1. e4 *\n\n' % n for n in range(2500)))
        desk = Desk("-d", db, "-d", told, "-d", many, "--engine", "grimoire-engine")
        try:
            for part in [lambda: session(desk, db), lambda: offers(desk), lambda: branches(desk), lambda: patterns(desk),
                         lambda: rows(desk), lambda: beside(desk), lambda: together(desk), lambda: desk_views.all_of(desk, db, folder), lambda: live(desk), lambda: repair(desk, db),
                         lambda: jobs(desk, db), lambda: enter_moves(desk, folder), lambda: alike(desk),
                         lambda: windows(desk, pictures)]:
                try:
                    part()
                except chromium.Fault as fault:
                    say(False, "the session goes on", "%s; notice: %s" % (fault, desk.run("document.querySelector('.gr-notice').textContent")))
            allowed = [fault for fault in desk.faults() if "412" not in fault and not ("409" in fault and fault.endswith("undo")) and not ("400" in fault and (fault.endswith("position") or "1993.13" in fault))] # Ke4
            say(not allowed, "no word on the console, no request elsewhere", allowed)
        finally:
            status = desk.close()
        say(status == 143, "the desk ends by a signal", status)
        known_again(db)
        say("damaged" not in grimoire("db", "verify", db).replace("0 damaged", ""), "the database is whole")
    print("%d passed, %d failed" % counts())
    return counts()[1] > 0


if __name__ == "__main__":
    sys.exit(main())
