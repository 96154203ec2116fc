#!/usr/bin/env bash
# grimoire-match --suite: engines on test positions.
. "$(dirname "$0")/lib.sh"

suite() {
    grimoire-match -j 1 --suite "$@"
}

fake="$PWD/tests/programs/fake-engine"
start_fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
cat >"$T/a.epd" <<'END'
# three of chess

r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "mate; in two"; c0 "a comment";
7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - am Rb7 Rb6b5; dm 9;
5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - bm Qc4 c6b6
END

start "what each position was answered, and the sums"
expect_exit 0 suite "$T/a.epd" --nodes 5000
expect_quiet
expect_output suite.txt
expect_exit 0 suite "$T/a.epd" --nodes 5000 -f csv
expect_output suite.csv
expect_stderr '^engine 1: [0-9] of 3 solved$'
expect_exit 0 suite "$T/a.epd" --nodes 5000 -f json
expect_output suite.json

start "threads make no difference"
expect_exit 0 suite "$T/a.epd" --nodes 5000 -j 3 -o "$T/three"
expect_same "$T/three" tests/data/golden/suite.txt

start "two engines side by side"
expect_exit 0 suite "$T/a.epd" --nodes1 1 --nodes2 5000 --name2 'More'
expect_output suite-two.txt
expect_exit 0 suite "$T/a.epd" --nodes1 1 --nodes2 5000 --name2 'More' -f json
[ "$(grep -o '"name":"More"' "$T/out" | wc -l)" -eq 4 ] || fail "not both in each line"

start "every game, and several in one file"
for epd in tests/data/mates/*.epd; do
    variant=${epd##*/} variant=${variant%.epd}
    sed 's/dm 4/dm 3/' "$epd" | head -n 3 >"$T/mates.epd" # the third mate may be one move longer
    expect_exit 0 suite "$T/mates.epd" -v "$variant" --nodes 300
    expect_in_stdout '^Grimoire .*: [0-9] of [0-9] solved$'
    sed "s/\$/; variant $variant;/; 1q" "$epd" >>"$T/all.epd"
done
echo "$start_fen bm a4; variant chess;" >>"$T/all.epd"
expect_exit 0 suite "$T/all.epd" --nodes 20000
expect_in_stdout '^Grimoire .*: [4-7] of 7 solved$'
printf '[tiny:chess]\nmaxRank = 6\nmaxFile = 6\nstartFen = 2k3/pppppp/6/6/PPPPPP/2K3 w - - 0 1\n' >"$T/tiny.ini"
echo '2k3/6/6/6/5P/2K3 w - - bm f4; variant tiny;' >"$T/tiny.epd"
expect_exit 0 suite "$T/tiny.epd" --variants "$T/tiny.ini" --nodes 100
expect_exit 1 suite "$T/tiny.epd" --nodes 100
expect_stderr "tiny.epd:1:[0-9]*: error: there is no variant 'tiny'$"

start "faulty lines are reported with their places, and the others run"
{
    echo "$start_fen bm e5; id \"illegal\";"
    echo '8/8/8 w - - bm e4;'
    echo "$start_fen bm e4 d4 c4 Nf3 Nc3 g3 b3 a3 a4 h3 h4 f4 f3 e3 d3 c3 b4 g4 Na3 Nh3;"
    echo "$start_fen id \"open; bm e4;"
    echo "$start_fen ce 30;"
    echo "$start_fen am e4 Qh5#;"
    echo '4k3/8/8/8/8/8/P7/4K3 w Q - bm Kd2; id "rights";'
} >"$T/bad.epd"
expect_exit 1 suite "$T/bad.epd" --nodes 100
expect_stderr "bad.epd:1:57: error: bm: 'e5' cannot be played: .*"
expect_stderr 'bad.epd:2:1: error: 3 ranks, not 8$'
expect_stderr 'bad.epd:4:54: error: the quotes of id are not closed$'
expect_stderr 'bad.epd:5:54: warning: it asks for no move'
expect_stderr "bad.epd:6:60: error: am: 'Qh5#' cannot be played: "
expect_stderr "bad.epd:7:24: warning: .*; it is left out$"
[ "$(wc -l <"$T/err")" -eq 6 ] || fail "other messages"
expect_in_stdout '^line 3: .* right'
expect_in_stdout '^rights: '
grep -q illegal "$T/out" && fail "it was run"
expect_in_stdout '^Grimoire .*: [12] of 2 solved$'

start "files that are no suites"
: >"$T/empty.epd"
expect_exit 2 suite "$T/empty.epd" --nodes 100
expect_stderr 'empty.epd: no position found$'
expect_exit 2 suite "$T/none.epd" --nodes 100
expect_exit 2 suite samples/chess.pgn --nodes 100
echo "$start_fen ce 30;" >"$T/idle.epd"
expect_exit 1 suite "$T/idle.epd" --nodes 100
gzip -c "$T/a.epd" >"$T/a.epd.gz"
expect_exit 0 suite "$T/a.epd.gz" --nodes 5000
expect_output suite.txt
expect_exit 0 suite - --nodes 5000 <"$T/a.epd"
expect_output suite.txt

start "what does not go together"
expect_exit 2 suite "$T/a.epd"
expect_stderr 'give a limit: --movetime, --depth or --nodes$'
for option in '--games 2' '--tc 1' '--tc2 1' "--pgn $T/x.pgn" '--resume' '--seed 1' '--openings x' '--sprt 0,5'; do
    expect_exit 2 suite "$T/a.epd" --nodes 1 $option
    expect_stderr "^grimoire-match: ${option%% *} is for games: it does not go with --suite$"
done
[ ! -e "$T/x.pgn" ] || fail "games were written"
expect_exit 2 grimoire-match --nodes 1 -f csv
expect_stderr '^grimoire-match: -f goes with --suite alone$'
expect_exit 2 suite "$T/a.epd" --nodes 1 -f pgn
expect_exit 2 suite "$T/a.epd" --nodes 1 x.epd
expect_exit 2 suite "$T/a.epd" --nodes 1 -o "$T/a.epd"
expect_stderr 'suite reads that file$'

start "since when an engine has kept to a solution is what it says"
echo "$start_fen bm e4; id \"one\";" >"$T/one.epd"
said='info depth 1 score cp 1 time 5 nodes 10 pv e2e4\ninfo depth 2 score cp 2 time 7 nodes 20 pv d2d4\n'
said+='info depth 3 multipv 2 score cp 2 time 8 nodes 25 pv e2e4\n'
said+='info depth 3 score cp 3 time 9 nodes 30 pv e2e4 e7e5\n'
said+='info depth 4 score cp 3 upperbound time 10 nodes 40 pv d2d4\ninfo depth 5 score cp 4 time 11 nodes 50 pv e2e4'
expect_exit 0 suite "$T/one.epd" --movetime 1000 --engine1 "$fake says '$said'"
expect_in_stdout '^one: e4 right, depth 3, 30 nodes, 0.009 s$'
expect_exit 0 suite "$T/one.epd" --depth 5 --engine1 "$fake says '$said' d2d4"
expect_in_stdout '^one: d4 wrong, not e4$'
said='info depth 6 score cp 1 time 5 nodes 10 pv d2d4'
expect_exit 0 suite "$T/one.epd" --depth 6 --engine1 "$fake says '$said'" -f csv-plain
expect_in_stdout ',e4,1,6,10,,$'
echo "$start_fen dm 2;" >"$T/mate.epd"
said='info depth 3 score mate 3 nodes 9 pv e2e4\ninfo depth 4 score mate 2 nodes 12 pv e2e4'
expect_exit 0 suite "$T/mate.epd" --depth 5 --engine1 "$fake says '$said'"
expect_in_stdout '^line 1: e4 right, depth 4, 12 nodes$'
expect_exit 0 suite "$T/mate.epd" --depth 5 --engine1 "$fake says 'info depth 3 score mate 3 nodes 9 pv e2e4'"
expect_in_stdout '^line 1: e4 wrong, no mate in 2$'

start "engines of the XBoard protocol"
expect_exit 0 suite "$T/one.epd" --depth 4 --protocol1 cecp --engine1 \
    "$PWD/tests/programs/fake-xboard x $T/log '1_25_1_10_d2d4|2_25_3_20_1._e4|3_25_3_30_e2e4_e7e5|move_e2e4'"
expect_in_stdout '^one: e4 right, depth 2, 20 nodes$'
expect_exit 0 suite "$T/a.epd" --depth 5 --protocol1 cecp --engine1 grimoire-engine
expect_in_stdout '^mate; in two: Qxh7\+ right, depth [1-5], '

start "engines that fail"
cat "$T/a.epd" "$T/one.epd" >"$T/four.epd"
expect_exit 1 suite "$T/four.epd" --nodes 5000 --engine1 "$fake at dies r1bq2rk"
expect_in_stdout '^mate; in two: no move: .*killed by signal'
expect_in_stdout '^one: '
expect_exit 1 suite "$T/one.epd" --nodes 5 --engine1 "$fake illegal"
expect_in_stdout "^one: no move: gives 'e2e5' as its best move, which is not legal$"
expect_in_stdout ': 0 of 1 solved$'
expect_exit 2 suite "$T/one.epd" --nodes 5 --engine1 /nonexistent/engine
expect_exit 1 suite "$T/all.epd" --nodes 5 --engine1 "$fake scoreless"
expect_in_stdout ": no move: does not play Capablanca Chess: "
expect_in_stdout ": [0-9]* of $(wc -l <"$T/all.epd") solved$"

start "a signal ends it with the sums so far"
for i in 1 2 3 4 5 6; do cat "$T/one.epd"; done >"$T/six.epd"
grimoire-match -j 1 --suite "$T/six.epd" --movetime 20000 >"$T/out" 2>"$T/err" &
until_true catches_signals $!
nap 1 # so that the first search has begun
[ -z "$sanitized" ] || nap 3
kill -TERM $!
wait $!
[ $? -eq 143 ] || fail "exit status"
expect_in_stdout '^0 of 0 solved$'
expect_stderr 'stopped after 0 of 6 positions$'

finish
