#!/usr/bin/env bash
# grimoire-engine as an engine of XBoard and WinBoard: scripted sessions.
. "$(dirname "$0")/lib.sh"

start "features, and variants by XBoard's names"
xboard 'protover 2' 'accepted done' quit
expect_in_stdout '^feature done=0$'
expect_in_stdout '^feature .*ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0'
expect_in_stdout '^feature .*reuse=1 analyze=1 colors=0 .*nps=1 memory=1 smp=1'
expect_in_stdout '^feature variants="normal,magi,magician,royal,wizard,.*capablanca.*"$'
expect_in_stdout '^feature option="Move Overhead -spin 25 0 10000"$'
[ "$(tail -n 1 "$T/out")" = 'feature done=1' ] || fail "not done"

start "a game of chess: the engine answers moves, and takes them back"
xboard 'protover 2' new 'level 40 5 0' 'sd 3' post easy 'time 30000' 'otim 30000' 'usermove e2e4' 'ping 1' \
    force 'usermove e4e5' 'ping 2' undo 'usermove e4e5' 'ping 3' quit
[ "$(grep -c '^move ' "$T/out")" -eq 1 ] || fail "not one move"
expect_in_stdout '^3 -?[0-9]+ - [0-9]+ [a-h][78][a-h][56] '
[ "$(grep -c '^pong ' "$T/out")" -eq 3 ] || fail "not three pongs"
grep -A 1 '^move' "$T/out" | tail -n 1 | grep -q '^pong 1$' || fail "the answer to ping comes before the move"

start "what cannot be played is refused with its reason in the protocol's words"
xboard new force 'usermove e2e5' 'usermove e7e5' 'usermove nonsense' 'usermove e2e4' e7e5 e2e4 frobnicate \
    'variant halma' 'option Nonsense=1' 'level -1 5 0' 'setboard 8/8 w' 'usermove g1f3' new 'sd 2' 'usermove e2e4' 'ping 1' quit
for line in 'Illegal move: e2e5' 'Illegal move: e7e5' 'Illegal move: nonsense' 'Illegal move: e2e4' \
    'Error \(unknown command\): frobnicate' 'Error \(unsupported variant\): variant halma' \
    'Error \(unknown option\): option Nonsense=1' 'Error \(bad time control\): level -1 5 0' \
    'tellusererror Illegal position' 'Illegal move: g1f3'; do
    expect_in_stdout "^$line$"
done
[ "$(grep -c '^Illegal move' "$T/out")" -eq 5 ] || fail "not five illegal moves"
[ "$(grep -c '^Error' "$T/out")" -eq 4 ] || fail "not four errors"

start "unknown variants are set up: letters, board, start"
xboard new 'variant magi' 'variant magician' 'variant royal' 'variant wizard' 'variant capablanca' 'variant normal' 'ping 1' quit
expect_in_stdout '^setup \(PNBRQ\.\.\.CW......D\.L\.\.Kpnbrq\.\.\.cw......d\.l\.\.k\) 10x10\+0_fairy rnbcqkwbnr/.*/RNBCQKWBNR w KQkq - 0 1$'
expect_in_stdout '^setup \([A-Z.]*K[a-z.]*k\) 7x7\+0_fairy rmnknmr/ppp\*ppp/'
expect_in_stdout '^setup \([A-Z.]*K[a-z.]*k\) 8x8\+0_fairy rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR w '
expect_in_stdout '^setup \([A-Z.]*Z[a-z.]*z\) 7x12\+0_fairy dcazacd/.*/DCAZACD b '
[ "$(grep -c '^setup' "$T/out")" -eq 4 ] || fail "not four setups"
xboard new 'variant antichess' 'variant giveaway' 'ping 1' quit # no royal piece; giveaway is another game
expect_in_stdout '^setup \(PNBRQ\.{16}Kpnbrq\.{16}k\) 8x8\+0_fairy rnbqkbnr/.* w - - 0 1$'
expect_in_stdout '^Error \(unsupported variant\): variant giveaway$'
grep '^setup' "$T/out" | awk '{ if (length($2) % 2) print "odd: " $0 }' | grep . && fail "tables of odd length"

# played VARIANT: the moves of a session as our own programs write them, one a line.
played() {
    sed -n 's/^move //p' "$T/out" | if [ "$1" = magi ]; then
        awk '{ while (match($0, /[a-j][0-9]/)) {
                 out = out substr($0, 1, RSTART) (substr($0, RSTART + 1, 1) + 1); $0 = substr($0, RSTART + 2) }
               print out $0; out = "" }'
    else
        cat
    fi
}

start "a game against itself is legal: chess, magi, wizard"
for v in chess magi wizard royal; do
    theirs=$v
    [ $v = chess ] && theirs=normal
    mapfile -t goes < <(yes go | head -n 30)
    xboard new "variant $theirs" 'sd 3' easy "${goes[@]}" 'ping 9' quit
    # in wizard chess a turn may have two moves
    [ "$(grep -c '^move ' "$T/out")" -ge 30 ] || grep -qE '^(1-0|0-1|1/2)' "$T/out" || fail "$v: not 30 moves"
    played $v >"$T/moves"
    plies=$(wc -l <"$T/moves")
    { printf 'setoption name UCI_Variant value %s\nposition startpos moves' $v; tr '\n' ' ' <"$T/moves" | sed 's/^/ /'; printf '\nd\n'; } >"$T/uci"
    expect_exit 0 sh -c "grimoire-engine <'$T/uci'"
    grep 'the moves end' "$T/out" && fail "$v: illegal"
    [ "$plies" -ge 20 ] || fail "$v: only $plies plies"
done

start "matches against our own client of the protocol: no illegal move, nobody lost on time"
for v in chess magi wizard royal; do
    expect_exit 0 grimoire-match -v $v --games 2 --depth 1 --max-plies 60 --engine2 grimoire-engine --protocol2 cecp \
        --pgn "$T/$v.pgn" -j 1
    [ "$(grep -cE '^\[Termination "(normal|adjudication)"\]$' "$T/$v.pgn")" -eq 2 ] || fail "$v: $(grep Termination "$T/$v.pgn")"
done

start "boards of ten ranks count them from 0"
xboard new 'variant magi' force 'usermove b0c2' 'usermove b9c7' 'usermove a10a9' 'ping 1' quit
[ "$(grep -c Illegal "$T/out")" -eq 1 ] || fail "not one illegal move"
expect_in_stdout '^Illegal move: a10a9$'

start "results are said when the game ends"
xboard new 'setboard 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1' 'sd 3' go 'ping 1' 'usermove h8h7' quit
expect_in_stdout '^move g1g7$'
expect_in_stdout '^1-0 \{White mates\}$'
expect_in_stdout '^Illegal move: h8h7$'
xboard new 'sd 3' 'usermove f2f3' 'ping 1' quit # the engine is Black
expect_in_stdout '^move '
xboard new force 'setboard 7k/5K2/8/8/8/8/8/6Q1 w - - 0 1' playother 'usermove g1g6' 'ping 1' quit
expect_in_stdout '^1/2-1/2 \{Stalemate\}$'
xboard new force 'setboard 8/8/8/3k4/4p3/8/8/K7 w - - 99 90' playother 'usermove a1b1' 'ping 1' quit
expect_in_stdout '^1/2-1/2 \{Fifty moves\}$'

cycle=('usermove g1f3' 'usermove g8f6' 'usermove f3g1' 'usermove f6g8')
xboard new force "${cycle[@]}" "${cycle[@]}" go 'ping 1' quit
expect_in_stdout '^1/2-1/2 \{Repetition\}$'
xboard new force "${cycle[@]}" go force 'ping 1' quit
grep '^1/2' "$T/out" && fail "a draw after two times"
xboard post 'st 1' 'setboard 8/8/8/8/8/k7/2r5/K7 w - - 0 1' go 'ping 1' quit # mated in two
expect_in_stdout '^[0-9]+ -100002 - [0-9]+ a1b1 '

start "undo and remove, setboard of the start"
xboard new force 'usermove e2e4' 'usermove e7e5' remove 'usermove e2e4' undo undo 'usermove d2d4' \
    'variant royal' 'sd 2' 'setboard rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR w KQkq - 0 1' 'usermove e2e4' 'ping 1' quit
grep Illegal "$T/out" && fail "refused"
# a placement goes with the turn that it belongs to
xboard new 'variant wizard' 'sd 2' 'setboard 7/3z3/7/7/7/7/3c3/3W3/7/7/7/3Z3[] b - - 0 1' force 'usermove d6d5' 'usermove W@a2' \
    'usermove d1c1' remove 'usermove d6d5' 'ping 1' quit
grep Illegal "$T/out" && fail "refused"

start "memory, cores, options, draws and resigning"
xboard 'memory 20' 'cores 2' new 'option Move Overhead=100' 'option Clear Hash' 'sd 4' \
    'setboard 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1' go draw 'ping 1' quit
expect_in_stdout '^move e8'
xboard new 'sd 4' 'setboard 4k3/8/8/8/8/8/8/Q3K3 b - - 0 1' go 'ping 1' draw quit
expect_in_stdout '^offer draw$'
xboard new 'sd 4' 'setboard 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1' go 'ping 1' draw quit
grep 'offer draw' "$T/out" && fail "a draw a queen ahead"
xboard 'option Resign=1' new 'sd 4' 'setboard 4k3/8/8/8/8/8/8/QR2K3 b - - 0 1' go 'ping 1' force 'usermove a1a2' go 'ping 2' \
    force 'usermove a2a3' go 'ping 3' quit
expect_in_stdout '^resign$'

start "what the protocol lets an engine ignore is ignored"
xboard random computer 'name x' 'rating 1 2' 'ics -' 'rejected san' nopost 'otim 100' 'result 1-0 {x}' 'bk' 'ping 1' quit
expect_in_stdout '^pong 1$'
grep Error "$T/out" && fail "an error"

start "noise does no harm, and the end of the input ends the game"
{ echo xboard; head -c 100000 /dev/urandom; } >"$T/noise"
expect_exit 0 timeout 60 sh -c "grimoire-engine <'$T/noise' >/dev/null"
expect_exit 0 timeout 60 sh -c "printf 'xboard\nnew\nsd 5\ngo\n' | grimoire-engine"
expect_in_stdout '^move '
expect_exit 0 timeout 60 sh -c "printf 'xboard\nanalyze\n' | grimoire-engine >/dev/null"
expect_exit 0 timeout 60 sh -c "printf 'uci\nxboard\nisready\n' | grimoire-engine" # only as the first command
expect_in_stdout '^readyok$'
finish
