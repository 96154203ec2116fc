#!/usr/bin/env bash
# The Makefile: which libraries it takes, how it protects what it builds, and what it makes of the paths it is given.
. "$(dirname "$0")/lib.sh"

have make && have ${CC:-cc} || { start "nothing to build with" && finish; }
compiler=${CC:-cc}
unset CC CFLAGS CPPFLAGS LDFLAGS HARDEN DEFLATE UNPACK CI

# run_make ARGUMENT...: make as by hand, with nothing of the settings of a make that runs this.
run_make() {
    env -u MAKEFLAGS -u MAKELEVEL -u MAKEOVERRIDES make -s --no-print-directory CC="$compiler" "$@"
}

# value NAME SETTING...: of a variable of the Makefile.
value() {
    run_make --eval="value: ; @printf '%s\\n' '\$($1)'" "${@:2}" value
}

# expect_value TEXT NAME SETTING...: that, with blanks in a row as one.
expect_value() {
    local got
    got=$(value "${@:2}" 2>&1 | tr -s ' ')
    [ "$got" = "$1" ] || fail "$2 is '$got', not '$1': ${*:3}"
}

# found COMPILER HEADER...: what is linked with where only these headers are.
libdeflate=-ldeflate bzlib=-lbz2 lzma=-llzma zstd=-lzstd
found() {
    local libs= name
    rm -rf "$T/include"
    mkdir "$T/include"
    touch "$T/include/stddef.h" "$T/include/stdint.h"
    for name in "${@:2}"; do
        touch "$T/include/$name.h"
        libs+=" ${!name}"
    done
    expect_value "-lsqlite3 -lz$libs -lpthread -lm" LIBS CC="$1 -nostdinc -isystem $T/include" "${setting[@]}"
}

setting=()
start "libraries are taken where their headers are, and only there"
for name in libdeflate bzlib lzma zstd; do
    found "$compiler" $name
done
printf '#!/bin/sh\nexec "$@"\n' >"$T/wrapper"
chmod +x "$T/wrapper"
for shell in $(command -v dash bash); do
    setting=(SHELL="$shell")
    found "$T/wrapper $compiler"
    found "$compiler" libdeflate bzlib lzma zstd
done

start "headers are looked for by the flags that files are compiled with"
for flags in CPPFLAGS CFLAGS; do
    expect_value "-lsqlite3 -lz -ldeflate -lbz2 -llzma -lzstd -lpthread -lm" LIBS CC="$compiler -nostdinc" \
        "$flags=-isystem $T/include"
done
expect_value "-lsqlite3 -lz -lpthread -lm" LIBS CC="$compiler -nostdinc"

start "a library may be left out by hand"
expect_value "-lsqlite3 -lz -lbz2 -llzma -lzstd -lpthread -lm" LIBS CC="$compiler -nostdinc -isystem $T/include" DEFLATE=
expect_value "-lsqlite3 -lz -ldeflate -lzstd -lpthread -lm" LIBS CC="$compiler -nostdinc -isystem $T/include" UNPACK=zstd

start "~ is the home folder, whatever the shell thinks of it"
expect_value "$T/x" PREFIX HOME="$T" PREFIX='~/x'
expect_value "$T/a b/~x/lib" LIBDIR HOME="$T" PREFIX='~/a b/~x'
expect_value "$T" DESTDIR HOME="$T" DESTDIR='~'
expect_value "$T/b" BUILD HOME="$T" BUILD='~/b'
expect_value "/a/~/b" PREFIX HOME="$T" PREFIX='/a/~/b'
expect_value "$(eval echo ~root)/x" PREFIX HOME="$T" PREFIX='~root/x'
expect_value '~no-such-user/x' PREFIX PREFIX='~no-such-user/x'
finish
