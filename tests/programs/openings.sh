#!/usr/bin/env bash
# Names of openings: db classify, and --openings of tree.
. "$(dirname "$0")/lib.sh"

printf 'eco\tname\tpgn\nC20\tKing Pawn\t1. e4 e5\nC33\tKing Gambit: Bishop\t1. e4 e5 2. f4 exf4 3. Bc4\n' >"$T/list.tsv"
printf 'C57\tTransposed: by another way\t1. f4 e5 2. e4 exf4 3. Bc4 Qh4+\n' >>"$T/list.tsv"
database() {
    rm -f "$T/games.db"
    grimoire-import -q -d "$T/games.db" samples/chess.pgn samples/magi.pgn >/dev/null 2>&1
}
database

start "a dry run shows names and changes nothing"
cp "$T/games.db" "$T/before.db"
expect_exit 0 grimoire-db classify --dry-run --openings "$T/list.tsv" "$T/games.db"
expect_stdout 'game 1: C20 King Pawn
game 2: C57 Transposed: by another way
game 3: C20 King Pawn
game 4: C20 King Pawn
7 games, 4 with a named opening, 4 would change'
expect_exit 1 grimoire-search -d "$T/games.db" --opening pawn --count
expect_stdout '0 0'

start "games get tags, by the last position with a name, whatever the order of moves"
expect_exit 0 grimoire-db classify --openings "$T/list.tsv" "$T/games.db"
expect_stdout '7 games, 4 with a named opening, 4 changed'
expect_exit 0 grimoire-export -d "$T/games.db" --games 2
expect_in_stdout '^\[ECO "C57"\]$'
expect_in_stdout '^\[Opening "Transposed"\]$'
expect_in_stdout '^\[Variation "by another way"\]$'
expect_exit 0 grimoire-search -d "$T/games.db" --opening transposed
expect_in_stdout '^2.Anderssen, Adolf - Kieseritzky'
expect_exit 0 grimoire-db verify "$T/games.db"
expect_exit 0 grimoire-db classify --openings "$T/list.tsv" "$T/games.db"
expect_stdout '7 games, 4 with a named opening, 0 changed'

start "another list takes the place of the names, its Variation too; a list may be compressed"
printf 'C20 "Open Game" 1.e4\n  e5 *\n' | gzip -c >"$T/list.eco"
expect_exit 0 grimoire-db classify --openings "$T/list.eco" "$T/games.db"
expect_stdout '7 games, 4 with a named opening, 4 changed'
expect_exit 0 grimoire-export -d "$T/games.db" --games 2
expect_in_stdout '^\[Opening "Open Game"\]$'
grep -q Variation "$T/out" && fail "the old variation is still there"

start "any variant"
printf 'M1 "Knight" 1.Nc3 *\n' >"$T/magi.eco"
expect_exit 0 grimoire-db classify -v magi --openings "$T/magi.eco" "$T/games.db"
expect_stdout '5 games, 4 with a named opening, 4 changed'
expect_exit 0 grimoire-search -d "$T/games.db" --opening =Knight --eco M1 --count
expect_stdout '4 0'

start "faults of a list are reported by line, and a list is asked for"
printf '# names\nC20 "Open Game" 1.e4\n  e5 *\nC21 "Odd" 1.e4\n  Ke4 *\nB00 "King Pawn" 1.e4 *\n' >"$T/some.eco" # one is bad
expect_exit 0 grimoire-db classify --dry-run --openings "$T/some.eco" "$T/games.db"
expect_stderr 'some.eco:5:3: warning: .*Ke4'
printf 'eco\tname\tpgn\nC20\tx\t1. e4 Ke4\n' >"$T/bad.tsv"
expect_exit 2 grimoire-db classify --openings "$T/bad.tsv" "$T/games.db"
expect_stderr 'bad.tsv:2: .Ke4. is not a legal move'
printf 'These are the openings\nthat I like\n' >"$T/prose"
expect_exit 2 grimoire-db classify --openings "$T/prose" "$T/games.db"
expect_stderr 'prose:[0-9]+: no list of openings'
expect_exit 2 grimoire-db classify --openings "$T/none" "$T/games.db"
expect_stderr 'none: No such file'
expect_exit 2 grimoire-db classify "$T/games.db"
expect_stderr '--openings FILE'

start "tree names the position, and those after each move"
expect_exit 0 grimoire-tree -d "$T/games.db" --openings "$T/list.tsv" --line 'e4'
expect_in_stdout '^e5 +4 .* 1858         C20 King Pawn$'
expect_in_stdout '^c6 +1 .* 1910$'
expect_in_stdout '^5 games, 0 end here$'
expect_exit 0 grimoire-tree -d "$T/games.db" --openings "$T/list.tsv" --line 'e4 e5'
expect_in_stdout '^4 games, 0 end here  C20 King Pawn$'

start "and so do JSON and the explorer's"
expect_exit 0 grimoire-tree -d "$T/games.db" --openings "$T/list.tsv" --line 'e4' -f json
expect_in_stdout '"san":"e5".*"opening":\{"eco":"C20","name":"King Pawn"\}'
expect_in_stdout '"san":"c6".*"opening":null'
expect_exit 0 grimoire-tree -d "$T/games.db" --openings "$T/list.tsv" --line 'e4 e5 f4 exf4 Bc4' -f explorer
expect_in_stdout '^\{"variant":"chess","fen":"[^"]*","opening":\{"eco":"C33","name":"King Gambit: Bishop"\}'
expect_in_stdout '"san":"Qh4\+".*"opening":\{"eco":"C57","name":"Transposed: by another way"\},"game":2'
expect_exit 0 grimoire-tree -d "$T/games.db" -f explorer
grep -q '"opening"' "$T/out" && fail "there is a name without a list"
expect_exit 2 grimoire-tree -d "$T/games.db" --openings "$T/bad.tsv"
expect_stderr 'bad.tsv:2: '
finish
