#!/usr/bin/env bash
# Several threads do what one does. Under the thread sanitizer (make tsan) each race fails a case.
# GRIMOIRE_SLOW=1: more games.
. "$(dirname "$0")/lib.sh"

copies=${GRIMOIRE_SLOW:+60}
for ((i = 0; i < ${copies:-12}; i++)); do
    for sample in samples/*.pgn; do
        sed "s/^\[Site \"/&$i /; s/^\[Date \"....\./[Date \"$((1900 + i))./" "$sample"
    done
done >"$T/games.pgn"
for jobs in 1 4; do
    grimoire-import -d "$T/$jobs.db" -j $jobs "$T/games.pgn" >"$T/import.$jobs" 2>&1
done
cp "$T/1.db" "$T/plain.db"

# as_one COMMAND...: COMMAND prints the same with -j 4 as with -j 1.
as_one() {
    local jobs
    for jobs in 1 4; do
        expect_exit 0 "$@" -j $jobs
        cp "$T/out" "$T/out.$jobs"
    done
    [ -s "$T/out.1" ] || fail "nothing is printed: $*"
    cmp -s "$T/out.1" "$T/out.4" || fail "threads make a difference: $*"
}

start "games come in as they stand"
cmp -s "$T/import.1" "$T/import.4" || fail "other messages: $(diff "$T/import.1" "$T/import.4")"
cmp -s "$T/1.db" "$T/4.db" || fail "another file"

start "searches and trees, by games"
after_e4='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
as_one grimoire-search -d "$T/plain.db" 'black takes white Q then within 6 plies black mated'
as_one grimoire-search -d "$T/plain.db" -f json --fen "$after_e4"
as_one grimoire-tree -d "$T/plain.db"
as_one grimoire-tree -d "$T/plain.db" --fen "$after_e4"

start "the same by an index, which threads make as one does"
for jobs in 1 4; do
    expect_exit 0 grimoire-db index -j $jobs "$T/$jobs.db"
done
cmp -s "$T/1.db" "$T/4.db" || fail "another index"
as_one grimoire-search -d "$T/4.db" --fen "$after_e4"
as_one grimoire-search -d "$T/4.db" 'black castles then black mated'
as_one grimoire-tree -d "$T/4.db" -v magi

start "verdicts and matches"
for jobs in 1 4; do
    expect_exit 0 grimoire-annotate -d "$T/$jobs.db" --nodes 40 --shard 1/20 -j $jobs
    grimoire-export -d "$T/$jobs.db" >"$T/annotated.$jobs"
done
cmp -s "$T/annotated.1" "$T/annotated.4" || fail "threads annotate otherwise"
as_one grimoire-match -q -v magician --games 4 --nodes 30 --max-plies 12

finish
