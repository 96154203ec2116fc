#!/usr/bin/env bash
# What all programs share: option handling, output files, colours, the progress bar.
. "$(dirname "$0")/lib.sh"

start "every program answers --help and --version, and refuses options it does not know"
for program in "$GRIMOIRE_BIN"/grimoire-*; do
    name=${program##*/}
    expect_exit 0 "$program" --help
    expect_in_stdout "^usage: $name "
    expect_quiet
    awk 'length > 79 { print; wide = 1 } END { exit wide }' "$T/out" >"$T/wide" || fail "wider than 79: $(cat "$T/wide")"
    expect_exit 0 "$program" --version
    expect_in_stdout "^$name [0-9]+\.[0-9]+\.[0-9]+\$"
    expect_exit 2 "$program" --no-such-option
    expect_stderr "^$name: unknown option '--no-such-option'$"
    expect_stdout ''
    one_of 4 || continue
    expect_exit 0 "$program" -h
    expect_exit 1 sh -c '"$1" --help >/dev/full' sh "$program"
    expect_stderr "^$name: cannot write standard output: No space left on device"
done

start "a usage that takes two lines is one form"
expect_exit 0 grimoire-match --help
[ "$(grep -c '^ *\(usage: \)\?grimoire-match ' "$T/out")" -eq 2 ] || fail "not two forms"
expect_in_stdout '^ {22}.*\(--tc SECONDS'
expect_exit 0 grimoire-db --help
[ "$(grep -c '^ *\(usage: \)\?grimoire-db ' "$T/out")" -eq 15 ] || fail "not fifteen forms"

start "a name that is nearly right: did you mean"
while IFS='|' read -r want command; do
    expect_exit 2 grimoire-$command
    expect_stderr "did you mean $want\\?\$"
done <<'END'
--depth|perft --dpeth 3
--max-depth or --max-nodes|perft --max 3
--players|stats --plyers 3 x
--count|search --coutn
magi|perft -v magci --depth 1
capablanca|check -v capa samples/chess.pgn
magician|search -d x.db -v Magicain
json|convert -f jsno samples/chess.pgn
html|export -f hmtl -d x.db
explorer|tree -f explore -d x.db
unicode|show -f unicod
svg|show -f svgg
always|show --color alwys
python-chess|check --eval-dialect python samples/chess.pgn
verify|db verfiy
optimise|db optimize
END
expect_exit 2 grimoire-perft -v halma --depth 1
expect_stderr '\(known: chess, magi, magician, royal, wizard, capablanca, chess960, crazyhouse, atomic, antichess, horde, threecheck, racingkings, kingofthehill\)$'

start "what a program takes no operand for is unexpected, with a hint where it may belong"
while IFS='|' read -r want command; do
    expect_exit 2 grimoire-$command
    expect_stderr "^grimoire-[a-z]*: unexpected argument 'games.db'$want"
done <<'END'
 \(use -d FILE; export takes no query: .*|export games.db
 \(use --epd FILE\)$|perft games.db
$|match --depth 1 games.db
; put a query in quotes$|search -d x.db mate games.db
: optimise takes one database$|db optimise other.db games.db
END

start "numbers have nouns that fit"
printf '1. e4 *\n' >"$T/one.pgn"
expect_exit 0 grimoire-check "$T/one.pgn"
expect_stderr '^1 game, 1 ply, 0 faulty; 0 errors, 0 warnings$'
printf '1. e5 *\n' >"$T/bad.pgn"
expect_exit 1 grimoire-check "$T/bad.pgn"
expect_stderr '^1 game, 0 plies, 1 faulty; 1 error, 0 warnings$'
expect_exit 0 grimoire-import -d "$T/one.db" "$T/one.pgn"
expect_stdout '1 games, 1 plies, 0 faulty, 0 duplicates' # scripts read this line
expect_exit 0 grimoire-db verify "$T/one.db"
expect_stdout '1 game, 1 ply sound, 0 damaged'
expect_exit 0 grimoire-db index "$T/one.db"
expect_in_stdout '^1 game, 2 positions$'
expect_exit 0 grimoire-db dedupe "$T/one.db"
expect_stdout '1 game compared, 0 duplicates deleted, 0 with comments kept'
expect_exit 0 grimoire-db merge -d "$T/two.db" "$T/one.db"
expect_stdout '1 game, 1 ply, 0 unreadable, 0 duplicates'
expect_exit 0 grimoire-db merge -d "$T/two.db" "$T/one.db"
expect_stdout '1 game, 1 ply, 0 unreadable, 1 duplicate'
expect_exit 0 grimoire-tree -d "$T/one.db"
expect_in_stdout '^1 game, 0 end here$'
expect_exit 0 grimoire-tree -d "$T/one.db" --line e4
expect_in_stdout '^1 game, 1 ends here$'
expect_exit 0 grimoire-stats -d "$T/one.db"
expect_in_stdout '^Chess: 1 game, 1 ply$'
expect_exit 0 grimoire-annotate -d "$T/one.db" --nodes 1
expect_stdout '2 positions judged, 0 already known, 0 set aside, 1 game'

start "an output file that is an input is refused and stays as it is"
cp samples/chess.pgn "$T/games.pgn"
ln "$T/games.pgn" "$T/link.pgn"
expect_exit 2 grimoire-convert -f pgn -o "$T/link.pgn" "$T/games.pgn"
expect_stderr 'link.pgn: that file is the input .*games.pgn$'
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
    expect_stderr 'games.db: that file is (the database .*games.db|a database)$'
    cmp -s "$T/games.db" "$T/before.db" || fail "the database was changed: $line"
done
expect_exit 2 grimoire-perft --epd "$T/start.epd" -o "$T/start.epd"
expect_stderr 'start.epd: --epd reads that file$'
echo '1. e4 *' >"$T/opening.pgn"
expect_exit 2 grimoire-match --depth 1 --openings "$T/opening.pgn" --pgn "$T/opening.pgn"
expect_stderr 'opening.pgn: --openings reads that file$'
[ -s "$T/start.epd" ] && [ -s "$T/opening.pgn" ] || fail "an input was emptied"

start "so are definitions, of --variants and of the environment, for every program and each of its outputs"
printf '[sentinel:chess]\n' >"$T/games.ini"
cp "$T/games.ini" "$T/before.ini"
# refuses_ini ARGUMENT...: "INI" among them is the file.
refuses_ini() {
    local last skip=none
    [ -n "${GRIMOIRE_SLOW-}" ] || { one_in 2 && skip=-q || skip=--variants; }
    set -- "${@//INI/$T/games.ini}"
    for last in "--variants $T/games.ini" "-q"; do
        [ "${last%% *}" != $skip ] || continue
        case $last in -q) export GRIMOIRE_VARIANTS=$T/games.ini ;; esac
        expect_exit 2 "grimoire-$1" "${@:2}" $last
        expect_stderr 'games.ini: (--variants|GRIMOIRE_VARIANTS) reads that file$'
        unset GRIMOIRE_VARIANTS
        same_text "$T/games.ini" "$T/before.ini" || {
            fail "the definitions were changed: $*"
            cp "$T/before.ini" "$T/games.ini"
        }
    done
}
for line in "perft -v sentinel --depth 1" "convert samples/chess.pgn" "check -f json samples/chess.pgn" \
    "export -d $T/games.db" "search -d $T/games.db mate" "tree -d $T/games.db" "stats -d $T/games.db" \
    "show -v sentinel" "report -d $T/games.db -v chess" "db info -d $T/games.db" "db dump -d $T/games.db" \
    "db dump -f sqlite -d $T/games.db" "import -d $T/fresh.db samples/chess.pgn" "variants list" \
    "variants export sentinel" "match --depth 1 --max-plies 4" "db merge -d $T/fresh.db $T/games.db" \
    "db split -d $T/games.db $T/fresh.db" \
    "train -v sentinel -d $T/fresh.db --positions 100 --nodes 5 --epochs 1 --games 0"; do
    refuses_ini $line -o INI
    [ ! -e "$T/fresh.db" ] || { fail "a database was made: $line"; rm -f "$T/fresh.db"; }
done
refuses_ini match --depth 1 --max-plies 4 --pgn INI
refuses_ini match --depth 1 --max-plies 4 --log INI
refuses_ini report -v sentinel --play 1 --depth 1 --pgn INI

start "so is a database that is yet to be made, before anything is created"
mkdir "$T/dir"
ln -s new.db "$T/ahead.db"
echo '1. e4 *' >"$T/start.pgn"
cd "$T" || exit 2
for name in new.db ./new.db dir/../new.db ahead.db "$T/new.db"; do
    for line in "import -d new.db start.pgn" "db merge -d new.db games.db" "db merge -d ./new.db games.db" \
        "train -v chess -d new.db --positions 100 --nodes 5 --epochs 1 --games 0"; do
        one_in 3 || continue
        expect_exit 2 grimoire-$line -o "$name"
        expect_stderr "^grimoire-[a-z]*: -o $name: that file is the database (./)?new.db$"
        [ ! -e new.db ] || { fail "something was created: $line -o $name"; rm -f new.db; }
    done
    expect_exit 2 grimoire db split -d games.db -o "$name" new.db
    expect_stderr '^grimoire-db: new.db: -o writes that file, too$'
    [ ! -e new.db ] || { fail "something was created: split -o $name"; rm -f new.db; }
done
GRIMOIRE_DB=new.db expect_exit 2 grimoire import -o ./new.db start.pgn
[ ! -e new.db ] || fail "something was created"
rm -f new.db
cd - >/dev/null || exit 2
expect_exit 2 sh -c 'grimoire db split -d "$1/games.db" "$1/new.db" >>"$1/new.db"' sh "$T"
expect_stderr 'new.db: that file is standard output$'
rm -f "$T/new.db"
expect_exit 2 grimoire-db split -d "$T/games.db" --shards 2 -o "$T/new-2-of-2.db" "$T/new.db"
expect_stderr 'new-2-of-2.db: -o writes that file, too$'
[ ! -e "$T/new-1-of-2.db" ] && [ ! -e "$T/new-2-of-2.db" ] || fail "a shard was made"

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

start "a disk that is full half way is reported"
for n in 1 2 3 4 5 6 7 8 9 10; do cat samples/chess.pgn; done >"$T/many.pgn"
expect_exit 1 grimoire-convert -f pgn -o /dev/full "$T/many.pgn"
expect_stderr '^grimoire-convert: cannot write /dev/full: '

# on_terminal COMMAND: its output as on a terminal, in $T/out.
on_terminal() {
    script -qec "$1" /dev/null >"$T/out" 2>&1 </dev/null
}

if ! have_terminal; then
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

    start "a rate and the time left, and on narrow terminals what fits"
    on_terminal "grimoire-match -j1 --games 8 --movetime 50 --max-plies 10"
    grep -qE '[1-7] of 8 games, [0-9.]+ a (second|minute), [0-9]+ s left' "$T/out" || fail "not shown: $(cat -v "$T/out")"
    on_terminal "stty cols 20; grimoire-match -j1 --games 4 --movetime 40 --max-plies 10 >/dev/null"
    tr '\r' '\n' <"$T/out" | sed 's/\x1b\[K//' | grep -E '.{20}' && fail "wider than the terminal"
    grep -qE '[1-3] of 4 games' "$T/out" || fail "no progress on 20 columns"
fi
finish
