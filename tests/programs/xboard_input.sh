#!/usr/bin/env bash
# What drivers of XBoard engines may send beyond a plain game: commands that wait for a move, and the end behind them;
# any number and white space.
. "$(dirname "$0")/lib.sh"

# open_xboard: a session in which each move takes 40 seconds.
open_xboard() {
    open_engine
    tell xboard new 'st 40'
}

# end_engine HOW: sets $took to the milliseconds that it takes to end by `quit`, the end of its input or SIGTERM.
end_engine() {
    local begun want=0
    begun=$(date +%s%N)
    case $1 in
    quit) tell quit ;;
    end) exec 4>&- ;;
    TERM) kill -TERM $engine && want=143 ;;
    esac
    wait $engine
    [ $? -eq $want ] || fail "$1: exit status is not $want"
    exec 4>&-
    took=$((($(date +%s%N) - begun) / 1000000))
}

start "quit, the end of the input and SIGTERM end it at once, whatever waits; pings have their answers, after the move"
for end in quit end TERM; do
    for waits in go $'go\nping 1' $'go\nping 1\nping 2' $'go\nping 1\nusermove e7e5\nping 2' $'go\noption Resign=1\nping 1' \
        $'go\nmemory 20\ncores 2\nping 1' $'go\nusermove e7e5\nforce\nping 1' $'go\nping 1\nforce\nundo\nanalyze\nping 2' \
        $'go\nping 1\nnew\nst 40\ngo\nping 2\ngo\nping 3' analyze $'analyze\nping 1\nusermove e2e4\nping 2' $'hard\ngo\nping 1'; do
        one_in 3 || continue
        open_xboard
        tell "$waits"
        sleep 0.2
        end_engine $end
        [ "$took" -lt 3000 ] || fail "$end after ${waits//$'\n'/, }: $took ms"
        [ $end = TERM ] && continue
        [ "$(grep -c '^pong' "$T/out")" -eq "$(grep -c '^ping' <<<"$waits")" ] || fail "$end after ${waits//$'\n'/, }: $(cat "$T/out")"
        [[ $waits != *go*ping* ]] || head -n 1 "$T/out" | grep -q '^move ' || fail "$end after ${waits//$'\n'/, }: no move before the pong"
    done
done
open_xboard
tell go 'ping 1'
yes 'option Clear Hash' | head -n 100000 >&4
end_engine quit
[ "$took" -lt 3000 ] || fail "100,000 commands: $took ms"

start "move now is obeyed behind what waits, for all moves asked for so far"
open_xboard
tell go 'ping 1' 'option Resign=1' 'time 100' 'usermove a7a6' 'ping 2' '?'
until_true grep -q '^pong 2' "$T/out"
tell '?' 'go' 'ping 3' # but not for those to come
sleep 0.5
grep '^pong 3' "$T/out" && fail "a move that was not asked for"
end_engine quit
[ "$(head -n 2 "$T/out" | tr '\n' ' ' | sed 's/move [a-h][1-8]*[a-h][1-8]/move/')" = 'move pong 1 ' ] || fail "$(cat "$T/out")"

start "any white space is between words"
xboard $'sd\v1' new $'usermove\fe2e4' $'ping\v1' $'\t ping\r\vpost \v' 'ping 2' quit
expect_in_stdout '^move [a-h]'
expect_in_stdout '^pong 1$'
expect_in_stdout '^pong post$'
xboard new force $'setboard\v7k/8/5K2/8/8/8/8/6Q1\fw\t-\v- 0 1' $'level\v40\f5:30\t2' $'option\vMove\tOverhead\f=\v5' \
    $'variant\vmagi' 'ping 1' quit
grep Error "$T/out" && fail "not understood"
printf 'xboard\vx\nping 1\n' >"$T/commands"
expect_exit 0 timeout 60 sh -c "grimoire-engine <'$T/commands'"
expect_in_stdout '^pong 1$'

start "numbers that are out of bounds count as the nearest, and what is no number is refused"
# answers REGEX LINE...: in one session, what each of these lines is answered.
answers() {
    local want=$1 commands=() line answer answered=() n=0
    shift
    for line in "$@"; do
        commands+=("$line" "ping $((++n))")
    done
    xboard new force "${commands[@]}" quit
    while IFS= read -r answer; do
        case $answer in
        "pong "*) n=${answer#pong } ;;
        *) answered[${n:=0}]+=$answer$'\n' ;;
        esac
    done < <(sed '1i pong 0' "$T/out")
    [ "$n" -eq $# ] || fail "$n pongs, not $#"
    n=0
    for line in "$@"; do
        [[ $'\n'${answered[n]-} =~ $'\n'${want//LINE/${line%% *}} ]] || fail "$line: ${answered[n]-}"
        n=$((n + 1))
    done
}
huge=99999999999999999999
set --
for line in "sd $huge" "sd -1" "st $huge" "st 1e300" "st -4" "time $huge" "time -50" "otim -$huge" "otim $huge" "nps $huge" \
    "level $huge 5 0" "level 0 $huge 0" "level 0 5:$huge 0" "level 0 $huge:$huge 0" "level 40 5 $huge" "level 40 5 1e40" \
    "cores $huge" "memory -$huge"; do
    set -- "$@" "$line"
done
answers '# LINE .* is out of bounds and counts as ' "$@"
set --
for line in sd 'sd x' 'sd 3x' 'sd 1e3' st 'st x' 'st nan' 'st 0x10' time 'time 5.5' 'otim -' nps 'nps 1k' level 'level 40' 'level x 5 0' \
    'level 40 x 0' 'level 40 5:x 0' 'level 40 -5 0' 'level 40 5 x' 'level 40 5 -1' memory 'memory x' 'cores two' \
    'option Move Overhead=x' 'option Move Overhead=10001' "option Move Overhead=$huge" 'option Move Overhead' 'option Resign=2'; do
    set -- "$@" "$line"
done
answers 'Error [(]' "$@"
xboard new force 'variant magi' "usermove a$huge" "usermove a${huge}b2" "usermove a-9223372036854775808" 'usermove a9223372036854775807b1' 'ping 1' quit
[ "$(grep -cE '^Illegal move' "$T/out")" -eq 4 ] || fail "not four illegal moves"
xboard new 'sd 3' "level 0 $huge 0" "time $huge" "otim $huge" "nps 1000000000" 'usermove e2e4' '?' 'ping 1' quit # it still moves
expect_in_stdout '^move '

finish
