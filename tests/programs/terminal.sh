#!/usr/bin/env bash
# Text from files gives no orders to a terminal: what is written for people has no control characters
# and whole UTF-8 characters only. What is data stays as it is.
. "$(dirname "$0")/lib.sh"

# clean FILE...: valid UTF-8 without C0 (but line ends and, of search, tabs), DEL and C1.
clean() {
    local file text LC_ALL=C
    for file in "$@"; do
        # Most of what is written is short and plain, which needs no other process to see.
        ! all_of text "$file" || [[ $text == *[$'\x01-\x08\x0b-\x1f\x7f-\xff']* ]] || continue
        iconv -f UTF-8 -t UTF-8 "$file" >/dev/null 2>&1 || fail "$file is no UTF-8: $command"
        LC_ALL=C tr -d '\n\t' <"$file" | LC_ALL=C grep -aq $'[\x01-\x1f\x7f]' &&
            fail "a control character: $command: $(LC_ALL=C grep -a $'[\x01-\x08\x0b-\x1f\x7f]' "$file" | head -n 3 | cat -v)"
        LC_ALL=C grep -aq $'\xc2[\x80-\x9f]' "$file" &&
            fail "C1: $command: $(LC_ALL=C grep -a $'\xc2[\x80-\x9f]' "$file" | head -n 3 | cat -v)"
    done
    return 0
}

# shows COMMAND...: both outputs are clean, whatever the exit status.
shows() {
    command="$*"
    "$@" >"$T/out" 2>"$T/err"
    clean "$T/out" "$T/err"
}

esc=$'\033[31m' bell=$'\a' del=$'\177' csi=$'\xc2\x9b31m' osc=$'\xc2\x9d0;title\xc2\x9c'
bad="$esc$bell$del$csi$osc"
{
    printf '[Event "E%s"]\n[Site "S%s"]\n[Date "2%s"]\n[Round "r%s"]\n[White "W%s"]\n[Black "B%s"]\n' \
        "$bad" "$bad" "$bad" "$bad" "$bad" "$bad"
    printf '[Result "9%s"]\n[Scoring "s%s"]\n[Variant "chess"]\n\n1. e4 e%s5 2. N%sf3 {a%s} Zz%s9 *\n\n' \
        "$bad" "$bad" "$bad" "$bad" "$bad" "$bad"
    printf '[Event "Two"]\n[White "W%s"]\n[Black "B%s"]\n[Result "1-0"]\n\n1. e4 {a%s} e5 1-0\n\n' \
        "$bad" "$bad" "$bad"
    printf '[Event "Three"]\n[Variant "v%s"]\n\n1. e4 {a%s} e5 *\n\n' "$bad" "$bad"
    printf '[Event "Four"]\n[Variant "Magi"]\n[Scoring "m%s"]\n[Score "s%s"]\n\n1. Nc3 *\n\n' "$bad" "$bad"
    printf '[Event "Five"]\n[FEN "x%s"]\n\n1. e4 {a%s} e5 *\n\n' "$bad" "$bad"
    printf '[Te%sst "Six"]\n[White "a"]\n[White "a%s"]\n\n1. e4 %s *\n' "$bad" "$bad" "$bad"
} >"$T/bad.pgn"
expect_file() { [ -s "$1" ] || fail "$1 is empty"; }

start "messages about a file, and what is printed of its games"
shows grimoire-check "$T/bad.pgn"
expect_file "$T/err"
shows grimoire-check --repair "$T/bad.pgn"
shows grimoire-import -d "$T/bad.db" "$T/bad.pgn"
shows grimoire-import --repair -d "$T/repaired.db" "$T/bad.pgn"
shows grimoire-stats "$T/bad.pgn"
shows grimoire-stats --players 0 "$T/bad.pgn"
for n in 1 2 3 4 5; do
    shows grimoire-show --game $n "$T/bad.pgn"
done
for format in long san uci fen; do
    shows grimoire-convert -f $format "$T/bad.pgn"
done

start "the same of a database"
for db in bad repaired; do
    for format in text games plies csv fen; do
        shows grimoire-search -d "$T/$db.db" -f $format
    done
    shows grimoire-search -d "$T/$db.db" 'white moves P'
    shows grimoire-tree -d "$T/$db.db"
    shows grimoire-stats -d "$T/$db.db"
    shows grimoire-stats --players 0 -d "$T/$db.db"
    expect_in_stdout 'W'
    shows grimoire-db info -d "$T/$db.db"
    shows grimoire-db verify -d "$T/$db.db"
    shows grimoire-db dedupe --dry-run -d "$T/$db.db"
    shows grimoire-db clean --dry-run -d "$T/$db.db"
    for n in 1 2 3 4 5; do
        shows grimoire-show -d "$T/$db.db" --game $n
    done
    shows grimoire-annotate -d "$T/$db.db" --nodes 1
done

start "names of files and values of options"
mkdir "$T/dir"
for name in "a$bad" $'Latin\xe9\x9b' "$(printf '%s\302\233%s' x y)"; do
    shows grimoire-check "$T/dir/$name"
    shows grimoire-search -d "$T/dir/$name"
    cp "$T/bad.pgn" "$T/dir/$name"
    shows grimoire-check "$T/dir/$name"
    shows grimoire-db info "$T/dir/$name"
    shows grimoire-export -d "$T/bad.db" -o "$T/dir/no/$name"
    shows grimoire-tree -d "$T/bad.db" --line "e4 $name"
    shows grimoire-search -d "$T/bad.db" --fen "$name"
    shows grimoire-search -d "$T/bad.db" "white $name"
    shows grimoire-search -d "$T/bad.db" --date "$name"
    shows grimoire-search -d "$T/bad.db" -f "$name"
    shows grimoire-search -d "$T/bad.db" -v "$name"
    shows grimoire-perft --depth "$name"
    shows grimoire-perft --depth 1 --fen "$name"
    shows grimoire "$name"
    printf '%s ;D1 3\n' "$name" >"$T/bad.epd"
    shows grimoire-perft --epd "$T/bad.epd"
    printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 3 ;%s\n' "$name" >"$T/bad.epd"
    shows grimoire-perft --epd "$T/bad.epd"
    printf '%s\n  %s\n' "$name" "$name" >"$T/players"
    shows grimoire-db clean --dry-run --players "$T/players" -d "$T/bad.db"
done

start "nothing is cut inside a character"
for length in $(seq 1 5); do
    long=$(printf "%${length}s" '' | tr ' ' x)$(printf '%0120d' 0 | sed 's/0/äß€𝄞/g')
    printf '[Event "%s"]\n[Result "%s"]\n[Variant "%s"]\n[Scoring "%s"]\n[White "%s"]\n\n1. %s *\n\n' \
        "$long" "$long" "$long" "$long" "$long" "$long"
    printf '[Event "%s"]\n[Scoring "%s"]\n[Score "%s"]\n[White "%s"]\n[White "%s"]\n\n1. e4 %s *\n\n' \
        "$long" "$long" "$long" "$long" "$long x" "$long"
    printf '[Variant "Magi"]\n[Scoring "%s"]\n[Score "%s"]\n\n1. Nc3 %s\n{%s} 2. %s (%s) *\n\n' \
        "$long" "$long" "$long" "$long" "$long" "$long"
    printf '[FEN "%s"]\n\n1. e4 N%s *\n\n' "$long" "$long"
done >"$T/long.pgn"
shows grimoire-check "$T/long.pgn"
shows grimoire-check --repair "$T/long.pgn"
shows grimoire-import -d "$T/long.db" "$T/long.pgn"
for format in json pgn html csv; do
    grimoire-export -d "$T/long.db" -f $format >"$T/out" 2>"$T/err"
    clean "$T/out" "$T/err"
done
grimoire-check -f json "$T/long.pgn" >"$T/out" 2>"$T/err"
clean "$T/out" "$T/err"
for name in $(seq 1 4); do
    long=$(printf "%${name}s" '' | tr ' ' x)$(printf '%0120d' 0 | sed 's/0/äß€𝄞/g')
    shows grimoire-tree -d "$T/long.db" --line "$long"
    shows grimoire-search -d "$T/long.db" --fen "$long"
    shows grimoire-search -d "$T/long.db" "$long"
    shows grimoire-search -d "$T/long.db" "white castles $long"
    shows grimoire-search -d "$T/long.db" --date "$long"
    shows grimoire-search -d "$long"
    shows grimoire-check "$long"
    shows grimoire-stats --players 9 -d "$T/long.db"
    shows grimoire-perft --depth 1 --fen "$long/8/$long w"
    shows grimoire-db clean --players "$long" -d "$T/long.db"
    shows grimoire-check -v "$long" "$T/long.pgn"
done

start "data stay as they are in files and pipes"
grimoire-export -d "$T/bad.db" >"$T/out"
LC_ALL=C grep -aq $'a\033\[31m' "$T/out" || fail "the export has lost what the comments held"
grimoire-export -d "$T/bad.db" | cmp -s - "$T/out" || fail "a pipe gets something else"
grimoire-export -d "$T/bad.db" -o "$T/file" && cmp -s "$T/file" "$T/out" || fail "a file gets something else"

# terminal COMMAND...: a terminal's output of it, in $T/out; its errors, too, unless it redirects them.
terminal() {
    command="$*"
    NO_COLOR=1 script -qec "$*" /dev/null </dev/null 2>&1 | tr -d '\r' >"$T/out"
    : >"$T/err"
}

if have_terminal; then
    start "a terminal is shown which control characters data have"
    bidi=$'\xe2\x80\xae' isolate=$'\xe2\x81\xa6' byte=$'\xc2\x85'
    printf '[Event "x"]\n\n1. e4 {a%s\tb %s %s c%s \xc3\xa4} e5 *\n' "$bad" "$bidi" "$byte" "$isolate" >"$T/data.pgn"
    rm -f "$T/data.db"
    grimoire-import -q -d "$T/data.db" "$T/data.pgn" >/dev/null
    terminal grimoire-export -d "$T/data.db"
    clean "$T/out"
    expect_in_stdout '\{a\^\[\[31m\^G\^\?<U\+009B>31m<U\+009D>0;title<U\+009C>.*<U\+202E>'
    expect_in_stdout '<U\+0085>.*c<U\+2066> ä'
    for format in pgn json csv long uci san fen html; do
        terminal grimoire-export -d "$T/bad.db" -f $format
        clean "$T/out"
        expect_file "$T/out"
    done
    for format in sql json; do
        terminal grimoire-db dump -q -d "$T/bad.db" -f $format
        clean "$T/out"
        expect_in_stdout 'E.*(\^\[\[31m|u001b).*(\^G|u0007)'
    done
    terminal grimoire-export -q -d "$T/bad.db" -o /dev/tty
    clean "$T/out"
    expect_in_stdout '\^\[\[31m'
    for command in 'convert -f pgn' 'convert -f json' check 'check -f json' 'show --game 2' stats 'stats -f json' \
        'stats --players 0 -f csv'; do
        terminal "grimoire-$command -q '$T/bad.pgn'"
        clean "$T/out"
        expect_file "$T/out"
    done
    for command in 'search -f games' 'search -f csv' 'search -f json' tree 'tree -f json' 'db info' 'show --game 2' \
        'stats -f csv' 'report -v chess -f text' 'report -v chess -f html'; do
        terminal "grimoire-$command -q -d '$T/bad.db'"
        clean "$T/out"
        expect_file "$T/out"
    done

    start "what a terminal is told to do is left to it"
    command='grimoire-show --color' && script -qec grimoire-show /dev/null </dev/null >"$T/out"
    LC_ALL=C grep -aq $'\033\[1;38;5;' "$T/out" || fail "no colours"
    command='progress' && script -qec "grimoire-check '$T/bad.pgn'" /dev/null </dev/null >"$T/out"
    LC_ALL=C grep -aq $'\033\[31merror' "$T/out" || fail "no colours"

    start "characters that are written in pieces, and lines as they come"
    for ((n = 0; n < 3; n++)); do
        printf '%*s' $n '' && printf '[Event "x"]\n\n1. e4 {%s} *\n' "$(printf '%09000d' 0 | sed 's/0/ä€𝄞/g')"
    done >"$T/long.pgn"
    terminal grimoire-convert -q -f pgn "$T/long.pgn"
    grimoire-convert -q -f pgn "$T/long.pgn" | cmp -s - "$T/out" || fail "a character was cut"
fi
# columns_of LINE: how many a terminal takes for it, where each character but the tab takes one.
columns_of() {
    local LC_ALL=C.UTF-8 line=$1 n=0 i
    for ((i = 0; i < ${#line}; i++)); do
        [ "${line:i:1}" = $'\t' ] && n=$((n / 8 * 8 + 8)) || n=$((n + 1))
    done
    echo $n
}

if have_terminal; then
    start "rows of search fit into the terminal, and are whole in a pipe"
    long=$(printf 'Ünterwegs%.0s' {1..9})
    printf '[Event "%s"]\n[Site "%s"]\n[Date "2020.01.01"]\n[White "%s, A"]\n[Black "B, %s"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n' \
        "$long" "$long" "$long" "$long" >"$T/fitting.pgn"
    grimoire-import -q -d "$T/fitting.db" "$T/fitting.pgn" >"$T/out" 2>&1
    expect_exit 0 grimoire-search -d "$T/fitting.db" 'white moves'
    expect_stdout "1 ply 1	$long, A - B, $long 1-0	$long, $long, 2020.01.01"
    for columns in 80 60 132; do
        command="grimoire-search, $columns columns"
        script -qec "stty cols $columns; grimoire-search -q -d '$T/fitting.db' 'white moves'" /dev/null </dev/null |
            tr -d '\r' >"$T/out"
        grep -q '^1 ply 1	Ün[^	]*… - B, [^	]*… 1-0	[^	]*…, [^	]*…, 2020[^	]*$' "$T/out" || fail "$(<"$T/out")"
        width=$(columns_of "$(<"$T/out")")
        [ "${width:-1}" -lt "$columns" ] || fail "$width of $columns: $(<"$T/out")"
    done
fi

if have_terminal; then
    start "how a query runs is explained within 80 columns on a terminal, and as it is in a pipe"
    grimoire-import -q -d "$T/explained.db" samples/chess.pgn >/dev/null
    query='white N attacks black Q and fork or greek gift and mate or isolated queen pawn and white passed pawn'
    script -qec "stty cols 80; grimoire-search -q -d '$T/explained.db' --explain '$query'" /dev/null </dev/null |
        tr -d '\r' >"$T/out"
    awk 'length > 79 { exit 1 }' "$T/out" || fail "too wide: $(awk 'length > 79' "$T/out" | head -n 3)"
    grimoire-search -q -d "$T/explained.db" --explain "$query" >"$T/piped"
    cmp -s <(tr -s ' \n' '\n' <"$T/piped") <(tr -s ' \n' '\n' <"$T/out") || fail "other words on a terminal"
    awk 'length > 79 { wide = 1 } END { exit !wide }' "$T/piped" || fail "folded in a pipe"
fi

finish
