#!/usr/bin/env bash
# Records of Shogi: the forms of its players, in and out.
. "$(dirname "$0")/lib.sh"

shogi=tests/data/notation/shogi
moves='c3c4 g7g6 b2h8+ g9h8 B@f5'

start "KIF with comments, times and variations is read without the name of the game"
expect_exit 0 grimoire-convert -q -f uci $shogi/game.kif
expect_stdout "$moves"

for format in csa kif usi pgn; do
    start "a record in KIF goes through $format"
    grimoire-convert -q -f $format $shogi/game.kif >"$T/game" 2>/dev/null
    expect_exit 0 grimoire-convert -q -f uci "$T/game"
    expect_stdout "$moves"
done

start "Shift_JIS reads as UTF-8 does"
iconv -f UTF-8 -t CP932 $shogi/game.kif >"$T/sjis.kif"
grimoire-convert -q $shogi/game.kif >"$T/utf8.pgn" 2>/dev/null
grimoire-convert -q "$T/sjis.kif" >"$T/sjis.pgn" 2>/dev/null
expect_same "$T/utf8.pgn" "$T/sjis.pgn"

start "moves of CSA, USI and KI2 that are not legal have their places and reasons"
expect_exit 1 grimoire-check -q $shogi/games.csa
expect_stderr "$shogi/games.csa:32:1: error: game 2, ply 3: '.0055FU' cannot be played: White has no Pawn in hand"
expect_exit 1 grimoire-check -q $shogi/game.ki2
expect_stderr "$shogi/game.ki2:7:2: error: game 1, ply 9: '３八銀' cannot be played: neither of Black's Silvers, on d8 and g8, goes to g2"
expect_exit 1 grimoire-convert -q -f uci $shogi/games.usi

start "a game that is none of Shogi is left out, and that said"
echo '1. e4 *' >"$T/chess.pgn"
expect_exit 1 grimoire-convert -q -f csa "$T/chess.pgn"
expect_stderr "$T/chess.pgn:1: error: game 1: it is left out of what is written as csa: it is none of Shogi"

finish
