#!/usr/bin/env bash
# grimoire-db dedupe --near: games that are nearly the same as another.
. "$(dirname "$0")/lib.sh"
unset GRIMOIRE_DB GRIMOIRE_VARIANTS

first='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O'
more='9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7'

# game WHITE BLACK DATE ROUND MOVES RESULT
game() {
    printf '[White "%s"]\n[Black "%s"]\n[Date "%s"]\n[Round "%s"]\n[Result "%s"]\n\n%s %s\n\n' "$1" "$2" "$3" "$4" \
        "${6:-1-0}" "$5" "${6:-1-0}"
}

# near OPTION...: what is found in the games of $T/games, a line each.
near() {
    rm -f "$T/n.db"*
    grimoire-import -q -d "$T/n.db" "$T/games" >/dev/null 2>&1
    grimoire-db dedupe --near "$@" "$T/n.db" 2>&1 | grep '^game'
}

# expect_near TEXT [OPTION...]
expect_near() {
    local want=$1 is
    shift
    is=$(near "$@")
    [ "$is" = "$want" ] || fail "found: $is"
}

start "other spellings, a day and a month that are turned, a date that is known in part"
{
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 3 "$first $more"
    game "Vassily Ivanchuk" "Adams,M" 1990.07.05 3.1 "$first $more"
    game "Yusupov, Artur" "Adams, Michael" 1990.05.17 3 "$first $more"
    game "Jusupow, Artur" "Adams, M." 1990.17.05 3 "$first $more"
    game "Larsen, Bent" "Adams, Michael" 1990.05.17 3 "$first $more"
    game "Larssen, B" "Adams, M." 1990.??.?? ? "$first $more" '*'
} >"$T/games"
expect_near 'game 2 is nearly game 1, with the same moves
game 4 is nearly game 3, with the same moves
game 6 is nearly game 5, with the same moves'

start "games that are others"
{
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 3 "$first $more"
    game "Ivanchuk, Vassily" "Adams, Michael" 1991.05.07 3 "$first $more"
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.08 3 "$first $more"
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 4 "$first $more"
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 3 "$first $more" 0-1
    game "Ivanchuk, Boris" "Adams, Michael" 1990.05.07 3 "$first $more"
    game "Ivanchuk, Vassily" "Adams, Michael jr" 1990.05.07 3 "$first $more"
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 3 "${first/e4 e5/e3 e5}"
    game "Jusupow, Artur" "Adams, Michael" 1993.05.17 3 "$first $more"
    game "Yusupov, Artur" "Adams, Michael" ????.??.?? 3 "$first $more"
} >"$T/games"
expect_near ''

start "the beginning of a game, and other last moves"
{
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 3 "$first $more"
    game "Ivanchuk,V" "Adams,M" 1990.05.07 3 "$first" 1/2-1/2
    game "Adams, Michael" "Ivanchuk, Vassily" 1990.05.07 3 "$first $more"
    game "Adams,M" "Ivanchuk,V" 1990.05.07 3 "$first ${more/Bb7/Re8}"
    game "Short, Nigel" "Ivanchuk, Vassily" 1990.05.07 3 "$first $more"
    game "Short,N" "Ivanchuk,V" 1990.05.07 3 "$first ${more/h3 Nb8/h3 Bb7} 12. a3"
} >"$T/games"
expect_near 'game 2 is nearly the beginning of game 1
game 4 is nearly game 3, but for the moves from ply 22 on'
expect_near 'game 2 is nearly the beginning of game 1' --differing 0
sed -i 's/ 11. Nbd2 Bb7 12. a3/ 11. Nbd2 c5 12. a3/' "$T/games"
expect_near 'game 2 is nearly the beginning of game 1
game 4 is nearly game 3, but for the moves from ply 22 on' --differing 7

start "both are shown side by side, and nothing is changed"
{
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 3 "$first $more"
    game "Ivanchuk,V" $'\xc3\x84dams,M' 1990.07.05 ? "$first 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Re8" '*'
} >"$T/games"
near >/dev/null
cp "$T/n.db" "$T/was.db"
expect_exit 0 grimoire-db dedupe --near "$T/n.db"
expect_stdout $'game 2 is nearly game 1, but for the moves from ply 22 on
            game 1 stays                        game 2 would go
    White   Ivanchuk, Vassily                   Ivanchuk,V
    Black   Adams, Michael                      \xc3\x84dams,M
    Date    1990.05.07                          1990.07.05
    Round   3
    Result  1-0                                 *
    plies   22                                  22
    ply 22  Bb7                                 Re8
2 games compared, 1 near duplicate found, 0 with comments kept'
expect_exit 0 grimoire-db dedupe --near --dry-run "$T/n.db"
expect_same "$T/n.db" "$T/was.db"

start "they are deleted, and come back"
expect_exit 0 grimoire-db dedupe --near --apply "$T/n.db"
grep -q '^2 games compared, 1 near duplicate deleted, 0 with comments kept$' "$T/out" || fail "$(tail -n 1 "$T/out")"
grep -q 'game 2 goes$' "$T/out" || fail "$(cat "$T/out")"
[ "$(grimoire-search -d "$T/n.db" --count)" = '1 0' ] || fail "it is still there"
expect_exit 0 grimoire-db verify -q "$T/n.db"
expect_exit 0 grimoire-db undo "$T/n.db"
expect_stdout 'taken back: deletion of game 2'
[ "$(grimoire-export -d "$T/n.db")" = "$(grimoire-export -d "$T/was.db")" ] || fail "it is not back"

start "longer names of tags stay in their column"
{
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 3 "$first $more"
    printf '[EventDate "1990.05.01"]\n[PlyCount "22"]\n[WhiteFideId "1"]\n'
    game "Ivanchuk,V" "Adams, Michael" 1990.05.07 3 "$first $more"
} >"$T/games"
near >/dev/null
expect_exit 0 grimoire-db dedupe --near "$T/n.db"
grep -v '^game\|compared' "$T/out" >"$T/found"
[ "$(cat "$T/found")" = '                 game 2 stays                        game 1 would go
    White        Ivanchuk,V                          Ivanchuk, Vassily
    Black        Adams, Michael                      Adams, Michael
    Date         1990.05.07                          1990.05.07
    Round        3                                   3
    Result       1-0                                 1-0
    EventDate    1990.05.01
    PlyCount     22
    WhiteFideId  1
    plies        22                                  22' ] || fail "$(cat "$T/found")"

start "a game with comments stays, and so does one for which another goes"
{
    game "Ivanchuk, Vassily" "Adams, Michael" 1990.05.07 3 "$first $more"
    game "Ivanchuk,V" "Adams,M" 1990.05.07 3 "$first {good}"
    game "Short, Nigel" "Adams, Michael" 1990.05.07 3 "$first $more 12. Bc2"
    game "Short,N" "Adams,M" 1990.05.07 3 "$first $more 12. Bc2 Re8"
    game "Short, Nigel" "Adams,M" 1990.05.07 3 "$first $more 12. a3 Re8 13. Bc2"
} >"$T/games"
near >/dev/null
expect_exit 0 grimoire-db dedupe --near "$T/n.db"
grep '^game\|compared' "$T/out" >"$T/found"
[ "$(cat "$T/found")" = 'game 3 is nearly game 5, but for the moves from ply 23 on
game 4 is nearly game 5, but for the moves from ply 23 on
5 games compared, 2 near duplicates found, 1 with comments kept' ] || fail "$(cat "$T/found")"

start "another variant and another start position are other games; all variants are compared"
pieces='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. d3 Be7 6. c3 b5 7. Bb3 d6 8. h3 Na5 9. Bc2 c5'
{
    for name in 'Atomic Ann, Alice' 'Crazyhouse Ann, Alice' 'Crazyhouse Ann,A'; do
        printf '[Variant "%s"]\n' "${name%% *}"
        game "${name#* }" Bob 1990 1 "$pieces"
    done
} >"$T/games"
expect_near 'game 3 is nearly game 2, with the same moves'

start "what belongs to --near"
for options in '--apply' '--differing 3' '--near --apply --dry-run' '--near --differing 101' '--near --differing x'; do
    expect_exit 2 grimoire-db dedupe $options "$T/n.db"
done
expect_exit 2 grimoire-db clean --near "$T/n.db"
expect_exit 2 grimoire-db dedupe --near "$T/none.db"

start "what dedupe finds is found, too"
{
    game "?" "Baker, B" 2001 ? "$first"
    game "Able,A" "Baker,B" 2001.05.01 1 "$first"
    game "?" "?" 2001.??.?? ? "$first $more"
    game "?" "Cid" ? ? "$first $more"
} >"$T/games"
near >"$T/near"
grimoire-db dedupe --dry-run "$T/n.db" | sed -n 's/^\(game [0-9]*\) is.* \(game [0-9]*\)$/\1 \2/p' >"$T/strict"
sed 's/^\(game [0-9]*\) is.* \(game [0-9]*\).*/\1 \2/' "$T/near" | cmp -s - "$T/strict" || fail "$(cat "$T/near" "$T/strict")"

start "games that are the same in all that import looks at go at any length, with all that is written in both"
{
    game X Y 2000 1 '1. e4'
    game ' X' Y 2000 1 '1. e4'
    game X Y 2000 2 '1. e4'
    game X Y 2000 1 '1. d4'
    game X Y 2000 1 '1. e4' 0-1
    game '?' '?' '????.??.??' '?' '' '*'
    game ' ?' '?' '????.??.??' '?' '' '*'
    game X Y 2001 1 '1. e4 {well} e5 (1... c5) 2. Ke3 Kd8'
    game 'X ' Y 2001 1 '1. e4 {well} e5 (1... c5) 2. Ke3 Kd8'
    game ' X' Y 2001 1 '1. e4 {well} e5 (1... c5) 2. Ke3 Kd7'
    game X Y 2002 1 '1. e4 {well}'
    game ' X' Y 2002 1 '1. e4 {better}'
    game X ' Y' 2002 1 '1. e4'
    for name in X ' X' 'X  ' Z; do
        printf '[Variant "Hexagonal"]\n'
        game "$name" Y 2002 1 '1. a1b2 {so} c3'
    done
} >"$T/games"
grimoire-import -q -d "$T/e.db" "$T/games" >/dev/null 2>&1
grimoire-db clean -q "$T/e.db" >/dev/null
cp "$T/e.db" "$T/e2.db"
expect_exit 0 grimoire-db dedupe --near --dry-run "$T/e.db"
grep '^game\|^[0-9]' "$T/out" >"$T/found"
[ "$(cat "$T/found")" = 'game 2 is nearly game 1, with the same moves
game 7 is nearly game 6, with the same moves
game 9 is nearly game 8, with the same moves
game 13 is nearly game 11, with the same moves
game 15 is nearly game 14, with the same moves
game 16 is nearly game 14, with the same moves
17 games compared, 6 near duplicates found, 1 with comments kept' ] || fail "$(cat "$T/found")"
expect_exit 0 grimoire-db dedupe "$T/e2.db"
expect_stdout 'game 2 is the same as game 1
game 7 is the same as game 6
game 9 is the same as game 8
game 13 is the same as game 11
game 15 is the same as game 14
game 16 is the same as game 14
17 games compared, 6 duplicates deleted, 1 with comments kept'
finish
