#!/usr/bin/env bash
# grimoire-engine under UCI: searches that take time, and ends of them.
. "$(dirname "$0")/lib.sh"

start "limits of depth, nodes and time hold"
uci 'go depth 6'
awk '/^info depth/ && $3 > 6' "$T/out" | grep . && fail "deeper than asked"
uci 'go nodes 1234'
awk '/^info depth/ { for (i = 1; i < NF; i++) if ($i == "nodes" && $(i + 1) > 1234) print }' "$T/out" | grep . && fail "more nodes than asked"
uci 'setoption name Move Overhead value 0' 'go movetime 200'
awk '/^info depth/ { for (i = 1; i < NF; i++) if ($i == "time" && $(i + 1) > 700) print }' "$T/out" | grep . && fail "longer than asked"

start "an endless search says its move after stop, not before"
for go in 'go infinite' 'go' 'go infinite depth 2' 'go ponder depth 2' 'go ponder'; do
    open_engine
    tell 'position startpos' "$go" isready
    await '^info depth 2 '
    sleep 0.1
    grep '^bestmove' "$T/out" && fail "$go: a best move before stop"
    tell stop
    await '^bestmove '
    tell 'go depth 1'
    until_true has ^bestmove 2
    close_engine
done

start "stop, isready and quit are heard while other commands wait for the search"
for go in 'go movetime 50000' 'go depth 90'; do
    for others in 'eval' 'd' 'setoption name Hash value 2' 'position startpos moves e2e4' 'ucinewgame' $'eval\nd\nucinewgame'; do
        open_engine
        tell "$go"
        await '^info depth 3 '
        tell "$others" isready
        await '^readyok'
        grep '^bestmove' "$T/out" && fail "$go, $others: a best move before stop"
        tell stop
        await '^bestmove '
        tell eval # waits for nothing any more
        await 'static evaluation'
        tell "$go" "$others"
        close_engine
        [ "$(grep -c ^bestmove "$T/out")" -eq 2 ] || fail "$go, $others: not two best moves"
    done
done

start "ponderhit starts the clock"
for go in 'go ponder movetime 100' 'go ponder wtime 3000 btime 3000' 'go ponder wtime 200 btime 200 movestogo 1'; do
    open_engine
    tell 'setoption name Ponder value true' 'position startpos moves e2e4' "$go"
    sleep 0.6
    grep '^bestmove' "$T/out" && fail "$go: a best move before ponderhit"
    tell ponderhit
    await '^bestmove [^ ]+'
    close_engine
    [ "$(grep -c ^bestmove "$T/out")" -eq 1 ] || fail "$go: not one best move"
done
uci 'go depth 3' ponderhit stop isready # nothing to hit
[ "$(grep -c ^bestmove "$T/out")" -eq 1 ] || fail "not one best move"

start "a limited strength: fewer nodes, the same move each time, no limit where one analyses"
nodes() { sed -n 's/.* nodes \([0-9]*\) .*/\1/p' "$T/out" | sort -n | tail -n 1; }
last=0
for elo in 100 800 1400; do
    uci 'setoption name UCI_LimitStrength value true' "setoption name UCI_Elo value $elo" ucinewgame 'go movetime 3000'
    [ "$(nodes)" -gt "$last" ] || fail "$elo: $(nodes) nodes"
    last=$(nodes)
done
uci 'setoption name UCI_LimitStrength value true' 'setoption name UCI_Elo value 700' ucinewgame 'go movetime 1000' ucinewgame 'go movetime 1000'
[ "$(grep '^bestmove' "$T/out" | sed 's/ ponder.*//' | sort -u | wc -l)" -eq 1 ] || fail "two different moves"
uci 'setoption name UCI_LimitStrength value true' 'setoption name UCI_Elo value 200' 'setoption name UCI_AnalyseMode value true' 'go depth 8'
expect_in_stdout '^info depth 8 '

start "scores outside the window are bounds, and after some seconds root moves are shown"
for fen in 'r1b1kbnr/1p2q2p/2np1pp1/p1p5/P1B1P3/2NQBN2/1PP2PPP/R3K2R w KQkq - 2 12' \
    '3r4/1p3np1/5Nk1/p1p4p/4r2P/3R1N1R/PPP2PP1/5K2 b - - 0 23' \
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' '8/6k1/5rpp/1p2R3/1P6/1KPR4/6rP/8 w - - 2 35'; do
    printf 'position fen %s\ngo nodes 100000\n' "$fen"
done >"$T/commands"
expect_exit 0 timeout 60 sh -c "grimoire-engine <'$T/commands'"
expect_in_stdout ' (lower|upper)bound nodes '
grep -B 1 '^bestmove' "$T/out" | grep upperbound && fail "the last line is none to end with"
open_engine
tell 'go infinite'
await '^info depth [0-9]+ currmove [a-h1-8]+ currmovenumber [0-9]+$'
close_engine

finish
