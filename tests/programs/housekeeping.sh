#!/usr/bin/env bash
# grimoire-db: clean, split, merge and dump from outside. dedupe and optimise are in store.sh.
. "$(dirname "$0")/lib.sh"

cat >"$T/games.pgn" <<'PGN'
[Event "  Club   Match "]
[White "able,anna"]
[Black "Baker, Bob"]
[Date "17 May 1990"]
[Result "1/2"]

1. e4 {It's "kept"} e5 (1... c5) 1/2-1/2

[Event "Open"]
[White "Able, A."]
[Black "Charlie"]
[Date "05/06/1990"]
[Result "0:1"]

1. d4 d5 0-1

[Event "Open"]
[White "Dog"]
[Black "Able, Anna"]
[Date "1990.??.??"]
[Result "1-0"]

1. c4 c5 1-0
PGN
printf '# names\nAble, Anna\n=Able,A\n' >"$T/names"
grimoire-import -q -d "$T/a.db" "$T/games.pgn" >/dev/null 2>&1
grimoire-export -d "$T/a.db" >"$T/before"

start "a dry run of clean shows what would change, and changes nothing"
expect_exit 0 grimoire-db clean --dry-run --players "$T/names" "$T/a.db"
expect_output housekeeping/clean.text
grimoire-export -d "$T/a.db" | cmp -s - "$T/before" || fail "it has changed something"

start "clean does what the dry run showed"
expect_exit 0 grimoire-db clean --players "$T/names" "$T/a.db"
sed 's/would change/changed/' tests/data/golden/housekeeping/clean.text | cmp -s - "$T/out" ||
    fail "it shows something else"
expect_exit 0 grimoire-export -d "$T/a.db"
expect_output housekeeping/cleaned.pgn
expect_exit 0 grimoire-db clean --players "$T/names" "$T/a.db"
expect_stdout '3 games, 0 tags of 0 games changed'
expect_exit 0 grimoire-db verify "$T/a.db"

start "bad lists of names are bad usage and change nothing"
printf 'A\n=B\nC\n=b.\n' >"$T/twice"
expect_exit 2 grimoire-db clean --players "$T/twice" "$T/a.db"
expect_stderr "twice:4: 'b.' stands for A already"
expect_exit 2 grimoire-db clean --players "$T/none" "$T/a.db"
expect_stderr 'none: No such file'
expect_exit 2 grimoire-db clean --players "$T" "$T/a.db"
printf '8/8/8/8/8/8/8/K1k5 w - - bm Ka2;\n' >"$T/list.epd"
printf 'A00\t[e4]\n' >"$T/list.eco"
printf 'A00a "Start position" *\n' >"$T/scid.eco"
for list in list.epd list.eco scid.eco; do
    expect_exit 2 grimoire-db clean --players "$T/$list" "$T/a.db"
    expect_stderr "$list:1: a position, game or opening: this is no list of names"
done
for list in '' '# nobody' '% a list\n@SITE\nRome\n'; do
    printf '%b' "$list" >"$T/nobody"
    expect_exit 2 grimoire-db clean --players "$T/nobody" "$T/a.db"
    expect_stderr 'nobody: no name of a player in this list'
done
expect_exit 2 grimoire-db clean
expect_stderr 'no database'

if have sqlite3; then
    start "games of a damaged block are reported and left, the others are cleaned"
    for i in $(seq 513); do
        printf '[Date "1999"]\n[Event "%d"]\n[White "A"]\n[Black "B"]\n\n' $((i % 512))
        printf '1. a4 a5 2. b4 b5 3. c4 c5 4. d4 d5 5. e4 e5 6. f4 f5 7. g4 g5 8. h4 h5 9. Na3 *\n\n'
    done | sed '0,/"1999"/s//"1999.??.??"/' | grimoire-import -q -d "$T/d.db" - >/dev/null
    sqlite3 "$T/d.db" "UPDATE block SET moves = CAST(x'c0ffee' || substr(moves, 4) AS BLOB)
        WHERE first = 1"
    expect_exit 3 grimoire-db clean "$T/d.db"
    expect_stderr 'game 1: the game'
    expect_stderr 'game 512: the block of game 512 is damaged'
    expect_stdout 'game 513: Date "1999" becomes "1999.??.??"
512 games, 1 tag of 1 game changed'
    expect_exit 3 grimoire-db dedupe "$T/d.db"
    expect_stderr 'game 512: the block of game 512 is damaged'
    expect_in_stdout '^[0-9]+ games compared, 1 duplicate deleted'

    start "a wrong byte is reported, harms no game, and is put right"
    cp "$T/a.db" "$T/byte.db"
    for blob in block.head block.moves block.texts name.texts; do
        column=${blob#*.}
        sqlite3 "$T/byte.db" "UPDATE ${blob%.*} SET $column =
            CAST(iif(hex(substr($column, 1, 1)) = '00', x'01', x'00') || substr($column, 2) AS BLOB)
            WHERE rowid = (SELECT min(rowid) FROM ${blob%.*})"
    done
    expect_exit 3 grimoire-db verify "$T/byte.db"
    expect_in_stdout '^3 games, 6 plies sound, 0 damaged, [0-9]+ other faults'
    expect_stderr 'a byte of games 1 to 3 is wrong, but nothing is lost'
    expect_stderr 'a byte of the values of the tag [A-Za-z]* is wrong, but nothing is lost'
    expect_exit 0 grimoire-export -d "$T/byte.db"
    grimoire-export -d "$T/a.db" | cmp -s - "$T/out" || fail "a game is another"
    expect_exit 0 grimoire-db optimise "$T/byte.db"
    expect_exit 0 grimoire-db verify "$T/byte.db"
    expect_stdout '3 games, 6 plies sound, 0 damaged'
fi

start "split makes a new database or fills an empty one, and no other"
expect_exit 0 grimoire-db split -d "$T/a.db" --event open "$T/s.db"
expect_stdout '2 games, 4 plies, 0 unreadable, 0 duplicates'
expect_exit 2 grimoire-db split -d "$T/a.db" "$T/s.db"
expect_stderr 's.db already has 2 games'
expect_exit 1 grimoire-db split -d "$T/a.db" --event nothing "$T/e.db"
expect_exit 0 grimoire-db split -d "$T/a.db" "$T/e.db"
expect_exit 3 grimoire-db split -d "$T/a.db" "$T/games.pgn"
grep -q Charlie "$T/games.pgn" || fail "a text was harmed"

start "a database is merged into itself, and with others"
expect_exit 0 grimoire-db merge -d "$T/a.db" "$T/a.db" "$T/s.db"
expect_stdout '5 games, 10 plies, 0 unreadable, 5 duplicates'
expect_exit 2 grimoire-db merge -d "$T/a.db" "$T/none.db"
expect_stderr 'none.db: no such database'

if have sqlite3; then
    start "no database is made for games that cannot be read"
    cp "$T/a.db" "$T/lost.db"
    sqlite3 "$T/lost.db" "UPDATE block SET moves = x''"
    for command in "split -d $T/lost.db $T/new.db" "merge -d $T/new.db $T/lost.db"; do
        expect_exit 3 grimoire-db $command
        expect_stdout '0 games, 0 plies, 3 unreadable, 0 duplicates'
        expect_stderr 'game 3: '
        [ "$(grep -c 'game 1: ' "$T/err")" = 1 ] || fail "game 1 is not reported once"
        [ ! -e "$T/new.db" ] || fail "a database was made"
    done
    expect_exit 3 grimoire-db merge -d "$T/new.db" "$T/lost.db" "$T/s.db"
    expect_stdout '2 games, 4 plies, 3 unreadable, 0 duplicates'
    expect_exit 0 grimoire-db verify "$T/new.db"

    start "a dump is read by SQLite and has everything"
    expect_exit 0 grimoire-db dump "$T/a.db"
    sqlite3 "$T/plain.db" <"$T/out" || fail "SQLite does not read it"
    expect_exit 0 sqlite3 "$T/plain.db" "SELECT id, variant, result, plies, status, moves FROM game"
    expect_stdout '1|chess|1/2-1/2|2|complete|e4 e5
2|chess|0-1|2|complete|d4 d5
3|chess|1-0|2|complete|c4 c5'
    expect_exit 0 sqlite3 "$T/plain.db" "SELECT pgn || char(10) FROM game"
    grimoire-export -d "$T/a.db" | cmp -s - "$T/out" || fail "pgn is not as export writes it"
    expect_exit 0 sqlite3 "$T/plain.db" "SELECT value FROM tag WHERE name = 'White'"
    expect_stdout 'Able, Anna
Able, Anna
Dog'
fi

start "a dump as JSON lines"
expect_exit 0 grimoire-db dump -f json "$T/a.db"
grimoire-export -d "$T/a.db" -f json | cmp -s - "$T/out" || fail "not as export writes it"
finish
