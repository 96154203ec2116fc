#!/usr/bin/env bash
# The games of samples/: the clean ones are legal, and are the published ones.
. "$(dirname "$0")/lib.sh"

start "chess, royal and wizard games are legal to their end"
expect_exit 0 grimoire-check -q samples/chess.pgn samples/royal.pgn samples/wizard.pgn
expect_quiet

# uci VARIANT FILE: the legal moves of the games, a line or more each.
uci() {
    grimoire-convert -q -v "$1" -f uci "$2" 2>/dev/null
}

start "the clean games have the moves of the published ones"
for pair in magi:magi-five-games magician:magician-sample; do
    uci "${pair%%:*}" "samples/published/${pair#*:}.txt" >"$T/published"
    uci "${pair%%:*}" "samples/${pair%%:*}.pgn" >"$T/clean"
    [ -s "$T/clean" ] || fail "no moves of ${pair%%:*}"
    cmp "$T/published" "$T/clean" || fail "${pair%%:*}: other moves"
done

start "as far as they are legal: three go to checkmate, three break off at a known ply"
expect_exit 1 grimoire-check samples/magi.pgn samples/magician.pgn
expect_stderr 'magi.pgn:.*game 1, ply 32:'
expect_stderr 'magi.pgn:.*game 2, ply 37:'
expect_stderr 'magician.pgn:.*game 1, ply 6:'
[ "$(grep -c ': error: ' "$T/err")" -eq 3 ] || fail "not three errors"
expect_exit 1 grimoire-stats -f csv samples/magi.pgn
expect_in_stdout '^magi,ends,checkmate,,3$'
expect_in_stdout '^magi,plies,all,,622$'
expect_in_stdout '^magi,plies,longest,,246$'
expect_in_stdout '^magi,results,black_wins,,2$'

start "what cannot be replayed is kept word for word"
tr '\n' ' ' <samples/magician.pgn | sed 's/%0A//g' | grep -qF 'Nf3 4.Me1 Ne6' ||
    fail "the fault itself is lost"
tr '\n' ' ' <samples/magician.pgn | grep -qF '27.gxf4 Nd3#} 0-1' || fail "the end is lost"
for part in 'Knight g6-h5' 'Wizard h5-j7' 'Wizard i6-h8' 'Duke h10-h9' 'Queen h5-j7'; do
    tr '\n' ' ' <samples/magi.pgn | grep -qF "$part" || fail "'$part' is lost"
done

start "make-clean makes them"
expect_exit 0 samples/make-clean "$T"
for variant in magi magician; do
    uci $variant "$T/$variant.pgn" >"$T/made"
    uci $variant "samples/$variant.pgn" >"$T/clean"
    cmp "$T/made" "$T/clean" || fail "$variant: other moves"
    diff <(grep '^\[' "$T/$variant.pgn") <(grep '^\[' samples/$variant.pgn) ||
        fail "$variant: other tags"
done
finish
