#!/usr/bin/env bash
# Games on boards that are narrow, flat, tiny or as large as can be: each program, with all it can be asked. (Under the
# sanitizers this finds arithmetic that takes a second rank or file for granted.)
. "$(dirname "$0")/lib.sh"

cat >"$T/tiny.ini" <<'INI'
[rank8]
maxRank = 1
maxFile = 8
king = k
rook = r
knight = n
startFen = KNR2rnk w - - 0 1

[rank16]
maxRank = 1
maxFile = 16
king = k
queen = q
customPiece1 = a:W2
startFen = KAQ10qak w - - 0 1

[rank3]
maxRank = 1
maxFile = 3
commoner = k
extinctionValue = loss
extinctionPieceTypes = k
startFen = K1k w - - 0 1

[file8]
maxRank = 8
maxFile = 1
king = k
rook = r
pawn = p
promotionPieceTypes = r
startFen = k/r/p/1/1/P/R/K w - - 0 1

[file16]
maxRank = 16
maxFile = 1
king = k
queen = q
pawn = p
promotionPieceTypes = q
startFen = k/p/q/1/1/1/1/1/1/1/1/1/1/Q/P/K w - - 0 1

[two]
maxRank = 2
maxFile = 2
commoner = k
extinctionValue = loss
extinctionPieceTypes = k
startFen = k1/1K w - - 0 1

[ranks2]
maxRank = 2
maxFile = 8
king = k
rook = r
pawn = p
promotionPieceTypes = r
promotionRegionWhite = *2
promotionRegionBlack = *1
startFen = kr2p3/3P2RK w - - 0 1

[files2]
maxRank = 8
maxFile = 2
king = k
rook = r
pawn = p
promotionPieceTypes = r
startFen = kr/pp/2/2/2/2/PP/KR w - - 0 1

[three]
maxRank = 3
maxFile = 3
king = k
pawn = p
queen = q
promotionPieceTypes = q
promotionRegionWhite = *3
promotionRegionBlack = *1
startFen = kp1/3/1PK w - - 0 1

[wide]
maxRank = 7
maxFile = 16
king = k
queen = q
pawn = p
rook = r
promotionPieceTypes = q
castling = false
startFen = rrrrrrrrkqrrrrrr/pppppppppppppppp/16/16/16/PPPPPPPPPPPPPPPP/RRRRRRRRKQRRRRRR w - - 0 1

[high]
maxRank = 16
maxFile = 7
king = k
queen = q
pawn = p
rook = r
promotionPieceTypes = q
castling = false
startFen = rrkqrrr/ppppppp/7/7/7/7/7/7/7/7/7/7/7/7/PPPPPPP/RRKQRRR w - - 0 1
INI
export GRIMOIRE_VARIANTS=$T/tiny.ini
games='rank16 rank3 file8 two wide'
[ -z "${GRIMOIRE_SLOW-}" ] || games="$games rank8 file16 ranks2 files2 three high"

# Whatever it answers, it is neither killed nor in trouble, and it ends.
survives() {
    local got
    command="$*"
    "$@" >"$T/out" 2>"$T/err" </dev/null
    got=$?
    [ $got -le 1 ] || fail "exit status $got: $* ($(head -n 3 "$T/err" | cut -c 1-300))"
}

# only NAME: programs read the definition of that game alone, which takes a tenth of the time.
only() {
    awk -v name="[$1" '/^\[/ { on = index($0, name "]") == 1 || index($0, name ":") == 1 } on' "$T/tiny.ini" >"$T/only.ini"
    GRIMOIRE_VARIANTS=$T/only.ini
}

start "the definitions are sound, and can be shown"
expect_exit 0 grimoire-variants check "$T/tiny.ini"
for v in $games; do
    only $v
    for f in text json definition html svg; do
        grimoire-variants show -v $v -f $f >/dev/null 2>"$T/err"
        [ $? -le 2 ] || fail "$v, $f: $(head -n 3 "$T/err")"
    done
    for f in text svg png; do
        grimoire-show -v $v -f $f -o "$T/picture" 2>"$T/err"
        [ $? -le 2 ] || fail "$v, $f: $(head -n 3 "$T/err")"
    done
    survives grimoire-perft -v $v --depth 2 --divide
done

start "the engine plays them, in both protocols"
for v in $games; do
    only $v
    uci "setoption name UCI_Variant value $v" 'position startpos' d eval 'go perft 2' 'go depth 4' 'go nodes 200' 'go mate 2' \
        'setoption name MultiPV value 4' 'setoption name UCI_ShowWDL value true' 'go depth 3' 'setoption name EvalFile value none' eval
    [ "$(grep -c ^bestmove "$T/out")" -eq 4 ] || fail "$v: not four best moves"
    xboard new "variant $v" 'sd 2' post go 'ping 1' go 'ping 2' undo remove analyze . exit 'ping 3' quit
    expect_in_stdout '^pong 3$'
    survives grimoire-match -v $v --games 6 --nodes 60 --random 3 --max-plies 30 --pgn "$T/$v.pgn" -j 1
done

start "games are read, written, kept and found"
for v in $games; do
    only $v
    survives grimoire-check "$T/$v.pgn"
    survives grimoire-check --repair "$T/$v.pgn"
    sed 's/[a-p][0-9]/x/3' "$T/$v.pgn" >"$T/faulty.pgn"
    survives grimoire-check --repair --repair-steps 500 "$T/faulty.pgn"
    for f in pgn san long uci fen json; do
        survives grimoire-convert -f $f "$T/$v.pgn"
    done
    rm -f "$T/$v.db"
    survives grimoire-import -q -d "$T/$v.db" "$T/$v.pgn"
    survives grimoire-db index -d "$T/$v.db"
    expect_exit 0 grimoire-db verify -d "$T/$v.db"
    for f in html pgn csv json fen; do
        survives grimoire-export -d "$T/$v.db" -f $f -o "$T/exported"
    done
    survives grimoire-tree -d "$T/$v.db" -v $v -f json
    survives grimoire-stats -d "$T/$v.db" -v $v
    survives grimoire-stats -d "$T/$v.db" -v $v -f json
    survives grimoire-annotate -d "$T/$v.db" --depth 2 -j 1
    survives grimoire-report -d "$T/$v.db" -v $v -f html -o "$T/report"
    survives grimoire-report -d "$T/$v.db" -v $v -f text
    survives grimoire-db optimise -d "$T/$v.db"
    survives grimoire-db dedupe -d "$T/$v.db"
done

GRIMOIRE_VARIANTS=$T/tiny.ini

start "all that can be asked of positions"
cat >"$T/queries" <<'END'
passed pawn
doubled pawn
isolated white pawn
white pawn is passed
hanging piece
pinned piece
fresh piece
promoted piece
attacked piece
white piece attacks black piece
white piece defends white piece
white piece attacked by black piece
piece on a1
piece on rank 1
piece on file a
pieces on a1-h8
empty squares > 1
check
double check
discovered check
checkmate
stalemate
only move
legal moves > 1
checkers = 1
promotion
captures
flip (piece on a1)
mirror (piece on a1)
white to move then black to move
material R vs R
material K vs K
opposite bishops
length > 2
ply > 1
move > 1
final
castles
white may castle
en passant
white moves from a1
white takes piece
piece is hanging and piece is passed
hole
shift (white K on a1)
white piece = black piece
royal attacked by piece
moves to a1
END
databases=()
for v in $games; do
    databases+=(-d "$T/$v.db")
done
while IFS= read -r query; do
    grimoire-search "${databases[@]}" "$query" --count >"$T/out" 2>"$T/err"
    got=$?
    [ $got -le 2 ] || fail "$query: $(head -n 3 "$T/err")"
    # What some of the games have no piece for is asked of each.
    [ $got -ne 2 ] || for v in $games; do
        grimoire-search -d "$T/$v.db" "$query" --count >"$T/out" 2>"$T/err"
        [ $? -le 2 ] || fail "$v: $query: $(head -n 3 "$T/err")"
    done
done <"$T/queries"
for v in $games; do
    fen=$(grimoire-convert -f fen "$T/$v.pgn" | tail -n 1)
    survives grimoire-search -d "$T/$v.db" -v $v --fen "$fen" --count
    survives grimoire-search -d "$T/$v.db" -v $v --board "${fen%% *}" --count
    survives grimoire-show -v $v --fen "$fen"
done

start "the report plays them, and the engine learns from them"
for v in $games; do
    survives grimoire-report -v $v --play 4 --nodes 40 --max-plies 30 -f json
done
for v in rank16 two; do
    grimoire-train -v $v -o "$T/$v.net" --rounds 1 --games 20 --nodes 30 -j 1 >"$T/out" 2>"$T/err"
    [ $? -le 2 ] || fail "train $v: $(tail -n 3 "$T/err")"
done
finish
