#!/usr/bin/env bash
# What is written of a text: the game that it means, with all that it says; or else there is a report.
. "$(dirname "$0")/lib.sh"

blank() { sed 's/^ *//; s/ *$//' <<<"$1"; }

# The games as PGN, each in one line and without tags of unknown value, parted by slashes.
in_line() {
    grep -v '"?"\]$\|"????.??.??"\]$' | tr '\n' ' ' | sed 's/  */ /g; s/ *$//; s|\([^ ]\) \(\[[A-Z][A-Za-z]* "\)|\1 \2|g'
}

# The places and severities of what is reported, "3:1 warning, 5:2 error".
reports() {
    sed -n 's/^[^:]*:\([0-9][0-9:]*\): \(warning\|error\|note\): .*/\1 \2/p' | paste -sd, | sed 's/,/, /g'
}

# kept FILE: each text of the file.
kept() {
    local variant status want line text got count=0
    rm -f "$T/all" "$T/all.db"
    while IFS='|' read -r variant status want line text; do
        case $variant in '#'* | '') continue ;; esac
        variant=$(blank "$variant") status=$(blank "$status") want=$(blank "$want") line=$(blank "$line")
        printf "${text# }" >"$T/text"
        (cd "$T" && grimoire-convert -q -v "$variant" text) >"$T/out" 2>"$T/err"
        [ $? -eq "$status" ] || fail "exit status is not $status:$text$(head -n 3 "$T/err")"
        got=$(in_line <"$T/out")
        [ "$got" = "$line" ] || fail "writes '$got', not '$line':$text"
        got=$(reports <"$T/err")
        [ "${got:--}" = "$want" ] || fail "reports '$got', not '$want':$text
$(head -n 5 "$T/err")"
        grep -q '\[%c[^]]*$' "$T/out" && fail "a command is broken:$text$(cat "$T/out")"
        awk 'length > 79 && !/^\[/ { exit 1 }' "$T/out" || fail "a line has more than 79 columns:$text"
        # What is written of it reads back the same.
        grimoire-convert -q -v "$variant" "$T/out" >"$T/again" 2>/dev/null
        cmp -s "$T/out" "$T/again" || fail "written twice, the bytes differ:$text$(diff "$T/out" "$T/again" | head -n 5)"
        sed "s/^\[Round \"?\"\]/[Round \"$((++count))\"]/" "$T/out" >>"$T/all" # or some are duplicates
    done <"tests/data/notation/$1"
    # A database gives all of it out as it was.
    grimoire-import -q -d "$T/all.db" "$T/all" >/dev/null 2>&1
    grimoire-export --judge none -d "$T/all.db" >"$T/again" 2>"$T/err"
    cmp -s "$T/all" "$T/again" || fail "from a database the bytes differ: $(diff "$T/all" "$T/again" | head -n 5)"
}

start "tags with slips, and headers of games without moves"
kept tags.txt

start "headers"
kept headers.txt

start "markup"
kept markup.txt

start "comments, glyphs and variations"
kept kept.txt

start "moves, numbers and results in doubt"
kept doubt.txt

start "what tags and comments say"
kept said.txt

finish
