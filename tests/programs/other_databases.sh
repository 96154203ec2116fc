#!/usr/bin/env bash
# Games in other databases: the plain SQLite file of db dump, and PostgreSQL, loaded as grimoire-sql(7) shows it.
. "$(dirname "$0")/lib.sh"

D=$T/games.db
grimoire-import -q -d "$D" samples/chess.pgn samples/magi.pgn >/dev/null 2>&1
grimoire-annotate -q -d "$D" --games 6 --depth 2 2>/dev/null

start "dump -f sqlite makes a plain database with all games, tags, moves, positions and evaluations"
expect_exit 0 grimoire-db dump -f sqlite -d "$D" -o "$T/plain.sqlite"
expect_stdout ''
expect_quiet
ask() {
    sqlite3 "$T/plain.sqlite" "$1"
}
if have sqlite3; then
    [ "$(ask 'PRAGMA integrity_check; PRAGMA foreign_key_check')" = ok ] || fail "the file is not sound"
    [ "$(ask 'SELECT count(*) FROM game')" = 12 ] || fail "other games"
    [ "$(ask 'SELECT count(*), sum(plies) FROM game')" = "12|$(ask 'SELECT count(*) FROM move')" ] || fail "other moves"
    [ "$(ask 'SELECT count(*) FROM position')" = "$(ask 'SELECT sum(plies + 1) FROM game')" ] || fail "other positions"
    [ "$(ask 'SELECT count(*) FROM game WHERE final_fen <> coalesce((SELECT fen FROM move WHERE game_id = id
        ORDER BY ply DESC LIMIT 1), start_fen)')" = 0 ] || fail "the last move's position is another"
    [ "$(ask 'SELECT count(*) FROM position JOIN evaluation USING(key) WHERE game_id = 6')" -ge 20 ] ||
        fail "positions have no evaluations"
    [ "$(ask "SELECT group_concat(san, ' ') FROM (SELECT san FROM move WHERE game_id = 1 ORDER BY ply)")" = \
        "$(grimoire-convert -q -f san samples/chess.pgn | head -n 1)" ] || fail "other moves"
fi

start "comments of one move are separated by line ends"
printf '1. e4 e5 2. Nf3 Nc6 {after} {second} *\n' >"$T/comments.pgn"
grimoire-import -q -d "$T/comments.db" "$T/comments.pgn" >/dev/null
expect_exit 0 grimoire-db dump -f sqlite -d "$T/comments.db" -o "$T/comments.sqlite"
if have sqlite3; then
    expect_exit 0 sqlite3 "$T/comments.sqlite" 'SELECT comment FROM move WHERE ply = 4'
    expect_stdout 'after
second'
fi

start "dump -f sqlite wants a new file, and leaves none behind when it fails"
expect_exit 2 grimoire-db dump -f sqlite -d "$D"
expect_stderr '-f sqlite makes a file: -o FILE'
echo precious >"$T/old"
expect_exit 2 grimoire-db dump -f sqlite -d "$D" -o "$T/old"
expect_stderr 'old: the file exists already'
[ "$(cat "$T/old")" = precious ] || fail "an old file was changed"
ln -s "$T/old" "$T/link"
expect_exit 2 grimoire-db dump -f sqlite -d "$D" -o "$T/link"
[ -L "$T/link" ] && [ "$(cat "$T/old")" = precious ] || fail "a link was changed"
expect_exit 2 grimoire-db dump -f sqlite -d "$D" -o "$T/no/folder.sqlite"
expect_stderr 'cannot write .*no/folder.sqlite: No such file or directory$'
if [ -d /sys/kernel ]; then # where nobody may make files
    expect_exit 1 grimoire-db dump -f sqlite -d "$D" -o /sys/kernel/new.sqlite
    expect_stderr 'cannot write /sys/kernel/new.sqlite: '
    expect_exit 1 grimoire-db dump -f sql -d "$D" -o /sys/kernel/new.sql
fi
for ending in gz zst xz bz2; do
    expect_exit 2 grimoire-db dump -f sqlite -d "$D" -o "$T/new.sqlite.$ending"
    expect_stderr "not compressed: give .*new.sqlite.$ending another ending$"
    [ ! -e "$T/new.sqlite.$ending" ] || fail "a file was made"
done
if [ -z "$sanitized" ]; then
    expect_exit 1 bash -c "ulimit -f 64; grimoire-db dump -f sqlite -d '$D' -o '$T/large.sqlite'"
    expect_stderr 'large.sqlite: '
fi
[ ! -e "$T/large.sqlite" ] || fail "a part of a file was left"

start "dump -f sqlite that was killed can be run again"
for round in 1 2 3 4; do
    rm -f "$T"/killed.sqlite*
    grimoire-db dump -f sqlite -d "$D" -o "$T/killed.sqlite" &
    sleep 0.0$((round * 2))
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    [ -e "$T/killed.sqlite" ] || expect_exit 0 grimoire-db dump -f sqlite -d "$D" -o "$T/killed.sqlite"
    cmp -s "$T/killed.sqlite" "$T/plain.sqlite" || fail "round $round: half of a file"
    [ "$(echo "$T"/killed.sqlite*)" = "$T/killed.sqlite" ] || fail "left: $(echo "$T"/killed.sqlite*)"
done

postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
as=
[ "$(id -u)" -ne 0 ] || as='runuser -u postgres --'
if [ -x "$postgres/initdb" ] && { [ -z "$as" ] || have runuser; } && $as true 2>/dev/null; then
    start "PostgreSQL takes the table of games by COPY, and the whole dump"
    P=$(mktemp -d "${TMPDIR:-/tmp}/grimoire-pg.XXXXXX")
    [ -z "$as" ] || chown postgres "$P"
    server() {
        $as "$postgres/pg_ctl" -D "$P/data" -l "$P/log" -w -o "-c listen_addresses= -k $P" "$@" >"$T/pg" 2>&1
    }
    psql() {
        $as "$postgres/psql" -X -q -A -t -v ON_ERROR_STOP=1 -h "$P" -d postgres "$@"
    }
    if (cd / && $as "$postgres/initdb" -A trust -D "$P/data" >"$T/pg" 2>&1 && server start); then
        columns=$(grimoire-export -f csv-plain -d "$D" | head -n 1 | sed 's/,/ text, /g')
        expect_exit 0 psql -c "CREATE TABLE games($columns text)"
        grimoire-export -f csv-plain -d "$D" >"$T/games.csv"
        expect_exit 0 psql -c "COPY games FROM STDIN WITH (FORMAT csv, HEADER)" <"$T/games.csv"
        expect_exit 0 psql -c "SELECT count(*), sum(plies::int) FROM games"
        expect_stdout "12|$(grimoire-db dump -d "$D" | grep -o "^INSERT INTO position" | wc -l | awk '{ print $1 - 12 }')"
        grimoire-db dump -d "$D" >"$T/dump.sql"
        expect_exit 0 psql -f - <"$T/dump.sql"
        expect_exit 0 psql -c "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM tag WHERE name = 'White')"
        expect_stdout '12|12'
        server -m immediate stop
    else
        fail "no server: $(tail -n 5 "$T/pg")"
    fi
    rm -rf "$P"
else
    echo "# skipped: no PostgreSQL server"
fi

# Where the module is installed: npm install @duckdb/node-api in some folder, and NODE_PATH names its node_modules.
if have node && duck=$(node -p 'require.resolve("@duckdb/node-api")' 2>/dev/null); then
    start "DuckDB reads the table of games, and JSON lines"
    grimoire-export -f csv-plain -d "$D" -o "$T/games.csv"
    grimoire-export -f json -d "$D" -o "$T/games.jsonl"
    cat >"$T/duck.cjs" <<'END'
const [, , api, ...queries] = process.argv;
const { DuckDBInstance } = require(api);
(async () => {
    const session = await (await DuckDBInstance.create(':memory:')).connect();
    for (const query of queries)
        console.log((await session.runAndReadAll(query)).getRows().join());
})();
END
    expect_exit 0 node "$T/duck.cjs" "$duck" "SELECT count(*), sum(plies) FROM read_csv('$T/games.csv')" \
        "SELECT count(*), sum(len(moves)) FROM read_json('$T/games.jsonl', format = 'newline_delimited',
        maximum_object_size = 100000000)"
    [ "$(sed -n 1p "$T/out")" = "$(sed -n 2p "$T/out")" ] || fail "$(cat "$T/out")"
    grep -q '^12,' "$T/out" || fail "$(cat "$T/out")"
else
    echo "# skipped: no DuckDB"
fi

start "JSON lines have each game once"
grimoire-db dump -f json -d "$D" | grep -v '^{"judge"' >"$T/lines"
[ "$(wc -l <"$T/lines")" -eq 12 ] || fail "not 12 lines"
finish
