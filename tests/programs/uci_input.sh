#!/usr/bin/env bash
# What drivers of UCI engines may send beyond a plain game: long counts, any number, white space and word, positions
# that are none, and their names for variants.
. "$(dirname "$0")/lib.sh"

start "counting moves and bench are ended by stop and by quit, and isready is answered meanwhile"
for long in 'go perft 30' 'bench 60'; do
    for end in stop quit; do
        open_engine
        tell "$long" isready
        await '^readyok'
        sleep 0.3
        begun=$(date +%s%N)
        [ $end = quit ] || { tell stop isready && until_true has ^readyok 2; }
        close_engine
        [ $((($(date +%s%N) - begun) / 1000000)) -lt 8000 ] || fail "$long, $end: it took too long"
        expect_in_stdout '^info string (perft|bench) was stopped: '
        grep '^Nodes searched' "$T/out" && fail "$long, $end: a count that is none"
    done
done
uci 'go perft 3' quit # a script's
expect_in_stdout '^Nodes searched: 8902$'
open_engine
tell 'bench 1'
await '^Nodes searched: [0-9]+$'
close_engine
uci 'go perft 3' 'position startpos moves e2e4' 'bench 1' 'go perft 2' 'go depth 4' 'go perft 1' # in their order
[ "$(grep -oE '^Nodes searched: (8902|600|20)$|^Nodes|^bestmove' "$T/out" | tr '\n' ',')" = \
    'Nodes searched: 8902,Nodes,Nodes searched: 600,bestmove,Nodes searched: 20,' ] || fail "$(grep -v ^info "$T/out")"

start "quit ends all that waits, unless it is the last line of a script"
for waiting in 'go depth 60' 'bench 100'; do
    open_engine
    tell "$waiting" "$waiting" "$waiting" isready
    await '^readyok'
    sleep 1
    begun=$(date +%s%N)
    close_engine
    [ $((($(date +%s%N) - begun) / 1000000)) -lt 8000 ] || fail "$waiting: it took too long"
done
uci 'go depth 3' 'go depth 2' 'go depth 1' quit
[ "$(grep -c ^bestmove "$T/out")" = 3 ] || fail "a script is cut short"

start "numbers of go that are out of bounds count as the nearest, with a word; other commands refuse them"
huge=99999999999999999999
for limit in depth nodes movetime wtime btime winc binc movestogo mate; do
    uci "go depth 2 nodes 100 $limit $huge" "go depth 2 nodes 100 $limit -$huge" "go $limit x nodes 50" "go $limit 3x nodes 50"
    [ "$(grep -c ^bestmove "$T/out")" -eq 4 ] || fail "$limit: not four best moves"
    [ "$(grep -cE "^info string go $limit -?$huge is out of bounds and counts as [0-9]+$" "$T/out")" -eq 2 ] || fail "$limit: not two words"
    [ "$(grep -cE "^info string ERROR: go $limit takes a whole number$" "$T/out")" -eq 2 ] || fail "$limit: not two refusals"
done
for line in "go perft $huge" 'go perft -1' 'go perft 129' 'go perft 2x' 'go perft' "bench $huge" "setoption name Hash value $huge" \
    "setoption name Threads value -$huge" 'setoption name MultiPV value 0x10' 'setoption name UCI_Elo value 1e3'; do
    uci "$line" isready
    expect_in_stdout '^info string ERROR: .* from [0-9]+ to [0-9]+, not '
    expect_in_stdout '^readyok$'
done

start "every go has a best move: (none) where its limit or its moves are none"
for go in 'nodes abc' movetime 'depth' 'joho' 'depth 2 searchmoves e7e5' 'depth 2 searchmoves joho a7a6' 'searchmoves e9e9' 'searchmoves'; do
    uci "go $go" isready
    [ "$(grep -c '^bestmove (none)$' "$T/out")" -eq 1 ] || fail "go $go: $(cat "$T/out")"
    expect_in_stdout '^info string ERROR: '
done
uci 'go depth 2 searchmoves joho a2a3 e7e5 h2h3' 'go searchmoves e2e4 nodes 20' 'go depth 0'
[ "$(grep -cE '^bestmove (a2a3|h2h3|e2e4)' "$T/out")" -ge 2 ] || fail "$(grep bestmove "$T/out")"
expect_in_stdout "^info string ERROR: go searchmoves: 'joho' is no legal move"
expect_in_stdout "^info string ERROR: go searchmoves: 'e7e5' is no legal move"
expect_in_stdout '^info string go depth 0 is out of bounds and counts as 1$'
[ "$(grep -c '^bestmove [a-h]' "$T/out")" -eq 3 ] || fail 'not three best moves'

start "any white space is between words"
uci $'setoption\vname\fUCI_Variant\tvalue\vmagi' $'position\fstartpos\vmoves\tb1c3' $'\v go\fdepth\v2\tsearchmoves\vb10c8\f' $'go\vperft\f1'
expect_in_stdout '^bestmove b10c8'
expect_in_stdout '^Nodes searched: 38$'
grep ERROR "$T/out" && fail "refused"
printf 'go\0depth\0001\nisready\n' >"$T/commands"
expect_exit 0 timeout 60 sh -c "grimoire-engine <'$T/commands'"
expect_in_stdout '^bestmove '

start "after a position that was refused nothing is searched until one is accepted"
for refused in 'fen 8/8 w' 'fen' '' 'nonsense' 'startpos moves e2e4 e2e4' 'startpos e2e4' 'startpos joho moves e2e4' "fen $(printf 'K%.0s' {1..3000})"; do
    uci 'position startpos moves d2d4' "position $refused" 'go depth 3' 'go perft 1' eval 'go movetime 20' 'position startpos' 'go depth 1'
    [ "$(grep -c '^bestmove (none)$' "$T/out")" -eq 2 ] || fail "$refused: not two searches of nothing"
    [ "$(grep -c '^bestmove' "$T/out")" -eq 3 ] || fail "$refused: not three best moves"
    [ "$(grep -cE '^info string ERROR: there is nothing to (search|count|evaluate): the last position was refused$' "$T/out")" -eq 4 ] ||
        fail "$refused: $(cat "$T/out")"
    [ "$(grep -B 1 '^bestmove (none)' "$T/out" | grep -c '^info depth 0 score cp 0$')" -eq 2 ] || fail "$refused: no score"
done
uci 'position fen x' 'setoption name UCI_Variant value magi' 'go depth 1' 'position fen x' ucinewgame 'go depth 1' 'position startpos' 'go depth 1'
[ "$(grep '^bestmove' "$T/out" | sed 's/ [a-j].*/ move/' | tr '\n' ,)" = 'bestmove move,bestmove (none),bestmove move,' ] ||
    fail "a new game has no position before one is accepted: $(grep '^bestmove' "$T/out")"
open_engine
tell 'position fen x' 'go infinite' isready
await '^readyok'
sleep 0.2
grep '^bestmove' "$T/out" && fail "a best move before stop"
close_engine

start "variants have the names by which other programs know them"
lines=() want=
while read -r ours names; do
    for name in $names; do
        lines+=("setoption name UCI_Variant value ${name//_/ }")
        want+="info string variant $ours files "
    done
done <<'END'
chess chess standard Standard fromPosition From_Position normal
chess960 chess960 Chess960 fischerandom
crazyhouse crazyhouse Crazyhouse
atomic atomic Atomic
antichess antichess Antichess
horde horde Horde
threecheck threecheck threeCheck Three-check 3check 3-check
racingkings racingkings racingKings Racing_Kings
kingofthehill kingofthehill kingOfTheHill King_of_the_Hill
capablanca capablanca
END
uci "${lines[@]}"
[ "$(grep -oE '^info string variant [a-z0-9]+ files ' "$T/out" | tr -d '\n')" = "$want" ] || fail "others: $(cat "$T/out")"
uci uci
for name in 3check threecheck fischerandom chess960; do
    expect_in_stdout "^option name UCI_Variant type combo .* var $name( |\$)"
done
uci 'setoption name UCI_Variant value giveaway' d # that is Antichess with castling
expect_in_stdout '^info string ERROR: giveaway is Antichess with castling'
expect_in_stdout '^Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq '
uci 'setoption name UCI_Variant value suicide' # a definition that the library has
expect_in_stdout '^info string variant suicide files 8 ranks 8 startpos '
uci 'setoption name UCI_Variant value suicidal'
expect_in_stdout "^info string ERROR: unknown variant 'suicidal'"
for line in 'show -v giveaway' 'perft -v giveaway --depth 2' "match -v giveaway --nodes 5 --games 2 --max-plies 4"; do
    expect_exit 0 grimoire-${line%% *} ${line#* }
    [ "$(grep -c "'giveaway' is taken to be Antichess" "$T/err")" -eq 1 ] || fail "$line: $(cat "$T/err")"
done
expect_exit 0 grimoire-show -v antichess
[ ! -s "$T/err" ] || fail "$(cat "$T/err")"

start "words before a command are passed over"
uci 'joho debug on' 'what is this isready' $'joho\tgo depth 1' 'nonsense nowhere'
expect_in_stdout '^readyok$'
expect_in_stdout '^bestmove '
[ "$(grep -c ERROR "$T/out")" -eq 1 ] || fail "not one error"
expect_in_stdout "^info string ERROR: unknown command 'nonsense'"

finish
