#!/usr/bin/env bash
# Judgements: of games with evaluations in their text, in every form of output and in statistics.
. "$(dirname "$0")/lib.sh"

# Two games with evaluations, one of them with clocks, and one without either.
cat >"$T/three.pgn" <<'PGN'
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[ECO "C20"]
[TimeControl "180+2"]

1. e4 {[%eval 0.30] [%clk 0:03:00]} e5 {[%eval 0.30] [%clk 0:03:00]} 2. Qh5 {[%eval -0.20] [%clk 0:02:50]} Ke7 {[%eval #1] [%clk 0:00:10]} 3. Qxe5# {[%clk 0:02:40]} 1-0

[White "Bob"]
[Black "Ann"]
[Result "1/2-1/2"]

1. d4 {[%eval 0.20]} d5 {[%eval 0.20]} 2. Bf4 {[%eval -0.50]} Nh6 {[%eval 0.60]} 3. Bxh6 {[%eval 0.60]} Kd7 {[%eval 3.00]} 1/2-1/2

[White "Bob"]
[Black "Cid"]
[Result "*"]

1. c4 *
PGN

start "JSON has the judgement of moves and games"
expect_exit 0 grimoire-convert -f json "$T/three.pgn"
expect_quiet
expect_output judged/three.json

start "CSV has each side's sums"
expect_exit 0 grimoire-convert -f csv "$T/three.pgn"
expect_output judged/three.csv

start "HTML has a table of the sides"
expect_exit 0 grimoire-convert -f html "$T/three.pgn"
grep -A 4 'class="judgement"' "$T/out" >"$T/table"
expect_same "$T/table" tests/data/golden/judged/three.table
[ "$(grep -c 'class="judgement"' "$T/out")" = 2 ] || fail "not two tables"

start "PGN stays as it was written"
expect_exit 0 grimoire-convert "$T/three.pgn"
grep -q '\$[246]' "$T/out" && fail "a NAG was added"

start "thresholds"
expect_exit 0 grimoire-convert -f csv --thresholds 1,2,3 "$T/three.pgn"
sed -n 2p "$T/out" | grep -q ',0,0,1,[0-9.]*,[0-9.]*,0,0,1$' || fail "not by the thresholds: $(sed -n 2p "$T/out")"
for bad in 5,10 15,10,5 5,10,101 a,b,c ''; do
    expect_exit 2 grimoire-convert -f csv --thresholds "$bad" "$T/three.pgn"
    expect_stderr 'thresholds'
done

start "statistics: sides, phases, times, openings, players"
expect_exit 0 grimoire-stats --players 0 --openings 0 "$T/three.pgn"
sed -n '/^Judgement/,$p' "$T/out" >"$T/judgement"
expect_same "$T/judgement" tests/data/golden/judged/stats.text
expect_exit 0 grimoire-stats --players 0 --openings 0 -f csv "$T/three.pgn"
grep -E '^chess,(judged|time|opening|player)' "$T/out" >"$T/rows"
expect_same "$T/rows" tests/data/golden/judged/stats.csv
expect_exit 0 grimoire-stats --players 0 --openings 0 -f json "$T/three.pgn"
expect_output judged/stats.json

start "openings by plies"
expect_exit 0 grimoire-stats --opening-plies 1 -f csv "$T/three.pgn"
expect_in_stdout 'opening_games,1. e4,,1'
expect_in_stdout 'opening_games,1. d4,,1'
expect_exit 2 grimoire-stats --opening-plies 0 "$T/three.pgn"

start "statistics without evaluations have no such tables"
sed 's/\[%[a-z]* [^]]*\]//g' "$T/three.pgn" >"$T/bare.pgn"
expect_exit 0 grimoire-stats "$T/bare.pgn"
grep -qE 'Judgement|Phases|^Time' "$T/out" && fail "a table of nothing"

start "a ply is shown with what is known of it"
expect_exit 0 grimoire-show "$T/three.pgn" --game 2 --ply 4
expect_in_stdout "Evaluation 0.60: White's chance 55.5 %"
expect_in_stdout "2... Nh6 was a mistake: Black's chance fell by 10.1 points"

start "sums are those that a few lines of Python compute"
if have python3; then
    cat >"$T/oracle.py" <<'PYTHON'
import json, math, os, random, statistics, subprocess, sys

def win(c): return 100 / (1 + math.exp(-0.00368208 * c))
def cut(c): return max(-1000, min(1000, c))
def accuracy(x):
    if x <= 0: return 100
    return max(0, min(100, 103.1668100711649 * math.exp(-0.04354415386753951 * x) - 3.166924740191411 + 1))

def expected(evals, forced):
    """Accuracy, mean loss, and numbers of ?!, ?, ?? of both sides; evals are centipawns after each move,
    forced says which was the only one."""
    cps = [15] + evals
    w = [win(cut(c)) for c in cps]
    n = len(evals)
    size = max(2, min(8, n // 10))
    windows = [w[:size]] * (size - 2) + [w[i:i + size] for i in range(len(w) - size + 1)]
    weights = [max(0.5, min(12, statistics.pstdev(x))) for x in windows]
    sides = []
    for side in 0, 1:
        sign = 1 - 2 * side
        moves = range(side, n, 2)
        a = [accuracy(sign * (w[i] - w[i + 1])) for i in moves]
        k = [weights[i] for i in moves]
        mean = sum(x * y for x, y in zip(a, k)) / sum(k)
        harmonic = len(a) / sum(1 / max(1, x) for x in a)
        loss = [max(0, sign * (cut(cps[i]) - cut(cps[i + 1]))) for i in moves]
        drop = [sign * (win(cps[i]) - win(cps[i + 1])) for i in moves]
        drop = [0 if forced[i] else d for i, d in zip(moves, drop)]
        sides.append(((mean + harmonic) / 2, sum(loss) / len(loss), [sum(5 <= d < 10 for d in drop),
                      sum(10 <= d < 15 for d in drop), sum(d >= 15 for d in drop)]))
    return sides

# A sanitizer that was loaded before this interpreter is none of the programs': they have their own.
os.environ.pop('LD_PRELOAD', None)

def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True).stdout

random.seed(int(os.environ.get("GRIMOIRE_SEED") or 7))
lines = run('grimoire-convert', '-q', '-f', 'san', 'samples/chess.pgn').split('\n')
games = []
with open(sys.argv[1], 'w') as pgn:
    for line in lines:
        moves = [m for m in line.split() if m[0].isalpha()]
        if len(moves) < 4: continue
        moves = moves[:-3] # no mate, no forced move at the end
        evals, c = [], 0
        for m in moves:
            c += random.choice([0, 0, 5, -5, 30, -30, 120, -150, 700, -650]) 
            c = max(-2500, min(2500, c))
            evals.append(c)
        pgn.write('[Event "x"]\n\n' + ' '.join('%s%s {[%%eval %.2f]}' % ('%d. ' % (i // 2 + 1) if i % 2 == 0 else '', m, e / 100)
                  for i, (m, e) in enumerate(zip(moves, evals))) + ' *\n\n')
        games.append(evals)
out = run('grimoire-convert', '-q', '-f', 'json', sys.argv[1])
fens = [game.split('\n') for game in run('grimoire-convert', '-q', '-f', 'fen', sys.argv[1]).split('\n\n')]
got = [json.loads(line) for line in out.split('\n') if line]
assert len(got) == len(games) and len(games) > 4, (len(got), len(games))
# One process knows of all positions whether they have a single move: those that it does not report have.
before = [f for game, fen in zip(got, fens) for f in [game['start_fen']] + [f for f in fen if f]]
counts = run('grimoire-perft', '--epd', '-', text=''.join(f + ' ;D1 1\n' for f in before))
assert ' passed, ' in counts
others = {int(line.split()[1][:-1]) for line in counts.split('\n') if line.startswith('line ')}
single = iter([n not in others for n in range(1, len(before) + 1)])
wrong = 0
for evals, game, fen in zip(games, got, fens):
    assert game['plies'] == len(evals)
    before = [game['start_fen']] + [f for f in fen if f]
    forced = [next(single) for f in before]
    for want, name in zip(expected(evals, forced), ('white', 'black')):
        side = game['judgement'][name]
        have = [side[x] for x in ('accuracy', 'average_loss', 'dubious', 'mistakes', 'blunders')]
        if abs(have[0] - want[0]) > 0.006 or abs(have[1] - want[1]) > 0.006 or have[2:] != want[2]:
            print(name, 'has', have, 'not', want)
            wrong += 1
print(len(games), 'games,', wrong, 'sides differ')
PYTHON
    expect_exit 0 python3 "$T/oracle.py" "$T/random.pgn"
    expect_in_stdout ' 0 sides differ'
fi

# ---- databases ----

# export_of DB [OPTION...]: its games as PGN.
export_of() {
    grimoire-export -q -d "$@"
}

grimoire-import -q -d "$T/games.db" samples/chess.pgn samples/magi.pgn 2>/dev/null
cp "$T/games.db" "$T/stored.db"
export_of "$T/stored.db" >"$T/stored.pgn"
grimoire-annotate -q -d "$T/games.db" --depth 3

start "an export shows the evaluations of a database, --judge none does not"
export_of "$T/games.db" >"$T/judged.pgn"
grep -q '\[%eval [-0-9.]*,3\]' "$T/judged.pgn" || fail "no evaluation"
grep -q '\$[246]' "$T/judged.pgn" || fail "no fault"
export_of "$T/games.db" --judge none >"$T/none.pgn"
expect_same "$T/none.pgn" "$T/stored.pgn"

start "one evaluation a move, none after a mate, no other marks"
grep -q '%loss\|%best\|EngineAnalysis' "$T/judged.pgn" && fail "marks of old"
expect_exit 0 grimoire-export -q -d "$T/games.db" -f json
grep -o '"san":"[^"]*","uci":"[^"]*","comment":[^,]*\(,[^"][^,]*\)*,"nags"' "$T/out" >"$T/moves"
grep -vc '%eval' "$T/moves" >"$T/without"
[ "$(grep -c '#"' "$T/moves")" = "$(cat "$T/without")" ] || fail "$(cat "$T/without") moves without evaluation"
grep -q '%eval.*%eval' "$T/moves" && fail "a move with two"

start "exported, imported and exported again: the same"
grimoire-import -q -d "$T/again.db" "$T/judged.pgn" 2>/dev/null
export_of "$T/again.db" >"$T/again.pgn"
expect_same "$T/again.pgn" "$T/judged.pgn"
grimoire-annotate -q -d "$T/again.db" --depth 3
export_of "$T/again.db" >"$T/again.pgn"
expect_same "$T/again.pgn" "$T/judged.pgn"

start "a judge is chosen by a part of the name"
grimoire-annotate -q -d "$T/games.db" --nodes 50 --to-ply 3
export_of "$T/games.db" >"$T/most.pgn"
expect_same "$T/most.pgn" "$T/judged.pgn"
export_of "$T/games.db" --judge 'depth 3' >"$T/depth.pgn"
expect_same "$T/depth.pgn" "$T/judged.pgn"
export_of "$T/games.db" --judge '50 nodes' >"$T/nodes.pgn"
cmp -s "$T/nodes.pgn" "$T/judged.pgn" && fail "both judges show the same"
expect_exit 2 grimoire-export -d "$T/games.db" --judge nobody
expect_stderr nobody
expect_exit 2 grimoire-export -d "$T/games.db" --judge grimoire
for program in "search 'blunder'" stats 'show --game 1'; do
    eval "expect_exit 2 grimoire-${program%% *} -d '$T/games.db' --judge nobody ${program#* }" 2>/dev/null
done

start "queries go by the judgement"
grimoire-import -q -d "$T/text.db" "$T/judged.pgn" 2>/dev/null
for query in blunder 'blunder by white' 'mistake by black' dubious 'blunder by black then mate within 10 plies' \
    'nag 4' 'eval > 2' 'variation and check'; do
    case $query in variation*) asked="variations ($query)" ;; *) asked=$query ;; esac
    grimoire-search -q -d "$T/text.db" -f plies "$asked" >"$T/want"
    for jobs in 1 3; do
        grimoire-search -q -d "$T/games.db" -j $jobs -f plies "$asked" >"$T/got"
        expect_same "$T/got" "$T/want"
    done
    [ -s "$T/want" ] || fail "nothing is found: $query"
done
expect_exit 1 grimoire-search -q -d "$T/games.db" --judge none blunder
expect_exit 0 grimoire-search -q -d "$T/games.db" 'turning point'
expect_exit 1 grimoire-search -q -d "$T/games.db" --thresholds 100,100,100 'mistake'

start "games found are shown with it"
expect_exit 0 grimoire-search -q -d "$T/games.db" -f pgn blunder
grep -q '%eval' "$T/out" || fail "without evaluations"
expect_exit 0 grimoire-search -q -d "$T/games.db" -f html blunder
grep -q 'class="judgement"' "$T/out" || fail "without a table"

start "statistics count what the table of the games says"
for side in white black; do
    sum=$(grimoire-export -q -d "$T/games.db" -v chess -f csv | awk -F, -v last=$([ $side = white ] && echo 5 || echo 0) \
        '{ n += $(NF - last) } END { print n }')
    expect_exit 0 grimoire-stats -q -d "$T/games.db" -v chess -f csv
    expect_in_stdout "^chess,judged,blunders,$side,$sum$"
done
expect_exit 0 grimoire-stats -q -d "$T/games.db" -v chess
expect_in_stdout '^Evaluations by Grimoire.*depth 3$'

start "a ply of the database is shown with it"
expect_exit 0 grimoire-show -d "$T/games.db" --game 1 --ply 3
expect_in_stdout '^Evaluation .* at depth 3 by Grimoire.*best is '
expect_exit 0 grimoire-show -d "$T/games.db" --game 1 --ply 3 --judge none
grep -q '^Evaluation' "$T/out" && fail "by nobody"

start "each verdict has the limit that it was found with, and a mixture says so"
grimoire-import -q -d "$T/mixed.db" samples/chess.pgn >/dev/null 2>&1
grimoire-annotate -q -d "$T/mixed.db" --games 1-3 --nodes 100
grimoire-annotate -q -d "$T/mixed.db" --games 4 --nodes 3000 # the start, 1. e4 e5 2. Nf3 d6 are games 1's, too
expect_exit 0 grimoire-show -d "$T/mixed.db" --game 1 --ply 9
expect_in_stdout '^Evaluation .* by Grimoire [^ ]* [^ ]* 100 nodes: White'
expect_exit 0 grimoire-show -d "$T/mixed.db" --game 1 --ply 3
expect_in_stdout '^Evaluation .* by Grimoire [^ ]* [^ ]* 3000 nodes: White'
judges_of() {
    expect_exit 0 grimoire-export -q -d "$T/mixed.db" -f csv --games "$1"
    expect_in_stdout "Grimoire [^ ]* [^ ]* $2\","
    expect_exit 0 grimoire-export -q -d "$T/mixed.db" -f json --games "$1"
    expect_in_stdout "\"judge\":\"Grimoire [^ ]* [^ ]* $2\",\"limit\":{\"kind\":\"${5-nodes}\",\"least\":$3,\"most\":$4}"
    expect_exit 0 grimoire-export -q -d "$T/mixed.db" -f html --games "$1"
    expect_in_stdout "<caption>Grimoire [^ ]* [^ ]* $2</caption>"
    expect_exit 0 grimoire-stats -q -d "$T/mixed.db" --games "$1"
    expect_in_stdout "^Evaluations by Grimoire [^ ]* [^ ]* $2\$"
}
judges_of 1 '100 to 3000 nodes' 100 3000
! is_long || judges_of 2 '100 to 3000 nodes' 100 3000
judges_of 4 '3000 nodes' 3000 3000
judges_of 3,4 '100 to 3000 nodes' 100 3000
if have python3; then
    expect_exit 0 grimoire-export -q -d "$T/mixed.db" -f json --games 1
    python3 - "$T/out" <<'END' >"$T/limits" || fail "no JSON"
import json, sys
print([m["judgement"]["limit"] for m in json.load(open(sys.argv[1]))["moves"]])
END
    [ "$(cat "$T/limits")" = "[3000, 3000, 3000, 3000, 100, 100, 100, 100, 100, 100, 100, 100, None]" ] || fail "$(cat "$T/limits")"
fi
expect_exit 0 grimoire-export -q -d "$T/mixed.db" -f json --games 1 --judge '100 nodes'
expect_in_stdout '"judge":"Grimoire [^ ]* [^ ]* 100 nodes"'
expect_exit 0 grimoire-report -q -v chess -d "$T/mixed.db" -f html
expect_in_stdout 'games with evaluations [(]Grimoire [^ ]* [^ ]* 100 to 3000 nodes[)]'
if have sqlite3; then
    sqlite3 "$T/mixed.db" ".load ${GRIMOIRE_BIN%/bin}/lib/grimoire" \
        "SELECT ply, engine FROM grimoire_judged(1)" | sed 's/|.*, /|/' >"$T/engines"
    expect_same "$T/engines" <(printf '%s|3000 nodes\n' 1 2 3 4; echo '5|100 to 3000 nodes'; printf '%s|100 nodes\n' 6 7 8 9 10 11 12 13)
fi
grimoire-annotate -q -d "$T/mixed.db" --games 5 --depth 2
grimoire-annotate -q -d "$T/mixed.db" --games 5 --depth 4 --from-ply 30
judges_of 5 'depth 2 to 4' 2 4 depth

finish
