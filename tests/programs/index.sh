#!/usr/bin/env bash
# The index of positions from outside: made, completed, dropped, killed while it is made.
. tests/programs/lib.sh

start_fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
after_e4='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

# Games with three openings in turn and a number in their headers.
games() {
    local line n
    for ((n = $1; n <= $2; n++)); do
        case $((n % 3)) in
        0) line='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7' ;;
        1) line='1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O' ;;
        2) line='1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5 4. Nf3 d6' ;;
        esac
        printf '[White "P%d"]\n[Black "Q"]\n[Round "%d"]\n[Result "1-0"]\n\n%s 1-0\n\n' \
            "$n" "$n" "$line"
    done
}

# What is asked before and after.
ask() {
    local fen
    for fen in "$start_fen" "$after_e4"; do
        grimoire-search -q -d "$1" --fen "$fen" -f csv
        grimoire-search -q -d "$1" --fen "$fen" --round 1 --count
        grimoire-tree -q -d "$1" --fen "$fen" -f json
    done
    grimoire-search -q -d "$1" --board 'rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R' --count
    grimoire-search -q -d "$1" --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1' --count
}

start "answers are the same with an index and without"
games 1 900 >"$T/a.pgn"
expect_exit 0 grimoire-import -q -d "$T/a.db" "$T/a.pgn"
ask "$T/a.db" >"$T/plain"
[ "$(wc -l <"$T/plain")" -gt 1800 ] || fail 'the answers are too short'
expect_exit 0 grimoire-db index "$T/a.db"
expect_in_stdout '^900 games, [0-9]* positions$'
ask "$T/a.db" | cmp -s - "$T/plain" || fail 'the index changes the answers'
expect_exit 0 grimoire-db verify "$T/a.db"
expect_exit 0 grimoire-db info "$T/a.db"
expect_in_stdout 'index of positions'
expect_exit 0 grimoire-db index --drop "$T/a.db"
ask "$T/a.db" | cmp -s - "$T/plain" || fail 'dropping the index changes the answers'

start "an index that is complete stays as it is"
expect_exit 0 grimoire-db index -j 1 "$T/a.db"
expect_exit 0 grimoire-db index "$T/a.db"
expect_stdout '0 games, 0 positions'

start "the index is the same whatever the number of threads"
cp "$T/a.db" "$T/b.db"
expect_exit 0 grimoire-db index --drop "$T/b.db"
expect_exit 0 grimoire-db index -j 4 "$T/b.db"
for table in posting segment; do
    for db in a b; do
        grimoire-db info -f json "$T/$db.db" | tr ',' '\n' | grep index >"$T/$db.info"
    done
    cmp -s "$T/a.info" "$T/b.info" || fail "$table differs"
done

start "what is imported later is found, and indexed by the import"
games 901 1000 >"$T/more.pgn"
expect_exit 0 grimoire-import -q -d "$T/a.db" "$T/more.pgn"
expect_exit 0 grimoire-search -q -d "$T/a.db" --fen "$start_fen" --count
expect_stdout '1000 1333'
expect_exit 0 grimoire-db index "$T/a.db"
expect_stdout '0 games, 0 positions'
ask "$T/a.db" >"$T/indexed"
expect_exit 0 grimoire-db index --drop "$T/a.db"
ask "$T/a.db" | cmp -s - "$T/indexed" || fail 'the index changes the answers'

start "the index survives optimise"
expect_exit 0 grimoire-db index "$T/a.db"
expect_exit 0 grimoire-db optimise "$T/a.db"
ask "$T/a.db" | cmp -s - "$T/indexed" || fail 'other answers'

start "killed while it is made, the database is sound, and the answers are the same"
for pause in 0.002 0.01 0.03 0.06; do
    one_of 2 || continue
    grimoire-db index --drop "$T/a.db"
    grimoire-db index -q "$T/a.db" >"$T/killed" 2>&1 &
    index=$!
    sleep "$pause"
    kill -KILL "$index" 2>/dev/null
    wait "$index" 2>/dev/null
    ask "$T/a.db" | cmp -s - "$T/indexed" || fail "killed after $pause s: other answers"
    expect_exit 0 grimoire-db verify "$T/a.db"
done
expect_exit 0 grimoire-db index "$T/a.db"
ask "$T/a.db" | cmp -s - "$T/indexed" || fail 'other answers at last'

start "bad usage"
expect_exit 2 grimoire-db index "$T/missing.db"
expect_stderr 'no such database'
expect_exit 3 grimoire-db index "$T/a.pgn"

finish
