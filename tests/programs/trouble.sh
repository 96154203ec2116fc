#!/usr/bin/env bash
# What can go wrong outside of the programs: a disk that is full, a database that others write to or
# that cannot be opened, a signal at any moment. The exit status and the message say so.
. "$(dirname "$0")/lib.sh"

grimoire-import -q -d "$T/games.db" samples/chess.pgn >/dev/null
cp "$T/games.db" "$T/a.db"

# on_full_disk LIMIT COMMAND...: runs it where no file can grow beyond LIMIT kilobytes.
on_full_disk() {
    local limit=$1
    shift
    (
        trap '' XFSZ
        ulimit -f "$limit"
        exec "$@"
    )
}

start "an output that cannot be written is reported with the reason, by every program"
for work in "export -d $T/a.db" "export -d $T/a.db -f html" "export -d $T/a.db -f csv" \
    "search -d $T/a.db" "search -d $T/a.db -f json" "search -d $T/a.db --count" "tree -d $T/a.db" \
    "tree -d $T/a.db -f json" "stats -d $T/a.db" "db info $T/a.db" "db verify $T/a.db" \
    "db index $T/a.db" "db optimise $T/a.db" "db dedupe $T/a.db" "db clean $T/a.db" \
    "db dump $T/a.db" "db dump -d $T/a.db -f json" "import -d $T/a.db samples/chess.pgn" \
    "convert samples/chess.pgn" "show samples/chess.pgn" "stats -d $T/a.db --players 900 --openings 900" \
    "report -v chess -d $T/a.db" "report -v chess -f json -d $T/a.db" "match --games 2 --nodes 1 --max-plies 4"; do
    expect_exit 1 sh -c 'exec "$@" >/dev/full' sh grimoire-${work%% *} ${work#* }
    expect_stderr 'cannot write standard output: No space left on device$'
done
for work in "export -d $T/a.db" "search -d $T/a.db" "tree -d $T/a.db" "stats -d $T/a.db" \
    "db dump -d $T/a.db" "convert samples/chess.pgn"; do
    expect_exit 1 grimoire-${work%% *} ${work#* } -o /dev/full
    expect_stderr 'cannot write /dev/full: No space left on device$'
    expect_exit 2 grimoire-${work%% *} ${work#* } -o "$T/no/such/folder"
    expect_stderr 'cannot write .*: No such file or directory$'
done
expect_exit 0 grimoire-db verify "$T/a.db"

start "what is no database, or cannot be opened"
mkdir "$T/folder"
: >"$T/empty.db"
for work in export search tree stats 'db info' 'db verify' 'db optimise' 'db index' 'db dump'; do
    expect_exit 1 grimoire-$work -d "$T/folder"
    expect_stderr ': cannot open the database: Is a directory$'
    expect_exit 3 grimoire-$work -d "$T/empty.db"
    expect_stderr 'the file is empty, not a Grimoire database$'
    expect_exit 3 grimoire-$work -d "$PWD/samples/chess.pgn"
    expect_stderr 'not a Grimoire database$'
    expect_exit 2 grimoire-$work -d "$T/none.db"
    expect_stderr 'none.db: no such database$'
    [ ! -e "$T/none.db" ] || fail "$work made a database"
done
for work in "import -d $T/none/new.db samples/chess.pgn" "db split -d $T/a.db $T/none/new.db" \
    "db merge -d $T/none/new.db $T/a.db" "import -d $T/a.db/new.db samples/chess.pgn"; do
    expect_exit 2 grimoire-${work%% *} ${work#* }
    expect_stderr 'new.db: cannot open the database: (No such file or|Not a) directory$'
done
expect_exit 1 grimoire-import -d "$T/folder" samples/chess.pgn
expect_exit 2 grimoire-import -d "$T/new.db" "$T/folder"
expect_stderr 'folder: Is a directory$'

start "files that are there, but cannot be read or written, or say nothing"
mkdir "$T/place"
: >"$T/nothing"
for work in "variants check" check convert stats show "perft --epd" "annotate -d $T/a.db --from"; do
    expect_exit 2 grimoire-${work%% *} $([[ $work != *' '* ]] || echo "${work#* }") "$T/place"
    expect_stderr 'place: Is a directory$'
done
expect_exit 2 grimoire-report -v chess --play 2 --nodes 5 --net "$T/place"
expect_stderr 'place.: Is a directory$'
expect_exit 2 grimoire-variants check "$T/place/none"
expect_stderr 'none: No such file or directory$'
expect_exit 2 grimoire-check --variants "$T/place" samples/chess.pgn
expect_stderr 'place: Is a directory$'
expect_exit 1 grimoire-perft --epd "$T/nothing"
expect_stderr 'nothing: no counts found$'
for work in "tree -v chess" "db classify"; do
    expect_exit 2 grimoire-${work%% *} ${work#* } -d "$T/a.db" --openings "$T/place"
    expect_stderr 'place: Is a directory$'
    grep -q 'Try' "$T/err" && fail "$work: that is no bad usage: $(cat "$T/err")"
done
for work in "export -d $T/a.db" "tree -d $T/a.db" "convert samples/chess.pgn"; do
    expect_exit 1 grimoire-${work%% *} ${work#* } -o "$T/place"
    expect_stderr 'cannot write .*place: Is a directory$'
done
expect_exit 1 grimoire-match -v chess --games 2 --nodes 5 --pgn /dev/full
expect_stderr 'cannot write /dev/full: No space left on device$'
expect_exit 1 grimoire-report -v chess --play 2 --nodes 5 --pgn /dev/full
expect_stderr 'cannot write /dev/full: No space left on device$'
if [ "$(id -u)" -ne 0 ]; then
    : >"$T/closed" && chmod 000 "$T/closed"
    expect_exit 2 grimoire-import -d "$T/new.db" "$T/closed"
    expect_stderr 'closed: Permission denied$'
fi

start "no room for what changes a database: reported, and all games are there"
for i in $(seq 3000); do
    printf '[Event "%d"]\n[White "W%d"]\n[Black "B%d"]\n[Result "*"]\n\n' $i $((i % 97)) $((i % 89))
    printf '1. e4 e5 2. Nf3 Nc6 {%d} 3. Bb5 a6 *\n\n' $i
done | grimoire-convert -q - >"$T/large.pgn" 2>/dev/null
grimoire-import -q -d "$T/large.db" "$T/large.pgn" >/dev/null 2>&1
grimoire-export -d "$T/large.db" >"$T/want"
size=$(($(stat -c %s "$T/large.db") / 1024))
for work in optimise index; do
    cp "$T/large.db" "$T/full.db"
    rm -f "$T/full.db-wal" "$T/full.db-shm"
    expect_exit 1 on_full_disk $((size / 4)) grimoire-db $work "$T/full.db"
    expect_stderr '^grimoire-db: [^ ]*full.db: (no room left|cannot read or write) '
    expect_exit 0 grimoire-db verify "$T/full.db"
    expect_exit 0 grimoire-export -d "$T/full.db"
    cmp -s "$T/want" "$T/out" || fail "games are lost by $work"
    expect_exit 0 grimoire-db $work "$T/full.db"
done
expect_exit 1 on_full_disk $((size / 4)) grimoire-db merge -d "$T/merged.db" "$T/large.db"
expect_stderr '^grimoire-db: .*(no room left|cannot read or write) '
expect_exit 0 grimoire-db merge -d "$T/merged.db" "$T/large.db"
expect_exit 0 grimoire-export -d "$T/merged.db"
cmp -s "$T/want" "$T/out" || fail "games are lost by merge"

# A disk of its own takes root.
mkdir "$T/disk"
if unshare -m mount -t tmpfs -o size=400k none "$T/disk" 2>/dev/null; then
    # with_room BYTES COMMAND...: runs it in a disk that has a database, and room for so many bytes more.
    with_room() {
        unshare -m bash -c 'mount -t tmpfs -o size=400k none "$1/disk" && cp "$1/a.db" "$1/disk/" && cd "$1/disk" &&
            { head -c "$2" /dev/zero >spare; cat /dev/zero >fill 2>/dev/null; rm spare; shift 2; exec "$@"; }' \
            bash "$T" "$@"
    }

    start "a disk that is full is said to be"
    expect_exit 1 with_room 100000 grimoire-import -d a.db "$T/large.pgn"
    expect_stderr '^grimoire-import: a.db: no room left for the database: the disk is full$'
    for work in "index a.db" "optimise a.db" "merge -d b.db a.db"; do
        expect_exit 1 with_room 0 grimoire-db $work
        expect_stderr '^grimoire-db: [ab].db: no room left for the database: the disk is full$'
    done
    expect_exit 1 with_room 0 grimoire-show -f svg -o picture "$PWD/samples/chess.pgn"
    expect_stderr 'cannot write picture: No space left on device$'
fi

# damaged OFFSET BYTES FILL: $T/games.db with so many bytes of it (octal) wrong is $T/bad.db.
damaged() {
    cp "$T/games.db" "$T/bad.db"
    head -c "$2" /dev/zero | tr '\0' "\\$3" | dd of="$T/bad.db" bs=1 seek="$1" conv=notrunc status=none
}

start "a damaged database is named once, with what is damaged, whoever reads it"
for damage in "43607 3000 377" "48565 1000 0" "47806 3000 0"; do
    damaged $damage
    for work in search tree stats export "show --game 1" "db info" "db verify" "db verify -q" "db dump"; do
        set -- $work
        [ $1 = db ] && set -- db $2 "$T/bad.db" ${3:-} || set -- $1 -d "$T/bad.db" "${@:2}"
        expect_exit 3 grimoire-$*
        expect_stderr "^grimoire-[a-z]*: $T/bad.db: the database is damaged: [^ ]"
        [ "$1 $2" = "db verify" ] || [ "$(wc -l <"$T/err")" -eq 1 ] || fail "not one line: $*: $(cat "$T/err")"
    done
    for work in "import -q -d $T/bad.db samples/magi.pgn" "db optimise $T/bad.db" "db merge -d $T/all.db $T/bad.db"; do
        damaged $damage
        expect_exit 3 grimoire-${work%% *} ${work#* }
        expect_stderr "^grimoire-[a-z]*: $T/bad.db: the database is damaged: [^ ]"
        [ "$(wc -l <"$T/err")" -eq 1 ] || fail "not one line: $work: $(cat "$T/err")"
    done
done
damaged 43607 3000 377
expect_exit 3 grimoire-db verify "$T/bad.db"
expect_stderr '[Pp]age 12: btreeInitPage' # as SQLite's version words it

if have sqlite3; then
    start "games that are missing are named once, whoever goes through the others"
    for ((game = 1; game <= 1100; game++)); do
        printf '[White "Player %d"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n' $game
    done >"$T/many.pgn"
    expect_exit 0 grimoire-import -q -d "$T/many.db" "$T/many.pgn"
    expect_exit 0 grimoire-db delete -q -d "$T/many.db" --games 512-513
    expect_exit 0 grimoire-db verify "$T/many.db"
    # lost SQL MISSING: with so much of the database gone, all name the games that are missing, and end with 3.
    lost() {
        rm -f "$T/bad.db"* "$T/all.db"*
        cp "$T/many.db" "$T/bad.db"
        sqlite3 "$T/bad.db" "$1"
        for work in "export -q" stats "search --count" "search -j 3 --count check" "search --player Nobody" \
            "search --count variations(check)" "tree -q" "tree -q -j 3" "db info" "db verify" "db dump" \
            "db dedupe --dry-run" "db clean --dry-run" "db index" "db merge -d $T/all.db" "db split"; do
            set -- "$1" "$2" $work
            case $3 in
            db)
                case $4 in
                merge) set -- "$1" "$2" "${@:3}" "$T/bad.db" ;;
                split) set -- "$1" "$2" "${@:3}" -d "$T/bad.db" "$T/part.db" ;;
                *) set -- "$1" "$2" "${@:3}" -d "$T/bad.db" ;;
                esac ;;
            *) set -- "$1" "$2" "$3" -d "$T/bad.db" "${@:4}" ;;
            esac
            rm -f "$T/part.db"
            expect_exit 3 grimoire-"${@:3}"
            expect_stderr "bad.db: games $2"
            [ "$(grep -c missing "$T/err")" -eq 1 ] || fail "not said once: ${*:3}: $(cat "$T/err")"
        done
    }
    lost 'DELETE FROM block WHERE first = 513' '513 to 1024 are missing'
    expect_exit 3 grimoire-export -q -d "$T/bad.db" -o "$T/rest.pgn"
    [ "$(grep -c '^\[White' "$T/rest.pgn")" -eq 587 ] || fail "not all others are there"
    lost 'DROP TRIGGER block_deleted; DELETE FROM block WHERE first = 1025' 'from 1025 on are missing'
    lost 'DELETE FROM block WHERE first = 1' '1 to 512 are missing'

    start "a wrong byte in the text of a table is corrected as grimoire-format(5) says"
    sed -n '/^sqlite3 sound.db/,/^grimoire db verify/p' man/grimoire-format.5 | sed 's/\\e$/\\/' >"$T/recipe"
    cp "$T/many.db" "$T/sound.db"
    for text in "CREATE TABLE block(" "CREATE TRIGGER block_deleted " "CREATE TABLE journal("; do
        cp "$T/many.db" "$T/damaged.db"
        at=$(grep -abo "$text" "$T/damaged.db" | sed -n '1s/:.*//p')
        printf '((((' | dd of="$T/damaged.db" bs=1 count=1 seek=$((at + 14)) conv=notrunc status=none
        expect_exit 3 grimoire-db verify "$T/damaged.db"
        expect_stderr 'malformed database schema.*; grimoire-format\(5\) says how to correct that'
        (cd "$T" && bash recipe >"$T/out" 2>&1) || fail "$text: $(cat "$T/out")"
        expect_in_stdout '^1098 games, [0-9]+ plies sound, 0 damaged$'
    done

    start "what verify says that optimise corrects, it corrects"
    expect_exit 0 grimoire-import -q -d "$T/small.db" samples/chess.pgn samples/royal.pgn
    promises=0
    for table in variant dictionary tag shape backup meta fingerprint signature name; do
        for page in $(sqlite3 "$T/small.db" "SELECT rootpage FROM sqlite_schema WHERE tbl_name = '$table' AND rootpage"); do
            for at in 0 3 6 9 4000 4072 4090 4094; do
                cp "$T/small.db" "$T/bad.db"
                printf 'U' | dd of="$T/bad.db" bs=1 seek=$(((page - 1) * 4096 + at)) conv=notrunc status=none
                grimoire-db verify "$T/bad.db" >"$T/out" 2>"$T/err"
                grep -v 'damaged: optimise\|wrong: optimise\|none of ours: optimise\|but nothing is lost: optimise' \
                    "$T/err" >"$T/other"
                [ -s "$T/err" ] && [ ! -s "$T/other" ] || continue
                promises=$((promises + 1))
                expect_exit 0 grimoire-db optimise -q "$T/bad.db"
                expect_exit 0 grimoire-db verify "$T/bad.db"
                expect_stdout '9 games, 390 plies sound, 0 damaged'
            done
        done
    done
    [ $promises -ge 40 ] || fail "only $promises promises"
    cp "$T/small.db" "$T/bad.db"
    page=$(sqlite3 "$T/bad.db" "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_tag_1'")
    printf 'U' | dd of="$T/bad.db" bs=1 seek=$(((page - 1) * 4096 + 8)) conv=notrunc status=none
    expect_exit 3 grimoire-db verify "$T/bad.db"
    expect_stderr 'the table tag is damaged, but nothing is lost: optimise corrects it: '
    [ "$(wc -l <"$T/err")" -eq 1 ] || fail "said more than once: $(cat "$T/err")"

    start "a byte of the texts of tables is corrected, and two tables in one place are not written"
    cp "$T/small.db" "$T/bad.db"
    sqlite3 -cmd '.dbconfig defensive off' -cmd 'PRAGMA writable_schema = ON' "$T/bad.db" \
        "UPDATE sqlite_schema SET sql = replace(sql, 'part = 1', 'part = 2') WHERE name = 'variant_added'"
    expect_exit 3 grimoire-db verify "$T/bad.db"
    expect_stderr 'a byte of the definition of the table variant is wrong, but nothing is lost: optimise corrects it'
    expect_exit 0 grimoire-db optimise -q "$T/bad.db"
    expect_exit 0 grimoire-db verify "$T/bad.db"
    sqlite3 -cmd '.dbconfig defensive off' -cmd 'PRAGMA writable_schema = ON' "$T/bad.db" \
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'block')
            WHERE name = 'signature'"
    expect_exit 3 grimoire-db verify "$T/bad.db"
    expect_stderr 'two tables have the same pages'
    grep -q optimise "$T/err" && fail "promised: $(cat "$T/err")"
    expect_exit 3 grimoire-db optimise -q "$T/bad.db"
    expect_exit 0 grimoire-export -q -d "$T/bad.db" -o "$T/rest.pgn"

    start "a game of which a selection cannot read the tags is not found"
    for what in "--player Nobody" "--date 1999" 'player="Nobody"'; do
        cp "$T/many.db" "$T/bad.db"
        sqlite3 "$T/bad.db" "DROP TRIGGER shape_changed; UPDATE shape SET tags = x'ffffffff'; DELETE FROM backup"
        expect_exit 3 grimoire-search -q -d "$T/bad.db" --count $what
        expect_stdout '0 0'
        expect_stderr 'games cannot be read'
    done

    # Another program that writes: it has the lock while the pipe is open.
    lock() {
        rm -f "$T/pipe" "$T/locked"
        mkfifo "$T/pipe"
        sqlite3 "$T/a.db" <"$T/pipe" &
        locker=$!
        exec 3>"$T/pipe"
        printf 'BEGIN IMMEDIATE;\n.shell touch "%s/locked"\n' "$T" >&3
        until_true test -e "$T/locked"
    }

    sed 's/^\[Site .*/[Site "elsewhere"]/' samples/chess.pgn >"$T/other.pgn"
    start "while others write to a database it can be read, and a writer waits"
    lock
    expect_exit 0 grimoire-export -d "$T/a.db"
    cp "$T/out" "$T/want"
    expect_exit 0 grimoire-search -d "$T/a.db" --count
    expect_stdout '7 0'
    expect_exit 0 grimoire-db verify "$T/a.db"
    grimoire-import -d "$T/a.db" "$T/other.pgn" >"$T/waited" 2>&1 3>&- &
    import=$!
    sleep 0.3
    kill -0 $import 2>/dev/null || fail "it did not wait: $(cat "$T/waited")"
    exec 3>&-
    wait $locker
    wait $import || fail "exit status $? after waiting: $(cat "$T/waited")"
    expect_exit 0 grimoire-db verify "$T/a.db"

    if [ -n "${GRIMOIRE_SLOW:-}" ]; then
        start "who has waited for long gives up"
        lock
        for work in 'db optimise -d' 'db index -d' 'db dedupe -d' 'db clean -d' 'import -d'; do
            games=
            [ "${work%% *}" = db ] || games=samples/chess.pgn
            expect_exit 1 grimoire-$work "$T/a.db" $games
            expect_stderr '/a.db: another program is writing to the database$'
        done
        exec 3>&-
        wait $locker
        expect_exit 0 grimoire-db verify "$T/a.db"
    fi
fi

start "a signal at any moment: all is done, or it says that it was stopped"
for round in 1 2 3 4; do
    for work in "search -j 2 -d $T/large.db" "search -d $T/large.db --count --plies 1.." \
        "export -d $T/large.db" "tree -d $T/large.db" "db verify $T/large.db" \
        "convert -q $T/large.pgn" "stats -d $T/large.db"; do
        signal=INT want=130
        [ $((round % 2)) = 0 ] || signal=TERM want=143
        grimoire-${work%% *} ${work#* } >"$T/out" 2>"$T/err" &
        program=$!
        until_true catches_signals $program
        sleep 0.00$((RANDOM % 9))
        kill -$signal $program 2>/dev/null
        wait $program
        status=$?
        [ $status -eq 0 ] || [ $status -eq $want ] || fail "$work: exit status $status"
        [ $status -eq 0 ] || grep -q 'stopped' "$T/err" || fail "$work: stopped in silence"
    done
done

start "an import that has stored all games does not say that it was stopped before the end"
for round in 1 2 3 4 5 6 7 8 9 10 11 12; do
    rm -f "$T"/new.db*
    grimoire-import -d "$T/new.db" "$T/large.pgn" >"$T/out" 2>"$T/err" &
    program=$!
    until_true catches_signals $program
    sleep 0.0$((round * 8 / 10))$((round * 8 % 10))
    kill -INT $program 2>/dev/null
    wait $program
    status=$?
    [ $status -eq 0 ] || grep -qE 'stopped (at game|before a game)' "$T/err" || fail "exit status $status: $(cat "$T/err")"
done

# stalled SIGNAL COMMAND...: it reads a pipe that has given $given, which is one game and a half, and then nothing.
# *took is what it took to end, in milliseconds.
stalled() {
    local signal=$1 began
    shift
    rm -f "$T/pipe"
    mkfifo "$T/pipe"
    "$@" <"$T/pipe" >"$T/out" 2>"$T/err" 3>&- &
    program=$!
    exec 3>"$T/pipe"
    printf '%b' "$given" >&3
    until_true catches_signals $program
    sleep 0.2
    began=$(date +%s%3N)
    kill -"$signal" $program
    wait $program
    status=$?
    took=$(($(date +%s%3N) - began))
    exec 3>&-
}

start "a signal ends who waits for text, at once"
for work in "import -j 1 -d $T/stalled1.db -" "import -j 2 -d $T/stalled2.db -" "check -" "convert -" \
    "stats -" "show --game 3 -" "perft --epd -"; do
    given='[Event "Whole"]\n\n1. e4 e5 *\n\n[Event "Half"]\n\n1. d4 {and'
    [ "${work%% *}" != perft ] || given='4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/8/8/8'
    for signal in INT TERM; do
        want=130
        [ $signal = INT ] || want=143
        stalled $signal grimoire-${work%% *} ${work#* }
        [ $status -eq $want ] || fail "$work: exit status $status, not $want"
        [ $took -lt 1500 ] || fail "$work: it took $took ms"
        [ "$(grep -c stopped "$T/err")" -eq 1 ] || fail "$work: $(cat "$T/err")"
        ! grep -q 'Half' "$T/out" || fail "$work: half of a game"
    done
done
for n in 1 2; do
    expect_exit 0 grimoire-db verify "$T/stalled$n.db"
    expect_in_stdout '^[01] games?, '
done

# limited KILOBYTES COMMAND...: no file may grow further, and nobody has taken care of the signal.
limited() {
    (
        ulimit -f "$1"
        shift
        exec "$@"
    )
}

start "a file that may not grow further is reported, and nothing stays half done"
mkdir "$T/limited"
for limit in 4 64; do
    for work in "import -d $T/limited/new.db $T/large.pgn" "db merge -d $T/limited/new.db $T/large.db" \
        "db split -d $T/large.db $T/limited/new.db"; do
        rm -f "$T"/limited/*
        limited $limit grimoire-${work%% *} ${work#* } >"$T/out" 2>"$T/err"
        status=$?
        [ $status -eq 1 ] || fail "$work under $limit KB: exit status $status: $(cat "$T/err")"
        grep -q '^grimoire-[a-z]*: ' "$T/err" || fail "$work under $limit KB: no reason"
        ! ls "$T/limited" | grep -v '^new.db$' || fail "$work under $limit KB left something"
        [ ! -e "$T/limited/new.db" ] || expect_exit 0 grimoire-db verify "$T/limited/new.db"
    done
    for work in "export -d $T/large.db -o $T/limited/out" "export -f html -d $T/large.db -o $T/limited/out" \
        "convert -q -o $T/limited/out $T/large.pgn" "db dump -d $T/large.db -o $T/limited/out"; do
        expect_exit 1 limited $limit grimoire-${work%% *} ${work#* }
        expect_stderr 'cannot write .*: File too large$'
    done
    for work in "db index" "db optimise" "db dedupe"; do
        cp "$T/large.db" "$T/limited/full.db"
        limited $limit grimoire-$work "$T/limited/full.db" >"$T/out" 2>"$T/err"
        status=$?
        [ $status -le 1 ] || fail "$work under $limit KB: exit status $status: $(cat "$T/err")"
        expect_exit 0 grimoire-db verify "$T/limited/full.db"
    done
done

# late COMMAND...: signals it while only its output is still to be written, as the pipe is full, which is then read.
late() {
    local signal=TERM patience
    command="$*"
    mkfifo "$T/full"
    exec 5<>"$T/full"
    for patience in 0.3 1 3; do
        rm -f "$T"/late*.db*
        dd if=/dev/zero of="$T/full" bs=4096 count=16 oflag=nonblock 2>"$T/dd"
        "$@" >&5 2>"$T/err" &
        program=$!
        until_true catches_signals $program
        sleep $patience
        kill -TERM $program
        head -c 65536 <&5 >/dev/null
        wait $program
        status=$?
        [ $status -ne 0 ] || break
        timeout 1 cat <&5 >/dev/null
    done
    dd if="$T/full" iflag=nonblock bs=65536 count=1 of="$T/out" 2>/dev/null
    exec 5>&-
    rm "$T/full"
    [ $status -eq 0 ] || fail "exit status $status: $command"
    grep -q stopped "$T/err" && fail "nothing was stopped: $command: $(cat "$T/err")"
}

start "a signal that comes when all is done stops nothing, and nobody says so"
grimoire-import -q -d "$T/few.db" samples/chess.pgn
late grimoire-db split -d "$T/few.db" "$T/late.db"
grep -q ' games, ' "$T/out" || fail "no sum: $(cat "$T/out")"
expect_exit 0 grimoire-db verify -q "$T/late.db"
late grimoire-db split --shards 2 -d "$T/few.db" "$T/late.db"
late grimoire-db merge -d "$T/late.db" "$T/few.db"
late grimoire-report -v chess -d "$T/few.db"
grep -q . "$T/out" || fail "no report"
late grimoire-stats -d "$T/few.db"
late grimoire-convert -q -f uci samples/chess.pgn
late grimoire-db info "$T/few.db"

# In these one statement or one game takes long.
start "a signal ends whatever takes long within a second"
repeat() {
    local text=$1 n=$2 line
    line=$(printf "%${n}s" '')
    printf '%s' "${line// /$text}"
}
{
    printf '[Event "Long"]\n\n1. e4 '
    repeat '{a comment} ' 10000
    printf 'e5 '
    repeat '(1... c5 2. Nf3 d6) ' 10000
    printf '2. Nf3 *\n\n'
} >"$T/one.pgn"
for n in $(seq 60); do
    sed "s/Long/Long $n/" "$T/one.pgn"
done >"$T/long.pgn"
grimoire-import -q -d "$T/long.db" "$T/long.pgn"
for work in "check $T/long.pgn" "check --repair $T/long.pgn" "convert -f pgn $T/long.pgn" "convert -f json $T/long.pgn" \
    "import -d $T/new.db $T/long.pgn" "export -d $T/long.db" "export -f html -d $T/long.db" "db verify $T/long.db" \
    "db optimise $T/long.db" "db dedupe $T/long.db" "db index $T/long.db" "db merge -d $T/merge.db $T/long.db" \
    "db dump -d $T/long.db" "db dump -f sqlite -d $T/long.db -o $T/dump.sqlite" \
    "db split -d $T/long.db $T/split.db" "search -d $T/long.db mate" "stats -d $T/long.db" \
    "tree -d $T/long.db" "perft --depth 9" "annotate -d $T/long.db --depth 30" "match --depth 30 --games 2"; do
    words=($work)
    "grimoire-${words[0]}" "${words[@]:1}" >/dev/null 2>"$T/err" &
    program=$!
    until_true catches_signals $program
    sleep 0.3
    began=$(date +%s%3N)
    kill -TERM $program 2>/dev/null
    wait $program
    status=$?
    took=$(($(date +%s%3N) - began))
    [ $took -lt 2000 ] || fail "$work: it took $took ms to end"
    [ $status -le 2 ] || [ $status -eq 143 ] || fail "$work: exit status $status"
    [ $status -ne 143 ] || grep -q stopped "$T/err" || fail "$work: stopped in silence"
    grep -q '^grimoire-[a-z]*: *$' "$T/err" && fail "$work: an empty message"
    case $work in "db split"* | "db dump -f"*)
        [ $status -ne 143 ] || [ ! -e "${work##* }" ] || fail "$work: a file was left" ;;
    esac
done
for db in long new merge; do
    [ ! -e "$T/$db.db" ] || expect_exit 0 grimoire-db verify "$T/$db.db"
done
finish
