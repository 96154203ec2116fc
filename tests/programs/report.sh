#!/usr/bin/env bash
# grimoire-report: text, JSON and pages of a small database and of games played on the spot.
. "$(dirname "$0")/lib.sh"

cat >"$T/games.pgn" <<'PGN'
[White "Ann <b>"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.3]} 2... d6 {[%eval 0.6]} 3. Bc4 {[%eval 0.5]} 3... Bg4 {[%eval 0.9]}
4. Nc3 {[%eval 0.7]} 4... g6 {[%eval 3.1]} 5. Nxe5 {[%eval 3.0]} 5... Bxd1 {[%eval #2]} 6. Bxf7+ {[%eval #1]}
6... Ke7 {[%eval #1]} 7. Nd5# 1-0

[White "Bob"]
[Black "Ann <b>"]
[Result "0-1"]

1. f3 {[%eval -0.5]} 1... e5 {[%eval -0.6]} 2. g4 {[%eval #-1]} 2... Qh4# 0-1

[White "Ann <b>"]
[Black "Bob"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[White "Cyd"]
[Black "Bob"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2

[White "Ann <b>"]
[Black "Cyd"]
[Result "0-1"]

1. e4 Nf6 {[%eval 0.4]} 2. e5 {[%eval 0.4]} 2... d5 {[%eval 0.8]} 3. exd6 {[%eval 0.9]} 3... Nc6 {[%eval 2.5]}
4. dxc7 {[%eval 2.6]} 4... e5 {[%eval 6.0]} 5. cxd8=Q+ {[%eval 6.1]} 5... Nxd8 {[%eval 6.0]} 6. Nf3 {[%eval 5.8]}
6... e4 {[%eval 5.8]} 7. Bc4 {[%eval 2.0]} 7... exf3 {[%eval 2.0]} 8. O-O {[%eval 1.0]} 8... fxg2 {[%eval 0.4]}
9. Kxg2 {[%eval -3.0]} 0-1

[White "Cyd"]
[Black "Ann <b>"]
[Result "*"]
[Variant "Magi"]

1. Nc3 *
PGN
cd "$T" || exit 2
expect_exit 0 grimoire-import -q -d games.db games.pgn
grimoire() { "$GRIMOIRE_BIN/grimoire-$1" "${@:2}"; }
golden=$OLDPWD/tests/data/golden/report

start "text of a database"
expect_exit 0 grimoire-report -d games.db -v chess
expect_quiet
expect_same "$T/out" "$golden/games.text"

start "JSON"
expect_exit 0 grimoire-report -d games.db -v chess -f json
expect_quiet
expect_same "$T/out" "$golden/games.json"
if have python3; then
    python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
assert r["variant"] == "chess" and len(r["findings"]) > 4, r
assert {x["result"]: x["games"] for x in r["results"]}["draw"] == 1
assert r["dramatic"][0]["pgn"].startswith("[Event")' "$T/out" >"$T/json" 2>&1 || fail "$(cat "$T/json")"
fi

start "a page: it is well-formed but for end tags that HTML lets us leave out, and fetches nothing"
expect_exit 0 grimoire-report -d games.db -v chess -o page.html
head -c 15 page.html | grep -q '^<!DOCTYPE html>' || fail "no page"
! grep -qE '<b>,|Ann <b>|https?://[^w]|src="|@import' page.html ||
    fail "$(grep -noE '.{20}(Ann <b>|https?://|src=").{20}' page.html | head -n 3)"
[ "$(grep -c '<script' page.html)" -le 2 ] || fail "more scripts than the player's"
grep -q 'href="#game=4"' page.html || fail "no link to the most dramatic game"
grep -q 'Ann &lt;b&gt;' page.html || fail "the player's name is not there"
sed '/<script/,/<\/script>/d' page.html >plain.html
for tag in section figure details tbody ul h2 h3 nav; do
    opened=$(grep -oE "<$tag[ >]" plain.html | wc -l) closed=$(grep -o "</$tag>" plain.html | wc -l)
    [ "$opened" -eq "$closed" ] || fail "<$tag>: $opened opened, $closed closed"
done
! grep -oE '<svg role=.img.[^>]*>.{7}' page.html | grep -v '<title>$' || fail "a picture without a title"

start "-f html goes to standard output"
expect_exit 0 grimoire-report -d games.db -v chess -f html
cmp -s "$T/out" page.html || fail "another page"

start "a selection, and a comparison with itself"
expect_exit 0 grimoire-report -d games.db -v chess --result 0-1
expect_in_stdout '2 different games of Chess'
expect_exit 0 grimoire-report -d games.db -v chess --against games.db
expect_in_stdout '^SIDE BY SIDE'
expect_in_stdout 'Draws  *25.0 %  *25.0 %  *0.0 %'
expect_exit 0 grimoire-report -d games.db -v chess --against-variant magi -f html
grep -q 'class="two"' "$T/out" || fail "not two"
! grep -q '<script' "$T/out" || fail "a script"
expect_in_stdout '1 different game of Magi'

start "games are played: the same with one thread and with two, and written"
expect_exit 0 grimoire-report -v chess --play 6 --nodes 20 --max-plies 80 -j1 --pgn one.pgn
mv out one.text
expect_exit 0 grimoire-report -v chess --play 6 --nodes 20 --max-plies 80 -j2 --pgn two.pgn
cmp -s out one.text || fail "another report with two threads"
cmp -s one.pgn two.pgn || fail "other games with two threads"
expect_in_stdout '20 nodes a move'
expect_in_stdout 'grimoire report -v chess --play 6 --nodes 20 --random 4 --seed 1 --max-plies 80'
[ "$(grep -c '^\[Event' one.pgn)" -eq 6 ] || fail "not six games"
expect_exit 0 grimoire-check one.pgn
expect_exit 0 grimoire-report -v chess --play 3 --nodes 20 --max-plies 60 --against-variant wizard --seed 5
expect_in_stdout "3 different games of Wizard"

start "what the openings of played games were is true: with one random ply there are only 20"
expect_exit 0 grimoire-report -v chess --play 21 --nodes 1 --random 1 --max-plies 10
expect_in_stdout '1 random ply, after which [1-9][0-9]* games? began in a position in which an earlier one had, none with more'
for format in json html; do
    expect_exit 0 grimoire-report -v chess --play 50 --nodes 1 --random 1 --max-plies 10 -f $format
    expect_in_stdout '1 random ply, after which 3[0-9] games began in a position in which an earlier one had'
done
expect_exit 0 grimoire-report -v chess --play 5 --nodes 1 --random 4 --max-plies 10
expect_in_stdout '4 random plies, all positions after them different, none with more than 150'

start "a report that is stopped says so, and how many games were asked for"
cat >stopped.sh <<'EOF'
grimoire-report -v chess --play 100000 --nodes 50 --max-plies 100 --pgn played.pgn "$@" &
until [ "$(grep -c '^.Event' played.pgn 2>/dev/null)" -ge 32 ]; do sleep 0.05; done
kill -TERM $!
wait $!
EOF
for format in json text; do
    rm -f played.pgn
    expect_exit 143 bash stopped.sh -f $format
    cp out stopped.$format
done
grep -q '"asked":100000,"stopped":true' stopped.json || fail "not in JSON"
tr '\n' ' ' <stopped.text | tr -s ' ' | grep -qE '[*] Stopped after [0-9]+ of 100000 games' || fail "not in the findings"
games=$(sed -nE 's/.*Stopped after ([0-9]+) of.*/\1/p' stopped.text)
[ $((games % 32)) -eq 0 ] || fail "$games games are no whole batches"
interrupted TERM grimoire-report -v magi --play 10 --nodes 100000000
[ $? -eq 143 ] || fail "not the signal's exit status"
[ "$(cat err)" = 'grimoire-report: stopped before the first game was finished' ] || fail "$(cat err)"
expect_exit 0 grimoire-report -v chess --play 2 --nodes 1 --max-plies 4 -f json
expect_in_stdout '"asked":2,"stopped":false'
expect_exit 0 grimoire-report -d games.db -v chess -f json
expect_in_stdout '^\{"variant":"chess","name":"Chess","findings"'

start "the findings say who drew, and what these games cannot tell of claims"
expect_exit 0 grimoire-report -v magi --play 4 --nodes 20
tr '\n' ' ' <out | tr -s ' ' >findings
grep -qE 'Of the games of this engine at 20 nodes a move, [0-9.]+ % have a winner' findings || fail "whose draws?"
grep -q 'a game takes 50 to 80 moves. It cannot be compared' findings || fail "games to the end are compared"
expect_exit 0 grimoire-report -v chess --play 200 --nodes 60
tr '\n' ' ' <out | tr -s ' ' >findings
grep -qE 'too few to compare with what textbooks claim: [^:]*some [0-9]+ games would settle it' findings || fail "nothing is open"
grep -qE '[0-9] claims are compared at once' findings || fail "how many claims?"
grep -qE 'All values are divided by that of a Pawn' findings || fail "the unit's error"
! grep -qE '[^a-z]inf[^a-z]|-0[.]0[^0-9]' out || fail "inf or -0.0"

start "a few games contradict no claim that they would belie as often by chance"
# Of 2 games 1 is drawn with a chance of 9.75 % where 5 % are, of 10 games 2 or more are with one of 8.6 %.
for games in 2 10; do
    i=0
    for file in Da b c d e f g h i Dj; do
        result=1-0
        [ $((i += 1)) -gt $((games / 5 + (games == 2))) ] || result=1/2-1/2
        [ $i -gt $games ] ||
            printf '[Variant "Magi"]\n[White "W%d"]\n[Result "%s"]\n\n1. %s4 %s\n\n' $i $result $file $result
    done >few.pgn
    expect_exit 0 grimoire-import -q -d few$games.db few.pgn
    expect_exit 0 grimoire-report -d few$games.db -v magi
    tr '\n' ' ' <out | tr -s ' ' >findings
    grep -qE 'draws in less than 5 % of games. Found in [^;]*; these games leave it open' findings ||
        fail "draws in $games games: $(grep -o 'draws in less[^;]*; [^.]*' findings)"
    verdict='leave it open'
    [ $games -eq 2 ] || verdict='contradict it'
    grep -qE "takes 50 to 80 moves. Found in [^;]*; these games $verdict" findings || fail "lengths of $games games"
done

start "a network of one's own plays"
expect_exit 0 grimoire-report -v chess --play 2 --nodes 20 --max-plies 40 --net none
expect_in_stdout "network none"
expect_in_stdout "report -v chess --play 2 --nodes 20 --random 4 --seed 1 --max-plies 40 --net 'none'"
expect_exit 2 grimoire-report -v chess --play 2 --nodes 20 --net nosuch.net
expect_stderr 'nosuch.net'

start "where pieces capture is shown as text, beside where they go, in at most 120 columns"
expect_exit 0 grimoire-report -v chess --play 20 --nodes 20 --max-plies 80
grep -A 9 '^Pawn: where it goes, and where it captures' out >grids
[ "$(awk 'NR > 1 && NR < 10 && NF == 18 && $1 == $10' grids | wc -l)" -eq 8 ] || fail "not two grids: $(cat grids)"
awk 'NR > 1 && NR < 10 { for (i = 11; i <= 18; i++) sum += $i } END { exit !(sum > 980 && sum < 1020) }' grids || fail "no shares"
printf '[wide:capablanca]\nmaxFile = 16\nmaxRank = 7\nstartFen = k14r/pppppppppppppppp/16/16/16/PPPPPPPPPPPPPPPP/R14K w - - 0 1\n' >wide.ini
expect_exit 0 grimoire-report --variants wide.ini -v wide --play 20 --nodes 20 --random 8 --max-plies 160
[ "$(grep -A 17 '^Rook: where it goes, and where it captures' out | grep -cE '^   *[1-7] ')" -eq 14 ] || fail "not one below the other"
sed '/^METHOD/,$d' out | awk 'length > 120' | grep . && fail "too long"

start "what makes no sense is refused"
refused() { # STDERR ARGUMENT...
    expect_exit 2 grimoire-report "${@:2}"
    expect_stderr "$1"
}
refused 'give the variant' -d games.db
refused 'does not go with --play' -v chess -d games.db --play 2 --nodes 10
refused 'no database' -v chess
refused 'needs a limit' -v chess --play 5
refused 'go with --play' -v chess -d games.db --nodes 5
refused 'go with --play' -v chess -d games.db --net none
refused 'same games again' -v chess --play 5 --movetime 5
refused 'selection is of stored games' -v chess --play 3 --nodes 5 --white X
refused 'unknown variant .foo.' -v chess --play 3 --nodes 5 --against-variant foo
refused "unknown variant 'foo'" -v foo --play 3 --nodes 5
refused 'no such database' -v chess -d no.db
refused 'no such database' -v chess -d games.db --against no.db
refused 'unexpected argument' -v chess games.pgn
refused 'unknown format' -v chess -d games.db -f xml
refused '--pgn both: -o writes that file, too$' -v chess --play 2 --nodes 9 --pgn both -o both
expect_exit 1 grimoire-report -d games.db -v royal
expect_stderr 'no games of Royal'
[ ! -s "$T/out" ] || fail "a report of nothing"
finish
