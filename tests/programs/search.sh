#!/usr/bin/env bash
# grimoire-search: queries from the command line, in every format, by several threads.
. "$(dirname "$0")/lib.sh"

db=$T/games.db
expect_exit 1 grimoire-import -q -d "$db" samples/chess.pgn samples/magi.pgn samples/magician.pgn \
    samples/royal.pgn samples/wizard.pgn

# search QUERY...: what is printed, in a line.
search() {
    grimoire-search -q -d "$db" "$@" 2>&1 | paste -sd' '
}

# finds TEXT QUERY...: the search prints just that.
finds() {
    local want=$1 got
    shift
    got=$(search "$@")
    [ "$got" = "$want" ] || fail "'$got', not '$want': $*"
}

start "formats"
{
    for format in text games plies csv json fen pgn; do
        echo "-f $format"
        grimoire-search -q -d "$db" -f "$format" 'white N takes Q or castles O-O-O then check within 3 plies'
        echo "-f $format, of a game as a whole"
        grimoire-search -q -d "$db" -f "$format" --limit 2 'white wins and length < 40'
    done
} >"$T/out" 2>"$T/err"
command='all formats'
expect_output search-formats.txt
expect_quiet

start "kinds of hits"
finds '1 13 2 45 3 47' -f plies --limit 3 'checkmate'
finds '2 44-45 4 32-33' -f plies 'capture then checkmate within 1 ply'
finds '1 2' -f plies --limit 2 'white wins'
finds '14 146' --count 'check'
finds '10 10' --count 'white wins' # each game is one hit
finds '10 0' --count --result 1-0
finds '2 3' --count --limit 3 -f plies 'check'
finds '2 7' --count --limit 2 -f games 'check'
finds '0 0' --count 'white K on h9'

start "famous sacrifices, and the checks that came of them"
finds '1 9 2 43 3 41 4 31 6 17 7 21' -f plies -v chess 'white sacrifices Q'
finds '5 44 5 46' -f plies -v chess 'black sacrifices [QR]' # 22...Rxc3!! 23...Rd2!!
finds '3 43 6 19 7 23 7 35' -f plies -v chess 'discovered check'
finds '4 19' -f plies -v chess 'sacrifices N on b5' # the Opera House

start "nothing found is reported by the exit status"
expect_exit 1 grimoire-search -d "$db" 'white K on h9'
expect_stdout ''
expect_stderr '^no games found$'
expect_exit 1 grimoire-search -d "$db" --count 'white K on h9'
expect_stdout '0 0'

start "selections and queries together"
finds '10 246 11 142 12 167' -f plies -v magi 'mate'
finds '4 33' -f plies --white Morphy 'mate'
finds '6 7' -f plies --games 5-7 --result 1-0 'ever mate'
finds 'game,ply,last 12,167,167' -f csv --games 12- -v magi 'mate'

start "positions and queries together"
e4e5=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR
finds '1 2 2 2 3 2 4 2' -f plies --board "$e4e5"
finds '4 2' -f plies --board "$e4e5" 'white player Morphy'
finds '2 2' -f plies --board "$e4e5" 'length = 45'
finds '' -f plies --board "$e4e5" 'check'

start "faults of a board name what was typed"
for board in '' ' '; do
    expect_exit 2 grimoire-search -d "$db" --board "$board"
    expect_stderr 'column 1: no board'
    ! grep "'w'" "$T/err" || fail "a letter that was not typed"
done
expect_exit 2 grimoire-search -d "$db" 'board rnbqkbnr'
expect_stderr 'no board has 8 files and 1 rank;'

start "a board without what stands beside it, and with it"
expect_exit 0 grimoire-import -q -d "$T/pockets.db" samples/royal.pgn samples/wizard.pgn
for variant in royal wizard; do
    start=$(grimoire-convert -f json samples/$variant.pgn |
        sed -n '1s/.*"start_fen":"\([^ ]*\) .*/\1/p')
    games=$(grep -c '^\[Event ' samples/$variant.pgn)
    for board in "$start" "${start%%\[*}"; do
        expect_exit 0 grimoire-search -d "$T/pockets.db" --count --board "$board"
        expect_stdout "$games $games"
    done
done
start=$(grimoire-convert -f json samples/royal.pgn | sed -n '1s/.*"start_fen":"\([^ ]*\) .*/\1/p')
expect_exit 1 grimoire-search -d "$T/pockets.db" -q --count --board "${start%%\[*}[BN,BNR,bnr,bnr]"
finds '1 2 3 2 4 2' -f plies --fen "$e4e5 w KQkq - 0 2" 'ever castles or length = 13 and white to move'
finds '1 2-3' -f plies --fen "$e4e5 w KQkq - 0 2" 'move = 1 then N moves to f3 within 1 ply' --limit 1

start "a faulty query is pointed at"
{
    for query in 'Q takes foo' '' 'nothing' 'white N on z9' 'check and (mate' 'board ???/??' \
        'check then' 'mate for 3 plies and check' '"Ärger' 'player "Ä" and ßx' \
        'check or check or check or check or check or check or check or check or check or chek'; do
        grimoire-search -d "$db" "$query" 2>&1
        echo "= $?"
    done
} >"$T/out" 2>"$T/err"
command='faulty queries'
expect_output search-faults.txt

start "bad usage"
expect_exit 2 grimoire-search -d "$db" check mate
expect_stderr "put a query in quotes"
expect_exit 2 grimoire-search -d "$db" --explain
expect_stderr "needs a query"
expect_exit 2 grimoire-search -d "$db" --limit 0 check
expect_exit 2 grimoire-search -d "$db" --fen x --board y
expect_exit 2 grimoire-search -d "$T/none.db" check
expect_exit 2 grimoire-search -d "$db" -v chess --board 8 check

start "explanations"
{
    while read -r query; do
        echo "== $query"
        grimoire-search -d "$db" --explain "$query"
    done <<'QUERIES'
white wins and Q vs RR
casts then within 4 plies R falls
both player Tal and never castles and (eval > 2 or comment "novelty")
player Tal and black P <= 3 and at least 2 times white N attacks black Q
board ?p?/?P? shift flip and length > 60 then ply > 40
QUERIES
} >"$T/out" 2>"$T/err"
command='explanations'
expect_output search-explain.txt
expect_quiet

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

start "variations"
cat >"$T/lines.pgn" <<'PGN'
[White "A"]
[Result "*"]

1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) (2. f4) 2... d6 3. d4 cxd4) 2. Qh5 (2. Bc4 Nc6 3. Qf3 Nd4
4. Qxf7#) 2... Nc6 3. Bc4 Nf6 (3... Qe7 4. Nf3) 4. Qxf7# *

[White "B"]
[Result "*"]

1. e4 *
PGN
expect_exit 0 grimoire-import -q -d "$T/lines.db" "$T/lines.pgn"
for index in no yes; do
    inside() {
        expect_exit "${expected:-0}" grimoire-search -q -d "$T/lines.db" "${@:2}"
        [ "$(paste -sd'|' "$T/out")" = "$1" ] || fail "$index index: '$(paste -sd'|' "$T/out")', not '$1'"
    }
    inside '1 7' -f plies 'mate'
    inside '1 7|1 7 variation 4' -f plies 'variations mate'
    inside '1 7 variation 4' -f plies 'variation and mate'
    inside '1 7' -f plies 'not variation and mate'
    inside '1 5-7|1 3-7 variation 4' -f plies 'variations (white B moves to c4 then mate)'
    inside '1 3 variation 2|1 3 variation 3' -f plies 'variation and [NP] moves to [c3 f4]'
    inside 'game,ply,last,variation|1,7,7,|1,7,7,4' -f csv 'variations mate'
    inside "1 ply 6 variation 1	A - ? *	?, ?, ?" 'variation and P takes P'
    inside 'r1bqkbnr/pppp1Qpp/8/4p3/2BnP3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4' -f fen 'variation and mate'
    inside '1 15' --count variation
    inside '1' -f plies 'ever variation'
    # with a position, also one that stands in a variation only
    inside '1 2-3 variation 1|1 2-3 variation 2' -f plies \
        --board rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR 'variations (ply > 0 then N moves)'
    grimoire-search -q -d "$T/lines.db" -f json 'variation and mate' | grep -q '"ply":7,"variation":4,' ||
        fail "no variation in JSON"
    grimoire-search -q -d "$T/lines.db" -f pgn 'variation and (black N moves or mate)' | tr '\n' ' ' |
        grep -qF '(2. Nc3 Nc6 {[%hit]}) (2. f4) 2... d6 3. d4 cxd4) 2. Qh5 (2. Bc4 Nc6 {[%hit]} 3. Qf3 Nd4 {[%hit]} 4. Qxf7# {[%hit]}) 2... Nc6 3. Bc4 Nf6 (3...' ||
        fail "variations are not marked"
    expect_exit 0 grimoire-db index -q -d "$T/lines.db"
done
grimoire-search -d "$T/lines.db" --explain 'variation and mate' >"$T/out"
grep -q 'texts are read' "$T/out" || fail "$(cat "$T/out")"

start "comments of variations, before their first move, too"
cat >"$T/said.pgn" <<'PGN'
[White "Ann"]
[Black "ANN"]

{start} 1. e4 e5 ({Before the Alternative} 1... c5 {Sicilian} (1... e6 {French}) 2. Nf3) 2. Nf3 {played} *

[White "Bob"]
[Black "Cy"]

1. d4 d5 {Played too} *

[Event "Öland"]
[White "müller, x"]
[Black "ПЕТРОВ"]

1. c4 {ÜBER} c5 *
PGN
expect_exit 0 grimoire-import -q -d "$T/said.db" "$T/said.pgn"
for index in no yes; do
    said() {
        expect_exit "${expected:-0}" grimoire-search -q -d "$T/said.db" -f plies "${@:2}"
        [ "$(paste -sd'|' "$T/out")" = "$1" ] || fail "$index index: '$(paste -sd'|' "$T/out")', not '$1'"
    }
    said '1 3|2 2' 'comment contains "played"'
    said '1 2 variation 1' 'variations comment contains "BEFORE"'
    said '1 2 variation 1|1 2 variation 2' 'variation and comment'
    said '1 2 variation 2' 'variation and comment "french"'
    expected=1 said '' 'comment "before the"'
    said '1' 'white = black'
    said '2|3' 'tag White < tag Black and white != black'
    for options in '--player MÜLLER' '--white MÜ' '--black петр' '--event öland' '--tag Event=ÖL' '--player петров' \
        'player MÜLLER' 'black = "петров"' 'event "ÖLAND"'; do
        case $options in -*) said 3 $options ;; *) said 3 "$options" ;; esac
    done
    said '3 1' 'comment contains "über"'
    expect_exit 0 grimoire-db index -q -d "$T/said.db"
done
expect_exit 2 grimoire-search -d "$T/said.db" 'comment contains'
expect_stderr 'column 17: expected a text in quotes'
expect_exit 2 grimoire-search -d "$T/said.db" 'tag White = tag'
expect_stderr 'column 16: expected the name of a tag'

start "marked games read back, with what they had before"
expect_exit 0 grimoire-search -q -d "$db" -f pgn '(check then mate within 8 plies) or white castles'
cp "$T/out" "$T/marked.pgn"
grep -q '\[%hit 4' "$T/marked.pgn" && grep -q '{\[%hit\]}' "$T/marked.pgn" || fail "nothing is marked"
expect_exit 0 grimoire-check -q "$T/marked.pgn"
expect_exit 0 grimoire-import -q -d "$T/marked.db" "$T/marked.pgn"
grimoire-export -d "$T/marked.db" -f pgn | diff - "$T/marked.pgn" >"$T/diff" || fail "$(cat "$T/diff")"
grimoire-search -d "$T/marked.db" --count 'comment "[%hit"' >"$T/a"
grimoire-search -d "$db" --count '(check then mate within 8 plies) or white castles' >"$T/b"
cmp -s "$T/a" "$T/b" || fail "$(cat "$T/a") marks, not $(cat "$T/b")"

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
        one_of 3 || continue
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

start "a query that no game can match is a warning"
# never TEXT QUERY...: the search finds nothing and says why, even with -q.
never() {
    local want=$1
    shift
    expect_exit 1 grimoire-search -q -d "$T/one.db" "$@"
    grep -qF -- "$want" "$T/err" || fail "$(cat "$T/err"): $*"
}
grimoire-import -q -d "$T/one.db" samples/chess.pgn >/dev/null 2>&1
never "query, column 10: warning: in games of Chess this never holds together with 'mate'" 'mate and stalemate'
never "column 17: warning: in games of Chess this never holds together with 'length < 10'" 'length < 10 and ply > 20'
never "column 19: warning: in games of Chess this never holds together with 'white K" 'white K on e1 and white K on g1'
never 'column 1: warning: in games of Chess this never holds' 'white P on e9'
expect_exit 1 grimoire-search -d "$T/one.db" 'black pieces > 16'
expect_stderr 'column 1: note: in games from the start position of Chess this never holds'
expect_exit 1 grimoire-tree -d "$T/one.db" 'mate and stalemate'
expect_stderr 'never holds together'
grimoire-search -d "$db" 'white P on e9' 2>&1 >/dev/null | grep -q never && fail "e9 is on the board of Magi"

start "a closed output ends it"
grimoire-search -d "$T/many.db" 'white to move' 2>"$T/err" | head -n 1 >"$T/out"
status=${PIPESTATUS[0]}
[ "$status" -eq 1 ] || fail "exit status $status"
start "the formats of games: a page, moves"
grimoire-import -q -d "$T/formats.db" samples/chess.pgn >/dev/null 2>&1
expect_exit 0 grimoire-search -d "$T/formats.db" -f html 'double check then mate within 4 plies'
expect_in_stdout '^</html>$'
[ "$(grep -c '<article' "$T/out")" = 2 ] || fail "not two games"
grimoire-search -d "$T/formats.db" -f uci mate >"$T/moves"
grimoire-export -d "$T/formats.db" -f uci >"$T/all"
grep -vxFf "$T/all" "$T/moves" && fail "moves that are no game's"

start "nothing found is said in the same words everywhere, and why"
printf '1. e4 e5 *\n\n[WhiteElo "2700"]\n[White "Kasparov"]\n\n1. d4 d5 *\n' | grimoire-import -q -d "$T/few.db" - >/dev/null
while IFS='|' read -r words also; do
    expect_exit 1 grimoire-$words -d "$T/few.db" $also
    expect_stderr '^no games found$'
    expect_exit 1 grimoire-$words -q -d "$T/few.db" $also
    expect_quiet
done <<'TABLE'
search|player='Kapsarov'
search|--games 70000
search|-v magi
tree|-v magi
tree|--player Nobody
tree|--polyglot /tmp/no.bin --player Nobody
tree|--compare white=zz --with white=zy
export|--games 70000
export|-v magi
stats|-v magi
db delete|--games 70000
TABLE
expect_exit 1 grimoire-tree -d "$T/few.db" -v magi
expect_stdout ''
expect_exit 1 grimoire-search -d "$T/few.db" --tag Whiteelo=2700
expect_stderr "^no game has the tag 'Whiteelo'; did you mean WhiteElo\?\$"
expect_exit 1 grimoire-search -d "$T/few.db" --eco B20
expect_stderr "^no game has the tag 'ECO'\$"
expect_exit 1 grimoire-search -d "$T/few.db" --tag WhiteElo=2701
expect_stderr "^no game's WhiteElo tag contains '2701'\$"
expect_exit 1 grimoire-export -d "$T/few.db" --split eco -o "$T/split"
expect_stderr "no game has the tag 'eco'\$"

start "a position of another game, or with many faults, takes a few lines"
magi=$(grep -m1 -o '^[^;]*' tests/data/perft/magi.epd)
for work in "search -d $T/few.db" show "perft --depth 1"; do
    expect_exit 2 grimoire-$work --fen "$magi"
    [ "$(grep -c . "$T/err")" = 1 ] || fail "$(cat "$T/err")"
    expect_stderr 'column 1: this is a position of Magi; give -v magi$'
done
printf '%s bm Nc3; id "x";\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nc3 id "mate test";\n' "$magi" >"$T/magi.epd"
expect_exit 1 grimoire-match --suite "$T/magi.epd" --nodes 10
[ "$(grep error: "$T/err" | sed 's/.*epd:/epd:/')" = 'epd:1:1: error: this is a position of Magi; give -v magi
epd:2:61: error: a ; is missing before id' ] || fail "$(cat "$T/err")"
expect_exit 2 grimoire-show --fen 'Q/Q/Q/9/8/7/xx w KQkq e3 9 9'
[ "$(cut -d: -f2- "$T/err")" = " --fen, column 1: rank 8 has 1 square, not 8
 --fen, column 1: 7 ranks, not 8
 --fen, column 3: rank 7 has 1 square, not 8; 11 more" ] || fail "$(cat "$T/err")"

start "small words of help in messages"
: >"$T/empty.ini"
expect_exit 1 grimoire-variants check "$T/empty.ini"
expect_stderr 'empty.ini: no game is described in it$'
expect_exit 2 grimoire-tree -d "$T/few.db" --line 'e4 Kxe5'
expect_stderr "column 4: 'Kxe5' cannot be played: a King does not go from e8 to e5; did you mean e5\?\$"
expect_exit 1 grimoire-show -d "$T/few.db" --game 70000
expect_stderr 'few.db: there is no game 70000$'
expect_exit 0 grimoire-db --help
expect_in_stdout '^          editor$'
expect_exit 0 grimoire-variants --help
grep -q '^x it only$' "$T/out" && fail "a line of its own for a few words"
finish
