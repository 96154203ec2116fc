#!/usr/bin/env bash
# The order of the house: each room includes only itself and the rooms above it in this list; no
# files include each other in a circle; only cli prints or exits.
. "$(dirname "$0")/lib.sh"

rooms='rules
notation
notation/text
notation/definition
notation/move
notation/book
notation/judge
notation/write
notation/reader
notation/record
notation/repair
notation/edit
db/codec
db/codec/tables
db/query/parse
db/query/plan
db/query/run
db/store
db/evals
db/index
db/search
db/upkeep
db/extension
db
analysis/engine
analysis/uci
analysis/xboard
analysis/study
analysis/report
analysis/train
desk
cli'

# sources FOLDER: the house's own files below FOLDER.
sources() {
    (cd "$1" && find rules notation db analysis desk cli -name '*.[ch]' 2>/dev/null | sort)
}

# includes FOLDER: a line `FILE:LINE:INCLUDED` for each include of a file of the house.
includes() {
    (cd "$1" && sources . | xargs grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' |
        sed -E 's/^([^:]*:[0-9]+):[^"]*"([^"]*)".*/\1:\2/')
}

# order_faults FOLDER: each include of a room that stands lower in the list, or in no room.
order_faults() {
    includes "$1" | awk -F: -v rooms="$rooms" '
        function room(file) { sub(/\/[^\/]*$/, "", file); return file }
        BEGIN { n = split(rooms, list, "\n"); for (i = 1; i <= n; i++) place[list[i]] = i }
        !(room($1) in place) || !(room($3) in place) || place[room($3)] > place[room($1)]'
}

# circles FOLDER: objects below FOLDER that need functions or data of each other, in a circle.
circles() {
    (
        cd "$1" || exit
        if [ -f objects ]; then # what the library is made of; others may be left from before
            tr ' ' '\n' <objects | sed 's/\.c$/.o/' >"$T/object-files"
            find desk -name '*.o' 2>/dev/null >>"$T/object-files"
        else
            find . -name '*.o' | sed 's:^\./::' >"$T/object-files"
        fi
        xargs nm -A -g --defined-only <"$T/object-files" | awk '{ sub(/:.*/, "", $1); print $3, $1 }' |
            sort >"$T/defined"
        xargs nm -A -u <"$T/object-files" | awk '{ sub(/:$/, "", $1); print $NF, $1 }' |
            sort >"$T/needed"
        join "$T/needed" "$T/defined" | awk '$2 != $3 { print $2, $3 }' | tsort 2>&1 >/dev/null |
            grep -v 'loop:$' | sed 's/^tsort: //' | sort -u
    )
}

start "each room includes only itself and those before it"
faults=$(order_faults . | grep -vE '"?[a-z.]+\.inc"?$') # those are generated from files of the same room
[ -z "$faults" ] || fail "$faults"

start "no files need each other in a circle"
faults=$(circles "$GRIMOIRE_BIN/..")
[ -z "$faults" ] || fail "$faults"

start "every file of the library is in a room of the list"
strays=$(sources . | sed 's:/[^/]*$::' | sort -u | grep -vxF "$rooms")
[ -z "$strays" ] || fail "$strays"

start "every .c file begins with what it is for"
strays=$({ sources . | grep '\.c$'; find tests -name '*.c'; } | xargs awk 'FNR == 1 && !/^\/\*/ { print FILENAME }')
[ -z "$strays" ] || fail "$strays"

start "programs use desk/ by its front door"
odd=$(grep -nE '#include "desk/' cli/*.[ch] | grep -v ':#include "desk/desk.h"')
[ -z "$odd" ] || fail "$odd"

start "only cli prints to the standard streams or exits"
prints=$(sources . | grep -v '^cli/' | xargs grep -nHE \
    '\<(printf|puts|putchar|perror|abort|exit|_exit)\(|\<std(out|err)\>' |
    grep -vE ':[[:space:]]*(/\*|\*|//)')
[ -z "$prints" ] || fail "$prints"

start "an include of a later room is found"
mkdir -p "$T/rules" "$T/db/store" "$T/db/index" "$T/cli"
printf '#include "rules/a.h"\n#include "db/store/b.h"\n' >"$T/rules/a.c"
printf '#include "rules/a.h"\n#include "db/index/b.h"\n' >"$T/db/store/b.c"
printf '#include "db/store/b.h"\n#include "c.h"\n#include <stdio.h>\n' >"$T/cli/c.c"
faults=$(order_faults "$T")
[ "$faults" = 'cli/c.c:2:c.h
db/store/b.c:2:db/index/b.h
rules/a.c:2:db/store/b.h' ] || fail "found: $faults"

start "a circle is found"
printf 'int b(void);\nint a(void) { return b(); }\n' >"$T/rules/a.c"
printf 'int a(void);\nint b(void) { return a(); }\n' >"$T/db/store/b.c"
for file in rules/a db/store/b; do
    ${CC:-cc} -c -o "$T/$file.o" "$T/$file.c" || fail "cc failed"
done
faults=$(circles "$T")
[ "$faults" = 'db/store/b.o
rules/a.o' ] || fail "found: $faults"
finish
