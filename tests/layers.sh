#!/usr/bin/env bash
# Each layer includes only itself and what stands below it: rules, notation, db, analysis, cli.
. "$(dirname "$0")/lib.sh"

# layer_faults FOLDER: prints each include below FOLDER that it may not have.
layer_faults() {
    (
        cd "$1" || exit
        below=
        for layer in rules notation db analysis cli; do
            below="$below${below:+|}$layer"
            grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$layer"/*.[ch] "$layer"/*/*.[ch] 2>/dev/null |
                grep -vE "include[[:space:]]*\"($below)/"
        done
    )
}

start "each layer includes only what stands below it"
faults=$(layer_faults .)
[ -z "$faults" ] || fail "$faults"

start "only cli prints to the standard streams or exits"
prints=$(grep -nHE '\<(printf|puts|putchar|perror|abort|exit|_exit)\(|\<std(out|err)\>' \
    {rules,notation,db,analysis}/{,*/}*.[ch] 2>/dev/null | grep -vE ':[[:space:]]*(/\*|\*|//)')
[ -z "$prints" ] || fail "$prints"

start "an include of a higher layer is found"
mkdir -p "$T/rules" "$T/db" "$T/cli"
printf '#include "rules/a.h"\n#include "db/b.h"\n' >"$T/rules/a.c"
printf '#include "rules/a.h"\n#include "b.h"\n' >"$T/db/b.c"
printf '#include "db/b.h"\n#include <stdio.h>\n' >"$T/cli/c.c"
faults=$(layer_faults "$T")
[ "$faults" = 'rules/a.c:2:#include "db/b.h"
db/b.c:2:#include "b.h"' ] || fail "found: $faults"
finish
