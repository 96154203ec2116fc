#!/usr/bin/env bash
# grimoire-import, -export, -search, -tree, -db: games into a database and out again.
. "$(dirname "$0")/lib.sh"

cat >"$T/games.pgn" <<'PGN'
[Event "Club, \"Friday\""]
[Site "?"]
[Date "2020.05.??"]
[Round "1"]
[White "Able, A"]
[Black "Baker, B"]
[Result "1-0"]
[WhiteElo "2210"]
[BlackElo ""]
[Note "a \\ and a \"quote\""]

{Before the moves.} 1. e4 $1 {best} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 $5) 2... d6)
(1... e6) 2. Nf3 Nc6 {a} {b} 3. Bb5 a6 1-0

[Event "Club"]
[Site "?"]
[Date "2021.01.02"]
[Round "2"]
[White "Baker, B"]
[Black "Charlie, C"]
[Result "1/2-1/2"]
[WhiteElo "2100"]
[BlackElo "2300"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[Event "Match"]
[Site "?"]
[Date "1999.??.??"]
[Round "-"]
[White "Dog, D"]
[Black "Able, A"]
[Result "0-1"]
[Variant "Magi"]

1. c4 d8d7 0-1

[Event "Ending"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 5 40"]

40... Kd7 41. e4 *
PGN
cat >"$T/faulty.pgn" <<'PGN'
[Event "Slip"]
[White "Easy, E"]
[Black "Fox, F"]
[Result "1-0"]

1. e4 e5 2. Ke3 Ke6 {never played} 3. Nf3 1-0

[Event "Unknown"]
[Variant "Hexagonal"]
[Result "*"]

1. a1b2 c3 *
PGN

start "import counts what it reads"
expect_exit 0 grimoire-import -d "$T/a.db" "$T/games.pgn"
expect_stdout '4 games, 18 plies, 0 faulty, 0 duplicates'
expect_quiet

start "the same games are noticed"
expect_exit 0 grimoire-import -d "$T/a.db" "$T/games.pgn"
expect_stdout '4 games, 18 plies, 0 faulty, 4 duplicates'
expect_exit 0 grimoire-search -d "$T/a.db" --count
expect_stdout '4 0'

start "what is exported is what convert writes, in every format"
for format in pgn san long uci fen json; do
    grimoire-convert -f $format "$T/games.pgn" >"$T/want" 2>/dev/null
    expect_exit 0 grimoire-export -d "$T/a.db" -f $format
    expect_quiet
    cmp -s "$T/want" "$T/out" || fail "export -f $format differs"
done

start "a table of the games"
expect_exit 0 grimoire-export -d "$T/a.db" -f csv
expect_output store/games.csv

start "a page of the games"
expect_exit 0 grimoire-export -d "$T/a.db" -f html --title 'Games & more'
expect_in_stdout '<h1>Games &amp; more</h1>'
[ "$(grep -c '<article id=' "$T/out")" -eq "$(grimoire-export -d "$T/a.db" -f san | wc -l)" ] ||
    fail "not every game is on the page"
expect_in_stdout '^</html>$'

start "export reads back as the same games"
grimoire-export -d "$T/a.db" -o "$T/again.pgn"
expect_exit 0 grimoire-import -d "$T/a.db" "$T/again.pgn"
expect_stdout '4 games, 18 plies, 0 faulty, 4 duplicates'

start "faulty games are reported and kept"
expect_exit 1 grimoire-import -d "$T/b.db" "$T/faulty.pgn"
expect_stdout '2 games, 2 plies, 2 faulty, 0 duplicates'
expect_stderr 'faulty.pgn:6:13: error: game 1, ply 3: '
expect_stderr 'faulty.pgn:.*: error: game 2: .*Hexagonal'
grimoire-convert "$T/faulty.pgn" >"$T/want" 2>/dev/null
expect_exit 0 grimoire-export -d "$T/b.db"
cmp -s "$T/want" "$T/out" || fail "export differs from convert"
expect_exit 0 grimoire-export -d "$T/b.db" -f json
expect_in_stdout '"status":"partial"'
expect_exit 1 grimoire-import -d "$T/b.db" "$T/faulty.pgn"
expect_stdout '2 games, 2 plies, 2 faulty, 2 duplicates'
expect_exit 0 grimoire-db verify "$T/b.db"
expect_stdout '2 games, 2 plies sound, 0 damaged'

# count OPTIONS...: games of the selection.
count() {
    grimoire-search -d "$T/a.db" --count "$@" | cut -d ' ' -f 1
}

start "games are selected by tags"
expect() {
    local want=$1 got
    shift
    got=$(count "$@")
    [ "$got" = "$want" ] || fail "$* finds $got games, not $want"
}
expect 1 --white able
expect 2 --player able
expect 0 --white '=able, a'
expect 1 --white '=Able, A'
expect 2 --event club
expect 1 --event =Club
expect 1 --date 2020
expect 2 --date 2020..
expect 1 --date ..2000
expect 2 --date 2020.05.30..2021
expect 1 --date 2020.05.30..2020.12
expect 1 --result 1-0
expect 1 --result draw
expect 1 --result '*'
expect 1 --white-elo 2200..
expect 2 --white-elo 2100..2210
expect 1 --elo 2100..
expect 0 --elo 2200..
expect 1 --plies 8
expect 3 --plies ..6
expect 1 -v magi
expect 3 -v chess
expect 1 --tag Note=quote
expect 1 --tag 'Round==-'
expect 0 --tag Nothing=x
expect 2 --games 2,4-9
expect 1 --games 2- --white dog
expect 0 --games 2- --white able

start "bad selections are bad usage"
expect_exit 2 grimoire-search -d "$T/a.db" --date 20
expect_stderr '20. is not a date'
expect_exit 2 grimoire-search -d "$T/a.db" --plies x
expect_exit 2 grimoire-search -d "$T/a.db" --games 3-1
expect_exit 2 grimoire-search -d "$T/a.db" --result win
expect_exit 2 grimoire-search -d "$T/a.db" --tag x
expect_exit 2 grimoire-export -d "$T/a.db" -v halma
expect_exit 2 grimoire-export -d "$T/a.db" -f docx
expect_exit 2 grimoire-export -d "$T/a.db" more

start "every occurrence of a position"
expect_exit 0 grimoire-search -d "$T/a.db" -f csv \
    --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9'
expect_stdout 'game,ply
1,0
2,0
2,4
2,8'
expect_exit 0 grimoire-search -d "$T/a.db" --count --board rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R
expect_stdout '1 2'
expect_exit 0 grimoire-search -d "$T/a.db" -f csv --board 8/3k4/8/8/4P3/8/8/4K3
expect_stdout 'game,ply
4,2'
expect_exit 0 grimoire-search -d "$T/a.db" --count --white baker \
    --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
expect_stdout '1 3'

start "nothing found is exit status 1"
expect_exit 1 grimoire-search -d "$T/a.db" --count --board 8/8/8/8/8/8/8/K1k5
expect_stdout '0 0'
expect_exit 1 grimoire-export -d "$T/a.db" --white nobody
expect_exit 1 grimoire-tree -d "$T/a.db" --fen '8/8/8/8/8/8/8/K1k5 w - - 0 1'

start "an impossible position is reported with its faults"
expect_exit 2 grimoire-search -d "$T/a.db" --fen 'rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
expect_stderr 'chess position, column [0-9]+: '
expect_exit 2 grimoire-search -d "$T/a.db" --board 'x' -v magi

start "other forms of a search"
expect_exit 0 grimoire-search -d "$T/a.db" --white able
expect_output store/search.text
expect_exit 0 grimoire-search -d "$T/a.db" --event club -f json
expect_output store/search.json
expect_exit 0 grimoire-search -d "$T/a.db" -f pgn --fen '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1'
expect_in_stdout 'Event "Ending"'

start "the tree"
expect_exit 0 grimoire-tree -d "$T/a.db" -f json
expect_output store/tree.json
expect_exit 0 grimoire-tree -d "$T/a.db"
expect_output store/tree.text
expect_exit 0 grimoire-tree -d "$T/a.db" -v magi -f json
expect_stdout '{"san":"c4","uci":"c2c4","games":1,"white":0,"draws":0,"black":1,"score":0.0000,'\
'"points":null,"averageRating":null,"performance":null,"lastPlayed":"1999"}'
expect_exit 0 grimoire-tree -d "$T/a.db" -f explorer
expect_output store/tree.explorer

start "the tree after a line, and several plies deep"
expect_exit 0 grimoire-tree -d "$T/a.db" --line '1. Nf3 Nf6 2.Ng1' -f json
expect_stdout '{"san":"Ng8","uci":"f6g8","games":1,"white":0,"draws":1,"black":0,"score":0.5000,'\
'"points":null,"averageRating":2300,"performance":2100,"lastPlayed":"2021.01.02"}'
expect_exit 0 grimoire-tree -d "$T/a.db" --depth 3
expect_output store/tree.deep
expect_exit 0 grimoire-tree -d "$T/a.db" --line e2e4 --depth 2 -f json
expect_in_stdout '^\{"line":\["e5"\],"san":"Nf3",'
expect_exit 0 grimoire-tree -d "$T/a.db" --least 2
expect_stdout 'move          games  score   white   draws   black rating perform  last played
2 games, 1 ends here'
expect_exit 1 grimoire-tree -d "$T/a.db" --line 'a3'
expect_exit 2 grimoire-tree -d "$T/a.db" --line 'e4 e5 Ke3'
expect_stderr "--line, column 7: 'Ke3' cannot be played: a King does not go from e1 to e3; did you mean Ke2, "
expect_exit 2 grimoire-tree -d "$T/a.db" --line 'e4 x'
expect_stderr "--line, column 4: 'x' cannot be played: this is not how a move is written"

start "the tree of games in which a query is found"
expect_exit 0 grimoire-tree -d "$T/a.db" -f json 'result draw'
expect_in_stdout '"san":"Nf3"'
[ "$(wc -l <"$T/out")" -eq 1 ] || fail 'other games count'
expect_exit 1 grimoire-tree -d "$T/a.db" 'checkmate'
expect_exit 2 grimoire-tree -d "$T/a.db" 'checkmate or'
expect_stderr 'query, column 13: '
expect_exit 2 grimoire-tree -d "$T/a.db" 'result draw' --depth 2
expect_exit 2 grimoire-tree -d "$T/a.db" -f explorer --depth 2

start "the tree shows points"
for score in 12-0 10-2 0.5-0.5 '?'; do
    printf '[White "%s"]\n[Variant "Magi"]\n[Scoring "magi12"]\n[Score "%s"]\n\n1. e4 e7 *\n\n' \
        "$score" "$score"
done >"$T/points.pgn"
expect_exit 1 grimoire-import -q -d "$T/points.db" "$T/points.pgn"
expect_stderr 'error: game 3: the score is given as 0.5-0.5, but its points do not sum to 12'
expect_exit 0 grimoire-tree -d "$T/points.db"
expect_stdout 'move          games  score   white   draws   black        points
e4                4      -       0       0       0     7.50-0.83
4 games, 0 end here'
expect_exit 0 grimoire-tree -d "$T/points.db" -f json
expect_in_stdout '"points":\{"games":3,"white":7.5000,"black":0.8333\}'

start "info shows where the bytes go"
expect_exit 0 grimoire-db info -d "$T/a.db" -f json
expect_in_stdout '"games":4,"plies":18,"variants":\{"chess":3,"magi":1\}'
expect_exit 0 grimoire-db info "$T/a.db"
expect_in_stdout '^games 4$'

start "info lists each variant, however many there are"
grimoire-variants | awk 'NR > 1 && NR <= 41 { print $1 }' >"$T/variants"
while read -r variant; do
    printf '[Variant "%s"]\n[Result "*"]\n\n*\n\n' "$variant"
done <"$T/variants" >"$T/variants.pgn"
expect_exit 0 grimoire-import -q -d "$T/variants.db" "$T/variants.pgn"
expect_exit 0 grimoire-db info "$T/variants.db"
sed -n 's/^  \([a-z0-9-]*\) 1$/\1/p' "$T/out" | cmp -s - "$T/variants" || fail "$(cat "$T/out")"
expect_exit 0 grimoire-db info -f json "$T/variants.db"
[ "$(grep -o ':1[,}]' "$T/out" | wc -l)" -ge 40 ] || fail "$(cat "$T/out")"

# many_names FIRST LAST: games of players whose names are long, each other ones
many_names() {
    awk -v first="$1" -v last="$2" 'BEGIN {
        long = sprintf("%0230d", 0)
        for (i = first; i <= last; i++)
            printf "[White \"White%s%06d\"]\n[Black \"Black%s%06d\"]\n[Result \"*\"]\n\n1. e4 *\n\n", long, i, long, i
    }'
}

if is_long; then
    start "info says that there is little room for further names, and that there is none"
    expect_exit 0 grimoire-db info -f json "$T/a.db"
    expect_in_stdout '"names_used":0\.00'
    many_names 1 128000 | grimoire-import -q -d "$T/names.db" - >"$T/out" 2>"$T/err" || fail "import: $?"
    expect_exit 0 grimoire-db info "$T/names.db"
    expect_in_stdout '^names 128[0-9]*$'
    expect_in_stdout '^  9[0-9] % of the room for names; then games store new ones themselves$'
    expect_exit 0 grimoire-db info -f json "$T/names.db"
    expect_in_stdout '"names_used":0\.9[0-9]*,'
    many_names 128001 145000 | grimoire-import -q -d "$T/names.db" - >"$T/out" 2>"$T/err" || fail "import: $?"
    expect_exit 0 grimoire-db info "$T/names.db"
    expect_in_stdout '^  full: games store new names themselves, which takes more room$'
    expect_exit 0 grimoire-db info -f json "$T/names.db"
    expect_in_stdout '"names_used":1\.0000,'
    expect_exit 0 grimoire-search -d "$T/names.db" --black "Black$(printf %0230d 0)144999" -f csv
    expect_in_stdout '^144999$|^144999,'
    rm "$T/names.db"
fi

start "the number of threads makes no difference"
for i in $(seq 300); do
    printf '[Event "%d"]\n[White "W%d"]\n[Black "B%d"]\n[Result "*"]\n\n1. e4 e5 {%d} 2. Nf3 *\n\n' \
        $i $((i % 17)) $((i % 5)) $i
done >"$T/many.pgn"
cat "$T/faulty.pgn" >>"$T/many.pgn"
for jobs in 1 2 7; do
    expect_exit 1 grimoire-import -d "$T/j$jobs.db" -j $jobs "$T/many.pgn" "$T/games.pgn"
    expect_stdout '306 games, 920 plies, 2 faulty, 0 duplicates'
    cp "$T/err" "$T/j$jobs.err"
    cmp -s "$T/j1.db" "$T/j$jobs.db" || fail "-j $jobs makes another file"
    cmp -s "$T/j1.err" "$T/j$jobs.err" || fail "-j $jobs reports other things"
done

start "games that cannot be stored make no database, and are counted in one"
for i in $(seq 17000); do printf '%d. Nf3 Nf6 %d. Ng1 Ng8 ' $((2 * i - 1)) $((2 * i)); done >"$T/long.txt"
for jobs in 1 2; do
    expect_exit 1 grimoire-import -d "$T/long.db" -j $jobs "$T/long.txt"
    expect_stderr 'error: game 1: the game is not stored: the game has more than 65535 plies'
    expect_stdout '1 games, 68000 plies, 1 faulty, 0 duplicates'
    [ ! -e "$T/long.db" ] || fail "a database was made"
done
expect_exit 1 grimoire-import -d "$T/long.db" "$T/long.txt" "$T/games.pgn" "$T/long.txt"
expect_stdout '6 games, 136018 plies, 2 faulty, 0 duplicates'
expect_exit 0 grimoire-db verify "$T/long.db"
expect_stdout '4 games, 18 plies sound, 0 damaged'

start "from standard input, and compressed"
gzip -c "$T/games.pgn" >"$T/games.pgn.gz"
expect_exit 0 grimoire-import -d "$T/z.db" - <"$T/games.pgn.gz"
expect_stdout '4 games, 18 plies, 0 faulty, 0 duplicates'
expect_exit 0 grimoire-import -d "$T/z.db" "$T/games.pgn.gz"
expect_stdout '4 games, 18 plies, 0 faulty, 4 duplicates'

# tests/data/golden/store/format1.db was made when format 1 was frozen: games of all variants, with
# variations, texts, faults, an unknown variant, and a deleted game; with an index,
# and evaluations by three judges, two of them of one family (annotate --depth 1; --depth 2 --games 1-10;
# --depth 1 --multipv 3 --games 3,20-26).
after_nf3='rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2'
start "a database of format 1 is read for ever"
cp tests/data/golden/store/format1.db "$T/format1.db"
expect_exit 0 grimoire-db info "$T/format1.db"
expect_in_stdout '^format 1$'
expect_in_stdout '  signatures of games +[1-9]'
expect_in_stdout '^evaluations 1493, '
expect_in_stdout '^  Grimoire 0.1.0, depth 1, 3 lines: 100$'
expect_exit 0 grimoire-export --judge none -d "$T/format1.db"
expect_output store/format1.pgn
for change in '' 'index' 'optimise' 'index --drop'; do
    [ -z "$change" ] || expect_exit 0 grimoire-db $change "$T/format1.db"
    [ "$change" != optimise ] || expect_in_stdout "^0 games unreadable, "
    expect_exit 0 grimoire-search -d "$T/format1.db" -f csv --fen "$after_nf3"
    expect_stdout 'game,ply
1,3
3,3
4,3
21,3'
    expect_exit 0 grimoire-db verify "$T/format1.db"
    expect_stdout '25 games, 1481 plies, 1493 evaluations sound, 0 damaged'
done
expect_exit 1 grimoire-import -d "$T/format1.db" tests/data/golden/store/format1.pgn
expect_stdout '25 games, 1481 plies, 5 faulty, 25 duplicates'
expect_exit 0 grimoire-export --judge none -d "$T/format1.db"
expect_output store/format1.pgn

if have sqlite3; then
    start "a database of another format is refused"
    for format in 0 -1 -2147483648; do
        cp tests/data/golden/store/format1.db "$T/other.db"
        sqlite3 "$T/other.db" "PRAGMA user_version = $format"
        for command in verify info index optimise; do
            expect_exit 3 grimoire-db $command "$T/other.db"
            expect_stderr "the database is damaged: its format is given as $format\$"
        done
    done
    sqlite3 "$T/other.db" "PRAGMA user_version = 2"
    expect_exit 3 grimoire-db verify "$T/other.db"
    expect_stderr 'has format 2, made by a newer program; this one reads format 1$'

    start "damaged evaluations that are asked for are reported"
    cp tests/data/golden/store/format1.db "$T/lost.db"
    sqlite3 "$T/lost.db" 'UPDATE evaluation SET verdicts = zeroblob(length(verdicts))'
    for command in "search --count 'eval > 1'" "export -f csv" "export -f pgn" "stats" "show -g 1"; do
        eval expect_exit 3 "grimoire-${command%% *}" -d "$T/lost.db" "${command#"${command%% *}"}"
        expect_stderr 'some evaluations are damaged'
    done
    expect_exit 0 grimoire-search --count -d "$T/lost.db" 'white K on e1'
    expect_exit 0 grimoire-export --judge none -d "$T/lost.db"
    [ ! -s "$T/err" ] || fail "evaluations that nobody asked for are reported"

    start "wrong rows and no backups: the database can be opened all the same"
    cp tests/data/golden/store/format1.db "$T/old.db"
    sqlite3 "$T/old.db" "UPDATE shape SET tags = x'0100FF0F' WHERE id = 3;
        UPDATE tag SET dictionary = 255 WHERE id = 20"
    expect_exit 3 grimoire-db verify "$T/old.db"
    expect_stderr 'rows of the table shape are damaged'
    expect_stderr 'rows of the table tag are damaged'
    expect_exit 3 grimoire-export -d "$T/old.db"
    cp tests/data/golden/store/format1.db "$T/old.db"
    sqlite3 "$T/old.db" "UPDATE variant SET name = 'Xagi' WHERE name = 'magi'"
    expect_exit 3 grimoire-db verify "$T/old.db"
    expect_stdout '19 games, 857 plies, 1493 evaluations sound, 0 damaged, 6 of an unknown variant or codec'
    expect_exit 3 grimoire-export -d "$T/old.db"
    expect_in_stdout 'Variant "Magician'

    start "the tables of a database have backups"
    cp tests/data/golden/store/format1.db "$T/backup.db"
    sqlite3 "$T/backup.db" "DROP TRIGGER shape_deleted; DELETE FROM shape WHERE id > 2;
        DROP TRIGGER tag_changed; UPDATE tag SET name = 'x' || name"
    expect_exit 3 grimoire-db verify "$T/backup.db"
    expect_in_stdout '^25 games, 1481 plies, 1493 evaluations sound, 0 damaged, 2 other faults'
    expect_stderr 'the table shape or its backup is damaged, but nothing is lost'
    expect_exit 0 grimoire-export --judge none -d "$T/backup.db"
    expect_output store/format1.pgn
    expect_exit 0 grimoire-db optimise "$T/backup.db"
    expect_exit 0 grimoire-db verify "$T/backup.db"
    expect_exit 0 grimoire-export --judge none -d "$T/backup.db"
    expect_output store/format1.pgn
fi

start "databases are merged, split and dumped"
expect_exit 0 grimoire-db split -d "$T/format1.db" -v chess "$T/chess.db"
expect_in_stdout '^11 games, .* 0 unreadable, 0 duplicates'
expect_exit 2 grimoire-db split -d "$T/format1.db" "$T/chess.db"
expect_stderr 'already has'
expect_exit 0 grimoire-db merge -d "$T/merged.db" "$T/chess.db" "$T/format1.db"
expect_in_stdout '^36 games, .* 0 unreadable, 11 duplicates'
expect_exit 0 grimoire-search -d "$T/merged.db" --count
expect_stdout '25 0'
expect_exit 2 grimoire-db merge -d "$T/merged.db"
expect_exit 0 grimoire-db dump -d "$T/chess.db" --games 1
expect_in_stdout "^INSERT INTO game VALUES\\(1, 'chess', "
expect_in_stdout '^COMMIT;'
expect_exit 0 grimoire-db dump -d "$T/chess.db" -f json
[ "$(grep -vc '^{"judge":' "$T/out")" -eq 11 ] || fail "dump -f json has not a line for each game"

start "a split of no games says that nothing was created"
expect_exit 1 grimoire-db split -d "$T/format1.db" --games 999 "$T/none.db"
expect_stderr 'format1.db: no games found; .*/none.db was not created$'
[ ! -e "$T/none.db" ] || fail "a database was created"

start "a shard whose name is a link to nowhere is refused for that reason"
ln -s nowhere "$T/link-1-of-2.db"
expect_exit 1 grimoire-db split -d "$T/format1.db" --shards 2 "$T/link.db"
expect_stderr '/link-1-of-2.db is there already, a link to a file that is not$'

start "evaluations are merged, split and dumped"
evals() { # DB: all evaluations, as they are told in any database that has them
    grimoire-db dump -f json "$1" | grep '^{"judge":'
}
expect_exit 0 grimoire-db info "$T/chess.db"
expect_in_stdout '^evaluations 293, '
expect_exit 0 grimoire-db split -d "$T/format1.db" -v magi "$T/magi.db"
expect_in_stdout '^6 games, '
expect_exit 0 grimoire-db split -d "$T/format1.db" --shards 3 "$T/part.db"
expect_stdout "$T/part-1-of-3.db
$T/part-2-of-3.db
$T/part-3-of-3.db"
expect_exit 0 grimoire-db info "$T/part-2-of-3.db"
expect_in_stdout '^shard 2 of 3$'
evals "$T/part-2-of-3.db" >"$T/part.evals"
evals "$T/format1.db" >"$T/all.evals"
expect_same "$T/part.evals" "$T/all.evals"
printf '%s\n' "$T"/part-{1,2,3}-of-3.db >"$T/shards"
for missing in 3 "2 3" "1 2 3" 1 ''; do # as after a run that was killed
    one_of 2 || continue
    cp "$T/part-1-of-3.db" "$T/part.copy"
    for i in $missing; do
        rm "$T/part-$i-of-3.db"
    done
    expect_exit 0 grimoire-db split -d "$T/format1.db" --shards 3 "$T/part.db"
    expect_same "$T/out" "$T/shards"
    cmp "$T/part.copy" "$T/part-1-of-3.db" || fail "another shard, without $missing"
done
cp "$T/part-3-of-3.db" "$T/part.copy"
grimoire-annotate -q -d "$T/part-3-of-3.db" --depth 2 --games 1
cp "$T/part-3-of-3.db" "$T/part.judged"
rm "$T/part-1-of-3.db"
expect_exit 2 grimoire-db split -d "$T/format1.db" --shards 3 "$T/part.db"
expect_stderr 'part-3-of-3.db is there already, and is not what would be made$'
cmp "$T/part.judged" "$T/part-3-of-3.db" || fail "work on a shard is gone"
for other in part-2-of-3.db chess.db text; do
    echo text >"$T/text"
    cp "$T/$other" "$T/part-3-of-3.db"
    rm -f "$T/part-1-of-3.db"
    expect_exit 2 grimoire-db split -d "$T/format1.db" --shards 3 "$T/part.db"
    expect_stderr 'part-3-of-3.db is there already$'
    [ ! -e "$T/part-1-of-3.db" ] || fail "it begins beside a file that is something else: $other"
done
cp "$T/part.copy" "$T/part-3-of-3.db"
expect_exit 0 grimoire-db split -d "$T/format1.db" --shards 3 "$T/part.db"
expect_exit 2 grimoire-db split -d "$T/format1.db" --shards 3 -v magi "$T/other.db"
expect_stderr 'it takes no selection'
expect_exit 2 grimoire-db split -d "$T/format1.db" --shards 0 "$T/other.db"
for order in "chess magi part-2-of-3" "part-2-of-3 chess magi" "magi chess magi part-1-of-3 chess"; do
    rm -f "$T/united.db"
    files=
    for name in $order; do files="$files $T/$name.db"; done
    # shellcheck disable=SC2086
    expect_exit 0 grimoire-db merge -d "$T/united.db" $files
    evals "$T/united.db" >"$T/united.evals"
    expect_same "$T/united.evals" "$T/all.evals"
    expect_exit 0 grimoire-db verify "$T/united.db"
    expect_in_stdout '1493 evaluations sound'
done
expect_exit 0 grimoire-db merge -d "$T/part-2-of-3.db" "$T/magi.db"
expect_exit 0 grimoire-db info "$T/part-2-of-3.db"
grep -q '^shard' "$T/out" && fail "a merged database is still a shard"
if have sqlite3; then
    grimoire-db dump "$T/format1.db" | sqlite3 "$T/dump.sqlite"
    [ "$(sqlite3 "$T/dump.sqlite" "SELECT count(*) FROM evaluation WHERE line = 1")" = 1493 ] ||
        fail "the dump has other evaluations"
    [ "$(sqlite3 "$T/dump.sqlite" "SELECT count(DISTINCT p.key || j.id) FROM position p JOIN game g
        ON g.id = p.game_id JOIN evaluation e ON e.key = p.key AND e.variant = g.variant JOIN judge j
        ON j.id = e.judge_id")" -gt 1000 ] || fail "evaluations do not join games"
fi

start "doubles under different headers are found"
cat >"$T/double.pgn" <<'PGN'
[Event "A"]
[White "Able, Anna"]
[Black "Baker, Bob"]
[Date "2001.02.03"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0

[Event "B"]
[White "Able,A"]
[Black "Baker,B"]
[Date "2001.??.??"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0
PGN
grimoire-import -q -d "$T/double.db" "$T/double.pgn" >/dev/null
expect_exit 0 grimoire-db dedupe --dry-run "$T/double.db"
expect_stdout 'game 2 is the same as game 1
2 games compared, 1 duplicate found, 0 with comments kept'
expect_exit 0 grimoire-db dedupe "$T/double.db"
expect_exit 0 grimoire-search -d "$T/double.db" --count
expect_stdout '1 0'

start "a command of db refuses options that it does not obey, and changes nothing"
cp "$T/games.db" "$T/asis.db" 2>/dev/null || grimoire-import -q -d "$T/asis.db" "$T/games.pgn" >/dev/null
cp "$T/asis.db" "$T/before.db"
while IFS='|' read -r want command; do
    # shellcheck disable=SC2086
    expect_exit 2 grimoire-db $command "$T/asis.db"
    expect_stderr "^grimoire-db: $want\$"
    expect_same "$T/asis.db" "$T/before.db"
done <<'END'
index takes no --dry-run|index --dry-run
optimise takes no --dry-run|optimise --dry-run
info takes no --drop|info --drop
dedupe takes no selection of games|dedupe --games 1-3
dedupe takes no -v|dedupe -v chess
clean takes no selection of games|clean --white Nobody --dry-run
verify takes no selection of games|verify --games 1
verify takes no -f|verify -f json
classify takes no --players|classify --players list
dump takes no --openings|dump --openings list
END
expect_exit 2 grimoire-db merge --dry-run -d "$T/merged-dry.db" "$T/asis.db"
expect_exit 2 grimoire-db split --dry-run -d "$T/asis.db" "$T/merged-dry.db"
[ ! -e "$T/merged-dry.db" ] || fail "a database was made in spite of --dry-run"

start "files that are not databases"
expect_exit 3 grimoire-db info "$T/games.pgn"
expect_stderr 'not a Grimoire database'
expect_exit 3 grimoire-import -d "$T/games.pgn" "$T/games.pgn"
grep -q Ending "$T/games.pgn" || fail "the text was harmed"
expect_exit 2 grimoire-export -d "$T/none.db"
expect_stderr 'none.db: no such database'
[ ! -e "$T/none.db" ] || fail "export made a database"
expect_exit 2 grimoire-import -d "$T/none.db" "$T/none.pgn"
[ ! -e "$T/none.db" ] || fail "import of nothing made a database"
expect_exit 2 grimoire-import -d "$T/no/where.db" "$T/games.pgn"
expect_exit 2 env -u GRIMOIRE_DB grimoire-export

start "the database of the environment"
expect_exit 0 env GRIMOIRE_DB="$T/a.db" grimoire-search --count
expect_stdout '4 0'

for i in $(seq 4000); do
    printf '[Event "%d"]\n[White "W%d"]\n[Black "B%d"]\n[Result "*"]\n\n' $i $((i % 97)) $((i % 89))
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 {%d} 5. O-O Be7 6. Re1 b5 7. Bb3 O-O *\n\n' $i
done >"$T/large.pgn"

start "a damaged database is reported, the rest is read"
grimoire-import -q -d "$T/d.db" "$T/large.pgn" >/dev/null
size=$(stat -c %s "$T/d.db")
dd if=/dev/urandom of="$T/d.db" bs=1 count=3000 seek=$((size * 3 / 4)) conv=notrunc status=none
expect_exit 3 grimoire-db verify "$T/d.db"
expect_in_stdout '^[0-9]+ games, [0-9]+ plies sound, [0-9]+ damaged'
head -c 20000 "$T/j1.db" >"$T/short.db"
expect_exit 3 grimoire-db verify "$T/short.db"
expect_exit 3 grimoire-export -d "$T/short.db"

start "no room on the disk: reported, and what was there stays"
(
    trap '' XFSZ
    ulimit -f 300
    grimoire-import -d "$T/full.db" "$T/games.pgn" >"$T/out" 2>"$T/err" || exit 7
    head -c 360000 /dev/urandom | base64 -w 1200 |
        awk '{ printf "[White \"%d\"]\n\n1. e4 {%s} *\n\n", NR, $0 }' | grimoire-import -d "$T/full.db" - >"$T/out" 2>"$T/err"
)
status=$?
[ $status -eq 1 ] || fail "exit status $status, not 1"
expect_stderr 'grimoire-import: .*full.db: (no room|cannot read or write)'
expect_stdout '0 games, 0 plies, 0 faulty, 0 duplicates'
expect_exit 0 grimoire-db verify "$T/full.db"
expect_in_stdout '^4 games'

start "a database that may not be written"
cp "$T/a.db" "$T/locked.db"
chmod 444 "$T/locked.db"
expect_exit 0 grimoire-search -d "$T/locked.db" --count
if [ "$(id -u)" -ne 0 ]; then
    expect_exit 1 grimoire-import -d "$T/locked.db" "$T/faulty.pgn"
fi

start "an interrupted import keeps what it has read, and goes on"
mkfifo "$T/pipe"
grimoire-import -d "$T/int.db" "$T/pipe" >"$T/out" 2>"$T/err" &
import=$!
exec 3>"$T/pipe"
for i in $(seq 8); do cat "$T/many.pgn"; done | sed 's/W/X/' >&3 &
until_true catches_signals $import
until_true test -s "$T/int.db"
kill -INT $import
exec 3>&-
wait $import
status=$?
[ $status -eq 130 ] || fail "exit status $status, not 130"
expect_stderr 'stopped at game [0-9]+ of .*Run the same command again'
expect_exit 0 grimoire-db verify "$T/int.db"

start "killed at any moment, the database is sound and a further run completes it"
for round in 1 2 3 4 5 6; do
    one_of 3 || continue
    rm -f "$T/kill.db"*
    grimoire-import -d "$T/kill.db" "$T/large.pgn" >/dev/null 2>&1 &
    import=$!
    sleep 0.0$((RANDOM % 9 + 1))
    kill -KILL $import 2>/dev/null
    wait $import 2>/dev/null
    if [ -e "$T/kill.db" ]; then
        expect_exit 0 grimoire-db verify "$T/kill.db"
    fi
    expect_exit 0 grimoire-import -d "$T/kill.db" "$T/large.pgn"
    expect_in_stdout '^4000 games, 56000 plies, 0 faulty, '
    expect_exit 0 grimoire-search -d "$T/kill.db" --count
    expect_stdout '4000 0'
    expect_exit 0 grimoire-db verify "$T/kill.db"
done

finish
