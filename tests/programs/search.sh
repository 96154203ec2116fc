#!/usr/bin/env bash
# grimoire-search: queries from the command line, in every format, by several threads.
. "$(dirname "$0")/lib.sh"

db=$T/games.db
import_samples "$db"

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
