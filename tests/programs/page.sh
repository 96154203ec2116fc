#!/usr/bin/env bash
# Pages that play a game: what can be seen of them without a browser. A build without modules has its own message; what the
# page has of a module is looked at with one of any bytes. tests/browser/play.py has the rest.
. "$(dirname "$0")/lib.sh"

start "a game has to be named, and known"
expect_exit 2 grimoire-page -o "$T/page.html"
expect_stderr 'no game named'
expect_exit 2 grimoire-page -v halma -o "$T/page.html"
expect_stderr 'unknown variant'
expect_exit 2 grimoire-page -v chess samples/chess.pgn
expect_stderr 'unexpected argument'
[ ! -e "$T/page.html" ] || fail "there is a page"

mkdir -p "$T/own/bin"
cp "$GRIMOIRE_BIN/grimoire-page" "$T/own/bin"
page=$T/own/bin/grimoire-page play=$T/own/share/grimoire/play

start "a build without modules says how they are made, and leaves the file as it was"
echo kept >"$T/page.html"
expect_exit 2 "$page" -v chess -o "$T/page.html"
expect_stderr "this build has no modules for pages, which 'make wasm' makes"
[ "$(cat "$T/page.html")" = kept ] || fail "the file was written over"

# parts FILE: what a page is made of, and whether it is what it says, by Python's own parser of HTML.
parts() {
    python3 - "$1" <<'END'
import base64, hashlib, html.parser, json, re, sys, zlib

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.policy, self.scripts, self.styles, self.at = "", [], [], None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        if tag in ("script", "style"):
            self.at = (tag, values, [])
            (self.scripts if tag == "script" else self.styles).append(self.at)

    def handle_data(self, data):
        if self.at:
            self.at[2].append(data)

    def handle_endtag(self, tag):
        self.at = None

page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
sha = lambda text: "'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
text = lambda part: "".join(part[2])
code = [part for part in page.scripts if part[1].get("type") == "module"]
wanted = "default-src 'none'; img-src data:; style-src %s; script-src %s 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'" % (
    " ".join(sha(text(part)) for part in page.styles), " ".join(sha(text(part)) for part in code))
print("policy", "as wanted" if page.policy == wanted else page.policy + "\n" + wanted)

def decoded(part):
    digits = [25 if sign == "!" else 3 if sign == "~" else ord(sign) - 35 for sign in text(part)]
    value = 0
    for n, (low, high) in enumerate(zip(digits[::2], digits[1::2])):
        value |= (low + 91 * high) << 13 * n
    return value.to_bytes(len(digits), "little")[:int(part[1]["data-bytes"])]

for part in page.scripts:
    name = part[1].get("id", "script")
    if name == "gr-data":
        data = json.loads(text(part))
        print("data", data["variant"]["name"], len(data["moves"]), len(data["games"]), "definition" in data)
        print("tags", [tag["value"] for game in data["games"] for tag in game["tags"] if tag["name"] == "White"])
    elif name == "gr-engines":
        data = json.loads(text(part))
        print("engines", [one and (one["name"], "definition" in one) for one in data["variants"]], data["games"])
    elif name == "script":
        print("script", len(text(part)) <= 95000)
    else:
        bytes = decoded(part)
        print(name, hashlib.sha256(zlib.decompress(bytes) if name.startswith("gr-module") else bytes).hexdigest())
END
}

mkdir -p "$play"
head -c 50001 "$GRIMOIRE_BIN/grimoire-page" | tail -c 40001 >"$play/chess.wasm"
tail -c 30000 "$GRIMOIRE_BIN/grimoire-page" >"$play/chess.net"
cp "$play/chess.wasm" "$play/described.wasm"
tail -c 20000 "$GRIMOIRE_BIN/grimoire-page" >"$play/general.net"
sum() { sha256sum "$1" | cut -d ' ' -f 1; }

if have python3; then
    start "a page has its module and its network, byte for byte, and a policy of its own script and style"
    expect_exit 0 "$page" -v chess --games samples/chess.pgn -o "$T/page.html"
    parts "$T/page.html" >"$T/parts"
    cat >"$T/want" <<END
policy as wanted
data chess 6 7 False
tags $(python3 -c 'import re; print(re.findall(r"\[White \"(.*)\"\]", open("samples/chess.pgn").read()))')
gr-module $(sum "$play/chess.wasm")
gr-net $(sum "$play/chess.net")
script True
END
    same_text "$T/want" "$T/parts" || fail "$(diff "$T/want" "$T/parts")"

    start "a described game has its description, and the general network only where mate alone wins"
    printf '[own:chess]\nking = k:KN\n\n[hill:own]\nflagPiece = k\nflagRegionWhite = *8\n' >"$T/own.ini"
    for game in own hill; do
        expect_exit 0 "$page" -v $game --variants "$T/own.ini" -o "$T/page.html"
        parts "$T/page.html" >"$T/parts.$game"
        grep -q "^data $game 6 0 True\$" "$T/parts.$game" || fail "$(cat "$T/parts.$game")"
    done
    grep -q "^gr-net $(sum "$play/general.net")\$" "$T/parts.own" || fail "another network, or none"
    ! grep -q '^gr-net' "$T/parts.hill" || fail "there is a network"

    start "what games say becomes no markup, and games of other variants are left out"
    {
        printf '[White "</script><script>alert(1)</script>"]\n\n1. e4 {<!-- <script> -->} e5 *\n\n'
        printf '[Variant "Magi"]\n\n1. Nc3 *\n'
    } >"$T/hostile.pgn"
    expect_exit 0 "$page" -v chess --games "$T/hostile.pgn" --title '<b>&' -o "$T/page.html"
    expect_stderr 'it is of another variant, and left out'
    parts "$T/page.html" >"$T/parts"
    grep -q "^tags \['</script><script>alert(1)</script>'\]$" "$T/parts" || fail "$(cat "$T/parts")"
    grep -q '^data chess 6 1 False$' "$T/parts" || fail "$(cat "$T/parts")"
    grep -q '<h1>&lt;b&gt;&amp;</h1>' "$T/page.html" || fail "the heading is markup"
fi

cp "$GRIMOIRE_BIN/grimoire-export" "$T/own/bin"
export=$T/own/bin/grimoire-export
{
    cat samples/chess.pgn
    printf '\n[Variant "Hoppel-Poppel"]\n\n1. e4 e5 *\n\n[Variant "Magi"]\n\n1. Nc3 *\n\n[Variant "Crazyhouse"]\n\n1. e4 *\n'
    printf '\n[Variant "Nothing of ours"]\n\n1. a1-b2 *\n'
} >"$T/games.pgn"
$GRIMOIRE_BIN/grimoire-import -q -d "$T/games.db" "$T/games.pgn" 2>/dev/null

if have python3; then
    start "a page of games has the modules of its variants, says which it has not, and has a policy of its own script"
    expect_exit 1 "$export" -d "$T/games.db" -f html --engine -o "$T/page.html"
    expect_stderr "there is no .*/magi.wasm"
    expect_stderr 'games of Magi have no engine on the page'
    expect_stderr 'games of Crazyhouse have no engine on the page'
    expect_stderr "^$(stat -c %s "$T/page.html") bytes, [0-9]* of them for the engine"
    parts "$T/page.html" >"$T/parts"
    cat >"$T/want" <<END
policy as wanted
engines [('chess', False), ('hoppelpoppel', True)] [0, 0, 0, 0, 0, 0, 0, 1, -1, -1, -1]
gr-module-chess $(sum "$play/chess.wasm")
gr-net-chess $(sum "$play/chess.net")
gr-module-described $(sum "$play/described.wasm")
gr-net-general $(sum "$play/general.net")
script True
END
    same_text "$T/want" "$T/parts" || fail "$(diff "$T/want" "$T/parts")"

    start "each file of a split has what its own games need"
    expect_exit 1 "$export" -d "$T/games.db" -f html --engine --split variant -o "$T/split"
    parts "$T/split/hoppelpoppel.html" | grep -v '^policy\|^script' >"$T/parts"
    printf '%s\n' "engines [None, ('hoppelpoppel', True)] [1]" "gr-module-described $(sum "$play/described.wasm")" \
        "gr-net-general $(sum "$play/general.net")" >"$T/want"
    same_text "$T/want" "$T/parts" || fail "$(diff "$T/want" "$T/parts")"
    parts "$T/split/magi.html" | grep -q '^engines \[\] \[-1\]$' || fail "Magi has an engine"

    start "what several databases have is in the page once"
    $GRIMOIRE_BIN/grimoire-import -q -d "$T/more.db" samples/chess.pgn
    expect_exit 0 "$export" -d "$T/games.db" -d "$T/more.db" -v chess -f html --engine -o "$T/page.html"
    parts "$T/page.html" >"$T/parts"
    grep -q "^engines \[('chess', False)\] \[0\(, 0\)\{13\}\]\$" "$T/parts" || fail "$(cat "$T/parts")"
    [ "$(grep -c '^gr-module' "$T/parts")" = 1 ] || fail "not one module"
fi

start "only pages have an engine, and only where one is asked for"
expect_exit 2 "$export" -d "$T/games.db" -f pgn --engine
expect_stderr 'engine is for pages'
expect_exit 0 "$export" -d "$T/games.db" -f html -o "$T/page.html"
! grep -q 'wasm-unsafe-eval\|gr-engines\|gr-module' "$T/page.html" || fail "there is an engine"

if have python3; then
    start "the words on described games say how their pieces go and by which rules they are played"
    mkdir "$T/described"
    for file in tests/data/variants/games.ini samples/variants/sentinel.ini; do
        for game in $(sed -n 's/^\[\([^]:]*\).*/\1/p' "$file"); do
            "$page" -q -v "$game" --variants "$file" -o "$T/described/own-$game.html" || fail "no page of $game"
        done
    done
    for game in $("$GRIMOIRE_BIN/grimoire-variants" list | awk '/ described /{ print $1 }'); do
        "$page" -q -v "$game" -o "$T/described/$game.html" || fail "no page of $game"
    done
    python3 tests/aid/page_words.py "$T"/described/*.html >"$T/words" || fail "$(cat "$T/words")"
    grep -q '^[5-9][0-9][0-9] pieces' "$T/words" || fail "$(cat "$T/words")"
fi

start "a game with faults is shown as far as it goes, and is bad data"
expect_exit 2 "$page" -v magi --games samples/magi.pgn -o "$T/page.html"
expect_stderr 'no modules for pages'
cp "$play/chess.wasm" "$play/magi.wasm"
expect_exit 1 "$page" -v magi --games samples/magi.pgn -o "$T/page.html"
expect_stderr 'ply 32'
[ -s "$T/page.html" ] || fail "there is no page"

start "the rules of the manual are in the page"
mkdir -p "$T/own/share/man"
cp -r "${GRIMOIRE_BIN%/bin}/share/man/man7" "$T/own/share/man"
expect_exit 1 "$page" -v magi --games samples/magi.pgn -o "$T/page.html"
rules=$(sed -n '/<section id="gr-rules"/,/<\/section>/p' "$T/page.html")
[[ $rules == *'<h3>En passant'* ]] || fail "no heading: ${rules:0:300}"
[[ $rules == *'(page of 2003, “Normal Initial Board Setup”)'* ]] || fail "no quotation: ${rules:0:500}"
[[ $rules == *'<td>Knight</td>'* || $rules == *'<td>Knight'* ]] || fail "no table"
for tag in p dl dt dd ul li table tr td pre h3; do
    opened=$(grep -o "<$tag>" <<<"$rules" | wc -l) closed=$(grep -o "</$tag>" <<<"$rules" | wc -l)
    [ "$opened" = "$closed" ] || fail "$opened <$tag>, $closed </$tag>"
done

finish
