#!/usr/bin/env python3
# tests/aid/page_words.py PAGE...: of pages of described games, do the words on how each piece goes say what the page's own
# diagrams of it show? The words are read back as squares by their own grammar. And is each sentence below there where the
# description has its key, and nowhere else?
import html, json, re, sys

SIDE = {"the right": [1], "the left": [-1], "either side": [-1, 1]}
AHEAD = {"forwards": 1, "backwards": -1}


def directions(text, n):
    """Steps of n squares in directions such as "straight in any direction" or "diagonally forwards or sideways"."""
    if text == "straight in any direction":
        return {(n, 0), (-n, 0), (0, n), (0, -n)}
    if text == "diagonally in any direction":
        return {(a * n, b * n) for a in (1, -1) for b in (1, -1)}
    found = set()
    for part in text.split(" or "):
        diagonal = re.fullmatch(r"diagonally (\w+)(?: to (.*))?", part)
        oblique = re.fullmatch(r"(\d+) (\w+) and (\d+) to (.*)", part)
        if part in AHEAD:
            found.add((0, AHEAD[part] * n))
        elif part == "sideways" or part.startswith("to "):
            found |= {(side * n, 0) for side in ([-1, 1] if part == "sideways" else SIDE[part[3:]])}
        elif diagonal:
            found |= {(side * n, AHEAD[diagonal[1]] * n) for side in SIDE[diagonal[2] or "either side"]}
        elif oblique:
            found |= {(side * int(oblique[3]), AHEAD[oblique[2]] * int(oblique[1])) for side in SIDE[oblique[4]]}
        else:
            raise ValueError("a direction '%s'" % part)
    return found


def offsets(text):
    """Of "2 squares forwards", "2 by 1 squares in any direction", "2 forwards and 1 to either side"."""
    by = re.fullmatch(r"(\d+) by (\d+) squares in any direction", text)
    if by:
        a, b = int(by[1]), int(by[2])
        return {(x * s, y * t) for x, y in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)}
    squares = re.fullmatch(r"(\d+) squares? (.*)", text)
    return directions(squares[2], int(squares[1])) if squares else directions(text, 1)


def read_phrase(text):
    """{offset: how far}, whether it hops, moves, takes."""
    if text.startswith("captures "):
        text = "goes " + text[9:] + ", only to capture"
    takes = not text.endswith(", without capturing")
    moves = not text.endswith(", only to capture")
    text = re.sub(r", (without capturing|only to capture)$", "", text)
    hops = re.search(r" over (exactly one|the first) piece or wall", text)
    limit = re.search(r", no further than (\d+) such steps$", text)
    most = int(limit[1]) if limit else 99
    if hops:
        text = re.sub(r"^goes |^leaps on in a line, each time ", "", text[:hops.start()])
        return {step: most for step in offsets(text)}, True, moves, takes
    text = re.sub(r" if nothing stands on its way$", "", text)
    for pattern, far in [(r"goes any number of squares (.*)", 99), (r"makes any number of leaps of (.*), all in one line over empty squares", 99)]:
        found = re.fullmatch(pattern, text)
        if found:
            return {step: far for step in (directions(found[1], 1) if "leaps" not in text else offsets(found[1]))}, False, moves, takes
    found = re.fullmatch(r"makes up to (\d+) leaps of (.*), all in one line over empty squares", text)
    if found:
        return {step: int(found[1]) for step in offsets(found[2])}, False, moves, takes
    found = re.fullmatch(r"goes up to (\d+) squares? (.*)", text)
    if found:
        return {step: int(found[1]) for step in directions(found[2], 1)}, False, moves, takes
    found = re.fullmatch(r"(?:goes|leaps) (.*)", text)
    if not found:
        raise ValueError("a phrase '%s'" % text)
    return {step: 1 for step in offsets(found[1])}, False, moves, takes


def marks_of(words, start, files, ranks):
    """What each square is to a piece there, as gr_piece_mark has it."""
    to, take, hop, plain = set(), set(), set(), set()
    for phrase in [] if words == "does not move" else words.split("; "):
        steps, hops, moves, takes = read_phrase(phrase)
        for (df, dr), most in steps.items():
            for n in range(2 if hops else 1, most + 1):
                file, rank = start % files + n * df, start // files + n * dr
                if not (0 <= file < files and 0 <= rank < ranks):
                    break
                square = file + rank * files
                (hop if hops else plain).add(square)
                to |= {square} if moves else set()
                take |= {square} if takes else set()
    both = to & take
    return ["h" if n in hop - plain else "*" if n in both else "o" if n in to else "x" if n in take else "." for n in range(files * ranks)]


# A line of the description, and what the words say then.
SENTENCES = [
    (r"mustCapture = true", "Captures are compulsory."), (r"checking = false", "No move may give check."),
    (r"flyingGeneral = true", "Kings attack each other"), (r"bikjangRule = true", "A side whose king faces"),
    (r"makpongRule = true", "A king in check only moves"), (r"blastOnCapture = true", "the captor goes off the board"),
    (r"wallingRule = duck", "the duck"), (r"wallingRule = past", "leaves a wall where the piece came from"),
    (r"wallingRule = arrow", "where the piece could go from its new square"),
    (r"flipEnclosedPieces = (reversi|ataxx|quadwrangle)", "A move makes the other side's pieces"),
    (r"immobilityIllegal = true", "could never move"), (r"dropChecks = false", "No drop may give check."),
    (r"pieceDrops = true", "Instead of a move a side may drop a piece"), (r"capturesToHand = true", "captor's hand"),
    (r"dropPromoted = true", "dropped as what it becomes"), (r"freeDrops = true|twoBoards = true", "There are no hands"),
    (r"seirawanGating = true", "a piece in hand may be put where it was"), (r"checkCounting = true", "as many checks as"),
    (r"perpetualCheckIllegal = true", "that has given check with each move"), (r"chasingRule = axf", "that has chased"),
    (r"countingRule = \w+", "may count moves"), (r"adjudicateFullBoard = true", "A full board ends"),
    (r"materialCounting = unweighted", "Who has more pieces wins"), (r"materialCounting = janggi", "Who has more points"),
    (r"flagRegionWhite = .*[a-p\d]", "White wins with"), (r"flagRegionBlack = .*[a-p\d]", "Black wins with"),
    (r"connectN = [1-9]", "side by side"), (r"mutuallyImmuneTypes = \w", "none of their own kind"),
    (r"extinctionPseudoRoyal = true", "each of these is royal"), (r"pieceDemotion = true", "becomes again what it was"),
    (r"piecePromotionOnCapture = true", "Only captures promote"), (r"sittuyinPromotion = true", "a move of its own"),
    (r"petrifyOnCaptureTypes = \w", "become a wall where they capture"), (r"moveRepetitionIllegal = true", "back and forth"),
    (r"passOnStalemate(White|Black)? = true", "may pass when there is no other move"), (r"nFoldRule = 4", "occurs 4 times"),
    (r"stalemateValue = loss", "no legal move(, but is not in check)?,?( who has fewer pieces)? has lost"),
    (r"stalemateValue = win", "no legal move(, but is not in check)?,?( who has fewer pieces)? has won"),
]


def check_sentences(file, words, description):
    return ["%s: %s, but '%s' is %s" % (file, key, said, "there" if re.search(said, words) else "missing") for key, said in SENTENCES
            if bool(re.search("(?m)^(%s)" % key, description)) != bool(re.search(said, words)) and not (
                "capturesToHand" in key and "There are no hands" in words)]


def check(file):
    page = open(file, encoding="utf-8").read()
    rules = page[page.index('id="gr-rules"'):page.index("</section>", page.index('id="gr-rules"'))]
    data = json.loads(re.search(r'id="gr-data">(.*?)</script>', page)[1])
    told = dict(zip(re.findall(r"<dt>.*? \(([^ ]*)\)</dt>", rules), re.findall(r"</dt><dd>(.*?)</dd>", rules, re.S)))
    words, seen = html.unescape(re.sub(r"<[^>]+>", "", rules)), 0
    words = words[:words.index("The description")]
    wrong = check_sentences(file, words, data["definition"])
    for piece in data["moves"]:
        words = html.unescape(told[piece["letter"]])
        if re.search(r"as a first step|Along ranks|It stays within|drawn on the board|may go \d squares over", words):
            continue # these depend on the square
        seen += 1
        words = re.split(r"\.( |$)", words)[0]
        marks = marks_of(words, piece["from"], data["variant"]["files"], data["variant"]["ranks"])
        shown = list(piece["marks"])
        shown[piece["from"]] = marks[piece["from"]] = "."
        if shown != marks:
            wrong.append("%s: %s, %s: '%s' but %s" % (file, piece["name"], piece["letter"], words, "".join(shown)))
    return seen, wrong


total, faults = 0, []
for name in sys.argv[1:]:
    seen, wrong = check(name)
    total += seen
    faults += wrong
print("\n".join(faults[:20]) or "%d pieces go as the words say" % total)
sys.exit(1 if faults else 0)
