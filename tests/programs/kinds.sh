#!/bin/bash
# Files of other kinds than a program reads: one message says what the file is, and nothing is read of it.
. tests/programs/lib.sh

# bytes N SEED: N bytes that look random
bytes() {
    awk -v n="$1" -v x="$2" 'BEGIN {
        for (i = 0; i < n; i++) {
            x = (x * 16807) % 2147483647
            printf "\\%03o", x % 255 + 1
        }
    }' |
        { read -r text; printf '%b' "${text//\\/\\0}"; }
}

noise=$(bytes 3000 7 | base64)
# with_noise FILE PREFIX: a file that begins so
with_noise() {
    { printf '%b' "$2"; base64 -d <<<"$noise"; } >"$T/$1"
}

# Entries of a Polyglot book: 16 bytes each, in the order of their keys.
for i in {16..200}; do
    printf '%b' "\\x$(printf %02x "$i")ABCDEFG\\x01\\x02\\x00\\x05\\x00\\x00\\x00\\x00"
done >"$T/book"
cp "$T/book" "$T/performance.bin"
with_noise table.rtbw '\x71\xe8\x23\x5d'
with_noise games.si4 'Scid.si\0'
with_noise games.sn4 'Scid.sn\0'
for kind in sg4 si5 cbh cbg cbv pgi ctg; do with_noise "games.$kind" '\x01\x02'; done
with_noise picture '\x89PNG\r\n'
with_noise stockfish.nnue '\x20\x2f\xf3\x7a'
with_noise noise ''
printf '1. e4 e5 2. Nf3 *\n' | grimoire-import -q -d "$T/games.db" - >"$T/out"
cp "$T/games.db" "$T/untouched.db"
printf '[Event "E"]\n[White "A"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n%.0s' {1..40} >"$T/games.pgn"
printf '<!DOCTYPE html>\n<html><body>%s</body></html>\n' 'Nothing here. ' >"$T/page.html"

# said WORDS: one line of messages, with these words, and nothing on standard output but a count
said() {
    expect_stderr "$1"
    [ "$(grep -vc "^Try " "$T/err")" = 1 ] || { fail "more than one message: $command"; head -n 5 "$T/err"; }
}

# A file, and what it is.
kinds=(
    book 'Polyglot book'
    performance.bin 'Polyglot book'
    table.rtbw 'Syzygy'
    games.si4 'Scid'
    games.sn4 'Scid'
    games.sg4 'Scid'
    games.si5 'Scid'
    games.cbh 'ChessBase'
    games.cbg 'ChessBase'
    games.cbv 'ChessBase'
    games.pgi 'index'
    games.ctg 'ChessBase'
    picture 'picture'
    stockfish.nnue 'network'
    noise 'no text'
    games.db 'database'
)

for ((i = 0; i < ${#kinds[@]}; i += 2)); do
    file=$T/${kinds[i]} what=${kinds[i + 1]}
    start "${kinds[i]} where games are read"
    expect_exit 1 grimoire-check "$file"
    expect_stderr "$what"
    [ "$(wc -l <"$T/err")" -le 2 ] || fail "too many messages"
    expect_exit 1 grimoire-convert "$file"
    said "no games found.*$what"
    expect_stdout ''
    expect_exit 1 grimoire-import -d "$T/new.db" "$file"
    said "no games found.*$what"
    expect_exit 1 grimoire-annotate -q -d "$T/games.db" --from "$file"
    said "$what"
    expect_exit 2 grimoire-match --engine1 builtin --engine2 builtin -v chess --games 2 --nodes 9 --openings "$file"
    said "$what"
    if [ "$what" != database ]; then
        expect_exit 1 grimoire-show "$file"
        said "no games found.*$what"
    fi
    start "${kinds[i]} where lists, definitions and networks are read"
    expect_exit 2 grimoire-db clean -d "$T/games.db" --players "$file"
    said "$what"
    expect_exit 2 grimoire-db classify -d "$T/games.db" --openings "$file"
    said "$what"
    expect_exit 2 grimoire-variants --variants "$file"
    said "$what"
    expect_exit 1 grimoire-perft -v chess --epd "$file"
    said "$what"
    expect_exit 1 grimoire-report -v chess --play 2 --nodes 9 --net "$file"
    said "no network"
done

start "games and pages where lists and definitions are read"
for kind in games.pgn PGN page.html HTML; do
    case $kind in *.*) file=$T/$kind && continue ;; esac
    expect_exit 2 grimoire-db clean -d "$T/games.db" --players "$file"
    said "$kind"
    expect_exit 2 grimoire-db classify -d "$T/games.db" --openings "$file"
    said "$kind"
    expect_exit 2 grimoire-variants --variants "$file"
    said "$kind"
    expect_exit 1 grimoire-perft -v chess --epd "$file"
    said "$kind"
done

start "the database is as it was"
cmp "$T/games.db" "$T/untouched.db" || fail "something was written"

start "text with some control characters is text, in any encoding"
printf '[Event "%0300d"]\n\n1. e4 {a \x01\x02\x03\x04\x05\x06\x07\x08\x0e} e5 2. Nf3 *\n' 0 >"$T/odd.pgn"
expect_exit 0 grimoire-convert -f uci "$T/odd.pgn"
expect_stdout 'e2e4 e7e5 g1f3'
head -c 9000 /dev/zero >"$T/crash.pgn" # left by a machine that went down
printf '\n[Event "E"]\n\n1. e4 e5 2. Nf3 *\n' >>"$T/crash.pgn"
expect_exit 0 grimoire-convert -f uci "$T/crash.pgn"
expect_stdout 'e2e4 e7e5 g1f3'
printf '1. e4 e5 2. Nf3 Nc6 *\n' | iconv -t UTF-16LE >"$T/games.sg4"
expect_exit 0 grimoire-convert -f uci "$T/games.sg4"
expect_stdout 'e2e4 e7e5 g1f3 b8c6'
finish
