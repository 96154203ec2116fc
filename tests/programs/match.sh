#!/usr/bin/env bash
# grimoire-match: games of engines against each other, what they are worth, and engines that fail.
. "$(dirname "$0")/lib.sh"

match() {
    grimoire-match "$@"
}

start "pairs of games with colours exchanged, on every variant"
for variant in chess magi magician royal wizard capablanca chess960 crazyhouse atomic antichess \
    horde threecheck racingkings kingofthehill; do
    one_of 2 || continue
    expect_exit 0 match -v $variant --games 2 --nodes 60 --max-plies 60 --pgn "$T/$variant.pgn"
    expect_in_stdout '^game 1: Grimoire [0-9.]* \(1\) - Grimoire [0-9.]* \(2\) '
    expect_in_stdout '^game 2: Grimoire [0-9.]* \(2\) - Grimoire [0-9.]* \(1\) '
    [[ $(tail -n 1 "$T/out") =~ ^Elo\ [-0-9.]+\ \+/-\ [0-9.]+,\ [0-9]\ -\ [0-9]\ -\ [0-9]$ ]] ||
        fail "no score at the end"
    expect_exit 0 grimoire-check "$T/$variant.pgn"
    expect_stderr '^2 games, [0-9]* plies, 0 faulty; 0 errors, 0 warnings$'
done

start "the same engine on both sides draws the match"
expect_exit 0 match --games 4 --nodes 100 --max-plies 40 -j 2
[[ $(tail -n 1 "$T/out") =~ ^Elo\ 0\.0\ \+/-\ [1-9] ]] || fail "the score is not even"

start "games that are alike count once"
expect_in_stdout '^4 games, 2 different$'
expect_exit 0 match --games 12 --nodes 60 --max-plies 20 --random 0
expect_in_stdout '^12 games, 1 different$'
[ "$(tail -n 1 "$T/out")" = "Elo 0.0 +/- 495.3, 0 - 0 - 12" ] || fail "they count more than once"
expect_exit 0 match --games 3 --nodes 60 --max-plies 20
expect_in_stdout '^3 games, 2 different$'

start "the number of games at once makes no difference"
expect_exit 0 match --games 6 --nodes 100 --max-plies 50 -j 1 --pgn "$T/one.pgn"
cp "$T/out" "$T/first"
expect_exit 0 match --games 6 --nodes 100 --max-plies 50 -j 3 --pgn "$T/three.pgn"
cmp "$T/first" "$T/out" || fail "other lines"
cmp "$T/one.pgn" "$T/three.pgn" || fail "other games"

start "another seed, other games"
expect_exit 0 match --games 2 --nodes 100 --max-plies 50 --seed 2 --pgn "$T/other.pgn"
head -n 30 "$T/one.pgn" | cmp -s - <(head -n 30 "$T/other.pgn") && fail "the same games"

start "openings are games or positions, each for a pair"
printf '[Event "x"]\n\n1. e4 c5 *\n\n1. d4 *\n' >"$T/book.pgn"
expect_exit 0 match --games 4 --nodes 50 --max-plies 12 --openings "$T/book.pgn" --pgn "$T/o.pgn"
[ "$(grep -c '^1\. e4 c5 2' "$T/o.pgn")" -eq 2 ] || fail "the first opening was not played twice"
[ "$(grep -c '^1\. d4 1' "$T/o.pgn")$(grep -c '^1\. d4 [a-zA-Z]' "$T/o.pgn")" != 00 ] ||
    fail "the second opening was not played"
printf '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n# a comment\n\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1 hmvc 0;\n' \
    >"$T/book.epd"
expect_exit 0 match --games 4 --nodes 50 --max-plies 8 --openings "$T/book.epd" --pgn "$T/o.pgn"
[ "$(grep -c '^\[FEN "4k3/8/8/8/8/8/4P3/4K3 w' "$T/o.pgn")" -eq 2 ] || fail "not its position"
[ "$(grep -c '^\[FEN "4k3/4p3/8/8/8/8/8/4K3 b' "$T/o.pgn")" -eq 2 ] || fail "not the other"

printf '# EPD\n4k3/8/8/8/8/8/4P3/4K3 w - - id "one; two"; c0 "x";\n4k3/4p3/8/8/8/8/8/4K3 b - - 0 1; c0 "x";\n' >"$T/book.epd"
expect_exit 0 match --games 4 --nodes 50 --max-plies 8 --openings "$T/book.epd" --pgn "$T/o.pgn"
[ "$(grep -c '^\[FEN "4k3/4p3/8/8/8/8/8/4K3 b' "$T/o.pgn")" -eq 2 ] || fail "not the second of the EPD"
printf '4k3/8/8/8/8/8/4P3/4X3 w - - id "one";\n' >"$T/bad.epd"
expect_exit 1 match --games 2 --nodes 50 --openings "$T/bad.epd"
expect_stderr "bad.epd:1:[0-9]*: error: .*'X' is no piece"

start "openings come in an order that the seed shuffles, none again before all were played"
for first in a3 b3 c3 d3 e3 f3 g3 h3; do
    printf '[Event "x"]\n\n1. %s *\n\n' $first
done >"$T/eight.pgn"
printf '[Event "x"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. a3 *\n\n' >>"$T/eight.pgn" # like the first
# first_moves: those of each pair.
first_moves() {
    grep -o '^1\. [a-h]3' "$T/o.pgn" | awk 'NR % 2 { print $2 }' | tr '\n' ' '
}
for seed in 1 2; do
    expect_exit 0 match --games 16 --nodes 1 --max-plies 2 --openings "$T/eight.pgn" --seed $seed --pgn "$T/o.pgn"
    first_moves >"$T/order.$seed"
    [ "$(tr ' ' '\n' <"$T/order.$seed" | sort | tr -d '\n')" = a3b3c3d3e3f3g3h3 ] ||
        fail "not each once: $(cat "$T/order.$seed")"
    [ -s "$T/err" ] && fail "something on standard error"
done
cmp -s "$T/order.1" "$T/order.2" && fail "both seeds have the same order"
expect_exit 0 match --games 18 --nodes 1 --max-plies 2 --openings "$T/eight.pgn" --order file --pgn "$T/o.pgn"
[ "$(first_moves)" = "a3 b3 c3 d3 e3 f3 g3 h3 a3 " ] || fail "not the order of the file: $(first_moves)"
expect_stderr 'the openings have run out: from game 17 on they are played again'

start "each pair of Chess960 has a start of its own"
expect_exit 0 match -v chess960 --games 6 --random 0 --depth 1 --max-plies 4 --pgn "$T/960.pgn"
[ "$(grep -c '^\[FEN ' "$T/960.pgn")" -eq 6 ] || fail "not six starts"
[ "$(grep '^\[FEN ' "$T/960.pgn" | uniq -c | awk '{ print $1 }' | tr '\n' ' ')" = '2 2 2 ' ] || fail "not two games each"

start "what is wrong in openings is shown as check shows it, once"
printf '[FEN "4k3/8/8/8/8/8/4P3/4K3 w K e6 0 1"]\n\n1. e4 *\n\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w Q - 0 1"]\n\n1. e3 *\n' \
    >"$T/rights.pgn"
grimoire-check "$T/rights.pgn" 2>&1 | grep warning: >"$T/warnings"
[ "$(wc -l <"$T/warnings")" -eq 3 ] || fail "not three warnings: $(cat "$T/warnings")"
expect_exit 0 match --games 4 --nodes 20 --max-plies 8 --openings "$T/rights.pgn"
cmp "$T/warnings" "$T/err" || fail "not what check shows"
printf '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w K e6 0 1\n' >"$T/rights.epd"
expect_exit 0 match --games 2 --nodes 20 --max-plies 8 --openings "$T/rights.epd"
expect_stderr "rights.epd:2:25: warning: impossible FEN: right 'K', but"
expect_stderr 'rights.epd:2:27: warning: impossible FEN: en passant square e6, but'
[ "$(wc -l <"$T/err")" -eq 2 ] || fail "not two warnings"

start "faulty openings are shown with their place"
printf '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/8 w - - 0 1\n' >"$T/bad.epd"
expect_exit 1 match --nodes 9 --openings "$T/bad.epd"
expect_stderr 'bad.epd:2:1: error: impossible FEN: '
printf '[Event "x"]\n\n1. e4 e5\n2. Ke3 *\n' >"$T/bad.pgn"
expect_exit 1 match --nodes 9 --openings "$T/bad.pgn"
expect_stderr 'bad.pgn:4:4: error: game 1, ply 3: '
expect_exit 1 match -v magi --nodes 9 --openings "$T/magician.pgn"
expect_stderr 'error: game 1: the opening is of another variant'
printf '# a list\nqueens gambit\n8/8/8/8/8/4P3/8/K1k5 w - -\n' >"$T/bad.epd"
expect_exit 2 match --nodes 9 --openings "$T/bad.epd"
expect_stderr "no opening found; line 2 is neither a game nor a position: 'queens' is no board of 8 ranks"

start "a file that is no list of openings is bad usage, as one that cannot be opened is"
mkdir "$T/folder"
: >"$T/empty"
for file in "$T/empty" "$T/none" "$T/folder" "$(command -v grimoire-match)"; do
    expect_exit 2 match --nodes 9 --openings "$file"
    expect_stderr "^grimoire-match: $file: (no opening found|No such file|Is a directory|this is a program)"
done

start "clocks"
# So much time that a machine that stands still for seconds costs no game.
expect_exit 0 match --games 2 --tc 8+0.02 --max-plies 16 --pgn "$T/tc.pgn"
expect_exit 0 grep -q 'TimeControl "8+0.02"' "$T/tc.pgn"
expect_exit 0 grep -Eq '\[%emt 0:00:00\.[0-9]{3}\]' "$T/tc.pgn"
expect_exit 0 grep -Eq '\[%clk 0:00:0[0-9]\.[0-9]{3}\]' "$T/tc.pgn"
expect_exit 1 match --games 1 --tc 0.5 --engine1 "tests/programs/fake-engine sleeps" --random 0
expect_in_stdout '^game 1: Fake - .* 0-1, 0 plies, time forfeit$'
expect_in_stdout '^engine 1: 1 loss on time$'
expect_stderr 'game 1, ply 1: engine 1, Fake, oversteps its time by [0-9]* ms; the position is rnbqkbnr/'
expect_exit 0 match --games 2 --tc1 8+0.1 --movetime2 3 --max-plies 8 --pgn "$T/tc.pgn"
expect_exit 0 grep -q '^\[WhiteTimeControl "8+0.1"\]' "$T/tc.pgn"
expect_exit 0 grep -q '^\[BlackTimeControl "-"\]' "$T/tc.pgn"

start "each engine has its own limits, options and name"
expect_exit 0 match --games 2 --nodes 100 --depth2 1 --max-plies 9 --random 0 --name1 Deep --name2 "Not so" --pgn "$T/own.pgn"
expect_in_stdout '^game 1: Deep - Not so '
grep -q ',1\]' "$T/own.pgn" || fail "no move of depth 1"
expect_exit 0 match --games 1 --nodes 50 --random 0 --max-plies 3 --engine1 "tests/programs/fake-engine at dies nothing $T/told" \
    --option1 Hash=3
grep -q '^setoption name Hash value 3$' "$T/told" || fail "the option was not sent"
expect_exit 2 match --games 1 --nodes 50 --engine1 "tests/programs/fake-engine options" --option1 Contemp=3
expect_stderr "has no option 'Contemp'; did you mean"
expect_exit 2 match --games 1 --nodes 50 --option2 Hash=3
expect_stderr "the built-in engine has no option 'Hash'"
expect_exit 2 match --games 1 --nodes 50 --option1 Hash
for bad in "Skill Level=21|a whole number from 0 to 20, not '21'" "Hash=0|a whole number from 1 to 1024, not '0'" \
    "skill level=high|a whole number from 0 to 20, not 'high'" "Style=Bold|one of Solid, Risky, not 'Bold'" \
    "UCI_LimitStrength=1|true or false, not '1'"; do
    expect_exit 2 match --games 1 --nodes 50 --engine1 "tests/programs/fake-engine options" --option1 "${bad%|*}"
    expect_stderr "Fake: option ${bad%%=*} takes ${bad#*|}\$"
    [ ! -s "$T/out" ] || fail "a game was played"
done
expect_exit 2 match --games 1 --nodes 50 --engine1 "tests/programs/fake-engine options" --hash 2000
expect_stderr "Fake: option Hash takes a whole number from 1 to 1024, not '2000'"
expect_exit 2 match --games 1 --nodes 50 --engine1 grimoire-engine --option1 UCI_Variant=magicia
expect_stderr "option UCI_Variant .*magicia"

start "an engine learns the legal moves if it is to"
: >"$T/told"
expect_exit 0 match --games 1 --nodes 50 --random 0 --max-plies 1 --restrict1 \
    --engine1 "tests/programs/fake-engine at dies nothing $T/told"
grep -Eq '^go nodes 50 searchmoves( [a-h][12][a-h][34]){20}$' "$T/told" || fail "not the twenty moves"

start "an engine that reads variants from a file lists them after that"
expect_exit 0 match -v magician --games 1 --nodes 50 --max-plies 4 --option1 "VariantPath=x" \
    --engine1 "tests/programs/fake-engine variants"
expect_exit 2 match -v magician --games 1 --nodes 50 --engine1 "tests/programs/fake-engine variants"
expect_stderr "does not play Magician Chess: it does not list 'magician'"
expect_exit 2 match -v magician --games 1 --nodes 50 --engine1 "tests/programs/fake-engine variants" --option1 "VariantPath=x" \
    --variant1 other
expect_stderr "it does not list 'other'"

start "a sequential test ends the match"
expect_exit 0 match --sprt 0,200 --nodes1 400 --nodes2 20 --max-plies 80 --resign 3,500 -j 1
expect_in_stdout '^SPRT 0, 200: LLR [2-9]\.[0-9]* \(-2\.94, 2\.94\), H1 accepted$'
expect_in_stdout '^game 2: .*; LLR -?[0-9.]* \(-2\.94, 2\.94\)$'
cp "$T/out" "$T/first"
expect_exit 0 match --sprt 0,200 --nodes1 400 --nodes2 20 --max-plies 80 --resign 3,500 -j 3
cmp "$T/first" "$T/out" || fail "it depends on the number of games at once"
expect_exit 0 match --sprt 0,200 --nodes1 20 --nodes2 400 --max-plies 80 --resign 3,500 --alpha 0.1 --beta 0.2
expect_in_stdout ' \(-1\.50, 2\.08\), H0 accepted$'
expect_exit 0 match --sprt 0,5 --nodes 20 --games 2 --max-plies 8
expect_in_stdout ', undecided$'
for bad in 5 5,0 0,0 x,5 0,5,7 0,nan; do
    expect_exit 2 match --nodes 5 --sprt $bad
    expect_stderr 'is not ELO0,ELO1'
done
expect_exit 2 match --nodes 5 --sprt 0,5 --alpha 0.5

start "games are decided by the scores of both engines"
printf '4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\n' >"$T/won.epd"
expect_exit 0 match --games 1 --depth 1 --openings "$T/won.epd" --resign 1,400 --pgn "$T/won.pgn"
expect_in_stdout ' 1-0, [23] plies, adjudication$'
expect_exit 0 grep -q '^\[Reason "Black is lost by both engines. scores"\]' "$T/won.pgn"
expect_exit 0 match --games 1 --depth 2 --random 0 --draw 3,2,200 --pgn "$T/drawn.pgn"
expect_in_stdout ' 1/2-1/2, [567] plies, adjudication$'
expect_exit 0 grep -q '^\[Reason "level by both engines. scores"\]' "$T/drawn.pgn"
for bad in 1 1,2 x,2,3 1,0,3 1,2,3,4 1.5,2,3; do
    expect_exit 2 match --nodes 5 --draw $bad
done
for bad in 1 0,2 1,0 1,x; do
    expect_exit 2 match --nodes 5 --resign $bad
done

start "lines and games do not go into one file"
expect_exit 2 match --games 2 --nodes 9 --pgn "$T/both" -o "$T/both"
expect_stderr '^grimoire-match: --pgn .*both: -o writes that file, too$'

start "a compressed output has the lines"
expect_exit 0 match --games 2 --nodes 9 --max-plies 4 -o "$T/lines"
expect_exit 0 timeout 20 grimoire-match -q --games 2 --nodes 9 --max-plies 4 -o "$T/lines.gz"
gzip -dc "$T/lines.gz" | cmp -s - "$T/lines" || fail "other lines"

start "bad usage"
expect_exit 2 match --games 2
expect_stderr 'give a limit: --tc, --movetime, --depth or --nodes'
for bad in 0 -1 x 1+ 1+x 1e99 nan; do
    expect_exit 2 match --tc=$bad
done
expect_exit 2 match --tc 1 --movetime 5
expect_exit 2 match --nodes 5 extra
expect_exit 2 match --nodes 5 --pgn /no/such/folder/x.pgn
expect_exit 2 match --nodes 5 -v nonsense

finish
