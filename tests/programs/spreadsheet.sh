#!/usr/bin/env bash
# Tables for spreadsheets: a cell of a game's text must not be taken for a formula, and numbers stay numbers. What other
# programs read stays as it is with -f csv-plain.
. "$(dirname "$0")/lib.sh"

{
    printf '[Event "=1+1"]\n[Site "+cmd|calc!A0"]\n[Date "-2+3"]\n[Round "-"]\n[White "@SUM(1)"]\n[Black "=2"]\n'
    printf '[WhiteElo "-2500"]\n[BlackElo "+24.5"]\n[ECO "-M3"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
    printf '[Event "\\"=1"]\n[Site "x=1; y"]\n[Date "2024.01.01"]\n[Round "-1.2"]\n[White "-A"]\n[Black "a-b"]\n'
    printf '[WhiteElo "--"]\n[BlackElo "+-"]\n[ECO "+1e3x"]\n[Result "0-1"]\n\n1. e4 0-1\n'
} >"$T/games.pgn"
cat >"$T/want" <<'E2'
game,variant,white,black,event,site,date,round,whiteelo,blackelo,eco,result
1,chess,'@SUM(1),'=2,'=1+1,'+cmd|calc!A0,'-2+3,-,-2500,+24.5,'-M3,1-0
2,chess,'-A,a-b,"""=1",x=1; y,2024.01.01,-1.2,--,+-,'+1e3x,0-1
E2
sed "s/'\([-=+@]\)/\1/g" "$T/want" >"$T/plain"

# table FILE COMMAND...: its first twelve columns are those of the file.
table() {
    local want=$1
    shift
    expect_exit 0 "$@"
    cut -d, -f 1-12 "$T/out" | cmp -s - "$want" || {
        fail "another table: $*"
        diff <(cut -d, -f 1-12 "$T/out") "$want"
    }
}

start "cells that begin as formulas do are made text in -f csv, numbers and signs alone are not"
table "$T/want" grimoire-convert -q -f csv "$T/games.pgn"
expect_exit 0 grimoire-import -q -d "$T/=1.db" "$T/games.pgn"
table "$T/want" grimoire-export -q -d "$T/=1.db" -f csv

start "cells stay as they are in -f csv-plain"
table "$T/plain" grimoire-convert -q -f csv-plain "$T/games.pgn"
table "$T/plain" grimoire-export -q -d "$T/=1.db" -f csv-plain
table "$T/plain" grimoire-export -q -d "$T/=1.db" -f CSV-PLAIN

start "players, openings, groups and files in other tables"
for options in "-d =1.db" ../games.pgn; do
    for by in event player; do
        expect_exit 0 sh -c "mkdir -p '$T/in'; cp '$T/=1.db' '$T/in'; cd '$T/in';
            grimoire-stats -q --players 0 --by $by -f csv $options"
        expect_in_stdout "^chess,player_won,'@SUM\(1\),white,1"
        expect_in_stdout "^chess,player_lost,'=2,black,1"
        ! grep -qE ',[=+@-][^,0-9]' "$T/out" || fail "a formula: $(grep -E ',[=+@-][^,0-9]' "$T/out" | head -n 3)"
        expect_exit 0 sh -c "cd '$T/in'; grimoire-stats -q --players 0 --by $by -f csv-plain $options"
        expect_in_stdout '^chess,player_won,@SUM\(1\),white,1'
    done
done
expect_in_stdout '^chess,by_player_games,=2,,1'
cp "$T/=1.db" "$T/in/b.db"
for format in csv csv-plain; do
    mark=$([ $format = csv ] && echo "'")
    expect_exit 0 sh -c "cd '$T/in'; grimoire-search -q -d =1.db -d b.db -f $format \
        --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'"
    expect_in_stdout '^db,game,ply$'
    expect_in_stdout "^$mark=1.db,1,1$"
    expect_exit 0 sh -c "cd '$T/in'; grimoire-export -q -d =1.db -d b.db -f $format"
    expect_in_stdout "^$mark=1.db,1,chess,$mark@SUM\(1\),"
    expect_in_stdout "^b.db,1,chess,$mark@SUM\(1\),"
done

if have python3; then
    start "a program that takes the apostrophes away again has the text of the games"
    for format in csv csv-plain; do
        grimoire-export -q -d "$T/=1.db" -f $format >"$T/$format"
    done
    python3 - "$T/csv" "$T/csv-plain" >"$T/rows" <<'E3' || fail "other rows: $(head -n 5 "$T/rows")"
import csv, sys
safe, plain = (list(csv.reader(open(name, newline=''))) for name in sys.argv[1:])
back = [[cell[1:] if cell[:1] == "'" and cell[1:2] in '=+-@\t\r' else cell for cell in row] for row in safe]
print(back, plain, sep='\n')
sys.exit(back != plain)
E3
fi
finish
