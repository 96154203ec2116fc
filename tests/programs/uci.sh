#!/usr/bin/env bash
# What programs that drive UCI engines rely on, as tools check it before a tournament.
. "$(dirname "$0")/lib.sh"

# infos: each info line with a score that is not as the protocol has it.
infos() {
    awk '/^info .*score/ {
        good = $2 == "depth" && $3 ~ /^[0-9]+$/
        seen = ""
        for (i = 2; i <= NF; i++) {
            if ($i ~ /^(depth|seldepth|multipv|nodes|nps|hashfull|time)$/ && $(i + 1) !~ /^[0-9]+$/) good = 0
            if ($i == "hashfull" && $(i + 1) > 1000) good = 0
            if ($i == "score" && !($(i + 1) ~ /^(cp|mate)$/ && $(i + 2) ~ /^-?[0-9]+$/)) good = 0
            if ($i == "wdl" && $(i + 1) + $(i + 2) + $(i + 3) != 1000) good = 0
            if ($i == "pv" && i == NF) good = 0
            seen = seen " " $i
        }
        if ($3 > 0 && !(seen ~ / nodes / && seen ~ / time / && seen ~ / nps / && seen ~ / pv /)) good = 0
        if (!good) print
    }' "$T/out"
}

# lines_are_legal VARIANT POSITION: every pv, and bestmove with ponder, plays from the position.
lines_are_legal() {
    local moves=' moves'
    [[ $2 != *moves* ]] || moves=
    { echo "setoption name UCI_Variant value $1"
        sed -n -e 's/^info .* pv //p' -e 's/^bestmove \([^ ]*\) ponder \(.*\)/\1 \2/p' -e 's/^bestmove \([^ ]*\)$/\1/p' \
            "$T/out" | sed "s|^|position $2$moves |"; } >"$T/lines"
    timeout 60 grimoire-engine <"$T/lines" | grep 'the moves end'
}

start "it says who it is and what can be set"
uci uci
[ "$(tail -n 1 "$T/out")" = uciok ] || fail "does not end with uciok"
expect_in_stdout '^id name [^ ]'
expect_in_stdout '^id author [^ ]'
grep -vE '^(id (name|author) .+|uciok)$|^option name .+ type (button|check default (true|false)|spin default -?[0-9]+ min -?[0-9]+ max -?[0-9]+|string default [^ ]+|combo default [^ ]+( var [^ ]+)+)$' "$T/out" &&
    fail "not as the protocol has it"
awk '$1 == "option" && / spin / { for (i = 1; i < NF; i++) v[$i] = $(i + 1)
    if (v["default"] + 0 < v["min"] + 0 || v["default"] + 0 > v["max"] + 0) print }' "$T/out" | grep . && fail "a default out of bounds"
for option in Hash Threads MultiPV Ponder 'Move Overhead' UCI_Variant UCI_AnalyseMode UCI_ShowWDL UCI_LimitStrength UCI_Elo UCI_Chess960 'Clear Hash'; do
    expect_in_stdout "^option name $option type "
done

start "it is ready when asked: at once, after each command, and while it searches"
open_engine
tell uci isready
await '^readyok'
tell ucinewgame isready 'position startpos' isready 'go infinite' isready
until_true has readyok 4
tell 'setoption name Hash value 2' isready stop
until_true has readyok 5
close_engine

start "every go has one best move, after lines that can be played"
goes=('depth 5' 'nodes 3000' 'movetime 60' 'wtime 1000 btime 1000' 'wtime 500 btime 500 winc 10 binc 10'
    'wtime 300 btime 300 movestogo 5' 'depth 9 nodes 2000 movetime 1000' 'mate 1' 'depth 3 wtime 9000 btime 9000')
while IFS='|' read -r variant position; do
    one_of 3 || continue
    commands=('setoption name UCI_ShowWDL value true' "setoption name UCI_Variant value $variant" isready)
    for go in "${goes[@]}"; do
        commands+=(ucinewgame "position $position" "go $go")
    done
    uci "${commands[@]}"
    [ "$(grep -c ^bestmove "$T/out")" -eq ${#goes[@]} ] || fail "$variant: not one best move for each of ${#goes[@]} searches"
    tail -n 1 "$T/out" | grep -qE '^bestmove ' || fail "$variant: it does not end with the best move"
    wrong=$(infos; lines_are_legal "$variant" "$position")
    [ -z "$wrong" ] || fail "$variant: $(head -n 3 <<<"$wrong")"
done <<'END'
chess|startpos
chess|startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
chess|fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
chess|fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
chess|fen 4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1
magi|startpos
magician|startpos
royal|startpos
wizard|startpos
capablanca|startpos
chess960|startpos
crazyhouse|startpos
atomic|startpos
antichess|startpos
horde|startpos
threecheck|startpos
racingkings|startpos
kingofthehill|startpos
chess960|fen bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1
crazyhouse|fen r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[QNpp] b KQkq - 0 1
atomic|fen rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2
racingkings|fen 8/8/1rk4K/8/8/8/2bnNBR1/qrbnNBRQ b - - 0 1
END

start "UCI_Chess960 makes chess Chess960 and the reverse, and nothing of another game"
uci 'setoption name UCI_Chess960 value true' 'position fen bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1 moves f2f4 a7a5 f1f3 a8a6 g1h1' 'go depth 1'
expect_in_stdout '^bestmove '
[ -z "$(infos)" ] || fail "$(infos)"
uci 'setoption name UCI_Chess960 value true' 'setoption name UCI_Chess960 value false' 'position fen bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1' d 'go depth 1'
expect_in_stdout '^Fen: bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1$'
expect_in_stdout '^bestmove '
uci 'setoption name UCI_Variant value magi' 'setoption name UCI_Chess960 value true' 'position startpos' d
[ -n "$(grep -E '^ *10 ' "$T/out")" ] || fail "no longer Magi"

start "searchmoves keeps to its moves, MultiPV counts its lines"
uci 'setoption name MultiPV value 3' 'go depth 4 searchmoves a2a3 h2h3'
grep -E '^info .* pv ' "$T/out" | grep -vE ' pv (a2a3|h2h3)' && fail "another move"
uci 'setoption name MultiPV value 3' 'go depth 5'
[ "$(grep -oE 'depth 5 .*multipv [0-9]+' "$T/out" | sed 's/.* //' | sort -u | tr '\n' ' ')" = '1 2 3 ' ] || fail "not lines 1 to 3"

start "games that are over, and forced moves"
uci 'position fen 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1' 'go depth 3' 'position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1' 'go movetime 20'
[ "$(grep -c '^bestmove (none)$' "$T/out")" -eq 2 ] || fail "moves where there are none"
expect_in_stdout '^info depth 0 score mate 0$'
expect_in_stdout '^info depth 0 score cp 0$'
uci 'position fen 7k/8/8/8/8/1r6/r7/7K w - - 0 1' 'go wtime 60000 btime 60000' # one move: no thought about it
expect_in_stdout '^bestmove h1g1$'

start "an engine whose driver has gone ends, searching or not"
is_gone() { ! kill -0 "$1" 2>/dev/null; }
for go in isready 'go depth 60' 'go infinite' $'go depth 60\ngo depth 60'; do
    mkfifo "$T/to" "$T/from"
    grimoire-engine <"$T/to" >"$T/from" 2>/dev/null &
    engine=$!
    exec 8>"$T/to" 9<"$T/from"
    printf '%s\n' "$go" >&8
    read -r line <&9
    exec 8>&- 9<&-
    until_true is_gone "$engine"
    rm "$T/to" "$T/from"
done

start "commands that wait are carried out in their order, when the search has ended"
uci 'go depth 4' eval 'position startpos moves e2e4' d 'setoption name Hash value 0' 'go depth 2' d
[ "$(grep -oE '^bestmove|static evaluation|^Fen: .* [wb] |ERROR' "$T/out" | tr '\n' ',')" = \
    "bestmove,static evaluation,Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ,ERROR,bestmove,Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b ," ] ||
    fail "$(grep -v '^info depth' "$T/out")"
open_engine
tell 'go movetime 300' eval # and without a word after them
await 'static evaluation'
grep -q '^bestmove' "$T/out" || fail "before the best move"
close_engine

start "stop, ponderhit and quit are about the go before them: a list of searches is not cut"
for end in 'stop' 'quit'; do
    uci 'go depth 6' 'position startpos moves e2e4' 'go depth 5' 'go infinite' eval 'go ponder movetime 10' ponderhit 'go depth 90' "$end"
    [ "$(grep -c ^bestmove "$T/out")" -eq 5 ] || fail "$end: not five best moves"
    expect_in_stdout '^info depth 6 '
    expect_in_stdout 'static evaluation'
done
uci 'go depth 6' 'go infinite' 'go depth 2' 'go infinite' # the end of the input stops what is endless
[ "$(grep -c ^bestmove "$T/out")" -eq 4 ] || fail "not four best moves"

start "options are set whatever their case, and wrong values change nothing"
uci 'setoption name hash value 2' 'setoption name move overhead value 10' 'setoption name UCI_ShowWDL value TRUE' 'go depth 2'
grep 'info string' "$T/out" && fail "refused"
expect_in_stdout ' wdl '
uci 'setoption name Hash value 0' 'setoption name Ponder value perhaps' 'setoption name UCI_Elo value 9999' 'setoption name Threads' \
    'setoption name UCI_ShowWDL value 1' 'go depth 2'
[ "$(grep -c 'info string' "$T/out")" -eq 5 ] || fail "not five refusals"
grep ' wdl ' "$T/out" && fail "shows chances"

start "chances follow the score, differ by variant, and are certain at mate"
uci 'setoption name UCI_ShowWDL value true' 'position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1' 'go depth 3' \
    'position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1' 'go depth 3' 'position fen 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1' 'go depth 3'
expect_in_stdout 'score mate 1 wdl 1000 0 0 '
awk '/ wdl / { for (i = 1; i < NF; i++) { if ($i == "cp") cp = $(i + 1); if ($i == "wdl") d = $(i + 1) - $(i + 3) }
    if (!/mate/ && (cp > 300 && d < 300 || cp < -300 && d > -300)) print }' "$T/out" | grep . && fail "against the score"
uci 'setoption name UCI_ShowWDL value true' 'go depth 1' 'setoption name UCI_Variant value wizard' 'go depth 1'

start "a mate that is proven ends the search; go mate finds it"
uci 'position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1' 'go nodes 1000000' 'go mate 2'
[ "$(grep -cE '^bestmove (b1(b7|g1)|a2a7) ' "$T/out")" -eq 2 ] || fail "no mate"
[ "$(sed -n 's/^info depth \([0-9]*\) .*/\1/p' "$T/out" | sort -n | tail -n 1)" -lt 20 ] || fail "it went on"

start "unknown commands are passed over, quit and the end of the input end it"
uci '' 'nonsense' 'joho debug on' 'debug off' 'register later' isready
expect_in_stdout '^readyok$'
expect_exit 0 timeout 20 sh -c 'echo quit | grimoire-engine'
expect_exit 0 timeout 20 sh -c 'printf "go infinite\nquit\n" | grimoire-engine'
expect_exit 0 timeout 20 sh -c ': | grimoire-engine'
finish
