#!/usr/bin/env bash
# The public headers, which are those that grimoire.h reaches: together in one file, by themselves, from
# C and from C++.
. "$(dirname "$0")/lib.sh"

warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"
c="${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -I. $warnings"

# public: the headers that grimoire.h reaches, found by the compiler.
public() {
    $c -MM -x c grimoire.h | tr -d '\\' | tr ' ' '\n' |
        grep -E '^(rules|notation|db|analysis)/.*\.h$' | sort -u
}

# leading: those of public headers that no other one includes before anything else; who includes such a one alone has
# included the other alone, too.
leading() {
    xargs awk 'FNR == 1 { seen = 0 } !seen && /^#include/ { seen = 1; if (/"/) print substr($2, 2, length($2) - 2) }' \
        <"$T/public" | sort -u | comm -13 - "$T/public"
}

# headers: all headers of the library.
headers() {
    find rules notation db analysis -name '*.h' | sort
}

# internal: headers whose opening comment says that they are.
internal() {
    headers | xargs awk 'FNR == 1 { text = ""; over = 0 }
        over { next }
        { text = text " " $0 }
        /\*\// { over = 1; gsub(/[ *]+/, " ", text); if (text ~ /Internal( to |\.)/) print FILENAME }'
}

# functions: the names of all functions that public headers declare.
functions() {
    $c -E -P -x c grimoire.h | tr -s ' \n' ' ' | grep -oE '\<gr_[a-z0-9_]+ ?\(' | tr -d ' (' | sort -u
}

# twice LINES: those that stand more than once.
twice() {
    sort | uniq -d
}

public >"$T/public"
leading >"$T/leading"

start "all public headers in one file are C without a warning"
printf '#include "grimoire.h"\n' >"$T/all.c"
$c -fsyntax-only "$T/all.c" 2>"$T/err" || fail "$(head -n 20 "$T/err")"

start "each public header can be included alone"
mkdir "$T/alone"
while read -r file; do
    printf '#include "%s"\ntypedef int One;\n' "$file" >"$T/alone/${file//\//-}.c"
done <"$T/leading"
$c -fsyntax-only "$T"/alone/*.c 2>"$T/err" || fail "$(head -n 20 "$T/err")"

start "every header is either reached by grimoire.h or says that it is internal"
internal >"$T/internal"
odd=$(sort "$T/internal" "$T/public" | uniq -d; headers | grep -vxFf "$T/internal" | grep -vxFf "$T/public")
[ -z "$odd" ] || fail "$odd"

start "programs use db/ by its front door"
odd=$(grep -nE '#include "db/' cli/*.[ch] | grep -v '"db/db.h"')
[ -z "$odd" ] || fail "$odd"

start "no two headers give a type or a macro the same name"
odd=$({
    headers | xargs sed -nE 's/^\} (Gr[A-Za-z0-9]+);.*/\1/p; s/^typedef .*\(\*(Gr[A-Za-z0-9]+)\)\(.*/\1/p
        s/^typedef [^({]*\<(Gr[A-Za-z0-9]+);.*/\1/p' | sort
    headers | xargs sed -nE 's/^#define +(GR_[A-Z0-9_]+).*/\1/p' |
        grep -vE '^GR_(BEGIN|END)_(DECLS|VISIBLE)$' | sort
} | twice)
[ -z "$odd" ] || fail "$odd"

for cxx in g++ clang++; do
    have "$cxx" || continue
    cpp="$cxx -std=c++11 -D_POSIX_C_SOURCE=200809L -I. -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"

    start "all public headers are C++ without a warning, by $cxx"
    cp "$T/all.c" "$T/all.cpp"
    for standard in c++11 c++20; do
        $cpp -std=$standard -fsyntax-only "$T/all.cpp" 2>"$T/err" || fail "$standard: $(head -n 20 "$T/err")"
    done
    files=()
    for file in "$T"/alone/*.c; do
        ! one_in 4 || files+=("$file") # what is C alone, and C++ with others, is seldom no C++ alone
    done
    $cpp -x c++ -fsyntax-only "${files[@]}" 2>"$T/err" || fail "$(head -n 20 "$T/err")"

    start "C++ links with every public function and counts moves, by $cxx"
    {
        printf '#include "grimoire.h"\n#include <cstdio>\n'
        printf 'typedef void (*Any)();\nextern const Any every[];\nconst Any every[] = {\n'
        functions | sed 's/.*/    reinterpret_cast<Any>(\&&),/'
        cat <<'END'
};
int main() {
    GrVariants *variants = gr_variants_open();
    GrPosition start;
    gr_start(gr_variants_find(variants, "magi"), &start);
    std::printf("%d\n", static_cast<int>(gr_count_moves(&start)));
    gr_variants_close(variants);
    return sizeof every / sizeof every[0] > 100 ? 0 : 1;
}
END
    } >"$T/link.cpp"
    flags=$(grep -o -- '-fsanitize=[a-z,]*' "$GRIMOIRE_BIN/../flags" | sort -u | tr '\n' ' ')
    if $cxx -std=c++11 -w -I. $flags -o "$T/link" "$T/link.cpp" "$GRIMOIRE_BIN/../libgrimoire.a" \
        $(cat "$GRIMOIRE_BIN/../libs") 2>"$T/err"; then
        [ "$("$T/link")" = "$(grimoire-perft -v magi --depth 1)" ] || fail "other moves"
    else
        fail "$(head -n 20 "$T/err")"
    fi
done
finish
