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
    elif name == "script":
        print("script", len(text(part)) <= 95000)
    else:
        bytes = decoded(part)
        print(name, hashlib.sha256(zlib.decompress(bytes) if name == "gr-module" else bytes).hexdigest())
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
