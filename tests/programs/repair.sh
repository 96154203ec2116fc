#!/usr/bin/env bash
# --repair of check, convert and import: the published games come out whole, and what was done to
# them is reported.
. "$(dirname "$0")/lib.sh"

# Plies, status and state of each game of JSON on standard input.
outline() {
    sed 's/.*"plies":\([0-9]*\),"status":"\([a-z]*\)".*"state":"\([a-z]*\)".*/\1 \2 \3/'
}

start "the games of Magi come out whole and end in mate"
expect_exit 0 grimoire-convert --repair -f json -v magi samples/published/magi-five-games.txt
expect_errors repair/magi.txt
outline <"$T/out" >"$T/outline"
expect_same "$T/outline" tests/data/golden/repair/magi-outline.txt
sed -n 's/.*"repairs":\(.*\)}$/\1/p' "$T/out" >"$T/repairs"
expect_same "$T/repairs" tests/data/golden/repair/magi-repairs.json

start "so does the game of Magician Chess"
expect_exit 0 grimoire-convert --repair -f json -v magician samples/published/magician-sample.txt
outline <"$T/out" >"$T/outline"
expect_same "$T/outline" tests/data/golden/repair/magician-outline.txt

start "in PGN the plies are marked, and read back they are legal"
expect_exit 0 grimoire-convert --repair -v magi samples/published/magi-five-games.txt
expect_in_stdout '^\{\[%repaired "Wizard h5-j7"\]\} 17\.\.\. Wg9 \{\[%repaired ""\]\}'
cp "$T/out" "$T/whole.pgn"
expect_exit 0 grimoire-check "$T/whole.pgn"
expect_stderr '^5 games, 726 plies, 0 faulty; 0 errors, 0 warnings$'
expect_exit 0 grimoire-convert -q --repair "$T/whole.pgn"
expect_quiet
cmp -s "$T/out" "$T/whole.pgn" || fail "a whole game was changed"

start "what was exported with its unplayable rest is repaired, too"
expect_exit 1 grimoire-convert -q -v magi samples/published/magi-five-games.txt
cp "$T/out" "$T/part.pgn"
grep -q unplayable "$T/part.pgn" || fail "nothing is unplayable"
expect_exit 0 grimoire-convert -q --repair "$T/part.pgn"
sed 's/[*]$/1-0/; s/0-1$/1-0/' "$T/out" | grep -v '^\[Result' >"$T/a"
sed 's/[*]$/1-0/; s/0-1$/1-0/' "$T/whole.pgn" | grep -v '^\[Result' >"$T/b"
cmp -s "$T/a" "$T/b" || fail "not the same games"

start "check reports what it repaired, and that there were faults"
expect_exit 1 grimoire-check --repair -v magi samples/published/magi-five-games.txt
expect_stderr 'ply 34: a ply is missing here, and Wizard e8 - g9 was put in: the only move of 67 '
expect_stderr '^5 games, 726 plies, 0 faulty; 0 errors, 4 warnings$'
expect_stderr '^2 games repaired$'

start "guesses and games that cannot be repaired are counted"
printf '1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 *\n\n1. e4 e5 2. Nf3 3. Bb5 Nf6 4. O-O Nxe4 *\n\n' \
    >"$T/three.pgn"
printf '1. e4 Qa1 Qb2 Qc3 Qd4 Qe5 Qf6 Qg7 Qh8 Qa1 Qb2 Qc3 Qa1 Qb2 Qc3 Qd4 Qe5 Qf6 Qg7 *\n' \
    >>"$T/three.pgn"
expect_exit 1 grimoire-check --repair "$T/three.pgn"
expect_stderr 'a guess among 21 moves of 29 after which the rest is legal and as marked; it might '
expect_stderr '^2 games repaired \(1 by a guess\), 1 could not be$'
expect_exit 1 grimoire-convert --repair -f json "$T/three.pgn"
expect_in_stdout '"others":.{"kind":"inserted","ply":4,"from":"","san":"'
expect_in_stdout '"forced":false,"open":true'
expect_stderr '^2 games repaired \(1 by a guess\), 1 could not be$'
expect_exit 1 grimoire-import --repair -d "$T/three.db" "$T/three.pgn"
expect_stdout '3 games, 15 plies, 1 faulty, 0 duplicates'
expect_stderr '^2 games repaired \(1 by a guess\), 1 could not be$'
expect_exit 1 grimoire-check -q --repair -f json -v magician samples/published/magician-sample.txt
expect_in_stdout '"line":3,"column":12,"ply":6,"severity":"warning"'

start "import stores the repaired games"
expect_exit 0 grimoire-import --repair -d "$T/games.db" -v magi samples/published/magi-five-games.txt
expect_stdout '5 games, 726 plies, 0 faulty, 0 duplicates'
expect_stderr 'ply 37: a ply is missing here, and O-O-O was put in'
expect_exit 0 grimoire-export -d "$T/games.db" -f pgn
grep -v '^\[Result' "$T/out" >"$T/a"
grep -v '^\[Result' "$T/whole.pgn" >"$T/b"
cmp -s "$T/a" "$T/b" || fail "the games exported are not those converted"
expect_exit 0 grimoire-import --repair -j 4 -d "$T/games.db" -v magi \
    samples/published/magi-five-games.txt
expect_stdout '5 games, 726 plies, 0 faulty, 5 duplicates'

start "the search is bounded, and says when it gives up"
expect_exit 1 grimoire-convert --repair-steps 10 -v magi samples/published/magi-five-games.txt
expect_stderr 'note: game 1: no repair was found within the limits of the search'
expect_stderr 'error: game 1, ply 32: .Knight g6-h5. cannot be played'
expect_exit 2 grimoire-convert --repair-steps 0 samples/chess.pgn

start "games that are whole, unknown or of an impossible start are left alone"
expect_exit 0 grimoire-convert -q --repair samples/chess.pgn
expect_quiet
printf '[Variant "halma"]\n\n1. P-7f P-8d *\n' >"$T/halma.pgn"
expect_exit 1 grimoire-convert --repair "$T/halma.pgn"
expect_stderr 'unknown variant'
expect_in_stdout 'P-7f P-8d'
printf '[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n' >"$T/fen.pgn"
expect_exit 1 grimoire-convert --repair "$T/fen.pgn"
expect_stderr 'impossible FEN'

start "noise does no harm"
head -c 20000 "$GRIMOIRE_BIN/grimoire-check" >"$T/noise"
"$GRIMOIRE_BIN/grimoire-check" -q --repair "$T/noise" >"$T/out" 2>"$T/err"
[ $? -le 1 ] || fail "exit status above 1"
for i in $(seq 3000); do echo "Na$((i % 9)) Qh$((i % 8)) e4 e5"; done >"$T/senseless.txt"
"$GRIMOIRE_BIN/grimoire-check" -q --repair --repair-steps 300000 "$T/senseless.txt" \
    >"$T/out" 2>"$T/err"
[ $? -eq 1 ] || fail "exit status is not 1"
expect_stderr 'no repair was found'

finish
