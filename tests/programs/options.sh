#!/usr/bin/env bash
# What is asked of the programs by options: what cannot be meant is refused before anything is done,
# and with -q nothing is printed but data and faults.
. "$(dirname "$0")/lib.sh"

grimoire-import -d "$T/a.db" samples/chess.pgn samples/magi.pgn >/dev/null 2>&1
grimoire-import -d "$T/b.db" samples/chess.pgn >/dev/null 2>&1

# refused REASON COMMAND...: bad usage, with that reason.
refused() {
    local reason=$1
    shift
    expect_exit 2 "$@"
    expect_stderr "$reason"
    expect_stdout ''
}

start "dates that do not exist, and ranges that end before they begin"
for date in 1990.13 1990.00 1990.05.32 1990.02.30 1999.02.29 1900.02.29 1990.04.31 1990.01.00 0000.99 \
    1990..1990.13 1990.13.. ..1990.00 1990.5 1990.05.7 199 19900 1990.05.17.1 1990- 1990. 1990.05. \
    .. 1990... 1990....1991 x 1990x '' ' 1990' 1990..x -1990 '1990 ' 1990-05-17; do
    one_of 3 || continue
    refused "^grimoire-search: option --date: '.*' .*|^grimoire-search: option --date: " grimoire-search -d "$T/a.db" --date "$date"
done
for date in 1990..1980 1990.05..1990.04 1990.05.17..1990.05.16 1991.01..1990 1991..1990.12.31; do
    refused "^grimoire-search: option --date: '$date' ends before it begins" grimoire-search -d "$T/a.db" \
        --date "$date"
    refused "ends before it begins" grimoire-export -d "$T/a.db" --date "$date"
done
refused "there is no month 13 in '1990.13'" grimoire-tree -d "$T/a.db" --date 1990.13
refused "there is no day 30 in '1990.02.30'" grimoire-stats -d "$T/a.db" --date 1990.02.30
for date in 1851 1851.06 1851.06.21 1850..1860 1851.06..1851 1851..1851.06 1851.06.21.. ..1851.06.21 \
    1851.06.21..1851.06.21 2000.02.29.. 1996.02.29..; do
    grimoire-search -q -d "$T/a.db" --date "$date" >"$T/out" 2>"$T/err"
    [ ! -s "$T/err" ] || fail "$date: $(cat "$T/err")"
done
expect_exit 0 grimoire-search -d "$T/a.db" --date 1851.06..1851
expect_in_stdout Kieseritzky

start "a text that no game has is named, and that a part of it would do"
for work in "search -d $T/a.db" "export -d $T/a.db" "stats -d $T/a.db" "tree -d $T/a.db" \
    "annotate -d $T/a.db --nodes 100" "report -v chess -d $T/a.db" "search -d $T/a.db --count" "search -d $T/a.db mate"; do
    expect_exit 1 grimoire-$work --site =Par
    expect_stderr "^no game's Site tag is exactly 'Par'; leave out the '=' to find those that contain it\$"
    while IFS='|' read -r options says; do
        one_in 2 || continue
        expect_exit 1 grimoire-$work $options
        expect_stderr "$says"
    done <<'END'
--site =Par --plies 5..|no game's Site tag is exactly 'Par'; leave
--player nobody --result 1-0|^no player's name contains 'nobody'$
--tag WhiteTeam==x|^no game has the tag 'WhiteTeam'
END
done
expect_exit 1 grimoire-search -q -d "$T/a.db" --site =Par
expect_quiet
expect_exit 1 grimoire-search -d "$T/a.db" --site Lon --plies 1000..
[ "$(cat "$T/err")" = 'no games found' ] || fail "$(cat "$T/err")"
expect_exit 1 grimoire-search -d "$T/a.db" -d "$T/b.db" --site =Par
expect_stderr "no game's Site tag is exactly 'Par'"

start "lists of games, numbers of plies, ratings"
for games in 5-3 0 1,0 00 1,5-3 x 1x 5-3x '1,' ',1' '' '1 ' ' 1' 1..2 -- -1-2 1-2-3 +1 99999999999999999999 \
    1-99999999999999999999 0-0; do
    refused "^grimoire-search: option --games: " grimoire-search -d "$T/a.db" "--games=$games"
done
refused "'5-3' ends before it begins" grimoire-search -d "$T/a.db" --games 1,5-3
refused "games are counted from 1" grimoire-search -d "$T/a.db" --games 0
for option in plies elo white-elo black-elo; do
    for range in 5..3 x 1x 1..x 1..2x -1 -2..-1 '' ' 1' .. 1...2 1- 1.5 99999999999999999999 \
        1..99999999999999999999; do
        one_in 3 || continue
        refused "^grimoire-search: option --$option: " grimoire-search -d "$T/a.db" "--$option=$range"
    done
    refused "'80..40' ends before it begins" grimoire-search -d "$T/a.db" "--$option=80..40"
done
refused "too large" grimoire-search -d "$T/a.db" --plies 99999999999999999999
expect_exit 0 grimoire-search -d "$T/a.db" --games 1-3,5,7- --plies 0.. --count
expect_stdout '10 0'
expect_exit 0 grimoire-search -d "$T/a.db" --games -3 --plies ..1000 --count
expect_stdout '3 0'
for result in 2-0 1-0x x ''; do
    refused "is not a result" grimoire-search -d "$T/a.db" --result "$result"
done

start "numbers"
for number in '' x 1x '1 ' ' 1' 1.5 1e3 0x10 99999999999999999999 -99999999999999999999 -1 +1; do
    for work in "grimoire-search -d $T/a.db --limit" "grimoire-perft --depth" "grimoire-tree -d $T/a.db --depth" \
        "grimoire-tree -d $T/a.db --least" "grimoire-stats -d $T/a.db --players" \
        "grimoire-search -d $T/a.db -j" "grimoire-show samples/chess.pgn --game" \
        "grimoire-show samples/chess.pgn --ply" "grimoire-match --depth" "grimoire-match --depth 1 --games" \
        "grimoire-annotate -d $T/b.db --nodes" "grimoire-annotate -d $T/b.db --depth"; do
        one_in 5 || continue
        refused "is not a whole number from|unknown option" $work "$number"
    done
done
for control in '' x 1x 1+ +1 1+x '1 ' ' 1' inf nan 0x10 -1 1+-1 1e3 1++1 0 1.2.3; do
    refused "^grimoire-match: option --tc:" grimoire-match "--tc=$control"
done

start "a reason is shown however long the name before it is"
long=$(printf '%0700d' 0 | tr 0 x)
for work in "search -d" "export -d" "check" "convert" "stats" "db info" "db verify" "perft --epd" "show" \
    "import -d $T/b.db" "db merge -d $T/b.db" "db clean -d $T/b.db --players"; do
    expect_exit 2 grimoire-$work "$T/$long"
    expect_stderr '(no such database|No such file or directory|File name too long)$'
    one_in 2 || continue
    expect_exit 2 grimoire-$work "$T/${long:0:200}/${long:0:200}/${long:0:200}/x"
    expect_stderr '(no such database|No such file or directory|File name too long)$'
done
expect_exit 2 grimoire-search -d "$T/a.db" -f "$long"
expect_stderr 'known: text, games'
expect_exit 2 grimoire-check -v "$long" samples/chess.pgn
expect_stderr 'known: chess, magi'
expect_exit 2 grimoire-search -d "$T/a.db" --date "$long"
expect_stderr 'is not a date or range such as 1990, '
expect_exit 2 grimoire-perft --depth "$long"
expect_stderr 'is not a whole number from 0 to '
mkdir -p "$T/${long:0:200}/${long:0:200}/${long:0:200}"
cp samples/chess.pgn "$T/${long:0:200}/${long:0:200}/${long:0:200}/x"
expect_exit 1 grimoire-search -d "$T/${long:0:200}/${long:0:200}/${long:0:200}/x"
expect_stderr 'unable to open database file$' # SQLite takes no names of more than 512 bytes
expect_exit 0 grimoire-check "$T/${long:0:200}/${long:0:200}/${long:0:200}/x"

start "merge makes no database when there is nothing to be merged"
for others in "$T/none.db" "$T/a.db $T/none.db" "$T/none.db $T/a.db" "samples/chess.pgn"; do
    grimoire-db merge -d "$T/new.db" $others >"$T/out" 2>"$T/err"
    status=$?
    [ $status -eq 2 ] || [ $status -eq 3 ] || fail "merge $others: exit status $status"
    expect_stderr '(no such database|not a Grimoire database)$'
    [ ! -e "$T/new.db" ] || fail "merge $others made a database"
    rm -f "$T/new.db"
done
expect_exit 2 grimoire-import -d "$T/new.db" "$T"
expect_stderr 'Is a directory$'
[ ! -e "$T/new.db" ] || fail "import of a folder made a database"

start "two outputs are two files"
touch "$T/same"
ln "$T/same" "$T/link"
ln -s same "$T/symlink"
for pair in "same same" "same link" "link symlink" "new new" "new ./new" "dir/../new new"; do
    mkdir -p "$T/dir"
    echo kept >"$T/same"
    rm -f "$T/new"
    expect_exit 2 grimoire-match --depth 1 --games 2 --max-plies 4 --pgn "$T/${pair% *}" -o "$T/${pair#* }"
    expect_stderr '^grimoire-match: --pgn .*: -o writes that file, too$'
    [ "$(cat "$T/same")" = kept ] || fail "$pair: a file was emptied"
    [ ! -e "$T/new" ] || fail "$pair: a file was made"
done
echo kept >"$T/same"
grimoire-match --depth 1 --games 2 --max-plies 4 --pgn "$T/same" >>"$T/same" 2>"$T/err"
[ $? -eq 2 ] && [ "$(cat "$T/same")" = kept ] || fail "standard output is mixed with the games"
expect_exit 0 grimoire-match --depth 1 --games 2 --max-plies 4 --pgn "$T/games" -o "$T/lines"
[ -s "$T/games" ] && [ -s "$T/lines" ] || fail "two files are not written"
expect_exit 0 grimoire-match --depth 1 --games 2 --max-plies 4 --pgn /dev/null -o /dev/null

start "with -q there is nothing but data and faults"
cp "$T/a.db" "$T/q.db"
cp "$T/b.db" "$T/part.db"
for work in "import -d $T/q2.db samples/chess.pgn" "import -d $T/q2.db samples/chess.pgn" "check samples/chess.pgn" \
    "check --repair samples/chess.pgn" "db verify -d $T/q.db" "db index -d $T/q.db" "db optimise -d $T/q.db" \
    "db dedupe -d $T/q.db" "db clean -d $T/b.db" "db merge -d $T/q.db $T/part.db" \
    "db split -d $T/q.db --games 1-2 $T/q3.db" "annotate -d $T/part.db --nodes 1"; do
    set -- $work
    if [ "$1" = db ]; then
        expect_exit 0 grimoire-db "$2" -q "${@:3}"
    else
        expect_exit 0 grimoire-$1 -q "${@:2}"
    fi
    expect_stdout ''
    expect_quiet
done
expect_exit 1 grimoire-import -q -d "$T/q2.db" samples/magi.pgn
expect_stdout ''
expect_stderr ': error: game '
expect_exit 1 grimoire-check -q samples/magi.pgn
expect_stderr ': error: game '
sed '/^\[Event/s/"[^"]*"/"Elsewhere"/' samples/chess.pgn >"$T/other.pgn"
expect_exit 0 grimoire-import -q -d "$T/q2.db" "$T/other.pgn"
for work in "db dedupe --dry-run" "db dedupe"; do
    expect_exit 0 grimoire-${work% --*} -q -d "$T/q2.db" ${work#db dedupe}
    expect_in_stdout '^game [0-9]+ is the same as game [0-9]+$'
    ! grep -q compared "$T/out" || fail "a summary: $(cat "$T/out")"
done
for work in "search -d $T/a.db --count" "search -d $T/a.db mate" "tree -d $T/a.db" "stats -d $T/a.db" "db info -d $T/a.db" \
    "perft --depth 2" "export -d $T/a.db" "convert samples/chess.pgn" "show samples/chess.pgn"; do
    expect_exit 0 grimoire-$work
    mv "$T/out" "$T/want"
    case $work in perft*) continue ;; esac
    expect_exit 0 grimoire-$work -q
    same_text "$T/out" "$T/want" || fail "other data with -q: $work"
done

start "and without it the last line of import is what it did"
expect_exit 0 grimoire-import -d "$T/a.db" samples/chess.pgn
[ "$(tail -n 1 "$T/out")" = '7 games, 244 plies, 0 faulty, 7 duplicates' ] || fail "$(tail -n 1 "$T/out")"
finish
