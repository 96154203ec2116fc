#!/usr/bin/env bash
# The name of a database is the name of a file, whatever SQLite might make of it; and who only reads
# leaves nothing beside it.
. "$(dirname "$0")/lib.sh"

samples=$PWD/samples
root=$PWD

# read_all DB [COMMAND...]: every command that reads the database succeeds, run by COMMAND, and leaves
# the folder at hand as it was.
read_all() {
    local db=$1 before line words
    shift
    before=$(files)
    while read -r line; do
        [ $# -eq 0 ] || one_in 3 || continue
        IFS=' ' read -ra words <<<"$line"
        words=("${words[@]//_/ }")
        expect_exit 0 "$@" "grimoire-${words[0]}" "${words[@]:1}" "$db"
        [ "$(files)" = "$before" ] || fail "'$line' left: $(files)"
    done <<'END'
export -d
export -f html -d
export -f json -d
search mate -d
search --count -d
search -j 2 white_N_attacks_black_Q -d
search -f csv --fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1 -d
tree -d
stats -d
show --game 3 -d
db info -d
db verify -d
db dump -d
db dump -f json -d
END
}

# files: what the folder at hand has, and how large.
files() {
    stat -c '%n %s' ./* ./.[!.]* 2>/dev/null
}

start "a name that SQLite knows otherwise is the name of a file"
mkdir "$T/names"
cd "$T/names"
for name in ':memory:' 'file:x' 'file:x?mode=memory' 'file:///tmp/y' 'a?b#c%41' 'file::memory:?cache=shared' \
    '-dash' ' blank' '~'; do
    rm -rf ./* && case $name in */*) mkdir -p "${name%/*}" ;; esac
    expect_exit 0 grimoire-import "-d$name" "$samples/chess.pgn"
    [ "$(find . -type f)" = "./$name" ] || [ "$(find . -type f)" = "./${name//\/\//\/}" ] ||
        [ "$(find . -type f)" = "./file:/tmp/y" ] || fail "$name became: $(find . -type f)"
    expect_exit 0 grimoire-search "-d$name" --count
    expect_stdout '7 0'
    expect_exit 0 grimoire-import "-d$name" "$samples/chess.pgn"
    expect_in_stdout ' 7 duplicates$'
    for work in 'db info' 'db verify' 'db index' 'db optimise' 'db dedupe' 'db clean' 'annotate -q --nodes 1' \
        'export' 'tree' 'stats'; do
        ! one_in 3 || expect_exit 0 grimoire-$work "-d$name"
    done
    expect_exit 0 grimoire db merge "-dmerged.db" "./$name"
    expect_in_stdout '^7 games'
    expect_exit 0 grimoire db merge "-dmerged.db" -- "$name"
    expect_in_stdout ' 7 duplicates$'
    expect_exit 0 grimoire db split -d merged.db --games 1-2 -- "$name.part"
    expect_exit 0 grimoire db verify -d "$name.part"
    expect_in_stdout '^2 games'
    [ "$(find . -type f | wc -l)" -eq 3 ] || fail "$name: $(find . -type f)"
done
for work in search export tree stats 'db info' 'db verify'; do
    rm -rf ./*
    for name in ':memory:' 'file:x' 'file::memory:' 'file:x?mode=memory'; do
        expect_exit 2 grimoire-$work "-d$name"
        expect_stderr ': no such database$'
    done
    expect_exit 2 grimoire $work -d ''
    [ -z "$(find . -type f)" ] || fail "$work made $(find . -type f)"
done
cd "$root"

start "reading leaves nothing beside the file, and the file as it is"
mkdir "$T/read"
grimoire-import -q -d "$T/read/a.db" samples/*.pgn >/dev/null 2>&1
cd "$T/read"
for round in plain indexed; do
    [ $round = plain ] || expect_exit 0 grimoire-db index a.db
    cp a.db "$T/before.db"
    before=$(files)
    read_all a.db
    expect_exit 0 grimoire db merge -d ../other.db a.db
    expect_exit 0 grimoire db split -d a.db --games 1-3 "$T/$round.part"
    [ "$(files)" = "$before" ] || fail "merge or split left: $(files)"
    for signal in INT TERM; do
        interrupted $signal grimoire-search -d a.db 'white N attacks black Q'
        [ "$(files)" = "$before" ] || fail "a search that was stopped left: $(files)"
    done
    cmp -s a.db "$T/before.db" || fail "reading has changed the file"
done
if have sqlite3; then
    sqlite3 a.db '.load grimoire' 'SELECT count(*) FROM grimoire_moves' >"$T/out" 2>&1 ||
        fail "the extension: $(cat "$T/out")"
    [ "$(files)" = "$before" ] || fail "the extension left: $(files)"
fi
cd "$root"

start "what a reader left that was killed goes away with the next"
cp "$T/read/a.db" "$T/killed.db"
grimoire-search -d "$T/killed.db" -o "$T/pipe.out" mate &
kill -KILL $! 2>/dev/null
wait $! 2>/dev/null
: >"$T/killed.db-wal"
head -c 32768 /dev/zero >"$T/killed.db-shm"
expect_exit 0 grimoire-search -d "$T/killed.db" --count
[ ! -e "$T/killed.db-wal" ] && [ ! -e "$T/killed.db-shm" ] || fail "they are still there"

start "a log or a journal without its database stays what it is: none is made beside it"
for ending in -wal -journal; do
    for work in "import -d $T/lone.db samples/chess.pgn" "db split -d $T/read/a.db $T/lone.db" \
        "db split --shards 2 -d $T/read/a.db $T/lone.db" "db merge -d $T/lone.db $T/read/a.db" \
        "db dump -f sqlite -d $T/read/a.db -o $T/lone.db" \
        "train -v chess -d $T/lone.db --positions 9 --nodes 5 --play-only"; do
        lone=$T/lone.db
        [ "${work#*--shards}" = "$work" ] || lone=$T/lone-2-of-2.db
        echo precious >"$lone$ending"
        expect_exit 2 grimoire-${work%% *} ${work#* }
        expect_stderr "there is no such database, but its $([ $ending = -wal ] && echo log || echo journal)"
        [ "$(cat "$lone$ending")" = precious ] || fail "it has changed: $work"
        [ ! -e "$lone" ] || fail "a database was made: $work"
        rm -f "$T"/lone*
    done
done
: >"$T/lone.db-wal" # in which nothing is
expect_exit 0 grimoire-import -q -d "$T/lone.db" samples/chess.pgn
expect_exit 0 grimoire-db verify -q "$T/lone.db"

start "a database is not copied into itself by a hard link, and nothing is left beside it"
cp "$T/read/a.db" "$T/one.db"
ln "$T/one.db" "$T/hard.db"
ln -s one.db "$T/soft.db"
for other in hard; do
    for work in "db split -d $T/one.db $T/$other.db" "db merge -d $T/one.db $T/$other.db" \
        "db merge -d $T/$other.db $T/one.db"; do
        expect_exit 2 grimoire-${work%% *} ${work#* }
        expect_stderr 'are the same database'
    done
done
for other in one soft; do
    expect_exit 0 grimoire-db merge -d "$T/$other.db" "$T/one.db"
    expect_exit 2 grimoire-db split -d "$T/one.db" "$T/$other.db"
    expect_stderr 'already has 17 games'
done
ls "$T" | grep -E '^(one|hard|soft).db-' && fail "something was left beside it"

# Where nothing may be written. The superuser may write everywhere, so somebody else reads then.
reader=
if [ "$(id -u)" -eq 0 ]; then
    reader="setpriv --reuid=65534 --regid=65534 --clear-groups"
    chmod 755 "$T"
    $reader test -x "$GRIMOIRE_BIN/grimoire" 2>/dev/null || reader=none
fi
if [ "$reader" = none ]; then
    echo "nobody else may run the programs here: read-only files are not tested"
else
    start "a file or a folder that may not be written is read all the same"
    mkdir "$T/only"
    for round in plain indexed; do
        cp "$T/read/a.db" "$T/only/a.db"
        [ $round = indexed ] || grimoire-db index --drop "$T/only/a.db" >/dev/null
        for modes in "444 555" "444 777" "644 555" "666 555"; do
            chmod "${modes% *}" "$T/only/a.db"
            chmod "${modes#* }" "$T/only"
            cd "$T/only"
            read_all a.db $reader
            cd "$root"
        done
        chmod 777 "$T/only"
    done
fi
finish
