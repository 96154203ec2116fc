#!/usr/bin/env bash
# What no output may be, in every program: a file that belongs to a database, one that the same command reads or runs,
# and one that it writes already. Each is refused by name, link and descriptor, with exit status 2, before anything
# changes.
. "$(dirname "$0")/lib.sh"
samples=$PWD/samples
unset GRIMOIRE_DB GRIMOIRE_VARIANTS

# ---- the files ----

mkdir -p "$T/files/sub" "$T/files/bin"
cd "$T/files" || exit 2
grimoire-import -q -d games.db "$samples/chess.pgn" >/dev/null
cp games.db other.db
for ending in wal shm journal; do
    echo "of games.db" >games.db-$ending
done
ln -s games.db link.db
ln -s ../games.db sub/deep.db
ln -s games.db-wal to-wal
ln -s . here
ln games.db-wal hard
ln -s unborn.db to-unborn.db
printf '\067\177\006\202log of a database elsewhere' >log # as SQLite begins one
printf '\331\325\005\371\040\241\143\327journal of one elsewhere' >journal
cp "$samples/chess.pgn" games.pgn
echo '1. e4 *' | tee start.pgn x.net one.pgn g.pgn.ahead new.net.part new.net.part.new unborn.db-wal >/dev/null
ln games.pgn games-link.pgn
ln -s games.pgn games-symlink.pgn
echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20' >start.epd
printf '[sentinel:chess]\n' >games.ini
printf 'eco\tname\tpgn\nA00\tOne\t1. a4\n' >names
printf 'Ann\n  An\n' >players
echo '[]' >ops
printf '#!/bin/sh\nexec grimoire-engine\n' |
    tee eng.sh 'my eng.sh' sub/eng.sh bin/path-engine bin/rsvg-convert >/dev/null
chmod +x ./*.sh sub/eng.sh bin/*
echo kept | tee out dump mate sentinel path-engine >/dev/null
cd "$T" || exit 2
cp -a files before
PATH=$T/files/bin:$PATH

sums() {
    (cd "$T/files" && stat -c '%n %i %s %y' ./* sub/*)
}

# restore: the files are as at first.
restore() {
    rm -rf "$T/files"
    cp -a "$T/before" "$T/files"
    want=$(sums)
}
restore

# unchanged: since restore, nothing was made, removed or written.
unchanged() {
    [ "$(sums)" = "$want" ] && return
    fail "files have changed"
    diff <(echo "$want") <(sums) | head -n 8
    restore
}

# run COMMAND: `grimoire COMMAND`, a line of the shell, in the folder of the files.
run() {
    cd "$T/files" && eval "exec grimoire-$1"
}

# refused COMMAND REGEX: it is, and standard error matches.
refused() {
    expect_exit 2 in_files "$1"
    expect_stderr "$2"
}

in_files() {
    (run "$1") </dev/null
}

# taken COMMAND: it is not refused.
taken() {
    expect_exit 0 in_files "$1"
}

# ---- databases ----

# Should they not be refused after all, they are soon done.
short='--depth 1 --games 2 --max-plies 2'
small='-v chess --positions 50 --nodes 2 --epochs 1 --games 0'

# Each program with an output; what follows is `-o FILE`.
commands='export -d games.db
search -d games.db mate
tree -d games.db
stats -d games.db
stats games.db
stats games.pgn
report -d games.db -v chess
report -v chess --play 1 --depth 1
show -d games.db --game 1
show games.pgn
show -v chess
db info games.db
db verify -d games.db
db index games.db
db optimise games.db
db dedupe games.db
db clean games.db
db clean --players players games.db
db clean --names players games.db
db classify --openings names games.db
db edit --game 1 --ops ops games.db
db delete -d games.db --games 1
db undo games.db
db dump games.db
db dump -f json games.db
db dump -f sqlite games.db
db merge -d games.db other.db
db merge -d new.db games.db
db split -d games.db new.db
db split -d games.db --shards 2 new.db
import -d games.db games.pgn
import -d new.db -d games.db games.pgn
check -f json games.pgn
check --repair games.pgn
convert games.pgn
convert -f html --repair games.pgn
perft -v chess --depth 1
perft --epd start.epd
page -v chess --games games.pgn
variants list
variants list -d games.db
variants check games.ini
variants export --variants games.ini sentinel
annotate -d games.db --depth 1
annotate -d games.db --from games.pgn
match $short
train -d games.db $small
train -d new.db $small
train -d games.db $small --classical'

start "no output of any program is a file of a database, be it one that the command does not name"
while IFS= read -r line; do
    for file in games.db-wal other.db-shm hard; do
        case $file in hard) case $line in *games.db*) ;; *) continue ;; esac ;; esac
        one_in 2 || continue
        refused "$line -o $file" "^grimoire-[a-z]*: -o $file: that file belongs to the database (games|other)\.db$"
    done
done <<<"$commands"
unchanged

start "no other output either"
for option in pgn log; do
    for file in games.db-wal games.db-shm other.db-journal ./here/sub/../games.db-wal to-wal; do
        refused "match $short --$option $file" \
            "^grimoire-match: --$option $file: that file belongs to the database .*games\.db$|other\.db$"
    done
done
refused 'report -v chess --play 1 --depth 1 --pgn games.db-shm' '--pgn games.db-shm: that file belongs to'
refused "export -d games.db >>games.db-wal" \
    '^grimoire-export: standard output: that file belongs to the database games.db$'
refused 'check games.pgn >>games.db-shm' 'standard output: that file belongs to the database .*games.db$'
refused 'match $short --pgn /dev/fd/5 5<>games.db-wal' \
    'match: --pgn /dev/fd/5: that file belongs to the database '
unchanged

start "a database's files are known by any name of theirs and of its own"
while read -r db name; do
    refused "export -d $db -o $name 5<>games.db-wal" \
        "^grimoire-export: -o $name: that file belongs to the database [^ ]*(games|link|deep)\.db$"
done <<END
games.db games.db-journal
games.db to-wal
games.db here/games.db-wal
games.db sub/../games.db-shm
games.db $T/files/games.db-wal
games.db /dev/fd/5
games.db link.db-wal
games.db sub/deep.db-shm
link.db games.db-wal
link.db link.db-wal
link.db hard
sub/deep.db games.db-journal
sub/deep.db sub/deep.db-wal
sub/deep.db hard
$T/files/games.db to-wal
here/link.db here/to-wal
END
refused "stats games.pgn -o log" '^grimoire-stats: -o log: that file belongs to a database$'
refused "stats games.pgn -o journal" '^grimoire-stats: -o journal: that file belongs to a database$'
for name in other.db.new-12-0123abcd unborn.db.new-12-0123abcd-journal here/other.db.new-1-00000000-wal; do
    refused "stats games.pgn -o $name" "-o $name: such a name is for a database that is being made$"
done
unchanged

start "a database is not overwritten, whatever the command does with it"
for line in "export -d games.db" "import -d games.db games.pgn" "stats games.db" "db info -d games.db" \
    "variants list -d games.db"; do
    refused "$line -o games.db" '-o games.db: that file is the database games.db$'
done
for line in "convert games.pgn" "db info other.db" "export -d games.db" "perft -v chess --depth 1" \
    "annotate -d games.db --depth 1"; do
    refused "$line -o other.db" '-o other.db: that file is a database$'
done
refused 'match --games 2 --depth 1 --pgn other.db' '--pgn other.db: that file is a database$'
GRIMOIRE_DB=games.db refused 'tree -o link.db' '-o link.db: that file is the database games.db$'
refused 'report -v chess --play 1 --depth 1 --against games.db -o games.db' '-o games.db: --against reads that file$'
refused 'convert games.pgn >>other.db' ': standard output: that file is a database$'
unchanged

# What opens the database first would take these for its own, and remove them.
rm "$T"/{files,before}/{games.db-*,hard,to-wal}
restore
start "nor are the files of one that is yet to be made"
for line in "import -d unborn.db games.pgn" "import -d to-unborn.db games.pgn" "db merge -d unborn.db games.db" \
    "train -d unborn.db $small"; do
    refused "$line -o unborn.db" '-o unborn.db: that file is the database '
    for file in unborn.db-wal unborn.db-shm unborn.db-journal; do
        refused "$line -o here/$file" "-o here/$file: that file belongs to the database (to-)?unborn.db$"
    done
done
refused 'db split -d games.db unborn.db -o unborn.db' '^grimoire-db: unborn.db: -o writes that file, too$'
refused 'db split -d games.db unborn.db -o unborn.db-shm' 'unborn.db-shm: that file belongs to the database unborn.db$'
refused 'db split -d games.db --shards 2 new.db -o new-2-of-2.db-shm' 'belongs to the database new-2-of-2.db$'
refused 'db split -d games.db --shards 2 new.db -o new-2-of-2.db' 'new-2-of-2.db: -o writes that file, too$'
unchanged

start "no database is made in the place of another's files, nor one whose files are read"
: >"$T/before/other.db-shm"
echo '[sentinel:chess]' >"$T/before/unborn.db-wal"
restore
for file in other.db-wal other.db-shm other.db.new-12-0123abcd; do
    refused "import -d $file games.pgn" "-d $file: (that file belongs to the database other.db|such a name is for)"
    refused "db merge -d $file games.db" "-d $file: (that file belongs to the database other.db|such a name is for)"
    refused "db split -d games.db $file" "$file: (that file belongs to the database other.db|such a name is for)"
done
refused 'import -d unborn.db unborn.db-wal' 'unborn.db-wal: that file belongs to the database unborn.db$'
refused 'tree -d other.db --openings other.db-shm' \
    '--openings other.db-shm: that file belongs to the database other.db$'
refused 'db split -d games.db --variants unborn.db-wal unborn.db' \
    '--variants unborn.db-wal: that file belongs to the database unborn.db$'
unchanged

# ---- what is read and run ----

start "no output is a file that the same command reads or runs"
while IFS='|' read -r line regex; do
    refused "$line" "$regex"
done <<'END'
convert games.pgn -o games.pgn|-o games.pgn: that file is the input games.pgn$
convert games.pgn -o games-link.pgn|-o games-link.pgn: that file is the input games.pgn$
convert games-symlink.pgn -o games-link.pgn|-o games-link.pgn: that file is the input games-symlink.pgn$
check one.pgn games.pgn -f json -o games.pgn|that file is the input
import -d new.db one.pgn games.pgn -o games.pgn|that file is the input
stats games.pgn -o games.pgn|that file is the input
show games.pgn -o games.pgn|that file is the input
variants check games.ini -o games.ini|that file is the input
page -v chess --games games.pgn -o games.pgn|-o games.pgn: --games reads that file$
convert - <games.pgn -o games.pgn|-o games.pgn: that file is standard input$
convert /dev/stdin <games.pgn -o games.pgn|that file is the input /dev/stdin$
convert games.pgn -o /dev/fd/5 5>>games.pgn|-o /dev/fd/5: that file is the input games.pgn$
convert games.pgn -o /dev/stdout >>games.pgn|-o /dev/stdout: that file is the input games.pgn$
convert games.pgn >>games.pgn|^grimoire-convert: standard output: that file is the input games.pgn$
convert - <games.pgn >>games.pgn|standard output: that file is standard input$
check games.pgn -f json >>games-link.pgn|standard output: that file is the input games.pgn$
db dump -d games.db >>games.db|standard output: that file is the database games.db$
perft --epd start.epd -o start.epd|-o start.epd: --epd reads that file$
perft --epd start.epd >>start.epd|standard output: --epd reads that file$
perft -v sentinel --variants games.ini --depth 1 -o games.ini|-o games.ini: --variants reads that file$
tree -d games.db --openings names -o names|-o names: --openings reads that file$
db classify -d games.db --openings names -o names|-o names: --openings reads that file$
db clean -d games.db --players players -o players|-o players: --players reads that file$
db clean -d games.db --names players -o players|-o players: --names reads that file$
db edit -d games.db --game 1 --ops ops -o ops|-o ops: --ops reads that file$
db edit -d games.db --game 1 --ops - <ops >>ops|standard output: that file is standard input$
db merge -d new.db games.db other.db -o other.db|-o other.db: that file is a database$
annotate -d games.db --from one.pgn --from start.pgn -o one.pgn|-o one.pgn: --from reads that file$
annotate -d games.db --from one.pgn start.pgn -o start.pgn|-o start.pgn: (--from reads that file|that file is the input)
annotate -d games.db --depth 1 --option EvalFile=x.net -o x.net|-o x.net: --option reads that file$
annotate -d games.db --depth 1 --engine "./eng.sh a" -o eng.sh|-o eng.sh: --engine runs that file$
report -v chess --play 1 --depth 1 --against other.db --pgn other.db|--pgn other.db: --against reads that file$
report -v chess --play 1 --depth 1 --net x.net -o x.net|-o x.net: --net reads that file$
report -v sentinel --variants games.ini --play 1 --depth 1 --pgn games.ini|--pgn games.ini: --variants reads that file$
train $small -d new.db -o one.pgn --openings one.pgn|-o one.pgn: --openings reads that file$
train $small -d new.db -o x.net --net x.net|-o x.net: --net reads that file$
train $small -d new.db -o x.net --start x.net|-o x.net: --start reads that file$
train $small -d new.db -o x.net --against x.net|-o x.net: --against reads that file$
train $small -d new.db -o new.net --openings new.net.part|-o new.net.part: --openings reads that file$
train $small -d new.db -o new.net --openings new.net.part.new|-o new.net.part.new: --openings reads that file$
train $small -d new.net.part -o new.net|-o new.net.part: that file is the database new.net.part$
tree --book one.pgn -o one.pgn|-o one.pgn: --book reads that file$
tree -d games.db --polyglot other.db|--polyglot other.db: that file is a database$
match $short --book one.pgn --pgn one.pgn|--pgn one.pgn: --book reads that file$
match --depth 1 --suite start.epd -o start.epd|-o start.epd: --suite reads that file$
match $short --openings one.pgn --pgn one.pgn|--pgn one.pgn: --openings reads that file$
match $short --openings one.pgn --log one.pgn|--log one.pgn: --openings reads that file$
match $short --openings one.pgn -o one.pgn|-o one.pgn: --openings reads that file$
match $short --openings g.pgn.ahead --pgn g.pgn|--pgn g.pgn.ahead: --openings reads that file$
match $short --option1 EvalFile=x.net --pgn x.net|--pgn x.net: --option1 reads that file$
match $short --option2 "EvalFile=./here/x.net" --log x.net|--log x.net: --option2 reads that file$
match $short --option2 EvalFile=x.net >>x.net|standard output: --option2 reads that file$
match $short --engine1 ./eng.sh --log eng.sh|--log eng.sh: --engine1 runs that file$
match $short --engine2 "sh eng.sh one two" --pgn eng.sh|--pgn eng.sh: --engine2 runs that file$
match $short --engine1 "exec ./eng.sh" -o eng.sh|-o eng.sh: --engine1 runs that file$
match $short --engine1 "cd sub && ./eng.sh" --log sub/eng.sh|--log sub/eng.sh: --engine1 runs that file$
match $short --engine1 "(NET=x.net;./eng.sh)" --log eng.sh|--log eng.sh: --engine1 runs that file$
match $short --engine1 "./eng.sh --net=x.net" --log x.net|--log x.net: --engine1 runs that file$
match $short --engine1 "NET=x.net ./eng.sh" --log x.net|--log x.net: --engine1 runs that file$
match $short --engine1 "./eng.sh<x.net" --log x.net|--log x.net: --engine1 runs that file$
match $short --engine1 "./my\ eng.sh" --log "my eng.sh"|--log my eng.sh: --engine1 runs that file$
match $short --engine1 "'./my eng.sh' x" --log "my eng.sh"|--log my eng.sh: --engine1 runs that file$
match $short --engine1 "path-engine x" --log bin/path-engine|--log bin/path-engine: --engine1 runs that file$
match $short --engine1 "nice path-engine" --log bin/path-engine|--log bin/path-engine: --engine1 runs that file$
match $short --engine1 "sh -c 'exec ./eng.sh a'" --log eng.sh|--log eng.sh: --engine1 runs that file$
match $short --engine1 "./e*.sh a" --log eng.sh|--log eng.sh: --engine1 runs that file$
match $short --engine1 "cd sub; ./en?.[s]h" --log sub/eng.sh|--log sub/eng.sh: --engine1 runs that file$
match $short --engine1 "cd sub; sh -c 'nice sh -c \"./eng.sh\"'" --log sub/eng.sh|--log sub/eng.sh: --engine1 runs that file$
END
engine='match $short --log eng.sh --engine1'
HOME=$T/files refused "$engine '~/eng.sh 1'" '--log eng.sh: --engine1 runs that file$'
HERE=$T/files refused "$engine '\"\$HERE\"/eng.sh'" '--log eng.sh: --engine1 runs that file$'
HERE=$T/files refused "$engine '\${HERE}/eng.sh'" '--log eng.sh: --engine1 runs that file$'
refused 'show -v chess -f png -o bin/rsvg-convert' '-o bin/rsvg-convert: -f runs that file$'
unchanged

start "no output is the library that the program uses"
mkdir "$T/lib"
library=$(ldd "$GRIMOIRE_BIN/grimoire-convert" | sed -n 's/.* => \([^ ]*libgrimoire[^ ]*\) .*/\1/p')
if [ -n "$library" ]; then # else it is in the program, which the system protects
    cp "$library" "$T/lib/"
    library=$T/lib/${library##*/}
    LD_LIBRARY_PATH=$T/lib:$LD_LIBRARY_PATH refused "convert games.pgn -o $library" 'this program runs that file$'
    cmp -s "$library" "$(ldd "$GRIMOIRE_BIN/grimoire-convert" | sed -n 's/.* => \([^ ]*libgrimoire[^ ]*\) .*/\1/p')" ||
        fail "the library has changed"
fi

start "messages are not added to what is read"
for line in "check games.pgn 2>>games.pgn" "import -d new.db - <games.pgn 2>>games.pgn" \
    "convert games.pgn 2>>games-link.pgn" "export -d games.db 2<>games.db" "search -d games.db check 2>>games.db" \
    "export -d games.db >>games.db 2>&1" "check none.pgn 2>>games.db" "check --help 2>&1 >>games.db" \
    "check --nosuch 2>>games.db" "db --version >>games.db" "db verify --nosuch 2<>games.db"; do
    expect_exit 2 in_files "$line"
    unchanged
done
for line in help --help --version 'help check' nosuch; do
    (cd "$T/files" && grimoire $line >>games.db 2>>games.db) && fail "$line is added to a database"
    unchanged
done

# ---- two outputs ----

start "no file is written twice"
for pair in 'out out' 'out ./out' 'fresh here/fresh' 'fresh.ahead fresh' 'out /dev/fd/5'; do
    set -- $pair
    [ "$1" = fresh.ahead ] || refused "match $short --pgn $1 -o $2 5<>out" "writes that file, too$"
    refused "match $short --log $1 --pgn $2 5<>out" "writes that file, too$"
    refused "match $short --pgn $2 -o $1 5<>out" "writes that file, too$"
done
refused 'match $short --log out -o out' '--log out: -o writes that file, too$|-o out: --log writes'
refused 'match $short --pgn out >>out' '--pgn out: that file is standard output$'
refused 'match $short --log out >>out' '--log out: that file is standard output$'
refused 'report -v chess --play 1 --depth 1 --pgn fresh -o fresh' 'writes that file, too$'
unchanged

start "a descriptor that is closed does not become that of a file"
for line in "match $short --pgn fresh >&-" "match $short --log fresh >&- 2>&-" \
    "report -v chess --play 1 --depth 1 --max-plies 2 --pgn fresh >&-"; do
    in_files "$line" 2>/dev/null
    grep -qaE '^(game 1:|Elo |CHESS)' "$T/files/fresh" && fail "standard output is in the file: $line"
    rm -f "$T/files/"fresh*
done
in_files "convert -o fresh - <&-" 2>/dev/null && fail "it read what it wrote"
in_files "check -f json -o fresh none.pgn 2>&-"
grep -qa 'No such file' "$T/files/fresh" && fail "a message is in the output"
restore

# ---- what is nothing of that ----

start "a word that is no file is no input, and other files are written as ever"
taken "search -d games.db mate -o mate"
taken "db dump games.db -o dump"
taken "variants export --variants games.ini sentinel -o sentinel"
taken "convert games.pgn -o out"
taken "convert games.pgn -o none.db-wal"
taken "convert games.pgn -o games.pgn-wal"
taken "convert games.pgn -o -wal"
taken "convert games.pgn -o games.db.new-1"
taken "convert games.pgn -o games.db-walnut"
taken "convert games.pgn -o /dev/null"
taken "convert games.pgn >>out 2>>out"
taken "convert games.pgn >>/dev/null </dev/null"
taken "match $short --pgn out --pgn out -o fresh"
taken "match $short --engine1 path-engine --log path-engine"
taken "match $short --pgn /dev/null --log /dev/null -o /dev/null"
expect_exit 2 in_files "match --depth 1 --games 4 --max-plies 2 --pgn g.pgn" # g.pgn.ahead is no match's
rm "$T/files/g.pgn.ahead"
taken "match --depth 1 --games 4 --max-plies 2 --pgn g.pgn"
taken "match --depth 1 --games 4 --max-plies 2 --pgn g.pgn --resume"

start "an importer at work is not disturbed, and loses nothing"
cd "$T" || exit 2
for i in $(seq 300); do
    printf '[Event "%d"]\n[White "W%d"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 {%d} *\n\n' $i $i $i
done >many.pgn
mkfifo pipe
grimoire-import -q -d live.db - <pipe >/dev/null 2>"$T/import" &
importer=$!
exec 4>pipe
cat many.pgn >&4
until_true test -e live.db-shm
for ending in wal shm; do
    expect_exit 2 grimoire-check -f json -o live.db-$ending many.pgn
    expect_exit 2 grimoire-export -d live.db -o live.db-$ending
done
sed 's/W/V/' many.pgn >&4
exec 4>&-
wait $importer || fail "the importer: $(cat "$T/import")"
expect_exit 0 grimoire-db verify live.db
expect_in_stdout '^600 games'
cd "$OLDPWD" || exit 2

if [ -x "$GRIMOIRE_BIN/grimoire-desk" ]; then # it takes a library that may be missing
    start "nor is an engine's program standard output"
    restore
    refused 'desk --no-open --engine ./eng.sh >>eng.sh' '--engine runs that file$'
    unchanged
fi

# ---- the table is whole, and there is one way ----

start "every option that names a file or a command is among the cases above"
cd "$(dirname "$samples")" || exit 2
for program in cli/*.c; do
    grep -q 'const CliProgram PROGRAM' "$program" || continue
    program=${program##*/} program=${program%.c}
    [ "$program" != desk ] || [ -x "$GRIMOIRE_BIN/grimoire-desk" ] || continue # it takes a library that may be missing
    for option in $("grimoire-$program" --help |
        sed -nE 's/^  +(-., )?--([a-z0-9-]+) (FILE|DB|CMD|NAME=VALUE)( .*)?$/--\2/p'); do
        case $option in --db | --output | --variants) continue ;; esac
        grep -qE -- "(^|[^a-z])$program .*$option" tests/programs/refused_outputs.sh ||
            fail "$program has no case with $option"
    done
done

start "what is written is opened in one place" # split.c opens files of a new folder only, and cli_may_replace comes first
grep -nE 'fopen\([^)]*"(w|a|r\+)|O_WRONLY|O_RDWR|O_CREAT' cli/*.[ch] |
    grep -vE '^cli/(apart|packing|split)\.c:|"/dev/null"' >"$T/found" &&
    fail "another one: $(cat "$T/found")"
finish
