#!/usr/bin/env bash
# grimoire-perft: the counts of tests/data/perft, and its forms. GRIMOIRE_SLOW=1 checks every count.
. "$(dirname "$0")/lib.sh"

limit=${GRIMOIRE_SLOW:+--max-depth=64}
for file in tests/data/perft/*.epd; do
    name=$(basename "$file" .epd)
    start "all counts of $name"
    expect_exit 0 grimoire-perft -q -v "${name%-*}" --epd "$file" ${limit:---max-nodes=6000000}
    expect_in_stdout '^[1-9][0-9]* passed, 0 failed$'
done

# Without rights of castling from other squares, which the described form of atomic does not have.
start "a child that changes nothing has its parent's counts"
for parent in magi magician royal wizard crazyhouse atomic chess960 capablanca; do
    printf '[child-of-%s:%s]\n' $parent $parent >"$T/child.ini"
    for file in tests/data/perft/$parent.epd tests/data/perft/$parent-*.epd; do
        [ -f "$file" ] && [ "$file" != tests/data/perft/atomic-any.epd ] || continue
        expect_exit 0 grimoire-perft -q --variants "$T/child.ini" -v child-of-$parent --epd "$file" \
            ${limit:---max-nodes=300000}
        expect_in_stdout '^[1-9][0-9]* passed, 0 failed$'
    done
done

start "a wrong count is reported, and the rest still checked"
printf '%s\n' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401 ;D3 8902' >"$T/epd"
expect_exit 1 grimoire-perft --epd "$T/epd"
expect_in_stdout '^line 1: D2 is 400, not 401: rnbqkbnr/'
expect_in_stdout '^2 passed, 1 failed$'

start "faults of an EPD file are reported with their place, and the rest still checked"
{
    echo '# a comment, and an empty line'
    echo
    echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5'
    echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 five'
    echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
    echo '4k3/8/8/8/8/8/8/4Z3 w - - 0 1 ;D1 5'
    head -c 10000 /dev/zero | tr '\0' x
    printf '\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\r\n'
} >"$T/epd"
expect_exit 1 grimoire-perft --epd "$T/epd"
expect_stderr "^$T/epd:4:32: error: not a count"
expect_stderr "^$T/epd:5:30: error: no count"
expect_stderr "^$T/epd:6:[0-9]+: error: "
expect_stderr "^$T/epd:7:8192: error: the line is too long"
expect_in_stdout '^2 passed, [1-9][0-9]* failed$'

start "EPD is read from standard input and gzipped"
gzip -c tests/data/perft/chess.epd >"$T/epd.gz"
expect_exit 0 grimoire-perft -q --max-nodes 100 --epd "$T/epd.gz"
expect_stdout "17 passed, 0 failed"
expect_exit 0 grimoire-perft -q --max-nodes 100 --epd - <"$T/epd.gz"
expect_stdout "17 passed, 0 failed"

start "a gzipped file that is cut short is reported"
head -c 400 "$T/epd.gz" >"$T/cut.gz"
expect_exit 1 grimoire-perft -q --max-nodes 100 --epd "$T/cut.gz"
expect_stderr 'grimoire-perft: cannot read .*cut.gz'

start "what is left out is reported"
expect_exit 0 grimoire-perft --max-depth 1 --epd tests/data/perft/chess.epd
expect_stdout "17 passed, 0 failed"
expect_stderr '^37 counts skipped$'

start "the count alone"
expect_exit 0 grimoire-perft --depth 3
expect_stdout 8902
expect_exit 0 grimoire-perft -v wizard --depth 0
expect_stdout 1
expect_quiet

start "divide"
expect_exit 0 grimoire-perft -v chess --divide --depth 2 \
    --fen 'r3k2r/8/8/8/8/8/7P/R3K2R w KQkq - 0 1'
expect_output perft-divide.txt

start "divide adds up"
expect_exit 0 grimoire-perft -v magician --divide --depth 4
sum=$(sed '$d' "$T/out" | awk '{ sum += $3 } END { print sum }')
[ "$sum" = 38592 ] && [ "$(tail -n 1 "$T/out")" = 38592 ] || fail "sum $sum"

start "bad usage"
expect_exit 2 grimoire-perft
expect_exit 2 grimoire-perft -v halma --depth 1
expect_stderr "unknown variant 'halma' \(known: chess, magi, magician, royal, wizard, capablanca(, [a-z0-9]+)*\)"
expect_exit 2 grimoire-perft --depth five
expect_stderr "option --depth: 'five' is not a whole number from 0 to 64"
expect_exit 2 grimoire-perft --depth 65
expect_exit 2 grimoire-perft --depth
expect_stderr "option --depth needs a value"
expect_exit 2 grimoire-perft --divide=yes
expect_stderr "option --divide takes no value"
expect_exit 2 grimoire-perft --depth 1 extra
expect_exit 2 grimoire-perft --depth 1 --bench
expect_exit 2 grimoire-perft --divide --depth 0
for pair in "--fen x --epd y" "--divide --epd y" "--depth 3 --epd y" "--bench --depth 3" "--bench --epd y"; do
    expect_exit 2 grimoire-perft $pair
    for option in $(printf '%s\n' $pair | grep -- --); do
        expect_stderr "^grimoire-perft: .*$option.* exclude each other$"
    done
done
expect_exit 2 grimoire-perft --epd y --divide --depth 2
expect_stderr '^grimoire-perft: --epd and --divide exclude each other$'
expect_exit 2 grimoire-perft --epd "$T/no-such-file"
expect_stderr 'No such file'
expect_exit 2 grimoire-perft --what
expect_stderr "unknown option '--what'"

start "every fault of a FEN is reported"
expect_exit 2 grimoire-perft --depth 1 --fen 'rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1'
[ "$(grep -c . "$T/err")" -ge 2 ] || fail "fewer than two faults: $(cat "$T/err")"

start "a right or an en passant square that is impossible is left out, with a warning"
expect_exit 0 grimoire-perft --depth 1 --fen '4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1'
expect_stdout '15'
expect_stderr "^grimoire-perft: warning: --fen, column 25: right 'Q', but White has no rook on a1; it is left out$"
expect_stderr '^grimoire-perft: warning: --fen, column 27: en passant square e6, but no pawn .* left out$'
printf '4k3/8/8/8/8/8/8/4K2R w KQ - 0 1 ;D1 15\n' >"$T/right.epd"
expect_exit 0 grimoire-perft --epd "$T/right.epd"
expect_stderr "right.epd:1:25: warning: right 'Q', but White has no rook on a1; it is left out$"

start "a full disk is reported; a pipe that is closed, as by head, is no news"
expect_exit 1 grimoire-perft --depth 1 -o /dev/full
expect_stderr 'cannot write /dev/full: No space left on device'
expect_exit 1 sh -c 'grimoire-perft --depth 1 >/dev/full'
expect_stderr 'cannot write standard output: No space left'
expect_exit 1 bash -o pipefail -c '{ sleep 0.2; grimoire-perft --depth 1; } | true'
expect_quiet

start "operations of EPD between the position and the counts, and counts among them"
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
{
    echo "$start bm e4; id \"a; D1 3\"; ;D1 20 ;D2 400"
    echo "$start 0 1 bm e4; D1 20; id \"x\"; D2 400;"
    echo "$start hmvc 0; fmvn 1; ;D1 20"
    echo "$start 0 1;D1 20;D2 400"
    echo "$start 0 1 D1 20; D2 400;"
    echo "$start 0 1 ;D1 20 ;D2 400 ; Draw 5"
} >"$T/operations.epd"
expect_exit 0 grimoire-perft --epd "$T/operations.epd"
expect_stdout '11 passed, 0 failed'
expect_quiet
printf '%s\n' "$start 0 1 bm e4; id \"D1 20\";" "$start 0 1; D1 20; D2 many" "$start 0 1; D1 20; 400" >"$T/operations.epd"
expect_exit 1 grimoire-perft --epd "$T/operations.epd"
expect_stdout '2 passed, 3 failed'
expect_stderr ':1:76: error: no count'
expect_stderr ':2:66: error: not a count'
expect_stderr ':3:66: error: not a count'

start "the output file"
expect_exit 0 grimoire-perft --depth 2 -o "$T/count"
expect_stdout ''
[ "$(cat "$T/count")" = 400 ] || fail "the file holds $(cat "$T/count")"
expect_exit 2 grimoire-perft --depth 2 -o "$T/no/such/folder"

start "signals end it with their status and no count"
interrupted TERM grimoire-perft --depth 12
status=$?
[ "$status" -eq 143 ] && [ ! -s "$T/out" ] || fail "status $status after TERM"
interrupted INT grimoire-perft --depth 12
status=$?
[ "$status" -eq 130 ] && [ ! -s "$T/out" ] || fail "status $status after INT"

start "help and version"
expect_exit 0 grimoire-perft --help
expect_output perft-help.txt
expect_quiet
expect_exit 0 grimoire-perft --version
expect_in_stdout '^grimoire-perft [0-9]+\.[0-9]+\.[0-9]+$'
finish
