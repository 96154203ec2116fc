#!/usr/bin/env bash
# What all programs share: option handling, output files, colours, the progress bar.
. "$(dirname "$0")/lib.sh"

start "every program answers --help and --version, and refuses options it does not know"
for program in "$GRIMOIRE_BIN"/grimoire-*; do
    name=${program##*/}
    expect_exit 0 "$program" --help
    expect_in_stdout "^usage: $name "
    expect_quiet
    expect_exit 0 "$program" -h
    expect_exit 0 "$program" --version
    expect_in_stdout "^$name [0-9]+\.[0-9]+\.[0-9]+\$"
    expect_exit 2 "$program" --no-such-option
    expect_stderr "^$name: unknown or ambiguous option '--no-such-option'"
    expect_stdout ''
    expect_exit 1 sh -c '"$1" --help >/dev/full' sh "$program"
    expect_stderr "^$name: cannot write standard output: No space left on device"
done

start "an output file that is an input is refused and stays as it is"
cp samples/chess.pgn "$T/games.pgn"
ln "$T/games.pgn" "$T/link.pgn"
expect_exit 2 grimoire-convert -f pgn -o "$T/link.pgn" "$T/games.pgn"
expect_stderr 'link.pgn is an input and cannot be the output'
cmp -s samples/chess.pgn "$T/games.pgn" || fail "the input was changed"

start "so is the database, and a file that an option names"
expect_exit 0 grimoire-import -q -d "$T/games.db" samples/chess.pgn
cp "$T/games.db" "$T/before.db"
echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20' >"$T/start.epd"
for line in "export -d $T/games.db -o $T/games.db" "search -d $T/games.db -o $T/games.db mate" \
    "tree -d $T/games.db -o $T/games.db" "stats -d $T/games.db -o $T/games.db" \
    "show -d $T/games.db --game 1 -o $T/games.db" "db dump -d $T/games.db -o $T/games.db" \
    "db info $T/games.db -o $T/games.db" "import -d $T/games.db -o $T/games.db samples/royal.pgn"; do
    expect_exit 2 grimoire $line
    expect_stderr 'games.db is the database and cannot be the output'
    cmp -s "$T/games.db" "$T/before.db" || fail "the database was changed: $line"
done
expect_exit 2 grimoire-perft --epd "$T/start.epd" -o "$T/start.epd"
expect_stderr 'start.epd is an input and cannot be the output'
echo '1. e4 *' >"$T/opening.pgn"
expect_exit 2 grimoire-match --depth 1 --openings "$T/opening.pgn" --pgn "$T/opening.pgn"
expect_stderr 'opening.pgn is an input and cannot be the output'
[ -s "$T/start.epd" ] && [ -s "$T/opening.pgn" ] || fail "an input was emptied"

start "what cannot be read is named"
gzip -c samples/chess.pgn | head -c 700 >"$T/cut.pgn.gz"
: >"$T/empty.pgn"
for program in "check" "convert" "stats" "import -d $T/c.db" "show --game 9"; do
    expect_exit 1 grimoire $program "$T/cut.pgn.gz"
    expect_stderr "^grimoire-[a-z]*: $T/cut.pgn.gz: the compressed data end too early"
done
for program in "check" "convert" "stats" "import -d $T/c.db"; do
    expect_exit 1 grimoire $program "$T/empty.pgn"
    expect_stderr "^grimoire-[a-z]*: $T/empty.pgn: no games found"
done
for program in export tree stats "annotate --depth 1" "db info" "search mate" "show --game 1" \
    "import samples/chess.pgn"; do
    expect_exit 3 grimoire $program -d "$T/start.epd"
    expect_stderr "^grimoire-[a-z]*: $T/start.epd: not a Grimoire database"
done

start "a disk that is full half way is told"
for n in 1 2 3 4 5 6 7 8 9 10; do cat samples/chess.pgn; done >"$T/many.pgn"
expect_exit 1 grimoire-convert -f pgn -o /dev/full "$T/many.pgn"
expect_stderr '^grimoire-convert: cannot write /dev/full: '

# on_terminal COMMAND: its output as on a terminal, in $T/out.
on_terminal() {
    script -qec "$1" /dev/null >"$T/out" 2>&1 </dev/null
}

if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    echo "no terminal is to be had here: colours and progress bars are not tested"
else
    export TERM=xterm
    clear=$'\r\033[K' red=$'\033[31m'
    echo '1. e5 *' >"$T/bad.pgn"
    for n in 1 2 3 4 5; do cat "$T/many.pgn" "$T/many.pgn" "$T/many.pgn"; done >"$T/big.pgn"

    start "faults are coloured on a terminal, and not with NO_COLOR"
    on_terminal "grimoire-check $T/bad.pgn"
    grep -qF "${red}error" "$T/out" || fail "no colour"
    on_terminal "NO_COLOR=1 grimoire-check $T/bad.pgn"
    grep -qF "${red}" "$T/out" && fail "coloured in spite of NO_COLOR"
    grep -q 'error: game 1' "$T/out" || fail "no error"
    on_terminal "TERM=dumb grimoire-check $T/bad.pgn"
    grep -qF "${red}" "$T/out" && fail "coloured on a dumb terminal"

    start "a progress bar on a terminal, taken away at the end, and not with -q"
    on_terminal "grimoire-import -d $T/a.db $T/big.pgn >/dev/null"
    grep -qF "$clear[" "$T/out" || fail "no bar"
    [ "$(tail -c 4 "$T/out")" = "$clear" ] || fail "it stays"
    on_terminal "grimoire-import -q -d $T/b.db $T/big.pgn >/dev/null"
    grep -qF "$clear" "$T/out" && fail "a bar in spite of -q"
    expect_exit 0 grimoire-import -d "$T/c.db" "$T/big.pgn"
    grep -qF "$clear" "$T/err" && fail "a bar where there is no terminal"
fi
finish
