#!/usr/bin/env bash
# What is written of a text: the game that it means, with all that it says; or else there is a report.
. "$(dirname "$0")/lib.sh"

# Few processes for each of the many texts, since they take most of the time.

# trim NAME: takes the blanks around the value of a variable.
trim() {
    local value=${!1}
    value=${value#"${value%%[! ]*}"}
    printf -v "$1" '%s' "${value%"${value##*[! ]}"}"
}

# The games of $T/out as PGN, all in one line and without tags of unknown value; and what is wrong with its lines.
in_line() {
    awk '
        /\[%c[^]]*$/ { wrong = wrong " a command is broken" }
        length > 79 && !/^\[/ { wrong = wrong " a line has more than 79 columns" }
        !/"\?"\]$/ && !/"\?\?\?\?\.\?\?\.\?\?"\]$/ { line = line $0 " " }
        END {
            gsub(/ +/, " ", line)
            sub(/ *$/, "", line)
            print line
            print wrong
        }' "$T/out"
}

# Sets *got to the places and severities of what is reported, "3:1 warning, 5:2 error".
reports() {
    local line
    got=
    while IFS= read -r line; do
        [[ $line =~ ^[^:]*:([0-9][0-9:]*):\ (warning|error|note):\  ]] &&
            got+=${got:+, }"${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"
    done <"$T/err"
}

# kept FILE: each text of the file.
kept() {
    local variant status want line text got written count=0
    rm -f "$T/all" "$T/all.db"
    while IFS='|' read -r variant status want line text; do
        case $variant in '#'* | '') continue ;; esac
        trim variant && trim status && trim want && trim line
        printf "${text# }" >"$T/text"
        (cd "$T" && exec grimoire-convert -q -v "$variant" text) >"$T/out" 2>"$T/err"
        [ $? -eq "$status" ] || fail "exit status is not $status:$text$(head -n 3 "$T/err")"
        mapfile -t written < <(in_line)
        [ "${written[0]}" = "$line" ] || fail "writes '${written[0]}', not '$line':$text"
        [ -z "${written[1]}" ] || fail "${written[1]}:$text$(cat "$T/out")"
        reports
        [ "${got:--}" = "$want" ] || fail "reports '$got', not '$want':$text
$(head -n 5 "$T/err")"
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
