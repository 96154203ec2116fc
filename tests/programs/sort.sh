#!/usr/bin/env bash
# search --sort: findings in another order, and which ones --limit keeps.
. "$(dirname "$0")/lib.sh"

D=$T/games.db
n=0
# WHITE BLACK DATE WHITEELO BLACKELO MOVES
while IFS='|' read -r white black date elo other moves; do
    n=$((n + 1))
    printf '[Event "E%d"]\n[White "%s"]\n[Black "%s"]\n[Date "%s"]\n' $((n % 3)) "$white" "$black" "$date"
    [ -z "$elo" ] || printf '[WhiteElo "%s"]\n' "$elo"
    [ -z "$other" ] || printf '[BlackElo "%s"]\n' "$other"
    printf '\n%s *\n\n' "$moves"
done >"$T/games.pgn" <<'END'
Cy|Dan|1999.05.17|2500|2300|1. e4 d5 2. exd5 Qxd5
ann|Bob|1999.??.??|2600||1. e4 d5 2. exd5
Bea|Ann|????.??.??|||1. d4 e5 2. dxe5 d6 3. exd6 Qxd6
Ann|Cy|2001.01|2500|2100|1. e4 c5
?|Ann|1998.12.31|900|1000|1. c4 d5 2. cxd5 Qxd5 3. Nc3
END
grimoire-import -q -d "$D" "$T/games.pgn" 2>"$T/err" >&2

# order WANT OPTION...: the numbers of games.
order() {
    local want=$1
    shift
    expect_exit 0 grimoire-search -q -d "$D" -f plies "$@"
    [ "$(cut -d' ' -f1 "$T/out" | uniq | paste -sd' ')" = "$want" ] || fail "not '$want': $*: $(paste -sd'|' "$T/out")"
}

start "by each key, upwards and downwards; what is not known is last"
order '5 2 1 4 3' --sort date
order '4 1 2 5 3' --sort date --reverse
order '5 4 1 2 3' --sort elo
order '2 1 4 5 3' --sort elo --reverse
order '4 2 1 5 3' --sort plies
order '3 5 1 2 4' --sort plies --reverse
order '2 4 3 1 5' --sort white
order '1 3 2 4 5' --sort white --reverse
order '3 5 2 4 1' --sort black
order '3 1 4 2 5' --sort event
order '2 1 5 3' --sort count capture
order '3 1 5 2' --sort count --reverse capture

start "findings of a game stay in their order, and each format has them"
expect_exit 0 grimoire-search -q -d "$D" -f plies --sort plies --reverse capture
expect_stdout '3 3
3 5
3 6
5 3
5 4
1 3
1 4
2 3'
expect_exit 0 grimoire-search -q -d "$D" -f csv --sort date --limit 3 capture
expect_stdout 'game,ply,last
5,3,3
5,4,4
2,3,3'
for format in text games plies csv csv-plain json fen pgn san uci long html; do
    # A line of moves has its result where the next one could be more of the game: sorted, always.
    case $format in san | uci) plain='s/ (\*|1-0|0-1|1\/2-1\/2)$//' ;; *) plain= ;; esac
    grimoire-search -q -d "$D" -f $format capture | sed -E "$plain" | sort >"$T/a"
    grimoire-search -q -d "$D" -f $format --sort elo capture | sed -E "$plain" | sort >"$T/b"
    cmp "$T/a" "$T/b" || fail "-f $format has other findings in order"
done
grimoire-search -q -d "$D" -f pgn --sort date --reverse | grep '^\[Date' >"$T/out"
[ "$(paste -sd'|' "$T/out")" = '[Date "2001.01"]|[Date "1999.05.17"]|[Date "1999.??.??"]|[Date "1998.12.31"]|[Date "????.??.??"]' ] ||
    fail "$(<"$T/out")"

start "a limit counts after sorting"
order '5' --sort date --limit 1
order '4 1' --sort date --reverse --limit 2
order '3' --sort count --reverse --limit 3 capture
order '3 1' --sort count --reverse --limit 4 capture
expect_exit 0 grimoire-search -q -d "$D" -f games --sort count --reverse --limit 1 capture
expect_in_stdout '^3	Bea - Ann'

start "several databases are one order, whatever the number of threads"
grimoire-import -q -d "$T/b.db" samples/chess.pgn 2>"$T/err" >&2
for jobs in 1 3; do
    expect_exit 0 grimoire-search -q -j $jobs -d "$D" -d "$T/b.db" -f plies --sort date --limit 4
    sed 's|^.*/||' "$T/out" >"$T/short"
    [ "$(paste -sd' ' "$T/short")" = 'b.db:2 b.db:3 b.db:4 b.db:5' ] || fail "$(<"$T/short")"
done

start "what is kept does not depend on when memory is given back"
for i in $(seq 400); do
    printf '[White "W%d"]\n[Black "%s"]\n[Date "%d.01.01"]\n\n1. e4 {%s} e5 2. d4 exd4 *\n\n' $i \
        "$(printf 'x%.0s' {1..200})" $((1000 + i * 7919 % 1000)) "$(printf '%04000d' $i)"
done >"$T/long.pgn"
grimoire-import -q -d "$T/long.db" "$T/long.pgn" 2>"$T/err" >&2
expect_exit 0 grimoire-search -q -d "$T/long.db" -f pgn --sort date --limit 5
mv "$T/out" "$T/five"
expect_exit 0 grimoire-search -q -d "$T/long.db" -f pgn --sort date
grep '^\[Date' "$T/out" >"$T/dates"
[ "$(wc -l <"$T/dates")" = 400 ] || fail "$(wc -l <"$T/dates") games"
sort -c "$T/dates" || fail "they are in no order"
[ -s "$T/five" ] && head -n "$(wc -l <"$T/five")" "$T/out" | cmp - "$T/five" || fail "five are not the first five"

start "bad usage"
expect_exit 2 grimoire-search -d "$D" --sort size
expect_stderr "unknown order 'size' \(known: date, elo, plies, count, white, black, event\)"
expect_exit 2 grimoire-search -d "$D" --reverse
expect_stderr '--reverse goes with --sort$'
for bad in --count --explain; do
    expect_exit 2 grimoire-search -d "$D" --sort date $bad check
    expect_stderr '--sort has nothing to order with --count or --explain$'
done
expect_exit 1 grimoire-search -q -d "$D" --sort date mate
expect_stdout ''
finish
