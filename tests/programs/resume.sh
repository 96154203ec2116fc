#!/usr/bin/env bash
# grimoire-match --resume: a match that was stopped or killed ends as if it had not been.
. "$(dirname "$0")/lib.sh"

# play FILE OPTION...
play() {
    local file=$1
    shift
    grimoire-match -q --nodes1 400 --nodes2 200 --games 30 --max-plies 100 --pgn "$file" "$@"
}

play "$T/whole.pgn" -j 2 >"$T/whole" || fail "the match itself"
tail -n 4 "$T/whole" >"$T/sum"

# ends_alike: the match in part.pgn is played to its end, and is the same.
ends_alike() {
    expect_exit 0 play "$T/part.pgn" --resume "$@"
    tail -n 4 "$T/out" | cmp -s - "$T/sum" || fail "another result: $(cat "$T/out")"
    cmp "$T/whole.pgn" "$T/part.pgn" || fail "other games"
    [ ! -e "$T/part.pgn.ahead" ] || fail "games ahead are left"
}

for jobs in 1 3; do
    start "killed at any moment, $jobs at once"
    rm -f "$T/part.pgn"* "$T/lines"
    kills=0
    for pause in 0.2 0.05 0.3 0.1 0.25 0.15; do
        { # the shell would say that it was killed
            timeout -s KILL $pause grimoire-match -q --nodes1 400 --nodes2 200 --games 30 --max-plies 100 \
                --pgn "$T/part.pgn" --resume -j $jobs >>"$T/lines" 2>&1
            [ $? -eq 137 ] && kills=$((kills + 1))
        } 2>/dev/null
    done
    ends_alike -j $jobs
    cat "$T/out" >>"$T/lines"
    [ "$(grep '^game ' "$T/lines" | sort -u | sort -t' ' -k2n | cut -d: -f1 | wc -l)" -eq 30 ] || fail "not each game"
    # A game is printed before it is written: each kill can have one printed twice.
    twice=$(grep -c '^game ' "$T/lines")
    [ "$twice" -le $((30 + kills)) ] || fail "$twice games were reported after $kills kills"
done

start "a game that was cut off in the file is played again"
for size in 1 200 1000 3333 9999; do
    head -c $size "$T/whole.pgn" >"$T/part.pgn"
    ends_alike -j 2
done

start "games that were over before their turn are not played again"
awk '/^\[Event / { n++ } n < 5' "$T/whole.pgn" >"$T/part.pgn"
awk '/^\[Event / { n++ } n == 7 || n == 8' "$T/whole.pgn" >"$T/part.pgn.ahead"
expect_exit 0 grimoire-match --nodes1 400 --nodes2 200 --games 30 --max-plies 100 -j 1 --pgn "$T/part.pgn" --resume
expect_stderr '^6 of 30 games have been played already$'
cmp "$T/whole.pgn" "$T/part.pgn" || fail "other games"

start "faults of engines are counted again"
expect_exit 1 grimoire-match --games 4 --nodes 50 --random 2 --engine2 "tests/programs/fake-engine illegal" -j 1 --pgn "$T/ill.pgn"
tail -n 3 "$T/out" >"$T/first"
awk '/^\[Event / { n++ } n < 4' "$T/ill.pgn" >"$T/part.pgn"
expect_exit 1 grimoire-match --games 4 --nodes 50 --random 2 --engine2 "tests/programs/fake-engine illegal" -j 1 --pgn "$T/part.pgn" --resume
tail -n 3 "$T/out" | cmp -s - "$T/first" || fail "not as often: $(cat "$T/out")"
expect_in_stdout '^engine 2: 4 illegal moves$'

start "a sequential test that has decided stays so"
expect_exit 0 grimoire-match --sprt 0,300 --nodes1 400 --nodes2 20 --max-plies 80 --resign 2,500 --pgn "$T/sprt.pgn"
tail -n 5 "$T/out" >"$T/first"
expect_exit 0 grimoire-match --sprt 0,300 --nodes1 400 --nodes2 20 --max-plies 80 --resign 2,500 --pgn "$T/sprt.pgn" --resume
tail -n 5 "$T/out" | cmp -s - "$T/first" || fail "another decision"
grep -q '^game' "$T/out" && fail "it played on"

start "another match is refused, and its games stay"
cp "$T/whole.pgn" "$T/part.pgn"
expect_exit 1 play "$T/part.pgn" --resume --seed 2
expect_stderr 'game 1 was begun in another way'
expect_exit 1 play "$T/part.pgn" --resume --games 32 --name1 Other
expect_stderr 'White was Grimoire .* in the match that was stopped, not Other'
expect_exit 1 play "$T/part.pgn" --resume --games 4
expect_stderr 'part.pgn:[0-9]*: this is not game 5 of this match'
cmp "$T/whole.pgn" "$T/part.pgn" || fail "the file has changed"
echo 'my notes' >"$T/notes"
expect_exit 1 play "$T/notes" --resume
[ "$(cat "$T/notes")" = 'my notes' ] || fail "the file was overwritten"
expect_exit 2 grimoire-match --nodes 5 --resume

start "stopped by a signal, it says how to go on"
interrupted INT grimoire-match --games 1000 --depth 4 --pgn "$T/int.pgn"
expect_stderr 'the same command with --resume goes on'

finish
