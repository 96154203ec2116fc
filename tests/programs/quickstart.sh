#!/usr/bin/env bash
# ./quickstart: it shows that it builds, reports a build that fails, and its tour is what it says.
. "$(dirname "$0")/lib.sh"

# A folder with the script and a make that does nothing but print.
mkdir -p "$T/house/bin"
cp quickstart "$T/house/"
cat >"$T/house/bin/make" <<'END'
#!/bin/sh
case " $* " in
*' -n '*) for n in 1 2 3 4; do echo "echo \"  CC rules/$n.c\""; done ;;
*) printf '  CC rules/1.c\n  CC rules/2.c\nrules/2.c:1:1: warning: odd\n  CC rules/3.c\n  CC rules/4.c\n  LD x\n'
    exit "${MAKE_STATUS:-0}" ;;
esac
END
printf '#!/bin/sh\necho "make ran: $*" >&2\n' >"$T/house/bin/apt-get"
chmod +x "$T/house/bin/"*

start "a build shows how far it is, passes on what the compiler says, and its time"
expect_exit 0 env PATH="$T/house/bin:$PATH" "$T/house/quickstart" build
expect_stderr '^quickstart: compiling 4 files, [0-9]+ at a time$'
expect_stderr '^quickstart: 2 of 4 files compiled, [0-9]+ s$'
expect_stderr '^quickstart: 4 of 4 files compiled, [0-9]+ s$'
expect_stderr '^rules/2.c:1:1: warning: odd$'
expect_stderr '^quickstart: built in [0-9]+ s$'
grep -q 'LD x' "$T/err" && fail "it shows steps of make"

start "on a terminal that is one line"
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    script -qec "PATH='$T/house/bin:$PATH' '$T/house/quickstart' build" /dev/null >"$T/out" 2>&1 </dev/null
    grep -qF $'\r\033[K[4/4] rules/4.c' "$T/out" || fail "$(cat -v "$T/out")"
fi

start "a build that fails is reported"
expect_exit 1 env PATH="$T/house/bin:$PATH" MAKE_STATUS=2 "$T/house/quickstart" build
expect_stderr '^quickstart: the build failed$'

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
