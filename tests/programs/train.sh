#!/usr/bin/env bash
# grimoire-train: playing, learning, going on, and networks in use.
. "$(dirname "$0")/lib.sh"

train() {
    grimoire-train -q -v magician -d "$T/games.db" --nodes 30 "$@"
}

start "games of self-play are a database like any other"
expect_exit 0 train --positions 5000 --play-only
expect_exit 0 grimoire-db verify -d "$T/games.db"
expect_exit 0 grimoire-stats -d "$T/games.db"
expect_exit 0 grimoire-db info -d "$T/games.db"
expect_in_stdout 'self-play, 30 nodes: '

start "what was played is not played again"
before=$(grimoire-export -q -d "$T/games.db" -f san | wc -l)
expect_exit 0 train --positions 5000 --play-only
[ "$(grimoire-export -q -d "$T/games.db" -f san | wc -l)" = "$before" ] || fail "other games"

start "games begin with openings of a file, then random plies"
printf '1. c4 e4 *\n\n1. c4 e4 2. Nb3 *\n' >"$T/lines.pgn"
expect_exit 0 grimoire-train -q -v magician -d "$T/begun.db" --nodes 5 --positions 2000 --play-only \
    --openings "$T/lines.pgn" --random 2
expect_exit 0 grimoire-db verify -d "$T/begun.db"
expect_exit 0 grimoire-export -q -d "$T/begun.db" -f san
[ "$(grep -c '^c4 e4 Nb3 ' "$T/out")" -gt 10 ] || fail "the second opening is not played"
[ "$(grep -vc '^c4 e4 ' "$T/out")" -eq 0 ] || fail "a game begins otherwise"
expect_exit 1 grimoire-train -q -v magician -d "$T/again.db" --nodes 5 --positions 20000 --play-only \
    --openings "$T/lines.pgn" --random 0
expect_stderr 'games repeat each other after [0-9]* positions: they need more random plies or openings'
expect_exit 0 grimoire-db verify -d "$T/again.db"
echo 'not a position' >"$T/lines.fen"
expect_exit 2 grimoire-train -q -v magician -d "$T/unborn.db" --play-only --openings "$T/lines.fen"
expect_stderr 'no opening found'
[ ! -e "$T/unborn.db" ] || fail "a database was left behind"

start "a network is learnt, and says how it came about"
expect_exit 0 train --positions 5000 --epochs 2 --width 16 --games 0 -o "$T/one.net"
grep -qa '^learnt from [0-9]* positions, tested on [0-9]* of other games$' "$T/one.net" || fail "no recipe"
grep -qa '^scores: [0-9]* positions by Grimoire .*self-play, ' "$T/one.net" || fail "no word of the scores"
grep -qa '^games of the last run' "$T/one.net" && fail "games that were not played"
cp "$T/games.db" "$T/more.db"
expect_exit 0 grimoire-train -q -v magician -d "$T/more.db" --nodes 30 --positions 40000 --epochs 1 --width 16 --games 0 \
    -o "$T/more.net" --seed 2
grep -qa '^games of the last run: by the engine before, .* seed 2$' "$T/more.net" || fail "no word of the games"
[ ! -e "$T/one.net.part" ] || fail "the state was left behind"

start "the same games and options, the same network"
expect_exit 0 train --positions 5000 --epochs 2 --width 16 --games 0 -o "$T/two.net" -j 2
cmp "$T/one.net" "$T/two.net" || fail "another network"
expect_exit 0 train --positions 5000 --epochs 2 --width 16 --games 0 -o "$T/three.net" --seed 2
cmp -s "$T/one.net" "$T/three.net" && fail "the seed makes no difference"

start "evaluations are multiplied"
expect_exit 0 train --positions 5000 --epochs 2 --width 16 --games 0 -o "$T/half.net" --scale 0.5
grep -qa 'centipawns to 1, evaluations times 0.5$' "$T/half.net" || fail "the recipe does not say so"
for net in one half; do
    printf '%s\n' "setoption name UCI_Variant value magician" "setoption name EvalFile value $T/$net.net" \
        "position startpos moves c4" eval quit | grimoire-engine | sed -n 's/.*evaluation \([-0-9.]*\) pawns.*/\1/p' >"$T/$net.eval"
done
awk 'NR == FNR { one = $1; next } { d = one / 2 - $1; exit !(one != 0 && d <= 0.01 && d >= -0.01) }' \
    "$T/one.eval" "$T/half.eval" || fail "$(cat "$T/one.eval") became $(cat "$T/half.eval")"
expect_exit 2 train --positions 5000 --games 0 -o "$T/no.net" --scale 0
expect_stderr "'0' is not a number from 0.01 to 4"

start "the new network plays the old one"
expect_exit 1 train --positions 5000 --epochs 1 --width 16 --games 2 --movetime 1 -o "$T/played.net"
grep -qa '^match against the network before, 1 ms a move: ' "$T/played.net" || fail "no match"

expect_stderr "played.net: (worse than|not better than|not shown to be better than) the network before"

start "enough positions are learnt from at once, which is said"
expect_exit 0 grimoire-train -v magician -d "$T/games.db" --nodes 30 --positions 2000 --play-only
expect_stderr "games.db has [1-9][0-9]* positions by this engine already: no games were played"

start "a training takes the time that it is given, and begins with the network of those pieces"
began=$SECONDS
grimoire-train -v crazyhouse -d "$T/timed.db" --time 12s --nodes 30 --width 128 -o "$T/timed.net" 2>"$T/err" >"$T/out"
[ $? -le 1 ] || fail "$(cat "$T/err")"
[ $((SECONDS - began)) -ge 8 ] || fail "it took $((SECONDS - began)) s"
grep -qaE '^begun with the network builtin$' "$T/timed.net" || fail "$(head -c 900 "$T/timed.net")"
grep -qaE '^match against the network before, 20 ms a move: ' "$T/timed.net" || fail "no match"
expect_stderr '^[0-9]+ positions, [0-9]+ a second$' # a log has lines of progress
for time in 5 9s 0m -3h 10x m ''; do
    expect_exit 2 train --time "$time" -o "$T/no.net"
    expect_stderr "option --time: '$time' is no time such as 10m"
done

start "what else is given stays so"
grimoire-train -v crazyhouse -d "$T/timed.db" --time 12s --nodes 30 --positions 500 --epochs 2 --rate 0.0001 --games 0 \
    -o "$T/given.net" 2>"$T/err" >"$T/out" || fail "$(cat "$T/err")"
expect_stderr "timed.db has [1-9][0-9]* positions by this engine already: no games were played"
grep -qaE '2 epochs, seed 1, rate 0.0001,' "$T/given.net" || fail "$(head -c 900 "$T/given.net")"

start "one network is made for all games, and judges one that it has not seen"
for game in losalamos gardner; do
    expect_exit 0 grimoire-train -q -v $game -d "$T/$game.db" --positions 4000 --nodes 5 --net none --play-only
done
expect_exit 0 grimoire-db merge -q -d "$T/both.db" "$T/losalamos.db" "$T/gardner.db"
expect_exit 0 grimoire-train --general -d "$T/both.db" -o "$T/general.net" --epochs 2
expect_stderr 'epoch 2 of 2: error 0\.[0-9]+, on games kept apart 0\.'
for game in losalamos gardner; do
    grep -qaE "^$game: [1-9][0-9]{3} positions, error 0\." "$T/general.net" || fail "nothing of $game"
done
expect_exit 0 grimoire-train -q --general -d "$T/both.db" -o "$T/again.net" --epochs 2
cmp "$T/general.net" "$T/again.net" || fail "another network"
printf 'setoption name EvalFile value %s\nsetoption name UCI_Variant value grand\neval\nquit\n' "$T/general.net" |
    grimoire-engine >"$T/said"
grep -q "by network $(tail -c 4 "$T/general.net" | od -An -tx4 | tr -d ' ')" "$T/said" || fail "$(cat "$T/said")"
printf 'setoption name UCI_Variant value grand\neval\nsetoption name UCI_Variant value breakthrough\neval\nquit\n' |
    grimoire-engine >"$T/said"
[ "$(grep -oE 'by (hand|network)' "$T/said" | tr '\n' ' ')" = "by network by hand " ] || fail "$(cat "$T/said")"
expect_exit 2 grimoire-train --general -d "$T/both.db"
expect_stderr 'where shall the network go'
echo '1. e4 *' >"$T/one.pgn"
expect_exit 0 grimoire-import -q -d "$T/unscored.db" "$T/one.pgn"
expect_exit 2 grimoire-train -q --general -d "$T/unscored.db" -o "$T/none.net"
expect_stderr 'too few positions with a score and a result'
expect_exit 3 grimoire-train -q --general -d "$T/one.pgn" -o "$T/none.net"
[ ! -e "$T/none.net" ] || fail "an empty file was left behind"

start "engines take a network, and judges name it"
printf '%s\n' "setoption name UCI_Variant value magician" "setoption name EvalFile value $T/one.net" eval quit |
    grimoire-engine >"$T/said"
grep -q 'by network [0-9a-f]\{8\}$' "$T/said" || fail "not used"
printf '%s\n' "setoption name EvalFile value none" "setoption name UCI_Variant value magician" eval quit |
    grimoire-engine >"$T/said"
grep -q 'by hand$' "$T/said" || fail "not left out"
expect_exit 0 grimoire-match -q -v magician --games 2 --nodes 20 --max-plies 20 --option1 "EvalFile=$T/one.net"
expect_exit 0 grimoire-annotate -q -d "$T/games.db" --games 1 --nodes 10 --option "EvalFile=$T/one.net"
expect_exit 0 grimoire-db info -d "$T/games.db"
expect_in_stdout 'EvalFile=[0-9a-f]{8}[^,]*, 10 nodes: '
expect_exit 2 grimoire-annotate -q -d "$T/games.db" --games 1 --nodes 10 --option "EvalFile=$T/no.net"
expect_stderr "no.net': No such file"
expect_exit 2 grimoire-annotate -q -d "$T/games.db" --games 1 --nodes 10 --option "Speed=3"
expect_stderr "no option 'Speed', only EvalFile"

start "what is no network, and a damaged one"
echo "a text" >"$T/text.net"
printf 'setoption name EvalFile value %s\nquit\n' "$T/text.net" | grimoire-engine >"$T/said"
grep -q "text.net': this is no network" "$T/said" || fail "taken"
head -c 500 "$T/one.net" >"$T/half.net"
printf 'setoption name EvalFile value %s\nquit\n' "$T/half.net" | grimoire-engine >"$T/said"
grep -q "half.net': the network is damaged or not whole" "$T/said" || fail "taken"

start "a network with zones goes on from one without, and is packed"
expect_exit 0 train --positions 5000 --epochs 1 --width 16 --games 0 -o "$T/zones.net" --start "$T/one.net" --zones
grep -qa '^width 16 with zones, 1 epochs' "$T/zones.net" || fail "no zones"
[ "$(wc -c <"$T/zones.net")" -lt "$((2 * $(wc -c <"$T/one.net")))" ] || fail "not packed"
printf '%s\n' "setoption name UCI_Variant value magician" "setoption name EvalFile value $T/zones.net" eval quit |
    grimoire-engine >"$T/said"
grep -q 'by network [0-9a-f]\{8\}$' "$T/said" || fail "not used"
head -c "$(($(wc -c <"$T/zones.net") - 9))" "$T/zones.net" >"$T/half.net"
printf 'setoption name EvalFile value %s\nquit\n' "$T/half.net" | grimoire-engine >"$T/said"
grep -q "half.net': the network is damaged or not whole" "$T/said" || fail "taken"
expect_exit 0 train --positions 5000 --epochs 1 --width 16 --games 0 -o "$T/more.net" --start "$T/zones.net"
grep -qa '^width 16 with zones, 1 epochs' "$T/more.net" || fail "the zones are lost"

start "a network learns of pieces in danger, and goes on with that"
expect_exit 0 train --positions 5000 --epochs 1 --width 16 --games 0 -o "$T/danger.net" --start "$T/one.net" --danger
grep -qa '^width 16 and pieces in danger, 1 epochs' "$T/danger.net" || fail "no danger"
printf '%s\n' "setoption name UCI_Variant value magician" "setoption name EvalFile value $T/danger.net" eval quit |
    grimoire-engine >"$T/said"
grep -q 'by network [0-9a-f]\{8\}$' "$T/said" || fail "not used"
expect_exit 0 train --positions 5000 --epochs 1 --games 0 -o "$T/more.net" --start "$T/danger.net"
grep -qa '^width 64 and pieces in danger, 1 epochs' "$T/more.net" || fail "the danger is lost"

start "the evaluation by hand is fitted, and is text"
expect_exit 0 train --positions 5000 --classical --epochs 2 -o "$T/one.txt"
[ "$(head -n 1 "$T/one.txt")" = "grimoire-evaluation 1 magician" ] || fail "$(head -n 1 "$T/one.txt")"
expect_exit 0 train --positions 5000 --classical --epochs 2 -o "$T/two.txt" -j 3
cmp "$T/one.txt" "$T/two.txt" || fail "another evaluation"
expect_exit 0 train --positions 5000 --classical --epochs 1 --start "$T/one.txt" -o "$T/three.txt"
cmp -s "$T/one.txt" "$T/three.txt" && fail "the start makes no difference"

start "a faulty evaluation is known before the work"
sed 's/^midgame .*/midgame 3.5/' "$T/one.txt" >"$T/bad.txt"
line=$(grep -n '^midgame 3.5' "$T/bad.txt" | head -n 1 | cut -d : -f 1)
expect_exit 1 grimoire-train -q -v magician -d "$T/fresh.db" --classical --start "$T/bad.txt" -o "$T/n.txt"
expect_stderr "bad.txt:$line:9: expected a whole number, found 3.5"
expect_exit 1 grimoire-train -q -v chess -d "$T/fresh.db" --classical --start "$T/one.txt" -o "$T/n.txt"
expect_stderr "one.txt:1:23: this is not an evaluation of chess"
expect_exit 2 grimoire-train -q -v chess -d "$T/fresh.db" --classical --start "$T/no.txt" -o "$T/n.txt"
expect_stderr "no.txt"
[ ! -e "$T/fresh.db" ] || fail "a database was left behind"

start "bad usage"
expect_exit 2 grimoire-train -d "$T/new.db" -o "$T/n.net"
expect_stderr 'which variant'
expect_exit 2 grimoire-train -v magi -o "$T/n.net"
expect_exit 2 grimoire-train -v magi -d "$T/new.db"
expect_stderr 'use -o FILE'
expect_exit 2 grimoire-train -v magi -d "$T/new.db" -o "$T/n.net" --width 20
expect_stderr 'no multiple of 16'
expect_exit 2 grimoire-train -v magi -d "$T/new.db" -o "$T/n.net" --blend 1.5
expect_stderr "'1.5' is not a number from 0 to 1"
expect_exit 3 grimoire-train -q -v chess -d "$T/text.net" -o "$T/n.net"
[ ! -e "$T/new.db" ] || fail "a database was left behind"

start "no file that is read is written, be it the network that is taken further"
cp "$T/lines.pgn" "$T/read.net.part"
for read in "$T/games.db" "$T/lines.pgn" "$T/one.net" "$T/one.txt" "$T/read.net.part"; do
    cp "$read" "$T/kept"
    for line in "--openings $T/lines.pgn" "--net $T/one.net" "--start $T/one.net" \
        "--against $T/one.net --games 2 --movetime 1" "--classical --start $T/one.txt" \
        "--openings $T/read.net.part"; do
        case "$T/games.db $line " in *" $read "* | "$read "*) ;; *) continue ;; esac
        expect_exit 2 train --positions 5000 --epochs 1 --width 16 --games 0 $line -o "${read%.part}"
        expect_stderr "^grimoire-train: -o $read: (--[a-z]* reads that file|that file is the database $read)$"
        cmp -s "$read" "$T/kept" || fail "it was changed: $line"
        cp "$T/kept" "$read"
    done
done

start "a place that cannot be written to is known before the work"
expect_exit 2 grimoire-train -q -v chess -d "$T/fresh.db" -o "$T/no/such/place.net" --positions 100 --nodes 5
expect_stderr 'place.net'
[ ! -e "$T/fresh.db" ] || fail "it played first"

start "the question whether a place can be written to leaves it as it was"
: >"$T/empty.net"
mkfifo "$T/pipe.net"
for kept in empty pipe; do
    expect_exit 3 grimoire-train -q -v chess -d "$T/text.net" -o "$T/$kept.net"
    [ -e "$T/$kept.net" ] || fail "$kept.net is gone"
done
[ -p "$T/pipe.net" ] || fail "a file took the place of a pipe"
expect_exit 3 grimoire-train -q -v chess -d "$T/text.net" -o "$T/unborn.net"
[ ! -e "$T/unborn.net" ] || fail "an empty file was left behind"
expect_exit 2 grimoire-train -q -v chess -d "$T/text.net" -o "$T"

start "a network trained on one variant is not one of another"
printf 'setoption name EvalFile value %s\neval\nquit\n' "$T/one.net" | grimoire-engine >"$T/said"
grep -q "by network $(tail -c 4 "$T/one.net" | od -An -tx4 | tr -d ' ')" "$T/said" && fail "used for chess"

finish
