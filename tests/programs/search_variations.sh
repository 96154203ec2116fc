#!/usr/bin/env bash
# grimoire-search: what stands in variations and comments, and marked games read back.
. "$(dirname "$0")/lib.sh"

db=$T/games.db
import_samples "$db"

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

start "what is certain of the game as played is not of its variations"
cat >"$T/long.pgn" <<'PGN'
[Result "0-1"]

1. e4 e5 (1... c5 2. Nf3 d6 3. d4 cxd4) 2. Nc3 0-1
PGN
expect_exit 0 grimoire-import -q -d "$T/long.db" "$T/long.pgn"
for index in no yes; do
    long() {
        expect_exit "${expected:-0}" grimoire-search -q -d "$T/long.db" -f plies "${@:2}"
        [ "$(paste -sd'|' "$T/out")" = "$1" ] || fail "$index index: $2: '$(paste -sd'|' "$T/out")', not '$1'"
    }
    long '1 4 variation 1|1 5 variation 1|1 6 variation 1' 'variation and ply >= 4'
    long '1 3-5 variation 1|1 4-5 variation 1|1 5-6 variation 1' 'variations (ply >= 3 then ply >= 5)'
    long 1 'ever (variation and ply = 6)'
    expected=1 long '' 'variation and ply = 7'
    all='1 0|1 1|1 2|1 3|1 2 variation 1|1 3 variation 1|1 4 variation 1|1 5 variation 1|1 6 variation 1'
    for query in 'variations (black wins or check)' 'variation or ply >= 0' 'variations (not ply >= 9)' \
        'variations (white wins or not white W)' 'variations (length = 3 or capture)'; do
        long "$all" "$query"
    done
    long 1 'variations (at least 7 times not white W)'
    expected=1 long '' 'variations (white wins and ply >= 0)'
    expect_exit 0 grimoire-db index -q -d "$T/long.db"
done

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

finish
