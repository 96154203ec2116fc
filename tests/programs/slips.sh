#!/usr/bin/env bash
# What is written in the place of moves: read as meant, or reported; and results in all spellings.
. "$(dirname "$0")/lib.sh"

# trim NAME: takes blanks off both ends of the variable.
trim() {
    local -n text_=$1
    text_=${text_#"${text_%%[! ]*}"}
    text_=${text_%"${text_##*[! ]}"}
}

start "each text of tests/data/notation/slips.txt"
texts=0
while IFS='|' read -r variant status place line text; do
    case $variant in '#'* | '') continue ;; esac
    trim variant && trim place && trim line
    texts=$((texts + 1)) file=$T/$variant.$texts.txt
    printf "${text# }" >"$file"
    one_of 3 || continue
    grimoire-convert -q -v "$variant" -f san "$file" >"$T/out" 2>"$T/err"
    [ $? -eq $status ] || fail "exit status is not $status:${text}$(head -n 3 "$T/err")"
    got=
    while IFS= read -r game; do
        for result in '*' 1-0 0-1 1/2-1/2; do game=${game%" $result"}; done
        trim game
        got+=" / $game"
    done <"$T/out"
    got=${got# / }
    trim got
    [ "$got" = "$line" ] || fail "reads '$got', not '$line':$text"
    if [ "$place" != - ]; then
        all_of said "$T/err"
        [[ $'\n'$said =~ "${file##*/}":([0-9:]*):' error:' ]] && got=${BASH_REMATCH[1]} || got=nowhere
        [ "$got" = "$place" ] || [ "$got:0" = "$place" ] || fail "the error is at '$got', not $place:$text"
    fi
done <tests/data/notation/slips.txt
[ "$texts" -gt 150 ] || fail "only $texts texts"

start "what is written of each of these texts reads back the same"
for variant in $(grep -v '^#' tests/data/notation/slips.txt | cut -d ' ' -f 1 | sort -u); do
    grimoire-convert -q -v "$variant" "$T/$variant".*.txt >"$T/1.pgn" 2>/dev/null
    grimoire-convert -q "$T/1.pgn" >"$T/2.pgn" 2>/dev/null
    [ -s "$T/1.pgn" ] || fail "nothing is written of $variant"
    expect_same "$T/2.pgn" "$T/1.pgn"
done

start "a repair finds what a word stands for"
printf '1. e4 d5 2. exc Qxd5 3. Nc3 Qa5 *\n' >"$T/repair.txt"
expect_exit 0 grimoire-convert --repair -q -f san "$T/repair.txt"
expect_stdout 'e4 d5 exd5 Qxd5 Nc3 Qa5'
printf '1. e4 d5 2. what Qxd5 3. Nc3 Qa5 *\n' >"$T/repair.txt"
expect_exit 0 grimoire-convert --repair -q -f san "$T/repair.txt"
expect_stdout 'e4 d5 exd5 Qxd5 Nc3 Qa5'

# result TEXT RESULT: after moves, and in a tag.
result() {
    printf '1. e4 e5 2. Nf3 Nc6 %s\n' "$1" >"$T/result.txt"
    expect_exit 0 grimoire-convert -q -f json "$T/result.txt"
    expect_stdout_has "\"result\":\"$2\",\"score\":null,\"plies\":4,"
    printf '[Event "x"]\n[Result "%s"]\n\n1. e4 e5 2. Nf3 Nc6 %s\n' "$1" "$1" >"$T/result.txt"
    expect_exit 0 grimoire-convert -q -f json "$T/result.txt"
    expect_stdout_has "\"Result\":\"$2\".*\"result\":\"$2\",\"score\":null,\"plies\":4,"
}
expect_stdout_has() { grep -q -- "$1" "$T/out" || fail "no $1 in $(head -c 300 "$T/out")"; }

start "results in all spellings"
for text in 1/2-1/2 0.5-0.5 .5-.5 0,5-0,5 ½-½ ½–½ 1/2–1/2 '1/2 - 1/2' '0.5 - 0.5' ½ 1/2 ½:½; do
    result "$text" 1/2-1/2
done
for text in 1-0 1:0 1–0 1—0 '1 - 0' 1−0; do
    result "$text" 1-0
done
result '0–1' 0-1

start "a result that both lose is no castling, and castling is no result"
result 0-0 '[*]'
expect_stderr 'warning: game 1: PGN has no result for 0-0, a loss for both players'
grep -q '"Termination":"double forfeit"' "$T/out" || fail "no Termination tag"
printf '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0\n' >"$T/castling.txt"
expect_exit 0 grimoire-convert -q -f san "$T/castling.txt"
expect_stdout 'e4 e5 Nf3 Nc6 Bc4 Bc5 O-O'
printf '1. e4 e5 2. 0-0\nNf6 3. d3 *\n' >"$T/castling.txt"
expect_exit 1 grimoire-convert -q -f san "$T/castling.txt"
expect_stderr ":1:13: error: game 1, ply 3: '0-0' cannot be played"

# told VARIANT FEN MOVE MESSAGE: what is said of a move that is read.
told() {
    printf '[FEN "%s"]\n[Result "*"]\n\n%s *\n' "$2" "$3" >"$T/told.txt"
    expect_exit 0 grimoire-check -v "$1" "$T/told.txt"
    grep -qxF "$T/told.txt:4:$4" "$T/err" || fail "$3 gives $(cat "$T/err")"
}

start "where several continuations are legal, a note names the one that is assumed, and the others"
warrior='4z2/7/7/2W4/7/7/7/7/7/7/7/3Z3[D] w - - 0 5'
giant='4z2/2G4/7/7/7/7/7/7/7/7/7/3Z3[D] w - - 0 5'
for text in Wd10 c9d10 'Warrior c9 - d10' 'W c9 - d10'; do
    told wizard "$warrior" "5... $text" \
        '6: note: game 1, ply 1: it is not clear what the Warrior becomes: Wd10=H is assumed, not Wd10^'
done
for text in Gc12 c11c12 'Giant c11 - c12'; do
    told wizard "$giant" "5... $text" \
        '6: note: game 1, ply 1: it is not clear what the Giant becomes: Gc12=C+ is assumed, not Gc12=D'
done
told magician 'rmnknmr/ppp*ppp/*5*/*2*2*/*5*/PPP*PPP/R2KNMR w BFbf - 0 4' '4. O-O' \
    '4: note: game 1, ply 1: it is not said which castling is meant: O-O(b) is assumed, as the other one is not legal'
printf '[FEN "%s"]\n[Result "*"]\n\n5... Wd10 *\n' '4z2/7/7/2W4/7/7/7/7/7/7/7/3Z3[] w - - 0 5' >"$T/told.txt"
expect_exit 0 grimoire-check -v wizard "$T/told.txt"
grep -q note: "$T/err" && fail "a note where there is no choice: $(cat "$T/err")"

start "false captures are reported in any spacing"
for text in 'N x f3' 'N : f3' 'Knight x f3' 'Nxf3' 'e2 x e4' 'E2 x E4' 'e2xe4'; do
    told chess 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' "1. $text" \
        '4: warning: game 1, ply 1: marked as a capture, but takes nothing'
done

start "a pawn's capture without its file and x is reported"
for text in '1. d4 e5 2. e5 *' '1. d4 d5 2. e4 e4 *' '1. d4 e5 2. Pe5 *'; do
    echo "$text" >"$T/pawn.txt"
    expect_exit 0 grimoire-check "$T/pawn.txt"
    expect_stderr 'warning: game 1, ply [34]: this pawn captures, which the text does not say'
done
echo '1. d4 e5 2. de5 Nc6 3. Nf3 Ne5 *' >"$T/pawn.txt"
expect_exit 0 grimoire-check -q "$T/pawn.txt"
expect_quiet

start "what may be left of a last move is reported in a text without tags, too"
for text in Q O x n castles Knight; do
    printf '1. e4 e5 2. Nf3 %s 1-0\n' "$text" >"$T/torn.txt"
    expect_exit 0 grimoire-check "$T/torn.txt"
    expect_stderr "1:17: warning: game 1: '$text' is not a move; it is kept as a comment"
done

finish
