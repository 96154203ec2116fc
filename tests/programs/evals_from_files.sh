#!/usr/bin/env bash
# grimoire-annotate --from: evaluations of PGN files and of lichess's lines of JSON.
. "$(dirname "$0")/lib.sh"

cat >"$T/games.pgn" <<'PGN'
[White "One"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *

[White "Two"]

1. f3 e5 2. g4 Qh4# 0-1
PGN
# 9 + 3 + 1 positions, of which the last is mate.
e4='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -'
bc5='r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -'
g4='rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -'
database() {
    rm -f "$T/games.db"
    expect_exit 0 grimoire-import -q -d "$T/games.db" "$T/games.pgn"
}
take() {
    grimoire-annotate -d "$T/games.db" "$@"
}
said() {
    [ "$(tail -n 1 "$T/out")" = "$1" ] || fail "not '$1': $(tail -n 1 "$T/out")"
}
# shows TEXT: it is in the games as they are shown, blanks and line ends alike.
shows() {
    local text
    text=$(grimoire-export -d "$T/games.db" "${@:2}" | tr '\n' ' ')
    [[ $text == *"$1"* ]] || fail "not shown: $1 in $text"
}

start "lines of JSON: the deepest evaluation, from White's view, castling as the king takes the rook"
database
cat >"$T/evals.jsonl" <<JSON
{"fen":"$e4","evals":[{"pvs":[{"cp":20,"line":"c7c5 g1f3"}],"knodes":9,"depth":20},{"pvs":[{"cp":31,"line":"e7e5 g1f3"},{"cp":40,"line":"c7c5"}],"knodes":500,"depth":30}]}
{"fen":"$bc5","evals":[{"pvs":[{"cp":17,"line":"e1h1 g8f6 d2d3 e8h8"}],"knodes":77,"depth":25}]}
{"evals" : [ {"depth": 12, "knodes": 1, "pvs": [ {"mate": -1, "line": "d8h4"} ], "more": {"x": [1.5, true, null, "\u00e9\""]}} ], "fen" : "$g4 0 2"}

{"fen":"8/8/8/8/8/4k3/4p3/4K3 w - -","evals":[{"pvs":[{"cp":0,"line":"zzzz"}],"knodes":1,"depth":1}]}
JSON
expect_exit 0 take --from "$T/evals.jsonl"
said '4 evaluations read, 3 of positions of the database, 3 stored, 0 faulty'
expect_stderr '^13 different positions in the database$'
shows '1. e4 {[%eval 0.31,30]}'
shows 'Bc5 {[%eval 0.17,25]}'
shows '2. g4 {[%eval #-1,12]}'
expect_exit 0 take --from "$T/evals.jsonl"
said '4 evaluations read, 3 of positions of the database, 0 stored, 0 faulty'

start "gzip, standard input, several files, CR LF"
database
gzip -c "$T/evals.jsonl" >"$T/evals.jsonl.gz"
expect_exit 0 take --from "$T/evals.jsonl.gz"
said '4 evaluations read, 3 of positions of the database, 3 stored, 0 faulty'
database
head -n 1 "$T/evals.jsonl" | sed 's/$/\r/' >"$T/one"
expect_exit 0 take --from "$T/one" --from - "$T/evals.jsonl.gz" <"$T/evals.jsonl"
said '9 evaluations read, 7 of positions of the database, 3 stored, 0 faulty'
expect_exit 2 take --from "$T/none"
expect_stderr 'none: No such file'

start "the deeper evaluation stays, whatever comes first"
for order in "one two" "two one"; do
    database
    echo '{"fen":"'"$e4"'","evals":[{"pvs":[{"cp":11,"line":"e7e5"}],"knodes":1,"depth":10}]}' >"$T/one"
    echo '{"fen":"'"$e4"'","evals":[{"pvs":[{"cp":22,"line":"e7e5"}],"knodes":1,"depth":20}]}' >"$T/two"
    for file in $order; do
        expect_exit 0 take -q --from "$T/$file"
    done
    shows '1. e4 {[%eval 0.22,20]}'
done

start "faulty lines are reported where they are faulty, and the others are taken"
database
good='{"fen":"'$bc5'","evals":[{"pvs":[{"cp":17,"line":"e1g1"}],"knodes":77,"depth":25}]}'
while read -r column text line; do
    printf '%s\n%s\n%s\n' "$good" "$line" "$good" >"$T/bad.jsonl"
    expect_exit 1 take --from "$T/bad.jsonl"
    expect_stderr "^$T/bad.jsonl:2:$column: error: ${text//_/ }"
    said '2 evaluations read, 2 of positions of the database, '"$(sed -n '$s/.*, \([0-9]* stored\).*/\1/p' "$T/out")"', 1 faulty'
done <<JSON
1 expected_an_object fen
2 expected_a_string {fen}
1 there_is_no_'fen' {"evals":[]}
9 White_has_0_Kings {"fen":"8/8/8/8/8/8/8/8 w - -","evals":[]}
86 the_line_ends;_expected_'}' {"fen":"$e4","evals":[{"pvs":[{"cp
74 the_line_ends;_expected_'}' {"fen":"$e4","evals":[
73 there_is_no_evaluation {"fen":"$e4","evals":[]}
74 there_are_no_'pvs' {"fen":"$e4","evals":[{"depth":3}]}
82 neither {"fen":"$e4","evals":[{"pvs":[{"line":"e7e5"}],"depth":3,"knodes":4}]}
88 expected_a_number {"fen":"$e4","evals":[{"pvs":[{"cp":x}]}]}
98 move_'e2e4'_is_not_legal {"fen":"$e4","evals":[{"pvs":[{"cp":3,"line":"e2e4"}]}]}
103 move_'e7e9'_is_not_legal {"fen":"$e4","evals":[{"pvs":[{"cp":3,"line":"e7e5 e7e9"}]}]}
88 a_number_may_not_begin_with_0 {"fen":"$e4","evals":[{"pvs":[{"cp":07}]}]}
109 expected_the_end_of_the_line {"fen":"$e4","evals":[{"pvs":[{"cp":3,"line":"e7e5"}]}]} {}
JSON

start "numbers that cannot be are faults, or passed over with a warning"
database
while IFS='|' read -r column says numbers; do
    printf '{"fen":"%s","evals":[{"pvs":[%s}]}\n' "$e4" "$numbers" >"$T/huge.jsonl"
    expect_exit 1 take --from "$T/huge.jsonl"
    expect_stderr "huge.jsonl:1:$column: error: this $says cannot be$"
    said '0 evaluations read, 0 of positions of the database, 0 stored, 1 faulty'
done <<'END'
88|score|{"cp":9223372036854775808,"line":"e7e5"}],"knodes":1,"depth":9
88|score|{"cp":-10000001,"line":"e7e5"}],"knodes":1,"depth":9
90|score|{"mate":99999999,"line":"e7e5"}],"knodes":1,"depth":9
116|number of nodes|{"cp":10,"line":"e7e5"}],"knodes":99999999999999999999,"depth":9
126|depth|{"cp":10,"line":"e7e5"}],"knodes":1,"depth":2147483648
126|depth|{"cp":10,"line":"e7e5"}],"knodes":1,"depth":18446744073709551620
END
cat >"$T/huge.pgn" <<'PGN'
1. e4 { [%eval 0.30,4294967301] } e5 { [%eval 999999.99,5] } 2. Nf3 { [%eval #99999999999] }
Nc6 { [%eval -0.25,2147483648] } 3. Bc4 { [%eval 0.31,9] } Bc5 { [%eval #3,99999999999999999999] } *
PGN
expect_exit 0 take --from "$T/huge.pgn"
said '1 evaluation read, 1 of positions of the database, 1 stored, 0 faulty'
[ "$(grep -c "huge.pgn:[12]: warning: '\[%eval [^]]*\]' is no evaluation that can be, and is passed over$" "$T/err")" -eq 5 ] ||
    fail "$(cat "$T/err")"
shows '3. Bc4 {[%eval 0.31,9]}'

start "a line longer than can be is passed over, and the next is read"
database
{ printf '{"fen":"%s","x":"' "$e4" && head -c 3000000 /dev/zero | tr '\0' x && printf '"}\n%s\n' "$good"; } >"$T/long"
expect_exit 1 take --from "$T/long"
expect_stderr "long:1:1: error: the line is too long$"
said '1 evaluation read, 1 of positions of the database, 1 stored, 1 faulty'

start "comments of PGN: who judged, and in which dialect"
database
cat >"$T/evals.pgn" <<'PGN'
[Annotator "Somebody"]

1. e4 {[%eval 0.3,12]} e5 {[%eval 0.25]} (1... c5 {[%eval 0.5]}) 2. Nf3 {no more} *

[Site "https://lichess.org/abcdefgh"]

1. f3 {[%eval -0.9]} e5 2. g4 {[%eval #-1]} Qh4# 0-1

[Event "?"]

1. e4 {+0.57/17 5.7s} e5 {+0.31/16 4.0s} *
PGN
expect_exit 0 take --from "$T/evals.pgn"
said '7 evaluations read, 6 of positions of the database, 6 stored, 0 faulty'
shows '1. e4 {[%eval 0.30,12]} 1... e5 {[%eval 0.25]}' --judge Somebody
shows '2. g4 {[%eval #-1]}' --judge lichess
shows '1. e4 {[%eval 0.57,17]} 1... e5 {[%eval -0.31,16]}' --judge PGN
printf '1. e4 {[%%eval 30,12]} e5 *\n' >"$T/base.pgn"
expect_exit 0 take --from "$T/base.pgn"
expect_stderr "base.pgn:1: warning: .*--eval-dialect"
said '0 evaluations read, 0 of positions of the database, 0 stored, 0 faulty'
database
expect_exit 0 take --eval-dialect chessbase --from "$T/base.pgn"
said '1 evaluation read, 1 of positions of the database, 1 stored, 0 faulty'
expect_exit 1 take --from - <<'PGN'
1. e4 {[%eval 0.1,40]} e5 2. Ke3 *
PGN
expect_stderr "error: game 1, ply 3: "
said '1 evaluation read, 1 of positions of the database, 1 stored, 1 faulty'

start "selections and bad usage"
database
expect_exit 0 take --games 2 --from "$T/evals.jsonl"
said '4 evaluations read, 1 of positions of the database, 1 stored, 0 faulty'
expect_exit 2 take --from "$T/evals.jsonl" --depth 3
expect_stderr 'give it no engine and no limit'
expect_exit 2 take --from "$T/evals.jsonl" --engine builtin
expect_exit 2 take --eval-dialect x --from "$T/evals.jsonl"
expect_exit 1 take --from /dev/null
expect_stderr 'no games and no evaluations'
expect_exit 1 take --from "$T/games.db"
expect_exit 2 take --from "$T/no.pgn"
finish
