#!/usr/bin/env bash
# Every command that writes is killed at any moment: the database is sound afterwards, and the same
# command run again makes of it what it would have made at once. GRIMOIRE_SLOW=1: many moments.
. "$(dirname "$0")/lib.sh"

rounds=${GRIMOIRE_SLOW:+60}
rounds=${rounds:-1}
RANDOM=${GRIMOIRE_SEED:-20}

for i in $(seq 1200); do
    printf '[Event "%d"]\n[White "White,%d"]\n[Black "Black,B"]\n[Date "199%d"]\n[Result "1/2"]\n\n' \
        "$i" $((i % 97)) $((i % 3))
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O'
    [ $((i % 3)) -eq 0 ] || printf ' 9. h3 Na5 10. Bc2'
    [ $((i % 5)) -ne 0 ] || printf ' {%d}' "$i"
    printf ' 1/2\n\n'
done >"$T/games.pgn"
head -n 400 "$T/games.pgn" >"$T/few.pgn"
grimoire-import -q -d "$T/base.db" "$T/games.pgn" >/dev/null 2>&1
grimoire-import -q -d "$T/few.db" "$T/few.pgn" >/dev/null 2>&1
grimoire-import -q -d "$T/other.db" samples/chess.pgn >/dev/null
cp tests/data/golden/store/format1.db "$T/old.db"

# now: milliseconds.
now() {
    local us=${EPOCHREALTIME/[.,]/}
    echo $((us / 1000))
}

# copy_from BASE: $T/work.db becomes a copy of it ('' none).
copy_from() {
    rm -f "$T"/work.db* "$T"/new*.db*
    [ -z "$1" ] || cp "$T/$1" "$T/work.db"
}

# what FILE: all that a database holds.
what() {
    grimoire-export -d "$1" -f pgn 2>&1
}

# killed BASE RESULT COMMAND...: COMMAND makes $T/RESULT of a copy of BASE in $T/work.db.
killed() {
    local base=$1 result=$2 start length round pid
    shift 2
    copy_from "$base"
    start=$(now)
    "$@" >/dev/null 2>&1 || fail "exit status $? without being killed: $*"
    length=$(($(now) - start))
    what "$T/$result" >"$T/want"
    for ((round = 0; round < rounds; round++)); do
        copy_from "$base"
        "$@" >/dev/null 2>&1 &
        pid=$!
        sleep "$(printf '0.%03d' $((RANDOM % (length < 990 ? length + 5 : 990))))"
        kill -KILL $pid 2>/dev/null
        wait $pid 2>/dev/null
        for file in "$T/work.db" "$T/$result"; do
            [ ! -e "$file" ] || expect_exit 0 grimoire-db verify -q "$file"
        done
        "$@" >"$T/out" 2>"$T/err" || grep -q 'already has' "$T/err" ||
            fail "the second run failed: $* $(cat "$T/err")"
        what "$T/$result" | cmp -s - "$T/want" ||
            fail "after round $round, a second run makes something else: $*"
        expect_exit 0 grimoire-db verify -q "$T/$result"
    done
}

# once BASE COMMAND...: the same of a command that does it as a whole or not at all, and another time something else.
once() {
    local base=$1 start length round pid
    shift
    copy_from "$base"
    what "$T/work.db" >"$T/before"
    start=$(now)
    "$@" >/dev/null 2>&1 || fail "exit status $? without being killed: $*"
    length=$(($(now) - start))
    what "$T/work.db" >"$T/want"
    ! cmp -s "$T/before" "$T/want" || fail "nothing changes: $*"
    for ((round = 0; round < 3 * rounds; round++)); do
        copy_from "$base"
        "$@" >/dev/null 2>&1 &
        pid=$!
        sleep "$(printf '0.%03d' $((RANDOM % (length < 990 ? length + 5 : 990))))"
        kill -KILL $pid 2>/dev/null
        wait $pid 2>/dev/null
        expect_exit 0 grimoire-db verify -q "$T/work.db"
        what "$T/work.db" >"$T/left"
        if cmp -s "$T/left" "$T/before"; then
            expect_exit 0 "$@"
            what "$T/work.db" >"$T/left"
        fi
        cmp -s "$T/left" "$T/want" || fail "after round $round it is neither what it was nor what it is to be: $*"
    done
}

start "import"
killed '' work.db grimoire-import -q -d "$T/work.db" "$T/games.pgn"
killed few.db work.db grimoire-import -q -j 2 -d "$T/work.db" "$T/games.pgn"
start "dedupe"
killed base.db work.db grimoire-db dedupe -q -d "$T/work.db"
start "edit, delete and undo"
once base.db grimoire-db edit -q -d "$T/work.db" --game 700 --set Event=changed --comment 3=new
once base.db grimoire-db delete -q -d "$T/work.db" --games 5,100-1100
cp "$T/base.db" "$T/deleted.db"
grimoire-db edit -q -d "$T/deleted.db" --game 200 --delete-from 4
grimoire-db delete -q -d "$T/deleted.db" --games 5,100-1100
once deleted.db grimoire-db undo -q "$T/work.db"
start "import --combine"
sed 's/1\. e4/& {new}/' "$T/games.pgn" >"$T/richer.pgn"
killed base.db work.db grimoire-import -q --combine -d "$T/work.db" "$T/richer.pgn"
start "clean"
killed base.db work.db grimoire-db clean -q -d "$T/work.db"
start "merge"
killed few.db work.db grimoire-db merge -q -d "$T/work.db" "$T/other.db" "$T/base.db"
start "split"
killed base.db new.db grimoire-db split -q -d "$T/work.db" --games 100- "$T/new.db"
start "split --shards"
killed base.db new-2-of-2.db grimoire-db split -q -d "$T/work.db" --shards 2 "$T/new.db"
start "optimise"
killed old.db work.db grimoire-db optimise -q -d "$T/work.db"
killed base.db work.db grimoire-db optimise -q -d "$T/work.db"
start "optimise, which joins pieces of the index"
awk -v at="$T/part" '/^\[Event / { n++ } { print > (at (n > 1000) ".pgn") }' "$T/games.pgn"
grimoire-import -q -d "$T/pieces.db" "$T/part0.pgn" >/dev/null 2>&1
grimoire-db index -q "$T/pieces.db" >/dev/null
grimoire-import -q -d "$T/pieces.db" "$T/part1.pgn" >/dev/null 2>&1
killed pieces.db work.db grimoire-db optimise -q -d "$T/work.db"
start "index"
killed base.db work.db grimoire-db index -q -d "$T/work.db"
start "annotate"
killed other.db work.db grimoire-annotate -q -d "$T/work.db" --depth 2

start "two imports at once wait for each other"
copy_from ''
grimoire-import -q -d "$T/work.db" "$T/games.pgn" >"$T/one" 2>&1 &
one=$!
grimoire-import -q -d "$T/work.db" samples/chess.pgn >"$T/two" 2>&1 &
two=$!
wait $one || fail "the first failed: $(cat "$T/one")"
wait $two || fail "the second failed: $(cat "$T/two")"
expect_exit 0 grimoire-search -d "$T/work.db" --count
expect_stdout '1207 0'
expect_exit 0 grimoire-db verify -q "$T/work.db"
finish
