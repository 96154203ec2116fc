#!/usr/bin/env bash
# grimoire-engine: UCI sessions, the bench signature, and input that is none.
. "$(dirname "$0")/lib.sh"

# Runs a session; what takes time differs from run to run and is cut out.
session() {
    printf '%s\n' "$@" >"$T/commands"
    expect_exit 0 sh -c "grimoire-engine <'$T/commands' |
        sed -E 's/ nps [0-9]+//; s/ time [0-9]+//; s/^info string [0-9]+ ms, .*/info string time/
            s/( var capablanca) var .*/\1/' # variants may be added"
}

start "a session in chess"
session uci isready ucinewgame 'position startpos moves e2e4 e7e5 g1f3' 'go depth 4' d eval \
    'position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' 'go perft 2' \
    'position startpos' 'go depth 3 searchmoves a2a3 h2h4' 'go nodes 300' # quit would end it early
expect_output engine/chess.txt
expect_quiet

start "a session in each other variant, with its own kinds of move"
session 'setoption name UCI_Variant value magi' 'position startpos moves c2c5 b9b7 d3d4' \
    'go depth 3' \
    'setoption name UCI_Variant value magician' \
    'position fen r*1m2r/p2k1p1/*pp*pp*/*5*/*3M1*/PPN2PP/RM*KN1R w BF - 2 11 moves g3g2x d6e6' \
    'go depth 3' \
    'setoption name UCI_Variant value royal' \
    'position fen 4k3/8/8/8/8/4K3/8/8[BNR,-,nr,-] w - - 0 1 moves e3e4,N@c6 e8d7' 'go depth 3' \
    'setoption name UCI_Variant value wizard' \
    'position fen 7/3z3/7/7/7/7/3c3/3W3/7/7/7/3Z3[] b - - 0 1 moves d6d5 W@a2' 'go depth 3' d
expect_output engine/variants.txt

start "several lines, mates, and games that are over"
session 'setoption name MultiPV value 3' 'position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1' 'go depth 3' \
    'position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1' 'go depth 3' \
    'position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1' 'go depth 3' \
    'setoption name MultiPV value 1' 'position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1' 'go mate 1' \
    'setoption name UCI_Variant value wizard' \
    'position fen 7/7/7/7/7/7/7/7/4Z2/1C5/1C5/z6[] b - - 0 1' 'go depth 2'
expect_output engine/ends.txt

start "every go gives a score and a line before its best move, whatever its limit"
# Prints each bestmove that no info line with a score comes before; one with a move wants it in a pv.
scoreless() {
    awk '/^info depth [0-9]+ .*score (cp|mate) -?[0-9]+/ { scored = 1; if ($0 ~ / pv [a-zA-Z0-9@-]/) line = 1 }
        /^bestmove/ { n++; if (!scored || ($2 != "(none)" && !line)) print n ": " $0; scored = line = 0 }
        END { if (n != '"$1"') print n " best moves, not '"$1"'" }' "$T/out"
}
goes=('go nodes 1' 'go nodes 2' 'go nodes 50' 'go nodes 200' 'go depth 1' 'go movetime 1'
    'go wtime 1 btime 1' 'go wtime 1 btime 1 winc 1 movestogo 1' 'go mate 1' 'go depth 2 nodes 9'
    $'go infinite\nstop' $'go ponder\nponderhit' $'go\nstop')
{
    while IFS='|' read -r variant fen only; do
        echo "setoption name UCI_Variant value $variant"
        for lines in 1 4; do
            echo "setoption name MultiPV value $lines"
            for go in "${goes[@]}" "go nodes 1 searchmoves $only" "go depth 1 searchmoves $only"; do
                printf 'ucinewgame\nposition fen %s\n%s\n' "$fen" "$go"
            done
        done
    done <<'END'
chess|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|a2a3 h2h4
chess|7k/6Q1/5K2/8/8/8/8/8 b - - 0 1|
chess|7k/5K2/6Q1/8/8/8/8/8 b - - 0 1|
chess|8/8/8/8/8/4k3/8/4K2N w - - 0 1|e1d1
chess|4k3/8/8/8/8/8/4r3/4K3 w - - 0 1|e1e2
magi|rnbcqkwbnr/pppppppppp/d2l2l2d/10/10/10/10/D2L2L2D/PPPPPPPPPP/RNBCQKWBNR w KQkq - 0 1|i1h3
magician|rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1|c1d3
royal|8/r6p/1np2mk1/pBPp1pN1/P6P/3PbMN1/R7/2B2K2[BNR,BNR,bnr,bnr] w - - 4 41|f3f4,B@h5
wizard|dcazacd/wgwwwgw/2hwh2/7/7/7/7/7/7/2HWH2/WGWWWGW/DCAZACD[] b Zz - 0 1|d12d10
wizard|7/3z3/7/7/7/7/3d3/7/7/7/7/3Z3[W] w - - 0 1|W@a2
capablanca|r3qk3r/pppp2pppp/2npbb4/5p4/4PP1cn1/1PN2BCN2/P1PP1BPPPP/R3QK3R w KQkq - 5 12|f1e2
crazyhouse|4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1|Q@d8
atomic|rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2|f3e5
atomic|rnbq1bnr/pppp2pp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 4|
antichess|8/1p6/8/8/8/8/P7/8 w - - 0 1|a2a4
horde|8/8/8/8/8/8/4k3/8 w - - 0 1|
threecheck|4k3/8/8/8/8/8/8/4K2R w K - 0+3 0 1|
racingkings|4K3/8/8/8/8/k7/8/8 b - - 0 1|
kingofthehill|4k3/8/8/8/4K3/8/8/8 b - - 0 1|
END
} >"$T/commands"
expect_exit 0 grimoire-engine <"$T/commands"
grep -E 'FEN, column|does not know' "$T/out" && fail "not what was to be searched"
[ -z "$(scoreless 570)" ] || fail "without a score: $(scoreless 570 | head -n 5)"

start "what is wrong is reported, and the session goes on"
session 'frobnicate now' 'position' 'position fen' 'position fen 8/8 w' \
    'position startpos moves e2e4 e2e4 d2d4' 'setoption' 'setoption name' 'setoption name Hash value 0' \
    'setoption name Hash value many' 'setoption name Nonsense value 3' 'setoption name UCI_Variant value go' \
    'setoption name MultiPV value 1000' 'setoption name Threads value 0' '' '   ' \
    'debug on' 'stop' 'ponderhit' 'isready'
expect_output engine/faults.txt
session 'position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1' d
expect_in_stdout "^info string FEN, column 25: right 'Q', but White has no rook on a1; it is left out$"
expect_in_stdout '4K2R w K - 0 1'
session 'position fen x' 'position startpos moves e2e4' 'position fen 8/8 w' d
[ "$(grep -c '^info string ERROR: this FEN is no position; the one before stays$' "$T/out")" -eq 2 ] || fail "not refused"
expect_in_stdout '^Fen: rnbqkbnr/pppppppp/8/8/4P3/'

start "go without a limit that is known does not search for ever; with one, other words are passed over"
session 'go depth' 'go depth x' 'go wtime' 'go foo' 'go dept 5' 'go perft x' 'go searchmoves e2e4 dept 5'
for word in x foo dept 5; do
    expect_in_stdout "^info string ERROR: go does not know '$word'$"
done
for limit in depth wtime; do
    expect_in_stdout "^info string ERROR: go $limit takes a whole number$"
done
expect_in_stdout "^info string ERROR: perft takes a depth from 0 to 128, not 'x'$"
grep '^bestmove [^(]' "$T/out" && fail "it searched"
session 'go foo depth 2' 'go depth 2 foo 7' 'go infinite foo' 'go' 'go foo ponder' # GUIs may know more than it
[ "$(grep -c '^bestmove' "$T/out")" -eq 5 ] || fail "not five best moves"
[ "$(grep -c 'ERROR' "$T/out")" -eq 5 ] || fail "not five words refused"

start "noise does no harm"
head -c 200000 /dev/urandom >"$T/noise"
expect_exit 0 sh -c "grimoire-engine <'$T/noise'"
{ printf 'position fen ' && head -c 5000000 /dev/zero | tr '\0' K && echo && echo isready; } >"$T/long"
expect_exit 0 grimoire-engine <"$T/long"
expect_in_stdout '^info string ERROR: a FEN has at most'
expect_in_stdout '^readyok$'
{ head -c 40000000 /dev/zero | tr '\0' x && echo && echo isready; } >"$T/long"
memory='ulimit -v 150000'
[ -z "$sanitizer" ] || memory=: # it takes much more for itself
expect_exit 0 sh -c "$memory; grimoire-engine <'$T/long'"
expect_in_stdout '^info string ERROR: a line of over 16 MB is no command$'
expect_in_stdout '^readyok$'
{ printf 'setoption name Hash value ' && head -c 100000 /dev/zero | tr '\0' 9 && echo; } >"$T/long"
expect_exit 0 grimoire-engine <"$T/long"
expect_in_stdout '^info string ERROR: an option that long'

start "several threads search together"
for command in 'go depth 6' 'go nodes 20000' 'go movetime 50' 'go wtime 200 btime 200' 'go mate 2' \
    $'go infinite\nstop' $'go ponder\nponderhit'; do
    for v in chess royal wizard; do
        printf 'setoption name Threads value 3\nsetoption name UCI_Variant value %s\n%s\n' $v "$command"
    done
done >"$T/commands"
expect_exit 0 grimoire-engine <"$T/commands"
[ -z "$(scoreless 21)" ] || fail "without a score: $(scoreless 21 | head -n 5)"
! grep -q 'bestmove (none)' "$T/out" || fail "no move"

start "an endless search ends by stop, and by the end of input"
expect_exit 0 sh -c '(echo "go infinite"; sleep 0.3; echo stop; echo isready) | grimoire-engine'
expect_in_stdout '^bestmove '
expect_exit 0 sh -c '(echo "go infinite"; sleep 0.2) | grimoire-engine'
expect_in_stdout '^bestmove '
mkfifo "$T/fifo"
timeout --foreground 20 grimoire-engine <"$T/fifo" >"$T/out" &
engine=$!
exec 3>"$T/fifo"
echo go >&3
sleep 0.2
echo quit >&3
wait $engine || fail "exit status $?"
exec 3>&-
expect_in_stdout '^bestmove '

start "a search answers isready while it runs"
timeout --foreground 20 grimoire-engine <"$T/fifo" >"$T/out" &
engine=$!
exec 3>"$T/fifo"
printf 'go infinite\nisready\n' >&3
until_true grep -q '^readyok' "$T/out"
grep -q '^bestmove' "$T/out" && fail "the search had ended"
echo quit >&3
wait $engine || fail "exit status $?"
exec 3>&-

start "the clock is kept"
expect_exit 0 timeout 20 sh -c 'echo "go wtime 2000 btime 1 winc 10" | grimoire-engine'
expect_in_stdout '^bestmove '
expect_exit 0 timeout 20 sh -c 'echo "go movetime 100" | grimoire-engine'
expect_in_stdout '^bestmove '

# Changes with search, evaluation or rules only: then look at the difference, and update it.
start "the bench signature"
expect_exit 0 sh -c "grimoire-engine bench 5 | grep -v '^info string'"
expect_output engine/bench.txt
for v in $(grimoire-variants list | awk '/built in/ { print $1 }'); do
    grep -qE "^$v [^ ]+/.*: [1-9][0-9]*$" "$T/out" || fail "no position of $v"
done
for depth in 0 128 99999999999 x '5 x' 5x; do
    expect_exit 2 timeout 20 grimoire-engine bench $depth
    expect_in_stdout "^info string ERROR: bench takes a depth from 1 to 127, not '$depth'$"
done

start "a command may be given as operands, and a variant as an option"
expect_exit 0 grimoire-engine -v magi go perft 1
expect_in_stdout '^Nodes searched: 38$'
expect_exit 2 grimoire-engine -v halma go perft 1
expect_stderr 'unknown variant'

start "a command among the operands that the engine refuses is bad usage"
while read -r command; do
    expect_exit 2 grimoire-engine $command
    expect_in_stdout '^info string '
done <<'END'
frobnicate
benhc 6
bench deep
go depht 2
go perft x
position nowhere
position startpos moves e2e5
position fen 8/8/8/8/8/8/8/8 w - - 0 1
setoption name Hash value many
setoption name UCI_Variant value halma
END
expect_exit 2 grimoire engine benhc
expect_in_stdout "^info string ERROR: unknown command 'benhc'; did you mean bench\?$"
expect_exit 2 grimoire engine setoption name UCI_Variant value wizrad
expect_in_stdout "^info string ERROR: unknown variant 'wizrad'; did you mean wizard\?$"
expect_exit 2 grimoire engine setoption name Multipv2 value 2
expect_in_stdout "did you mean MultiPV\?$"
expect_exit 2 grimoire engine frobnicate
expect_exit 0 sh -c 'printf "frobnicate\nisready\n" | grimoire-engine' # in a session, no reason to end
expect_in_stdout '^readyok$'
expect_exit 0 grimoire-engine --help

start "an output that is closed is reported"
expect_exit 1 sh -c 'grimoire-engine go perft 3 >/dev/full'
expect_stderr 'cannot write'

finish
