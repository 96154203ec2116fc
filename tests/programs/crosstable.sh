#!/usr/bin/env bash
# stats --crosstable: round robins, Swiss tournaments, teams. The figures were worked out by hand with FIDE's tables.
. "$(dirname "$0")/lib.sh"

# game EVENT ROUND DATE WHITE[/ELO[/TEAM]] BLACK[/ELO[/TEAM]] RESULT [TAG=VALUE...]
game() {
    local event=$1 round=$2 date=$3 white=$4 black=$5 result=$6 name elo team tag
    shift 6
    printf '[Event "%s"]\n[Round "%s"]\n[Date "%s"]\n' "$event" "$round" "$date"
    IFS=/ read -r name elo team <<<"$white"
    printf '[White "%s"]\n' "$name" ${elo:+"$elo"} | sed '2s/White/WhiteElo/'
    [ -z "$team" ] || printf '[WhiteTeam "%s"]\n' "$team"
    IFS=/ read -r name elo team <<<"$black"
    printf '[Black "%s"]\n' "$name" ${elo:+"$elo"} | sed '2s/Black/BlackElo/'
    [ -z "$team" ] || printf '[BlackTeam "%s"]\n' "$team"
    for tag; do
        printf '[%s "%s"]\n' "${tag%%=*}" "${tag#*=}"
    done
    printf '[Result "%s"]\n\n1. e4 e5 %s\n\n' "$result" "$result"
}
D='1/2-1/2'

# table OPTION...: the crosstable of $T/games.pgn.
table() {
    expect_exit 0 grimoire-stats --crosstable "$@" "$T/games.pgn"
}

# Ann beats Bob and loses to Cy by default; Bob beats Cy, and his game with Dee is not finished.
{
    game Cup 1 2020.01.01 Ann/2450 Bob/2300 1-0
    game Cup 1 2020.01.01 Cy Dee/2000 "$D"
    game Cup 2 2020.01.02 Bob/2300 Cy 1-0
    game Cup 2 2020.01.02 Dee/2000 Ann/2450 0-1 'Termination=forfeit'
    game Cup 3 2020.01.03 Ann Cy 0-1
    game Cup 3 2020.01.03 Bob Dee '*'
} >"$T/robin.pgn"

start "a round robin"
cp "$T/robin.pgn" "$T/games.pgn"
table
expect_quiet
expect_output crosstable/robin.text
table -f json
expect_quiet
expect_output crosstable/robin.json
table -f html
expect_quiet
expect_output crosstable/robin.html
table -f csv
expect_output crosstable/robin.csv
expect_stderr '^1 game has no result, and does not count$'
expect_stderr '^1 game was not played: it counts for points, not for performance$'
table -q -f csv-plain
expect_quiet
head -n 1 "$T/out" | grep -q '^rank,player,rating,points,games,performance,Ann,Cy,Bob,Dee,' || fail "other columns"

start "the same of a database, with and without a selection"
grimoire-import -q -d "$T/robin.db" "$T/robin.pgn" 2>"$T/err" >&2
expect_exit 0 grimoire-stats --crosstable -d "$T/robin.db"
expect_output crosstable/robin.text
expect_exit 0 grimoire-stats --crosstable -d "$T/robin.db" --round =1 -f csv-plain -q
columns='rank,player,rating,points,games,performance,round 1,change,board points,buchholz,sonneborn,direct,wins'
expect_stdout "$columns,team,event,variant
1,Ann,2450,1,1,3100,4w1,+3.0,,0,0.00,,1,,Cup,chess
2,Dee,2000,0.5,1,,3b0.5,,,0.5,0.25,0.5,0,,Cup,chess
2,Cy,,0.5,1,2000,2w0.5,,,0.5,0.25,0.5,0,,Cup,chess
4,Bob,2300,0,1,1650,1b0,-6.0,,1,0.00,,0,,Cup,chess"

# A Swiss event of three rounds. Round 3: Eva has a bye, Fay lost by default to Gus.
start "a Swiss tournament"
{
    game Open 1 2021.02.01 Ann/2500 Eva/2100 1-0
    game Open 1 2021.02.01 Bob/2400 Fay/2050 0-1
    game Open 1 2021.02.01 Gus/2000 Cy/2300 "$D"
    game Open 1 2021.02.01 Dee/2200 Hal/1950 1-0
    game Open 2 2021.02.02 Fay/2050 Ann/2500 0-1
    game Open 2 2021.02.02 Cy/2300 Dee/2200 "$D"
    game Open 2 2021.02.02 Hal/1950 Bob/2400 0-1
    game Open 2 2021.02.02 Eva/2100 Gus/2000 1-0
    game Open 3 2021.02.03 Ann/2500 Dee/2200 "$D"
    game Open 3 2021.02.03 Bob/2400 Cy/2300 1-0
    game Open 3 2021.02.03 Gus/2000 Fay/2050 1-0 'Termination=default'
    game Open 3 2021.02.03 Eva/2100 bye 1-0
} >"$T/games.pgn"
table
expect_output crosstable/swiss.text
table -f csv -q
expect_output crosstable/swiss.csv
table --tie-breaks wins -f csv-plain -q
expect_in_stdout '^2,Bob,2400,2,3,.*,2,,Open,chess$'
expect_in_stdout '^3,Eva,2100,2,3,.*,1,,Open,chess$'
table --columns opponents -f csv-plain -q
expect_in_stdout '^rank,player,rating,points,games,performance,Ann,'

start "K"
table -f csv-plain -q --k-factor 40
expect_in_stdout '^[0-9],Dee,.*,\+27.2,' # (0.19 + 0.14 + 0.35) * 40
for bad in 0 101 x -1; do
    expect_exit 2 grimoire-stats --crosstable --k-factor $bad "$T/games.pgn"
done

start "400 points, but for those of 2650 and more"
{
    game A 1 2022.01.01 Top/2700 Low/2100 1-0
    game A 2 2022.01.02 Mid/2600 Low/2100 1-0
} >"$T/games.pgn"
table -f csv-plain -q
expect_in_stdout '^1,Top,.*,\+0.2,' # 600 points: 0.98
expect_in_stdout ',Mid,.*,\+0.8,'   # counted as 400: 0.92

start "several games of a pair stand together, in the order of rounds"
{
    game Match 2 2022.01.02 Bob Ann 0-1
    game Match 1 2022.01.01 Ann Bob 1-0
    game Match 3 2022.01.03 Ann Bob "$D"
    game Match 4 2022.01.03 Bob Ann '1-0'
} >"$T/games.pgn"
table
expect_in_stdout '^1  Ann        2.5      4  x    11½0'
table -f csv-plain -q
expect_in_stdout '^1,Ann,,2.5,4,,,1 1 0.5 0,'

start "who is tied: direct encounter among all of them, then among those who remain"
{
    # A, B, C have 2 points each, all from games among themselves and with D: A beat B, B beat C, C beat A.
    game T 1 2022.01.01 A B 1-0
    game T 2 2022.01.01 B C 1-0
    game T 3 2022.01.01 C A 1-0
    game T 1 2022.01.01 A D 1-0
    game T 2 2022.01.01 B D 1-0
    game T 3 2022.01.01 C D 1-0
} >"$T/games.pgn"
table -q
expect_in_stdout '^rows 1 to 3 share rank 1$'
table -f csv-plain -q
[ "$(grep -c '^1,' "$T/out")" = 3 ] || fail "they do not share a rank"
expect_in_stdout '^4,D,'
{
    # Equal with 2 of 3: A beat B, drew C; C beat B? No: B, C and A among themselves: A 1.5, C 1, B 0.5.
    game T 1 2022.01.01 A B 1-0
    game T 1 2022.01.01 A C "$D"
    game T 1 2022.01.01 B C "$D"
    game T 1 2022.01.01 A D "$D"
    game T 1 2022.01.01 B D "1-0"
    game T 1 2022.01.01 B E "$D"
    game T 1 2022.01.01 C E "1-0"
    game T 1 2022.01.01 D E "1-0"
    game T 1 2022.01.01 A E "0-1"
    game T 1 2022.01.01 C D "0-1"
} >"$T/games.pgn"
table -f csv-plain -q --tie-breaks direct
# Points: A 2, B 2, C 2, D 2.5, E 1.5. Among A, B, C: A 1.5, C 1, B 0.5.
[ "$(cut -d, -f1,2 "$T/out" | tail -n +2 | paste -sd' ')" = '1,D 2,A 3,C 4,B 5,E' ] || fail "$(<"$T/out")"

start "no direct encounter unless all have met"
{
    game T 1 2022.01.01 A C 1-0
    game T 1 2022.01.01 B D 1-0
    game T 2 2022.01.02 C B 0-1
    game T 2 2022.01.02 D A 0-1
} >"$T/games.pgn"
table -f csv-plain -q --tie-breaks direct
[ "$(cut -d, -f1,2 "$T/out" | tail -n +2 | paste -sd' ')" = '1,A 1,B 3,C 3,D' ] || fail "$(<"$T/out")"

start "events: by name, site, variant and half a year"
{
    game Open 1 1999.12.28 Ann Bob 1-0 Site=Hastings
    game Open 2 2000.01.03 Bob Ann 0-1 Site=Hastings
    game Open 1 2000.12.28 Ann Cy 1-0 Site=Hastings
    game Open 1 2000.12.28 Ann Cy 1-0 Site=Groningen
    game Blitz 1 2000.12.28 Ann Cy 1-0 Site=https://lichess.org/abcdefgh
    game Blitz 1 2000.12.28 Cy Ann 1-0 Site=https://lichess.org/ijklmnop
    game Open 1 1999.12.28 Ann Bob 1-0 Site=Hastings Variant=Atomic
    game Year 1 2000.12.28 Ann Bob 1-0 EventDate=2000.12.27
    game Year 2 2001.11.28 Bob Ann 1-0 EventDate=2000.12.27
} >"$T/games.pgn"
table
grep '(' "$T/out" >"$T/titles"
[ "$(<"$T/titles")" = 'Open, Hastings, 1999-2000 (chess): 2 players, 2 games
Open, Hastings, 2000 (chess): 2 players, 1 game
Open, Groningen, 2000 (chess): 2 players, 1 game
Blitz, 2000 (chess): 2 players, 2 games
Open, Hastings, 1999 (atomic): 2 players, 1 game
Year, 2000 (chess): 2 players, 2 games' ] || fail "$(<"$T/titles")"
table --together
grep '(' "$T/out" >"$T/titles"
[ "$(<"$T/titles")" = 'All games, 1999-2000 (chess): 3 players, 8 games
All games, 1999 (atomic): 2 players, 1 game' ] || fail "$(<"$T/titles")"
table -f csv -q
[ "$(grep -c '^rank,' "$T/out") $(grep -c '^$' "$T/out")" = '6 5' ] || fail "not six tables with empty lines between"
table -f json
[ "$(wc -l <"$T/out")" = 6 ] || fail "not a line for each event"
table -f html
[ "$(grep -c '<table>' "$T/out") $(grep -c '<h2>' "$T/out") $(grep -c '</html>' "$T/out")" = '6 6 1' ] ||
    fail "not six tables"

start "bad data is said, and what counts and what does not"
{
    game Bad 1 2022.01.01 Ann Ann 1-0
    game Bad 1 2022.01.01 Ann '?' 1-0
    game Bad 1 2022.01.01 '' Ann 1-0
    game Bad 2 2022.01.02 Ann Bob 1-0
    game Bad 2 2022.01.02 Ann Bob 1-0
    game Bad 3 2022.01.02 'Carlsen,M' 'Bob' 1-0
    game Bad 3 2022.01.02 'carlsen, m.' 'Ann' 1-0
    game Bad 4 2022.01.02 Bob Ann '*'
    printf '[Event "Bad"]\n[Round "5"]\n[Date "2022.01.05"]\n[White "Bob"]\n[Black "Ann"]\n[Result "1-0"]\n\n1-0\n'
} >"$T/games.pgn"
table
for note in '2 games do not name both players, and are left out' \
    '1 game is one of a player against himself, and is left out' \
    '1 game has no result, and does not count' '1 game has no moves, and counts as played' \
    "Ann - Bob comes twice in round 2: both count; 'grimoire db dedupe' finds doubles" \
    "'Carlsen,M' and 'carlsen, m.' are two names, and two players here"; do
    grep -qxF "$note" "$T/out" || fail "no '$note' in $(<"$T/out")"
done
expect_in_stdout '^. +Ann +2 +4 '

start "direct encounter is that of all who are tied, whatever decides among fewer of them"
{
    for pair in 'Ann Bob 1/2-1/2' 'Ann Cid 1-0' 'Bob Cid 1-0' 'Ann Dan 0-1' 'Ann Eva 0-1' 'Bob Dan 0-1' 'Bob Eva 0-1' \
        'Cid Dan 1-0' 'Cid Eva 1/2-1/2' 'Dan Eva 1/2-1/2'; do
        set -- $pair
        game Cup $((round = ${round:-0} + 1)) 2022.01.01 $1 $2 $3
    done
} >"$T/games.pgn"
table -f csv-plain -q --tie-breaks direct
# 1.5 points each: among the three Ann and Bob have 1.5, Cid has 0; among the two it is 0.5 each.
[ "$(grep -E '^[0-9]+,(Ann|Bob|Cid),' "$T/out" | awk -F, '{ print $2, $14 }' | sort | paste -sd' ')" = "Ann 1.5 Bob 1.5 Cid 0" ] ||
    fail "$(<"$T/out")"

start "tables of teams need teams"
expect_exit 1 grimoire-stats --crosstable --teams "$T/games.pgn"
expect_stdout ''
expect_stderr '^grimoire-stats: no game has the tags WhiteTeam and BlackTeam$'

start "teams"
{
    game League 1 2022.01.01 A1/2500/Alpha B1/2400/Beta 1-0
    game League 1 2022.01.01 B2/2300/Beta A2/2200/Alpha "$D"
    game League 1 2022.01.01 C1//Gamma D1//Delta 1-0
    game League 1 2022.01.01 C2//Gamma D2//Delta 0-1
    game League 2 2022.01.08 A1/2500/Alpha C1//Gamma 0-1
    game League 2 2022.01.08 C2//Gamma A2/2200/Alpha 0-1
    game League 2 2022.01.08 D1//Delta B1/2400/Beta "$D"
    game League 2 2022.01.08 B2/2300/Beta D2//Delta 1-0
    game League 2 2022.01.08 X//Alpha Y 1-0
} >"$T/games.pgn"
table --teams
expect_output crosstable/teams.text
table --teams -f csv-plain -q
# Alpha: 1.5-0.5 and 1-1; Beta: 0.5-1.5 and 1.5-0.5; Gamma: 1-1 twice; Delta: 1-1 and 0.5-1.5. Beta and Gamma have the
# same board points and Buchholz; Sonneborn-Berger is 2 * 1 and 1 * 1 + 1 * 3.
[ "$(cut -d, -f1,2,4,5 "$T/out" | tail -n +2 | paste -sd' ')" = '1,Alpha,3,2 2,Gamma,2,2 3,Beta,2,2 4,Delta,1,2' ] ||
    fail "$(<"$T/out")"
table -f csv-plain -q
expect_in_stdout '^[0-9]+,A1,2500,.*,Alpha,League,chess$'

start "any variant"
grimoire-import -q -d "$T/any.db" samples/magi.pgn samples/wizard.pgn 2>"$T/err" >&2
expect_exit 0 grimoire-stats --crosstable -d "$T/any.db"
expect_in_stdout '\(magi\): '
expect_in_stdout '\(wizard\): '

start "names become neither markup nor formulas nor control sequences"
game 'A <b>&"' 1 2022.01.01 '=cmd()' $'<script>x</script>\e[31m' 1-0 | sed 's/"$/&/' >"$T/games.pgn"
sed -i 's/^\[Event .*/[Event "A <b>\&"]/' "$T/games.pgn"
table -f html
grep -q '<script>\|<b>' "$T/out" && fail "markup"
table -f csv -q
expect_in_stdout "^1,'=cmd\(\),"
table
grep -q $'\e' "$T/out" && fail "a control sequence"

start "bad usage"
for bad in '--teams' '--together' '--columns rounds' '--tie-breaks wins' '--k-factor 10'; do
    expect_exit 2 grimoire-stats $bad "$T/robin.pgn"
    expect_stderr 'go with --crosstable$'
done
for bad in '--players 3' '--openings 1' '--by year' --repeats '--opening-plies 4'; do
    expect_exit 2 grimoire-stats --crosstable $bad "$T/robin.pgn"
    expect_stderr 'have no place in a crosstable$'
done
for bad in '' x wins,wins wins, ,wins direct,koya; do
    expect_exit 2 grimoire-stats --crosstable --tie-breaks "$bad" "$T/robin.pgn"
    expect_stderr "option --tie-breaks: '$bad' is not a list"
done
expect_exit 2 grimoire-stats --crosstable --columns x "$T/robin.pgn"
expect_exit 2 grimoire-stats -f html "$T/robin.pgn"
expect_stderr "unknown format 'html'"
expect_exit 1 grimoire-stats --crosstable -d "$T/robin.db" --event Nothing
expect_stderr 'no games found$'
finish
