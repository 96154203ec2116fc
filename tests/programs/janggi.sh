#!/usr/bin/env bash
# Games of Janggi by numbers, as Korean sites write them.
. "$(dirname "$0")/lib.sh"

janggi=tests/data/notation/janggi
moves='i4h4 a7b7 h1g3 b10c8 e4e5 e9e9 b1c3'

start "a game in Korean, with its set-up and its result, without the name of the game"
expect_exit 0 grimoire-convert -q -f uci $janggi/game.txt
expect_stdout "$moves"
expect_exit 0 grimoire-convert $janggi/game.txt
expect_quiet
expect_in_stdout '^\[Variant "Janggi"\]$'
expect_in_stdout '^\[White "김초"\]$'
expect_in_stdout '^\[Black "이한"\]$'
expect_in_stdout '^\[Date "2026.11.30"\]$'
expect_in_stdout '^\[Result "1-0"\]$'
expect_in_stdout '^\[FEN "rnba1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"\]$'
expect_in_stdout '[{]중앙}'

start "EUC-KR reads as UTF-8 does, bytes that are no characters in it are said"
grimoire-convert -q $janggi/game.txt >"$T/utf8.pgn" 2>/dev/null
iconv -f UTF-8 -t EUC-KR $janggi/game.txt >"$T/euc.txt"
grimoire-convert -q "$T/euc.txt" >"$T/euc.pgn" 2>/dev/null
expect_same "$T/utf8.pgn" "$T/euc.pgn"
LC_ALL=C sed 's/^5\. /5. {\xFF} /' "$T/euc.txt" >"$T/bad.txt"
expect_exit 0 grimoire-convert -f uci "$T/bad.txt"
expect_stdout "$moves"
expect_stderr "^$T/bad.txt:10:5: warning: game 1: this is no character in the encoding of the text\$"

start "numbers with a sign between them, with letters, Chinese characters and what stands behind moves"
for text in '79-78 41-42 08-87 18-37' 'P79-78 P41-42 H08-87 H18-37' '1. 79卒78 41兵42 2. 08馬87 18馬37장군' \
    '1.79졸78 2.41병42 3.08마87 4.18마37멍군'; do
    echo "$text" >"$T/numbers.txt"
    expect_exit 0 grimoire-convert -q -f uci "$T/numbers.txt"
    expect_stdout 'i4h4 a7b7 h1g3 h10g8'
done
printf '[Variant "Janggi"]\n[White "A"]\n[FEN "3k5/9/9/9/p8/9/9/9/9/R3K4 w - - 0 1"]\n\n01x51 14-24 초승\n' >"$T/takes.txt"
expect_exit 0 grimoire-convert -q "$T/takes.txt"
expect_in_stdout '^1. Rxa6 Kd9 1-0$'
sed -i 's/01x51/01차51졸/' "$T/takes.txt"
expect_exit 0 grimoire-convert -q "$T/takes.txt"
expect_in_stdout '^1. Rxa6 Kd9 1-0$'
printf '79-78 41-42\n\n1. 79-78\n' >"$T/two.txt"
expect_exit 0 grimoire-convert -q -f uci "$T/two.txt"
expect_stdout $'i4h4 a7b7 *\ni4h4'

start "each set-up, by its pieces and by its name"
while read -r words name row; do
    for word in $words $name; do
        printf '[초포진 "%s"]\n[한차림 "마상마상"]\n1. 79졸78\n' "$word" >"$T/setup.txt"
        expect_exit 0 grimoire-convert -q "$T/setup.txt"
        [ "$row" = same ] || expect_in_stdout "^\\[FEN \"rbna1abnr/.*/$row w - - 0 1\"\\]\$"
    done
done <<'ROWS'
마상상마 안상 RNBA1ABNR
상마상마 왼상 RBNA1ABNR
마상마상 오른상 RNBA1ANBR
상마마상 바깥상차림 RBNA1ANBR
ROWS

start "what is wrong has its place and reason"
fault() { # fault MOVES PLACE REASON
    echo "$1" >"$T/fault.txt"
    expect_exit 1 grimoire-check -q "$T/fault.txt"
    expect_stderr "^$T/fault.txt:1:$2: error: game 1, ply $3"
}
fault '79졸89 41병42' 1 "1: '79졸89' cannot be played: a Soldier does not go from i4 to i3"
fault '1. 79졸78 41병42 2. 78차77' 19 "3: '78차77' cannot be played: on h4 stands White's Soldier, not a Rook"
fault '1. 79졸78 41병42 2. 55졸54' 19 "3: '55졸54' cannot be played: e6 is empty"
printf '79병78 41병42 아무말\n' >"$T/odd.txt"
expect_exit 0 grimoire-check "$T/odd.txt"
expect_stderr "^$T/odd.txt:1:1: warning: game 1, ply 1: the word is for a soldier of Black's, but it is White's turn\$"
expect_stderr "^$T/odd.txt:1:13: warning: game 1: '아무말' is not understood; it is kept as a comment\$"
printf '[초차림 "상상마마"]\n[대국결과 "모름"]\n79졸78 41병42\n' >"$T/odd.txt"
expect_exit 0 grimoire-check "$T/odd.txt"
expect_stderr "^$T/odd.txt:1:7: warning: game 1: '상상마마' is not understood"
expect_stderr "^$T/odd.txt:2:8: warning: game 1: '모름' is not understood"

start "other texts with such numbers are none of Janggi"
printf '[White "79졸78"]\n\n1. e4 e5 *\n' >"$T/chess.pgn"
expect_exit 0 grimoire-convert -q -f uci "$T/chess.pgn"
expect_stdout 'e2e4 e7e5'
printf 'See 79-78 and 41-42.\n\n1. e4 e5\n' >"$T/prose.txt"
expect_exit 0 grimoire-convert -q -f uci "$T/prose.txt"
expect_stdout 'e2e4 e7e5'

finish
