#!/usr/bin/env bash
# grimoire-engine under XBoard: clocks, pondering, analysis, and commands while it thinks.
. "$(dirname "$0")/lib.sh"

start "time controls are kept"
# seconds COMMAND...: how long a session of these commands takes, in tenths of a second.
tenths() {
    local begun
    begun=$(date +%s%N)
    xboard new easy "$@"
    echo $((($(date +%s%N) - begun) / 100000000))
}
took=$(tenths 'st 0.5' go 'ping 1' quit)
[ "$took" -ge 4 ] && [ "$took" -le 20 ] || fail "st: $took"
for try in 1 2 3 4; do # a busy machine may take part of the second
    took=$(tenths 'level 0 0:20 0' 'time 100' go 'ping 1' quit)
    [ "$took" -gt 8 ] || break
done
[ "$took" -le 8 ] || fail "level: $took"
took=$(tenths 'level 1 1 0' 'time 80' go 'ping 1' quit) # the last move before the control
[ "$took" -ge 6 ] && [ "$took" -le 20 ] || fail "moves to go: $took"
xboard new post easy 'st 2' 'nps 1000' go 'ping 1' quit
awk '/^[0-9]+ / { if ($4 > 2001) exit 1 }' "$T/out" || fail "nps: more than 2000 nodes"
expect_in_stdout '^move '

start "move now ends the thinking"
took=$(date +%s%N)
expect_exit 0 timeout 30 sh -c "(printf 'xboard\nnew\nst 25\ngo\n'; sleep 0.5; printf '?\nping 1\nquit\n') | grimoire-engine"
took=$((($(date +%s%N) - took) / 1000000))
expect_in_stdout '^move '
[ "$took" -lt 10000 ] || fail "$took ms"

start "words that are no command do not keep it from hearing the others while it thinks"
for then in '?' force quit; do
    took=$(date +%s%N)
    expect_exit 0 timeout 30 sh -c "(printf 'xboard\nnew\nst 25\ngo\nfrobnicate\n'; sleep 0.5; printf '%s\nquit\n' '$then') |
        grimoire-engine"
    took=$((($(date +%s%N) - took) / 1000000))
    [ "$took" -lt 10000 ] || fail "$then: $took ms"
    expect_in_stdout '^Error \(unknown command\): frobnicate$'
done

start "it ponders, hit or not, and answers pings meanwhile"
# ponders ANSWER SECONDS: the engine has moved, thinks on, and says which move it expects; fails if it had no time for one.
ponders() {
    mkfifo "$T/in-$1-$2"
    timeout 60 grimoire-engine <"$T/in-$1-$2" >"$T/out" &
    engine=$!
    exec 4>"$T/in-$1-$2"
    printf 'xboard\nnew\npost\nhard\nst %s\nusermove e2e4\nping 1\n' "$2" >&4
    until_true grep -q '^pong 1' "$T/out"
    printf 'hint\nping 2\n' >&4
    until_true grep -q '^pong 2' "$T/out"
    move=$(sed -n 's/^Hint: //p' "$T/out")
    [ -n "$move" ] || { printf 'quit\n' >&4; wait $engine; exec 4>&-; return 1; }
}
for answer in hit miss; do
    ponders $answer 0.3 || ponders $answer 3 || ponders $answer 20 || fail "no hint" # a busy machine takes its time
    [ $answer = hit ] || move=$([ "$move" = a2a3 ] && echo h2h3 || echo a2a3)
    sleep 0.2
    printf 'usermove %s\nping 3\n' "$move" >&4
    until_true grep -q '^pong 3' "$T/out"
    [ "$(grep -c '^move ' "$T/out")" -eq 2 ] || fail "$answer: not two moves"
    printf 'easy\nping 4\nquit\n' >&4
    wait $engine || fail "exit status $?"
    exec 4>&-
done

start "analysis goes on with each position, and says how far it is"
mkfifo "$T/in"
timeout 60 grimoire-engine <"$T/in" >"$T/out" &
engine=$!
exec 4>"$T/in"
printf 'xboard\nnew\nanalyze\n' >&4
until_true grep -q '^8 ' "$T/out"
printf '.\nusermove e2e4\nping 1\n' >&4
until_true grep -q '^pong 1' "$T/out"
expect_in_stdout '^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ 20'
until_true sh -c "sed '1,/pong 1/d' '$T/out' | grep -qE '^([89]|[1-9][0-9]) .* [a-h][78]'"
printf 'undo\nsetboard 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\nping 2\n' >&4
until_true sh -c "sed '1,/pong 2/d' '$T/out' | grep -q '^[0-9]* 100001 .* g1g7'"
printf 'exit\nping 3\nquit\n' >&4
wait $engine || fail "exit status $?"
exec 4>&-
grep '^move' "$T/out" && fail "a move while it analyses"

finish
