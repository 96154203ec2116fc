#!/usr/bin/env bash
# tests/run and tests/programs/lib.sh: failures must be reported.
. "$(dirname "$0")/lib.sh"

# fake NAME: makes a test script of standard input.
fake() {
    cat >"$T/$1"
    chmod +x "$T/$1"
}

# run_fakes NAME...: what tests/run makes of them.
run_fakes() {
    TIMEOUT=3 expect_exit "$1" tests/run "$T/build" "${@:2}"
}

fake good <<<$'#!/bin/sh\necho "ok one"\necho "ok two"\necho "# 2 passed, 0 failed"'
fake bad <<<$'#!/bin/sh\necho "ok one"\necho "not ok two"\necho "# 1 passed, 1 failed"\nexit 1'
fake crash <<<$'#!/bin/sh\necho "ok one"\nkill -SEGV $$'
fake short <<<$'#!/bin/sh\necho "ok one"'
fake hang <<<$'#!/bin/sh\nsleep 20'
fake empty <<<$'#!/bin/sh\necho "# 0 passed, 0 failed"'
fake liar <<<$'#!/bin/sh\necho "not ok one"\necho "# 0 passed, 1 failed"'

start "passing tests pass"
run_fakes 0 "$T/good"
expect_stdout "2 passed, 0 failed"

start "a command that is none fails the case"
fake typo <<END
#!/bin/bash
GRIMOIRE_BIN='$GRIMOIRE_BIN'
. tests/programs/lib.sh
start "one"
expect_nothing at all
start "two"
finish
END
run_fakes 1 "$T/typo"
expect_in_stdout '^not ok one'
expect_in_stdout '^1 passed, 1 failed$'

start "what cases are skipped for is listed"
fake poor <<<$'#!/bin/sh\necho "# skipped: no oven"\necho "ok one"\necho "# skipped: no cook"\necho "# 1 passed, 0 failed"'
run_fakes 0 "$T/good" "$T/poor"
expect_stdout "cases skipped for lack of: cook, oven
3 passed, 0 failed"

start "failed cases, crashes, missing counts and hanging tests are reported"
run_fakes 1 "$T/good" "$T/bad" "$T/crash" "$T/short" "$T/hang" "$T/empty" "$T/liar"
for report in '== bad: 1 failed' '== crash: died with' '== short: ended without' \
    '== hang: stopped after 3 seconds' '== empty: has no cases' '== liar: reported success' \
    '^5 passed, 7 failed$'; do
    expect_in_stdout "$report"
done

start "a run shows how far it is"
fake slow <<<$'#!/bin/sh\nsleep 2\necho "ok one"\necho "# 1 passed, 0 failed"'
JOBS=1 SILENCE=1 run_fakes 0 "$T/good" "$T/slow"
expect_stdout "3 passed, 0 failed"
expect_stderr '^tests/run: 1 of 2 test programs have ended, [0-9]+ s$'

fake first <<EOF2
#!/bin/sh
echo "ok one"
: >'$T/begun'
while [ ! -e '$T/on' ]; do sleep 0.05; done
echo "# 1 passed, 0 failed"
EOF2
start "two runs at once leave each other's logs alone"
TIMEOUT=20 tests/run "$T/build" "$T/first" >"$T/first.out" 2>&1 &
until_true test -e "$T/begun"
run_fakes 0 "$T/good"
[ -e "$T/build/tests/log/good" ] || fail "the log is not where it should be"
: >"$T/on"
wait $!
grep -qx '1 passed, 0 failed' "$T/first.out" || fail "the first run says $(cat "$T/first.out")"
[ -e "$T/build/tests/log/first" ] || fail "the log of the first run is gone"
[ "$(ls "$T/build/tests")" = log ] || fail "logs are left: $(ls "$T/build/tests")"

start "no test at all is a failure"
run_fakes 1 "$T/nothing-here"

start "expectations of lib.sh fail when they should"
fake shell <<EOF2
#!/usr/bin/env bash
. $PWD/tests/programs/lib.sh
start a; expect_exit 0 false
start b; expect_exit 0 echo x; expect_stdout y
start c; expect_exit 0 echo x; expect_in_stdout y
start d; expect_exit 0 echo x; expect_stderr x
start e; expect_exit 0 ls --no-such-option; expect_quiet
start f; echo x >\$T/golden; expect_exit 0 echo y; expect_same \$T/out \$T/golden
start g; expect_exit 0 echo x; expect_stdout x; expect_in_stdout x; expect_quiet
finish
EOF2
expect_exit 1 "$T/shell"
expect_in_stdout '^# 1 passed, 6 failed$'
finish
