#!/usr/bin/env bash
# Games that programs for all kinds of games have saved: Zillions of Games, and the logs of Game Courier.
. "$(dirname "$0")/lib.sh"

# saved VARIANT FILE UCI: the text on standard input is read as that.
saved() {
    cat >"$T/$2"
    expect_exit 0 grimoire-convert -q -f uci -v "$1" "$T/$2"
    expect_stdout "$3"
}

start "a game of Zillions of Games, with captures in passing, promotions and castlings by steps"
saved magi all.zsg 'e2e4 d7d5 e4d5 c7c5 d5c6 g8f6 c6b7 h7h6 b7a8n h6h5 g1f3 a7a5 f1b5 c8d7 e1g1' <<'END'
; Zillions Save Game File Version 0.02 HCKEY=1,0
RulesFile=C:\Zillions\Rules\Chess.zrf
VariantName=Chess
1. Pawn e2 - e4
1. Pawn d7 - d5
2. Pawn e4 x d5
2. Pawn c7 - c5
3. Pawn d5 - c6 x c5
3. Knight g8 - f6
4. Pawn c6 x b7
4. Pawn h7 - h6
5. Pawn b7 x a8 = Knight on a8
5. Pawn h6 - h5
6. Knight g1 - f3
6. Pawn a7 - a5
7. Bishop f1 - b5
7. Bishop c8 - d7
8. King e1 - g1 Rook h1 - f1
END
expect_exit 0 grimoire-convert "$T/all.zsg"
expect_stderr '^.*all.zsg:18: warning: game 1: the moves end without a result$'
expect_in_stdout '^\[Variant "Chess"\]$'
expect_in_stdout '^\{Zillions Save Game File Version 0.02 HCKEY=1,0\}$|RulesFile=C:.Zillions.Rules.Chess.zrf\}'
saved chess drops.zsg 'P@d3 P@c3' <<<$'VariantName=Othello\r\n1. Disc d3\r\n1. Disc c3\r'
saved chess losing.zsg 'e2e3 b7b5 f1b5' <<<$'VariantName=Losing Chess\n1. Pawn e2 - e3\n1. Pawn b7 - b5\n2. Bishop f1 x b5'

start "the rules that it names count: others are refused by name"
printf 'RulesFile=Odd.zrf\nVariantName=Odd Chess\n1. Pawn e2 - e4\n1. Pawn e7 - e5\n' >"$T/odd.zsg"
expect_exit 1 grimoire-check -v magi "$T/odd.zsg"
expect_stderr 'odd.zsg:2:13: error: game 1: unknown variant "Odd Chess": the moves are kept as text, unread'
expect_stderr '^1 game, 0 plies, 1 faulty'
printf '[odd:chess]\ntitle = Odd Chess\ncastling = false\n' >"$T/odd.ini"
expect_exit 0 grimoire-convert -q -f uci --variants "$T/odd.ini" "$T/odd.zsg"
expect_stdout 'e2e4 e7e5'

start "its faults have their places, and are repaired"
printf 'VariantName=Chess\n1. Pawn e2 - e4\n1. Pawn e7 - e5\n2. Knight g1 - g3\n2. Knight b8 - c6\n3. Bishop f1 - b5\n' >"$T/bad.zsg"
expect_exit 1 grimoire-check "$T/bad.zsg"
expect_stderr "bad.zsg:4:4: error: game 1, ply 3: 'Knight g1 - g3' cannot be played: a Knight does not go from g1 to g3"
expect_exit 0 grimoire-convert -q --repair -f uci "$T/bad.zsg"
expect_stdout 'e2e4 e7e5 g1f3 b8c6 f1b5'
printf 'VariantName=Chess\n1. Pawn e2 - e4 Rook h1 - f1\n' >"$T/bad.zsg"
expect_exit 1 grimoire-check "$T/bad.zsg"
expect_stderr "bad.zsg:2:17: error: game 1, ply 2: 'Rook h1 - f1' cannot be played"
printf 'VariantName=Chess\n1. Pawn a2 - a4\n1. Pawn a7 - a5\n2. Rook a1 - a3\n2. Rook a8 - a6\n' >"$T/bad.zsg"
printf '3. Rook a3 - e3 Rook h3 - d3\n' >>"$T/bad.zsg"
expect_exit 1 grimoire-check "$T/bad.zsg"
expect_stderr "bad.zsg:6:17: error: game 1, ply 6: 'Rook h3 - d3' cannot be played"
printf 'VariantName=Chess\n1. Pawn e2 - e4 = Queen on e4\n' >"$T/bad.zsg"
expect_exit 1 grimoire-check "$T/bad.zsg"
expect_stderr "bad.zsg:2:4: error: game 1, ply 1: 'Pawn e2 - e4 = Queen' cannot be played"

start "a log of Game Courier: small letters for Black, castlings, captures in passing, promotions, comments"
saved chess log.txt 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d4 e5d4 e4e5 d7d5 e5d6 d4d3 d6c7 d3c2 c7d8q c6d8 d1c2' <<'END'
1. P e2-e4
1... p e7-e5
2. N g1-f3
2... n b8-c6
3. B f1-c4
3... b f8-c5
4. K e1-g1; R h1-f1
4... n g8-f6 // natural {here}
5. P d2-d4
5... p e5-d4
6. P e4-e5
6... p d7-d5
7. P e5-d6; @-d5
7... p d4-d3
8. P d6-c7
8... p d3-c2
9. P c7-d8; Q-d8
9... n c6-d8
10. d1-c2
END
expect_exit 0 grimoire-convert "$T/log.txt"
expect_quiet
expect_in_stdout 'Nf6 \{natural \(here\)\}'
saved crazyhouse house.txt 'e2e4 d7d5 e4d5 d8d5 P@e4 P@d4' <<<$'1. P e2-e4\n1... p d7-d5\n2. P e4-d5\n2... q d8-d5\n3. P*e4\n3... p*d4'
saved magi ten.txt 'b1c3 d8d6 i1h3' <<<$'1. N b1-c3\n1. ... l d8-d6\n2. N i1-h3'
saved chess line.txt 'e2e4 e7e5 g1f3' <<<'1. P e2-e4 p e7-e5 2. N g1-f3'

start "faults of a log have their places"
printf '1. P e2-e4\n1... p e7-e5\n2. P d2-d4; Q-d8\n2... n b8-c6\n' >"$T/bad.txt"
expect_exit 1 grimoire-check "$T/bad.txt"
expect_stderr "bad.txt:3:13: error: game 1, ply 4: 'Q-d8' cannot be played"
printf '1. P e2-e4\n1... n e7-e5\n2. N g1-f3\n' >"$T/bad.txt"
expect_exit 1 grimoire-check "$T/bad.txt"
expect_stderr "bad.txt:2:6: error: game 1, ply 2: 'Ne7-e5' cannot be played: on e7 stands"

start "in a database, and written as other games are"
expect_exit 0 grimoire-import -d "$T/db" "$T/all.zsg" "$T/log.txt"
expect_stdout '2 games, 34 plies, 0 faulty, 0 duplicates'
expect_exit 0 grimoire-search -d "$T/db" -f plies 'white castles O-O'
[ "$(wc -l <"$T/out")" = 2 ] || fail "not both castle: $(cat "$T/out")"

start "what only looks like it is read as it was"
printf '[Event "x"]\n[Result "*"]\n\n1. e4 {VariantName=Shogi} *\n' >"$T/plain.pgn"
expect_exit 0 grimoire-convert -q -f uci "$T/plain.pgn"
expect_stdout 'e2e4'
printf 'Moves such as a-b are none.\n\n1. e4 e5 2. Nf3 Nc6\n' >"$T/plain.txt"
expect_exit 0 grimoire-convert -q -f uci "$T/plain.txt"
expect_stdout 'e2e4 e7e5 g1f3 b8c6'

finish
