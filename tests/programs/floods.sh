#!/usr/bin/env bash
# Input without end: a few kilobytes may unpack to gigabytes. Whatever they are made of, reading them takes about the
# time that as much ordinary text takes, and little memory; a line without end is given up, and a signal ends it.
. "$(dirname "$0")/lib.sh"
export LC_ALL=C

built() {
    grep -q -- "-D$1" "$GRIMOIRE_BIN/../flags"
}

# packers: `ENDING COMMAND` of each that this build reads.
packers() {
    echo 'gz gzip -1c'
    ! built GR_BZIP2 || ! have bzip2 >&2 || echo 'bz2 bzip2 -1c'
    ! built GR_XZ || ! have xz >&2 || echo 'xz xz -0c'
    ! built GR_ZSTD || ! have zstd >&2 || echo 'zst zstd -1qc'
}

# many SIZE UNIT: that many bytes of it, at least; \x01 in it stands for NUL, which the shell cannot hold.
many() {
    local text
    printf -v text %b "$2"
    while [ ${#text} -lt "$1" ]; do
        text+=$text
    done
    case $2 in
    *\\x01*) printf %s "$text" | tr '\1' '\0' ;;
    *) printf %s "$text" ;;
    esac
}

# measured COMMAND...: the milliseconds of the processor that it took in `took`, its status in `status`. What is the
# system's of them may be estimated in steps of milliseconds; their sum is not.
measured() {
    local TIMEFORMAT='%3U %3S' system
    { time "$@" >"$T/out" 2>"$T/err"; } 2>"$T/time"
    status=$?
    all_of took "$T/time"
    took=${took%$'\n'} took=${took##*$'\n'} system=${took#* } took=${took% *}
    took=$((10#${took/./} + 10#${system/./}))
}

# ---- what is slow ----

for ((n = 0; n < 40; n++)); do
    cat samples/chess.pgn
done >"$T/usual.pgn"
size=$(stat -c %s "$T/usual.pgn")
measured grimoire-check -q "$T/usual.pgn"
best=$took
measured grimoire-check -q "$T/usual.pgn"
[ "$best" -le "$took" ] || best=$took
# Prose takes ten times as long as PGN, as each word may be a move, and tags that never end thirty times. What was slow
# took hundreds of times as long, and more with each byte.
PIECE=${GRIMOIRE_SLOW:+250000}
PIECE=${PIECE:-60000}
allowed=$((150 * best * PIECE / size + 60))
[ -z "$sanitized" ] || allowed=$((2 * allowed))

# flood NAME BEFORE UNIT [AFTER]
flood() {
    { printf %b "$2"; many "$PIECE" "$3"; printf %b "${4-}"; } >"$T/flood"
    measured grimoire-check -q "$T/flood"
    [ "$status" -le 1 ] || fail "$1: exit status $status"
    [ "$took" -le "$allowed" ] || fail "$1: it took $took ms; more than $allowed are too many"
}

start "much of one character"
for unit in '\x01' ' ' '\t' '\n' '\r' '\v' '\xff' '\xc3\xa9' a K O 0 1 . '{' '}' '(' ')' '[' ']' '<' '>' '&' '"' ';' '*' \
    '!' '?' - + = '#' _ '\\\\' / , '|' '$' % '`' @ : ^ '~' "'"; do
    flood "'$unit'" '' "$unit"
    flood "'$unit' in a game" '[Event "x"]\n\n1. e4 ' "$unit"
done
for unit in a ' ' '\n' '<' '>' '&' '"' '!' - / '#' ';' '*' '['; do
    flood "'$unit' in a page" '<html><body>' "$unit"
done

start "much of a few characters"
while IFS= read -r unit; do
    flood "'$unit'" '' "$unit"
    flood "'$unit' in a game" '[Event "x"]\n\n1. e4 e5\n' "$unit"
    flood "'$unit' in a page" '<html><body>' "$unit"
done <<'UNITS'
*a 
 *a
 _a
 `a
**a 
***a 
[url=
[quote 
[b]
[Event "
[Event "x"]
> 
<b 
<a href="
<!--
<td>
&amp;
&a
lorem ipsum 
1. e4 
1. 
e4 
1-
1/2
1-0 
(1. d4 
(1. d4) 
{} 
{a} 
{ 
$1 
$999 
! 
Nf3 Nf6 Ng1 Ng8 
- 
>>>> 
king e1 to e2 
{"a":
a1 a1\n
1.e4 e5\n
1. e4 2. d4 3. c4\n
1. e4\n1. e5\n
> 1. e4\n
Game 1\n
{\n
;\n
%\n
[Event "x"]\n
\x01\n
The move was good and he won.\n
UNITS

start "much in one tag, comment, word, or script"
flood 'a tag' '[Event "' 'a'
flood 'a tag name' '[' 'E'
flood 'a comment' '[Event "x"]\n\n1. e4 {' 'a b'
flood 'a comment to the end of the line' '1. e4 ;' 'a;b'
flood 'what cannot be played' '[Event "x"]\n\n1. e4 e5 2. Ke8 ' 'e4 (e5 '
flood 'a script' '<html><body><script>' '</'
flood 'a comment of HTML' '<html><body><!--' '->'
flood 'an attribute' '<html><body><a href="' 'a>'

# ---- what takes memory ----

start "a game without end takes little memory, and its end is not lost in silence"
limited='ulimit -v 400000'
[ -z "$sanitized" ] || limited=true
for flood in '1. e4 e5\n:Nf3 Nf6 Ng1 Ng8\n' '1. e4\n:{abcdefghij}\n' '{:abcdefghij\n' \
    ':{abcdefghij}\n' '<b>{</b>:&amp;bcdefghijklmnopqrstuvwxyz\n'; do
    case $flood in *Nf3*) size=9000000 ;; *) size=20000000 ;; esac # both are a little more than is taken
    [ -z "$sanitized" ] || [ $size = 9000000 ] || continue         # it is about memory, and slow there
    { printf '[Event "x"]\n\n%b' "${flood%%:*}"; many $size "${flood#*:}"; } >"$T/flood"
    expect_exit 1 sh -c "$limited; grimoire-check -q '$T/flood'"
    expect_stderr 'error: game 1.*(has more than 2097152 moves|is longer than 16777216 bytes)'
done

# ---- what has no end ----

# piled COMMAND UNIT: two gigabytes of it compressed, as members behind each other.
piled() {
    many 16000000 "$2" | $1 >"$T/member"
    cat $(yes "$T/member" | head -n 128)
}

while read -r ending packer; do
    start "$ending: a line without end is given up, with its number and size"
    { printf '1. e4 e5 *\n\n\n1. e4 {' | $packer; piled "$packer" a; } >"$T/line.$ending"
    expect_exit 1 timeout 60 grimoire-check "$T/line.$ending"
    expect_stderr "line.$ending: line 4 is longer than 64 MiB"
    expect_stderr '^2 games, 3 plies'
    piled "$packer" '\n' >"$T/lines.$ending"
done < <(packers)

start "every program gives up a line without end"
grimoire-import -q -d "$T/games.db" samples/chess.pgn >/dev/null
ending=$(packers | tail -n 1 | cut -d ' ' -f 1)
line=$T/line.$ending
# gives_up STATUS COMMAND...
gives_up() {
    local want=$1
    shift
    expect_exit "$want" timeout 60 "$@"
    expect_stderr "^grimoire-[a-z]*: (cannot read )?[^ ]*line.$ending: line 4 is longer than 64 MiB"
}
gives_up 1 grimoire-convert -f san "$line"
gives_up 1 grimoire-import -d "$T/new.db" "$line"
gives_up 1 grimoire-check --repair --repair-steps 1 "$line"
gives_up 1 grimoire-stats "$line"
gives_up 1 grimoire-show --game 3 "$line"
gives_up 1 grimoire-annotate -d "$T/games.db" --from "$line"
gives_up 1 grimoire-perft --epd "$line"
gives_up 1 grimoire-match --games 2 --nodes 1 --openings "$line"
gives_up 2 grimoire-db clean -d "$T/games.db" --players "$line"
gives_up 2 grimoire-tree -d "$T/games.db" --openings "$line"

# ends SIGNAL STATUS COMMAND...: it ends soon after the signal, with that status.
patience=3000
[ -z "$sanitized" ] || patience=12000
ends() {
    local signal=$1 want=$2 got from pid
    shift 2
    command="$*"
    "$@" >"$T/out" 2>"$T/err" &
    pid=$!
    until_true catches_signals $pid
    sleep 0.1
    from=${EPOCHREALTIME/[.,]/}
    kill -"$signal" $pid 2>/dev/null
    while kill -0 $pid 2>/dev/null && [ $((${EPOCHREALTIME/[.,]/} - from)) -lt $((1000 * patience + 1000000)) ]; do
        sleep 0.02
    done
    took=$(((${EPOCHREALTIME/[.,]/} - from) / 1000))
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    got=$?
    [ "$got" -eq "$want" ] || fail "exit status $got, not $want: $command: $(head -n 3 "$T/err")"
    [ "$took" -lt $patience ] || fail "it took $took ms to end: $command"
}

start "a signal ends the reading, whatever the compression"
while read -r packed _; do
    ends TERM 143 grimoire-check "$T/lines.$packed"
    ends INT 130 grimoire-convert -f san "$T/lines.$packed"
done < <(packers)

start "a signal ends the reading in every program"
lines=$T/lines.$ending
ends TERM 143 grimoire-import -d "$T/new.db" "$lines"
ends TERM 143 grimoire-import --repair -d "$T/new.db" "$lines"
ends INT 130 grimoire-check --repair "$lines"
ends TERM 143 grimoire-stats "$lines"
ends TERM 143 grimoire-show --game 3 "$lines"
ends INT 130 grimoire-annotate -d "$T/games.db" --from "$lines"
ends TERM 143 grimoire-perft --epd "$lines"

# unread SIGNAL STATUS COMMAND...: the output is a pipe that is full, and never read.
unread() {
    local signal=$1 want=$2 pid got from took reader
    shift 2
    command="$*"
    sleep 600 <>"$T/full" &
    reader=$!
    "$@" >"$T/full" 2>"$T/err" &
    pid=$!
    sleep 0.5
    sleep 1
    from=$(date +%s%3N)
    kill -"$signal" $pid 2>/dev/null
    while kill -0 $pid 2>/dev/null && [ $(($(date +%s%3N) - from)) -lt 6000 ]; do
        sleep 0.02
    done
    took=$(($(date +%s%3N) - from))
    kill -KILL $pid $reader 2>/dev/null
    wait $pid 2>/dev/null
    got=$?
    wait $reader 2>/dev/null
    [ "$got" -eq "$want" ] || fail "exit status $got, not $want: $command: $(head -n 3 "$T/err")"
    [ "$took" -lt 3000 ] || fail "it took $took ms to end: $command"
}

start "a signal ends the wait for a reader who does not read"
mkfifo "$T/full"
for ((n = 0; n < 150; n++)); do
    cat samples/chess.pgn
done >"$T/long.pgn"
sed '/^\[Event/s/".*"/"again"/' "$T/long.pgn" | awk '/^\[Round/ { $0 = "[Round \"" ++n "\"]" } 1' >"$T/longer.pgn"
grimoire-import -q -d "$T/longer.db" "$T/longer.pgn" >/dev/null
unread TERM 143 grimoire-convert -f json "$T/longer.pgn"
unread INT 130 grimoire-convert "$T/longer.pgn"
unread TERM 143 grimoire-search -d "$T/longer.db" -f pgn 'ply >= 0'
unread INT 130 grimoire-export -d "$T/longer.db"
unread TERM 143 grimoire-db dump -d "$T/longer.db"

start "a signal ends the wait for a list that does not come"
mkfifo "$T/fifo"
sleep 600 >"$T/fifo" &
writer=$!
for ((n = 0; n < 2; n++)); do
    ends TERM 143 grimoire-perft --epd "$T/fifo"
    ends TERM 143 grimoire-match --games 2 --nodes 1 --openings "$T/fifo"
    ends INT 130 grimoire-db clean -d "$T/games.db" --players "$T/fifo"
    ends TERM 143 grimoire-tree -d "$T/games.db" --openings "$T/fifo"
    ends TERM 143 grimoire-check --variants "$T/fifo" samples/chess.pgn
    ends TERM 143 grimoire-variants check "$T/fifo"
done
kill -KILL "$writer"
wait "$writer" 2>/dev/null
finish
