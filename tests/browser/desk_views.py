# What a person sees of the desk and finds again: addresses, long lists, exploring, what is taken back, files. A part of
# desk.py; databases are 1 with three games, 2 with one, 3 with 2,500.
import json, time
from aid import grimoire, say
from desk_driver import HELP


def load(desk, address):
    desk.browser.load("about:blank")
    desk.browser.load(desk.origin + "/" + address)
    desk.run(HELP)
    desk.wait("board() && board().dataset.legal !== undefined")


def rest(desk):
    """The list and the game that the next part begins with."""
    desk.run("location.hash = '#db=1&game=1'")
    desk.wait("$('.gr-title').textContent.includes('game 1') && $('.gr-shown').textContent === '3 games' && board().dataset.legal")


def addresses(desk):
    """Each screen is there again after a reload, the list with its filter, the position that is set up, a draft."""
    for screen in ["library", "repair", "setup", "jobs"]:
        load(desk, "#screen=" + screen)
        desk.wait("$('[data-screen=%s]').getAttribute('aria-current') && location.hash.startsWith('#screen=%s')" % (screen, screen))
        say(desk.run("$('.gr-notice[role=alert]').textContent") == "", "the address of the screen " + screen, desk.run("$('.gr-notice[role=alert]').textContent"))
    desk.run("press('Set up'), put($('.gr-setup select'), 'crazyhouse')")
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] b KQkq - 0 1"
    desk.run("put($('.gr-setup input'), %s)" % json.dumps(fen))
    desk.wait("location.hash.includes('set=crazyhouse') && location.hash.includes('fen=')")
    load(desk, desk.run("location.hash"))
    desk.wait("$('.gr-setup').offsetParent && $('.gr-setup input').value === %s" % json.dumps(fen))
    say(True, "the position that is set up stands in the address")
    load(desk, "#db=1&game=1")
    desk.run("put($('[aria-label=Player]'), 'Eve'), put($('[aria-label=Order]'), '-white')")
    desk.wait("$('.gr-shown').textContent === '1 game' && location.hash === '#db=1&game=1&player=Eve&sort=-white'")
    desk.run("$('.gr-list a').click()")
    desk.wait("location.hash === '#db=1&game=3&player=Eve&sort=-white'")
    load(desk, desk.run("location.hash"))
    desk.wait("$('.gr-shown').textContent === '1 game' && $('.gr-title').textContent.includes('game 3') && $('[aria-label=Order]').value === '-white'")
    rest(desk)
    say(desk.run("$('[aria-label=Player]').value") == "", "the filter and the order stand in the address")
    desk.run("press('New game')")
    desk.run("press('Begin')")
    desk.wait("location.hash.includes('game=new') && board().dataset.legal === '20'")
    desk.run("clickSquare('a2').then(() => clickSquare('a4'))")
    desk.wait("$('.gr-status').textContent.includes('a4') && location.hash.includes('at=1') && board().dataset.legal")
    desk.run("$('.gr-list [data-game=\"2\"]').click()")
    desk.wait("$('.gr-title').textContent.includes('game 2')")
    desk.run("history.back()")
    desk.wait("$('.gr-title').textContent.includes('not in a database') && $('.gr-status').textContent.includes('a4')")
    say(True, "Back leads to a game that was not kept")
    load(desk, "#db=2&game=1&list=3")
    desk.wait("$('.gr-shown').textContent === '2500 games' && $('.gr-title').textContent.includes('game 1 of told.db')")
    say(True, "a game of another database than the list says of which")
    load(desk, "#db=99&game=1")
    desk.wait("$('.gr-done').textContent.includes('not open here')")
    say(True, "an address of an unknown database says so")
    rest(desk)


def overlaps(desk):
    """How many rows of the list lie on others."""
    return desk.run("(tops => tops.filter((top, n) => n && top - tops[n - 1] < 20).length)"
                    "([...document.querySelectorAll('.gr-list a')].map(row => row.getBoundingClientRect().top).sort((a, b) => a - b))")


def long_lists(desk):
    """The end of a list that is not yet counted; what a filter has that cannot be read."""
    load(desk, "#db=3&game=1")
    desk.wait("$('.gr-shown').textContent === '2500 games'")
    # The numbers of all games come late.
    desk.run("window.realFetch = window.realFetch || fetch, window.fetch = async (path, more) => { if (path.includes('/numbers')) "
             "await new Promise(done => { window.goOn = done; }); else if (path.includes('/games')) await sleep(400); return realFetch(path, more); }")
    desk.run("put($('[aria-label=Order]'), 'white')")
    desk.wait("$('.gr-shown').textContent === 'Sorting …' && document.querySelectorAll('.gr-stale a').length > 5")
    desk.wait("$('.gr-shown').textContent === '100 of 2500 games' && window.goOn")
    desk.run("$('.gr-list a').focus()")
    desk.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'End', bubbles: true, cancelable: true}))")
    desk.wait("document.activeElement.dataset.index === '99'")
    desk.run("goOn()")
    desk.wait("$('.gr-shown').textContent === '2500 games' && document.activeElement.dataset.index === '2499'")
    desk.run("$('.gr-list').scrollTop = 0")
    time.sleep(.3)
    say(overlaps(desk) == 0, "sorting is seen, End waits for the count, no row lies on another", overlaps(desk))
    desk.run("window.fetch = realFetch")
    rest(desk)
    desk.run("put($('[aria-label=Years]'), '93/94')")
    desk.wait("$('[aria-label=Years]').getAttribute('aria-invalid') && $('.gr-fault').textContent.includes('1990..')")
    desk.run("put($('[aria-label=Years]'), '1993.13')")
    desk.wait("$('[aria-label=Years]').getAttribute('aria-invalid') && $('.gr-fault').textContent.includes('no month 13')")
    desk.run("put($('[aria-label=Years]'), '')")
    desk.wait("!$('[aria-label=Years]').getAttribute('aria-invalid') && $('.gr-fault').textContent === '' && !$('.gr-stale')")
    say(True, "a filter that cannot be read is marked, and says why")


def exploring(desk, db):
    """Moves of the tree are tried, and stored when that is asked for."""
    text = lambda: " ".join(grimoire("export", "-d", db, "--games", "1").split())
    before = text()
    rest(desk)
    desk.run("press('Tree')")
    desk.wait("location.hash === '#db=1&game=1&tab=tree'")
    load(desk, "#db=1&game=1&tab=tree")
    move = "[...document.querySelectorAll('#tree button')].find(one => one.textContent === '%s').click()"
    desk.wait("$('#tree').textContent.includes('c4') && $('#tree').textContent.includes('100 % 27–100')")
    desk.run(move % "e4")
    desk.wait("$('.gr-status').textContent.includes('e4') && board().dataset.legal && $('.gr-trying').hidden")
    desk.run("key('ArrowLeft')")
    desk.wait("$('#tree').textContent.includes('c4') && board().dataset.legal")
    desk.run(move % "c4")
    desk.wait("$('.gr-status').textContent.includes('c4') && board().dataset.legal && !$('.gr-trying').hidden")
    desk.run("clickSquare('e7').then(() => clickSquare('e6'))")
    desk.wait("$('.gr-status').textContent.includes('e6') && board().dataset.legal && document.querySelectorAll('.gr-tried').length === 2")
    say(text() == before and desk.run("$('.gr-kept').offsetParent") is not None, "what is explored is not stored", text())
    desk.run("key('z', {ctrlKey: true})")
    desk.wait("document.querySelectorAll('.gr-tried').length === 1 && board().dataset.legal")
    desk.run("press('Back to the game')")
    desk.wait("$('.gr-trying').hidden && $('.gr-status').textContent.startsWith('Start') && board().dataset.legal && !$('.gr-moves').textContent.includes('c4')")
    desk.wait("$('#tree').textContent.includes('c4')")
    desk.run(move % "c4")
    desk.wait("!$('.gr-trying').hidden && board().dataset.legal")
    desk.run("press('Add to the game')")
    desk.wait("$('.gr-trying').hidden && $('.gr-kept').textContent.includes('Saved')")
    say("(1. c4)" in text(), "what was explored is added to the game", text())
    desk.run("[...document.querySelectorAll('.gr-kept button')].find(one => one.textContent === 'Undo').click()")
    desk.wait("$('.gr-kept').textContent.includes('Saved') && !$('.gr-moves').textContent.includes('c4')")
    say(text() == before, "and taken back as one change, with the tree still open", text())
    desk.run("press('Moves')")


def taken_back(desk, db):
    """A game that was deleted, and one that was replaced by an import, come back."""
    rest(desk)
    desk.run("location.hash = '#db=1&game=3'")
    desk.wait("$('.gr-title').textContent.includes('game 3') && board().dataset.legal")
    desk.run("press('Info')")
    desk.wait("$('#info').textContent.includes('Eve')")
    desk.run("press('Delete the game')")
    desk.wait("$('.gr-done').textContent.includes('Game 3 was deleted') && $('.gr-shown').textContent === '2 games'")
    desk.run("key('z', {ctrlKey: true})")
    desk.wait("$('.gr-title').textContent.includes('game 3') && $('.gr-shown').textContent === '3 games'")
    say("Eve" in grimoire("export", "-d", db, "--games", "3"), "a deleted game is taken back")
    desk.run("press('Delete the game')")
    desk.wait("$('.gr-done').textContent.includes('Game 3 was deleted') && $('.gr-shown').textContent === '2 games'")
    grimoire("db", "edit", "-d", db, "--game", "1", "--set", "Round=9")
    desk.run("key('z', {ctrlKey: true})")
    desk.wait("$('.gr-notice[role=alert]').textContent.includes('the last change is another one: edit of game 1')")
    grimoire("db", "undo", "-d", db)
    say("deletion of game 3" in grimoire("db", "undo", "-d", db), "what another program has changed since is not taken back")
    desk.run("press('×')")
    load(desk, "#db=1&game=1")
    desk.wait("$('.gr-shown').textContent === '3 games'")
    desk.run("press('Moves')")
    desk.run("press('Paste and repair')")
    desk.run("put($('.gr-repair textarea'), '[White \"Eve\"]\\n[Black \"Fay\"]\\n\\n1. c4 {again} c5 *\\n'), put($('.gr-repair [aria-label^=\"Games that\"]'), 'replace')")
    desk.wait("[...document.querySelectorAll('.gr-repair button')].some(one => one.textContent === 'Add 1 game' && !one.disabled)")
    time.sleep(.5)
    desk.run("press('Add 1 game')")
    desk.wait("$('.gr-repair').textContent.includes('Open game 3') && $('.gr-done').textContent.includes('replaced')")
    desk.run("$('.gr-repair a').click()")
    desk.wait("$('.gr-title').offsetParent && $('.gr-moves').textContent.includes('again')")
    desk.run("key('End'), key('1')")
    desk.wait("$('.gr-kept').textContent.includes('Saved') || $('.gr-notice[role=alert]').textContent")
    say("again" in grimoire("export", "-d", db, "--games", "3") and "$1" in grimoire("export", "-d", db, "--games", "3"),
        "the open game is read anew after an import, and can be edited", desk.run("$('.gr-notice[role=alert]').textContent"))
    desk.run("key('z', {ctrlKey: true})")
    desk.wait("$('.gr-kept').textContent.includes('Saved') && $('.gr-kept button').disabled")
    desk.run("location.hash = '#db=1&game=2'")
    desk.wait("$('.gr-title').textContent.includes('game 2')")


def files(desk):
    """The games of the list as a file."""
    rest(desk)
    desk.run("put($('[aria-label=Player]'), 'Eve')")
    desk.wait("$('.gr-shown').textContent === '1 game'")
    desk.run("window.made = null, URL.createObjectURL = blob => { window.made = blob; return 'data:,'; }, HTMLAnchorElement.prototype.click = () => {}")
    desk.run("press('Export …')")
    desk.run("put($('dialog label:nth-of-type(2) select'), 'pgn'), press('Export')")
    desk.wait("window.made && !$('dialog')")
    text = desk.run("made.text()")
    say('[White "Eve"]' in text and "Ann" not in text, "the list is written as a file", text)
    load(desk, "#db=1&game=1")


def phone(desk):
    """The list is one tap away, and a game that is tapped there is on the board."""
    desk.browser.size(390, 844)
    rest(desk)
    desk.run("press('Games')")
    desk.wait("$('.gr-list [data-game=\"2\"]') && $('.gr-list').getBoundingClientRect().top < innerHeight")
    out = desk.run("!board().offsetParent")
    desk.run("$('.gr-list [data-game=\"2\"]').click()")
    desk.wait("$('.gr-title').textContent.includes('game 2') && board().offsetParent && board().getBoundingClientRect().top >= 0")
    say(out and desk.run("!$('.gr-list').offsetParent"), "the board comes into sight with its game", out)
    desk.browser.size(1400, 900)


def hands(desk):
    """What may be in a hand, and what may not."""
    desk.run("press('Set up')")
    desk.run("put(document.querySelector('.gr-setup select'), 'crazyhouse')")
    desk.wait("document.querySelectorAll('.gr-hand').length === 2 && $('.gr-hand button').disabled")
    desk.run("(board => { const from = board.getBoundingClientRect(), to = $('.gr-hand').getBoundingClientRect(), unit = from.width / board.viewBox.baseVal.width;"
             "drag(board, 1.5, .5, (to.left + 9 - from.left) / unit / 100 - .36, (to.top + 9 - from.top) / unit / 100); })($('.gr-setup .gr-board svg'))")
    desk.wait("$('.gr-setup input').value.startsWith('r1bqkbnr/') && $('.gr-setup input').value.includes('[N] w')")
    say(desk.run("Boolean($('.gr-palette [title=\"White Queen, promoted\"]'))"), "a piece is dragged into a hand")
    desk.run("put($('.gr-setup select'), 'wizard')")
    desk.wait("document.querySelectorAll('.gr-hand').length === 2 && $('.gr-setup input').value.includes('[]')")
    desk.run("$('.gr-palette [title=\"Black Warrior\"]').click(), document.querySelectorAll('.gr-hand')[1].querySelector('button').click()")
    desk.wait("location.hash.includes('%5Bw%5D') && $('.gr-setup input').value.includes('[w] b')")
    desk.run("$('.gr-palette [title=\"White Archer\"]').click()")
    say(desk.run("[...document.querySelectorAll('.gr-hand')].every(hand => hand.lastChild.disabled)"), "a piece that waits is set up, and no other one is offered")
    desk.run("put($('.gr-setup select'), 'chess')")
    faults = len(desk.faults())
    for fen in ["rnbqkbnr/ppp", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "8/8/8/8/8/8/8/8"]:
        desk.run("put($('.gr-setup input'), '%s')" % fen)
        desk.wait("$('.gr-setup [role=status]').classList.contains('gr-error') && $('.gr-setup input').value === '%s'" % fen)
        time.sleep(.3)
    say(len(desk.faults()) == faults, "what has not the shape of a board is not asked about", desk.faults()[faults:])
    desk.run("setUp('crazyhouse', 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2')")
    desk.run("clickSquare('e4').then(() => clickSquare('d5'))")
    desk.wait("$('.gr-status').textContent.includes('exd5') && $('.gr-held .gr-small')")
    say(desk.run("[...document.querySelectorAll('.gr-captured')].every(one => !one.offsetParent)"), "what was captured is not shown beside hands")
    rest(desk)


def by_keys(desk):
    """Squares and hands are reached, and moves entered, by keys alone; each square says its name."""
    press = desk.browser.key
    focused = "(document.activeElement.getAttribute('aria-label') || '')"
    def walk(keys):
        for name in keys.split():
            press("Arrow" + name, {"Left": 37, "Up": 38, "Right": 39, "Down": 40}[name])
    desk.run("location.hash = '#db=1&game=1&at=0'")
    desk.wait("$('.gr-title').textContent.includes('game 1') && $('.gr-status').textContent.startsWith('Start') && board().dataset.legal")
    desk.run("board().focus()")
    press("Tab", 9)
    desk.wait(focused + " === 'e1, White King'")
    walk("Up")
    desk.wait(focused + " === 'e2, White Pawn, can move'")
    outline = desk.run("(style => [style.outlineStyle, style.outlineWidth, document.activeElement.getBoundingClientRect().width > 30])(getComputedStyle(document.activeElement))")
    say(outline == ["solid", "4px", True], "the square with the focus is seen", outline)
    press("Enter", 13)
    desk.wait(focused + " === 'e2, White Pawn, chosen' && document.querySelectorAll('.gr-to').length === 2")
    walk("Up Up Left Right")
    desk.wait(focused + " === 'e4, empty, can be next'")
    say(desk.run("$('.gr-status').textContent").startswith("Start"), "arrows on squares do not go through the game")
    press("Enter", 13)
    desk.wait("$('.gr-status').textContent.includes('e4') && board().dataset.legal && " + focused + " === 'e4, White Pawn'")
    desk.run("key('f')")
    walk("Down")
    desk.wait(focused + " === 'e5, empty'")
    desk.run("key('f')")
    walk("Up Up Up Up Up Up")
    desk.wait(focused + " === 'e8, Black King'")
    say(True, "a move is entered by keys, and squares say what is there")
    desk.run("setUp('crazyhouse', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[NPp] w KQkq - 0 2')")
    desk.wait("document.querySelectorAll('.gr-held [role=button]').length === 2")
    desk.run("$('.gr-held [role=button][tabindex=\"0\"]').focus()")
    first = desk.run(focused)
    walk("Right")
    desk.wait(focused + " !== '%s' && %s.startsWith('White ')" % (first, focused))
    walk("Left")
    press("Enter", 13)
    desk.wait("document.querySelector('.gr-held .gr-chosen') && " + focused + ".startsWith('e1, White King')")
    walk("Up Up")
    desk.wait(focused + " === 'e3, empty, can be next'")
    press("Enter", 13)
    desk.wait("$('.gr-status').textContent.includes('@e3')")
    say(True, "a piece is dropped by keys")
    desk.run("press('Set up'), put($('.gr-setup select'), 'chess')")
    desk.wait("$('.gr-setup .gr-square')")
    desk.run("$('.gr-palette [title=\"Black Queen\"]').click(), $('.gr-setup .gr-square').focus()")
    walk("Up Up")
    press("Enter", 13)
    desk.wait("$('.gr-setup input').value.includes('/4q3/PPPPPPPP/') && " + focused + " === 'e3, Black Queen'")
    say(True, "a position is set up by keys")
    rest(desk)


def bounds(desk):
    """Where only a bound of a score is known, the moves that were known before stay."""
    desk.run("window.EventSource = class extends EventSource { constructor(url) { super(url); window.stream = this;"
             "this.addEventListener('lines', event => { const one = JSON.parse(event.data); if (one.lines.some(line => line.san.length > 3)) window.last = one; }); } }")
    desk.run("press('Engine')")
    desk.wait("window.last")
    text = desk.run("(line => { stream.dispatchEvent(new MessageEvent('lines', {data: JSON.stringify({...last, lines: [{...line, bound: 'upper', uci: line.uci.slice(0, 1),"
                    "san: line.san.slice(0, 1)}]})})); return $('.gr-line').textContent + '/' + line.san.join(' '); })(last.lines.find(line => line.san.length > 3))")
    say("\u2264" in text and text.split("/")[1].split(" ", 1)[1] in text.split("/")[0], "a bound does not shorten a line", text)
    desk.run("press('Engine')")
    desk.wait("$('.gr-lines .gr-words').textContent === 'off'")


def damaged(desk):
    """The text of a damaged game is opened where it can be repaired."""
    number = desk.run("asked('db/1/import', {text: '[White \"Dam\"]\\n\\n1. e4 e5 2. Bb9 Nf6 *'}).then(answer => answer.ids[0])")
    desk.run("location.hash = '#db=1&game=%d'" % number)
    desk.wait("$('.gr-rest-of').textContent.includes('Bb9')")
    desk.run("press('Repair …')")
    desk.wait("$('.gr-repair textarea').offsetParent && $('.gr-repair textarea').value.includes('Bb9 Nf6') && $('.gr-faults li.gr-error')")
    say(desk.run("$('.gr-faults > li').textContent").startswith("Dam"), "a damaged game is opened for repair")
    desk.run("put($('.gr-repair textarea'), '')")
    desk.run("press('Work')")
    desk.wait("$('.gr-title').textContent.includes('game %d')" % number)
    desk.run("press('Info')")
    desk.run("press('Delete the game')")
    desk.wait("$('.gr-done').textContent.includes('Game %d was deleted')" % number)
    desk.run("press('Moves')")
    rest(desk)


def all_of(desk, db, folder):
    addresses(desk)
    long_lists(desk)
    exploring(desk, db)
    taken_back(desk, db)
    files(desk)
    phone(desk)
    hands(desk)
    by_keys(desk)
    bounds(desk)
    damaged(desk)
