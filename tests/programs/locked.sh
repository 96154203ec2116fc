#!/usr/bin/env bash
# Under the lock of another program: who waits ends at a signal, and says what is stored. (trouble.sh has who waits
# until the lock is free.)
. "$(dirname "$0")/lib.sh"

if ! have sqlite3; then
    start "there is no sqlite3 to hold a lock"
    finish
fi

for i in $(seq 300); do
    printf '[Event "%d"]\n[White "W,%d"]\n[Black "B"]\n[Date "1991"]\n[Result "1/2"]\n\n' $i $((i % 7))
    printf '1. e4 e5 2. Nf3 Nc6 {%d} 3. Bb5 a6 1/2\n\n' $((i / 2))
done >"$T/games.pgn"
sed 's/^\[Event "/[Event "more /' "$T/games.pgn" >"$T/more.pgn"
printf '[Event "3"]\n\n1. e4 {[%%eval 0.3]} e5 {[%%eval 0.2]} *\n' >"$T/evals.pgn"
grimoire-import -q -d "$T/plain.db" "$T/games.pgn" >/dev/null 2>&1
cp "$T/plain.db" "$T/indexed.db"
grimoire-db index -q "$T/indexed.db"
grimoire-import -q -d "$T/other.db" samples/chess.pgn >/dev/null
printf 'eco\tname\tpgn\nC20\tOpen Game\t1. e4 e5\n' >"$T/openings.tsv"

# lock DB SQL: another program that does so, and holds its lock until `release`.
lock() {
    rm -f "$T/pipe" "$T/locked"
    mkfifo "$T/pipe"
    sqlite3 "$1" <"$T/pipe" >/dev/null 2>&1 &
    locker=$!
    exec 3>"$T/pipe"
    printf '%s;\n.shell touch "%s/locked"\n' "$2" "$T" >&3
    until_true test -e "$T/locked"
}

release() {
    exec 3>&-
    wait $locker
}

# waiting SIGNAL COMMAND...: signals it while it waits for a lock, $patience seconds after it began. *took is what it
# took to end, in milliseconds.
waiting() {
    local signal=$1 began
    shift
    command="$*"
    "$@" >"$T/out" 2>"$T/err" 3>&- &
    program=$!
    until_true catches_signals $program
    sleep "${patience:-0.25}"
    began=${EPOCHREALTIME/[.,]/}
    kill -"$signal" $program 2>/dev/null || fail "it did not wait: $command: $(cat "$T/err")"
    wait $program
    status=$?
    took=$(((${EPOCHREALTIME/[.,]/} - began) / 1000))
}

# stops_too BASE SAYS COMMAND...: stops, for every other one of its calls (one_in).
stops_too() {
    ! one_in 2 || stops "$@"
}

# stops BASE SAYS COMMAND...: it ends at once, says this in one line, and nothing has changed. One that has work to do
# before it needs the lock may be signalled too early on a slow machine, and says another thing: it is given more time.
stops() {
    local base=$1 says=$2 signal=TERM want=143 patience
    shift 2
    [ "$base" = plain ] || signal=INT want=130
    for patience in 0.25 1 4; do
        rm -f "$T"/work.db*
        cp "$T/$base.db" "$T/work.db"
        lock "$T/work.db" "BEGIN IMMEDIATE"
        waiting $signal "$@"
        ! grep -q -- "$says" "$T/err" || break
        [ $patience = 4 ] || release
    done
    [ $status -eq $want ] || fail "exit status $status, not $want: $command"
    [ $took -lt 2000 ] || fail "it took $took ms: $command"
    [ "$(grep -c stopped "$T/err")" -eq 1 ] || fail "not one line: $command: $(cat "$T/err")"
    expect_stderr "$says"
    cp "$T/out" "$T/said"
    release
    expect_exit 0 grimoire-db verify -q "$T/work.db"
    grimoire-export -q -d "$T/work.db" >"$T/got"
    grimoire-export -q -d "$T/$base.db" | cmp -s - "$T/got" || fail "games have changed: $command"
}

start "a signal ends who waits for the lock of another program, and nothing is said to be stored that is not"
for base in plain indexed; do
    for jobs in 1 2; do
        stops $base 'stopped before a game of .*more.pgn was stored. Run the same command again$' \
            grimoire-import -j $jobs -d "$T/work.db" "$T/more.pgn"
        grep -q '^0 games, 0 plies, 0 faulty, 0 duplicates$' "$T/said" || fail "a false sum: $(cat "$T/said")"
    done
    stops $base 'stopped before a game of .*more.pgn was stored. Run' \
        grimoire-import -d "$T/work.db" "$T/more.pgn" samples/chess.pgn
done
for base in plain indexed; do
    one_in 1 # so that a command meets one or the other
    nothing='stopped; nothing has changed$'
    stops_too $base "$nothing" grimoire-db dedupe "$T/work.db"
    stops_too $base "$nothing" grimoire-db clean "$T/work.db"
    stops_too $base "$nothing" grimoire-db classify --openings "$T/openings.tsv" -d "$T/work.db"
    stops_too $base 'stopped; no game has changed$' grimoire-db optimise "$T/work.db"
    stops_too $base 'stopped; what is indexed stays. Run the same command again to go on$' \
        grimoire-db index "$T/work.db"
    stops_too $base 'stopped; what was copied stays. Run the same command again to go on$' \
        grimoire-db merge -d "$T/work.db" "$T/other.db"
    stops_too $base 'stopped while another .*: 2 evaluations are not stored. Run the same command again to go on$' \
        grimoire-annotate -d "$T/work.db" --from "$T/evals.pgn"
    stops_too $base 'stopped while another .*: [1-9][0-9]* judged positions are not stored. Run' \
        grimoire-annotate -d "$T/work.db" --depth 1 --save 0
    stops_too $base 'stopped; run the same command again to go on$' grimoire-annotate -d "$T/work.db" --depth 40
done
stops plain 'stopped; run the same command again to go on$' \
    grimoire-train -v chess -d "$T/work.db" --positions 100 --nodes 20 --play-only
stops indexed 'stopped; the index is as it was. Run the same command again$' grimoire-db index --drop "$T/work.db"

# says_why COMMAND...: says once what it waits for, and does its work when the lock is free.
says_why() {
    local program
    command="$*"
    rm -f "$T"/work.db*
    cp "$T/indexed.db" "$T/work.db"
    lock "$T/work.db" "${sql:-BEGIN IMMEDIATE}"
    : >"$T/err" # what the last one said is not waited for
    "$@" >"$T/out" 2>"$T/err" 3>&- &
    program=$!
    until_true grep -q waiting "$T/err" || fail "it waits in silence: $command"
    sleep 0.3
    release
    wait $program || fail "exit status $?: $command: $(cat "$T/err")"
    [ "$(grep -c '^grimoire-[a-z]*: the database is locked by another program; waiting for it$' "$T/err")" -eq 1 ] ||
        fail "not one line: $command: $(cat "$T/err")"
}

start "who waits for the lock of another program says so after a second"
says_why grimoire-import -d "$T/work.db" "$T/more.pgn"
says_why grimoire-import -q -j 2 -d "$T/work.db" samples/chess.pgn
says_why grimoire-annotate -d "$T/work.db" --from "$T/evals.pgn"
for work in "db dedupe" "db clean" "db index --drop" "db optimise" "db classify --openings $T/openings.tsv"; do
    says_why grimoire-$work "$T/work.db"
done
says_why grimoire-db merge -d "$T/work.db" "$T/other.db"
says_why grimoire-annotate -d "$T/work.db" --games 1 --nodes 1
sql="PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM uncovered; SELECT 1"
for work in "search -d $T/work.db --count" "export -d $T/work.db" "db info $T/work.db" "show -d $T/work.db --game 1"; do
    says_why grimoire-${work%% *} ${work#* }
done

start "a database that another program has for itself: a signal ends who waits to read or to open it"
cp "$T/indexed.db" "$T/work.db"
lock "$T/work.db" "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM uncovered; SELECT 1"
for work in "search -d $T/work.db --count" "export -d $T/work.db" "tree -d $T/work.db" "stats -d $T/work.db" \
    "show -d $T/work.db --game 1" "db info $T/work.db" "db verify $T/work.db" "db dump $T/work.db" \
    "db split -d $T/work.db $T/new.db" "db split -d $T/work.db --shards 2 $T/new.db" "report -v chess -d $T/work.db" \
    "db index $T/work.db" "db dedupe $T/work.db" "db merge -d $T/work.db $T/other.db" \
    "db merge -d $T/new.db $T/work.db" "import -d $T/work.db samples/chess.pgn" \
    "import -d $T/new.db -d $T/work.db samples/chess.pgn" "annotate -d $T/work.db --depth 1"; do
    waiting TERM grimoire-${work%% *} ${work#* }
    [ $status -eq 143 ] || fail "exit status $status: $command"
    [ $took -lt 2000 ] || fail "it took $took ms: $command"
    [ "$(grep -c stopped "$T/err")" -eq 1 ] || fail "not one line: $command: $(cat "$T/err")"
    [ ! -e "$T/new.db" ] || fail "a database was made: $command"
done
release
expect_exit 0 grimoire-db verify -q "$T/work.db"
finish
