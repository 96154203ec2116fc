#!/usr/bin/env bash
# Little memory, several writers, pipes, links, and what killed writers leave behind: each program
# does its work or says why not, and no game is lost. (trouble.sh has full disks and signals.)
. "$(dirname "$0")/lib.sh"

samples=$PWD/samples
for i in $(seq 1500); do
    printf '[Event "%d"]\n[White "W%d"]\n[Result "*"]\n\n' $i $((i % 97))
    printf '1. e4 e5 2. Nf3 Nc6 {%d} 3. Bb5 a6 *\n\n' $i
done >"$T/a.pgn"
sed 's/^\[Event "/&other /' "$T/a.pgn" >"$T/b.pgn"
grimoire-import -q -d "$T/base.db" "$T/a.pgn" >/dev/null
grimoire-db index -q -d "$T/base.db" >/dev/null
grimoire-export -d "$T/base.db" >"$T/base.pgn"

# Sanitizers take more addresses than any limit leaves them.
if [ -z "$sanitizer" ]; then
    # in_memory KB COMMAND...: runs it with so much memory. One arena: the C library reserves 64 MB of
    # addresses for each further one, if it can.
    in_memory() {
        local limit=$1
        shift
        (
            ulimit -v "$limit"
            MALLOC_ARENA_MAX=1 exec "$@"
        )
    }

    # Below 14 MB programs cannot even be loaded; a thread's stack alone takes 8 MB.
    poor=0
    start "with little memory each program does its work or says that there is too little"
    for work in "search -d $T/base.db 'mate or check' -j 2" "tree -d $T/base.db -j 2" \
        "stats -d $T/base.db" "db verify $T/base.db" "export -d $T/base.db" \
        "check $samples/chess.pgn" "convert --repair $samples/magi.pgn" \
        "show -f svg $samples/wizard.pgn" engine \
        "annotate -d $T/work.db --depth 1 --shard 1/700" \
        "import -d $T/work.db $T/b.pgn" "import -d $T/new.db -j 2 $T/b.pgn" \
        "db index -j 2 $T/work.db" "db optimise $T/work.db" "db merge -d $T/new.db $T/base.db"; do
        for kilobytes in 15000 18000 26000 90000; do
            rm -f "$T"/work.db* "$T"/new.db*
            cp "$T/base.db" "$T/work.db"
            command="$work with $kilobytes KB"
            echo quit | in_memory $kilobytes timeout 60 sh -c "exec grimoire-$work" \
                >"$T/out" 2>"$T/err"
            status=$?
            [ $status -le 1 ] || fail "exit status $status: $command: $(tail -n 1 "$T/err")"
            if grep -q 'out of memory' "$T/err"; then
                poor=$((poor + 1))
                [ $status -eq 1 ] || fail "exit status $status without memory: $command"
                [ $kilobytes -lt 90000 ] || fail "not enough: $command"
            fi
            for file in "$T"/work.db "$T"/new.db; do
                [ ! -e "$file" ] || expect_exit 0 grimoire-db verify -q "$file"
            done
        done
    done
    [ $poor -gt 8 ] || fail "only $poor had too little: this tests nothing"
fi

start "two importers, an index and readers at once: every game comes in, once"
rm -f "$T"/two.db*
pid=()
for pgn in a b; do
    grimoire-import -q -d "$T/two.db" "$T/$pgn.pgn" >"$T/$pgn.out" 2>&1 &
    pid+=($!)
done
until_true test -e "$T/two.db"
for round in 1 2 3; do
    grimoire-db index -q -d "$T/two.db" >"$T/i.out" 2>&1 &
    pid+=($!)
    expect_exit 0 grimoire-db verify "$T/two.db"
done
for each in "${pid[@]}"; do
    wait "$each" || fail "exit status $?: $(cat "$T"/[abi].out)"
done
expect_exit 0 grimoire-db verify "$T/two.db"
expect_in_stdout '^3000 games, 18000 plies sound, 0 damaged$'
expect_exit 0 grimoire-import -d "$T/two.db" "$T/a.pgn" "$T/b.pgn"
expect_in_stdout '^3000 games, 18000 plies, 0 faulty, 3000 duplicates$'

start "pipes in and out"
mkfifo "$T/in" "$T/out.fifo"
cat "$T/a.pgn" >"$T/in" &
expect_exit 0 grimoire-import -d "$T/piped.db" "$T/in"
expect_in_stdout '^1500 games,'
grimoire-import -q -d "$T/piped2.db" - <"$T/a.pgn" >"$T/out" || fail "from standard input"
cat "$T/out.fifo" >"$T/got" &
expect_exit 0 grimoire-export -d "$T/piped.db" -o "$T/out.fifo"
wait $!
cmp -s "$T/got" "$T/base.pgn" || fail "other games come out of a pipe"
[ -p "$T/out.fifo" ] || fail "the pipe is gone"
for work in export search tree 'stats' 'db dump'; do
    (
        trap '' PIPE
        exec grimoire-$work -d "$T/piped.db" -o /dev/stdout 2>"$T/err"
    ) | true
    status=${PIPESTATUS[0]}
    [ "$status" -le 1 ] || [ "$status" -eq 141 ] || fail "exit status $status of $work, nobody reading"
done

start "through links: the file is written, and the link stays"
mkdir "$T/far"
cp "$T/base.db" "$T/far/real.db"
ln -s far/real.db "$T/link.db"
ln -s far/new.db "$T/fresh.db"
ln -s far/merged.db "$T/merged.db"
ln -s far/out.pgn "$T/link.pgn"
expect_exit 0 grimoire-import -q -d "$T/link.db" "$T/b.pgn"
expect_exit 0 grimoire-db optimise -q "$T/link.db"
expect_exit 0 grimoire-db index -q "$T/link.db"
expect_exit 0 grimoire-import -q -d "$T/fresh.db" "$T/b.pgn"
expect_exit 0 grimoire-db merge -q -d "$T/merged.db" "$T/base.db"
expect_exit 0 grimoire-export -d "$T/base.db" -o "$T/link.pgn"
for name in link.db fresh.db merged.db link.pgn; do
    [ -L "$T/$name" ] || fail "$name is no link any more"
done
cmp -s "$T/far/out.pgn" "$T/base.pgn" || fail "other games come out through a link"
for file in link.db:3000 fresh.db:1500 far/real.db:3000 far/new.db:1500 far/merged.db:1500; do
    expect_exit 0 grimoire-db verify "$T/${file%:*}"
    expect_in_stdout "^${file#*:} games, "
done

start "what selects or holds no game makes no database"
echo 'no game here' >"$T/none.txt"
: >"$T/none.pgn"
for text in none.txt none.pgn; do
    expect_exit 1 grimoire-import -d "$T/nothing.db" "$T/$text"
    expect_stderr "$text: no games found"
    expect_in_stdout '^0 games, 0 plies, 0 faulty, 0 duplicates$'
done
expect_exit 1 grimoire-import -d "$T/nothing.db" - </dev/null
expect_exit 1 grimoire-db split -d "$T/base.db" --player Nobody "$T/nothing.db"
[ -z "$(find "$T" -name 'nothing.*')" ] || fail "left: $(find "$T" -name 'nothing.*')"
expect_exit 1 grimoire-import -d "$T/some.db" "$T/none.txt" "$T/a.pgn"
expect_in_stdout '^1500 games, '
expect_exit 0 grimoire-db verify "$T/some.db"
expect_exit 1 grimoire-import -d "$T/some.db" "$T/none.txt"
expect_exit 0 grimoire-db verify "$T/some.db"
expect_in_stdout '^1500 games, '
expect_exit 1 grimoire-import -d "$T/no/such/folder.db" "$T/none.txt"
expect_exit 2 grimoire-import -d "$T/no/such/folder.db" "$T/a.pgn"
expect_stderr 'no/such/folder.db'

start "what killed writers leave beside a database does it no harm"
cp "$T/base.db" "$T/left.db"
for round in 1 2 3 4 5 6; do
    (
        grimoire-import -q -d "$T/left.db" "$T/b.pgn" &
        sleep 0.0$((RANDOM % 9))
        kill -KILL $!
        wait $!
    ) >/dev/null 2>&1
    grimoire-db merge -q -d "$T/killed$round.db" "$T/base.db" >/dev/null 2>&1 &
    sleep 0.00$((RANDOM % 9))
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    expect_exit 0 grimoire-db verify "$T/left.db"
done
echo rubbish >"$T/left.db.new-1"
echo rubbish >"$T/left.db-journal"
expect_exit 0 grimoire-import -d "$T/left.db" "$T/a.pgn" "$T/b.pgn"
[ "$(cat "$T/left.db.new-1")" = rubbish ] || fail "a file that is not ours is gone"
expect_in_stdout '^3000 games, '
expect_exit 0 grimoire-db verify "$T/left.db"
expect_in_stdout '^3000 games, 18000 plies sound, 0 damaged$'
for round in 1 2 3 4 5 6; do
    expect_exit 0 grimoire-db merge -d "$T/killed$round.db" "$T/base.db"
    expect_exit 0 grimoire-db verify "$T/killed$round.db"
    expect_in_stdout '^1500 games, '
    left=$(find "$T" -name "killed$round.db.*")
    [ -z "$left" ] || fail "left: $left"
done

finish
