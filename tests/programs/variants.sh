#!/usr/bin/env bash
# Games described in files: grimoire-variants, --variants on the other programs, and databases that keep
# the definitions.
. "$(dirname "$0")/lib.sh"
unset GRIMOIRE_VARIANTS
games=tests/data/variants/games.ini

for counts in tests/data/variants/*.epd; do
    one_of 3 || continue
    name=${counts##*/} name=${name%.epd}
    start "counts of $name are those of another program"
    expect_exit 0 grimoire-perft -q --variants $games -v "$name" --epd "$counts"
    expect_in_stdout '^[1-9][0-9]* passed, 0 failed$'
done

start "every game of the file has counts"
grep -o '^\[[^]:]*' $games | tr -d '[' | sort >"$T/games"
ls tests/data/variants/*.epd | sed 's:.*/::; s:\.epd$::' | sort >"$T/counted"
cmp -s "$T/games" "$T/counted" || fail "$(diff "$T/games" "$T/counted")"

# A tour of the programs with games on 128 squares, with 26 types of pieces, and with rules of a parent of their own.
for name in sixteen alphabet crossbows pits heirs snipers; do
    is_long || [ $name = alphabet ] || [ $name = crossbows ] || continue
    awk -v name="[$name" '/^\[/ { on = index($0, name) == 1 } on' $games >"$T/$name.ini" # the others take time to read
    export GRIMOIRE_VARIANTS=$T/$name.ini
    number=4
    [ $name != heirs ] || number=16 # they are short
    start "$name: played by the engine, checked, written in each notation and read back"
    expect_exit 0 grimoire-match -q -v $name --games $number --nodes 100 --max-plies 120 --pgn "$T/$name.pgn"
    expect_exit 0 grimoire-check "$T/$name.pgn"
    expect_stderr "$number games, [0-9]+ plies, 0 faulty; 0 errors, 0 warnings"
    expect_exit 0 grimoire-convert -q -f uci -o "$T/want.uci" "$T/$name.pgn"
    for form in san long; do
        grimoire-convert -q -f $form "$T/$name.pgn" | grimoire-convert -q -v $name -f uci - >"$T/back.uci"
        expect_same "$T/back.uci" "$T/want.uci"
    done

    start "$name: stored, and every position found again, with an index and without"
    rm -f "$T/large.db"
    expect_exit 0 grimoire-import -q -d "$T/large.db" "$T/$name.pgn"
    expect_exit 0 grimoire-db verify -d "$T/large.db"
    expect_exit 0 grimoire-export -q -d "$T/large.db" -f uci
    expect_same "$T/out" "$T/want.uci"
    grimoire-export -q -d "$T/large.db" -f fen | sed 's/ *#.*//' | awk 'NF > 4 && NR % 9 == 1' >"$T/fens"
    [ "$(wc -l <"$T/fens")" -ge 20 ] || fail "only $(wc -l <"$T/fens") positions"
    for pass in without with; do
        while read -r fen; do
            one_of 5 || continue
            expect_exit 0 grimoire-search -q -v $name -d "$T/large.db" --count --fen "$fen"
        done <"$T/fens"
        for query in 'white piece takes black piece' 'piece on last rank' 'white N moves' 'pinned piece' 'promotes' \
            "black piece attacks white Q" "pawn on rank 5" "mate"; do
            grimoire-search -q -d "$T/large.db" --count "$query"
        done >"$T/$pass" 2>&1
        [ $pass = with ] || expect_exit 0 grimoire-db index -q -d "$T/large.db"
    done
    expect_same "$T/with" "$T/without"
    grep -q '^[1-9]' "$T/with" || fail "nothing found: $(cat "$T/with")"

    start "$name: tree, statistics, diagrams, report, page and judgements"
    expect_exit 0 grimoire-tree -v $name -d "$T/large.db"
    expect_in_stdout "^$number games, 0 end here$"
    expect_exit 0 grimoire-stats -v $name -d "$T/large.db"
    expect_in_stdout 'Who takes what'
    expect_exit 0 grimoire-show -v $name --flip
    expect_in_stdout '^ 1 [|] '
    expect_exit 0 grimoire-show -v $name -f svg
    expect_in_stdout '<svg'
    expect_exit 0 grimoire-report -v $name -d "$T/large.db"
    expect_exit 0 grimoire-export -q -d "$T/large.db" -f html
    expect_in_stdout 'data-steps='
    expect_exit 0 grimoire-annotate -q -d "$T/large.db" --nodes 20
    expect_exit 0 grimoire-db verify -d "$T/large.db"
    expect_in_stdout ' [1-9][0-9]* evaluations sound, 0 damaged$'
    unset GRIMOIRE_VARIANTS
done

for name in shogi xiangqi kyotoshogi janggi sittuyin placement karouk; do
    is_long || [ $name = shogi ] || [ $name = janggi ] || continue
    start "$name, which comes with the programs: played, checked, written in each notation, stored"
    expect_exit 0 grimoire-match -q -v $name --games 2 --nodes 60 --max-plies 80 --pgn "$T/$name.pgn"
    expect_exit 0 grimoire-check "$T/$name.pgn"
    expect_stderr '2 games, [0-9]+ plies, 0 faulty; 0 errors, 0 warnings'
    expect_exit 0 grimoire-convert -q -f uci -o "$T/want.uci" "$T/$name.pgn"
    for form in san long uci; do
        grimoire-convert -q -f $form "$T/$name.pgn" | grimoire-convert -q -v $name -f uci - >"$T/back.uci"
        expect_same "$T/back.uci" "$T/want.uci"
    done
    expect_exit 0 grimoire-import -q -d "$T/$name.db" "$T/$name.pgn"
    expect_exit 0 grimoire-db verify -d "$T/$name.db"
    expect_exit 0 grimoire-export -q -d "$T/$name.db" -f uci
    expect_same "$T/out" "$T/want.uci"
done

start "why a drop is not possible"
printf '[Variant "Shogi"]\n[FEN "%s"]\n\n1. %s *\n\n' '4k4/9/9/9/P8/9/9/9/4K4[PG] w - - 0 1' P@a4 \
    '4k4/9/9/9/P8/9/9/9/4K4[PG] w - - 0 1' P@b9 '7nk/9/8G/9/9/9/9/7R1/4K4[P] w - - 0 1' P@i8 \
    '4k4/9/9/9/9/9/9/9/4K4[G] w - - 0 1' P@b4 >"$T/drops.pgn"
expect_exit 1 grimoire-check "$T/drops.pgn"
for why in 'the side has such a piece on that file already' 'the piece could never move from there' \
    'a drop of this piece may not mate' 'White has no Pawn in hand'; do
    expect_stderr "cannot be played: $why"
done

start "list, show and export"
expect_exit 0 grimoire-variants list --variants $games
expect_in_stdout '^chess            8x8    KQRBNP       built in   Chess$'
expect_in_stdout '^shako            10x10  KQRBNECP     described  Shako$'
expect_exit 0 grimoire-variants show --variants $games shako cannon
expect_in_stdout '^C  Cannon, mRcpR$'
expect_in_stdout '^ 5  [*] [*] [*] o C o [*] [*] [*] [*]$'
expect_exit 0 grimoire-variants show --variants $games shortreach X
expect_in_stdout '^ 5  [.] [.] h h o X o h h [.] [.]$'
expect_exit 2 grimoire-variants show chess Cannon
expect_stderr "Chess has no piece 'Cannon'"
expect_exit 0 grimoire-variants export --variants $games -o "$T/again.ini" gothic
expect_exit 0 grimoire-perft --variants "$T/again.ini" -v gothic -n 3
expect_stdout 25283

start "a database whose games cannot be listed is reported"
expect_exit 2 grimoire-variants list -d "$T/none.db"
expect_stderr 'none.db: no such database'
expect_stdout ''
expect_exit 3 grimoire-variants show -d $games chess
expect_stderr 'not a Grimoire database'
expect_exit 0 env GRIMOIRE_DB="$T/none.db" grimoire-variants list

start "definitions may be compressed, or come from standard input"
gzip -c $games >"$T/games.ini.gz"
expect_exit 0 grimoire-perft --variants "$T/games.ini.gz" -v gothic -n 2
grimoire-perft --variants $games -v gothic -n 2 >"$T/want"
expect_same "$T/out" "$T/want"
expect_exit 0 sh -c "grimoire-perft --variants - -v gothic -n 2 <$games"
expect_same "$T/out" "$T/want"
head -c 1100000 /dev/zero | tr '\0' '#' >"$T/long.ini"
expect_exit 2 grimoire-variants list --variants "$T/long.ini"
expect_stderr 'long.ini: more than 1048576 bytes$'

start "built-in games are written as sections"
expect_exit 0 grimoire-variants export wizard
expect_in_stdout '^royalTeleport = true$'
expect_exit 0 grimoire-variants export magi
expect_in_stdout '^enPassantOriginTypes = l$'
expect_exit 2 grimoire-variants export halma
expect_stderr "unknown variant 'halma'"

start "check reports errors and what may not be meant, with line and column"
cat >"$T/bad.ini" <<'END'
# comment
[first:chess]
promotionRegionWhite = -
immobile = i
startFen = rnbqkbni/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1

[second]
rook = r
castling = tru
wallingRules = x
startFen = r7/8/8/8/8/8/8/R7 w - - 0 1

[third]
rook = r
startFen = r7/8/8/8/8/8/8/R7 w - - 0 1
END
expect_exit 1 grimoire-variants check "$T/bad.ini"
expect_stdout "3 games, 2 errors, 3 warnings"
expect_stderr "^$T/bad.ini:2:2: warning: the Stone has no move$"
expect_stderr "^$T/bad.ini:2:2: warning: White's Pawn is never promoted: its promotion region is empty$"
expect_stderr "^$T/bad.ini:9:12: error: expected 'true' or 'false'$"
expect_stderr "^$T/bad.ini:10:1: error: 'wallingRules' is not a supported key; did you mean wallingRule"
expect_stderr "^$T/bad.ini:13:2: warning: no side has a king, and nothing else ends the game$"
expect_exit 0 grimoire-variants check $games
expect_stdout "47 games, 0 errors, 0 warnings"
expect_exit 2 grimoire-variants check "$T/none.ini"
expect_stderr "none.ini: No such file or directory$"
head -c 1048577 /dev/zero | tr '\0' '#' >"$T/large.ini"
expect_exit 1 grimoire-variants check "$T/large.ini"
expect_stderr "^grimoire-variants: $T/large.ini: more than 1048576 bytes$"

start "our own games are varied, and kings in hand are kings"
printf '[mine:magi]\ncustomPiece3 = c:BD\n[yours:sittuyin]\npromotionLimit = f:2\n[hers:nocheckatomic]\n' >"$T/own.ini"
expect_exit 0 grimoire-variants check "$T/own.ini"
expect_stdout "3 games, 0 errors, 0 warnings"
expect_exit 0 grimoire-perft --variants "$T/own.ini" -v mine -n 3
expect_stdout 56799

start "faults are in the order of the text"
printf '[odd:chess]\ncheking = true\nqueen = 9\nrook = 8\ncastling = 7\n' >"$T/odd.ini"
expect_exit 1 grimoire-variants check "$T/odd.ini"
cut -d: -f2 "$T/err" | sort -nc || fail "$(cat "$T/err")"
[ "$(wc -l <"$T/err")" -eq 4 ] || fail "not 4 faults: $(cat "$T/err")"

start "a game is known where it is sound, and faults are reported of what is asked for by name"
expect_exit 0 grimoire-perft --variants "$T/bad.ini" -v first -n 1
expect_stdout 20
expect_exit 2 grimoire-perft --variants "$T/bad.ini" -v second -n 1
expect_stderr "^$T/bad.ini:9:12: error: "
expect_exit 0 grimoire-perft --variants "$T/bad.ini" -n 1
expect_quiet
expect_exit 2 grimoire-perft --variants "$T/none.ini" -n 1
cat >"$T/mixed.ini" <<'END'
stray = 1
[good:chess]
queen = -
promotionPieceTypes = rbn
startFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1
castling = false
castling = true

[bad:chess]
shatarMateRule = true
x

[broken
king = k

[last:chess]
title = The Last One
END
printf '[Variant "Good"]\n\n1. e4 *\n\n[Variant "Bad"]\n\n1. e4 *\n\n[Variant "The Last One"]\n\n1. e4 *\n' >"$T/mixed.pgn"
export GRIMOIRE_VARIANTS=$T/mixed.ini
expect_exit 0 grimoire-perft -v good -n 1
expect_stdout 21
expect_stderr "^$T/mixed.ini:6:1: warning: 'castling' is given again on line 7, which counts$"
expect_exit 0 grimoire-perft -v 'the-last one' -n 1
expect_exit 2 grimoire-perft -v bad -n 1
expect_stderr "^$T/mixed.ini:10:18: error: 'shatarMateRule' is supported only as 'false'$"
expect_stderr "^$T/mixed.ini:11:1: error: a line that is no section"
expect_exit 1 grimoire-check "$T/mixed.pgn"
expect_stderr "^$T/mixed.ini:10:18: error: 'shatarMateRule'"
expect_stderr ':5:11: error: game 2: unknown variant "Bad"'
expect_stderr '^3 games, 2 plies, 1 faulty; 1 error'
expect_exit 0 grimoire-match -q -v last --games 2 --nodes 20 --max-plies 10
uci uci 'setoption name UCI_Variant value good' d quit
expect_in_stdout 'UCI_Variant .* var good var last$'
expect_exit 1 grimoire-variants check "$T/mixed.ini"
expect_stdout '4 games, 4 errors, 1 warning'
expect_stderr "^$T/mixed.ini:1:1: error: a key before the first section$"
expect_stderr "^$T/mixed.ini:13:1: error: a '\[' without a '\]'$"
expect_exit 0 grimoire-variants
expect_in_stdout '^last  .* described  The Last One$'
unset GRIMOIRE_VARIANTS

start "the engine takes a file of games from its GUI"
uci uci "setoption name VariantPath value $T/mixed.ini" uci 'setoption name UCI_Variant value bad' \
    'setoption name UCI_Variant value last' 'go nodes 1' "setoption name VariantPath value $T/none.ini" quit
expect_in_stdout '^option name VariantPath type string default <empty>$'
[ "$(grep -c 'UCI_Variant .* var good var last$' "$T/out")" = 1 ] || fail "not listed, or not only then: $(cat "$T/out")"
expect_in_stdout "^info string VariantPath, line 10, column 18: 'shatarMateRule' is supported only as 'false'$"
expect_in_stdout '^info string variant last files 8 '
expect_in_stdout 'none.ini: No such file or directory'

start "GRIMOIRE_VARIANTS names a file for all programs"
GRIMOIRE_VARIANTS=$games expect_exit 0 grimoire-perft -v courier -n 2
expect_stdout 678
GRIMOIRE_VARIANTS=$games expect_exit 0 grimoire-engine --variants "$T/again.ini" <<<$'uci\nquit'
expect_in_stdout 'UCI_Variant .* var gothic$'

cat >"$T/games.pgn" <<'END'
[White "A"]
[Black "B"]
[Result "*"]
[Variant "Castles"]

1. Cgd3 d5 2. Ce3+ Ee6 3. Cxb7 Ch6 *

[White "C"]
[Black "D"]
[Result "*"]
[Variant "Berolina Chess"]

1. Pac4 Ped6 2. Pa4 Pf6 3. Bxf3 *
END

start "games are checked, and the reasons name the pieces and their ways"
expect_exit 1 grimoire-check --variants $games "$T/games.pgn"
expect_stderr ":13:28: error: game 2, ply 5: 'Bxf3' cannot be played: neither of White's Bishops"
cat >"$T/wrong.pgn" <<'END'
[Variant "Castles"]

1. Cc3-f6 *

[Variant "Castles"]

1. Nb1-d2 *

[Variant "Castles"]

1. Cb3xb6 *

[Variant "Castles"]

1. Ec1-a3 *
END
expect_exit 1 grimoire-check --variants $games "$T/wrong.pgn"
expect_stderr "to get to b6 the Cannon on b3 must jump over exactly one piece, not none"
expect_stderr "the way from c1 to a3 is blocked on b2 by"

start "a database keeps the definitions of its games"
expect_exit 1 grimoire-import -q --variants $games -d "$T/db" "$T/games.pgn"
expect_exit 0 grimoire-export -q -d "$T/db" --games 1
expect_in_stdout '^1. Cgd3 d5 2. Ce3[+] Ee6 3. Cxb7 Ch6 [*]$'
expect_exit 0 grimoire-export -q -d "$T/db" --games 1 -v castles -f uci
expect_in_stdout 'g3d3 d7d5'
expect_exit 0 grimoire-db verify -d "$T/db"
expect_exit 0 grimoire-variants list -d "$T/db"
expect_in_stdout '^berolina .* described  Berolina Chess$'
expect_exit 0 grimoire-variants export -d "$T/db" -o "$T/kept.ini" castles
expect_exit 0 grimoire-perft --variants "$T/kept.ini" -v castles -q --epd tests/data/variants/castles.epd
expect_exit 0 grimoire-db merge -q -d "$T/merged" "$T/db"
expect_exit 0 grimoire-export -q -d "$T/merged" -v castles --games 1
expect_in_stdout 'Cxb7 Ch6'

start "a database knows its own games in queries, by letter and by name, without a file"
cat >"$T/toads.ini" <<'INI'
[toads:chess]
title = Toad Chess
queen = -
customPiece1 = t:DW
pieceNames = t:Toad
promotionPieceTypes = rbnt
startFen = rnbtkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBTKBNR w KQkq - 0 1
INI
printf '[Variant "Toad Chess"]\n\n1. d4 e5 2. Td3 exd4 3. Txd4 Nc6 *\n' >"$T/toads.pgn"
expect_exit 0 grimoire-import -q --variants "$T/toads.ini" -d "$T/toads.db" "$T/toads.pgn"
for query in 'white T takes piece' 'white toad takes piece' 'white Toads on d4'; do
    expect_exit 0 grimoire-search -q -d "$T/toads.db" --count "$query"
    expect_exit 0 grimoire-search -q --variants "$T/toads.ini" -d "$T/toads.db" --count "$query"
done
expect_stdout '1 2'
expect_exit 0 grimoire-tree -q -d "$T/toads.db" -v toads 'white toad takes piece'
expect_in_stdout '^d4 '
expect_exit 0 grimoire-annotate -q -d "$T/toads.db" --nodes 10 'white T takes piece'
expect_exit 0 grimoire-db delete -q -d "$T/toads.db" --dry-run 'white toad takes piece'
expect_exit 2 grimoire-search -q -d "$T/toads.db" 'white tood takes piece'
expect_stderr "found 'tood'"

start "another game of the same name is told apart"
printf '[castles:chess]\n' >"$T/other.ini"
expect_exit 2 grimoire-export --variants "$T/other.ini" -d "$T/db"
expect_stderr "db: its game 'castles' is not the 'castles' of another database or file of variants \(here .+; there "
printf '[foo:chess]\npromotionPieceTypes = q\n' >"$T/one.ini"
printf '[foo:chess]\npromotionPieceTypes = qr\n' >"$T/two.ini"
printf '[Variant "foo"]\n\n1. e4 *\n' >"$T/foo.pgn"
for one in one two; do
    expect_exit 0 grimoire-import -q -d "$T/$one.db" --variants "$T/$one.ini" "$T/foo.pgn"
done
expect_exit 2 grimoire-search -q -d "$T/one.db" -d "$T/two.db" 'ply = 1'
expect_stderr "two.db: its game 'foo' is not .*\(here promotionPieceTypesWhite = qr; there promotionPieceTypesWhite = q\): use one"
expect_exit 2 grimoire-db merge -q -d "$T/one.db" "$T/two.db"
expect_stderr "its game 'foo' is not"
expect_exit 0 grimoire-export -q --variants "$T/kept.ini" -d "$T/db" --games 1

if have sqlite3; then
    start "a wrong byte in a definition does no harm"
    sqlite3 "$T/db" "UPDATE meta SET value = CAST(substr(value, 1, 40) || X'00' || substr(value, 42) AS BLOB) WHERE key = 'definition:castles'"
    expect_exit 0 grimoire-export -q -d "$T/db" --games 1
    expect_in_stdout 'Cxb7 Ch6'
    sqlite3 "$T/db" "UPDATE meta SET value = CAST(substr(value, 1, 40) || X'00010203' || substr(value, 45) AS BLOB) WHERE key = 'definition:castles'"
    expect_exit 3 grimoire-export -q -d "$T/db" --games 1
    expect_stderr 'does not know the variant castles'
    expect_exit 0 grimoire-export -q --variants $games -d "$T/db" --games 1
fi

start "castling that ends where a king may step is written as the king that takes its rook, in and out"
cat >"$T/near.ini" <<'INI'
[near]
king = k
rook = r
maxRank = 6
maxFile = 6
castlingKingsideFile = e
castlingQueensideFile = c
startFen = r2k1r/6/6/6/6/R2K1R w KQkq - 0 1
INI
printf '[Variant "near"]\n\n1. O-O+ Ke6 *\n\n[Variant "near"]\n\n1. Ke1 O-O-O *\n' >"$T/near.pgn"
export GRIMOIRE_VARIANTS=$T/near.ini
expect_exit 0 grimoire-convert -q -f uci "$T/near.pgn"
expect_stdout 'd1f1 d6e6 *
d1e1 d6a6'
head -n 1 "$T/out" >"$T/one.uci"
tail -n 1 "$T/out" >"$T/two.uci"
expect_exit 0 grimoire-convert -q -v near -f san "$T/one.uci" "$T/two.uci"
expect_stdout 'O-O+ Ke6 *
Ke1 O-O-O'
uci 'setoption name UCI_Variant value near' 'position startpos moves d1f1' d 'position startpos moves d1e1' d
expect_in_stdout '^Fen: .*r2k1r/6/6/6/6/R2RK1 b kq - 1 1$'
expect_in_stdout '^Fen: .*r2k1r/6/6/6/6/R3KR b kq - 1 1$'
expect_exit 0 grimoire-import -q -d "$T/near.db" "$T/near.pgn"
expect_exit 0 grimoire-export -q -d "$T/near.db" -f uci
expect_stdout 'd1f1 d6e6 *
d1e1 d6a6'
expect_exit 0 grimoire-match -q -v near --games 2 --nodes 50 --max-plies 40 --pgn "$T/played.pgn"
expect_exit 0 grimoire-check -q "$T/played.pgn"
unset GRIMOIRE_VARIANTS

start "queries about pins with several kings of a side, none of which is royal"
cat >"$T/kings.ini" <<'INI'
[nokings:chess]
startFen = rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1
castling = false
INI
printf '[Variant "nokings"]\n[SetUp "1"]\n[FEN "r6r/1p6/8/8/8/8/1P6/K6K w - - 0 1"]\n\n1. b3 b6 2. b4 b5 *\n' >"$T/kings.pgn"
expect_exit 0 grimoire-import -q --variants "$T/kings.ini" -d "$T/kings.db" "$T/kings.pgn"
expect_exit 0 timeout -s KILL 20 grimoire-search -q -d "$T/kings.db" --count 'white piece'
expect_exit 1 timeout -s KILL 20 grimoire-search -q -d "$T/kings.db" --count 'pinned black R'
expect_exit 1 timeout -s KILL 20 grimoire-search -q -d "$T/kings.db" --count 'pinned white piece'

start "repetitions that somebody loses: in results, statistics, records, and of a game whose file has changed its mind"
turns='1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8'
printf '[won:chess]\nnFoldValue = win\n' >"$T/won.ini"
printf '[won:chess]\nnFoldValue = loss\n' >"$T/lost.ini"
printf '[Variant "won"]\n[Result "0-1"]\n\n%s 0-1\n\n[Variant "won"]\n\n%s\n' "$turns" "$turns" >"$T/won.pgn"
expect_exit 0 grimoire-check --variants "$T/won.ini" "$T/won.pgn"
expect_stderr 'game 1, ply 8: the result is given as 0-1, but the game ends in a repetition that decides it, 1-0$'
expect_stderr 'game 2, ply 8: by repetition White has won$'
expect_exit 0 grimoire-import -q --variants "$T/won.ini" -d "$T/won.db" "$T/won.pgn"
expect_exit 0 grimoire-export -d "$T/won.db" --games 2 -f json
expect_in_stdout '"result":"1-0".*"state":"won"'
expect_exit 0 grimoire-stats -d "$T/won.db"
expect_in_stdout 'repetition  *2 '
expect_exit 0 grimoire-stats --variants "$T/lost.ini" -d "$T/won.db"
expect_exit 0 grimoire-check --variants "$T/lost.ini" "$T/won.pgn"
expect_stderr 'game 2, ply 8: by repetition Black has won$'
cat >"$T/check.pgn" <<'PGN'
[Variant "shogi"]
[SetUp "1"]
[FEN "k8/9/9/9/9/9/9/9/R7K[-] b - - 0 1"]
[Result "0-1"]

1... Kb9 2. Rb1 Ka9 3. Ra1 Kb9 4. Rb1 Ka9 5. Ra1 Kb9 6. Rb1 Ka9 7. Ra1 0-1
PGN
expect_exit 0 grimoire-convert -q -f csa "$T/check.pgn"
expect_in_stdout '^%[+]ILLEGAL_ACTION'

start "a database's own game comes before one that the library describes by that name or title"
for name in dragon dragon-chess; do
    printf '[%s:chess]\nknight = -\ncustomPiece1 = n:NK\n' $name >"$T/$name.ini"
    echo '1. e4 e5 2. Ne2 Ne7 3. Ng3 Ng6 4. Ng4 *' >"$T/moves"
    expect_exit 0 grimoire-import -q -v $name --variants "$T/$name.ini" -d "$T/$name.db" "$T/moves"
    expect_exit 0 grimoire-export -q -d "$T/$name.db"
    expect_in_stdout '^1. e4 e5 2. Ne2 Ne7 3. Ng3 Ng6 4. Ng4 \*'
    expect_exit 0 grimoire-db verify "$T/$name.db"
    expect_exit 0 grimoire-search -q -d "$T/$name.db" --count 'N on g4'
done

finish
