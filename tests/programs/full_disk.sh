#!/usr/bin/env bash
# Disks with little room: what was not written is said, and which files belong together.
. "$(dirname "$0")/lib.sh"

# limited KILOBYTES COMMAND...: no file may grow further.
limited() {
    (
        ulimit -f "$1"
        shift
        exec "$@"
    )
}

# games FIRST LAST: short games, each another one.
games() {
    local n
    for ((n = $1; n <= $2; n++)); do
        printf '[Event "%d"]\n[Site "?"]\n[White "W%d"]\n[Black "B%d"]\n[Result "*"]\n\n1. e4 {%d} e5 *\n\n' \
            $n $((n % 97)) $((n % 89)) $n
    done
}

games 1 3000 >"$T/games.pgn"
games 3001 3500 >"$T/more.pgn"
grimoire-import -q -d "$T/full.db" "$T/games.pgn" >"$T/out" 2>&1
size=$((($(stat -c %s "$T/full.db") + 1023) / 1024))
grimoire-export -d "$T/full.db" >"$T/want"
printf 'A longer name than it was\n' >"$T/names"
printf '= W%d\n' {0..96} >>"$T/names"

# in_two: the last command on $T/full/a.db said that a part lies in the log; then there is room.
in_two() {
    expect_stderr ": $T/full/a.db: part of it still lies in $T/full/a.db-wal: do not move the one without the other; $(
        )make room and run grimoire db verify $T/full/a.db\$"
    [ -s "$T/full/a.db-wal" ] || fail "there is no log: $command"
    expect_exit 0 grimoire-db verify "$T/full/a.db"
    [ ! -e "$T/full/a.db-wal" ] || fail "the log is still there"
}

start "what could not be brought into the file is said to lie in its log, by whoever writes"
mkdir "$T/full"
grimoire-import -q -d "$T/more.db" "$T/more.pgn" >"$T/out" 2>&1
while read -r limit work; do
    cp "$T/full.db" "$T/full/a.db"
    expect_exit 1 limited $limit grimoire-${work%% *} ${work#* }
    in_two
    rm -f "$T"/full/*
done <<EOF
$size import -d $T/full/a.db $T/more.pgn
$size db merge -d $T/full/a.db $T/more.db
$size db edit -d $T/full/a.db --game 1 --set Note=$(printf %09000d 1)
$size db delete -d $T/full/a.db --games 1-1000
$((size / 2)) annotate -d $T/full/a.db --depth 1 --games 1-9
EOF

start "what could not be done is said to have changed nothing"
for work in "delete -d $T/full/a.db --games 1-1000" "clean $T/full/a.db --names $T/names"; do
    cp "$T/full.db" "$T/full/a.db"
    expect_exit 1 limited 33 grimoire-db $work
    expect_stderr ": $T/full/a.db: no(thing| game) (has changed|is deleted)\$"
    grimoire-export -d "$T/full/a.db" >"$T/got"
    cmp -s "$T/want" "$T/got" || fail "the games have changed: $work"
    rm -f "$T"/full/*
done
cp "$T/full.db" "$T/full/a.db"
expect_exit 1 limited 33 grimoire-db edit -d "$T/full/a.db" --game 1 --set White=Other
expect_stderr ": $T/full/a.db: game 1 is as it was\$"
rm -f "$T"/full/*

start "the log is named where it is, beside the file and not beside a link to it"
cp "$T/full.db" "$T/full/a.db"
ln -s full/a.db "$T/link.db"
expect_exit 1 limited $size grimoire-import -d "$T/link.db" "$T/more.pgn"
expect_stderr ": $T/link.db: part of it still lies in [^ ]*/full/a.db-wal: do not "
rm -f "$T"/full/*

# As its output is a pipe, what is limited is the file.
limited_match() {
    limited 8 grimoire-match -q -v chess --nodes 20 "$@" | cat
    return ${PIPESTATUS[0]}
}

start "a match ends with the first of its games, or lines of its log, that cannot be written"
for output in --pgn --log -o; do
    expect_exit 1 limited_match -j 2 --games 1000 --engine2 grimoire-engine $output "$T/match"
    expect_stderr "cannot write $T/match(.ahead)?: File too large\$"
    [ "$(grep -c 'cannot write' "$T/err")" -le 2 ] || fail "too many words: $(cat "$T/err")"
    [ "$(grep -c '^game ' "$T/out")" -lt 300 ] || fail "it went on: $output"
    rm -f "$T"/match*
done
for n in $(seq 3000); do echo '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";'; done >"$T/suite.epd"
expect_exit 1 limited_match --suite "$T/suite.epd" -o "$T/match"
expect_stderr "cannot write $T/match: File too large\$"

start "an output that cannot be opened is no work"
for work in "report -v chess --play 1000000 --nodes 20" "stats -d $T/full.db" "annotate -d $T/full.db --depth 3"; do
    expect_exit 2 timeout 20 grimoire-$work -o "$T/nodir/x"
    expect_stderr "cannot write $T/nodir/x: No such file or directory\$"
done

# A disk of its own takes root.
if unshare -m mount -t tmpfs -o size=240k none "$T/full" 2>/dev/null; then
    # small COMMAND...: runs it where $T/full is a disk of 240 KB, and lists that then.
    small() {
        unshare -m bash -c 'mount -t tmpfs -o size=240k none "$1" && shift && "${@:2}"; s=$?; ls "$1"; exit $s' \
            bash "$T/full" "$T/full" "$@"
    }

    start "a new database that does not fit into its file is none"
    expect_exit 1 small grimoire-db split -d "$T/full.db" "$T/full/a.db"
    expect_stderr ": $T/full/a.db: no room left for the database: the disk is full\$"
    expect_stdout '0 games, 0 plies, 0 unreadable, 0 duplicates'
    expect_exit 1 small grimoire-import -d "$T/full/a.db" "$T/games.pgn"
    expect_in_stdout '^a.db-wal'
    expect_stderr 'part of it still lies in '
fi
finish
