#!/usr/bin/env bash
# Texts of Xiangqi: the forms of its players, in and out.
. "$(dirname "$0")/lib.sh"

xiangqi=tests/data/notation/xiangqi
moves='h3e3 h10g8 h1g3 i10h10 i1h1 b10c8 c4c5 g7g6 h1h7 h8i8 h7g7 i8i9 b1c3 d10e9 c3d5'

start "moves by file, in words and by squares are the same game, with what is beside them"
grimoire-convert -q $xiangqi/wxf.pgn >"$T/wxf" 2>/dev/null
expect_exit 0 cat "$T/wxf"
expect_in_stdout '^\[White "Ann"\]$'
expect_in_stdout '^\[Result "1-0"\]$'
expect_in_stdout '^\[WhiteTeam "North"\]$'
expect_in_stdout '[{]begins} 1. Che3 Ng8 2. Ng3 Rh10 [{]both} 3. Rh1 [$]1 \(3. Pc5 Ci8 4. Nc3\)'
! grep -q 'Format' "$T/wxf" || fail "the form of the moves is a tag"
for form in chinese iccs; do
    grimoire-convert -q $xiangqi/$form.pgn >"$T/$form" 2>/dev/null
    expect_same "$T/wxf" "$T/$form"
done
for form in wxf chinese iccs; do
    expect_exit 0 grimoire-convert -q -f uci $xiangqi/$form.pgn
    expect_stdout "$moves"
done

for format in wxf iccs chinese; do
    start "PGN in $format comes back whole, its start position as well"
    grimoire-convert -q -f $format $xiangqi/wxf.pgn >"$T/game" 2>/dev/null
    expect_exit 0 cat "$T/game"
    expect_in_stdout '^\[Game "Chinese Chess"\]$'
    expect_in_stdout '^\[Red "Ann"\]$'
    grimoire-convert -q "$T/game" >"$T/again" 2>/dev/null
    expect_same "$T/wxf" "$T/again"
    printf '[Game "Chinese Chess"]\n[FEN "3k1e3/9/4h4/9/9/9/4P4/4P4/4P4/4K1E2 r - - 0 7"]\n\n7. C2.5 *\n' >"$T/start.pgn"
    sed -i 's/C2.5/{x} P-+1 E8+7 {illegal before}/' "$T/start.pgn"
    grimoire-convert -q "$T/start.pgn" >"$T/start" 2>/dev/null
    grimoire-convert -q -f $format "$T/start.pgn" >"$T/game" 2>/dev/null
    grimoire-convert -q "$T/game" >"$T/again" 2>/dev/null
    expect_same "$T/start" "$T/again"
done

start "what is written is what its programs read"
expect_exit 0 grimoire-convert -q -f wxf $xiangqi/wxf.pgn
expect_in_stdout '1. C2.5 H8\+7 2. H2\+3 R9.8 [{]both} 3. R1.2'
expect_exit 0 grimoire-convert -q -f iccs $xiangqi/wxf.pgn
expect_in_stdout '1. H2-E2 H9-G7 2. H0-G2 I9-H9'
expect_exit 0 grimoire-convert -q -f chinese $xiangqi/wxf.pgn
expect_in_stdout '1. 炮二平五 马８进７ 2. 马二进三'

start "front and rear pieces, in each order of the signs, and several soldiers on a file"
tandem() { # tandem FEN MOVE UCI
    printf '[Game "Chinese Chess"]\n[FEN "%s w - - 0 1"]\n\n1. %s *\n' "$1" "$2" >"$T/tandem.pgn"
    expect_exit 0 grimoire-convert -q -f uci "$T/tandem.pgn"
    expect_stdout "$3"
}
rooks='3k5/9/9/R8/9/9/R8/9/9/4K4' pawns='3k5/9/2P6/2P6/2P6/9/9/9/9/4K4' two='3k5/9/2P3P2/2P3P2/9/9/9/9/9/4K4'
for move in R+.5 +R.5 +R=5 R+=5 r+.5 Ｒ＋．５ 前车平五 前車平５ 车前平五; do tandem "$rooks" $move a7e7; done
for move in R-+2 -R+2 后车进二 後車進二; do tandem "$rooks" $move a4a6; done
tandem "$pawns" P..6 c7d7
tandem "$pawns" 中兵平六 c7d7
tandem "$pawns" 三兵平六 c6d6
tandem "$two" Pa.4 g8f8
tandem "$two" Pd.6 c7d7
tandem "$two" 二兵平四 g7f7
tandem '3k5/9/9/9/9/9/9/3A5/9/3AK4' A6-5 d3e2
tandem '3k5/9/9/9/9/9/9/9/9/3AK4' 仕六进五 d1e2

start "they are written so as well"
while read -r move chinese; do
    case $move in R*) fen=$rooks ;; P[a-e]*) fen=$two ;; *) fen=$pawns ;; esac
    printf '[Game "Chinese Chess"]\n[FEN "%s w - - 0 1"]\n\n1. %s *\n' "$fen" "${move//[][]/}" >"$T/tandem.pgn"
    expect_exit 0 grimoire-convert -q -f wxf "$T/tandem.pgn"
    expect_in_stdout "^1. ${move//./[.]} [*]\$"
    expect_exit 0 grimoire-convert -q -f chinese "$T/tandem.pgn"
    expect_in_stdout "^1. $chinese [*]\$"
done <<'END'
R[+].5 前车平五
R-[+]2 后车进二
P[+].6 前兵平六
P..6 中兵平六
P-.6 后兵平六
Pa.4 一兵平四
Pd.6 四兵平六
END

start "squares with ranks from 0 are known by the first move or by a rank 0"
for text in 'h2e2 h9g7' 'h0g2 h9g7' 'H2E2 H9G7' 'h3e3 h10g8'; do
    printf '[Variant "Xiangqi"]\n\n1. %s *\n' "$text" >"$T/squares.pgn"
    expect_exit 0 grimoire-convert -q -f ucci "$T/squares.pgn"
    case $text in h0*) expect_stdout 'position startpos moves h0g2 h9g7' ;;
        *) expect_stdout 'position startpos moves h2e2 h9g7' ;; esac
done

start "what XBoard writes: horses as H, soldiers without a letter, ranks from 0"
printf '[Variant "xiangqi"]\n\n1. Che2 Hg7 2. g4 g5 *\n' >"$T/xboard.pgn"
expect_exit 0 grimoire-convert -q -f uci "$T/xboard.pgn"
expect_stdout 'h3e3 h10g8 g4g5 g7g6'

start "a player Red makes it Xiangqi, with a word, and so do moves in Chinese"
printf '[Red "A"]\n[Black "B"]\n\n1. C2.5 H8+7 *\n' >"$T/red.pgn"
expect_exit 0 grimoire-convert -f uci "$T/red.pgn"
expect_stdout 'h3e3 h10g8'
expect_stderr 'note: game 1: it has a player Red'
printf '一局\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8 和棋\n' >"$T/words.txt"
expect_exit 0 grimoire-convert -q "$T/words.txt"
expect_in_stdout '1/2-1/2'
expect_in_stdout '1. Che3 Ng8 2. Ng3 Rh10'
printf '[White "A"]\n\n1. e4 e5 *\n' >"$T/chess.pgn"
expect_exit 0 grimoire-convert -q -f uci "$T/chess.pgn"
expect_stdout 'e2e4 e7e5'

printf '[White "A"]\n\n1. e4 {\n[DhtmlXQ_movelist]7747\n1. 炮二平五\n} e5 *\n' >"$T/comment.pgn"
expect_exit 0 grimoire-convert -q -f uci "$T/comment.pgn"
expect_stdout 'e2e4 e7e5'

start "GB18030 and Big5 read as UTF-8 does"
sed '1i [Site "棋盤"]' $xiangqi/chinese.pgn | sed 's/红胜/紅勝/; s/马/馬/g; s/车/車/g; s/进/進/g; s/砲/炮/g; s/俥/車/g; s/傌/馬/g' >"$T/utf8"
for encoding in GB18030 BIG5; do
    iconv -f UTF-8 -t $encoding "$T/utf8" >"$T/legacy.pgn"
    grimoire-convert -q "$T/utf8" >"$T/utf8.pgn" 2>/dev/null
    grimoire-convert -q "$T/legacy.pgn" >"$T/read.pgn" 2>/dev/null
    expect_same "$T/utf8.pgn" "$T/read.pgn"
done
iconv -f UTF-8 -t GB18030 $xiangqi/game.txt >"$T/game.txt"
expect_exit 0 grimoire-convert -q -f uci "$T/game.txt"
expect_stdout "$moves"

start "bytes that are no characters do not hide that a text is in GB18030 or Big5"
bad="this is no character in the encoding of the text"
for encoding in GB18030 BIG5 UTF-8; do
    printf '[Game "Chinese Chess"]\n[Red "@"]\n[Site "棋盤"]\n\n1. 炮二平五 {@@} 炮８平５ {@} *\n' |
        iconv -f UTF-8 -t $encoding | LC_ALL=C sed 's/@/\xFF/g' >"$T/bad.pgn"
    expect_exit 0 grimoire-convert "$T/bad.pgn"
    expect_in_stdout '^\[White "�"\]$'
    expect_in_stdout '棋盤'
    expect_in_stdout '1. Che3 [{]��}'
    expect_stderr "$T/bad.pgn:2:7: warning: game 1: $bad"
done
printf '[Game "Chinese Chess"]\n\n1. 炮二平五 {@@} *\n\n[Game "Chinese Chess"]\n\n1. 炮二平五 {@} *\n' |
    iconv -f UTF-8 -t GB18030 | LC_ALL=C sed 's/@/\xFF/g' >"$T/two.pgn"
expect_exit 0 grimoire-convert "$T/two.pgn"
expect_stderr "$T/two.pgn:3:10: warning: game 1: $bad"
expect_stderr "$T/two.pgn:7:10: warning: game 2: $bad"
printf '[Game "Chinese Chess"]\n[Red "Jos\xE9"]\n\n1. C2=5 *\n' >"$T/latin.pgn"
expect_exit 0 grimoire-convert "$T/latin.pgn"
expect_in_stdout 'José'

start "DhtmlXQ, with variations of variations and comments"
expect_exit 0 grimoire-convert -q $xiangqi/game.txt
expect_in_stdout '^\[Date "2026.11.30"\]$'
expect_in_stdout '^[{]begins} 1. Che3 Ng8 2. Ng3 Rh10 [{]both of them} 3. Rh1 \(3. Pc5 Ci8 [{]one} [{]two}$'
expect_in_stdout '^\(3... Pg6\) 4. Nc3\) 3... Nc8'
expect_exit 0 grimoire-convert -q -f uci $xiangqi/game.txt
expect_stdout "$moves"
sed 's/binit\]0919/binit]9919/; s/movelist\]7747.*\[/movelist]70627747[/; s/_0_5_1/_0_99_1/' $xiangqi/game.txt >"$T/odd.txt"
expect_exit 0 grimoire-convert "$T/odd.txt"
expect_in_stdout '/1NBAKABNR b - - 0 1"'
expect_stderr "$T/odd.txt:12:22: warning: game 1: '262572821927' is not understood; it is kept as a comment"
expect_stderr "$T/odd.txt:17:1: warning: game 1: 'both of them' is not understood; it is kept as a comment"

start "UCCI, in and out"
expect_exit 0 grimoire-convert -q -f ucci $xiangqi/games.ucci
expect_stdout 'position startpos moves h2e2 h9g7 h0g2
position fen 3k5/9/9/9/9/9/9/9/4R4/3AK4 w - - 0 1 moves e1e9 d9d8 e9e8'
expect_exit 1 grimoire-check -q - <<<'position startpos moves h2e2 h9g7 i0i4'
expect_stderr "^-:1:35: error: game 1, ply 3: 'i0i4' cannot be played: the way from i1 to i5 is blocked on i4 by White's Soldier"

start "moves that are not legal have their places and reasons"
fault() { # fault MOVES REASON
    printf '[Game "Chinese Chess"]\n%s\n\n%s *\n' "${3:-}" "$1" >"$T/fault.pgn"
    expect_exit 1 grimoire-check -q "$T/fault.pgn"
    expect_stderr "^$T/fault.pgn:4:$2"
}
fault 'C2.5 C8.5 C5+5' "11: error: game 1, ply 3: 'C5\\+5' cannot be played: to get to e8 the Cannon on e3 must jump over exactly one"
fault 'H2=3' "1: error: game 1, ply 1: 'H2=3' cannot be played: a Horse does not go sideways; did you mean C2.3 or H2\\+3"
fault 'E3+4' "1: error: game 1, ply 1: 'E3\\+4' cannot be played: an Elephant does not go from g1 to file 4; did you mean"
fault '+R.2' "1: error: game 1, ply 1: '\\+R.2' cannot be played: White has no Rook that shares a file .*on a1, i1"
fault 'C5+1' "1: error: game 1, ply 1: 'C5\\+1' cannot be played: White has no Cannon on file 5 from the right, the e-file"
fault 'C2+9' "1: error: game 1, ply 1: 'C2\\+9' cannot be played: from h3 that leads off the board"
fault '炮二平五 马8进6' "6: error: game 1, ply 2: '马8进6' cannot be played: the way from h10 to f9 is blocked .* 马８进７ or"
fault 'C5.6' "1: error: .* it would leave White's General on e1 facing the other General, on e10, along an open line" \
    '[FEN "4k4/9/9/9/9/9/9/4C4/9/4K4 r"]'
fault '前兵进一' "1: error: .*: it is ambiguous: from g8 to g9, from c8 to c9" "[FEN \"$two r\"]"

start "words for pieces of the other side are said, once a game"
printf '[Game "Chinese Chess"]\n\n1. 卒三进一 马8进7 2. 象三进五 卒7进1 *\n\n[Game "Chinese Chess"]\n\n1. 兵三进一 兵7进1 *\n' >"$T/sides.pgn"
expect_exit 0 grimoire-check "$T/sides.pgn"
expect_stderr "^$T/sides.pgn:3:4: warning: game 1, ply 1: the word is for a piece of Black's, but it is Red's move\$"
expect_stderr "^$T/sides.pgn:7:9: warning: game 2, ply 2: the word is for a piece of Red's, but it is Black's move\$"
[ "$(grep -c ' warning: ' "$T/err")" -eq 2 ] || fail "$(cat "$T/err")"
printf '[Game "Chinese Chess"]\n\n1. 兵三进一 卒7进1 2. 士四进五 士4进5 3. 帅五平四 将5平4 *\n' >"$T/sides.pgn"
expect_exit 0 grimoire-check "$T/sides.pgn"
! grep -q ' warning: ' "$T/err" || fail "$(cat "$T/err")"

start "a wrong word is repaired"
printf '[Game "Chinese Chess"]\n\n1. C2.5 H8+7 2. H2+3 R9.7 3. R1.2 H2+3 4. P7+1 *\n' >"$T/slip.pgn"
expect_exit 0 grimoire-convert -q --repair -f wxf "$T/slip.pgn"
expect_in_stdout '2. H2[+]3 R9.8 [{]\[%repaired "R9.7"\]} 3. R1.2 H2[+]3 4. P7[+]1'

start "a game that is none of Xiangqi is left out, and that said"
for format in wxf iccs chinese ucci; do
    expect_exit 1 grimoire-convert -q -f $format "$T/chess.pgn"
    expect_stderr "$T/chess.pgn:1: error: game 1: it is left out of what is written as $format: it is none of Xiangqi"
done

start "an own game with its pieces and board has these forms, and its name"
printf '[river:xiangqi]\ntitle = River\nstalemateValue = draw\n' >"$T/river.ini"
printf '[Variant "River"]\n\n1. C2.5 H8+7 *\n' >"$T/river.pgn"
expect_exit 0 grimoire-convert -q --variants "$T/river.ini" -f chinese "$T/river.pgn"
expect_in_stdout '^\[Variant "River"\]$'
expect_in_stdout '1. 炮二平五 马８进７'

finish
