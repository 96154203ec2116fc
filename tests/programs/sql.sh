#!/usr/bin/env bash
# The loadable SQLite extension in programs that know nothing of us: SQLite's shell and Python.
. "$(dirname "$0")/lib.sh"

extension=${GRIMOIRE_BIN%/bin}/lib/grimoire
if ! have sqlite3; then
    start "there is no sqlite3 to load the extension"
    finish
fi
grimoire-import -q -d "$T/a.db" samples/chess.pgn >/dev/null
grimoire-import -q -d "$T/v.db" samples/*.pgn >/dev/null 2>&1

# sql DATABASE SQL...: what SQLite's shell says with the extension loaded.
sql() {
    local database=$1
    shift
    sqlite3 -bail "$database" ".load $extension" "$@"
}

start "the extension brings no SQLite of its own"
expect_exit 0 nm -D --undefined-only "$extension.so"
! grep -q ' sqlite3_' "$T/out" || fail "it calls $(grep -o 'sqlite3_.*' "$T/out" | head -n 3)"
! ldd "$extension.so" | grep -q libsqlite || fail "it is linked with SQLite"

start "what tables and functions give is what the programs write"
expect_exit 0 sql "$T/v.db" 'SELECT grimoire_pgn(id) FROM grimoire_games'
grimoire-export -d "$T/v.db" >"$T/want"
sed -e '/^$/{N;/^\n$/D}' "$T/out" | cmp -s - <(sed -e '/^$/{N;/^\n$/D}' "$T/want") ||
    fail "grimoire_pgn differs from export"
expect_exit 0 sql "$T/v.db" 'SELECT grimoire_san(id) FROM grimoire_games'
grimoire-export -d "$T/v.db" -f san | without_results | cmp -s - "$T/out" || fail "grimoire_san differs"
expect_exit 0 sql "$T/v.db" 'SELECT grimoire_uci(id) FROM grimoire_games'
grimoire-export -d "$T/v.db" -f uci | without_results | cmp -s - "$T/out" || fail "grimoire_uci differs"
grimoire-export -d "$T/v.db" -f fen | grep . >"$T/want"
expect_exit 0 sql "$T/v.db" 'SELECT fen FROM grimoire_positions WHERE ply > 0'
cmp -s "$T/want" "$T/out" || fail "grimoire_positions differs from export -f fen"
expect_exit 0 sql "$T/v.db" \
    'SELECT grimoire_fen(game, ply) FROM grimoire_moves ORDER BY game, ply'
cmp -s "$T/want" "$T/out" || fail "grimoire_fen differs from export -f fen"
expect_exit 0 sql "$T/v.db" "SELECT group_concat(san, ' ') FROM grimoire_moves GROUP BY game"
grimoire-export -d "$T/v.db" -f san | without_results | cmp -s - "$T/out" || fail "grimoire_moves differs"
expect_exit 0 sql "$T/v.db" "SELECT group_concat(uci, ' ') FROM grimoire_positions
    WHERE uci IS NOT NULL GROUP BY game"
grimoire-export -d "$T/v.db" -f uci | without_results | cmp -s - "$T/out" || fail "moves of grimoire_positions differ"

start "the number of a move is that of a query, with an index and without"
cat >"$T/begun.pgn" <<'END'
[SetUp "1"]
[FEN "7k/8/8/8/8/8/8/K7 b - - 9 30"]

30... Kg8 31. Ka2 Kf8 (31... Kg7 32. Ka3) 32. Kb3 *
END
cp "$T/v.db" "$T/n.db"
grimoire-import -q -d "$T/n.db" "$T/begun.pgn" >/dev/null
for round in plain indexed; do
    for number in 1 2 17 30 31 32 73; do
        one_of 3 || continue
        expect_exit 0 sql "$T/n.db" "SELECT game || ' ' || ply FROM grimoire_moves WHERE number = $number"
        grimoire-search -d "$T/n.db" -f plies "move = $number and ply > 0" | cmp -s - "$T/out" ||
            fail "$round: move $number"
    done
    expect_exit 0 sql "$T/n.db" "SELECT count(*) FROM grimoire_moves WHERE side = 'black' AND number = 8 AND san = 'O-O'"
    [ "$(grimoire-search -d "$T/n.db" --count 'black castles O-O and move = 8' | cut -d ' ' -f 2)" = "$(cat "$T/out")" ] ||
        fail "$round: castling"
    grimoire-db index -q -d "$T/n.db" >/dev/null
done

start "a database that is written to, read-only, attached, in memory, copied"
expect_exit 0 sql "file:$T/a.db?mode=ro" 'SELECT count(*) FROM grimoire_moves'
expect_stdout 244
expect_exit 0 sql "$T/a.db" 'BEGIN' 'DELETE FROM block' 'SELECT count(*) FROM grimoire_games' \
    'ROLLBACK' 'SELECT count(*) FROM grimoire_games'
expect_stdout '0
7'
expect_exit 0 sql :memory: ".restore '$T/a.db'" 'SELECT grimoire_san(1, 13, 13)'
expect_stdout 'Nd5#'
expect_exit 0 sql :memory: "ATTACH '$T/v.db' AS \"the \"\"other\"" \
    "SELECT count(*) FROM grimoire_games('the \"other')" 'DETACH "the ""other"'
expect_stdout 17
expect_exit 0 sql "$T/copy.db" "ATTACH '$T/v.db' AS v" \
    "CREATE TABLE moves AS SELECT game, ply, san FROM grimoire_moves WHERE schema = 'v'" \
    'SELECT count(*) FROM moves'
expect_stdout "$(grimoire-export -d "$T/v.db" -f fen | grep -c .)"

start "another program writes meanwhile"
mkfifo "$T/pipe"
sqlite3 -bail "$T/w.db" <"$T/pipe" >"$T/out" 2>"$T/err" &
shell=$!
grimoire-import -q -d "$T/w.db" samples/chess.pgn >/dev/null
exec 3>"$T/pipe"
echo ".load $extension" >&3
echo 'SELECT count(*) FROM grimoire_games; SELECT grimoire_san(1, 1, 1);' >&3
echo ".shell touch '$T/asked'" >&3
until_true test -e "$T/asked"
grimoire-import -q -d "$T/w.db" samples/magi.pgn >/dev/null 2>&1
echo 'SELECT count(*) FROM grimoire_games; SELECT grimoire_tag(8, '"'Variant'"');' >&3
exec 3>&-
wait $shell
expect_stdout '7
e4
12
Magi'

start "errors are errors of SQL"
expect_exit 1 sql :memory: 'SELECT * FROM grimoire_games'
expect_stderr 'not a Grimoire database'
expect_exit 1 sql "$T/copy.db" 'SELECT grimoire_fen(1)'
expect_stderr 'not a Grimoire database'
expect_exit 1 sql "$T/a.db" "SELECT grimoire_pgn(1, 'nowhere')"
expect_stderr 'no database is attached as nowhere'
expect_exit 1 sql "$T/a.db" "SELECT * FROM grimoire_moves(1, 'nowhere')"
expect_stderr 'no database is attached as nowhere'

start "a damaged game is reported by its number, the others are read"
cp "$T/a.db" "$T/d.db"
sqlite3 "$T/d.db" \
    "UPDATE block SET moves = CAST(x'c0ffeec0ffeec0ffee' || substr(moves, 10) AS BLOB)"
expect_exit 0 sql "$T/d.db" 'SELECT id FROM grimoire_games WHERE grimoire_fault(id) IS NOT NULL'
damaged=$(wc -l <"$T/out")
[ "$damaged" -ge 1 ] && [ "$damaged" -lt 7 ] || fail "$damaged games are damaged"
expect_exit 1 sql "$T/d.db" 'SELECT count(*) FROM grimoire_moves'
expect_stderr 'game 1: '
expect_exit 1 sql "$T/d.db" 'SELECT grimoire_fen(1)'
expect_stderr 'game 1: '
expect_exit 0 sql "$T/d.db" 'SELECT count(DISTINCT m.game) FROM grimoire_games AS g JOIN
    grimoire_moves AS m ON m.game = g.id WHERE grimoire_fault(g.id) IS NULL'
expect_stdout $((7 - damaged))

if python=$(sqlite_python); then
    start "the Python program of the manual"
    sed -n '/^import sqlite3/,/^\.Ed/{/^\.Ed/!p}' man/grimoire-sql.7 >"$T/example.py"
    cp "$T/a.db" "$T/games.db"
    cd "$T" && expect_exit 0 "$python" example.py
    cd - >/dev/null || exit 2
    expect_stdout "Legall de Kermeur e4 e5 Nf3 d6 Bc4 Bg4
Morphy, Paul e4 e5 Nf3 d6 d4 Bg4
Reti, Richard e4 c6 d4 d5 Nc3 dxe4
Lasker, Edward d4 e6 Nf3 f5 Nc3 Nf6"
    start "a connection that has used the extension can be closed"
    expect_exit 0 "$python" - "$T/a.db" "$extension" <<'PY'
import sqlite3, sys
for used in range(5):
    db = sqlite3.connect(sys.argv[1])
    db.enable_load_extension(True)
    db.load_extension(sys.argv[2])
    db.load_extension(sys.argv[2])
    rows = db.execute("SELECT * FROM grimoire_moves")
    rows.fetchone()
    db.execute("SELECT grimoire_fen(1, 3)").fetchall()
    db.close()
PY
    expect_quiet
fi
start "evaluations and judged moves are tables"
cp tests/data/golden/store/format1.db "$T/e.db"
expect_exit 0 sql "$T/e.db" 'SELECT count(*), count(DISTINCT judge) FROM grimoire_evals WHERE line = 1'
expect_stdout '1493|3'
# The golden database's first game, by the two kinds of question: a scan, and a key that is asked for.
expect_exit 0 sql "$T/e.db" "SELECT group_concat(e.depth || ':' || coalesce(e.centipawns, 'm' || e.mate), ' ')
    FROM grimoire_positions(1) p JOIN grimoire_evals e ON e.key = p.key WHERE p.ply < 3 AND e.lines = 1"
cp "$T/out" "$T/by-key"
expect_exit 0 sql "$T/e.db" "CREATE TEMP TABLE t AS SELECT * FROM grimoire_evals;
    SELECT group_concat(e.depth || ':' || coalesce(e.centipawns, 'm' || e.mate), ' ')
    FROM grimoire_positions(1) p CROSS JOIN t e ON e.key = p.key WHERE p.ply < 3 AND e.lines = 1"
expect_same "$T/by-key" "$T/out"
[ "$(wc -w <"$T/out")" -eq 3 ] || fail "$(cat "$T/out")"
expect_exit 0 sql "$T/e.db" "ATTACH '$T/e.db' AS more" "SELECT count(*) FROM grimoire_evals WHERE schema = 'more'"
expect_stdout '1690'
expect_exit 0 sql "$T/e.db" "SELECT count(*) FROM grimoire_evals WHERE key = 1.5 OR key IS NULL"
expect_stdout '0'
expect_exit 0 sql "$T/e.db" 'SELECT count(*) > 500, min(loss) >= 0, max(accuracy) <= 100 FROM grimoire_judged'
expect_stdout '1|1|1'
expect_exit 0 sql "$T/e.db" "SELECT DISTINCT engine FROM grimoire_judged(3, '3 lines')"
expect_stdout 'Grimoire 0.1.0, depth 1, 3 lines'
expect_exit 0 sql "$T/e.db" "SELECT san, grade, best FROM grimoire_judged(2) WHERE grade = 'blunder' LIMIT 1"
expect_stdout 'Rg1|blunder|Bc4'
expect_exit 0 sql "$T/a.db" 'SELECT count(*) FROM grimoire_judged'
expect_stdout '0'
expect_exit 1 sql "$T/e.db" "SELECT * FROM grimoire_judged(3, 'nobody')"
expect_stderr "no judge of the database is called 'nobody'"

finish
