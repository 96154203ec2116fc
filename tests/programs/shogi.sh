#!/usr/bin/env bash
# Records of Shogi: the forms of its players, in and out.
. "$(dirname "$0")/lib.sh"

shogi=tests/data/notation/shogi
moves='c3c4 g7g6 b2h8+ g9h8 B@f5'

start "KIF with comments, times and variations is read without the name of the game"
expect_exit 0 grimoire-convert -q -f uci $shogi/game.kif
expect_stdout "$moves"

for format in csa kif usi pgn; do
    start "a record in KIF goes through $format"
    grimoire-convert -q -f $format $shogi/game.kif >"$T/game" 2>/dev/null
    expect_exit 0 grimoire-convert -q -f uci "$T/game"
    expect_stdout "$moves"
done

start "variations in place of the first move are written once, with the time that was spent before them"
printf '[Variant "Shogi"]\n\n1. Pc4 {[%%emt 0:00:10]} (1. Ph4 Pg6) (1. Pe4) Pg6 2. Ph4 (2. Pe4 {[%%emt 0:00:05]}) *\n' >"$T/tree.pgn"
grimoire-convert -q -f kif "$T/tree.pgn" >"$T/tree.kif"
expect_exit 0 grimoire-convert -q "$T/tree.kif"
expect_in_stdout '^1. Pc4 {[^}]*} \(1. Ph4 Pg6\) \(1. Pe4\) 1... Pg6 2. Ph4 \(2. Pe4$'
[ "$(grep -c '^変化：1手$' "$T/tree.kif")" -eq 2 ] || fail "$(cat "$T/tree.kif")"
grep -q '( 0:05/00:00:15)$' "$T/tree.kif" || fail "other times: $(cat "$T/tree.kif")"

start "no end is written that a game did not have"
printf '[Variant "Shogi"]\n[Result "1-0"]\n\n1. Pc4 Pg6 1-0\n' >"$T/won.pgn"
expect_exit 0 grimoire-convert -q -f kif "$T/won.pgn"
expect_in_stdout '^まで2手で先手の勝ち$'
cp "$T/out" "$T/won.kif"
expect_exit 0 grimoire-convert -q "$T/won.kif"
expect_in_stdout '^1. Pc4 Pg6 1-0$'
expect_exit 0 grimoire-convert -q -f csa "$T/won.pgn"
expect_in_stdout "^'\\*Sente has won\$"
printf '[Variant "Shogi"]\n[Result "0-1"]\n\n1. Pc4 Pg6 2. Pg9 Pf6 0-1\n' >"$T/broken.pgn"
expect_exit 1 grimoire-convert -q -f kif "$T/broken.pgn"
expect_in_stdout '^   3 中断$'
expect_in_stdout 'Pg9 Pf6'
! grep -q 投了 "$T/out" || fail "nobody resigned"
printf 'V2.2\nPI\n+\n+7776FU\n+3334FU\n' >"$T/sign.csa"
expect_exit 0 grimoire-check "$T/sign.csa"
expect_stderr "sign.csa:5:1: warning: game 1, ply 2: the sign is White's, but it is Black's turn"

start "moves in Western letters are read in games, and typed"
printf '[Variant "Shogi"]\n\n1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e *\n' >"$T/west.pgn"
expect_exit 0 grimoire-convert -q -f uci "$T/west.pgn"
expect_stdout 'c3c4 g7g6 b2h8+ g9h8 B@f5'
grimoire-import -q -d "$T/typed.db" "$T/west.pgn"
for line in 'P-7f P-3d' '7g7f 3c3d' '☗７六歩 ☖３四歩' '1. Pc4 Pg6'; do
    expect_exit 0 grimoire-tree -d "$T/typed.db" --line "$line"
    expect_in_stdout '^Bxh8=[+]B '
done
expect_exit 2 grimoire-tree -d "$T/typed.db" --line 'P-7f P-3d G-5h'
expect_stderr "grimoire-tree: --line, column 11: 'G-5h' cannot be played: "
expect_exit 0 grimoire-db edit -d "$T/typed.db" --game 1 --line '2=２二角不成 Sx2b'
expect_exit 0 grimoire-export -q -d "$T/typed.db" -f pgn
expect_in_stdout 'Bxh8 Sxh8'

start "Shift_JIS reads as UTF-8 does"
iconv -f UTF-8 -t CP932 $shogi/game.kif >"$T/sjis.kif"
grimoire-convert -q $shogi/game.kif >"$T/utf8.pgn" 2>/dev/null
grimoire-convert -q "$T/sjis.kif" >"$T/sjis.pgn" 2>/dev/null
expect_same "$T/utf8.pgn" "$T/sjis.pgn"

# A record in the encoding and of the bytes that are asked for: NAME ENCODING WHAT WITH.
damaged() {
    printf '手合割：平手\n先手：甲野\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*コメント\n   2 ３四歩(33)\n   3 投了\n' |
        iconv -f UTF-8 -t "$2" | LC_ALL=C sed "s/$3/$4/" >"$T/$1"
}
bad="this is no character in the encoding of the text"

start "a byte that is no character does not hide that a record is in Shift_JIS"
damaged comment.kif CP932 '^\*' '*\xFF'
expect_exit 0 grimoire-convert -f uci "$T/comment.kif"
expect_stdout 'c3c4 g7g6'
expect_stderr "$T/comment.kif:5:2: warning: game 1: $bad"
expect_exit 0 grimoire-convert -q "$T/comment.kif"
expect_in_stdout '�コメント'
damaged pair.kif CP932 '^\*' '*\x85\x40 '
expect_exit 0 grimoire-convert -f uci "$T/pair.kif"
expect_stdout 'c3c4 g7g6'
expect_stderr "$T/pair.kif:5:2: warning: game 1: $bad"
damaged half.kif CP932 '\x83\x67$' '\x83'
expect_exit 0 grimoire-convert -f uci "$T/half.kif"
expect_stdout 'c3c4 g7g6'
expect_stderr "$T/half.kif:5:5: warning: game 1: $bad"
damaged name.kif CP932 '\x8D\x62' '\xFF'
expect_exit 0 grimoire-convert -f uci "$T/name.kif"
expect_stderr "$T/name.kif:2:4: warning: game 1: $bad"
damaged move.kif CP932 '\x95\xE0(33' '\x95\xFF(33'
expect_exit 0 grimoire-check -q "$T/move.kif"
expect_stderr "$T/move.kif:6:1: warning: game 1: '   2 ３四��.33.' is not understood"
expect_stderr "$T/move.kif:6:8: warning: game 1: $bad"

start "a byte that is no character does not make Latin-1 of a record in UTF-8"
damaged utf8.kif UTF-8 '^\*' '*\xFF'
expect_exit 0 grimoire-convert "$T/utf8.kif"
expect_in_stdout '�コメント'
expect_stderr "$T/utf8.kif:5:2: warning: game 1: $bad"
printf 'N+\xFF\xB1\nPI\n+\n+7776FU\n%%TORYO\n' >"$T/name.csa"
expect_exit 0 grimoire-convert "$T/name.csa"
expect_in_stdout '�'
expect_stderr "$T/name.csa:1:3: warning: game 1: $bad"
printf 'N+J\xFCrgen\nPI\n+\n+7776FU\n%%TORYO\n' >"$T/latin.csa"
expect_exit 0 grimoire-convert "$T/latin.csa"
expect_in_stdout 'Jürgen'
expect_quiet

start "EUC-JP reads as UTF-8 does"
iconv -f UTF-8 -t EUC-JP $shogi/game.kif >"$T/euc.kif"
grimoire-convert -q "$T/euc.kif" >"$T/euc.pgn" 2>/dev/null
expect_same "$T/utf8.pgn" "$T/euc.pgn"
damaged euc.kif EUC-JP '^\*' '*\xFF'
expect_exit 0 grimoire-convert -f uci "$T/euc.kif"
expect_stdout 'c3c4 g7g6'
expect_stderr "$T/euc.kif:5:2: warning: game 1: $bad"

start "moves of CSA, USI and KI2 that are not legal have their places and reasons"
expect_exit 1 grimoire-check -q $shogi/games.csa
expect_stderr "$shogi/games.csa:32:1: error: game 2, ply 3: '.0055FU' cannot be played: White has no Pawn in hand"
expect_exit 1 grimoire-check -q $shogi/game.ki2
expect_stderr "$shogi/game.ki2:7:2: error: game 1, ply 9: '３八銀' cannot be played: neither of Black's Silvers, on d8 and g8, goes to g2"
expect_exit 1 grimoire-convert -q -f uci $shogi/games.usi

start "a game that is none of Shogi is left out, and that said"
echo '1. e4 *' >"$T/chess.pgn"
expect_exit 1 grimoire-convert -q -f csa "$T/chess.pgn"
expect_stderr "$T/chess.pgn:1: error: game 1: it is left out of what is written as csa: it is none of Shogi"

start "a small board that is not Minishogi's is no record in CSA or KIF"
printf '[Variant "Judkins Shogi"]\n\n1. Pf3 *\n' >"$T/small.pgn"
for format in csa kif ki2; do
    expect_exit 1 grimoire-convert -q -f $format "$T/small.pgn"
    expect_stderr "it is left out of what is written as $format: its board is not of 9 by 9 squares, nor is it Minishogi"
done

start "Minishogi in KIF, KI2 and CSA is known by its name or by its board"
mini='c1d2 c5b4 a2a3 d5c4'
printf '[Variant "Minishogi"]\n[White "A"]\n\n1. Sd2 {[%%emt 0:00:07]} Sb4 2. Pa3 Gc4 *\n' >"$T/mini.pgn"
printf '手合割：5五将棋\n先手：A\n   1 ２四銀(35)   ( 0:07/00:00:07)\n   2 ４二銀(31)\n3 ５三歩(54)\n4 ３二金(21)\n' >"$T/own.kif"
printf '手合割：５五将棋\n▲２四銀 △４二銀 ▲５三歩 △３二金\n' >"$T/own.ki2"
printf 'V2.2\nN+A\nP1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  *\nP4+FU *  *  *  *\nP5+OU+KI+GI+KA+HI\n+\n' >"$T/own.csa"
printf '%s\n' +3524GI T7 -3142GI +5453FU -2132KI >>"$T/own.csa"
for format in kif ki2 csa; do
    grimoire-convert -q -f $format "$T/mini.pgn" >"$T/mini.$format" 2>/dev/null
    for text in "$T/own.$format" "$T/mini.$format"; do
        expect_exit 0 grimoire-convert -q "$text"
        expect_in_stdout '^\[Variant "Minishogi"\]$'
        expect_in_stdout '^1. Sd2 .*Sb4 .*Pa3 Gc4 [*]$'
        ! grep -q '^\[FEN' "$T/out" || fail "the start is the usual one: $(cat "$text")"
    done
done
expect_exit 0 cat "$T/mini.csa"
expect_in_stdout '^P1-HI-KA-GI-KI-OU$'
expect_exit 0 grimoire-check -v minishogi - <<<$'PI\n+\n+3524GI\n-3142GI'

start "boards, hands and handicaps of Minishogi"
printf '手合割：５五将棋　角落ち\n上手：上\n下手：下\n   1 ３二銀(31)\n' >"$T/handicap.kif"
expect_exit 0 grimoire-convert -q -f uci "$T/handicap.kif"
expect_stdout c5c4
expect_exit 0 grimoire-convert -q -f kif "$T/handicap.kif"
expect_in_stdout '^手合割：5五将棋　角落ち$'
expect_in_stdout '^上手：上$'
cat >"$T/board.kif" <<'END'
後手の持駒：角　
  ５ ４ ３ ２ １
+---------------+
| ・ ・ ・ ・v玉|一
| ・ ・ ・ ・v歩|二
| ・ ・ ・ ・ ・|三
| 歩 ・ ・ ・ ・|四
| 玉 ・ ・ ・ ・|五
+---------------+
先手の持駒：飛　
   1 ３三飛打
   2 ３四角打
END
for format in kif ki2 csa; do
    grimoire-convert -q -f $format "$T/board.kif" >"$T/board.$format.out" 2>/dev/null
    expect_exit 0 grimoire-convert -q "$T/board.$format.out"
    expect_in_stdout '^\[FEN "4k/4p/5/P4/K4\[Rb\] w - - 0 1"\]$'
    expect_in_stdout '^1. R@c3 B@c2 [*]$'
done
expect_exit 1 grimoire-check -q - <<<$'手合割：5五将棋\n   1 ２四銀(35)\n   2 ２三銀(31)'
expect_stderr '^-:3:6: error: game 1, ply 2: .２三銀.31.. cannot be played: a Silver does not go from c5 to d3'

start "words tell pieces of KI2 apart as players do"
ki2() { # ki2 BOARD UCI TEXT
    printf '[Variant "Shogi"]\n[FEN "%s"]\n\n1. %s *\n' "$1" "$2" >"$T/words.pgn"
    expect_exit 0 grimoire-convert -q -f ki2 "$T/words.pgn"
    expect_in_stdout "^$3\$"
    cp "$T/out" "$T/words.ki2"
    expect_exit 0 grimoire-convert -q -f uci "$T/words.ki2"
    expect_stdout "$2"
}
golds='4k4/9/9/9/9/9/9/9/3GKG3[] w - - 0 1'
ki2 "$golds" d1e2 ▲５八金左
ki2 "$golds" f1e2 ▲５八金右
straight='4k4/9/9/9/9/9/9/9/2KGGG3[] w - - 0 1'
ki2 "$straight" e1e2 ▲５八金直
ki2 "$straight" d1e2 ▲５八金左
three='4k4/9/9/9/9/9/4G4/3G5/4K4[] w - - 0 1'
ki2 "$three" d2d3 ▲６七金上
ki2 "$three" e3d3 ▲６七金寄
four='4k4/9/9/9/9/3S1S3/9/3S1S3/K8[] w - - 0 1'
ki2 "$four" d4e3 ▲５七銀左引
ki2 "$four" f4e3 ▲５七銀右引
ki2 "$four" d2e3 ▲５七銀左上
ki2 'k8/9/1+R7/9/9/5+R3/9/9/K8[] w - - 0 1' f4f7 ▲４三龍行
ki2 'k8/9/9/9/9/2G1G4/9/9/K8[G] w - - 0 1' G@d4 ▲６六金打
ki2 'k8/9/3S1S3/9/9/9/9/9/K8[] w - - 0 1' d7e8+ ▲５二銀左成
ki2 'k8/9/3S1S3/9/9/9/9/9/K8[] w - - 0 1' f7e8 ▲５二銀右不成
expect_exit 0 grimoire-convert -q "$T/words.ki2"
printf 'まで3手で時間切れにより後手の勝ち\n' | cat "$T/own.ki2" - >"$T/time.ki2"
expect_exit 0 grimoire-convert -q -f ki2 "$T/time.ki2"
expect_in_stdout '^まで4手で.*後手の勝ち$'

start "a gap in the numbers of KIF is said where it is, once for all that follow it"
printf '手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   5 ２六歩(27)\n   6 ４四歩(43)\n   6 ２五歩(26)\n\n変化：2手\n   2 ８四歩(83)\n   4 ２六歩(27)\n' >"$T/gap.kif"
expect_exit 0 grimoire-check "$T/gap.kif"
expect_stderr "^$T/gap.kif:4:1: warning: game 1, ply 3: the move has the number 5, but 3 is due: moves may be missing\$"
expect_stderr "^$T/gap.kif:6:1: warning: game 1, ply 5: the move has the number 6, but 7 is due: a number is there twice\$"
expect_stderr "^$T/gap.kif:10:1: warning: game 1, ply 3: the move has the number 4, but 3 is due: moves may be missing\$"
[ "$(grep -c " warning: " "$T/err")" -eq 3 ] || fail "$(cat "$T/err")"
expect_exit 1 grimoire-check -q - <<<$'手合割：平手\n   1 ７六歩(77)\n   3 ２六歩(27)'
expect_stderr '^-:3:1: warning: game 1, ply 2: the move has the number 3, but 2 is due'
expect_stderr '^-:3:6: error: game 1, ply 2: '

start "ends of CSA, as results and reasons"
while read -r end result reason; do
    printf 'PI\n+\n+7776FU\n%s\n' "$end" >"$T/end.csa"
    expect_exit 0 grimoire-convert "$T/end.csa"
    expect_quiet
    expect_in_stdout "^\\[Result \"$result\"\\]\$"
    if [ "$reason" ]; then
        expect_in_stdout "^\\[Termination \"$reason\"\\]\$"
    else
        ! grep -q Termination "$T/out" || fail "$end: $(cat "$T/out")"
    fi
done <<'END'
%TORYO 1-0
%TSUMI 1-0
%SENNICHITE 1/2-1/2
%HIKIWAKE 1/2-1/2
%JISHOGI 1/2-1/2 impasse
%KACHI 0-1 entering king
%TIME_UP 1-0 time forfeit
%ILLEGAL_MOVE 1-0 rules infraction
%ILLEGAL_ACTION 1-0 rules infraction
%+ILLEGAL_ACTION 0-1 rules infraction
%-ILLEGAL_ACTION 1-0 rules infraction
%CHUDAN [*] unterminated
%MATTA [*] abandoned
%FUZUMI [*] abandoned
%ERROR [*] emergency
END
printf 'PI\n+\n+7776FU\n%%NOSUCH\n' >"$T/end.csa"
expect_exit 0 grimoire-check "$T/end.csa"
expect_stderr "^$T/end.csa:4:1: warning: game 1: '%NOSUCH' is not understood"

start "blanks behind moves of CSA, and remarks there, are no fault"
printf 'PI\n+\n+7776FU ,T3   ,\x27one  \n-3334FU  , T1\n%%TORYO\n' >"$T/blanks.csa"
expect_exit 0 grimoire-convert -q "$T/blanks.csa"
expect_in_stdout "one"

start "what ends a variation of KIF is a comment"
printf '手合割：平手\n   1 ７六歩(77)\n   2 投了\n\n変化：1手\n   1 ２六歩(27)\n   2 千日手\n' >"$T/ends.kif"
expect_exit 0 grimoire-convert -q "$T/ends.kif"
expect_in_stdout "[{]千日手}"

start "lines of KIF in the comments of PGN are comments"
printf '[Variant "Shogi"]\n\n1. c3c4 {a\n5 ２五歩(26)\n} *\n' >"$T/comment.pgn"
expect_exit 0 grimoire-convert -q -f uci "$T/comment.pgn"
expect_stdout 'c3c4'

start "a typed line may say 同 for the square of the move before it"
printf '[Variant "Shogi"]\n\n1. Pc4 Pg6 2. Bxh8=+B *\n' >"$T/same.pgn"
expect_exit 0 grimoire-import -q -d "$T/same.db" "$T/same.pgn"
expect_exit 0 grimoire-db edit -d "$T/same.db" --game 1 --line '3=同　銀 ４五角'
expect_exit 0 grimoire-db edit -d "$T/same.db" --game 1 --line '2=２二角成 同飛'
expect_exit 0 grimoire-export -d "$T/same.db"
expect_in_stdout '^1. Pc4 Pg6 2. Bxh8=\+B Sxh8 \(2... Rxh8\) 3. B@f5 \*$'
expect_exit 1 grimoire-db edit -d "$T/same.db" --game 1 --line '0=同　銀'

start "tags that CSA has no place for are named, once"
printf '[Variant "Shogi"]\n[WhiteElo "1800"]\n[Round "3"]\n\n1. Pc4 *\n\n[Variant "Shogi"]\n[ECO "A"]\n\n1. Pc4 *\n' >"$T/tags.pgn"
expect_exit 0 grimoire-convert -f csa "$T/tags.pgn"
expect_in_stdout '^\$ROUND:3$'
expect_stderr '^csa has no place for some tags of 2 games: WhiteElo, ECO$'
expect_exit 0 grimoire-convert -f kif "$T/tags.pgn"
expect_in_stdout '^WhiteElo：1800$'
finish
