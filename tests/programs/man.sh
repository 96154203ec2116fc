#!/usr/bin/env bash
# The manual: there is a page for each program and it names each option, what pages refer to
# exists, the examples do what they say, and mandoc (where installed) finds no fault.
#
# An example is a literal display (in README.md a fenced block) with lines that start with `$ `, and
# with `> ` where a command goes on. They are run as typed, one after the other in a folder with the
# samples and examples. What follows up to the next such line or the end of the display is what they
# print; where its last line is `...`, what they print goes on. What takes a tool that is missing is
# left out. With GRIMOIRE_UPDATE=1 the output on a page that is not as it was is rewritten. PAGES_WITH=WORD runs the
# examples only of pages that have it.
. "$(dirname "$0")/lib.sh"

for program in "$GRIMOIRE_BIN"/grimoire-*; do
    name=${program##*/}
    page=${GRIMOIRE_BIN%/bin}/share/man/man1/$name.1
    start "$name has a page that names all its options"
    if [ ! -f "$page" ]; then
        fail "there is no $page"
        continue
    fi
    expect_exit 0 "$program" --help
    all_of text "$page"
    for option in $(sed -nE 's/^ +(-[a-zA-Z], )?--([a-z0-9-]+).*/\2/p' "$T/out"); do
        case $option in help | version | quiet) continue ;; esac
        [[ $text =~ -$option[[:space:]] ]] || fail "$page does not name --$option"
    done
done

start "pages list the formats that the programs know"
for program in convert export search tree stats report match show; do
    args=(-f '?')
    [ $program != report ] || args=(-v chess -d none -f '?')
    formats=$("$GRIMOIRE_BIN/grimoire-$program" "${args[@]}" 2>&1 | sed -n "s/.*unknown format '?' (known: \(.*\)).*/\1/p" | tr -d ,)
    [ "$formats" ] || fail "$program names no formats"
    for format in $formats; do
        grep -Eq "^\.(It|Op) (.* )?Cm (.* )?$format( |\$)" "man/grimoire-$program.1" ||
            fail "grimoire-$program(1) does not list the format $format"
    done
done

start "pages refer to pages that exist"
while read -r name section; do
    [ -f "man/$name.$section" ] || fail "no page $name($section)"
done < <(sed -nE 's/^\.(It )?Xr (grimoire[^ ]*) ([0-9]).*/\2 \3/p' man/*.[1357] | sort -u)

# examples PAGE: writes its examples as numbered pairs of files N.command and N.want to $T/example,
# with the escapes of mdoc undone.
examples() {
    local unescape=(-e 's/\\&//g' -e 's/\\(dq/"/g' -e "s/\\\\(aq/'/g" -e 's/\\-/-/g' -e 's/\\(12/½/g' -e 's/\\e/\\/g')
    [ "${1##*.}" != md ] || unescape=(-e '')
    rm -rf "$T/example"
    mkdir "$T/example"
    sed "${unescape[@]}" "$1" | awk -v to="$T/example/" '
        /^\.Bd -literal/ || /^```/ && !display { display = 1; next }
        /^\.Ed/ || /^```/ { display = example = typed = 0 }
        display && /^\$ / {
            example = typed = 1
            close(to n ".want")
            n++
            print substr($0, 3) > (to n ".command")
            printf "" > (to n ".want")
            next
        }
        typed && /^> / { print substr($0, 3) > (to n ".command"); next }
        { typed = 0 }
        example { print > (to n ".want") }'
}

mkdir -p "$T/bin"
! python=$(sqlite_python) || ln -s "$python" "$T/bin/python3"

# can_run COMMAND: whether what it takes is here.
can_run() {
    case $1 in
    'cc '* | ./*) have cc && have pkg-config ;;
    'sqlite3 '*) have sqlite3 ;;
    'python3 '*) [ -n "$python" ] ;;
    esac
}

# run_example N: runs it in $T/work and compares; false with the difference in $T/diff.
run_example() {
    local want=$T/example/$1.want got=$T/example/$1.got
    (cd "$T/work" && bash "$T/example/$1.command") >"$got" 2>&1 </dev/null
    ! same_text "$want" "$got" || return 0
    if [ "$(tail -n 1 "$want")" = ... ] && [ "$(wc -l <"$want")" -le "$(wc -l <"$got")" ]; then
        head -n "$(($(wc -l <"$want") - 1))" "$got" >"$T/head"
        echo ... >>"$T/head"
        mv "$T/head" "$got"
    fi
    diff -u "$want" "$got" >"$T/diff"
}

# update PAGE: the page with what its examples printed just now.
update() {
    [ "${1##*.}" = md ] || sed -i -e 's/\\/\\e/g' -e "s/^[.']/\\\\&&/" "$T/example/"*.got
    awk -v from="$T/example/" '
        function show() {
            while (typed && (getline line < (from n ".got")) > 0) print line
            typed = 0
        }
        /^\.Ed/ || (/^```/ && display) { show(); display = example = 0; print; next }
        /^\.Bd -literal/ || /^```/ { display = 1 }
        display && /^\$ / { show(); example = typed = 1; n++; print; next }
        typed && /^> / { print; next }
        { show() }
        !example' "$1" >"$T/page" && cp "$T/page" "$1"
}

# What the tutorial compiles finds the library of this build, as if that were installed.
if [ -e "${GRIMOIRE_BIN%/bin}/flags" ]; then
    installed "$T/usr"
    export PKG_CONFIG_PATH=$T/usr/lib/pkgconfig
    printf '#!/bin/sh\nPATH=%s exec %s %s "$@"\n' "'${PATH#"$T/bin:"}'" "${CC:-cc}" "$(sanitizers)" >"$T/bin/cc"
    ! have ${CC:-cc} || chmod +x "$T/bin/cc"
fi
PATH=$T/bin:$PATH

for page in README.md man/*.[1357]; do
    [[ $page != man/* || -n ${PAGES_WITH-} ]] || one_of 5 || continue
    is_long || [[ -n ${PAGES_WITH-} || $page != *tutorial* ]] || continue # it takes as long as all others
    grep -q '^\$ ' "$page" && grep -qF -e "${PAGES_WITH-}" "$page" || continue
    start "the examples of $(basename "$page") do what they say"
    examples "$page"
    rm -rf "$T/work"
    mkdir "$T/work"
    cp -r samples examples "$T/work/"
    for ((n = 1; ; n++)); do
        [ -f "$T/example/$n.command" ] || break
        if ! can_run "$(head -n 1 "$T/example/$n.command")"; then
            cp "$T/example/$n.want" "$T/example/$n.got"
            continue
        fi
        run_example "$n" || fail "$(cat "$T/example/$n.command" "$T/diff")"
    done
    [ -z "${GRIMOIRE_UPDATE-}" ] || [ "$case_failed" -eq 0 ] || update "$page"
done

if have mandoc; then
    start "mandoc finds no fault in the pages"
    expect_exit 0 mandoc -Tlint -Wwarning "${GRIMOIRE_BIN%/bin}"/share/man/man*/*
    expect_stdout ''
fi
finish
