#!/usr/bin/env bash
# Games on pages: the inventors' published games, dressed up as people publish and save them. Whatever
# the form, the moves are those of the plain text.
. "$(dirname "$0")/lib.sh"

magi=samples/published/magi-five-games.txt
magician=samples/published/magician-sample.txt

# uci VARIANT FILE: the moves of each game.
uci() {
    grimoire-convert -q -v "$1" -f uci "$2" 2>/dev/null
}

# same_moves VARIANT FILE: the file has the same moves as the published text of the variant.
same_moves() {
    local plain=$magi
    [ "$1" = magician ] && plain=$magician
    uci "$1" "$plain" >"$T/plain"
    uci "$1" "$2" >"$T/page"
    [ -s "$T/plain" ] || fail "no moves of $1"
    cmp "$T/plain" "$T/page" || fail "$2: other moves"
}

# events FILE VARIANT: the Event of each game.
events() {
    grimoire-convert -q -v "$2" "$1" 2>/dev/null | sed -n 's/^\[Event "\(.*\)"\]$/\1/p'
}

start "headings that go on as prose: the game's name is the Event, the prose a comment"
sed -E 's/^(Game #[0-9])$/\1: I played this game against a friend of mine who has known the rules for two years and who prefers the Duke to every other piece. He opened as he always does, and I had an idea that I wanted to try out, which cost me a Bishop and, in the end, the whole game. Judge for yourself./' \
    $magi >"$T/headings.txt"
same_moves magi "$T/headings.txt"
events "$T/headings.txt" magi | tr '\n' ' ' | grep -qx 'Game #1 Game #2 Game #3 Game #4 Game #5 ' ||
    fail "other Events: $(events "$T/headings.txt" magi)"
[ "$(grimoire-convert -q -v magi "$T/headings.txt" 2>/dev/null | grep -c '^{I played this game against a friend')" -eq 5 ] ||
    fail "the rest of the heading is lost"

start "a heading that is wrapped over several lines"
fold -s -w 72 "$T/headings.txt" >"$T/wrapped.txt"
same_moves magi "$T/wrapped.txt"
events "$T/wrapped.txt" magi | tr '\n' ' ' | grep -qx 'Game #1 Game #2 Game #3 Game #4 Game #5 ' ||
    fail "other Events: $(events "$T/wrapped.txt" magi)"

start "a game on the line of its heading"
printf 'Game #1: 1. e4 e5 2. Nf3 Nc6 1-0\nGame 2: 1. d4 d5 0-1\n' >"$T/inline.txt"
expect_exit 0 grimoire-convert -q -f san "$T/inline.txt"
expect_stdout 'e4 e5 Nf3 Nc6
d4 d5'
finish
