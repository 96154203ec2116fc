#!/usr/bin/env bash
# Long texts take time in proportion to their length, in all formats.
. "$(dirname "$0")/lib.sh"

# words N TEXT: the text N times.
words() {
    yes "$2" | head -n "$1" | tr -d '\n'
}

# game: one whose text comes in by standard input.
game() {
    printf '[Event "Long"]\n[Result "*"]\n\n1. e4 '
    cat
    printf ' e5 *\n\n'
}

(printf '{' && words 500000 'abcdef ' && printf '}') | game >"$T/comment.pgn"
(printf '{' && words 300000 '[%csl Ga1] ' && printf '}') | game >"$T/commands.pgn"
(printf '{' && words 1000000 '%a ' && printf '}') | game >"$T/percent.pgn"
words 200000 '{a} ' | game >"$T/comments.pgn"
(printf 'e5 ' && words 50000 '(1... c5 2. Nf3) ' && printf '2. Nf3 ') | game >"$T/variations.pgn"
(printf 'xx' && words 500000 'abcdef') | game >"$T/token.pgn"

for text in comment commands percent comments variations token; do
    start "a game of megabytes is written in a moment: $text"
    for format in pgn json long; do
        timeout 20 grimoire-convert -f $format "$T/$text.pgn" >"$T/out" 2>"$T/err"
        [ $? -le 1 ] && [ -s "$T/out" ] || fail "$format took too long"
    done
    timeout 20 grimoire-import -q -d "$T/$text.db" "$T/$text.pgn" 2>"$T/err"
    [ $? -le 1 ] || fail "import took too long"
    for format in pgn html csv; do
        timeout 20 grimoire-export -d "$T/$text.db" -f $format >"$T/out" 2>"$T/err"
        [ $? -eq 0 ] && [ -s "$T/out" ] || fail "$format took too long"
    done
done
finish
