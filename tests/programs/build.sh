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

# Archives without members stand for libraries that this system may not have.
mkdir "$T/lib"
for name in deflate bz2 lzma zstd microhttpd; do
    printf '!<arch>\n' >"$T/lib/lib$name.a"
done

# value NAME SETTING...: of a variable of the Makefile. What the compiler is asked for others is not asked.
value() {
    local others=(FOUND= LEVELS= BUILD="$T/none")
    [[ $1 != LIBS && $1 != DESK ]] || others=(HARDEN= LEVELS= BUILD="$T/none")
    LIBRARY_PATH=$T/lib run_make --eval="value: ; @printf '%s\\n' '\$($1)'" "${others[@]}" "${@:2}" value
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

start "the desk is built where libmicrohttpd is, and no other program is linked with it"
touch "$T/include/microhttpd.h"
for name in DESK=microhttpd "LIBS=-lsqlite3 -lz -ldeflate -lbz2 -llzma -lzstd -lpthread -lm"; do
    expect_value "${name#*=}" "${name%%=*}" CC="$compiler -nostdinc -isystem $T/include"
done
rm "$T/include/microhttpd.h"
expect_value '' DESK CC="$compiler -nostdinc -isystem $T/include"

start "headers are looked for by the flags that files are compiled with"
for flags in CPPFLAGS CFLAGS; do
    expect_value "-lsqlite3 -lz -ldeflate -lbz2 -llzma -lzstd -lpthread -lm" LIBS CC="$compiler -nostdinc" \
        "$flags=-isystem $T/include"
done
expect_value "-lsqlite3 -lz -lpthread -lm" LIBS CC="$compiler -nostdinc"

start "a header without its library is none"
for name in deflate bz2; do
    printf '#!/bin/sh\ncase " $* " in *" -l%s "*) exit 1 ;; esac\nexec "$@"\n' $name >"$T/wrapper"
    libs=' -ldeflate -lbz2 -llzma -lzstd'
    expect_value "-lsqlite3 -lz${libs/ -l$name/} -lpthread -lm" LIBS CC="$T/wrapper $compiler -nostdinc -isystem $T/include"
done

# refused REGEX SETTING...: the build ends before anything is compiled, with that.
refused() {
    expect_exit 2 run_make BUILD="$T/b" "${@:2}" "$T/b/rules/fen.o"
    expect_stderr "$1"
    [ ! -e "$T/b/rules/fen.o" ] || fail "it compiles"
}

start "what has to be there is named, with its package"
refused ' sqlite3.h.*: libsqlite3-dev$' CC="$compiler -nostdinc -isystem $T/include"
expect_stderr ' zlib.h.*: zlib1g-dev$'
touch "$T/include/sqlite3.h"
refused ' zlib.h.*: zlib1g-dev$' CC="$compiler -nostdinc -isystem $T/include"
printf '#!/bin/sh\ncase " $* " in *" -lsqlite3 "*) exit 1 ;; esac\nexec "$@"\n' >"$T/wrapper"
refused 'sqlite3.h.*: libsqlite3-dev$' CC="$T/wrapper $compiler"
refused "'$T/none'.*: gcc libc6-dev$" CC="$T/none"
for target in help clean; do
    expect_exit 0 run_make BUILD="$T/b" CC="$T/none" $target
done

start "where there is no cc, gcc is taken"
mkdir "$T/tools"
for tool in sh mktemp sed awk grep rm cat find sort head as ld make gcc; do
    ! tool=$(type -P $tool) || ln -s "$tool" "$T/tools/"
done
got=$(env -u CC -u MAKEFLAGS -u MAKELEVEL PATH="$T/tools" make -s --eval='value: ; @printf "%s\n" "$(CC)"' value 2>&1)
[ "$got" = gcc ] || fail "'$got'"

start "what was built by the same settings is not built again"
kept=("$T"/kept/{flags,levels,libs,objects,tables,runpath})
for quoted in '' -DX="'a'"; do
    run_make BUILD="$T/kept" CFLAGS="-O1 $quoted" "${kept[@]}"
    touch -d '1 hour ago' "${kept[@]}"
    run_make BUILD="$T/kept" CFLAGS="-O1 $quoted" "${kept[@]}"
    [ -z "$(find "$T/kept" -type f -newermt '30 minutes ago')" ] || fail "$(ls -l "$T/kept")"
done
expect_exit 0 run_make -q BUILD="$T/kept" "${kept[@]:1}"
expect_exit 1 run_make -q BUILD="$T/kept" CFLAGS=-O0 "${kept[0]}"
run_make BUILD="$T/kept" CFLAGS=-O1 "${kept[@]}"
expect_exit 0 run_make -q BUILD="$T/kept" CFLAGS=-O1 "${kept[@]}"
run_make BUILD="$T/kept" CFLAGS=-O1 LIBDIR=/x/lib64 "${kept[@]}"
[ -n "$(find "$T/kept/runpath" -newermt '30 minutes ago')" ] || fail "another LIBDIR leaves programs as they were"

start "a library may be left out by hand"
expect_value "-lsqlite3 -lz -lbz2 -llzma -lzstd -lpthread -lm" LIBS CC="$compiler -nostdinc -isystem $T/include" DEFLATE=
expect_value "-lsqlite3 -lz -ldeflate -lzstd -lpthread -lm" LIBS CC="$compiler -nostdinc -isystem $T/include" UNPACK=zstd

build=${GRIMOIRE_BIN%/bin}
if [ -e "$build/cli/convert.o" ]; then
    start "a build without zstd does not offer it"
    objects=("$build/cli/convert.o")
    for source in $(value CLI_COMMON); do
        [ "$source" = cli/packing.c ] || objects+=("$build/${source%.c}.o")
    done
    if eval "$(value COMPILE UNPACK=)" -o "$T/convert" cli/packing.c '"${objects[@]}"' "$(sanitizers)" \
        -L"$build/lib" -lgrimoire "$(value LIBS)" 2>"$T/err"; then
        expect_exit 2 "$T/convert" -o "$T/out.zst" samples/chess.pgn
        expect_stderr 'no such compression here; names ending with .gz are compressed so$'
        [ ! -e "$T/out.zst" ] || fail "the file is made"
    else
        fail "$(cat "$T/err")"
    fi
fi

# protected WANT SETTING...: whether a file that is compiled so, each warning an error, checks its stack and its copies.
printf '%s\n' '#include <string.h>' 'void other(char *);' 'int copy(const char *text);' \
    'int copy(const char *text) { char to[20]; strcpy(to, text); other(to); return to[1]; }' >"$T/copy.c"
protected() {
    local compile names got=
    compile=$(value COMPILE WERROR=1 "${@:2}")
    eval "$compile" -c -o "$T/copy.o" "$T/copy.c" 2>"$T/err" || fail "${*:2}: $(cat "$T/err")"
    names=$(nm "$T/copy.o")
    [[ $names != *__stack_chk_fail* ]] || got+=' stack'
    [[ $names != *__strcpy_chk* ]] || got+=' copies'
    [ "$got" = "$1" ] || fail "protected:$got, not:$1: ${*:2}"
}

if have nm; then
    start "files are compiled with checks of the stack and of copies, as far as the user's flags allow"
    protected ' stack copies'
    protected ' stack copies' CFLAGS='-O1 -g' CPPFLAGS=-DX
    protected ' stack copies' CPPFLAGS=-D_FORTIFY_SOURCE=1
    protected ' stack copies' CFLAGS='-O2 -g -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=1'
    protected ' stack' CPPFLAGS=-D_FORTIFY_SOURCE=0
    protected ' stack' CFLAGS=-O0
    protected ' stack' CFLAGS='-O2 -O0'
    protected ' copies' CFLAGS='-O2 -fno-stack-protector'
    protected '' HARDEN=
    protected '' CFLAGS='-O1 -fsanitize=undefined'
    protected '' CC="$compiler -fsanitize=undefined" CFLAGS=-O1
fi

# immediate FILE: whether all its addresses are found, and made read-only, when it starts.
immediate() {
    readelf -dlW "$1" >"$T/parts" && grep -q 'GNU_RELRO' "$T/parts" && grep -qE 'BIND_NOW|FLAGS.* NOW' "$T/parts"
}

if have readelf; then
    start "what is linked gets its addresses when it starts"
    link=$(value LINK)
    for kind in '' -shared; do
        eval "$link" $kind -fPIC -o "$T/linked" -x c - <<<'int main(void) { return 0; }' && immediate "$T/linked" ||
            fail "linked by $link $kind"
    done
    [[ $(value LINK CFLAGS=-fsanitize=address) != *relro* ]] || fail "under sanitizers, too"
    ! grep -q ' -z now' "${GRIMOIRE_BIN%/bin}/flags" ||
        for file in "$GRIMOIRE_BIN"/* "${GRIMOIRE_BIN%/bin}"/lib/*.so; do
            immediate "$file" || fail "$file does not"
        done
fi

start "~ is the home folder, whatever the shell thinks of it"
known=$compiler
compiler=true # what it would find does not matter here
expect_value "$T/x" PREFIX HOME="$T" PREFIX='~/x'
expect_value "$T/a b/~x/lib" LIBDIR HOME="$T" PREFIX='~/a b/~x'
expect_value "$T" DESTDIR HOME="$T" DESTDIR='~'
expect_value "$T/b" BUILD HOME="$T" BUILD='~/b'
expect_value "/a/~/b" PREFIX HOME="$T" PREFIX='/a/~/b'
expect_value "$(eval echo ~root)/x" PREFIX HOME="$T" PREFIX='~root/x'
expect_value '~no-such-user/x' PREFIX PREFIX='~no-such-user/x'

start "a relative path is that of this folder"
expect_value "$PWD/here/it is" PREFIX PREFIX='here/it is'
expect_value "$PWD/here/lib" LIBDIR PREFIX=./here
expect_value "$PWD" PREFIX PREFIX=.
expect_value "$PWD/stage" DESTDIR DESTDIR=stage
expect_value "" PREFIX PREFIX=

# starts LIBDIR SETTING...: a program linked as all are, and installed below $T/prefix, finds its library there.
starts() {
    local link
    link=$(run_make --eval='value: ; @: $(info $(LINK_LIBRARY))' value BUILD="${GRIMOIRE_BIN%/bin}" \
        PREFIX="$T/prefix" LIBDIR="$1" LIBS= "${@:2}")
    rm -rf "$T/prefix" "$1"
    mkdir -p "$T/prefix/bin" "$1"
    cp "${GRIMOIRE_BIN%/bin}/lib/libgrimoire.so.1" "$1"
    eval "$compiler" "$flags" -I. -o "$T/prefix/bin/program" "$T/program.c" "$link" 2>"$T/err" &&
        expect_exit 0 env -u LD_LIBRARY_PATH "$T/prefix/bin/program" || fail "LIBDIR=$1: $link: $(cat "$T/err")"
}

start "programs find the library in LIBDIR, wherever that is"
compiler=$known
flags=$(sanitizers)
printf '%s\n' '#include "grimoire.h"' 'int main(void) { return gr_version()[0] == 0; }' >"$T/program.c"
starts "$T/prefix/lib"
starts "$T/prefix/lib/$(uname -m)-linux-gnu"
starts "$T/it's, else where"

start "a compiler that makes no programs is heard itself; a BUILD that make cannot handle is refused at once"
expect_exit 2 run_make CFLAGS=-nonsense BUILD="$T/none" lib
expect_stderr "-nonsense"
expect_stderr "'$compiler' makes no programs with these settings"
for build in "$T/a folder" here:there 'x%'; do
    expect_exit 2 run_make BUILD="$build" lib
    expect_stderr "BUILD is the path of one folder"
done
finish
