#!/usr/bin/env bash
# --eval-dialect of grimoire-check, -convert and -import: evaluations distinguished and never guessed.
. "$(dirname "$0")/lib.sh"

cat >"$T/plain.pgn" <<'PGN'
[Event "x"]

1. e4 {[%eval 0.35,12]} e5 {+0.57/17 5.7s} *
PGN
cat >"$T/doubt.pgn" <<'PGN'
[Event "x"]

1. e4 {[%eval 35,12]} e5 {[%eval -120]} *

[Event "y"]

1. d4 {[%eval 7]} *
PGN

start "check: no word where all is clear, a warning where it is not, once a file"
expect_exit 0 grimoire-check -q "$T/plain.pgn"
expect_quiet
expect_exit 0 grimoire-check -q "$T/doubt.pgn"
expect_stderr 'doubt.pgn:3:4: warning: game 1, ply 1: ambiguous evaluation "\[%eval 35,12\]"'
[ "$(wc -l <"$T/err")" -eq 1 ] || fail "not one warning"
for dialect in lichess python-chess chessbase; do
    expect_exit 0 grimoire-check -q --eval-dialect $dialect "$T/doubt.pgn"
    expect_quiet
done

start "convert: pawns from White's view"
expect_exit 0 grimoire-convert -q "$T/plain.pgn"
expect_quiet
expect_in_stdout '^1. e4 \{\[%eval 0.35,12\]\} 1... e5 \{\[%eval -0.57,17\] \[%emt 0:00:05.7\]\} \*$'
expect_exit 0 grimoire-convert -q --eval-dialect chessbase "$T/doubt.pgn"
expect_in_stdout '^1. e4 \{\[%eval 0.35,12\]\} 1... e5 \{\[%eval -1.20\]\} \*$'
expect_in_stdout '^1. d4 \{\[%eval 0.07\]\} \*$'
expect_exit 0 grimoire-convert -q --eval-dialect lichess -f json "$T/doubt.pgn"
expect_in_stdout '"comment":"\[%eval 35.00,12\]","nags":\[\],"eval":35.00'

start "convert: what is in doubt stays as it stands, and is no evaluation"
expect_exit 0 grimoire-convert -q "$T/doubt.pgn"
expect_stderr 'warning: game 1, ply 1: ambiguous'
expect_in_stdout '^1. e4 \{\[%eval 35,12\]\} 1... e5 \{\[%eval -120\]\} \*$'
expect_exit 0 grimoire-convert -q -f json "$T/doubt.pgn"
expect_in_stdout '"comment":"\[%eval 35,12\]","nags":\[\],"eval":null'

start "evaluations in text after a game are read as those between its moves"
for text in '{+0.57/17 5.7s}' '\n+0.57/17 5.7s' '\n\n+0.57/17 5.7s\n' '\n\n{+0.57/17 5.7s}\n' \
    '\n+0.57/17 5.7s\n\nThat was it.' '\n\nThat was it.\n+0.57/17 5.7s' '; +0.57/17 5.7s'; do
    for head in '' '[Event "x"]\n\n' 'Game #1\n'; do
        one_of 2 || continue
        printf "$head"'1. e4 {+0.35/12 1s} e5 * '"$text\n" >"$T/after.pgn"
        expect_exit 0 grimoire-convert -q "$T/after.pgn"
        cp "$T/out" "$T/after1.pgn"
        expect_exit 0 grimoire-convert -q "$T/after1.pgn"
        cmp -s "$T/out" "$T/after1.pgn" || fail "another text the second time: $head...$text
$(diff "$T/after1.pgn" "$T/out")"
    done
done
expect_in_stdout '\[%eval -0.57,17\]'

start "import: the same, and a warning"
expect_exit 0 grimoire-import -d "$T/a.db" "$T/doubt.pgn"
expect_stderr 'doubt.pgn:3: warning: ambiguous evaluations'
expect_exit 0 grimoire-import -d "$T/b.db" -j 4 --eval-dialect chessbase "$T/doubt.pgn"
expect_quiet
expect_exit 0 grimoire-export -d "$T/b.db"
expect_in_stdout '^1. e4 \{\[%eval 0.35,12\]\} 1... e5 \{\[%eval -1.20\]\} \*$'

start "a dialect that nobody knows"
for program in "check" "convert" "import -d $T/c.db"; do
    # shellcheck disable=SC2086
    expect_exit 2 grimoire-$program --eval-dialect fritz "$T/plain.pgn"
    expect_stderr "unknown evaluation dialect 'fritz' \(known: auto, lichess, python-chess, chessbase, cutechess\)"
done

finish
