# What the tests of clusters share: `. tests/cluster/lib.sh` at the top, after tests/programs/lib.sh.
#
# Scripts and commands are those of the manual page, with fewer shards and nodes. They run in
# $SHARED, which has games.db; $T/one.pgn is what a single pass makes of that.

SHARED=$T/shared SHARDS=8 NODES=${NODES:-3000}
page=man/grimoire-cluster.7

# recipe WORDS: the literal display of the page that has these words in one of its lines.
recipe() {
    sed -e 's/\\&//g' -e 's/\\e/\\/g' -e 's/\\-/-/g' $page | awk -v words="$1" '
        /^\.Bd -literal/ { display = 1; text = ""; next }
        /^\.Ed/ { if (display && index(text, words)) { printf "%s", text; exit }; display = 0 }
        display { text = text $0 "\n" }' |
        sed -E "s/\<100\>/$SHARDS/g; s/200000/$NODES/; s/cpus-per-task=8/cpus-per-task=1/" |
        grep . || fail "no recipe '$1' in $page"
}

# follow STATUS WORDS [SED]: runs a recipe, changed by sed, in the shared folder.
follow() {
    recipe "$2" | sed -E "${3-}" >"$T/recipe"
    expect_exit "$1" bash -c 'cd "$1" && . "$2"' bash "$SHARED" "$T/recipe"
}

make_shared() {
    mkdir "$SHARED"
    cat samples/*.pgn >"$T/games.pgn"
    grimoire-import -q -d "$SHARED/games.db" "$T/games.pgn" 2>"$T/err"
    games=$(cksum <"$SHARED/games.db")
    recipe '# shard.sh' >"$SHARED/shard.sh"
    chmod +x "$SHARED/shard.sh"
    cp "$SHARED/games.db" "$T/one.db"
    grimoire-annotate -q -d "$T/one.db" --nodes "$NODES" --reproducible
    grimoire-export -d "$T/one.db" >"$T/one.pgn"
    [ "$(grep -c '%eval' "$T/one.pgn")" -gt 100 ] || fail "a single pass judges nothing"
}

# shards: those that have their file.
shards() {
    (cd "$SHARED" && ls | sed -nE 's/^shard-([0-9]+)\.db$/\1/p' | sort -n | paste -sd,)
}

# worker SHARD: the process that judges it, from within this test alone.
worker() {
    pgrep -f "annotate .* $T/shard.* --shard $1/"
}

# kill_worker SHARD: with SIGKILL, while it is at work.
kill_worker() {
    until_true worker "$1" >"$T/worker"
    kill -KILL $(cat "$T/worker") || fail "shard $1 was done before it could be killed"
}

# merge_all FILE...: makes $T/all.db on this machine's own disk, as the page says.
merge_all() {
    cp "$SHARED/games.db" "$T/all.db"
    expect_exit 0 grimoire-db merge -d "$T/all.db" "$@"
    grimoire-export -d "$T/all.db" >"$T/all.pgn"
}

# is_as_one: the evaluations that were merged are, in export, those of a single pass.
is_as_one() {
    cmp -s "$T/one.pgn" "$T/all.pgn"
}

# check_merging: all shards are there. In random order, twice, and with one of them missing.
check_merging() {
    local order
    start "$1: merged in any order, the export has the same bytes as one pass"
    for order in 1 2 3; do
        merge_all $(shuf -e "$SHARED"/shard-[1-8].db "$SHARED/shard-2.db")
        is_as_one || fail "the export differs: $command"
    done
    follow 0 'grimoire db merge' "s:all.db:$T/all.db:"
    grimoire-export -d "$T/all.db" >"$T/all.pgn"
    is_as_one || fail "the export differs, merged by the recipe"
    follow 0 'grimoire annotate -d all.db' "s:all.db:$T/all.db:"
    expect_in_stdout '^0 positions judged'
    start "$1: a shard whose evaluations are missing shows, and the last pass makes up for it"
    merge_all $(ls "$SHARED"/shard-[1-8].db | grep -v shard-4.db)
    is_as_one && fail "nothing is missed without shard 4"
    follow 0 'grimoire annotate -d all.db' "s:all.db:$T/all.db:"
    expect_in_stdout '^[1-9][0-9]* positions judged'
    grimoire-export -d "$T/all.db" >"$T/all.pgn"
    is_as_one || fail "the export differs after the last pass"
    [ "$(cksum <"$SHARED/games.db")" = "$games" ] || fail "games.db has been written to"
    [ -z "$(ls "$SHARED" | grep -E '\.db\.|-wal|-shm|-journal')" ] || fail "leftovers: $(ls "$SHARED")"
}
