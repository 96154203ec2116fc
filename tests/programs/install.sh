#!/usr/bin/env bash
# The installed tree: what the shared library exports, one header, pkg-config, the examples in C and C++, and that
# uninstall leaves nothing.
. "$(dirname "$0")/lib.sh"

build=${GRIMOIRE_BIN%/bin}
root=$T/usr
flags=$(sanitizers)
unset LD_LIBRARY_PATH # programs find the library of their own tree

# Was it built with STATIC=1?
is_static() {
    ! ldd "$GRIMOIRE_BIN/grimoire-check" | grep -q libgrimoire
}

# exported LIBRARY: names that it defines for others.
exported() {
    nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort
}

start "the library exports the names of the list, and no others"
exported "$build/lib/libgrimoire.so.1" >"$T/out"
command='a name that goes, or a type that changes, needs a new ABI in the Makefile'
expect_same "$T/out" tests/data/exported.txt
for level in "$build"/lib/glibc-hwcaps/*/libgrimoire.so.1; do
    [ ! -e "$level" ] || exported "$level" | cmp -s - tests/data/exported.txt || fail "$level has others"
done
[ "$(exported "$build/lib/grimoire.so")" = sqlite3_grimoire_init ] || fail "the extension exports more than its entry"

start "the list is what grimoire.h declares"
${CC:-cc} -E -P -D_POSIX_C_SOURCE=200809L -I. -x c grimoire.h | tr -s ' \n' ' ' >"$T/declared"
grep -oE '\<gr_[a-z0-9_]+ ?\(' "$T/declared" | tr -d ' (' | sort -u >"$T/functions"
while read -r name; do
    grep -qE "\<$name\>" "$T/declared" || fail "$name is exported, but not declared"
done <tests/data/exported.txt
inline=$(grep -oE '(static inline|inline static) [A-Za-z0-9_ ]+[ *]gr_[a-z0-9_]+\(' "$T/declared" | grep -oE 'gr_[a-z0-9_]+' | sort -u)
missing=$(comm -23 "$T/functions" tests/data/exported.txt | grep -vxF "$inline")
[ -z "$missing" ] || fail "declared, but not exported: $missing"

start "install puts the libraries, one header, pkg-config's file, the manual and the examples in place"
installed "$root"
for file in bin/grimoire lib/libgrimoire.so.1 lib/libgrimoire.a lib/grimoire.so include/grimoire.h \
    lib/pkgconfig/grimoire.pc share/man/man3/grimoire.3 share/grimoire/examples/perft.c \
    share/grimoire/samples/magi.pgn; do
    [ -s "$root/$file" ] || fail "there is no $file"
done
[ "$(readlink "$root/lib/libgrimoire.so")" = libgrimoire.so.1 ] || fail "libgrimoire.so is no link"
[ -z "$(grep '#include "' "$root/include/grimoire.h")" ] || fail "the header needs others"

start "installed programs use the shared library of their tree"
expect_exit 0 "$root/bin/grimoire" perft -v magi --depth 2
expect_stdout 1442
for program in "$root"/bin/grimoire-*; do
    ! is_static || break
    ldd "$program" | grep -q "libgrimoire.so.1 => $root/" || fail "$program does not"
    size=$(stat -c %s "$program")
    [ "$size" -lt 2000000 ] || fail "$program has $size bytes"
done

start "help finds the installed manual"
expect_exit 0 env PATH=/nonexistent "$root/bin/grimoire" help query
expect_in_stdout 'grimoire-query'

grimoire import -q -d "$T/games.db" samples/chess.pgn 2>/dev/null
if have pkg-config; then
    export PKG_CONFIG_PATH=$root/lib/pkgconfig

    # example COMPILER SOURCE: builds it as people are told to.
    example() {
        cp "$root/share/grimoire/examples/$2" "$T/$2" &&
            (cd "$T" && $1 $flags "$2" $(pkg-config --cflags --libs grimoire) -o example) 2>"$T/err" || {
            fail "$1 $2: $(head -n 10 "$T/err")"
            return 1
        }
        [ ! -s "$T/err" ] || fail "$1 $2: $(head -n 10 "$T/err")"
    }

    export LD_LIBRARY_PATH=$root/lib
    warnings="-Wall -Wextra -Wpedantic"
    for compiler in "${CC:-cc} $warnings" "${CC:-cc} -std=c11 $warnings" "${CXX:-c++} -x c++ $warnings"; do
        have "${compiler%% *}" || continue
        [[ $flags != *sanitize* || $compiler != *c++* ]] || continue # the compilers may differ
        start "the examples are built from the installed tree and run: $compiler"
        if example "$compiler" perft.c; then
            expect_exit 0 "$T/example" magi 3
            expect_stdout 56685
            expect_exit 2 "$T/example" halma 3
        fi
        if example "$compiler" replay.c; then
            expect_exit 0 "$T/example" samples/chess.pgn
            expect_in_stdout '^Reti, Richard - Tartakower, Savielly, 1-0, 21 plies$'
            expect_in_stdout '^    rnbB1b1r/ppk2ppp'
            expect_exit 2 "$T/example" "$T/missing"
        fi
        if example "$compiler" query.c; then
            expect_exit 0 "$T/example" "$T/games.db" 'double check then mate within 4 plies'
            expect_in_stdout '^[0-9]+ Reti, Richard - Tartakower, Savielly, plies 19 to 21$'
            expect_in_stdout '^2 games, 2 hits$'
            expect_exit 2 "$T/example" "$T/games.db" 'blck mate'
            expect_stderr "^query: query, column 1"
        fi
    done
    if [ -z "$flags" ] && have "${CXX:-c++}"; then
        start "the example in C++"
        if example "${CXX:-c++} $warnings" moves.cpp; then
            expect_exit 0 "$T/example" chess
            [ "$(wc -l <"$T/out")" -eq 20 ] || fail "not 20 moves"
            expect_exit 2 "$T/example" chess 'rnbq w'
            expect_stderr '^moves: column '
        fi
    fi
    if [ -z "$flags" ] && have "${CC:-cc}"; then
        start "a static program needs no shared library of ours"
        (cd "$T" && ${CC:-cc} "$root/share/grimoire/examples/perft.c" $(pkg-config --cflags grimoire) \
            "$root/lib/libgrimoire.a" $(pkg-config --static --libs-only-l grimoire |
                sed 's/-lgrimoire//') -o static) 2>"$T/err" || fail "$(head -n 10 "$T/err")"
        expect_exit 0 env -u LD_LIBRARY_PATH "$T/static" wizard 2
        expect_stdout "$(grimoire-perft -v wizard --depth 2)"
    fi
fi

if python=$(sqlite_python); then
    start "the example in Python"
    expect_exit 0 env LD_LIBRARY_PATH="$root/lib" "$python" "$root/share/grimoire/examples/mates.py" "$T/games.db"
    expect_in_stdout '^[0-9]+: Reti, Richard - Tartakower, Savielly, 11\. Bd8#$'
    expect_exit 1 env -u LD_LIBRARY_PATH "$python" "$root/share/grimoire/examples/mates.py" "$T/games.db"
    expect_stderr '^mates.py: .*LD_LIBRARY_PATH'
    [ "$(wc -l <"$T/err")" -eq 1 ] || fail "$(cat "$T/err")"
fi
if have python3; then
    start "and with a Python that loads no extensions"
    mkdir "$T/without"
    cat >"$T/without/sqlite3.py" <<'END'
class Error(Exception): pass
class NotSupportedError(Error): pass
class Connection: pass
def connect(*path, **how): return Connection()
END
    expect_exit 1 env PYTHONPATH="$T/without" python3 examples/mates.py "$T/games.db"
    expect_stderr '^mates.py: .*Python'
    [ "$(wc -l <"$T/err")" -eq 1 ] || fail "$(cat "$T/err")"
fi

# gone FOLDER: no file is left there.
gone() {
    [ -z "$(find "$1" ! -type d)" ] || fail "left: $(find "$1" ! -type d)"
}

start "folders that are there keep their modes; new ones and all files can be read by everybody"
root=$T/modes
mkdir -p "$root/bin" "$root/include"
chmod 700 "$root/bin"
chmod 2775 "$root/include"
(umask 077 && installed "$root")
[ "$(stat -c %a "$root/bin" "$root/include" | paste -sd ' ')" = "700 2775" ] || fail "$(stat -c '%a %n' "$root"/*)"
[ -z "$(find "$root"/*/* ! -type l ! -perm -444)" ] || fail "$(find "$root"/*/* ! -type l ! -perm -444)"

start "a library for a newer processor, left by an earlier installation, is removed; those of others are not"
mkdir -p "$root/lib/glibc-hwcaps/x86-64-v9"
touch "$root/lib/glibc-hwcaps/x86-64-v9/libgrimoire.so.1" "$root/lib/glibc-hwcaps/x86-64-v9/libother.so.1"
installed "$root"
[ "$(ls "$root/lib/glibc-hwcaps/x86-64-v9")" = libother.so.1 ] || fail "$(ls "$root/lib/glibc-hwcaps/x86-64-v9")"

start "uninstall removes no files of others"
echo mine >"$root/share/grimoire/mine.txt"
echo mine >"$root/share/grimoire/samples/own.pgn"
installed "$root" uninstall
[ "$(cd "$root" && find . ! -type d | sort | paste -sd ' ')" = \
    "./lib/glibc-hwcaps/x86-64-v9/libother.so.1 ./share/grimoire/mine.txt ./share/grimoire/samples/own.pgn" ] ||
    fail "$(find "$root" ! -type d)"
root=$T/usr

start "uninstall leaves no file"
installed "$root" uninstall
gone "$root"

start "what is left of an installation is uninstalled, too"
installed "$root"
rm -r "$root/bin" "$root/share/man/man3" "$root/share/bash-completion" "$root/include"
installed "$root" uninstall
gone "$root"
installed "$root"
rm -r "$root/lib" "$root/share"
installed "$root" uninstall
gone "$root"
installed "$T/nowhere" uninstall

start "the folder may have a blank, and be named by ~"
home=$HOME
export HOME="$T/at home"
odd="$HOME/Anne's & mine"
mkdir "$HOME"
installed "~/${odd##*/}"
expect_exit 0 "$odd/bin/grimoire" perft -v magi --depth 2
expect_stdout 1442
grep -qxF "prefix=$odd" "$odd/lib/pkgconfig/grimoire.pc" || fail "$(cat "$odd/lib/pkgconfig/grimoire.pc")"
if have pkg-config; then
    # What the shell has put in by $(pkg-config) would be divided at blanks; make and eval see the quotes.
    (export PKG_CONFIG_PATH=$odd/lib/pkgconfig && cp "$odd/share/grimoire/examples/perft.c" "$T" && cd "$T" &&
        eval "${CC:-cc} $flags perft.c $(pkg-config --cflags --libs grimoire) -o odd") 2>"$T/err" ||
        fail "$(head -n 10 "$T/err")"
    expect_exit 0 env LD_LIBRARY_PATH="$odd/lib" "$T/odd" magi 3
    expect_stdout 56685
fi
installed "~/${odd##*/}" uninstall
gone "$odd"
HOME=$home

start "root needs no PATH with ldconfig, and the linker's cache is left alone where it does not look"
mkdir "$T/tools"
for tool in $(type -ap env make sh sed awk grep install ln mkdir rm rmdir find cat tail); do
    [ -e "$T/tools/${tool##*/}" ] || ln -s "$tool" "$T/tools/"
done
printf '#!/bin/sh\necho 0\n' >"$T/tools/id"
chmod +x "$T/tools/id"
PATH=$T/tools installed "$root"
[ -x "$root/bin/grimoire" ] || fail "nothing is installed"
! PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null | grep -F "$T/" || fail "the cache has a temporary folder"
finish
