#!/usr/bin/env bash
# grimoire-annotate: shards, changes of the chances alone, and what one shard sees of the others.
. "$(dirname "$0")/lib.sh"
fake=tests/programs/fake-engine

cat >"$T/games.pgn" <<'PGN'
[White "One"]

1. e4 e5 2. Qh5 {[%clk 0:10:00] early} Nc6 3. Bc4 Nf6 $4 (3... g6 {holds}) 4. Qxf7# 1-0

[White "Two"]

1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 *

[Variant "Magician Chess"]
[White "Three"]

1. c4 e4 2. Nb3 f4 3. Nc2 *

[Variant "Wizard Chess"]
[White "Four"]

1. Ga10 Ga3 2. Gg10 Gg3 *

[White "Five"]

1. e4 {[%eval 0.3]} e5 2. Nf3 *
PGN
# 7 + 11 + 6 + 5 + 1 different positions in which a move can be made: 30; 19 of them of chess.
database() {
    rm -f "$T/games.db"
    expect_exit 0 grimoire-import -q -d "$T/games.db" "$T/games.pgn"
}
annotate() {
    grimoire-annotate -d "$T/games.db" "$@"
}
# judged COUNT KNOWN ASIDE GAMES: what the last line says.
judged() {
    local noun=positions games=games
    [ "$1" -ne 1 ] || noun=position
    [ "$4" -ne 1 ] || games=game
    local want="$1 $noun judged, $2 already known, $3 set aside, $4 $games"
    [ "$(tail -n 1 "$T/out")" = "$want" ] || fail "not '$want': $(tail -n 1 "$T/out")"
}

start "shards divide the positions"
database
total=0
for i in 1 2 3; do
    expect_exit 0 annotate --depth 2 --shard $i/3
    total=$((total + $(sed -n '$s/ .*//p' "$T/out")))
done
[ $total -eq 30 ] || fail "$total positions were judged"
expect_exit 0 annotate --depth 2
judged 0 30 0 5

start "with a swing, positions at changes of the chances alone are judged, and those that come to lie at one"
database
swings=("--engine" "$fake swings" --games 2 --from-ply 8)
expect_exit 2 annotate "${swings[@]}" --depth 2 --swing 10
expect_stderr "'Swings' has judged no position so far: run it without --swing first$"
expect_exit 0 annotate "${swings[@]}" --depth 1
judged 4 0 0 1
expect_exit 0 annotate "${swings[@]}" --depth 2 --swing 41
judged 0 0 0 1
expect_exit 0 annotate "${swings[@]}" --depth 2 --swing 40 # 600 centipawns are 90.1 percent
expect_stderr '^2 positions to judge$'
judged 3 0 0 1
expect_exit 0 grimoire-export -d "$T/games.db" --games 2 --judge swings
expect_in_stdout '5\. axb5 \{\[%eval 0\.00,2\]\}$'
expect_exit 0 annotate "${swings[@]}" --depth 2 --swing 40
judged 0 2 0 1
expect_exit 0 annotate "${swings[@]}" --depth 2
judged 1 3 0 1

start "swings are seen from one shard to the other"
database
expect_exit 0 annotate "${swings[@]}" --depth 1
total=0
for i in 1 2 3 4; do
    expect_exit 0 annotate "${swings[@]}" --depth 2 --swing 40 --shard $i/4
    total=$((total + $(sed -n '$s/ .*//p' "$T/out")))
done
expect_exit 0 annotate "${swings[@]}" --depth 2 --swing 40
total=$((total + $(sed -n '$s/ .*//p' "$T/out")))
[ $total -eq 3 ] || fail "$total positions were judged"

start "a database that was made for a shard is judged as such, unless --shard says otherwise"
database
expect_exit 0 grimoire-db split -q -d "$T/games.db" --shards 2 "$T/part.db"
parts=("$T"/part*.db)
[ ${#parts[@]} -eq 2 ] || fail "there are ${#parts[@]} parts"
total=0
for part in "${parts[@]}"; do
    expect_exit 0 grimoire-annotate -d "$part" --depth 2
    count=$(sed -n '$s/ .*//p' "$T/out")
    [ "$count" -lt 30 ] || fail "all positions were judged"
    total=$((total + count))
done
[ $total -eq 30 ] || fail "$total positions were judged"
expect_exit 0 grimoire-annotate -d "${parts[0]}" --depth 2 --shard 1/1
judged $count $((30 - count)) 0 5
expect_exit 0 grimoire-db merge -q -d "$T/games.db" "${parts[@]}"
expect_exit 0 annotate --depth 2
judged 0 30 0 5

finish
