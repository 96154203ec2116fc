#!/usr/bin/env bash
# The variants that lichess plays, as its games are written: read, written, kept, searched, shown.
. "$(dirname "$0")/lib.sh"

games=tests/data/notation/lichess.pgn
names=(chess960 crazyhouse atomic antichess horde threecheck racingkings kingofthehill)

start "a game of each is read without a word, its result and end agree"
expect_exit 0 grimoire-check "$games"
expect_stderr '^8 games, 71 plies, 0 faulty; 0 errors, 0 warnings$'

start "each is written and read back in all forms"
expect_exit 0 grimoire-convert -q -f uci "$games"
cp "$T/out" "$T/uci"
expect_in_stdout ' c1b1 c8b8 '
expect_in_stdout ' P@e4 P@e6 '
expect_exit 0 grimoire-convert -q "$games"
cp "$T/out" "$T/pgn"
expect_exit 0 grimoire-convert -q -f uci "$T/pgn"
cmp "$T/out" "$T/uci" || fail "not the same games"

start "JSON knows that a game was won by the rules"
expect_exit 0 grimoire-convert -q -f json "$games"
[ "$(grep -c '"state":"won"' "$T/out")" = 3 ] || fail "not three games"

start "a database keeps them"
expect_exit 0 grimoire-import -d "$T/db" "$games"
expect_exit 0 grimoire-db verify -d "$T/db"
expect_exit 0 grimoire-export -d "$T/db" -f uci
cmp "$T/out" "$T/uci" || fail "not the same games"
for i in "${!names[@]}"; do
    expect_exit 0 grimoire-search -d "$T/db" -v "${names[i]}" -f plies 'ply = 0'
    expect_stdout "$((i + 1)) 0"
done

start "queries ask for hands, drops, castlings and ends"
expect_exit 0 grimoire-search -d "$T/db" -v crazyhouse -f plies 'white P in pocket and ply = 3'
expect_stdout '2 3'
expect_exit 0 grimoire-search -d "$T/db" -f plies 'drops P'
expect_stdout $'2 7\n2 8'
expect_exit 0 grimoire-search -d "$T/db" -v chess960 -f plies 'black castles'
expect_stdout '1 6'
expect_exit 1 grimoire-search -d "$T/db" 'checkmate or stalemate' # those games were won otherwise

start "diagrams show what is in hand and the checks left"
expect_exit 0 grimoire-show -v crazyhouse --ply 8 <(sed -n '/made0002/,/made0003/p' "$games" | sed '$d')
expect_exit 0 grimoire-show -f svg --ply 4 "$games"
expect_in_stdout '<svg'

start "a result that does not fit, and moves after the end, are reported"
sed -n '/Three-check game/,/1-0$/p' "$games" | sed 's/1-0/0-1/' >"$T/wrong.pgn"
expect_exit 0 grimoire-check "$T/wrong.pgn"
expect_stderr 'the game ends in a win by its rules, 1-0'
sed -n '/King of the Hill game/,/1-0$/p' "$games" | sed 's/Kd4# 1-0/Kd4# h6 1-0/' >"$T/on.pgn"
expect_exit 1 grimoire-check "$T/on.pgn"
expect_stderr 'the game is over: White has won'

start "statistics name such ends"
expect_exit 0 grimoire-stats -d "$T/db" -v threecheck
expect_in_stdout '^  rules of the game +1 '

start "the engine plays each of them to its end"
for name in "${names[@]}"; do
    one_of 2 || continue
    expect_exit 0 grimoire-match -v "$name" --games 2 --nodes 100 --max-plies 60 --pgn "$T/$name.pgn"
    expect_exit 0 grimoire-check "$T/$name.pgn"
    expect_exit 0 grimoire-import -d "$T/played" "$T/$name.pgn"
done
expect_exit 0 grimoire-db verify -d "$T/played"
expect_in_stdout '0 damaged$'
expect_exit 0 grimoire-annotate -d "$T/played" --depth 2
expect_exit 0 grimoire-db verify -d "$T/played"

start "rights of Chess960 in chess are found by queries as those of chess are"
cat >"$T/rights.pgn" <<'PGN'
[Variant "Chess"]
[SetUp "1"]
[FEN "r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2 w FAfa - 0 1"]

1. O-O-O O-O 2. a3 a6 *

[Variant "Chess"]
[SetUp "1"]
[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w HAha - 0 1"]

1. O-O-O O-O 2. a3 a6 *
PGN
expect_exit 0 grimoire-import -q -d "$T/rights.db" "$T/rights.pgn"
for found in '2 4:may castle' '2 6:rights -' '2 2:rights KQkq' '2 2:white castles then black castles'; do
    expect_exit 0 grimoire-search -q -d "$T/rights.db" --count "${found#*:}"
    expect_stdout "${found%%:*}"
done

start "castling by the rules of Chess960 in another game: read, written, stored, searched, played by an engine"
cat >"$T/zh960.pgn" <<'PGN'
[Variant "Crazyhouse"]
[SetUp "1"]
[FEN "r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2[] w FAfa - 0 1"]

1. O-O-O O-O 2. a3 a6 *
PGN
expect_exit 0 grimoire-check "$T/zh960.pgn"
expect_stderr ' 0 errors, 0 warnings$'
expect_exit 0 grimoire-convert -q -f uci "$T/zh960.pgn"
expect_stdout 'c1a1 c8f8 a2a3 a7a6'
expect_exit 0 grimoire-convert -q -f fen "$T/zh960.pgn"
expect_in_stdout '2KR1R2\[\] b fa - 1 1$'
expect_exit 0 grimoire-import -q -d "$T/zh960.db" "$T/zh960.pgn"
expect_exit 0 grimoire-db index -q -d "$T/zh960.db"
expect_exit 0 grimoire-db verify -d "$T/zh960.db"
expect_exit 0 grimoire-export -q -d "$T/zh960.db" -f uci
expect_stdout 'c1a1 c8f8 a2a3 a7a6'
for found in 'castles O-O-O' 'white castles then black castles' 'may castle O-O'; do
    expect_exit 0 grimoire-search -q -d "$T/zh960.db" --count "$found"
done
expect_exit 0 grimoire-search -q -d "$T/zh960.db" -v crazyhouse --count --fen 'r1k2r2/pppppppp/8/8/8/8/PPPPPPPP/R1K2R2[] w FAfa - 0 1'
expect_stdout '1 1'
expect_exit 0 grimoire-export -q -d "$T/zh960.db" -f html
expect_in_stdout 'data-steps='
expect_exit 0 grimoire-match -q -v crazyhouse --games 2 --nodes 50 --max-plies 40 --openings "$T/zh960.pgn" --pgn "$T/played.pgn" \
    --engine1 "tee -a $T/said | $GRIMOIRE_BIN/grimoire-engine"
expect_exit 0 grimoire-check -q "$T/played.pgn"
expect_exit 0 grimoire-annotate -q -d "$T/zh960.db" --nodes 20 --engine "tee -a $T/said | $GRIMOIRE_BIN/grimoire-engine"
grep -q 'UCI_Chess960 value true' "$T/said" || fail "UCI_Chess960 was not set"

finish
