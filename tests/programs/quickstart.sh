#!/usr/bin/env bash
# ./quickstart: it shows that it builds, reports a build that fails, and its tour is what it says.
. "$(dirname "$0")/lib.sh"

# A folder with the script and a make that does nothing but print.
mkdir -p "$T/house/bin"
cp quickstart "$T/house/"
cat >"$T/house/bin/make" <<'END'
#!/bin/sh
echo "$*" >>"${ASKED:-/dev/null}"
case " $* " in
*' -n '*) for n in $(seq ${FILES-4}); do echo "echo \"  CC rules/$n.c\""; done ;;
*) for n in ${SLOWLY-}; do echo "  CC rules/slow$n.c" && sleep 2; done
    [ -z "${SLOWLY-}" ] || { sleep 1.5 && exit; }
    [ "${FILES-4}" -gt 0 ] || { echo '  LD x' && sleep "${MAKE_TIME:-0}" && exit; }
    printf '  CC rules/1.c\n  CC rules/2.c\nrules/2.c:1:1: warning: odd\n  CC rules/3.c\n  CC rules/4.c\n  LD x\n'
    sleep "${MAKE_TIME:-0}"
    exit "${MAKE_STATUS:-0}" ;;
esac
END
# An apt-get that notes what it is asked and "installs" commands, and an apt-cache that knows all but one package.
cat >"$T/house/bin/apt-get" <<END
#!/bin/sh
echo "\$*" >>'$T/apt'
printf 'Reading package lists...'
sleep "\${APT_TIME:-0}"
echo ' Done'
[ "\$1" = install ] || exit 0
for name; do case \$name in tool-*) cp '$T/house/bin/make' "$T/house/bin/\$name" ;; esac; done
END
printf '#!/bin/sh\n[ "$2" != tool-unknown ]\n' >"$T/house/bin/apt-cache"
printf '#!/bin/sh\necho "${ID:-0}"\n' >"$T/house/bin/id"
printf '#!/bin/sh\necho "as root:" >>%s\nexec "$@"\n' "'$T/apt'" >"$T/house/bin/sudo"
# What the build and the tests need is there, whatever this machine has.
for tool in gcc gzip sqlite3; do
    cp "$T/house/bin/id" "$T/house/bin/$tool"
done
chmod +x "$T/house/bin/"*

start "a build shows how far it is, passes on what the compiler says, and its time"
expect_exit 0 env PATH="$T/house/bin:$PATH" "$T/house/quickstart" build
expect_stderr '^quickstart: compiling 4 files, [0-9]+ at a time$'
expect_stderr '^quickstart: 2 of 4 files compiled, [0-9]+ s$'
expect_stderr '^quickstart: 4 of 4 files compiled, [0-9]+ s$'
expect_stderr '^rules/2.c:1:1: warning: odd$'
expect_stderr '^quickstart: built in [0-9]+ s$'
grep -q 'LD x' "$T/err" && fail "it shows steps of make"

start "it may be run by a link from elsewhere"
mkdir "$T/elsewhere"
printf 'all:\n\t@echo a makefile of others\n' >"$T/elsewhere/Makefile"
ln -s ../house/quickstart "$T/elsewhere/quickstart"
expect_exit 0 env PATH="$T/house/bin:$PATH" "$T/elsewhere/quickstart" build
expect_stderr '^quickstart: compiling 4 files, [0-9]+ at a time$'

start "on a terminal that is one line"
if have_terminal; then
    script -qec "PATH='$T/house/bin:$PATH' '$T/house/quickstart' build" /dev/null >"$T/out" 2>&1 </dev/null
    grep -qF $'\r\033[K[4/4] rules/4.c' "$T/out" || fail "$(cat -v "$T/out")"
fi

start "a build that fails is reported"
expect_exit 1 env PATH="$T/house/bin:$PATH" MAKE_STATUS=2 "$T/house/quickstart" build
expect_stderr '^quickstart: the build failed$'

start "while nothing is compiled, it shows that it still runs"
expect_exit 0 env PATH="$T/house/bin:$PATH" SILENCE=1 MAKE_TIME=2.5 "$T/house/quickstart" build
[ "$(grep -c '^quickstart: 4 of 4 files compiled' "$T/err")" -ge 3 ] || fail "$(cat "$T/err")"

start "and while files are compiled slowly, from the last time that it showed something"
expect_exit 0 env PATH="$T/house/bin:$PATH" SILENCE=3 FILES=1000 SLOWLY='1 2 3 4' "$T/house/quickstart" build
[ "$(grep -c ' of 1000 files compiled' "$T/err")" -ge 3 ] || fail "$(cat "$T/err")"

start "and while there is nothing to compile"
expect_exit 0 env PATH="$T/house/bin:$PATH" SILENCE=1 FILES=0 MAKE_TIME=2.5 "$T/house/quickstart" build
expect_stderr '^quickstart: still building, [0-9]+ s$'
! grep -q 'compil' "$T/err" || fail "$(cat "$T/err")"

start "make is asked as by hand, so that nothing is compiled again by \`make install\`"
for how in build test; do
    expect_exit 0 env -u CC PATH="$T/house/bin:$PATH" ASKED="$T/asked" "$T/house/quickstart" $how
    expect_exit 0 env CC= PATH="$T/house/bin:$PATH" ASKED="$T/asked" "$T/house/quickstart" $how
done
! grep '=' "$T/asked" || fail "it gives settings"

start "what is missing is installed at once, without what is unknown"
expect_exit 0 env PATH="$T/house/bin:$PATH" "$T/house/quickstart" need bash tool-a tool-b -- tool-c tool-unknown
expect_stderr '^quickstart: installing tool-a tool-b tool-c tool-unknown$'
expect_stderr '^Reading package lists... Done$'
printf '%s\n' 'update -q' 'install -q -y --no-install-recommends tool-a tool-b tool-c' >"$T/want"
expect_same "$T/apt" "$T/want"
expect_exit 0 env PATH="$T/house/bin:$PATH" "$T/house/quickstart" need tool-a -- tool-c
expect_same "$T/apt" "$T/want"

start "what is not to be had is missed only where it is needed"
expect_exit 0 env PATH="$T/house/bin:$PATH" "$T/house/quickstart" need bash -- no-such-tool
expect_exit 1 env PATH="$T/house/bin:$PATH" "$T/house/quickstart" need no-such-tool -- tool-a
expect_stderr '^quickstart: there still is no no-such-tool$'

start "who is not root installs by sudo"
: >"$T/apt"
expect_exit 0 env PATH="$T/house/bin:$PATH" ID=1000 "$T/house/quickstart" need tool-d
printf '%s\n' 'as root:' 'update -q' 'as root:' 'install -q -y --no-install-recommends tool-d' >"$T/want"
expect_same "$T/apt" "$T/want"

start "while packages are installed, it shows that it still runs"
expect_exit 0 env PATH="$T/house/bin:$PATH" SILENCE=1 APT_TIME=1.5 "$T/house/quickstart" need tool-e
expect_stderr '^quickstart: still reading lists of packages, [0-9]+ s$'
expect_stderr '^quickstart: still installing, [0-9]+ s$'
expect_stderr '^Reading package lists... Done$'

start "who is not root and has no sudo is told what to install"
mkdir "$T/house/none"
for tool in bash dirname; do
    ln -s "$(command -v $tool)" "$T/house/none/$tool"
done
printf '#!/bin/sh\necho 1000\n' >"$T/house/none/id"
cp "$T/house/bin/apt-get" "$T/house/none/"
chmod +x "$T/house/none/id"
expect_exit 1 env PATH="$T/house/none" "$T/house/none/bash" "$T/house/quickstart" need no-such-tool
expect_stderr '^quickstart: .*as root.*apt-get install no-such-tool$'

start "bad usage"
expect_exit 2 "$T/house/quickstart" tset
expect_stderr '^usage: ./quickstart'
finish
