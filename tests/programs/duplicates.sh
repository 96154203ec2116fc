#!/usr/bin/env bash
# A game that comes twice is known again, whatever was written about it in the meantime; and games
# that are kept as text lose nothing on their way through a database.
. "$(dirname "$0")/lib.sh"

# known N DB FILE...: all N games of the files are in the database already.
known() {
    local games=$1 db=$2
    shift 2
    command="import into $db: $*"
    grimoire-import -d "$db" "$@" >"$T/out" 2>"$T/err"
    expect_in_stdout "^$games games, [0-9]+ plies, [0-9]+ faulty, $games duplicates\$"
}

# import DB FILE...: whatever the exit status.
import() {
    local db=$1
    shift
    grimoire-import -q -d "$db" "$@" >/dev/null 2>&1
}

texts="samples/published/magi-five-games.txt samples/published/magician-sample.txt"
games=$(cat samples/*.pgn | grep -c '^\[Event ')

start "annotated games are known again"
import "$T/a.db" samples/*.pgn
expect_exit 0 grimoire-annotate -q -d "$T/a.db" --nodes 20
grimoire-export -d "$T/a.db" >"$T/annotated.pgn"
grep -q '%eval' "$T/annotated.pgn" || fail "nothing was annotated"
known "$games" "$T/a.db" samples/*.pgn
known "$games" "$T/a.db" "$T/annotated.pgn"
import "$T/b.db" "$T/annotated.pgn"
known "$games" "$T/b.db" samples/*.pgn
import "$T/c.db" samples/*.pgn
known "$games" "$T/c.db" "$T/annotated.pgn"
expect_exit 0 grimoire-db verify "$T/a.db"

start "so they are by merge, and dedupe finds nothing to do"
for pair in "a c" "c a"; do
    cp "$T/${pair#* }.db" "$T/m.db"
    expect_exit 0 grimoire-db merge -d "$T/m.db" "$T/${pair% *}.db"
    expect_in_stdout "^$games games, [0-9]+ plies, 0 unreadable, $games duplicates\$"
    expect_exit 0 grimoire-db dedupe "$T/m.db"
    expect_in_stdout '^[0-9]+ games compared, 0 duplicates deleted, 0 with comments kept$'
done

# One game by turns plain, with comments, with marks, and with variations of several lengths.
plain() {
    printf '[Event "Turns"]\n[White "A"]\n[Black "B"]\n[Variant "%s"]\n[Result "1-0"]\n\n%s 1-0\n\n' \
        "$1" "$2"
}
chess=('1. e4 e5 2. Nf3' '{before} 1. e4 {a} e5 2. Nf3' '1. e4 $1 e5 $6 2. Nf3 $14'
    '1. e4 (1. d4) e5 2. Nf3' '1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) (1... e6 {French}) 2. Nf3'
    '1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3 g5 4. h4 g4 5. Ne5)')
magi=('1. Nc3 d6 2. Nh3' '1. Nc3 {a} d6 2. Nh3 $3' '1. Nc3 (1. c4) d6 (1... c6 2. Nh3) 2. Nh3')
magician=('1. c4 c5 2. b3' '{x} 1. c4 c5 $2 2. b3' '1. c4 (1. b3) c5 2. b3 (2. a3)')

start "comments, marks and variations make no other game, on either side"
for variant in chess magi magician; do
    declare -n turns=$variant
    for stored in "${!turns[@]}"; do
        plain $variant "${turns[stored]}" >"$T/stored.pgn"
        rm -f "$T/turn.db"
        expect_exit 0 grimoire-import -d "$T/turn.db" "$T/stored.pgn"
        for again in "${!turns[@]}"; do
            plain $variant "${turns[again]}"
        done >"$T/again.pgn"
        known ${#turns[@]} "$T/turn.db" "$T/again.pgn"
    done
    unset -n turns
done

start "other moves do"
rm -f "$T/turn.db"
plain chess "${chess[4]}" >"$T/stored.pgn"
import "$T/turn.db" "$T/stored.pgn"
for moves in '1. e4 e5' '1. e4 e5 2. Nc3' '1. e4 c5 2. Nf3' '1. e4 e5 2. Nf3 Nc6' '1. e4 e6'; do
    plain chess "$moves"
done >"$T/others.pgn"
expect_exit 0 grimoire-import -d "$T/turn.db" "$T/others.pgn"
expect_in_stdout ', 0 duplicates$'

start "what is exported is known again, and what it was exported from"
import "$T/texts.db" samples/*.pgn $texts
all=$(grimoire-search -d "$T/texts.db" --count | cut -d' ' -f1)
grimoire-export -d "$T/texts.db" >"$T/texts.pgn"
known "$all" "$T/texts.db" "$T/texts.pgn"
import "$T/back.db" "$T/texts.pgn"
known "$all" "$T/back.db" samples/*.pgn $texts
expect_exit 0 grimoire-db verify "$T/back.db"
expect_exit 0 grimoire-db optimise "$T/texts.db"
known "$all" "$T/texts.db" "$T/texts.pgn"

start "so it is after a repair"
# The five games of Magi take seconds to repair.
[ -n "${GRIMOIRE_SLOW-}" ] || texts=samples/published/magician-sample.txt
grimoire-import -q --repair -d "$T/repaired.db" samples/*.pgn $texts >/dev/null 2>&1
grimoire-import --repair -d "$T/repaired.db" samples/*.pgn $texts >"$T/out" 2>/dev/null
all=$(sed -n 's/ games, .*//p' "$T/out")
expect_in_stdout "^$all games, .* $all duplicates\$"
grimoire-export -d "$T/repaired.db" >"$T/repaired.pgn"
known "$all" "$T/repaired.db" "$T/repaired.pgn"
expect_exit 0 grimoire-annotate -q -d "$T/repaired.db" --nodes 20
known "$all" "$T/repaired.db" "$T/repaired.pgn"

start "a result that is only written behind the moves is the result"
printf '1. f3 e5 2. g4 Qh4#\n\n' >"$T/mate.txt"
printf '1. f3 e5 2. g4 Qh4# 0-1\n\n' >>"$T/mate.txt"
printf '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n' >>"$T/mate.txt"
printf '[Result "*"]\n\n1. f3 e5 2. g4 Qh4# *\n\n' >"$T/open.pgn"
import "$T/mate.db" "$T/mate.txt"
expect_exit 0 grimoire-search -d "$T/mate.db" --count
expect_stdout '1 0'
known 3 "$T/mate.db" "$T/mate.txt"

start "text behind the last legal move comes back to the letter"
printf '[Event "Rest"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3  Ke6\t{a  b}   3.\tNf3\n\n   4. 100%% %% x}y ; z\n1-0\n\n' \
    >"$T/rest.pgn"
import "$T/rest.db" "$T/rest.pgn"
grimoire-export -d "$T/rest.db" >"$T/rest1.pgn"
known 1 "$T/rest.db" "$T/rest1.pgn"
import "$T/rest2.db" "$T/rest1.pgn"
rest() {
    grimoire-db dump -d "$1" -f sql | sed -n '/unplayable/,/1-0/p'
}
[ -n "$(rest "$T/rest.db")" ] && [ "$(rest "$T/rest.db")" = "$(rest "$T/rest2.db")" ] ||
    fail "the rest is not the same: $(rest "$T/rest.db") and $(rest "$T/rest2.db")"
known 1 "$T/rest2.db" "$T/rest.pgn"

start "games that cannot be read differ if their variants or positions do"
printf '%s\n\n1. e4 *\n\n' '[Variant "Nope"]' '[FEN "xx"]' '[Variant "Other"]' '[FEN "yy"]' '[Variant "Nope"]' '[FEN "yy"]' \
    >"$T/unknown.pgn"
expect_exit 1 grimoire-import -d "$T/u.db" "$T/unknown.pgn"
expect_in_stdout '^6 games, 0 plies, 6 faulty, 2 duplicates$'
known 6 "$T/u.db" "$T/unknown.pgn"
expect_exit 0 grimoire-db dedupe --dry-run "$T/u.db"
expect_in_stdout '^4 games compared, 0 duplicates found'
expect_exit 0 grimoire-db verify "$T/u.db"

# What a game of an unknown variant, or from an impossible position, says: all of it comes back.
cat >"$T/kept.pgn" <<'PGN'
[Event "Kept"]
[Site "?"]
[Date "2001.02.03"]
[Round "?"]
[White "Able, A"]
[Black "Baker, B"]
[Result "1-0"]
[Remark "one \"two\""]
[Variant "Hexagonal"]

{Before the first move.} {And once more.} 1. a1b2 {after} c3 (1... c4 {in a line}
2. d5) $5 2. e4 ; to the end
e5 {last} 1-0

[Event "No king"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1/2-1/2"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]
[SetUp "1"]

{Nobody is there.}
1. e4 {really} e5 1/2-1/2

[Event "Only words"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "Hexagonal"]

{There are no moves.} *
PGN

start "a game that is kept as text keeps the comment before its first move, too"
import "$T/kept.db" "$T/kept.pgn"
grimoire-export -d "$T/kept.db" >"$T/kept1.pgn"
expect_same "$T/kept1.pgn" tests/data/golden/kept.pgn
known 3 "$T/kept.db" "$T/kept1.pgn"
import "$T/kept1.db" "$T/kept1.pgn"
grimoire-export -d "$T/kept1.db" >"$T/kept2.pgn"
cmp -s "$T/kept1.pgn" "$T/kept2.pgn" || fail "it is another text the second time"
grimoire-convert -f pgn "$T/kept.pgn" >"$T/converted" 2>/dev/null
cmp -s "$T/converted" "$T/kept1.pgn" || fail "export differs from convert"
expect_exit 0 grimoire-db verify "$T/kept.db"
expect_exit 0 grimoire-db merge -d "$T/kept3.db" "$T/kept.db"
grimoire-export -d "$T/kept3.db" >"$T/kept3.pgn"
cmp -s "$T/kept1.pgn" "$T/kept3.pgn" || fail "merge loses something"
finish
