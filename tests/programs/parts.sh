#!/usr/bin/env bash
# A collection in several files: -d more than once. What is found in its parts is what is found in
# one database with all games, and says which file it is from.
. "$(dirname "$0")/lib.sh"

A=$T/a.db B=$T/b.db C=$T/c.db ALL=$T/all.db
grimoire-import -q -d "$A" samples/chess.pgn 2>"$T/err"
grimoire-import -q -d "$B" samples/magi.pgn samples/royal.pgn 2>"$T/err"
grimoire-import -q -d "$C" samples/wizard.pgn 2>"$T/err"
grimoire-import -q -d "$ALL" samples/{chess,magi,royal,wizard}.pgn 2>"$T/err"
parts=(-d "$A" -d "$B" -d "$C")
# Games of the parts: 7 of chess; 5 of Magi, 2 of Royal; 2 of Wizard.

# numbered: turns `FILE:GAME` or `FILE,GAME` at the beginning of lines into the number in $ALL.
numbered() {
    awk -v a="$A" -v b="$B" -v c="$C" '
        BEGIN { before[a] = 0; before[b] = 7; before[c] = 14 }
        {
            file = substr($0, 1, length(a)); rest = substr($0, length(a) + 2)
            if (!(file in before)) { print; next }
            number = rest; sub(/[^0-9].*/, "", number)
            print number + before[file] substr(rest, length(number) + 1)
        }'
}

# as_whole PROGRAM ARGUMENT...: with the parts it prints what it prints with $ALL.
as_whole() {
    local program=$1
    shift
    expect_exit 0 "$program" -d "$ALL" "$@"
    mv "$T/out" "$T/whole"
    expect_exit 0 "$program" "${parts[@]}" "$@"
    numbered <"$T/out" >"$T/numbered"
    [ -s "$T/whole" ] || fail "nothing is printed: $program $*"
    diff "$T/whole" "$T/numbered" >"$T/diff" || {
        fail "the parts differ from the whole: $program $*"
        head -n 10 "$T/diff"
    }
}

start "searches find in the parts what they find in the whole"
start_of_chess='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
for jobs in 1 3; do
    as_whole grimoire-search -j $jobs mate
    as_whole grimoire-search -j $jobs -f games mate
    as_whole grimoire-search -j $jobs -f plies 'capture then check within 3 plies'
    as_whole grimoire-search -j $jobs -f fen mate
    as_whole grimoire-search -j $jobs --count 'capture'
    as_whole grimoire-search -j $jobs -f plies --fen "$start_of_chess"
    as_whole grimoire-search -j $jobs -v wizard -f plies check
done
explain() { # what is estimated depends on how the games are divided
    grimoire-search --explain "$@" | sed -E 's/^ *[0-9]+ to [0-9]+//'
}
as_whole explain 'white castles then capture'
as_whole grimoire-search -f pgn mate

start "a limit ends the search in whichever part it is reached"
for limit in 1 2 6 7 8 9 10; do
    as_whole grimoire-search --limit $limit -f plies mate
    as_whole grimoire-search --limit $limit -f games check
    as_whole grimoire-search --limit $limit --count check
    as_whole grimoire-search --limit $limit 'white wins'
done

start "each finding says which file it is from"
expect_exit 0 grimoire-search "${parts[@]}" -f plies -v magi mate
expect_stdout "$B:3 246
$B:4 142
$B:5 167"
expect_exit 0 grimoire-search "${parts[@]}" -f csv -v magi --fen \
    'rnbcqkwbnr/pppppppppp/d5l2d/10/3l6/10/10/D1NL2L2D/PPPPPPPPPP/R1BCQKWBNR w KQkq - 0 2' --limit 2
expect_stdout "db,game,ply
$B,1,2
$B,2,2"
expect_exit 0 grimoire-search "${parts[@]}" -f json -v royal --limit 1 'plies > 0'
expect_in_stdout "^\\{\"db\":\"$B\",\"game\":6,"
cp "$A" "$T/a, \"b\".db"
expect_exit 0 grimoire-search -d "$T/a, \"b\".db" -d "$C" -f csv --limit 1 mate
expect_in_stdout "^\"$T/a, \"\"b\"\".db\",1,13,13\$"
cp "$A" "$T/a"$'\e'".db"
expect_exit 0 grimoire-search -d "$T/a"$'\e'".db" -d "$C" -f plies --limit 1 mate
expect_stdout "$T/a?.db:1 13"

start "one database is not named"
expect_exit 0 grimoire-search -d "$B" -f plies -v magi mate
expect_stdout "3 246
4 142
5 167"
expect_exit 0 grimoire-search -d "$B" -f csv --limit 1 mate
expect_stdout "game,ply,last
3,246,246"

start "export writes the parts one after the other"
for format in pgn san long uci fen; do
    as_whole grimoire-export -f $format
done
as_whole grimoire-export -f pgn -v chess --result 1-0
expect_exit 0 grimoire-export "${parts[@]}" -f csv
expect_in_stdout '^db,game,variant,white,'
numbered <"$T/out" | sed '1s/^db,//' >"$T/numbered"
grimoire-export -d "$ALL" -f csv | diff - "$T/numbered" >"$T/diff" || fail "another table: $(cat "$T/diff")"
expect_exit 0 grimoire-export "${parts[@]}" -f json
[ "$(cut -d, -f1,2 "$T/out" | sort -u | wc -l)" -eq 16 ] || fail "not 16 different names of games"
sed -E 's/^\{"db":"[^"]*","game":[0-9]+,/{/' "$T/out" >"$T/unnamed"
grimoire-export -d "$ALL" -f json | cmp -s - "$T/unnamed" || fail "other objects"
expect_exit 0 grimoire-export "${parts[@]}" -f html
[ "$(grep -o 'id="game-[0-9]*"' "$T/out" | sort -u | wc -l)" -eq 16 ] || fail "not 16 different ids"
expect_in_stdout '<h1>a.db and 2 more</h1>'
expect_exit 0 grimoire-search "${parts[@]}" -f html 'plies > 0'
[ "$(grep -o 'id="game-[0-9]*"' "$T/out" | sort -u | wc -l)" -eq 16 ] || fail "not 16 different ids found"

start "trees and statistics are summed up"
for format in text json; do
    as_whole grimoire-tree -v chess -f $format
    as_whole grimoire-tree -v chess -f $format --depth 4 --least 1 -j 2
    as_whole grimoire-tree -v chess -f $format 'white castles'
done
grimoire-export -d "$ALL" --games 2,4,6 >"$T/half.pgn"
grimoire-export -d "$ALL" --games 1,3,5,7 >>"$T/half2.pgn"
grimoire-import -q -d "$T/half.db" "$T/half.pgn"
grimoire-import -q -d "$T/half2.db" "$T/half2.pgn"
for more in '' "--line e4 --depth 3 --least 1"; do
    expect_exit 0 grimoire-tree -d "$A" $more
    mv "$T/out" "$T/whole"
    expect_exit 0 grimoire-tree -d "$T/half.db" -d "$T/half2.db" $more
    cmp -s "$T/whole" "$T/out" || fail "another tree: $(diff "$T/whole" "$T/out")"
done
for format in text json csv; do
    as_whole grimoire-stats -f $format --players 0
    as_whole grimoire-stats -f $format -v magi
done

start "the explorer names the files, and orders games of all of them"
expect_exit 0 grimoire-tree -d "$T/half.db" -d "$T/half2.db" -f explorer --line e4
sed -E 's/"db":"[^"]*",//g; s/"(id|game)":[0-9]+/"\1":0/g' "$T/out" >"$T/unnamed"
expect_exit 0 grimoire-tree -d "$A" -f explorer --line e4
sed -E 's/"(id|game)":[0-9]+/"\1":0/g' "$T/out" | diff - "$T/unnamed" >"$T/diff" ||
    fail "another answer: $(cat "$T/diff")"
expect_exit 0 grimoire-tree -d "$T/half.db" -d "$T/half2.db" -f explorer
expect_in_stdout "\"db\":\"$T/half2.db\",\"id\":4,\"winner\":\"white\",\"result\":\"1-0\",\"white\":\\{\"name\":\"Lasker, Edward\""
expect_in_stdout "\"db\":\"$T/half.db\",\"id\":3,\"winner\":\"white\",\"result\":\"1-0\",\"white\":\\{\"name\":\"Reti, Richard\""
expect_exit 0 grimoire-tree -d "$C" -d "$A" -v chess -f explorer --line 'e4 e5 Nf3 d6 d4 Bg4'
expect_in_stdout "\"db\":\"$A\",\"game\":4\\}"

start "without -v a position is read by the first variant of any part that fits"
expect_exit 0 grimoire-search -d "$C" -d "$A" --count --fen "$start_of_chess"
expect_stdout '7 7'
expect_exit 0 grimoire-tree -d "$C" -d "$A" --fen "$start_of_chess"
expect_in_stdout '^7 games'
expect_exit 0 grimoire-tree -d "$A" -d "$C"
expect_in_stdout '^7 games'
expect_exit 0 grimoire-tree -d "$C" -d "$A"
expect_in_stdout '^2 games'

start "info and verify go through all, named with -d or without"
expect_exit 0 grimoire-db verify "$A" "$B" -d "$C"
expect_in_stdout "^$A: 7 games, [0-9]+ plies sound, 0 damaged\$"
expect_in_stdout "^$C: 2 games, "
[ "$(wc -l <"$T/out")" -eq 3 ] || fail "not three lines"
expect_exit 0 grimoire-db info "$A" "$B"
[ "$(grep -E '^(db|games) ' "$T/out" | paste -sd' ')" = "db $A games 7 db $B games 7" ] ||
    fail "other games: $(cat "$T/out")"
expect_exit 0 grimoire-db info -d "$A" -d "$B" -f json
expect_in_stdout "^\\{\"db\":\"$B\",\"format\":1,\"games\":7,"
expect_exit 0 grimoire-db verify "$A"
expect_in_stdout '^7 games'

start "a part that is missing or no database hides nothing of the others"
echo 'no database at all' >"$T/foreign.db"
for program in 'search -f plies -v magi mate' 'export -f san -v magi' 'tree -v magi' 'stats -v magi'; do
    set -- ${program#* }
    expect_exit 0 grimoire-${program%% *} -d "$B" -d "$A" "$@"
    mv "$T/out" "$T/want"
    for bad in missing:2 foreign:3; do
        expect_exit ${bad#*:} grimoire-${program%% *} -d "$B" -d "$T/${bad%:*}.db" -d "$A" "$@"
        cmp -s "$T/want" "$T/out" || fail "the others are hidden: $command"
        expect_stderr "$T/${bad%:*}.db: "
    done
    expect_exit 3 grimoire-${program%% *} -d "$T/missing.db" -d "$T/foreign.db" "$@"
    expect_stdout ''
done
expect_exit 3 grimoire-db verify "$B" "$T/foreign.db" "$A"
[ "$(wc -l <"$T/out")" -eq 2 ] || fail "the others are not verified"

start "damage to games of a part is reported with its file, and the others are read"
if have sqlite3; then
    cp "$B" "$T/damaged.db"
    sqlite3 "$T/damaged.db" 'UPDATE block SET moves = zeroblob(length(moves))'
    for program in 'search -f plies mate' 'export -f san' tree stats; do
        set -- ${program#* }
        [[ $program == *' '* ]] || set --
        expect_exit 3 grimoire-${program%% *} -d "$A" -d "$T/damaged.db" -d "$C" "$@"
        [ -s "$T/out" ] || fail "nothing of the others: $command"
        [ "${program%% *}" = tree ] || expect_stderr "grimoire-${program%% *}: $T/damaged.db: .*game 1"
    done
    expect_exit 0 grimoire-search -d "$A" -d "$C" -f plies mate
    mv "$T/out" "$T/want"
    expect_exit 3 grimoire-search -d "$A" -d "$T/damaged.db" -d "$C" -f plies mate
    cmp -s "$T/want" "$T/out" || fail "other findings"
    expect_exit 3 grimoire-tree -d "$A" -d "$T/damaged.db" -v magi
    expect_stderr "grimoire-tree: $T/damaged.db: game 1: "
    expect_exit 3 grimoire-db verify "$A" "$T/damaged.db"
    expect_stderr "$T/damaged.db: game 1: "
    expect_in_stdout "^$A: 7 games, [0-9]+ plies sound, 0 damaged\$"
fi

start "each database has its own evaluations, and its judge is chosen in it"
for db in a b all; do
    cp "$T/$db.db" "$T/judged-$db.db"
    grimoire-annotate -q -d "$T/judged-$db.db" --depth 2 --reproducible -v chess
done
grimoire-annotate -q -d "$T/judged-b.db" --depth 2 --reproducible -v royal
grimoire-annotate -q -d "$T/judged-all.db" --depth 2 --reproducible -v royal
judged=(-d "$T/judged-a.db" -d "$T/judged-b.db" -d "$C")
for program in 'export -f pgn' 'search --count eval>1' 'stats --players 0' 'tree -v chess eval>2'; do
    grimoire-${program%% *} -d "$T/judged-all.db" ${program#* } >"$T/want"
    expect_exit 0 grimoire-${program%% *} "${judged[@]}" ${program#* }
    cmp -s "$T/want" "$T/out" || fail "the parts differ from the whole: $program: $(diff "$T/want" "$T/out" | head -n 5)"
done
expect_in_stdout '^[1-9][0-9]* games?, ' # of the last one, the tree
expect_exit 1 grimoire-tree "${judged[@]}" -v chess 'eval > 2' --judge none
[ "$(grimoire-export "${judged[@]}" | grep -c '%eval')" -gt 50 ] || fail "nothing is judged"
expect_exit 0 grimoire-export "${judged[@]}" --judge none
grep -q '%eval' "$T/out" && fail "judged by nobody"
expect_exit 2 grimoire-export -f csv "${judged[@]}" --judge nosuch # $C has no evaluations at all
expect_stderr "grimoire-export: $T/judged-a.db: .*nosuch"
expect_stderr "grimoire-export: $T/judged-b.db: .*nosuch"
[ "$(wc -l <"$T/out")" -eq 3 ] || fail "not the two games of the last part"
expect_exit 2 grimoire-stats -d "$T/judged-a.db" --judge nosuch
expect_stderr "^grimoire-stats: $T/judged-a.db: no judge .*nosuch"
expect_stdout ''

start "nothing found in any part"
expect_exit 1 grimoire-search "${parts[@]}" 'white K on h9'
expect_stdout ''
expect_exit 1 grimoire-tree "${parts[@]}" -v capablanca
expect_exit 1 grimoire-export "${parts[@]}" --white Nobody
expect_exit 0 grimoire-search "${parts[@]}" --count -v wizard 'plies > 0'

start "a game that any database has is not imported again; only the first is written to"
sum=$(cat "$A" "$B" | cksum)
expect_exit 1 grimoire-import -d "$T/new.db" -d "$A" -d "$B" samples/magician.pgn samples/magi.pgn \
    samples/chess.pgn samples/wizard.pgn
expect_in_stdout '^15 games, [0-9]+ plies, 3 faulty, 12 duplicates$'
expect_exit 0 grimoire-db info "$T/new.db"
expect_in_stdout '^games 3$'
[ "$(cat "$A" "$B" | cksum)" = "$sum" ] || fail "another database was written to"
expect_exit 0 grimoire-import -d "$T/new.db" -d "$A" samples/wizard.pgn # its own duplicates
expect_in_stdout ' 2 duplicates$'
expect_exit 0 grimoire-import -j 4 -d "$T/new2.db" -d "$ALL" samples/wizard.pgn
expect_in_stdout '^2 games, 363 plies, 0 faulty, 2 duplicates$'
[ ! -e "$T/new2.db" ] || fail "a database was created for duplicates alone"
[ "$(grimoire-search -d "$A" -d "$B" -d "$T/new.db" --count 'plies >= 0')" = '17 17' ] ||
    fail "parts that were imported beside each other overlap"

start "nothing is imported if the others cannot be asked"
expect_exit 2 grimoire-import -d "$T/never.db" -d "$T/missing.db" samples/chess.pgn
expect_stderr "$T/missing.db: no such database"
[ ! -e "$T/never.db" ] || fail "a database was created"
[ ! -e "$T/missing.db" ] || fail "another database was created"
expect_exit 3 grimoire-import -d "$T/never.db" -d "$T/foreign.db" samples/chess.pgn
[ ! -e "$T/never.db" ] || fail "a database was created"

start "a second database is bad usage where there can be but one"
for program in annotate\ --depth\ 1 show\ --game\ 1; do
    expect_exit 2 grimoire-$program -d "$A" -d "$B"
    expect_stderr "a second database, $B: grimoire-${program%% *} takes one\$"
    expect_stdout ''
done
for program in 'optimise' 'index' 'dedupe' 'clean' 'dump' "split $T/split.db" "merge $C"; do
    expect_exit 2 grimoire-db $program -d "$A" -d "$B"
    expect_stderr "a second database, $B: ${program%% *} takes one\$"
    expect_stdout ''
done
expect_exit 2 grimoire-db optimise -d "$A" "$B"
expect_exit 2 grimoire-db optimise "$A" "$B"
expect_stderr 'one database'
[ ! -e "$T/split.db" ] || fail "split has written"
GRIMOIRE_DB=$C expect_exit 0 grimoire-db optimise "$A" # which stands in its place

start "a file that is given twice would count twice"
ln -s "$A" "$T/link.db"
for other in "$A" "$T/link.db" "$T/../${T##*/}/a.db"; do
    expect_exit 2 grimoire-search -d "$A" -d "$B" -d "$other" mate
    expect_stderr "$A and $other are the same database"
done
expect_exit 2 grimoire-import -d "$T/never.db" -d "$T/never.db" samples/chess.pgn

start "-d takes the place of GRIMOIRE_DB"
expect_exit 0 env GRIMOIRE_DB="$B" grimoire-export -d "$A" -d "$C" -f csv
[ "$(wc -l <"$T/out")" -eq 10 ] || fail "not nine games"
expect_exit 0 env GRIMOIRE_DB="$A" grimoire-export -f csv
expect_in_stdout '^game,variant'

start "none of them is overwritten by the output"
for db in "$A" "$B"; do
    expect_exit 2 grimoire-export -d "$A" -d "$B" -o "$db"
    expect_stderr "-o $db: that file is the database $db$"
done
expect_exit 0 grimoire-db verify "$A" "$B"

start "many parts, in little memory"
many=()
for ((i = 0; i < 256; i++)); do
    ln "$A" "$T/$i.db" 2>/dev/null && rm "$T/$i.db" # the same file would be refused
    cp "$A" "$T/$i.db"
    many+=(-d "$T/$i.db")
done
expect_exit 0 grimoire-search "${many[@]}" --count mate
expect_stdout '1536 1536'
expect_exit 0 grimoire-tree "${many[@]}"
expect_in_stdout '^1792 games'
expect_exit 2 grimoire-search "${many[@]}" -d "$A" --count mate
expect_stderr 'too many databases: 256 at the most'

finish
