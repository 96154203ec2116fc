# Helpers for the command-line tests: `. tests/programs/lib.sh` at the top, `finish` at the end.
#
#     . tests/programs/lib.sh
#     start "an unknown variant is bad usage"
#     expect_exit 2 grimoire-perft -v halma --depth 1
#     expect_stderr 'unknown variant'
#     finish
#
# The programs of the build under test come first in PATH. Each `start` begins a case, which passes
# if all its expectations hold. $T is a temporary folder that is removed at the end, and what still
# runs in the background is killed then; $T/out and $T/err hold the output of the last expect_exit
# or interrupted. Golden files lie in tests/data/golden; with
# GRIMOIRE_UPDATE=1 they are rewritten (then read the difference before you commit it).
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
: "${GRIMOIRE_BIN:=$PWD/build/bin}"
[ -d "$GRIMOIRE_BIN" ] || { echo "not ok: there is no $GRIMOIRE_BIN; run make first" && exit 1; }
PATH=$GRIMOIRE_BIN:$PATH
# The SQLite extension of the build is found by its name, as an installed one is.
export LD_LIBRARY_PATH=${GRIMOIRE_BIN%/bin}/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
T=$(mktemp -d "${TMPDIR:-/tmp}/grimoire-test.XXXXXX") || exit 2
export XDG_STATE_HOME=$T/state XDG_CONFIG_HOME=$T/config # what a desk keeps and reads is not the user's

# An extension that was built with a sanitizer needs that loaded before SQLite's shell itself is. The address sanitizer
# takes two thirds of its time at a start and an end for leaks and for what is global: of programs these are looked for
# in one run of four (expect_exit), and in each unit test.
sanitizer='' sanitized='' asan_options_=${ASAN_OPTIONS-} asan_runs_=0
if [[ $(<"${GRIMOIRE_BIN%/bin}/flags") == *-fsanitize=* ]]; then
    sanitized=yes
    export ASAN_OPTIONS=$asan_options_:detect_leaks=0:report_globals=0:detect_odr_violation=0
    sanitizer=$(ldd "${GRIMOIRE_BIN%/bin}/lib/grimoire.so" 2>/dev/null |
        sed -n 's/.*=> *\([^ ]*libasan[^ ]*\).*/\1/p')
fi
if [ -n "$sanitizer" ]; then
    mkdir "$T/bin"
    for shell in sqlite3 python3; do
        real=$(command -v "$shell") || continue
        printf '#!/bin/sh\nASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=%s exec %s "$@"\n' "$sanitizer" \
            "$real" >"$T/bin/$shell"
        chmod +x "$T/bin/$shell"
    done
    PATH=$T/bin:$PATH
fi

# The compiler's flags by which what is linked with the library has its sanitizers, too.
sanitizers() {
    grep -o -- '-fsanitize=[a-z,]*' "${GRIMOIRE_BIN%/bin}/flags" | sort -u | tr '\n' ' '
}

# installed FOLDER [TARGET]: makes the target install-files, which installs what the build has and builds nothing.
installed() {
    env -u MAKEFLAGS make -s BUILD="${GRIMOIRE_BIN%/bin}" PREFIX="$1" DESTDIR= \
        LEVELS="$(cat "${GRIMOIRE_BIN%/bin}/levels")" "${2:-install-files}" >"$T/make" 2>&1 ||
        fail "make ${2:-install-files}: $(tail -n 5 "$T/make")"
}

# have COMMAND: is that program (of "ccache gcc", the first word) here? If not, says so; tests/run sums up what was left
# out for that.
have() {
    command -v "${1%% *}" >/dev/null && return
    echo "# skipped: no $1"
    return 1
}

# have_terminal: can `script` make one here?
have_terminal() {
    have script || return
    script -qec true /dev/null >/dev/null 2>&1 </dev/null && return
    echo "# skipped: no pseudo-terminal"
    return 1
}

# A Python whose SQLite loads extensions, which some were built without; none where a sanitizer may not be its own.
sqlite_python() {
    local python
    [ -z "$sanitizer" ] || return 1
    for python in $(type -ap python3); do
        "$python" -c 'import sqlite3; sqlite3.connect(":memory:").enable_load_extension' 2>/dev/null || continue
        echo "$python"
        return
    done
    echo "# skipped: no python3 whose SQLite loads extensions" >&2
    return 1
}

passed=0 failed=0 case='' case_failed=0 command=''

# What bash calls, in a process of its own, for the name of a command that is none: a misspelled expectation would hold.
command_not_found_handle() {
    echo "$1" >>"$T/unknown"
    printf '%s: there is no command %s\n' "$0" "$1" >&2
    return 127
}

# Ends the case at hand.
end_case() {
    [ -n "$case" ] || return 0
    if [ -e "$T/unknown" ]; then
        fail "no commands:" $(<"$T/unknown")
        rm "$T/unknown"
    fi
    if [ "$case_failed" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok $case"
    else
        failed=$((failed + 1))
        echo "not ok $case"
    fi
    case=
}

start() {
    end_case
    case=$1 case_failed=0
}

finish() {
    end_case
    echo "# $passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

# Also when a signal ends the test.
clean_up() {
    local status=$? children
    children=$(jobs -p)
    [ -z "$children" ] || kill -KILL $children 2>/dev/null
    rm -rf "$T"
    exit "$status"
}
trap clean_up EXIT

# Marks the case as failed, with a message and where it was found.
fail() {
    local frame=0
    while [[ ${BASH_SOURCE[frame]} == *tests/programs/lib.sh ]]; do
        frame=$((frame + 1))
    done
    printf '%s:%s: %s\n' "${BASH_SOURCE[frame]}" "${BASH_LINENO[frame - 1]}" "$*"
    case_failed=1
}

# expect_exit STATUS COMMAND...: runs it with standard input as it is. A death by signal is reported.
expect_exit() {
    local want=$1 got
    shift
    command="$*"
    command=${command:0:300}
    if [ -n "$sanitized" ] && [ $((asan_runs_++ % 4)) -eq 0 ]; then
        ASAN_OPTIONS=$asan_options_ "$@" >"$T/out" 2>"$T/err"
    else
        "$@" >"$T/out" 2>"$T/err"
    fi
    got=$?
    if [ "$got" -ne "$want" ]; then
        fail "exit status $got, not $want: $command"
        head -n 20 "$T/err"
    fi
}

# one_in N: is the case at hand among those that are tried? One call in N is, in turn; with GRIMOIRE_SLOW=1 each. Where
# many values meet many commands, take an N that has no divisor in common with the length of the inner list: all of
# both are tried then, but not each with each.
turn=0
one_in() {
    [ -n "${GRIMOIRE_SLOW-}" ] || [ $((turn++ % $1)) -eq 0 ]
}

# one_of N: the same for what `make check` tries a part of; `make check-long` tries all.
one_of() {
    is_long || [ $((part++ % $1)) -eq 0 ]
}
part=0
is_long() {
    [ -n "${GRIMOIRE_LONG-}${GRIMOIRE_UPDATE-}" ]
}

# nap SECONDS: sleeps, without the process that `sleep` is, by waiting for a pipe in which nothing comes.
nap() {
    [ -p "$T/never" ] || mkfifo "$T/never"
    [ -n "${never-}" ] || exec {never}<>"$T/never"
    read -rt "$1" -u "$never" _
    return 0
}

# until_true COMMAND...: waits until it succeeds, half a minute at the most.
until_true() {
    local try
    for ((try = 0; try < 600; try++)); do
        "$@" && return 0
        nap 0.05
    done
    fail "in vain: $*"
    return 1
}

# catches_signals PID: whether it catches SIGINT and SIGTERM by now, or has ended already. Where the
# system does not show that (only Linux does), it is given time.
catches_signals() {
    local name value state=Z mask=
    [ -r /proc/self/status ] || { sleep 1 && return 0; }
    # The shell itself, before it has become the program, would clean up. (Asked first: what it catches is read of the
    # program then.)
    [ ! "/proc/$1/exe" -ef "/proc/$$/exe" ] || return 1
    while read -r name value; do
        case $name in
        State:) state=${value%% *} ;;
        SigCgt:) mask=$value ;;
        esac
    done 2>/dev/null <"/proc/$1/status"
    [ "$state" != Z ] || return 0
    [ -n "$mask" ] && [ $((16#$mask & 0x4002)) -eq $((0x4002)) ]
}

# interrupted SIGNAL COMMAND...: starts it, sends the signal once it is ready for that, and returns
# its exit status.
interrupted() {
    local signal=$1
    shift
    "$@" >"$T/out" 2>"$T/err" &
    until_true catches_signals $!
    kill -"$signal" $! 2>/dev/null
    wait $!
}

# expect_output GOLDEN: standard output is that of tests/data/golden/GOLDEN, byte for byte.
expect_output() {
    expect_same "$T/out" "tests/data/golden/$1"
}

# expect_errors GOLDEN: the same for standard error.
expect_errors() {
    expect_same "$T/err" "tests/data/golden/$1"
}

expect_same() {
    if [ -n "${GRIMOIRE_UPDATE-}" ]; then
        mkdir -p "$(dirname "$2")"
        cp "$1" "$2"
    elif ! same_text "$1" "$2" && ! diff -u "$2" "$1" >"$T/diff"; then
        fail "not as in $2: $command"
        head -n 40 "$T/diff"
    fi
}

# What is asserted thousands of times is asserted without another process, which costs more than the look.

# all_of NAME FILE: the variable becomes all of the file; not 0 if a NUL is in it.
all_of() {
    ! IFS= read -rd '' "$1" 2>/dev/null <"$2"
}

# same_text FILE FILE: both can be read and say the same, and neither has a NUL.
same_text() {
    local one_ two_
    [ -r "$1" ] && [ -r "$2" ] && all_of one_ "$1" && all_of two_ "$2" && [ "$one_" = "$two_" ]
}

# has_line FILE REGEX: some line matches (grep -E, which has the last word where no line of a short file does).
has_line() {
    local line_ lines_
    mapfile -tn 50 lines_ 2>/dev/null <"$1"
    for line_ in "${lines_[@]}"; do
        [[ $line_ =~ $2 ]] 2>/dev/null && return
    done
    grep -aEq -- "$2" "$1"
}

# expect_stdout TEXT: standard output is exactly that text and a line end ('' is nothing at all).
expect_stdout() {
    local got_
    all_of got_ "$T/out" && [ "$got_" = "${1:+$1
}" ] || {
        fail "standard output is not '$1': $command"
        head -n 20 "$T/out"
    }
}

# expect_stderr REGEX, expect_in_stdout REGEX: some line matches (grep -E).
expect_stderr() {
    has_line "$T/err" "$1" || {
        fail "no '$1' on standard error: $command"
        head -n 20 "$T/err"
    }
}

expect_in_stdout() {
    has_line "$T/out" "$1" || {
        fail "no '$1' in standard output: $command"
        head -n 20 "$T/out"
    }
}

# expect_quiet: nothing on standard error.
expect_quiet() {
    [ ! -s "$T/err" ] || {
        fail "standard error is not empty: $command"
        head -n 20 "$T/err"
    }
}

# ---- sessions with the engine ----

# uci LINE...: a session of these commands.
uci() {
    printf '%s\n' "$@" >"$T/commands"
    expect_exit 0 grimoire-engine <"$T/commands"
}

# A session that is talked to while it runs: open_engine, tell LINE..., await REGEX, close_engine.
open_engine() {
    rm -f "$T/to"
    mkfifo "$T/to"
    : >"$T/out" # of what was before, nothing is awaited
    timeout 60 grimoire-engine <"$T/to" >"$T/out" &
    engine=$!
    exec 4>"$T/to"
}
tell() { printf '%s\n' "$@" >&4; }
await() { until_true has_line "$T/out" "$1"; }
has() { [ "$(grep -cE "$1" "$T/out")" -ge "$2" ]; } # so many lines
close_engine() {
    tell quit
    wait $engine || fail "exit status $?"
    exec 4>&-
}

# The commands of the session at hand; `quit` comes when the last ping is answered, or cannot be any more.
send_commands() {
    local line last='' quits='' try said
    while IFS= read -r line; do
        [[ $line != ping* ]] || last=${line#ping }
        if [ "$line" = quit ]; then quits+=$'quit\n'; else printf '%s\n' "$line"; fi
    done <"$T/commands"
    for ((try = 0; try < 1000; try++)); do
        all_of said "$T/said"
        [ -n "$last" ] && [[ $'\n'$said != *$'\n'"pong $last"$'\n'* ]] || break
        nap 0.02
    done
    printf %s "$quits"
}

run_xboard() {
    send_commands | timeout 60 grimoire-engine >"$T/said" &&
        sed -E 's/^([0-9]+ -?[0-9]+) [0-9]+ /\1 - /; s/^stat01: [0-9]+ [0-9]+ /stat01: - - /' "$T/said"
}

# xboard LINE...: a session of these commands in the XBoard protocol; the times in thinking output are cut out.
xboard() {
    printf '%s\n' xboard "$@" >"$T/commands"
    : >"$T/said"
    expect_exit 0 run_xboard
}

# without_results: lines of moves as -f san and -f uci have them, without the results that part games which could be
# read as one.
without_results() {
    sed -E 's@ ?(\*|1-0|0-1|1/2-1/2)$@@'
}

# import_samples DATABASE: one game or more of each of five variants, some of them faulty.
import_samples() {
    expect_exit 1 grimoire-import -q -d "$1" samples/chess.pgn samples/magi.pgn samples/magician.pgn \
        samples/royal.pgn samples/wizard.pgn
}
