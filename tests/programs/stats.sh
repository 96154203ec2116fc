#!/usr/bin/env bash
# grimoire-stats: tables, JSON and CSV of files, and what it says of faulty ones.
. "$(dirname "$0")/lib.sh"

cat >"$T/two.pgn" <<'PGN'
[White "A"]
[Black "B"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "A"]
[Black "B"]
[Result "1/2-1/2"]
[Variant "Magi"]
[Scoring "magi12"]
[Score "6-6"]

1. Nc3 d6 1/2-1/2
PGN
cat >"$T/faulty.pgn" <<'PGN'
[Result "*"]

1. e4 e5 2. Ke3 *

[Result "*"]
[Variant "Hexagonal"]

1. e4 *
PGN

start "tables of several variants"
expect_exit 0 grimoire-stats "$T/two.pgn"
expect_quiet
expect_output stats/two.text

start "JSON: an object a line for each variant"
expect_exit 0 grimoire-stats -f json "$T/two.pgn"
expect_output stats/two.json
if have python3; then
    python3 -c '
import json, sys
for line in sys.stdin: json.loads(line)' <"$T/out" || fail "no JSON"
fi

start "CSV, from standard input"
expect_exit 0 grimoire-stats -f csv - <"$T/two.pgn"
expect_output stats/two.csv

start "players, those with most games first"
printf '[White "Ann"]\n[Black "Bob \\"B\\", x"]\n[Result "1-0"]\n\n1. e4 1-0\n' >"$T/players.pgn"
expect_exit 0 grimoire-stats --players 0 -f csv "$T/two.pgn" "$T/players.pgn"
expect_in_stdout '^chess,player_lost,A,white,1$'
expect_in_stdout '^chess,player_lost,"Bob ""B"", x",black,1$'
expect_in_stdout '^magi,player_drawn,B,black,1$'
expect_exit 0 grimoire-stats --players 1 -f json "$T/two.pgn" "$T/players.pgn"
[ "$(grep -o '"name"' "$T/out" | wc -l)" -eq 2 ] || fail "not one player a variant"
expect_exit 0 grimoire-stats --players 3 "$T/players.pgn"
expect_in_stdout '^  Ann +1 +1 +0 +0  100.0 %$'

start "a database gives the same"
expect_exit 0 grimoire-import -q -d "$T/two.db" "$T/two.pgn"
expect_exit 0 grimoire-stats -d "$T/two.db"
expect_quiet
expect_output stats/two.text
GRIMOIRE_DB=$T/two.db expect_exit 0 grimoire-stats -f csv
expect_output stats/two.csv
expect_exit 0 grimoire-stats -d "$T/two.db" -v magi -f csv
expect_in_stdout '^magi,games,,,1$'
! grep -q '^chess' "$T/out" || fail "chess is not magi"
expect_exit 1 grimoire-stats -d "$T/two.db" -v royal
expect_stderr 'no games'

start "who gives a query is told what takes one"
expect_exit 2 grimoire-stats -d "$T/two.db" mate
expect_stderr 'mate: no such file; stats takes no query: search -f pgn prints'
expect_exit 2 grimoire-stats -d "$T/two.db" samples/chess.pgn
expect_stderr 'give either databases or texts, not both'
expect_exit 2 grimoire-export -d "$T/two.db" mate
expect_stderr "unexpected argument 'mate' .*export takes no query: search -f pgn QUERY prints"

start "a selection of a database"
expect_exit 0 grimoire-stats -d "$T/two.db" --result 0-1 -f csv
expect_in_stdout '^chess,games,,,1$'
! grep -q '^magi' "$T/out" || fail "the draw is counted, too"
expect_exit 0 grimoire-stats -d "$T/two.db" --games 2 --player a -f csv
expect_in_stdout '^magi,games,,,1$'
! grep -q '^chess' "$T/out" || fail "game 1 is counted, too"
expect_exit 1 grimoire-stats -d "$T/two.db" --plies 9..
expect_stderr 'no games'
expect_exit 2 grimoire-stats -d "$T/two.db" --plies many
expect_stderr '--plies'
expect_exit 2 grimoire-stats --player a "$T/two.pgn"
expect_stderr 'a selection needs a database'
expect_exit 2 grimoire-stats -d "$T/two.db" "$T/two.pgn"
expect_stderr 'not both'

start "partial games of a database count as such"
expect_exit 1 grimoire-import -q -d "$T/faulty.db" "$T/faulty.pgn"
expect_exit 0 grimoire-stats -d "$T/faulty.db" -f csv
expect_in_stdout '^chess,plies,all,,2$'
expect_in_stdout '^chess,ends,unreadable_from_some_ply_on,,1$'
expect_in_stdout '^,games,,,1$'

start "what is no database is reported"
expect_exit 3 grimoire-stats -d "$T/two.pgn"
expect_stdout ''
expect_exit 2 grimoire-stats -d "$T/nothing.db"
expect_stdout ''

start "several files are one selection; compressed ones are read as such"
gzip -c "$T/two.pgn" >"$T/more.pgn.gz"
expect_exit 0 grimoire-stats -f csv --repeats "$T/two.pgn" "$T/more.pgn.gz"
expect_in_stdout '^chess,games,,,2$'
expect_in_stdout '^magi,points,magi12,white,6.0000$'
expect_in_stdout '^magi,pointed,magi12,,2$'

start "equal games count once"
printf '[White "C"]\n[Black "D"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' >"$T/same.pgn"
printf '[Result "*"]\n\n*\n\n[Result "*"]\n\n*\n' >"$T/empty.pgn"
expect_exit 0 grimoire-stats -f csv "$T/two.pgn" "$T/same.pgn" "$T/empty.pgn"
expect_in_stdout '^chess,games,,,3$'
expect_in_stdout '^chess,equal_games,,,1$'
expect_exit 0 grimoire-stats "$T/two.pgn" "$T/same.pgn"
expect_in_stdout '^1 game is equal to an earlier one, and not counted$'

start "intervals and choice"
expect_exit 0 grimoire-stats -f csv "$T/two.pgn" "$T/players.pgn"
expect_in_stdout '^chess,results_low,white_wins,,0.0945$'
expect_in_stdout '^chess,results_high,white_wins,,0.9055$'
expect_in_stdout '^chess,score_low,,,0.0945$'
expect_in_stdout '^chess,legal_moves,all,,21.80$'

start "a database may be given as a file"
expect_exit 0 grimoire-stats -f csv "$T/two.db"
expect_output stats/two.csv
expect_exit 0 grimoire-stats -f csv --result 0-1 "$T/two.db"
expect_in_stdout '^chess,games,,,1$'
expect_exit 2 grimoire-stats "$T/two.db" "$T/two.pgn"
expect_stderr 'not both'
expect_exit 2 grimoire-stats -d "$T/two.db" "$T/two.db"
expect_stderr 'same database'

start "games in groups"
cat >"$T/groups.pgn" <<'PGN'
[Event "A, of B"]
[Date "1990.05.??"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 1-0

[Event "A, of B"]
[Date "1990.06.01"]
[White "Bob"]
[Black "Ann"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 1/2-1/2

[Event "?"]
[Date "????.??.??"]
[White "Ann"]
[Black "?"]
[Result "*"]

1. c4 *
PGN
expect_exit 0 grimoire-stats --by year -f csv "$T/groups.pgn"
expect_in_stdout '^chess,by_year_games,1990,,2$'
expect_in_stdout '^chess,by_year_score,1990,,0.7500$'
expect_in_stdout '^chess,by_year_games,\?,,1$'
! grep -q '^chess,by_year_score,?' "$T/out" || fail "a score without a result"
expect_exit 0 grimoire-stats --by event -f csv "$T/groups.pgn"
expect_in_stdout '^chess,by_event_plies,"A, of B",,2.50$'
expect_exit 0 grimoire-stats --by player -f json "$T/groups.pgn"
expect_in_stdout '"by_player":\[\{"name":"Ann","games":3,"won":1,"drawn":1,"lost":0,"score":0.7500,'
expect_in_stdout '\{"name":"Bob","games":2,"won":0,"drawn":1,"lost":1,"score":0.2500,'
expect_exit 0 grimoire-stats --by opening "$T/groups.pgn"
expect_in_stdout '^  1\. d4 d5 2\. c4 +1 +0 +1 +0 +50.0'
expect_exit 0 grimoire-stats --by result -f csv "$T/groups.pgn"
expect_in_stdout '^chess,by_result_plies,draws,,3.00$'
expect_exit 2 grimoire-stats --by colour "$T/groups.pgn"
expect_stderr 'colour'

start "-v is for games that do not name their variant"
printf '1. Nc3 Na6 *\n' >"$T/bare.pgn"
printf '[Variant "Magi"]\n\n1. Nc3 d6 *\n' >"$T/tagged.pgn"
expect_exit 0 grimoire-stats -f csv -v royal "$T/bare.pgn" "$T/tagged.pgn"
expect_in_stdout '^royal,games,,,1$'
expect_in_stdout '^magi,games,,,1$'

start "faulty games count as far as they go, and are reported"
expect_exit 1 grimoire-stats -f csv "$T/faulty.pgn" "$T/two.pgn"
expect_in_stdout '^chess,games,,,2$'
expect_in_stdout '^chess,ends,unreadable_from_some_ply_on,,1$'
expect_in_stdout '^,games,,,1$'
expect_stderr 'faulty.pgn:3:13: error: game 1, ply 3: '
expect_stderr 'faulty.pgn:.*error: game 2'

start "a file that is missing is bad usage; the others count"
expect_exit 2 grimoire-stats "$T/nothing.pgn"
expect_stdout ''
expect_exit 2 grimoire-stats -f csv "$T/nothing.pgn" "$T/two.pgn"
expect_in_stdout '^chess,games,,,1$'

start "no games is a fault"
: >"$T/empty.pgn"
expect_exit 1 grimoire-stats "$T/empty.pgn"
expect_stderr 'no games'

start "bad usage"
for bad in '' '-f xml two.pgn' '-v halma two.pgn' '--depth 3'; do
    # shellcheck disable=SC2086
    expect_exit 2 grimoire-stats $bad
    expect_stdout ''
done

start "a full disk is reported"
expect_exit 1 sh -c 'exec grimoire-stats "$1" >/dev/full' sh "$T/two.pgn"
expect_stderr 'No space left'
start "tables have at most 79 columns, and long names a line of their own"
name='Aleksandra-Wilhelmina van der Brandenburg-Schwedt'
sed "s/^\[White .*/[White \"$name\"]/" samples/magi.pgn >"$T/long.pgn"
for options in "--by player" "--by year" "--players 0 --openings 0"; do
    grimoire-stats -q $options "$T/long.pgn" >"$T/out" 2>/dev/null
    awk 'length > 79 { exit 1 }' "$T/out" || fail "too wide: $(awk 'length > 79' "$T/out" | head -n 3)"
    [ "${options% player}" = "$options" ] || grep -q "^  $name$" "$T/out" || fail "no such name"
done
grep -q "^  $name$" "$T/out" || fail "no such name among the players"
grimoire-import -q -d "$T/wide.db" samples/chess.pgn >/dev/null
grimoire-annotate -q -d "$T/wide.db" --nodes 1 >/dev/null 2>&1
grimoire-stats -q -d "$T/wide.db" --players 0 --openings 0 >"$T/out"
grep -q '^Phases' "$T/out" || fail "nothing is judged"
awk 'length > 79 { exit 1 }' "$T/out" || fail "too wide: $(awk 'length > 79' "$T/out" | head -n 3)"

finish
