#!/usr/bin/env bash
# grimoire-show: what it draws, byte for byte, and how it fails.
. "$(dirname "$0")/lib.sh"

cat >"$T/games.pgn" <<'PGN'
[Event "First"]
[Site "?"]
[Date "2024.05.??"]
[Round "?"]
[White "Ann <A>"]
[Black "Bob"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Spells"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "Magician Chess"]

1. c4 e4 2. Nb3 f4 3. Nc2 Ne6 4. Me1 Nc5 5. Mc3 Mf6 6. Hxe4 *

[Event "Broken"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 e5 2. Ke3 *

[Event "Strange"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "Hexagonal"]

1. e4 *
PGN
cat >"$T/royal.pgn" <<'PGN'
[Event "Drop"]
[Variant "royal"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/4K3/8/8[BNR,-,-,-] w - - 0 1"]

1. Kd4/N@a1 *
PGN

for variant in chess magi magician royal wizard; do
    start "the start position of $variant as text, Unicode and SVG"
    for format in text unicode svg; do
        expect_exit 0 grimoire-show -v $variant -f $format
        expect_quiet
        expect_output "show/$variant.$format"
    done
done

start "a ply of a game: last move, caption, flipped"
expect_exit 0 grimoire-show "$T/games.pgn" --ply 3 --flip
expect_quiet
expect_output show/ply.text

cat >"$T/asian.pgn" <<'PGN'
[Variant "Shogi"]

1. Pc4 Pg6 2. Bxh8+ *

[Variant "Xiangqi"]

1. Che3 Nc8 2. Cxe7+ *
PGN
hands='l2g2s1k/6rP1/p2+Rs1npp/1p3l3/3B1+b3/P1P1P2PP/1P1+pSP3/1K1G2+p2/LN6L[GGSNPPPPPPPgnppp] w - - 0 60'

start "Shogi and Xiangqi look as their players know them"
for variant in shogi xiangqi; do
    for format in unicode svg; do
        expect_exit 0 grimoire-show -v $variant -f $format
        expect_quiet
        expect_output "show/$variant.$format"
    done
done
expect_exit 0 grimoire-show "$T/asian.pgn" -f svg
expect_output show/shogi-ply.svg
expect_exit 0 grimoire-show "$T/asian.pgn" --game 2 --flip -f svg
expect_output show/xiangqi-ply.svg
expect_exit 0 grimoire-show -v shogi --fen "$hands" --flip -f svg
expect_output show/hands.svg
expect_exit 0 grimoire-show -v shogi --fen "$hands" --flip -f unicode
expect_output show/hands.unicode
expect_exit 0 grimoire-show -v shogi --fen "$hands" --color always -f unicode
expect_in_stdout 'm 歩'
grep -q 'mv' "$T/out" && fail "a coloured board tells sides by two signs"

start "squares of the last move have heavy walls where brackets would not fit"
expect_exit 0 grimoire-show "$T/asian.pgn" -f unicode
expect_in_stdout '^二 .*│   ┃ 角┃   │$'
expect_in_stdout '^八 │   ┃   ┃   │'
expect_in_stdout '^White holds: 角$'
expect_exit 0 grimoire-show "$T/asian.pgn"
expect_in_stdout "^ b .*[|][(]B[)][|]"
expect_in_stdout '^White holds: B$'

start "letters instead of characters and figures"
expect_exit 0 grimoire-show -v shogi --letters -f svg
grep -q '>P</text>' "$T/out" || fail "no letter"
LC_ALL=C grep -q '[^ -~]' "$T/out" && fail "what needs a font"
expect_exit 0 grimoire-show "$T/asian.pgn" --letters -f unicode
expect_in_stdout "^ b .*│[(]B[)]│"
expect_exit 0 grimoire-show --letters -f unicode
expect_in_stdout '^ 8 │ r │ n │'
expect_exit 0 grimoire-show --letters -f svg
grep -q '>N</text>' "$T/out" || fail "no letter"

start "the last ply is shown if none is named; check is marked in pictures"
expect_exit 0 grimoire-show "$T/games.pgn" -f svg
expect_output show/mate.svg

start "a later game, from standard input, with the legal moves"
expect_exit 0 grimoire-show --game 2 --ply 11 --moves - <"$T/games.pgn"
expect_quiet
expect_output show/moves.text

start "a drop marks its square, and the reserve is less by it"
expect_exit 0 grimoire-show "$T/royal.pgn"
expect_in_stdout '^ 4 .*\(K\)'
expect_in_stdout '^ 1 \|\(N\)\|'
expect_in_stdout '^White holds: K B R, M none$'

start "ply 0 is the start"
expect_exit 0 grimoire-show "$T/royal.pgn" --ply 0
expect_in_stdout '^White holds: K B N R, M none$'

start "colours only when asked for"
expect_exit 0 grimoire-show
! grep -q "$(printf '\033')" "$T/out" || fail "colours in a file"
expect_exit 0 grimoire-show --color always
grep -q "$(printf '\033')" "$T/out" || fail "no colours"

start "output goes to a file"
expect_exit 0 grimoire-show -f svg --size 20 --caption 'Who & why' -o "$T/picture.svg"
expect_stdout ''
grep -q '>Who &amp; why</text>' "$T/picture.svg" || fail "no caption in the picture"
grep -q "width='184'" "$T/picture.svg" || fail "not of the size asked for"

start "a picture in pixels, if there is a program that draws it"
if have rsvg-convert; then
    expect_exit 0 grimoire-show -f png --size 20 -o "$T/picture.png"
    [ "$(head -c 4 "$T/picture.png" | tail -c 3)" = PNG ] || fail "no PNG"
    [ "$(od -An -tu1 -j 19 -N 1 "$T/picture.png" | tr -d ' ')" = 184 ] || fail "not of the size asked for"
fi
expect_exit 2 env PATH="$T/empty" "$GRIMOIRE_BIN/grimoire-show" -f png
expect_stderr 'needs the program rsvg-convert .*not installed'
expect_exit 2 grimoire-show -f png --moves

start "each fault of a FEN is reported"
expect_exit 2 grimoire-show --fen '8/8/8/8/8/8/8/8 w - - 0 1'
expect_stdout ''
expect_stderr '--fen, column 1: White has'
expect_stderr '--fen, column 1: Black has'

expect_exit 2 grimoire-show --fen 'this is not a position'
[ "$(wc -l <"$T/err")" -eq 1 ] || fail "one slip, several messages: $(cat "$T/err")"
expect_stderr "--fen, column 1: 'this' is no board of 8 ranks parted by '/'"

start "an impossible right is left out, with a warning"
expect_exit 0 grimoire-show -v magician --fen 'rmnknm1/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/RMNKNMR w BFbf - 0 1'
expect_in_stdout '^Rights BFb,'
expect_stderr "^grimoire-show: warning: --fen, column 52: right 'f', but Black has no rook on g7; it is left out$"

start "a game that breaks off is shown up to there, and the fault reported"
expect_exit 1 grimoire-show "$T/games.pgn" --game 3
expect_in_stdout '^After 1\.\.\. e5\. White to move$'
expect_stderr 'games.pgn:24:13: error: game 3, ply 3: '
expect_exit 0 grimoire-show "$T/games.pgn" --game 3 --ply 2
expect_quiet
expect_exit 1 grimoire-show "$T/games.pgn" --game 3 --ply 3
expect_stdout ''

start "games of a database"
expect_exit 1 grimoire-import -q -d "$T/games.db" "$T/games.pgn"
expect_exit 0 grimoire-show -d "$T/games.db" --game 1 --ply 3 --flip
expect_quiet
expect_output show/ply.text
GRIMOIRE_DB=$T/games.db expect_exit 0 grimoire-show -g 1 -f svg
expect_output show/mate.svg
GRIMOIRE_DB=$T/games.db expect_exit 0 grimoire-show
expect_output show/chess.text
expect_exit 1 grimoire-show -d "$T/games.db" --game 3
expect_in_stdout '^After 1\.\.\. e5\. White to move$'
expect_stderr 'game 3, ply 3: '
expect_exit 1 grimoire-show -d "$T/games.db" --game 4
expect_stdout ''
expect_stderr 'the variant of game 4 is unknown'
expect_exit 1 grimoire-show -d "$T/games.db" --game 77
expect_stderr 'no game 77'

start "what is no database is reported"
expect_exit 3 grimoire-show -d "$T/games.pgn" --game 1
expect_exit 2 grimoire-show -d "$T/nothing.db" --game 1
expect_stdout ''

start "what is not there is reported"
expect_exit 1 grimoire-show "$T/games.pgn" --game 5
expect_stderr 'there is no game 5; the file has 4 games'
expect_exit 1 grimoire-show "$T/games.pgn" --ply 5
expect_stderr 'game 1 has no ply 5; its last ply is 4'
expect_exit 1 grimoire-show "$T/games.pgn" --game 4
expect_stderr 'the variant of game 4 is unknown'
expect_exit 2 grimoire-show "$T/nothing.pgn"
expect_stderr 'nothing.pgn'

start "bad usage"
for bad in '--fen x file' '--ply 3' '--game 1' '--color red' '-f gif' '-v halma' '--size 3' \
    '-f svg --moves' 'a b' '--no-such-option' '--ply -1'; do
    # shellcheck disable=SC2086
    expect_exit 2 grimoire-show $bad
    expect_stdout ''
done

start "a database without a game to show is no start position"
for bad in "-d $T/none.db" "-d $T/none.db -g 1 $T/games.pgn" "-d $T/none.db --fen x"; do
    # shellcheck disable=SC2086
    expect_exit 2 grimoire-show $bad
    expect_stdout ''
done
expect_exit 0 env GRIMOIRE_DB="$T/none.db" grimoire-show

start "a full disk is reported"
expect_exit 1 sh -c 'exec grimoire-show >/dev/full'
expect_stderr 'No space left'
start "a strip shows each Nth ply and the last one, in rows"
expect_exit 0 grimoire-show samples/chess.pgn --strip 4 -f svg -o "$T/strip.svg"
[ "$(grep -c '<desc>' "$T/strip.svg")" -eq 5 ] || fail "not five boards"
[ "$(grep -o '<desc>After [0-9]*[.]*' "$T/strip.svg" | tr '\n' ' ')" = "<desc>After 2... <desc>After 4... <desc>After 6... <desc>After 7. " ] ||
    fail "other plies"
! have xmllint || expect_exit 0 xmllint --noout "$T/strip.svg"
expect_exit 0 grimoire-show samples/chess.pgn --strip 4 --ply 5 -f svg
[ "$(grep -c '<desc>' "$T/out")" -eq 3 ] || fail "not up to --ply"
expect_exit 2 grimoire-show samples/chess.pgn --strip 4
expect_stderr 'strip is a picture'
expect_exit 2 grimoire-show --strip 4 -f svg
expect_stderr 'needs a game'

finish
