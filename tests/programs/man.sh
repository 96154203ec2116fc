#!/usr/bin/env bash
# The manual: there is a page for each program and it names each option, what pages refer to
# exists, the examples do what they say, and mandoc (where installed) finds no fault.
#
# An example is a literal display (in README.md a fenced block) with lines that start with `$ `. They
# are run as typed, one after the other in a folder with the samples. What follows up to the next
# such line or the end of the display is what they print; where its last line is `...`, what they
# print goes on. With GRIMOIRE_UPDATE=1 the output in README.md is rewritten.
. "$(dirname "$0")/lib.sh"

for program in "$GRIMOIRE_BIN"/grimoire-*; do
    name=$(basename "$program")
    page=man/$name.1
    start "$name has a page that names all its options"
    if [ ! -f "$page" ]; then
        fail "there is no $page"
        continue
    fi
    expect_exit 0 "$program" --help
    for option in $(sed -nE 's/^ +(-[a-zA-Z], )?--([a-z0-9-]+).*/\2/p' "$T/out"); do
        case $option in help | version | quiet) continue ;; esac
        grep -qE -- "-$option( |\$)" "$page" || fail "$page does not name --$option"
    done
done

start "pages refer to pages that exist"
for page in man/*.[1357]; do
    while read -r name section; do
        [ -f "man/$name.$section" ] || fail "$page: no page $name($section)"
    done < <(sed -nE 's/^\.(It )?Xr (grimoire[^ ]*) ([0-9]).*/\2 \3/p' "$page")
done

# examples PAGE: writes its examples as numbered pairs of files N.command and N.want to $T/example,
# with the escapes of mdoc undone.
examples() {
    local unescape=(-e 's/\\&//g' -e 's/\\(dq/"/g' -e "s/\\\\(aq/'/g" -e 's/\\-/-/g' -e 's/\\e/\\/g')
    [ "${1##*.}" != md ] || unescape=(-e '')
    rm -rf "$T/example"
    mkdir "$T/example"
    sed "${unescape[@]}" "$1" | awk -v to="$T/example/" '
        /^\.Bd -literal/ || /^```/ && !display { display = 1; next }
        /^\.Ed/ || /^```/ { display = example = 0 }
        display && /^\$ / {
            example = 1
            close(to n ".want")
            n++
            print substr($0, 3) > (to n ".command")
            printf "" > (to n ".want")
            next
        }
        example { print > (to n ".want") }'
}

# run_example N: runs it in $T/work and compares; false with the difference in $T/diff.
run_example() {
    local want=$T/example/$1.want got=$T/example/$1.got
    (cd "$T/work" && bash "$T/example/$1.command") >"$got" 2>&1 </dev/null
    if [ "$(tail -n 1 "$want")" = ... ] && [ "$(wc -l <"$want")" -le "$(wc -l <"$got")" ]; then
        head -n "$(($(wc -l <"$want") - 1))" "$got" >"$T/head"
        echo ... >>"$T/head"
        mv "$T/head" "$got"
    fi
    diff -u "$want" "$got" >"$T/diff"
}

# update PAGE: the page with what its examples printed just now.
update() {
    awk -v from="$T/example/" '
        /^```/ { display = !display; example = 0 }
        display && /^\$ / {
            print
            example = 1
            n++
            while ((getline line < (from n ".got")) > 0) print line
            next
        }
        !example' "$1" >"$T/page" && cp "$T/page" "$1"
}

for page in README.md man/*.[1357]; do
    grep -q '^\$ ' "$page" || continue
    start "the examples of $(basename "$page") do what they say"
    examples "$page"
    rm -rf "$T/work"
    mkdir "$T/work"
    cp -r samples "$T/work/"
    for ((n = 1; ; n++)); do
        [ -f "$T/example/$n.command" ] || break
        run_example "$n" || fail "$(cat "$T/example/$n.command" "$T/diff")"
    done
    [ -z "${GRIMOIRE_UPDATE-}" ] || [ "$page" != README.md ] || update "$page"
done

if command -v mandoc >/dev/null; then
    start "mandoc finds no fault in the pages"
    expect_exit 0 mandoc -Tlint -Wwarning man/*.[1357]
    expect_stdout ''
fi
finish
