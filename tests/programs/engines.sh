#!/usr/bin/env bash
# grimoire-annotate with engines that fail in every way: no verdict is lost, no position is asked more
# than twice, and what cannot be judged is reported.
. "$(dirname "$0")/lib.sh"
fake=tests/programs/fake-engine

# 17 different positions in which a move can be made.
cat >"$T/games.pgn" <<'PGN'
[White "One"]

1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 *

[White "Two"]

1. d4 d5 2. Nf3 Nf6 3. Bf4 e6 4. e3 *
PGN
fen=rnbqkbnr/ppp1pppp/8/8/2pP4/8/PP2PPPP/RNBQKBNR # after 2... dxc4
database() {
    rm -f "$T/games.db" "$T/log"
    expect_exit 0 grimoire-import -q -d "$T/games.db" "$T/games.pgn"
}
annotate() {
    timeout 120 grimoire-annotate -d "$T/games.db" "$@"
}
said() {
    [ "$(tail -n 1 "$T/out")" = "$1" ] || fail "not '$1': $(tail -n 1 "$T/out")"
}
# The most often that one position was asked, as the log has it.
most() {
    awk '/^position/ { at = $0 } /^go/ { n[at]++ } END { for (p in n) if (n[p] > m) m = n[p]; print m }' "$T/log"
}
rest='17 positions judged, 0 already known, 0 set aside, 2 games'
but_one='16 positions judged, 0 already known, 1 set aside, 2 games'

start "an engine that fails at one position is started again, and the position set aside"
for jobs in 1 2; do
    while read -r way says; do
        [ $jobs -eq 1 ] || one_in 2 || continue
        database
        expect_exit 1 annotate --depth 2 -j $jobs --engine "$fake at $way $fen $T/log"
        said "$but_one"
        expect_stderr "games.db: error: game 1, ply 4: engine '.*' $says; position set aside: $fen w KQkq - 0 1$"
        [ "$(grep -c ' error: ' "$T/err")" -eq 1 ] || fail "$way: $(cat "$T/err")"
        [ "$(most)" -le 2 ] || fail "$way: asked $(most) times"
        expect_exit 0 annotate --depth 2 -j $jobs --engine "$fake at none none $T/log"
        said '1 position judged, 16 already known, 0 set aside, 2 games'
    done <<'WAYS'
dies was killed by signal 9 .*
illegal gives 'a1a8' as its best move, which is not legal
nonsense states what cannot be: 'depth 2147483648'
floods (prints without end and no best move|gives no best move after 'stop'): killed
WAYS
done

start "a move without a score is no verdict"
database
expect_exit 1 annotate --depth 2 --engine "$fake at scoreless RNBQKBNR $T/log" --games 1 --to-ply 2 -j 1
expect_stderr "gives a move but no score"

start "numbers that cannot be are no verdict: the position is set aside with them, and the next is asked"
while IFS='|' read -r change says; do
    database
    expect_exit 1 annotate --depth 2 -j 1 --engine "$fake alters '$change'"
    said '0 positions judged, 0 already known, 17 set aside, 2 games'
    [ "$(grep -c " error: game .* states what cannot be: '$says'; position set aside: " "$T/err")" -eq 17 ] ||
        fail "$change: $(head -n 3 "$T/err")"
    expect_exit 0 annotate --depth 2 -j 1 --engine "$fake alters '/^info depth [^2]/$change'" # the last one counts
    said "$rest"
done <<'WAYS'
s/score cp [-0-9]*/score cp 9223372036854775808/|score cp 9223372036854775808
s/score cp [-0-9]*/score mate -99999999/|score mate -99999999
s/ depth [0-9]*/ depth 2147483648/|depth 2147483648
s/ nodes [0-9]*/ nodes 99999999999999999999/|nodes 99999999999999999999
s/ nodes [0-9]*/ nodes 9223372036854775808/|nodes 9223372036854775808
WAYS
database
for n in {1..12}; do # 13 games more, in which each move is another
    printf '[White "%s"]\n\n1. %s %s *\n\n' "$n" "$(sed -n "$n"p <<<$'a3\nb3\nc3\nd3\ne3\nf3\ng3\nh3\nNa3\nNc3\nNf3\nNh3')" h6
done >"$T/more.pgn"
expect_exit 0 grimoire-import -q -d "$T/games.db" "$T/more.pgn"
expect_exit 1 annotate --depth 2 -j 1 --engine "$fake alters 's/score cp [-0-9]*/score cp nan/'"
expect_stderr "^grimoire-annotate: engine .* states what cannot be: 'score cp nan'; given up after 20 failures in a row$"

start "an engine that hangs is started again"
database
expect_exit 1 annotate --movetime 20 --engine "$fake at hangs $fen $T/log"
said "$but_one"
expect_stderr "gives no best move after 'stop': killed; position set aside: "

start "an engine that fails at everything ends the run, and what was judged stays"
database
expect_exit 0 annotate --depth 2 --games 2
for way in dies illegal stops floods; do
    expect_exit 1 annotate --depth 3 -j 1 --engine "$fake at $way RNBQKB $T/log"
    said '0 positions judged, 0 already known, 3 set aside, 2 games'
    expect_stderr '^grimoire-annotate: .*; given up after 3 failures in a row$'
done
expect_exit 0 annotate --depth 2 --games 2
said '0 positions judged, 8 already known, 0 set aside, 1 game'
expect_exit 1 annotate --depth 7 --engine yes
expect_stderr "engine 'yes' prints without end"
expect_exit 1 annotate --depth 7 --engine "$fake quits"
expect_stderr "exited with status 3"
expect_exit 1 annotate --depth 7 --engine "$fake at dies 1 $T/log" -j 2
expect_stderr "signal 9 .*given up"

start "engines that cannot be started leave the work to the others, and what was judged stays"
database
expect_exit 0 annotate --depth 2 -j 4 --engine "$fake starts 2 $T/starts"
said "$rest"
database
rm -f "$T/starts"
expect_exit 1 annotate --depth 2 -j 1 \
    --engine "[ \$(echo >>$T/starts && wc -l <$T/starts) -le 1 ] && exec $fake at dies $fen $T/log"
expect_stderr "engine '.*' exited with status 1$"
said '4 positions judged, 0 already known, 0 set aside, 2 games'

start "all engines of a run must be the same"
database
rm -f "$T/names"
expect_exit 1 annotate --depth 2 -j 2 --engine "$fake named $T/names"
expect_stderr "calls itself 'Fake [23]' now, and 'Fake 1' before"

start "a signal ends it at once, whatever the engine does"
for what in mute hangs stubborn; do
    database
    grimoire-annotate -d "$T/games.db" --depth 7 -j 2 --engine "$fake $what" >"$T/out" 2>"$T/err" &
    until_true catches_signals $!
    sleep 0.5
    began=$(date +%s%N)
    kill -TERM $!
    wait $!
    [ $? -eq 143 ] || fail "$what: exit status is not 143"
    [ $((($(date +%s%N) - began) / 1000000)) -lt 3000 ] || fail "it took too long: $what"
done

finish
