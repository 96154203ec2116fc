#!/usr/bin/env bash
# Records of Bughouse, both boards: read, checked, stored, searched, written again.
. "$(dirname "$0")/lib.sh"

records=tests/data/notation/bughouse/records.bpgn

start "a record is two games, each with its own moves and players, and with its White's result"
expect_exit 1 grimoire-convert -q -f uci $records
expect_stdout 'e2e4 d7d5 e4d5 g8f6 d2d4 N@e4 g1f3 B@h3 g2h3
d2d4 g8f6 c1g5 P@e4 g5f6 g7f6 f2f3 e4f3 g1f3 B@b4
g2g1q Q@b1 g1b1 a1b1 N@f6
e1g1 P@a7 Q@d4 Q@d5 P@b7'
expect_exit 1 grimoire-convert -q $records
for tag in 'White "Ann"' 'Black "Dag"' 'WhiteElo "1700"' 'BlackA "Ben"' 'Board "B"' 'Variant "Bughouse"' \
    'MoveOrder "ABABABBABBABAABAABB"' 'Hand "PP"' 'FEN "4k3/8/8/8/8/8/8/4K2R w K - 3 40"'; do
    expect_in_stdout "^\\[$tag\\]\$"
done
expect_in_stdout '^\{C:a record made for this test\} 1. e4 \{\[%clk 0:02:59.900\]\} 1... d5$'
expect_in_stdout '\(4. e3 d5 \{so\}\)'
[ "$(grep '^\[Result' "$T/out" | tr -d '\n')" = '[Result "1-0"][Result "0-1"][Result "1/2-1/2"][Result "1/2-1/2"]' ] ||
    fail "results: $(grep '^\[Result' "$T/out")"

start "what is dropped must have been captured by the partner, and what was promoted goes over as a pawn"
expect_exit 1 grimoire-check $records
expect_stderr "^$records:14:14: error: game 1, ply 8: Black has no Bishop in hand: the partner on board B has captured none \
that is left$"
expect_stderr "^$records:26:87: error: game 4, ply 4: Black has no Queen in hand: the partner on board A has captured"
expect_stderr '^4 games, 29 plies, 2 faulty; 2 errors, 0 warnings$'

start "it is written as it was read, from its text, from PGN and from a database"
expect_exit 1 grimoire-convert -q -f bpgn $records
cp "$T/out" "$T/once"
expect_in_stdout '^1A. e4 |1A. e4 \{179.900\} 1B. d4 \{179.500\} 1a. d5$'
expect_in_stdout '\[FEN "k7/8/8/8/8/8/6p1/K7\[Qn\] b - - 0 30 \| 4k3/8/8/8/8/8/8/4K2R\[PP\] w K - 3 40"\]'
expect_in_stdout '\(4B. e3 4b. d5 \{so\}\)'
grimoire-convert -q $records >"$T/boards.pgn" 2>/dev/null
for text in "$T/once" "$T/boards.pgn"; do
    grimoire-convert -q -f bpgn "$text" >"$T/again" 2>/dev/null
    expect_same "$T/once" "$T/again"
done
expect_exit 1 grimoire-import -d "$T/db" $records
expect_exit 0 grimoire-export -d "$T/db" -f bpgn
expect_same "$T/once" "$T/out"
expect_exit 1 grimoire-import -d "$T/db" "$T/once"
expect_stdout '4 games, 29 plies, 2 faulty, 4 duplicates'
expect_exit 0 grimoire-export -d "$T/db" -f bpgn --black Dag
awk '/^\[Event/ && NR > 1 { exit } { line[NR] = $0 } END { for (i = 1; i < NR - 1; i++) print line[i] }' "$T/once" >"$T/first"
expect_same "$T/first" "$T/out"
expect_exit 0 grimoire-db -q verify -d "$T/db"

start "a search writes both boards of a record in which one was found, once"
for board in 1 2 '1,2'; do
    expect_exit 0 grimoire-search -d "$T/db" -f bpgn --games "$board"
    expect_same "$T/first" "$T/out"
done
expect_exit 0 grimoire-search -d "$T/db" -f bpgn drop
expect_same "$T/once" "$T/out"
expect_exit 2 grimoire-search -d "$T/db" -f bpgn drop --sort date
expect_stderr '--sort cannot order what -f bpgn writes'

start "what was changed in the game of one board reaches the record"
cp "$T/db" "$T/edited"
for set in 1:White=Zoe 2:BlackElo=1999 2:WhiteA=Ada 1:BlackB=Bob 1:Event=Changed; do
    expect_exit 0 grimoire-db edit -d "$T/edited" --game "${set%%:*}" --set "${set#*:}"
done
for set in 'WhiteA "Zoe"' 'BlackBElo "1999"' 'BlackB "Bob"' 'Event "Changed"' 'BlackA "Ben"'; do
    expect_exit 0 grimoire-export -d "$T/edited" -f bpgn --games 1
    expect_in_stdout "^\\[$set\\]\$"
done

start "both boards are searched"
expect_exit 0 grimoire-search -d "$T/db" -f plies 'drop'
expect_stdout '1 6
1 8
2 4
2 10
3 2
3 5
4 2
4 3
4 4
4 5'
expect_exit 0 grimoire-search -d "$T/db" --count --fen 'rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2'
expect_stdout '1 1'

start "a pawn's capture without its file, where one pawn can make it"
printf '[WhiteA "a"]\n[BlackA "b"]\n[WhiteB "c"]\n[BlackB "d"]\n[Result "*"]\n\n1A. e4 1a. d5 2A. xd5 1B. e4 1b. c6 *\n' >"$T/x.bpgn"
expect_exit 0 grimoire-convert -q -f uci "$T/x.bpgn"
expect_stdout $'e2e4 d7d5 e4d5 *\ne2e4 c7c6'
printf '1. e4 d5 2. c4 e6 3. xd5 *\n' >"$T/x.pgn"
expect_exit 1 grimoire-convert -q -f uci "$T/x.pgn"
printf '1. e4 d5 2. xd6 *\n' >"$T/x.pgn"
expect_exit 1 grimoire-convert -q -f uci "$T/x.pgn"

start "a board that stands alone is no record"
sed -n '/Board "B"/,$p' "$T/boards.pgn" >"$T/cut.pgn"
sed -i '1i[Variant "Bughouse"]\n[White "Cem"]\n[Result "0-1"]' "$T/cut.pgn"
expect_exit 1 grimoire-convert -f bpgn "$T/cut.pgn"
expect_stderr 'error: game 1: it is left out of what is written as bpgn: it is one board of a record, and the game of the other'
[ "$(grep -c '^\[Event' "$T/out")" = 1 ] || fail "not one record: $(cat "$T/out")"
sed '/Board "B"/,$d' "$T/boards.pgn" >"$T/half.pgn"
echo '*' >>"$T/half.pgn"
expect_exit 1 grimoire-convert -f bpgn "$T/half.pgn" samples/chess.pgn
expect_stderr "half.pgn:1: error: game 1: it is left out of what is written as bpgn: it is one board of a record"
expect_stderr "chess.pgn:.*error: game 1: it is left out of what is written as bpgn: it is no board of Bughouse"

start "a fault on one board leaves the other's moves, and drops are not blamed on what nobody knows"
cat >"$T/faults" <<'END'
[WhiteA "a"][BlackA "b"]
[WhiteB "c"][BlackB "d"]
[Result "0-1"]

1A. e4 1B. d4 1a. Qe5 {oops} 1b. d5 2A. d3 (2A. d4) {kept} 2B. e4 2b. N@f3 $2
3B. Qh9 3b. x 0-1
END
expect_exit 1 grimoire-check "$T/faults"
expect_stderr ":5:19: error: game 1, ply 2: 'Qe5' cannot be played"
expect_stderr ":6:5: error: game 2, ply 5: 'Qh9' cannot be played"
expect_stderr '^2 games, 5 plies, 2 faulty; 2 errors'
expect_exit 1 grimoire-convert -q -f bpgn "$T/faults"
expect_in_stdout '^1A. e4 \{\[%unplayable .Qe5. cannot be played'
expect_in_stdout 'Qe5 \{oops%7D 2. d3 \(2. d4\) \{kept%7D\} 1B. d4 1b.$'
cp "$T/out" "$T/once"
expect_exit 1 grimoire-convert -q -f bpgn "$T/once"
expect_same "$T/once" "$T/out"
printf '[WhiteA "a"]\n[BlackB "d"]\n\n1B. Qh9 1A. e4 0-1\n' >"$T/faults"
expect_exit 1 grimoire-convert -q -f bpgn "$T/faults"
expect_in_stdout '^1B. \{\[%unplayable'
cp "$T/out" "$T/once"
expect_exit 1 grimoire-convert -q -f bpgn "$T/once"
expect_same "$T/once" "$T/out"
expect_exit 1 grimoire-check "$T/once"
expect_stderr "error: game 2, ply 1: 'Qh9' cannot be played"

start "as servers write them: lines that end with CR and LF, Latin-1, clocks that touch their moves, no moves"
printf '[WhiteA "J\xF6rg"][WhiteAElo "1"]\r\n[BlackA "b"]\r\n[WhiteB "c"]\r\n[BlackB "d"]\r\n[Result "0-1"]\r\n\r\n' >"$T/fics"
printf '1A.e4{9.000}1B. d4{-0.5} 1a. c5{0.120}\r\n1b. c6\r\n{J\xF6rg resigns} 0-1\r\n\r\n' >>"$T/fics"
printf '[WhiteA "x"]\r\n[BlackA "y"]\r\n[Result "1-0"]\r\n\r\n{nobody moved} 1-0\r\n' >>"$T/fics"
expect_exit 0 grimoire-check "$T/fics"
expect_stderr '^4 games, 4 plies, 0 faulty; 0 errors, 0 warnings$'
expect_exit 0 grimoire-convert -q -f bpgn "$T/fics"
expect_in_stdout '^\[WhiteA "Jörg"\]$'
expect_in_stdout '^1A. e4 \{9.000\} 1B. d4 \{-0.5\} 1a. c5 \{0.120\} 1b. c6 \{Jörg resigns\} 0-1$'
expect_in_stdout '^\{nobody moved\} 1-0$'

start "records part where tags begin, also in a comment that is not closed, and lines may be long"
{
    printf '[WhiteA "1"]\n[WhiteB "2"]\n[Result "*"]\n\n1A. e4 {open\n\n[Event "two"]\n[WhiteA "3"]\n\n1A. d4 {'
    head -c 600000 /dev/zero | tr '\0' x
    printf '} 1B. c4 1a. d5 *\n\n1A. a4 1B. b4 {not\n[a] tag} *\n1A. h4 1B. g4 *\n'
} >"$T/parts"
expect_exit 1 grimoire-convert -q -f uci "$T/parts"
expect_stdout $'e2e4\n*\nd2d4 d7d5 *\nc2c4 *\na2a4 *\nb2b4 *\nh2h4 *\ng2g4'
expect_exit 1 grimoire-convert -q "$T/parts"
expect_in_stdout '^1. b4 \{not \[a\] tag\} \*$'

start "numbers that contradict the moves, results that do, and names of other games"
printf '[WhiteA "a"]\n[BlackA "b"]\n[Result "0-1"]\n\n1A. e4 1B. e4 1a. e5 3A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7# 0-1\n' >"$T/odd"
expect_exit 0 grimoire-check "$T/odd"
expect_stderr ':5:22: warning: game 1, ply 3: numbered as move 3, but this is move 2$'
expect_stderr ':3:10: warning: game 1, ply 7: the result is given as 0-1, but the game ends in checkmate, 1-0$'
sed 's/^$/[Variant "Bughouse Duck"]\n/' "$T/odd" >"$T/duck"
expect_exit 1 grimoire-check "$T/duck"
expect_stderr ':4:11: error: game 1: unknown variant "Bughouse Duck"'
printf '[WhiteA "a"]\n[Variant "Bughouse Chess960"]\n[FEN "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w BHbh - 0 1 | n' >"$T/960"
printf 'rbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w BHbh - 0 1"]\n\n1A. Ng3 1B. d4 1a. Ng6 2A. O-O *\n' >>"$T/960"
expect_exit 0 grimoire-check "$T/960"
expect_stderr '^2 games, 4 plies, 0 faulty'

start "one board by itself: captures leave it, every piece but the king can be dropped, mate is what no drop ends"
expect_exit 0 grimoire-perft -v bughouse -n 2 --divide
expect_in_stdout '^P@e4 '
expect_exit 0 grimoire-convert -q -v bughouse <(echo '1. e4 d5 2. exd5 N@f6 3. Q@e6 *') -f fen
expect_in_stdout '^rnbqkbnr/ppp1pppp/4Qn2/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - '
printf '[Variant "Bughouse"]\n[FEN "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"]\n\n1. Rd8# *\n' >"$T/mate.pgn"
expect_exit 0 grimoire-check "$T/mate.pgn"
expect_stderr ':4:4: warning: game 1, ply 1: marked as mate, but is only check$'
expect_exit 0 grimoire-variants show bughouse
printf '[mine:chess]\ntitle = Mine\npieceDrops = true\ntwoBoards = true\n' >"$T/two.ini"
expect_exit 0 grimoire-variants check "$T/two.ini"
expect_exit 0 grimoire-perft --variants "$T/two.ini" -v mine -n 1
expect_stdout 180

finish
