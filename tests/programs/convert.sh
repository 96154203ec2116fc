#!/usr/bin/env bash
# grimoire-convert: each format byte for byte, and that nothing is lost or invented on the way.
. "$(dirname "$0")/lib.sh"

for format in pgn san long uci fen json; do
    start "PGN in import format to $format"
    expect_exit 0 grimoire-convert -q -f $format tests/data/notation/import.pgn
    expect_output convert/import.$format
done

for format in pgn json long; do
    start "a page of games in long form to $format"
    expect_exit 1 grimoire-convert -q -v magi -f $format tests/data/notation/page.txt
    expect_output convert/page.$format
done

start "each form of the PGN standard, and what programs have made of it"
expect_exit 1 grimoire-convert -q tests/data/notation/standard.pgn
expect_output convert/standard.pgn
expect_errors convert/standard.txt

for variant in chess magi magician; do
    start "games of $variant on a page of prose that speaks of moves, dates and scores"
    expect_exit "$([ $variant = magi ] && echo 1 || echo 0)" grimoire-convert -q -v $variant tests/data/notation/prose-$variant.txt
    expect_output convert/prose-$variant.pgn
    expect_errors convert/prose-$variant.txt
done

start "headings on a page become the Event of the game below them, with no result before them, too"
expect_exit 0 grimoire-convert -q tests/data/notation/prose-headings.txt
expect_output convert/prose-headings.pgn
expect_errors convert/prose-headings.txt

start "everything odd that a game of chess may have"
expect_exit 1 grimoire-convert -q tests/data/notation/odd.pgn
expect_output convert/odd.pgn
expect_errors convert/odd.txt

start "a game with tags on a page, with prose between its moves"
expect_exit 0 grimoire-convert -q tests/data/notation/web.txt
expect_output convert/web.pgn
expect_errors convert/web.txt

start "an e-mail with quoted games, a table, a cell to a line, and a signature"
expect_exit 0 grimoire-convert -q tests/data/notation/mail.txt
expect_output convert/mail.pgn
expect_errors convert/mail.txt

start "games as hands write them: separators, spaced marks, a game to a line"
expect_exit 0 grimoire-convert -q tests/data/notation/hands.txt
expect_output convert/hands.pgn
expect_errors convert/hands.txt

start "a novelty in parentheses is no promotion and no drop"
for variant in chess royal; do
    echo '1. e4 e5 2. Nf3 (N) Nc6 3. d3 (d4) *' >"$T/novelty.txt"
    expect_exit 0 grimoire-convert -q -v $variant -f san "$T/novelty.txt"
    expect_stdout 'e4 e5 Nf3 Nc6 d3'
done

start "a line for each game is read back as as many games, in each variant"
echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' >"$T/usual.epd"
for variant in chess magi magician royal wizard capablanca chess960 crazyhouse atomic antichess \
    horde threecheck racingkings kingofthehill; do
    # A line has no FEN, so games of Chess960 begin as chess does here.
    usual=
    [ $variant != chess960 ] || usual="--openings $T/usual.epd"
    grimoire-match -q -v $variant --games 4 --random 8 --depth 1 --max-plies 80 $usual --pgn "$T/played.pgn" >/dev/null 2>&1
    for format in san uci long; do
        one_of 4 || continue
        grimoire-convert -q -f $format "$T/played.pgn" >"$T/played" 2>/dev/null
        grimoire-convert -q -v $variant -f uci "$T/played" >"$T/again" 2>/dev/null
        grimoire-convert -q -f uci "$T/played.pgn" 2>/dev/null | cmp - "$T/again" || fail "$variant as $format"
    done
done

start "remarks inside variations, and prose after the last game"
expect_exit 0 grimoire-convert -q tests/data/notation/remarks.txt
expect_output convert/remarks.pgn

for format in pgn json; do
    start "games with faults to $format"
    expect_exit 1 grimoire-convert -q -f $format tests/data/notation/faults.pgn
    expect_output convert/faults.$format
done

# round_trip FILE [OPTION...]: PGN read back gives the same bytes, and the same games.
round_trip() {
    local file=$1
    one_of 3 || return 0
    shift
    grimoire-convert -q "$@" "$file" >"$T/1.pgn" 2>/dev/null
    grimoire-convert -q "$T/1.pgn" >"$T/2.pgn" 2>/dev/null
    cmp "$T/1.pgn" "$T/2.pgn" || fail "$file: exported twice, the bytes differ"
    [ -s "$T/1.pgn" ] || fail "$file: nothing was written"
    awk 'length > 79 && !/^; / { print; bad = 1 } END { exit bad }' "$T/1.pgn" >"$T/wide" ||
        fail "$file: a line of 80 columns or more: $(head -n 1 "$T/wide")"
    grimoire-convert -q "$@" -f json "$file" 2>/dev/null | moves_only >"$T/1.json"
    grimoire-convert -q -f json "$T/1.pgn" 2>/dev/null | moves_only >"$T/2.json"
    cmp "$T/1.json" "$T/2.json" || fail "$file: read back, the games differ"
}

moves_only() {
    sed 's/"tags":{[^}]*},//; s/"diagnostics":.*//'
}

start "PGN read back is the same game, and written again the same bytes"
round_trip tests/data/notation/import.pgn
round_trip tests/data/notation/standard.pgn
round_trip tests/data/notation/page.txt -v magi
round_trip tests/data/notation/odd.pgn
round_trip tests/data/notation/once.pgn
printf '1. e4 {[%%unplayable x] 1. e5} e5 {[%%quoted] %%7D} 2. Nf3\n' >"$T/ours.txt"
round_trip "$T/ours.txt"
printf '[Event "x"]\n\n1. e4 {[%%unplayable x] Ke3} e5 {then} 2. Nf3 1-0\n' >"$T/ours.txt"
round_trip "$T/ours.txt"
printf '[Variant "x"]\n\n %%1. e4\n%% e5\n 2. Nf3 *\n' >"$T/ours.txt"
round_trip "$T/ours.txt"
round_trip tests/data/notation/web.txt
round_trip tests/data/notation/mail.txt
round_trip tests/data/notation/remarks.txt
for variant in chess magi magician; do
    round_trip tests/data/notation/prose-$variant.txt -v $variant
done
round_trip tests/data/notation/prose-headings.txt
round_trip samples/published/magi-five-games.txt -v magi
round_trip samples/published/magician-sample.txt -v magician
for file in samples/*.pgn; do
    round_trip "$file"
done

start "games with faults read back the same, too"
grimoire-convert -q tests/data/notation/faults.pgn >"$T/1.pgn" 2>/dev/null
grimoire-convert -q "$T/1.pgn" >"$T/2.pgn" 2>/dev/null
cmp "$T/1.pgn" "$T/2.pgn" || fail "exported twice, the bytes differ"

start "the published games end where they should"
expect_exit 1 grimoire-convert -q -v magi -f json samples/published/magi-five-games.txt
got=$(sed 's/.*"plies":\([0-9]*\),"status":"\([a-z]*\)".*"state":"\([a-z]*\)".*/\1 \2 \3/' "$T/out")
want='31 partial open
36 partial open
246 complete checkmate
142 complete checkmate
167 complete checkmate'
[ "$got" = "$want" ] || fail "they end so: $got"

start "several files, and standard input"
printf '1. e4 e5 *\n' >"$T/a.pgn"
printf '1. d4 d5 *\n' >"$T/b.pgn"
expect_exit 0 grimoire-convert -f uci "$T/a.pgn" - "$T/b.pgn" <"$T/b.pgn"
expect_stdout 'e2e4 e7e5 *
d2d4 d7d5 *
d2d4 d7d5'

start "-o writes a file, and not over its input"
expect_exit 0 grimoire-convert -f uci -o "$T/out.uci" "$T/a.pgn"
expect_stdout ''
[ "$(cat "$T/out.uci")" = 'e2e4 e7e5' ] || fail "the file is not what it should be"
expect_exit 2 grimoire-convert -o "$T/a.pgn" "$T/a.pgn"
[ "$(cat "$T/a.pgn")" = '1. e4 e5 *' ] || fail "the input was overwritten"

start "a dead position is a draw, in which a game may be played on"
dead() { # VARIANT FEN MOVE
    printf '[Variant "%s"]\n[SetUp "1"]\n[FEN "%s"]\n\n%s *\n\n' "$1" "$2" "$3"
}
{
    dead Magi '10/10/10/4k5/10/10/10/10/4N5/K9 w - - 0 1' 'Kb1 Kf7 Nf4'
    dead "Royal Magician's Chess" '8/8/8/3k4/8/8/4B3/K7[-,-,-,-] w - - 0 1' 'Kb1 Ke6'
    dead 'Magician Chess' '7/*4*1/*3*2/*1*k3/3*2*/1*2K2/7 b - - 1 85' 'Kd5'
    dead 'Capablanca Chess' '10/10/10/4k5/10/10/4N5/K9 b - - 0 1' 'Ke6 Nf4 Kf6'
    dead Chess '8/8/8/3k4/8/8/8/K1B1B3 w - - 0 1' 'Bcd2 Ke6'
} >"$T/dead.pgn"
expect_exit 0 grimoire-convert -f json "$T/dead.pgn"
[ ! -s "$T/err" ] || fail "something is reported: $(cat "$T/err")"
[ "$(grep -c '"status":"complete".*"state":"draw"' "$T/out")" = 5 ] || fail "not five draws"
dead 'Wizard Chess' '7/7/7/7/7/7/z6/7/7/7/7/6Z[] b - - 0 1' 'Za5' >"$T/dead.pgn"
expect_exit 0 grimoire-convert -f json "$T/dead.pgn"
grep -q '"state":"open"' "$T/out" || fail "no position of Wizard Chess is dead"

start "tags of games for points are kept"
{
    printf '[Variant "Magi"]\n[Result "1-0"]\n[Scoring "16"]\n[Score "16-0"]\n[MoveLimit "150"]\n'
    printf '\n1. PAWN C2 - C5 Nc8 1-0\n'
} >"$T/points.pgn"
expect_exit 0 grimoire-convert "$T/points.pgn"
expect_in_stdout '\[MoveLimit "150"\]'
expect_in_stdout '\[Scoring "16"\]'
expect_exit 0 grimoire-convert -f json "$T/points.pgn"
expect_in_stdout '"MoveLimit":"150"'
expect_exit 0 grimoire-import -q -d "$T/points.db" "$T/points.pgn"
expect_exit 0 grimoire-export -q -d "$T/points.db"
expect_in_stdout '\[MoveLimit "150"\]'

start "a full disk is reported"
expect_exit 1 grimoire-convert -q -o /dev/full samples/chess.pgn
expect_stderr 'No space left'

start "all formats of export: convert writes the same as import and export"
cp samples/chess.pgn "$T/c.pgn"
grimoire-import -q -d "$T/c.db" "$T/c.pgn" >/dev/null 2>&1
for format in pgn san long uci fen csv; do
    grimoire-convert -q -f $format "$T/c.pgn" >"$T/converted" 2>/dev/null
    grimoire-export -q -d "$T/c.db" -f $format >"$T/exported"
    cmp -s "$T/converted" "$T/exported" || fail "-f $format differs"
done
grimoire-convert -q -f html --title Both "$T/c.pgn" >"$T/converted" 2>/dev/null
grimoire-export -q -d "$T/c.db" -f html --title Both >"$T/exported"
cmp -s "$T/converted" "$T/exported" || fail "-f html differs"
grep -q '<title>Both</title>' "$T/converted" || fail "no title"

start "a page reads back as its games, each once"
for file in samples/*.pgn; do
    grimoire-convert -q "$file" >"$T/games" 2>/dev/null
    grimoire-convert -q -f html "$T/games" >"$T/page" 2>/dev/null
    grimoire-convert -q "$T/page" 2>/dev/null | cmp -s - "$T/games" || fail "$file: other games"
done

start "a game of 80 plies takes at most 4 KB of a page"
moves='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7
11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 20. Bg5
Be7 21. Ra3 Rb8 22. Rea1 bxa4 23. Rxa4 Nxa4 24. Bxa4 Rf8 25. Bc6 Bxc6 26. dxc6 Qc7 27. Qe2 Qxc6 28. Rxa6 Qc7
29. Nd2 Rfc8 30. Nxc4 Qb7 31. Ra4 Rc5 32. Be3 Rc6 33. Na5 Qxb2 34. Qxb2 Rxb2 35. Nxc6 Kh7 36. Nxe7 Nd7 37. Ra7
Nf6 38. Nd5 Nxd5 39. Rxf7+ Kg8 40. Rf3 Nxe3 1-0'
page_size() {
    for n in $(seq "$1"); do
        printf '[Event "Open"]\n[Site "Lyon"]\n[Date "2024.01.%02d"]\n[White "Player, Anna"]\n[Black "Other, Bela"]\n[Result "1-0"]\n\n%s\n\n' "$n" "$moves"
    done | grimoire-convert -q -f html - | wc -c
}
size=$(($(page_size 3) - $(page_size 2)))
[ "$size" -gt 2000 ] && [ "$size" -le 4096 ] || fail "$size bytes"

start "what cannot be read"
expect_exit 2 grimoire-convert
expect_exit 2 grimoire-convert "$T/absent"
expect_exit 2 grimoire-convert -f gif "$T/a.pgn"
: >"$T/empty"
expect_exit 1 grimoire-convert "$T/empty"
expect_stdout ''
expect_stderr 'no games found'

peer=$(command -v pgn-extract || command -v /usr/games/pgn-extract || true)
if [ -n "$peer" ]; then
    start "pgn-extract accepts our chess games"
    grimoire-convert -q tests/data/notation/prose-chess.txt tests/data/notation/standard.pgn samples/chess.pgn \
        tests/data/notation/import.pgn 2>/dev/null |
        awk '/^\[Event "(Magi|Wizard)/ { exit } { print }' >"$T/ours.pgn"
    "$peer" -r "$T/ours.pgn" >"$T/out" 2>&1
    ! grep -E 'Unknown|Failed|Illegal|illegal' "$T/out" || fail "pgn-extract complains"
else
    echo "# skipped: no pgn-extract"
fi

start "white space of every kind parts words, and so do the ends of files inside of one"
printf '[Event "x"]\n\v[White "y"]\n\n1. e4 \v e5\f2. Nf3\032Nc6 \036 3. Bb5 {a\fb} *\n' >"$T/white.pgn"
expect_exit 0 grimoire-convert "$T/white.pgn"
expect_quiet
expect_in_stdout '^\[White "y"\]$'
expect_in_stdout '^1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 \{a b\} \*$'

start "a file that is there keeps what it has if nothing can be read"
for name in old.txt old.txt.gz; do
    echo old >"$T/$name"
    for program in convert check; do
        expect_exit 2 grimoire $program "$T/missing.pgn" -o "$T/$name"
        [ "$(cat "$T/$name")" = old ] || fail "$program emptied $name"
    done
    expect_exit 0 grimoire check samples/chess.pgn -q -o "$T/$name"
    [ "$(zcat -f "$T/$name")" = "" ] || fail "$name still has $(cat "$T/$name")"
done
finish
