#!/usr/bin/env bash
# grimoire-check: what it says of good and bad text, and its exit status.
. "$(dirname "$0")/lib.sh"

start "the published games of Magi, as far as they are legal"
expect_exit 1 grimoire-check -v magi samples/published/magi-five-games.txt
expect_stdout ''
expect_errors check/magi.txt

start "the published game of Magician Chess"
expect_exit 1 grimoire-check -v magician samples/published/magician-sample.txt
expect_errors check/magician.txt

start "each fault of chess games is reported with its reason"
expect_exit 1 grimoire-check tests/data/notation/faults.pgn
expect_stdout ''
expect_errors check/faults.txt

start "the same for machines"
expect_exit 1 grimoire-check -q -f json tests/data/notation/faults.pgn
expect_quiet
expect_output check/faults.json

start "what is one fault is reported once, and so is one reason for two pieces"
expect_exit 1 grimoire-check tests/data/notation/once.pgn
expect_errors check/once.txt

start "an impossible right or en passant square is a warning, and the game is played without it"
expect_exit 0 grimoire-check tests/data/notation/rights.pgn
expect_errors check/rights.txt
expect_exit 0 grimoire-convert -q -f pgn -o "$T/rights.pgn" tests/data/notation/rights.pgn
expect_exit 0 grimoire-check -q "$T/rights.pgn"
expect_quiet

start "warnings alone are no fault"
printf '1. e4+ e5 1-0\n' >"$T/warning.pgn"
expect_exit 0 grimoire-check "$T/warning.pgn"
expect_stderr 'warning: game 1, ply 1: marked as check'
expect_stderr '^1 game, 2 plies, 0 faulty; 0 errors, 1 warning$'

start "-q leaves out the summary, not the faults"
expect_exit 0 grimoire-check -q "$T/warning.pgn"
expect_stderr 'marked as check'
[ "$(wc -l <"$T/err")" -eq 1 ] || fail "more than one line with -q"

start "draws that could be claimed are noted, and not with -q"
expect_exit 0 grimoire-check tests/data/notation/claims.pgn
expect_errors check/claims.txt
expect_exit 0 grimoire-check -q tests/data/notation/claims.pgn
expect_quiet

start "the first wrong move number of a game is reported: a warning where moves may be missing"
expect_exit 0 grimoire-check tests/data/notation/numbers.pgn
expect_errors check/numbers.txt

start "with -f json notes are data as well"
expect_exit 0 grimoire-check -q -f json tests/data/notation/claims.pgn
expect_in_stdout '"severity":"note","message":"the position occurs for the third time'
expect_exit 0 grimoire-check -q -f json tests/data/notation/numbers.pgn
[ "$(grep -c '"severity":"note"' "$T/out")" -eq 3 ] || fail "not three notes"
[ "$(grep -c '"severity":"warning"' "$T/out")" -eq 3 ] || fail "not three warnings"
expect_exit 0 grimoire-convert -q -f json tests/data/notation/numbers.pgn
[ "$(grep -c '"severity":"note"' "$T/out")" -eq 3 ] || fail "not three games with notes"

start "standard input, compressed or not"
expect_exit 0 grimoire-check -q - <samples/chess.pgn
expect_quiet
gzip -c samples/chess.pgn >"$T/chess.pgn.gz"
expect_exit 0 grimoire-check - <"$T/chess.pgn.gz"
expect_stderr ' 0 faulty'
cat "$T/chess.pgn.gz" "$T/chess.pgn.gz" >"$T/twice.gz"
expect_exit 0 grimoire-check -q "$T/twice.gz"
expect_quiet

start "compressed data that end too early, or are damaged"
head -c 200 "$T/chess.pgn.gz" >"$T/cut.gz"
expect_exit 1 grimoire-check "$T/cut.gz"
expect_stderr 'compressed data end too early'
{ head -c 100 "$T/chess.pgn.gz"; printf 'xxxxxxxx'; tail -c +109 "$T/chess.pgn.gz"; } >"$T/bad.gz"
expect_exit 1 grimoire-check "$T/bad.gz"
expect_stderr 'compressed data are damaged|never closed|cannot be played'

start "text cut off in the middle"
head -c 300 samples/chess.pgn >"$T/cut.pgn"
expect_exit 0 grimoire-check "$T/cut.pgn"
expect_stderr 'warning: game [0-9]+: the moves end without a result'
printf '[Event "x"]\n\n1. e4 {unfinis' >"$T/comment.pgn"
expect_exit 1 grimoire-check "$T/comment.pgn"
expect_stderr "comment.pgn:3:7: error: game 1: this comment is never closed"

start "noise, an empty file, a line of ten megabytes"
head -c 100000 "$(command -v grimoire-check)" >"$T/noise"
expect_exit 1 grimoire-check "$T/noise"
expect_stderr 'no games found'
: >"$T/empty"
expect_exit 1 grimoire-check "$T/empty"
expect_stderr 'no games found'
{ printf '[Event "x"]\n\n1. e4 '; head -c 10000000 /dev/zero | tr '\0' 'a'; printf ' e5 *\n'; } >"$T/long"
expect_exit 0 grimoire-check "$T/long"
expect_stderr '^1 game, 2 plies, 0 faulty; 0 errors, 1 warning'

start "memory stays flat"
for _ in 1 2 3 4 5 6 7 8; do cat samples/chess.pgn; done >"$T/big.pgn"
for _ in 1 2 3 4 5 6; do cat "$T/big.pgn" "$T/big.pgn" >"$T/bigger" && mv "$T/bigger" "$T/big.pgn"; done
if grep -aq __asan_init "$(command -v grimoire-check)"; then
    expect_exit 0 grimoire-check -q "$T/big.pgn" # a sanitizer takes much more for itself
else
    expect_exit 0 bash -c "ulimit -v 60000; grimoire-check -q '$T/big.pgn'"
fi

start "a list of moves that begins with another number than 1"
for text in '3. e4 e5 4. Nf3 Nc6 1-0' '12. e4 e5 13. Nf3 *' '2... e4 e5 *' '[Event "x"]\n\n7. e4 e5 *'; do
    printf "$text\n" >"$T/late.pgn"
    expect_exit 0 grimoire-check "$T/late.pgn"
    expect_stderr 'late.pgn:[13]:1: warning: game 1, ply 1: the game begins with move [0-9]*: the moves before it are missing'
done
printf '3. Nf3 Nc6 4. Bb5 a6 1-0\n' >"$T/late.pgn" # nor can it be played without them
expect_exit 1 grimoire-check "$T/late.pgn"
expect_stderr 'late.pgn:1:1: warning: game 1, ply 1: the game begins with move 3'
expect_stderr 'late.pgn:1:15: error: game 1, ply 3: '
for text in '0. e4 e5 1. Nf3 *' \
    '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n3. e4 e5 *'; do
    printf "$text\n" >"$T/late.pgn"
    expect_exit 0 grimoire-check "$T/late.pgn"
    expect_stderr '0 errors, 0 warnings$'
    expect_stderr 'note: game 1, ply [13]: numbered as move'
done
for text in '1. e4 e5 3. Nf3 Nc6 *' '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 2. Bc4 *'; do # moves are missing, or too many
    printf "$text\n" >"$T/late.pgn"
    expect_exit 0 grimoire-check "$T/late.pgn"
    expect_stderr 'warning: game 1, ply [37]: numbered as move'
done

start "a game of Chess960 without a FEN does not say which of its arrays it has"
printf '[White "A"]\n[Variant "Chess960"]\n\n1. e4 e5 *\n' >"$T/960.pgn"
expect_exit 0 grimoire-check "$T/960.pgn"
expect_stderr '960.pgn:2:11: note: game 1: there is no FEN, which says how the pieces stand: that of chess is assumed$'
printf '[White "A"]\n[Variant "Crazyhouse"]\n\n1. e4 e5 *\n\n[Variant "Chess960"]\n' >"$T/960.pgn"
printf '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 e5 *\n' >>"$T/960.pgn"
expect_exit 0 grimoire-check "$T/960.pgn"
[ "$(wc -l <"$T/err")" = 1 ] || fail "$(<"$T/err")"

start "numbers without dots are compared with the game, too, but for what stands before it"
for text in 'e4 e5 7 Nf3 *' '1 e4 2 e5 3 Nf3 *' '1. e4 e5 2. Nf3 Nc6 4 Bb5 *' '1 e4 31 e5 35 2 Nf3 *'; do
    echo "$text" >"$T/bare.pgn"
    expect_exit 0 grimoire-check "$T/bare.pgn"
    expect_stderr 'note: game 1, ply [235]: numbered as move'
done
# Where two of them were due before, they are move numbers, and moves may be missing.
for text in '1 e4 e5 2 d3 d6 5 c3 *' '1 e4 e5 2 Nf3 Nc6 4 Bb5 *' '1 e4 e5 2 Nf3 Nc6 2 Bb5 *' \
    '1 e4 e5 2 d3 (2 c3 c6 5 a3) d6 *'; do
    echo "$text" >"$T/bare.pgn"
    expect_exit 0 grimoire-check "$T/bare.pgn"
    expect_stderr 'warning: game 1, ply 5: numbered as move [0-9], but this is move 3$'
    expect_stderr '0 errors, 1 warning$'
done
for text in '1 e4 e5 2 Nf3 Nc6 3 Bb5 *' '1 e4 1 e5 2 Nf3 2 Nc6 *' '7 e4 e5 2 Nf3 *'; do
    echo "$text" >"$T/bare.pgn"
    expect_exit 0 grimoire-check "$T/bare.pgn"
    expect_stderr '^1 game, [3-5] plies, 0 faulty; 0 errors, 0 warnings$' # and nothing else
    [ "$(wc -l <"$T/err")" = 1 ] || fail "$text"
done

start "points: a score that is not what the game is worth"
printf '[Variant "Magi"]\n[Result "0-1"]\n[Scoring "magi12"]\n[Score "2-10"]\n\n1. Nc3 Nc8 0-1\n' >"$T/points.pgn"
expect_exit 1 grimoire-check "$T/points.pgn"
expect_stderr 'points.pgn:4:9: error: game 1: the score is given as 2-10, but by magi12 the game scores 0-12$'

start "points of a game that was repaired"
printf '[Variant "Magi"]\n[Result "0-1"]\n[Scoring "magi12"]\n[Score "2-10"]\n\n1. Nc9 Nc8 0-1\n' >"$T/points.pgn"
expect_exit 1 grimoire-check --repair "$T/points.pgn"
expect_stderr 'points.pgn:4:9: error: game 1: the score is given as 2-10, but by magi12 the game scores 0-12$'

start "more tags than any game has"
{ for i in $(seq 1200); do printf '[T%d "x"]\n' "$i"; done; printf '1. e4 *\n'; } >"$T/tags.pgn"
expect_exit 1 grimoire-check "$T/tags.pgn"
expect_stderr 'tags.pgn:1001:9: error: game 1: the game has more than 1000 tags'
expect_stderr '^1 game, 1 ply, 1 faulty; 1 error, 0 warnings$'

start "bad usage"
expect_exit 2 grimoire-check
expect_stderr 'no file given'
expect_exit 2 grimoire-check "$T/absent.pgn"
expect_stderr 'absent.pgn: No such file'
expect_exit 2 grimoire-check -v halma samples/chess.pgn
expect_stderr "halma"
expect_exit 2 grimoire-check -f xml samples/chess.pgn
expect_stderr "xml"
expect_exit 2 grimoire-check "$T"
expect_stderr 'Is a directory'

finish
