#!/usr/bin/env bash
# Files and folders that an ordinary user may not write: what can be read is read, nothing is left there, and what
# cannot be done is said to be for that reason.
. "$(dirname "$0")/lib.sh"

as= other=
if [ "$(id -u)" -eq 0 ]; then
    as='setpriv --reuid=65534 --regid=65534 --clear-groups'
    chmod 755 "$T"
    if ! have setpriv; then
        finish
    fi
    if ! $as grimoire-perft --version >/dev/null 2>&1; then
        echo "# skipped: nobody but root may run the programs" && finish
    fi
fi

grimoire-import -q -d "$T/base.db" samples/chess.pgn >/dev/null
sed 's/^\[Site .*/[Site "elsewhere"]/' samples/chess.pgn >"$T/more.pgn"
mkdir "$T/own"
chmod 777 "$T/own"

# A log that a killed program has left, with games that are not in the file yet; *with its index.
if have sqlite3; then
    cp "$T/base.db" "$T/left.db"
    mkfifo "$T/pipe"
    sqlite3 "$T/left.db" <"$T/pipe" >/dev/null &
    reader=$!
    exec 3>"$T/pipe"
    printf 'BEGIN; SELECT count(*) FROM block;\n.shell touch "%s/reading"\n' "$T" >&3
    until_true test -e "$T/reading"
    grimoire-import -q -d "$T/left.db" "$T/more.pgn" 3>&- >/dev/null
    for part in '' -wal -shm; do
        cp "$T/left.db$part" "$T/logged.db$part"
    done
    exec 3>&-
    wait $reader
    other='logged indexed'
fi

# place KIND FOLDER_MODE FILE_MODE [LOG_MODE]: makes $T/place with a database.
place() {
    [ ! -e "$T/place" ] || chmod -R u+rwx "$T/place"
    rm -rf "$T/place" "$T"/own/*
    mkdir "$T/place"
    if [ "$1" = base ]; then
        cp "$T/base.db" "$T/place/a.db"
    else
        cp "$T/logged.db" "$T/place/a.db"
        cp "$T/logged.db-wal" "$T/place/a.db-wal"
        [ "$1" = logged ] || cp "$T/logged.db-shm" "$T/place/a.db-shm"
        chmod "${4-$3}" "$T"/place/a.db-*
    fi
    chmod "$3" "$T/place/a.db"
    chmod "$2" "$T/place"
    before=$(ls "$T/place" 2>/dev/null)
}

readers=(export search tree stats "show --game 1" "report -v chess" "db info" "db verify" "db dump" "db clean --dry-run"
    "db split new" "db split --shards 2 new")
writers=("import" "annotate --depth 1" "db optimise" "db index" "db index --drop" "db dedupe" "db clean" "db merge")

# run STATUS WORK: as an ordinary user, in a folder of his own.
run() {
    local want=$1 program db="$T/place/a.db" status
    set -- $2
    case $1 in
    db) program=(grimoire-db "$2" -d "$db" "${@:3}") ;;
    *) program=("grimoire-$1" -d "$db" "${@:2}") ;;
    esac
    case "$*" in
    import) program+=("$T/more.pgn") ;;
    "db merge") program+=("$T/base.db") ;;
    esac
    command="${program[*]}"
    (cd "$T/own" && PATH=$PATH $as "${program[@]}") >"$T/out" 2>"$T/err"
    status=$?
    [ $status -eq "$want" ] || fail "exit status $status, not $want: $command: $(head -n 3 "$T/err")"
}

nothing_left() {
    [ "$(ls "$T/place")" = "$before" ] || fail "left: $(ls "$T/place" | tr '\n' ' '): $command"
}

start "what may only be read is read, and nothing is left beside it"
for work in "${readers[@]}"; do
    place base 555 444
    run 0 "$work"
    nothing_left
done
for modes in "555 666" "777 444"; do
    for work in export "db verify"; do
        place base $modes
        run 0 "$work"
        nothing_left
    done
done

start "who may not write the file or its folder learns which"
for work in "${writers[@]}"; do
    place base 555 444
    run 1 "$work"
    expect_stderr '^grimoire-[a-z]*: .*/place/a.db: cannot write to the database: Permission denied$'
    place base 555 666
    run 1 "$work"
    expect_stderr '^grimoire-[a-z]*: .*cannot make files in .*/place: Permission denied$'
    nothing_left
done

# making WORK: as an ordinary user, a new database in a folder that is closed to him.
making=("import -d new.db $T/more.pgn" "db merge -d new.db $T/base.db" "db split -d $T/base.db new.db"
    "db split -d $T/base.db --shards 2 new.db")
start "a new database in a folder that may not be written is refused for that reason"
for work in "${making[@]}"; do
    place base 555 444
    command="${work//new.db/$T/place/new.db}"
    (cd "$T/own" && $as grimoire-$command) >"$T/out" 2>"$T/err"
    status=$?
    [ $status -eq 1 ] || fail "exit status $status, not 1: $command: $(head -n 3 "$T/err")"
    expect_stderr '/place/new[^ ]*.db: cannot open the database: Permission denied$'
    nothing_left
done
if [ "$(id -u)" -eq 0 ] && unshare -m mount -t tmpfs -o ro none "$T/own" 2>/dev/null; then
    for work in "${making[@]}"; do
        command="${work//new.db/$T/own/new.db}"
        expect_exit 1 unshare -m bash -c 'mount -t tmpfs -o ro none "$1" && shift && exec "$@"' bash "$T/own" \
            grimoire-$command
        expect_stderr '/own/new[^ ]*.db: cannot open the database: Read-only file system$'
    done
fi

start "what cannot be opened is not said to be missing"
for work in export "db verify" import "db index"; do
    place base 755 000
    run 1 "$work"
    expect_stderr '/place/a.db: cannot open the database: Permission denied$'
    place base 600 644
    [ "$(id -u)" -ne 0 ] || run 1 "$work"
    [ "$(id -u)" -ne 0 ] || expect_stderr '/place/a.db: cannot open the database: Permission denied$'
done

if [ -n "$other" ]; then
    start "a log with its index is read where nothing may be written"
    for modes in "555 444" "777 444" "555 666 444"; do
        place indexed $modes
        run 0 "db verify"
        run 0 export
        [ "$(grep -c '^\[Event ' "$T/out")" -eq 14 ] || fail "games of the log are missing"
        nothing_left
    done

    start "a log whose index cannot be made is said to be the reason"
    for work in export "db verify" "db split new"; do
        place logged 555 444
        run 1 "$work"
        expect_stderr 'place/a.db: its log cannot be read: cannot make files in .*/place: Permission denied$'
        nothing_left
    done
    for work in import "db index" "annotate --depth 1"; do
        place indexed 777 666 444
        run 1 "$work"
        expect_stderr 'cannot write to .*/place/a.db-wal: Permission denied$'
        nothing_left
    done
fi
chmod -R u+rwx "$T/place"
finish
