#!/usr/bin/env bash
# grimoire-match: engines that fail, hang or refuse, signals, and files that are written already.
. "$(dirname "$0")/lib.sh"

match() {
    grimoire-match "$@"
}

start "an engine that refuses an option ends the match before it begins"
for says in 'No such option: EvalFile' 'info string ERROR: cannot read it' 'info string  Could not open x' 'error Unknown option'; do
    expect_exit 2 match --games 1 --nodes 50 --engine2 "tests/programs/fake-engine refuses '$says'" --option2 EvalFile=x
    expect_stderr "Fake refuses an option: it says '$(sed 's/^info string *//' <<<"$says")'\$"
    [ ! -s "$T/out" ] || fail "a game was played"
done
echo nonsense >"$T/nonsense.net"
for file in none.net nonsense.net; do
    expect_exit 2 match --games 1 --nodes 50 --engine1 grimoire-engine --option1 "EvalFile=$T/$file"
    expect_stderr "^grimoire-match: Grimoire [0-9.]* refuses an option: it says 'ERROR: .*$file"
done
expect_exit 1 match --games 1 --nodes 50 --random 0 --engine1 "tests/programs/fake-engine refuses later" --option1 EvalFile=x
expect_stderr "engine 1, Fake, exited with status 1.*; it said 'ERROR: no network'"
expect_exit 1 match --games 1 --nodes 50 --random 0 --engine1 "tests/programs/fake-engine refuses 'info string NNUE is in x'" --option1 EvalFile=x
expect_exit 2 match --games 1 --tc 1 --depth 1 --movetime2 3 --tc2 4

start "an engine that fails loses, and the match goes on"
expect_exit 1 match --games 2 --nodes 50 --engine2 "tests/programs/fake-engine illegal" --random 0 --max-plies 8
expect_in_stdout '^game 1: .* - Fake 1-0, 1 ply, rules infraction$'
[ "$(tail -n 1 "$T/out")" = "Elo 279.6 +/- 588.7, 2 - 0 - 0" ] || fail "not two wins"
expect_in_stdout '^engine 2: 2 illegal moves$'
expect_stderr "^grimoire-match: game 2, ply 1: engine 2, Fake, gives 'e2e5' as its best move, which is not legal; the position is rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1$"
expect_exit 1 match --games 2 --nodes 50 --engine1 "tests/programs/fake-engine dies $T/deaths 3" -j 1 --random 0 --max-plies 9 --pgn "$T/dies.pgn"
expect_in_stdout '^engine 1: 1 crash$'
expect_stderr 'game 1, ply 5: engine 1, .* was killed by signal 9'
expect_exit 0 grep -q '^\[Reason "White crashes"\]' "$T/dies.pgn"
expect_exit 2 match --games 2 --nodes 50 --engine1 /no/such/engine
expect_exit 2 match -v royal --games 2 --nodes 50 --engine2 "tests/programs/fake-engine plain"
expect_stderr 'does not play'

# quickly SIGNAL COMMAND...: runs it, sends the signal after half a second, and wants it to end within
# another one (two, as the machine may be busy) with nothing left of what it started.
quickly() {
    local signal=$1 began status
    shift
    "$@" >"$T/out" 2>"$T/err" &
    until_true catches_signals $!
    sleep 0.5
    began=$(date +%s%N)
    kill -"$signal" $! 2>/dev/null
    wait $!
    status=$?
    [ $((($(date +%s%N) - began) / 1000000)) -lt 2000 ] || fail "it took too long: $*"
    case $signal in INT) set -- 130 ;; TERM) set -- 143 ;; esac
    [ "$status" -eq "$1" ] || fail "exit status $status, not $1"
    expect_stderr 'stopped'
}

start "an engine that prints without end is given up"
expect_exit 1 timeout 60 grimoire-match --games 2 --nodes 50 --engine1 yes
expect_stderr "engine 'yes' prints without end and no 'uciok'"
expect_exit 1 timeout 60 grimoire-match --games 2 --nodes 50 --engine2 'cat /dev/zero'
expect_stderr 'prints a line longer than'
expect_exit 1 timeout 60 grimoire-match --games 2 --nodes 50 --engine2 'tests/programs/fake-engine rises' --max-plies 8
expect_in_stdout ' Fake 1-0, 5 plies, abandoned$'
expect_in_stdout '^engine 2: 2 hangs$'
expect_exit 1 timeout 60 grimoire-match --games 2 --tc 0.2 --engine1 'tests/programs/fake-engine hangs' \
    --random 0
expect_in_stdout '^game 1: Fake - .* 0-1, 0 plies, time forfeit$'

start "a signal ends it while an engine starts, searches, does not read or does not quit"
for what in mute drips hangs floods rises stubborn deaf; do
    quickly TERM grimoire-match --games 1000 --depth 4 --engine2 "tests/programs/fake-engine $what $T" -j 2
done
quickly INT grimoire-match --games 1000 --nodes 100 --engine1 "tests/programs/fake-engine mute $T"
# Engines have the folder's name among their arguments, which /proc shows; grep itself must not.
left=$(grep -laE "fake-engine.*${T%?}[${T: -1}]" /proc/[0-9]*/cmdline 2>/dev/null) && fail "something is left:" $left

start "a signal ends it while nobody reads its output"
mkfifo "$T/stalled"
exec 3<>"$T/stalled"
quickly TERM grimoire-match --games 100000 --nodes 1 --max-plies 5 -j 2 -o "$T/stalled"
quickly TERM grimoire-match --games 100000 --nodes 1 --max-plies 5 -j 2 --pgn "$T/stalled"
exec 3>&-

start "a file of another where games ahead would be kept stops the match"
echo 'my notes' >"$T/mine.pgn.ahead"
echo 'kept' >"$T/mine.pgn"
expect_exit 2 match --games 2 --nodes 9 --pgn "$T/mine.pgn"
expect_stderr 'mine.pgn.ahead: there is such a file, not written by a match'
[ "$(cat "$T/mine.pgn.ahead" "$T/mine.pgn" | paste -sd,)" = 'my notes,kept' ] || fail "it was changed"
printf '[Event "Engine match"]\n[Site "?"]\n' >"$T/mine.pgn.ahead" # what a match that was killed leaves
expect_exit 0 match --games 2 --nodes 9 --pgn "$T/mine.pgn"
[ ! -e "$T/mine.pgn.ahead" ] || fail "it is left"

start "no file is written twice or read as well, nor is one emptied before that is known"
for line in "--log ./log" "--log games.pgn.ahead" "--openings games.pgn.ahead" "--openings log"; do
    rm -f "$T/games.pgn" "$T/log"
    echo '1. e4 *' | tee "$T/games.pgn" "$T/log" "$T/games.pgn.ahead" >"$T/kept"
    case $line in *" ./log") ln -f "$T/log" "$T/games.pgn" ;; esac
    (
        cd "$T" && exec grimoire-match --games 2 --nodes 9 --max-plies 4 --pgn games.pgn --log log $line
    ) >"$T/out" 2>"$T/err" && fail "not refused: $line"
    expect_stderr '^grimoire-match: (--(pgn|log) [a-z./]*: --(pgn|log) writes that file, too'\
'|--(pgn games.pgn.ahead|log log): --openings reads that file)$'
    for file in games.pgn log games.pgn.ahead; do
        cmp -s "$T/$file" "$T/kept" || fail "$file was changed: $line"
    done
done

start "a signal ends it, and what was played counts"
interrupted INT grimoire-match --games 1000 --depth 4 --pgn "$T/int.pgn"
[ $? -eq 130 ] || fail "exit status is not 130"
expect_in_stdout '^Elo '
expect_stderr 'stopped'

finish
