#!/usr/bin/env bash
# Books in Polyglot's format: shown and written by grimoire-tree, played from by grimoire-match.
. "$(dirname "$0")/lib.sh"

tree() {
    grimoire-tree "$@"
}

# entry KEY MOVE WEIGHT: 16 bytes, from hexadecimal numbers of 16, 4 and 4 digits.
entry() {
    printf "$(sed 's/../\\x&/g' <<<"$1$2${3}00000000")"
}

start_key=463b96181691fc9c
e4=031c d4=02db e5=0324 # e2e4, d2d4, and e2e5, which is not legal

printf '%s\n\n' '1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0' '1. e4 c5 2. Nf3 0-1' '1. d4 d5 1/2-1/2' '1. e4 e5 2. Bc4 *' \
    '1. e4 e5 2. Nf3 Nf6 1-0' '1. Nf3 d5 0-1' >"$T/games.pgn"
grimoire-import -q -d "$T/games.db" "$T/games.pgn" >/dev/null

start "a book of games: points of the side that moves, twice; games without result, moves without points are left out"
expect_exit 0 tree -d "$T/games.db" --polyglot "$T/games.bin"
expect_stderr '^5 games, 7 entries$'
expect_exit 0 tree --book "$T/games.bin" --depth 3
expect_output polyglot.txt
expect_exit 0 tree --book "$T/games.bin" -f json
expect_output polyglot.json
[ "$(stat -c %s "$T/games.bin")" -eq 112 ] || fail "not 7 entries of 16 bytes"
[ ! -e "$T/games.bin.part" ] || fail "something lies beside it"

start "--depth, --least and --fen bound it"
expect_exit 0 tree -d "$T/games.db" --polyglot "$T/small.bin" --depth 1
expect_stderr '^5 games, 2 entries$'
expect_exit 0 tree -d "$T/games.db" --polyglot "$T/small.bin" --least 2
expect_stderr '^5 games, 2 entries$'
expect_exit 0 tree -d "$T/games.db" --polyglot "$T/small.bin" --line 'e4 e5' --depth 2
expect_stderr '^2 games, 1 entry$'
expect_exit 1 tree --book "$T/small.bin"
expect_in_stdout '^0 moves; the book has 1 entry$'
expect_exit 0 tree --book "$T/small.bin" --fen 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
expect_in_stdout '^Nf3 *4 100\.0%$'
expect_exit 0 tree -d "$T/games.db" --polyglot "$T/white.bin" --result 1-0
expect_stderr '^2 games, '

start "nothing to write leaves the file as it was"
cp "$T/small.bin" "$T/kept"
expect_exit 1 tree -d "$T/games.db" --polyglot "$T/small.bin" --least 99
expect_stderr 'no move makes a book: 5 games with a result$'
expect_exit 2 tree -d "$T/games.db" -v magi --polyglot "$T/small.bin"
expect_stderr "^grimoire-tree: Polyglot's books are for chess alone, not for Magi$"
cmp "$T/small.bin" "$T/kept" || fail "it was written over"
[ ! -e "$T/small.bin.part" ] || fail "something lies beside it"
expect_exit 2 tree -d "$T/games.db" --polyglot "$T/none/small.bin"
expect_stderr "cannot write $T/none/small.bin: No such file or directory\$"
expect_exit 2 tree -d "$T/games.db" --polyglot "$T/games.db"
mkdir "$T/folder"
expect_exit 2 tree -d "$T/games.db" --polyglot "$T/folder"
if [ -c /dev/full ]; then
    expect_exit 1 tree -d "$T/games.db" --polyglot /dev/full
    expect_stderr 'cannot write /dev/full: '
fi

start "castling, promotion and moves that are not legal"
{
    entry $start_key $e4 0003
    entry $start_key $e5 0005
    entry $start_key $d4 0001
    entry $start_key 0000 0001
} >"$T/bad.bin"
expect_exit 1 tree --book "$T/bad.bin"
expect_in_stdout '^e4 *3  75\.0%$'
expect_in_stdout '^2 moves; the book has 4 entries$'
expect_stderr 'bad.bin: entry 2: e2e5 is not legal in the position rnbqkbnr/.* w KQkq - 0 1$'
expect_stderr 'bad.bin: entry 4: a1a1 is not legal'
printf '%s\n' '[FEN "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1"]' '' '1. O-O O-O-O 2. bxa8=N 1-0' >"$T/castle.pgn"
sed -i 's/O-O-O 2. bxa8=N/Rb8/' "$T/castle.pgn"
grimoire-import -q -d "$T/castle.db" "$T/castle.pgn" >/dev/null
expect_exit 0 tree -d "$T/castle.db" --polyglot "$T/castle.bin"
od -An -tx1 "$T/castle.bin" | grep -q '01 07 00 02' || fail "castling is not e1h1"
expect_exit 0 tree --book "$T/castle.bin" --fen 'r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1'
expect_in_stdout '^O-O  *2 100\.0%$'

start "files that are no books, and options that do not go together"
expect_exit 2 tree --book "$T/games.pgn"
expect_stderr 'games.pgn: this is no Polyglot book: '
expect_exit 2 tree --book "$T/none.bin"
: >"$T/empty.bin"
expect_exit 2 tree --book "$T/empty.bin"
expect_exit 2 tree --book "$T/games.bin" -v magi
expect_stderr "Polyglot's books are for chess alone, not for Magi$"
expect_exit 2 tree --book "$T/games.bin" -d "$T/games.db"
expect_exit 2 tree --book "$T/games.bin" mate
expect_exit 2 tree --book "$T/games.bin" --player Tal
expect_exit 2 tree --book "$T/games.bin" --polyglot "$T/x.bin"
expect_exit 2 tree --book "$T/games.bin" -f explorer
expect_exit 2 tree -d "$T/games.db" --polyglot "$T/x.bin" -f json
expect_exit 2 tree -d "$T/games.db" --polyglot "$T/x.bin" --novelties
expect_exit 2 tree -d "$T/games.db" --polyglot "$T/x.bin" mate
[ ! -e "$T/x.bin" ] || fail "a book was written"
gzip -c "$T/games.bin" >"$T/games.bin.gz"
expect_exit 0 tree --book "$T/games.bin.gz" --depth 3
expect_output polyglot.txt

start "a match from a book, drawn by weight and seed"
entry $start_key $e4 ffff >"$T/e4.bin"
expect_exit 0 grimoire-match --games 2 --nodes 5 --max-plies 4 --book "$T/e4.bin" --pgn "$T/o.pgn"
[ "$(grep -c '^1\. e4 1\.\.\.\|^1\. e4 [a-zA-Z]' "$T/o.pgn")" -eq 2 ] || fail "the book was not played from"
for seed in 1 1 2 3; do
    expect_exit 0 grimoire-match --games 4 --nodes 5 --max-plies 8 --book "$T/games.bin" --book-plies 3 --seed $seed \
        --pgn "$T/o.$seed.pgn"
    [ -e "$T/first" ] || cp "$T/o.1.pgn" "$T/first"
done
cmp "$T/first" "$T/o.1.pgn" || fail "the same seed gives other games"
cat "$T"/o.[123].pgn | grep '^1\. ' | grep -v '^1\. e4 \|^1\. d4 ' && fail "moves of no book"
expect_exit 0 grimoire-match --games 2 --nodes 5 --max-plies 6 --book "$T/bad.bin" --pgn "$T/o.pgn"
expect_stderr 'the book has moves that are not legal where they stand; they are not played$'
echo 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' >"$T/fen"
expect_exit 0 grimoire-match --games 2 --nodes 5 --max-plies 6 --openings "$T/fen" --book "$T/games.bin" \
    --book-plies 1 --pgn "$T/o.pgn"
[ "$(grep -c '^2\. Nf3' "$T/o.pgn")" -eq 2 ] || fail "the book was not played from after the opening"
head -n -6 "$T/o.1.pgn" >"$T/half.pgn"
expect_exit 0 grimoire-match --games 4 --nodes 5 --max-plies 8 --book "$T/games.bin" --book-plies 3 --seed 1 \
    --pgn "$T/half.pgn" --resume
cmp "$T/half.pgn" "$T/first" || fail "it does not go on as it was"

start "what does not go with a match"
expect_exit 2 grimoire-match -v magi --games 2 --nodes 5 --book "$T/games.bin"
expect_stderr "Polyglot's books are for chess alone, not for Magi$"
expect_exit 2 grimoire-match --games 2 --nodes 5 --book "$T/games.pgn"
expect_exit 2 grimoire-match --games 2 --nodes 5 --book-plies 3
expect_stderr '^grimoire-match: --book-plies goes with --book$'
expect_exit 1 grimoire-match --games 2 --nodes 5 --book "$T/small.bin"
expect_stderr 'the book has no move of the start position$'
expect_exit 2 grimoire-match --suite "$T/fen" --nodes 5 --book "$T/small.bin"

finish
