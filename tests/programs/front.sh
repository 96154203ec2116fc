#!/usr/bin/env bash
# grimoire: finding and running the programs.
. "$(dirname "$0")/lib.sh"

start "the front runs a program beside it and hands on arguments, input and exit status"
expect_exit 0 grimoire perft -v magi --depth 2
expect_stdout 1442
expect_exit 2 grimoire perft --depth x
expect_stderr "^grimoire-perft: option --depth: 'x'"
echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 6' | expect_exit 1 grimoire perft --epd -
expect_in_stdout '^0 passed, 1 failed$'

start "it is found from anywhere, through a link, and by its path"
ln -s "$GRIMOIRE_BIN/grimoire" "$T/link"
expect_exit 0 env -i "$T/link" perft --depth 1
expect_stdout 20
(cd / && "$GRIMOIRE_BIN/grimoire" perft --depth 1 >"$T/out" 2>&1)
expect_stdout 20

start "a program elsewhere in PATH is run as well"
printf '#!/bin/sh\necho "extra $1"\n' >"$T/grimoire-extra"
chmod +x "$T/grimoire-extra"
PATH=$PATH:$T expect_exit 0 grimoire extra word
expect_stdout "extra word"

start "help"
expect_exit 0 grimoire help
expect_in_stdout '^  perft +count and list legal moves$'
expect_quiet
cp "$T/out" "$T/help"
expect_exit 0 grimoire --help
cmp -s "$T/out" "$T/help" || fail "--help is not help"
for program in "$GRIMOIRE_BIN"/grimoire-*; do
    grep -q "^  ${program##*/grimoire-} " "$T/help" || fail "help does not list ${program##*/}"
done
expect_exit 0 grimoire help perft
expect_in_stdout '^usage: grimoire-perft '

start "version"
expect_exit 0 grimoire --version
expect_in_stdout '^grimoire [0-9]+\.[0-9]+\.[0-9]+$'

start "bad usage"
expect_exit 2 grimoire
expect_stderr '^usage: grimoire NAME'
expect_stdout ''
expect_exit 2 grimoire nothing
expect_stderr "^grimoire: there is no program 'nothing'"
expect_exit 2 grimoire ../bin/perft
expect_exit 2 grimoire ''
expect_exit 2 grimoire "$(head -c 5000 /dev/zero | tr '\0' x)"
expect_exit 2 grimoire --bogus
expect_stderr "^grimoire: unknown option '--bogus'"

start "a program that cannot be run is told"
printf 'no program' >"$T/grimoire-broken"
chmod +x "$T/grimoire-broken"
cp "$GRIMOIRE_BIN/grimoire" "$T/"
expect_exit 2 "$T/grimoire" broken
expect_stderr '^grimoire: cannot run grimoire-broken: Exec format error'

start "a full disk is told"
expect_exit 1 sh -c 'grimoire help >/dev/full'
expect_stderr '^grimoire: cannot write standard output: No space left on device'
finish
