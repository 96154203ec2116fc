#!/usr/bin/env bash
# grimoire-annotate: its options, its exit status, each position once, and going on after a stop.
. "$(dirname "$0")/lib.sh"
fake=tests/programs/fake-engine

cat >"$T/games.pgn" <<'PGN'
[White "One"]

1. e4 e5 2. Qh5 {[%clk 0:10:00] early} Nc6 3. Bc4 Nf6 $4 (3... g6 {holds}) 4. Qxf7# 1-0

[White "Two"]

1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 *

[Variant "Magician Chess"]
[White "Three"]

1. c4 e4 2. Nb3 f4 3. Nc2 *

[Variant "Wizard Chess"]
[White "Four"]

1. Ga10 Ga3 2. Gg10 Gg3 *

[White "Five"]

1. e4 {[%eval 0.3]} e5 2. Nf3 *
PGN
# 7 + 11 + 6 + 5 + 1 different positions in which a move can be made: 30; 19 of them of chess.
database() {
    rm -f "$T/games.db"
    expect_exit 0 grimoire-import -q -d "$T/games.db" "$T/games.pgn"
}
annotate() {
    grimoire-annotate -d "$T/games.db" "$@"
}
# judged COUNT KNOWN ASIDE GAMES: what the last line says.
judged() {
    local noun=positions games=games
    [ "$1" -ne 1 ] || noun=position
    [ "$4" -ne 1 ] || games=game
    local want="$1 $noun judged, $2 already known, $3 set aside, $4 $games"
    [ "$(tail -n 1 "$T/out")" = "$want" ] || fail "not '$want': $(tail -n 1 "$T/out")"
}
# asked FILE: `go` that a fake engine has counted, and at how many different positions.
asked() {
    awk '/^position/ { at = $0 } /^go/ { n++; if (!seen[at]++) m++ } END { print n + 0, m + 0 }' "$1"
}

start "each different position is judged once, and games are not changed"
database
expect_exit 0 grimoire-export -d "$T/games.db" --judge none -o "$T/before"
expect_exit 0 annotate --depth 3 -j 1
judged 30 0 0 5
expect_stderr '^30 positions to judge$'
expect_exit 0 grimoire-export -d "$T/games.db" --judge none -o "$T/after"
cmp -s "$T/before" "$T/after" || fail "games were changed"
expect_exit 0 annotate --depth 3
judged 0 30 0 5
expect_exit 0 annotate --depth 3 -q
expect_stdout ''
expect_quiet

start "a deeper limit judges anew, a shallower one does not"
expect_exit 0 annotate --depth 2
judged 0 30 0 5
expect_exit 0 annotate --depth 4
judged 30 0 0 5
expect_exit 0 annotate --depth 3
judged 0 30 0 5
expect_exit 0 annotate --nodes 100
judged 30 0 0 5
expect_exit 0 annotate --depth 4 --multipv 2
judged 30 0 0 5
expect_exit 0 annotate --depth 4 --multipv 1
judged 0 30 0 5

start "an engine is asked as often as there are positions"
for jobs in 1 3; do
    database
    expect_exit 0 annotate --depth 2 -v chess -j $jobs --engine "$fake at none none $T/log.$jobs"
    judged 19 0 0 3
    [ "$(asked "$T/log.$jobs")" = '19 19' ] || fail "it was asked $(asked "$T/log.$jobs")"
    ! grep '^position' "$T/log.$jobs" | grep -vq '^position fen [^ ]* [wb] [^ ]* [^ ]* 0 1$' ||
        fail "positions are not given as FEN with their clocks set back"
    [ "$(grep '^go' "$T/log.$jobs" | sort -u)" = 'go depth 2' ] || fail "other limits were given"
done
expect_exit 0 annotate --depth 2 -v chess --engine "$fake at none none $T/log.1"
judged 0 19 0 3
[ "$(asked "$T/log.1")" = '19 19' ] || fail "it was asked again"

start "selections, queries and plies"
database
expect_exit 0 annotate --depth 1 --games 2 --to-ply 3
judged 4 0 0 1
expect_exit 0 annotate --depth 1 --white Two --from-ply 3 --to-ply 5
judged 2 1 0 1
expect_exit 0 annotate --depth 1 mate
judged 6 1 0 1
expect_exit 1 annotate --depth 1 -v wizard 'plies < 3' # finds nothing
judged 0 0 0 0
expect_exit 0 annotate --depth 1 -v wizard
judged 5 0 0 1
expect_exit 0 annotate --depth 1
judged 13 17 0 5

start "several at once, and one after the other"
database
for i in 1 2 3; do
    grimoire-annotate -d "$T/games.db" --depth 3 -j 1 --save 0 >"$T/out.$i" 2>&1 &
done
wait
expect_exit 0 annotate --depth 3
judged 0 30 0 5

start "the number of engines does not change what the built-in engine finds"
database
cp "$T/games.db" "$T/other.db"
expect_exit 0 annotate --depth 5 -j 1
expect_exit 0 grimoire-annotate -d "$T/other.db" --depth 5 -j 3
expect_exit 0 grimoire-export -d "$T/games.db" -o "$T/one"
expect_exit 0 grimoire-export -d "$T/other.db" -o "$T/two"
cmp -s "$T/one" "$T/two" || fail "verdicts are not the same"
grep -q '%eval' "$T/one" || fail "there are none"

start "the built-in engine judges a game backwards: its last position is judged as if alone"
database
expect_exit 0 annotate -q --games 2 --nodes 3000
expect_exit 0 grimoire-export -d "$T/games.db" --games 2 -o "$T/game"
database
expect_exit 0 annotate -q --games 2 --nodes 3000 --from-ply 11
expect_exit 0 grimoire-export -d "$T/games.db" --games 2 -o "$T/last"
last_eval() {
    grep -o '%eval [^]]*' "$1" | tail -n 1
}
[ -n "$(last_eval "$T/last")" ] || fail "no evaluation in $(cat "$T/last")"
[ "$(last_eval "$T/game")" = "$(last_eval "$T/last")" ] ||
    fail "not $(last_eval "$T/last"): $(last_eval "$T/game")"

start "reproducible verdicts do not depend on order, shards or the size of tables"
database
cp "$T/games.db" "$T/other.db"
expect_exit 0 annotate --nodes 300 --reproducible -j 1
expect_exit 0 grimoire-annotate -d "$T/other.db" --nodes 300 --reproducible -j 2 --hash 1 --shard 2/2
expect_exit 0 grimoire-annotate -d "$T/other.db" --nodes 300 --reproducible -j 3 --hash 3 --shard 1/2
expect_exit 0 annotate --nodes 300
judged 30 0 0 5
expect_exit 0 grimoire-export -d "$T/games.db" --judge reproducible -o "$T/one"
expect_exit 0 grimoire-export -d "$T/other.db" --judge reproducible -o "$T/two"
cmp -s "$T/one" "$T/two" || fail "verdicts are not the same"
expect_exit 0 annotate --depth 1 -v chess --reproducible --engine "$fake at none none $T/log.r"
expect_exit 1 annotate --depth 1 -v chess --reproducible --engine "$fake options 32" # which keeps its own, and ends
expect_stderr 'has closed its output|exited with status'
[ "$(grep -c '^ucinewgame' "$T/log.r")" -ge 19 ] || fail "the engine was not made to forget"
grep -q '^setoption name Hash value 16$' "$T/log.r" || fail "its table has no fixed size"

start "options that matter make another judge, the others do not"
database
run() {
    expect_exit 0 annotate --depth 1 --games 2 --engine grimoire-engine "$@"
}
run
judged 12 0 0 1
run --option Hash=2 --option threads=1
judged 0 12 0 1
expect_exit 2 annotate --depth 1 --engine grimoire-engine --option Hsh=2
expect_stderr "has no option 'Hsh'; did you mean Hash\?$"
expect_exit 2 annotate --depth 1 --option Hash=2
expect_stderr "the built-in engine has no option 'Hash', only EvalFile$"
for bad in Hash =2 ''; do
    expect_exit 2 annotate --depth 1 --option "$bad"
    expect_stderr "is not NAME=VALUE$"
done
expect_exit 2 annotate --depth 1 --engine grimoire-engine --option multipv=2
expect_stderr 'is set by --multipv$'

start "a signal ends it, and it goes on from there"
database
interrupted INT grimoire-annotate -d "$T/games.db" --depth 30
[ $? -eq 130 ] || fail "exit status is not 130"
expect_stderr 'stopped; run the same command again to go on$'
interrupted TERM grimoire-annotate -d "$T/games.db" --depth 30 -j 3
[ $? -eq 143 ] || fail "exit status is not 143"
grimoire-annotate -d "$T/games.db" --depth 1 --games 2 -j 1 --engine "$fake at slow 0.2" >"$T/out" 2>"$T/err" &
until_true catches_signals $!
sleep 1.5
kill -TERM $!
wait $!
done=$(sed -n '$s/ .*//p' "$T/out")
[ "$done" -ge 1 ] || fail "nothing was saved: $(cat "$T/out")"
expect_exit 0 annotate --depth 1 --games 2 --engine "$fake at slow 0"
judged $((12 - done)) "$done" 0 1

start "killed, it loses no more than what was not saved"
for wait in 1.0 1.7; do
    one_of 2 || continue
    database
    rm -f "$T/log"
    grimoire-annotate -d "$T/games.db" --depth 1 --games 1,2 --save 1 -j 1 --engine "$fake at slow 0.1 $T/log" >"$T/killed" 2>&1 &
    sleep $wait
    kill -KILL $!
    wait $! 2>/dev/null
    before=$(grep -c '^go' "$T/log")
    expect_exit 0 annotate --depth 1 --games 1,2 --engine "$fake at slow 0 $T/log"
    known=$(sed -n '$s/.*, \([0-9]*\) already.*/\1/p' "$T/out")
    judged $((18 - known)) "$known" 0 2
    # A second, and what it takes to save, at ten a second.
    [ $((before - known)) -le 14 ] || fail "of $before positions $known were kept"
done
for wait in 0.01 0.02 0.03 0.05; do
    one_of 2 || continue
    database
    grimoire-annotate -d "$T/games.db" --depth 4 -j 2 --save 0 >"$T/killed" 2>&1 &
    sleep $wait
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    expect_exit 0 annotate --depth 4
    expect_exit 0 annotate --depth 4
    judged 0 30 0 5
    expect_exit 0 grimoire-db verify -q -d "$T/games.db"
done

start "variants that the engine does not play are skipped, with a note each"
database
expect_exit 0 annotate --depth 1 --engine "$fake at none none"
judged 30 0 0 5
cat >"$T/chess-only" <<'ENGINE'
#!/bin/sh
grimoire-engine | sed -u '/UCI_Variant/d'
ENGINE
chmod +x "$T/chess-only"
database
expect_exit 0 annotate --depth 1 --engine "$T/chess-only"
judged 19 0 0 3
expect_stderr "games.db: note: game 3: engine '.*chess-only' does not play Magician Chess; its games are skipped$"
expect_stderr "does not play Wizard Chess"
expect_exit 1 annotate --depth 1 --engine "$T/chess-only" -v magician
judged 0 0 0 0

start "bad usage and bad files"
expect_exit 2 annotate
expect_stderr 'give one limit: --depth, --nodes or --movetime'
expect_exit 2 annotate --depth 3 --nodes 4
expect_exit 2 annotate --depth 0
for shard in 0/2 3/2 1/2x 1 /2 1/ +1/2 -1/2 1/99999999; do
    expect_exit 2 annotate --depth 3 --shard "$shard"
    expect_stderr "is not I/N with I from 1 to N"
done
for swing in 0 -1 101 x 5,5 inf; do
    expect_exit 2 annotate --depth 3 --swing "$swing"
    expect_stderr "option --swing: '$swing' is not a number from 0.1 to 100"
done
expect_exit 2 annotate --from "$T/games.pgn" --swing 5
expect_exit 2 annotate --depth 3 extra
expect_stderr "query, column 1: "
expect_exit 2 annotate --depth 3 --multipv 17
expect_exit 2 annotate --depth 3 --from-ply 5 --to-ply 4
expect_exit 2 grimoire-annotate --depth 3
expect_exit 2 grimoire-annotate -d "$T/none.db" --depth 3
[ ! -e "$T/none.db" ] || fail "a database was made"
expect_exit 2 annotate --depth 4 --engine /no/such/engine
expect_stderr "no such command"
expect_stdout '' # no summary of nothing
expect_exit 1 annotate --depth 3 --games 99
expect_in_stdout ' 0 games$'
expect_exit 1 annotate --depth 3 -v atomic
expect_exit 0 annotate --depth 1 --games 2 -o "$T/last"
expect_stdout ''
grep -q ' 1 game$' "$T/last" || fail "the last line is not in the file"
echo "no database at all, but long enough to be taken for something" >"$T/text"
expect_exit 3 grimoire-annotate -d "$T/text" --depth 3

finish
