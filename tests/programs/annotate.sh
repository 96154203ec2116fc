#!/usr/bin/env bash
# grimoire-annotate: its options, its exit status, and going on after being stopped or killed.
. "$(dirname "$0")/lib.sh"

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

1. e4 {[%eval 0.3]} e5 *
PGN
database() {
    rm -f "$T/games.db"
    expect_exit 0 grimoire-import -q -d "$T/games.db" "$T/games.pgn"
}
# The games as they are now, in $T/$1.
dump() {
    expect_exit 0 grimoire-export -d "$T/games.db" -f pgn -o "$T/$1"
}
annotate() {
    grimoire-annotate -d "$T/games.db" "$@"
}

start "games are annotated, and the rest of them is kept"
database
expect_exit 0 annotate --depth 4 -j 1
expect_stdout "4 games annotated, 0 already done, 1 skipped, 0 faulty, 31 positions"
expect_stderr 'note: game 5: it has evaluations by others, which are kept$'
dump whole
expect_same "$T/whole" tests/data/golden/annotate/games.pgn

start "what is annotated is not annotated again"
expect_exit 0 annotate --depth 4
expect_stdout "0 games annotated, 4 already done, 1 skipped, 0 faulty, 0 positions"
expect_exit 0 annotate --depth 4 -q
expect_stdout ''
expect_quiet
dump again
cmp "$T/whole" "$T/again" || fail "the second run changed something"

start "another limit replaces, and back again"
expect_exit 0 annotate --nodes 500
expect_stdout "4 games annotated, 0 already done, 1 skipped, 0 faulty, 31 positions"
expect_exit 0 annotate --depth 4
dump again
cmp "$T/whole" "$T/again" || fail "annotating again leaves something else"

start "shards, and the same with more than one thread"
database
expect_exit 0 annotate --depth 4 --shard 2/2
expect_in_stdout '^2 games annotated, 0 already done, 0 skipped'
expect_exit 0 annotate --depth 4 --shard 1/2 -j 3
expect_in_stdout '^2 games annotated, 0 already done, 1 skipped'
dump again
cmp "$T/whole" "$T/again" || fail "shards give something else"

start "evaluations of others are replaced when asked for"
expect_exit 0 annotate --depth 4 --overwrite
expect_in_stdout '^1 game annotated, 4 already done, 0 skipped'

start "a signal ends it, and it goes on from there"
database
interrupted INT grimoire-annotate -d "$T/games.db" --depth 30
[ $? -eq 130 ] || fail "exit status is not 130"
expect_stderr 'run the same command again to go on'
interrupted TERM grimoire-annotate -d "$T/games.db" --depth 30
[ $? -eq 143 ] || fail "exit status is not 143"
expect_exit 0 annotate --depth 4
dump again
cmp "$T/whole" "$T/again" || fail "a stop left something behind"

start "killed at any moment it comes to the same end"
for wait in 0.01 0.02 0.03 0.04 0.05 0.07; do
    database
    grimoire-annotate -d "$T/games.db" --depth 4 -j 1 >"$T/out" 2>&1 &
    sleep $wait
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    expect_exit 0 annotate --depth 4
    dump again
    cmp "$T/whole" "$T/again" || fail "killed after $wait seconds it ends otherwise"
done

start "an external engine"
database
expect_exit 1 annotate --depth 4 --engine "$GRIMOIRE_BIN/grimoire-engine -v nonsense"
expect_stderr "' exited with status 2"
expect_exit 0 annotate --depth 4 --engine grimoire-engine -j 1
expect_in_stdout '^4 games annotated'
expect_exit 1 annotate --depth 5 --engine "tests/programs/fake-engine plain" --shard 3/5
expect_stderr "game 3: engine 'tests/programs/fake-engine plain' does not play Magician Chess"
expect_exit 2 annotate --depth 4 --engine /no/such/engine
expect_stderr "no such command"

start "few nodes are enough for our own engine over UCI"
for nodes in 1 50 200; do
    database
    expect_exit 0 annotate --nodes $nodes --engine grimoire-engine
    expect_stdout "4 games annotated, 0 already done, 1 skipped, 0 faulty, 31 positions"
done

start "an engine that prints without end, or dies at every position, is given up"
expect_exit 1 timeout 60 grimoire-annotate -d "$T/games.db" --depth 7 --engine yes
expect_stderr "engine 'yes' prints without end"
expect_exit 1 timeout 60 grimoire-annotate -d "$T/games.db" --depth 7 --engine "tests/programs/fake-engine chained"
expect_stderr "signal 9"
for what in mute hangs floods stubborn; do
    "$GRIMOIRE_BIN/grimoire-annotate" -d "$T/games.db" --depth 7 -j 2 --engine "tests/programs/fake-engine $what" \
        >"$T/out" 2>"$T/err" &
    until_true catches_signals $!
    sleep 0.5
    began=$(date +%s%N)
    kill -TERM $!
    wait $!
    [ $? -eq 143 ] || fail "exit status is not 143"
    [ $((($(date +%s%N) - began) / 1000000)) -lt 2000 ] || fail "it took too long: $what"
done

start "bad usage and bad files"
expect_exit 2 annotate
expect_stderr 'give one limit: --depth, --nodes or --movetime'
expect_exit 2 annotate --depth 3 --nodes 4
expect_exit 2 annotate --depth 0
expect_exit 2 annotate --depth 3 --shard 0/2
expect_exit 2 annotate --depth 3 --shard 3/2
expect_exit 2 annotate --depth 3 --shard 1/2x
expect_exit 2 annotate --depth 3 extra
expect_exit 2 grimoire-annotate --depth 3
expect_exit 2 grimoire-annotate -d "$T/none.db" --depth 3
[ ! -e "$T/none.db" ] || fail "a database was made"
echo "no database at all, but long enough to be taken for something" >"$T/text"
expect_exit 3 grimoire-annotate -d "$T/text" --depth 3

finish
