#!/usr/bin/env bash
# grimoire-search: as many threads as one likes, and an index or none, change no answer.
. "$(dirname "$0")/lib.sh"

db=$T/games.db
import_samples "$db"

start "the numbers of an explanation are those of searches"
while read -r query; do
    grimoire-search -d "$db" --explain "$query" | sed '1,/ estimated  *found /d' >"$T/rows"
    while read -r row; do
        [[ $row =~ ^([0-9]+)(' to '([0-9]+))?' '+([0-9]+)'  '(.*)$ ]] || fail "no row: $row"
        least=${BASH_REMATCH[1]} most=${BASH_REMATCH[3]:-${BASH_REMATCH[1]}} found=${BASH_REMATCH[4]}
        text=${BASH_REMATCH[5]}
        [ "$text" != '(all of that)' ] || text=$query
        [ "$text" != '(all games)' ] || text='length >= 0'
        [ "$found" = "$(grimoire-search -d "$db" --count "$text" | cut -d' ' -f1)" ] || fail "another number: $row"
        [ "$least" -le "$found" ] && [ "$found" -le "$most" ] || fail "not as estimated: $row"
    done <"$T/rows"
    [ "$(wc -l <"$T/rows")" -gt 1 ] || fail "no rows: $query"
done <<'QUERIES'
white wins and Q = 0
Q vs RR
check and Q takes Q then within 20 plies mate
player Tal and black P <= 3 and at least 2 times check
promotes
QUERIES

# Some blocks of games, so that threads have something to share.
start "any number of threads prints the same"
for i in 1 2 3 4 5 6 7 8 9 10; do
    grimoire-export -q -d "$db" -v chess | sed "s/^\[Event .*/[Event \"copy $i\"]/"
done >"$T/ten.pgn"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23; do
    sed "s/^\[Event \"/&$i, /" "$T/ten.pgn"
done >"$T/many.pgn"
expect_exit 0 grimoire-import -q -d "$T/many.db" "$T/many.pgn"
for options in "-f text" "-f pgn --limit 700" "-f csv" "-f fen --limit 2345" "--count" \
    "--count --limit 1234" "-f json --event copy"; do
    for query in 'check' 'capture then checkmate within 1 ply' 'white wins' 'nag 1 or player Reti'; do
        for jobs in 1 2 3 7; do
            grimoire-search -d "$T/many.db" -j "$jobs" $options "$query" >"$T/jobs.$jobs" 2>&1
            cmp -s "$T/jobs.1" "$T/jobs.$jobs" || fail "-j $jobs differs: $options $query"
        done
        [ -s "$T/jobs.1" ] || fail "nothing: $options $query"
    done
done

# With and without the index of positions: games with comments and without, such that
# were added later, tags that have a column and such whose values are too different for one.
start "an index changes no answer"
after_e4="rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
long=$(printf 'x%.0s' $(seq 1500))
sed "s/^\[Site \"\(.*\)\"/&\n[Annotator \"\1, $long\"]/; s/ 3\. / {a novelty [%eval -3.1]} 3. /" \
    "$T/ten.pgn" >"$T/later.pgn"
for part in before after; do
    [ $part = before ] || expect_exit 0 grimoire-db index -q -d "$T/many.db"
    [ $part = before ] || expect_exit 0 grimoire-import -q -d "$T/many.db" "$T/later.pgn"
    [ $part = after ] || { cp "$T/many.db" "$T/plain.db" &&
        expect_exit 0 grimoire-import -q -d "$T/plain.db" "$T/later.pgn"; }
    file=$([ $part = after ] && echo "$T/many.db" || echo "$T/plain.db")
    while read -r query; do
        echo "== $query"
        grimoire-search -q -d "$file" -f plies "$query" 2>&1 || echo "status $?"
    done >"$T/$part" <<QUERIES
fen "$after_e4" and white player Morphy
fen "$after_e4" then white castles O-O-O
check and not fen "$after_e4"
fen "$after_e4" or mate
never fen "$after_e4" and white wins
ever fen "$after_e4"
fen "$after_e4" and comment "novelty"
fen "8/8/8/8/8/8/8/K1k5 w - - 0 1"
eval < -3 then result black
comment "novelty" or mate
not comment and final and player Reti
no piece on a9 and nag 1
date from 1852 to 1860 and mate
tag Annotator "Vienna" and mate
tag Annotator and not player Morphy
white rating > 2000 or both players contain "e"
white < black
tag Site = tag Event or white = black
QUERIES
done
cmp -s "$T/before" "$T/after" || fail "$(diff "$T/before" "$T/after" | head -5)"
[ "$(grep -c '^status 1' "$T/before")" -lt 6 ] || fail "too little is found: $(cat "$T/before")"
grimoire-search -d "$T/many.db" -f plies --fen "$after_e4" 'white player Morphy' >"$T/a"
grimoire-search -d "$T/many.db" -f plies "fen \"$after_e4\" and white player Morphy" >"$T/b"
cmp -s "$T/a" "$T/b" && [ -s "$T/a" ] || fail "a fen in a query is another than --fen"
novelties=$(grimoire-export -d "$T/plain.db" | grep -c novelty)
viennese=$(grimoire-export -d "$T/plain.db" | grep -c "^\[Annotator \"Vienna")
for file in "$T/plain.db" "$T/many.db"; do
    expect_exit 0 grimoire-search -d "$file" --count 'comment "novelty"'
    expect_stdout "$novelties $novelties"
    expect_exit 0 grimoire-search -d "$file" --count 'tag Annotator "Vienna"'
    expect_stdout "$viennese $viennese"
done

start "a signal stops it, and what was found stays"
interrupted INT grimoire-search -d "$T/plain.db" -j 2 -o "$T/kept" \
    'ever (white piece attacks [d4 e4 d5 e5] and legal moves > 1000) or check'
status=$?
case $status in
130) expect_stderr 'stopped; the answer is not complete' ;;
0) ;; # it was faster
*) fail "exit status $status" ;;
esac

start "a closed output ends it"
grimoire-search -d "$T/many.db" 'white to move' 2>"$T/err" | head -n 1 >"$T/out"
status=${PIPESTATUS[0]}
[ "$status" -eq 1 ] || fail "exit status $status"

finish
