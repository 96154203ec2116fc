#!/usr/bin/env bash
# Compressed text, read wherever text is, and written: gzip, bzip2, xz, zstd.
. "$(dirname "$0")/lib.sh"

# built WITH: the macro of what this build reads.
built() {
    grep -q -- "-D$1" "$GRIMOIRE_BIN/../flags"
}

expect_exit 1 grimoire-check samples/chess.pgn samples/magi.pgn
sed 's/^samples[^:]*://' "$T/err" >"$T/plain"
tail -n 1 "$T/err" >"$T/summary"
summary=$(cat "$T/summary")
mkdir "$T/in"
# The sanitizers need address space without end.
memory='ulimit -v 100000'
[ -z "$sanitized" ] || memory=true

# packed ENDING COMMAND...: what its reading has to do.
packed() {
    local name=$T/in/text.$1
    shift
    start "${name##*.}: by its first bytes, from a pipe, several members, another name, byte by byte"
    "$@" <samples/chess.pgn >"$name"
    size=$(stat -c %s "$name")
    "$@" <samples/magi.pgn >>"$name"
    expect_exit 1 grimoire-check "$name"
    expect_stderr "^${summary}$"
    mv "$name" "$T/in/any.pgn"
    expect_exit 1 grimoire-check - <"$T/in/any.pgn"
    expect_stderr "^${summary}$"
    expect_exit 1 sh -c "for n in \$(seq 1 40); do head -c \$n '$T/in/any.pgn' | tail -c 1; sleep 0.01; done |
        { cat; tail -c +41 '$T/in/any.pgn'; } | grimoire-check -"
    expect_stderr "^${summary}$"

    start "${name##*.}: a text that ends too early, at each of many places"
    whole=$(stat -c %s "$T/in/any.pgn")
    for cut in 7 8 9 20 100 300 $((size - 1)) $((size + 7)) $((whole - 40)) $((whole - 1)); do
        head -c "$cut" "$T/in/any.pgn" >"$T/in/cut"
        expect_exit 1 grimoire-check "$T/in/cut"
        expect_stderr "in/cut: the compressed data end too early"
    done

    start "${name##*.}: damaged bytes are found, and what follows the end is not text"
    printf 'XXXXXXXXXXXXXXXX' | dd of="$T/in/any.pgn" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
    expect_exit 1 grimoire-check "$T/in/any.pgn"
    expect_stderr 'in/any.pgn: the compressed data (are damaged|end too early)'
    "$@" <samples/chess.pgn >"$name"
    printf 'nothing of a game' >>"$name"
    expect_exit 0 grimoire-check "$name"
    expect_stderr '^7 games, 244 plies, 0 faulty'
}

packed gz gzip -c
! built GR_BZIP2 || ! have bzip2 || packed bz2 bzip2 -c
! built GR_XZ || ! have xz || packed xz xz -c
if built GR_ZSTD && have zstd; then
    packed zst zstd -qc

    start "zst: a frame to be skipped comes first, as parallel programs write it"
    { printf '\x50\x2a\x4d\x18\x03\0\0\0abc' && zstd -qc samples/chess.pgn; } >"$T/in/skip.zst"
    expect_exit 0 grimoire-check "$T/in/skip.zst"
    expect_stderr '^7 games, 244 plies, 0 faulty'

    start "zst: what takes too much memory is refused with what to do"
    head -c 300000000 /dev/zero | zstd -q --long=29 --single-thread >"$T/in/long.zst" 2>/dev/null
    expect_exit 1 grimoire-check "$T/in/long.zst"
    expect_stderr 'long.zst: unpacking takes too much memory.*--long=31'
    rm "$T/in/long.zst"

    start "zst: every program reads it"
    zstd -qc tests/data/perft/magi.epd >"$T/in/magi.epd"
    expect_exit 0 grimoire-perft --epd "$T/in/magi.epd" --max-depth 1 -v magi
    zstd -qc samples/chess.pgn >"$T/in/chess"
    expect_exit 0 grimoire-convert -f uci "$T/in/chess"
    expect_exit 0 grimoire-show "$T/in/chess"
    expect_exit 0 grimoire-stats "$T/in/chess"
    expect_exit 0 grimoire-import -d "$T/games.db" "$T/in/chess"
    expect_in_stdout '^7 games, 244 plies, 0 faulty, 0 duplicates$'
    printf '@PLAYER\nTartakower, Saviely\n  = Tartakower, Savielly\n' | zstd -qc >"$T/in/players"
    expect_exit 0 grimoire-db clean --dry-run --players "$T/in/players" -d "$T/games.db"
    echo '1. e4 e5 *' | zstd -qc >"$T/in/openings"
    expect_exit 0 grimoire-match --engine1 builtin --engine2 builtin --depth 1 --games 2 --openings "$T/in/openings"

    start "zst: a long text takes no more memory than a short one"
    { zstd -qc samples/chess.pgn && yes '% a line that is no move, and goes on for a while longer' |
        head -c 400000000 | zstd -qc; } >"$T/in/huge.zst"
    expect_exit 0 sh -c "$memory; grimoire-convert -f uci '$T/in/huge.zst' >/dev/null"
fi

# A stream of games, 5 MB of them, or 400 in a slow run, in little more memory than the libraries and unpacking take.
times=2000 memory='ulimit -v 26000'
[ -z "${GRIMOIRE_SLOW-}" ] || times=160000
[ -z "$sanitized" ] || memory=true
lines=$(($(wc -l <samples/chess.pgn) + 1))
for packer in gzip:std=c11 bzip2:DGR_BZIP2 xz:DGR_XZ zstd:DGR_ZSTD; do
    grep -q -- "-${packer#*:}" "$GRIMOIRE_BIN/../flags" || continue
    packer=${packer%:*}
    have "$packer" || continue
    start "a long stream of games from $packer takes no more memory than a short one"
    expect_exit 0 bash -c "yes \"\$(cat samples/chess.pgn; echo .)\" | sed 's/^\.$//' | head -n $((times * lines)) |
        $packer -1 | { $memory; MALLOC_ARENA_MAX=1 exec grimoire-check -q -f json -; }"
done

start "output is compressed as its name says"
grimoire-convert -f san samples/chess.pgn >"$T/want"
expect_exit 0 grimoire-convert -f san samples/chess.pgn -o "$T/out.gz"
gzip -dc "$T/out.gz" | cmp -s - "$T/want" || fail "gzip -d gives something else"
if built GR_ZSTD && have zstd; then
    expect_exit 0 grimoire-convert -f san samples/chess.pgn -o "$T/out.zst"
    zstd -qdc "$T/out.zst" | cmp -s - "$T/want" || fail "zstd -d gives something else"
    expect_exit 0 grimoire-convert -f san "$T/out.zst"
    : >"$T/empty.pgn"
    expect_exit 0 grimoire-db dump -d "$T/games.db" -f json -o "$T/dump.zst"
    zstd -qdc "$T/dump.zst" | cmp -s - <(grimoire-db dump -d "$T/games.db" -f json) || fail "another dump"
fi
for ending in xz bz2; do
    expect_exit 2 grimoire-convert -f san samples/chess.pgn -o "$T/out.$ending"
    expect_stderr "cannot write .*out.$ending: no such compression here"
    [ ! -e "$T/out.$ending" ] || fail "the file was made"
done

start "compressed output on a full disk"
if [ -e /dev/full ]; then
    for ending in gz zst; do
        ln -s /dev/full "$T/full.$ending"
        [ "$ending" = gz ] || built GR_ZSTD || continue
        expect_exit 1 grimoire-convert -f san samples/chess.pgn -o "$T/full.$ending"
        expect_stderr 'cannot write .*full: No space left|cannot write .*full.*: No space left'
    done
fi

start "archives are refused with a word on what to do"
printf 'PK\003\004\024\000\000\000' >"$T/a.zip"
expect_exit 1 grimoire-check "$T/a.zip"
expect_stderr 'a.zip: no games found: this is a zip archive: use unzip -p FILE \| \.\.\. -, or'
finish
