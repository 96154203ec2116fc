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
for topic in tutorial rules definition notation query sql cluster format library; do
    grep -q "^  $topic " "$T/help" || fail "help does not list $topic"
done

start "help shows a page of the manual before it is installed"
expect_exit 0 grimoire help perft
expect_in_stdout 'SYNOPSIS'
expect_in_stdout '--divide'
expect_exit 0 grimoire help query
expect_in_stdout 'grimoire-query'
expect_exit 0 grimoire help grimoire
expect_in_stdout 'SYNOPSIS'

start "without man and mandoc it is plain text, and says so"
expect_exit 0 env PATH=/nonexistent "$GRIMOIRE_BIN/grimoire" help perft
expect_in_stdout '^SYNOPSIS$'
expect_in_stdout '^    --epd file'
expect_stderr 'plain text, as neither man nor mandoc is installed'
expect_exit 1 sh -c "PATH=/nonexistent '$GRIMOIRE_BIN/grimoire' help perft >/dev/full"

start "pages may be compressed, as packages have them"
mkdir -p "$T/usr/bin" "$T/usr/share/man/man1"
cp "$GRIMOIRE_BIN/grimoire" "$T/usr/bin/"
gzip -c man/grimoire-perft.1 >"$T/usr/share/man/man1/grimoire-perft.1.gz"
expect_exit 0 env PATH=/nonexistent "$GRIMOIRE_BIN/grimoire" help perft
cp "$T/out" "$T/plain"
expect_exit 0 env PATH=/nonexistent "$T/usr/bin/grimoire" help perft
cmp -s "$T/out" "$T/plain" || fail "another text"
head -c 500 "$T/usr/share/man/man1/grimoire-perft.1.gz" >"$T/cut" && mv "$T/cut" "$T/usr/share/man/man1/grimoire-perft.1.gz"
expect_exit 1 env PATH=/nonexistent "$T/usr/bin/grimoire" help perft
expect_stderr 'grimoire: cannot read'

# words: those of a page, sorted, but for the bullets of lists.
words() {
    tr -cs 'A-Za-z0-9' '\n' | grep -vx -e '' -e o | sort
}

if have mandoc; then
    start "plain text has the words that mandoc shows, of every page"
    for page in "$GRIMOIRE_BIN"/../share/man/man?/*; do
        one_of 4 || continue
        page_name=${page##*/} name=${page_name%.*}
        [ "$page_name" != grimoire.3 ] || name=library
        [ "$page_name" != grimoire-variants.7 ] || name=rules
        env PATH=/nonexistent "$GRIMOIRE_BIN/grimoire" help "${name#grimoire-}" 2>/dev/null | words >"$T/ours"
        mandoc -T utf8 -O width=1000 "$page" | sed -e $'s/.\b//g' -e 1,2d -e '$d' | words >"$T/theirs"
        diff "$T/ours" "$T/theirs" >"$T/diff" || fail "$page: $(head -n 5 "$T/diff" | tr '\n' ' ')"
    done
fi

start "version"
expect_exit 0 grimoire --version
expect_in_stdout '^grimoire [0-9]+\.[0-9]+\.[0-9]+$'

start "help of another word lists the pages that have it"
for word in delete edit puzzle repertoire crosstable opening vacuum DELETED Openings; do
    expect_exit 0 grimoire help $word
    expect_in_stdout "^No page is called '$word'. These have it:\$"
    [ "$(awk 'length > 80' "$T/out")" = "" ] || fail "$word: lines are too long"
done
expect_exit 0 grimoire help vacuum
expect_in_stdout '^  db  *maintain databases$'
expect_exit 0 grimoire help repertoire
expect_in_stdout '^  tree '
expect_exit 0 env PATH=/nonexistent "$GRIMOIRE_BIN/grimoire" help dedupe
expect_in_stdout '^      .*dedupe'

start "bad usage"
expect_exit 2 grimoire
expect_stderr '^usage: grimoire NAME'
expect_stdout ''
expect_exit 2 grimoire nothing
expect_stderr "^grimoire: unknown program 'nothing'$"
expect_exit 2 grimoire serach
expect_stderr "^grimoire: unknown program 'serach'; did you mean search\?$"
expect_exit 2 grimoire exprot
expect_stderr 'did you mean export\?$'
expect_exit 2 grimoire help qurey
expect_stderr "^grimoire: no page about 'qurey'; did you mean query\?$"
expect_exit 2 grimoire help xyzzy
expect_exit 2 grimoire help ../man1/grimoire-perft
expect_exit 2 grimoire ../bin/perft
expect_exit 2 grimoire ''
expect_exit 2 grimoire "$(head -c 5000 /dev/zero | tr '\0' x)"
expect_exit 2 grimoire --bogus
expect_stderr "^grimoire: unknown option '--bogus'"

start "a program of ours that is missing is reported as not installed"
mkdir "$T/alone"
cp "$GRIMOIRE_BIN/grimoire" "$T/alone"
expect_exit 2 env -i "$T/alone/grimoire" db info
expect_stderr '^grimoire: grimoire-db is not installed$'

start "a program that cannot be run is reported"
printf 'no program' >"$T/grimoire-broken"
chmod +x "$T/grimoire-broken"
cp "$GRIMOIRE_BIN/grimoire" "$T/"
expect_exit 2 "$T/grimoire" broken
expect_stderr '^grimoire: cannot run grimoire-broken: Exec format error'

start "a full disk is reported"
expect_exit 1 sh -c 'grimoire help >/dev/full'
expect_stderr '^grimoire: cannot write standard output: No space left on device'
finish
