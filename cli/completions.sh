#!/bin/sh
# Writes the completions of a shell, made from what the programs say of themselves:
#     cli/completions.sh bash|zsh|fish BIN > FILE
# BIN is the folder of the programs. All is taken from their --help, which is printed from the tables by which they
# read their options, and from the lists of formats and variants with which they answer a name they do not know.
# A program that does not answer ends it: without its words, completions would look whole and not be.
set -eu
shell=${1:?} bin=${2:?}
export LC_ALL=C
unset GRIMOIRE_DB GRIMOIRE_VARIANTS

fail() {
    echo "$0: $*" >&2
    exit 1
}

# known COMMAND...: the names that it lists when it is given another, which it refuses.
known() {
    refusal=$("$@" 2>&1 </dev/null) || :
    names=$(printf '%s\n' "$refusal" | sed -n 's/.*(known: \(.*\)).*/\1/p' | tr -d ',')
    [ -n "$names" ] || fail "$*: no list of names in '$refusal'"
    echo "$names"
}

# formats PROGRAM: what it takes after -f.
formats() {
    case $1 in
    db) printf '%s\n' "$help" | sed -n '/ dump /s/.*\[-f \([a-z|]*\)\].*/\1/p' | tr '|' ' ' ;;
    report) known "$bin/grimoire-report" -v chess -d none -f '?' ;;
    *) known "$bin/grimoire-$1" -f '?' ;;
    esac
}

# The lines `program NAME SUMMARY`, `topic NAME SUMMARY`, `command PROGRAM NAME`, `variants NAMES`,
# `formats PROGRAM NAMES`, and `option PROGRAM LETTER NAME ARGUMENT HELP` (- where there is none), separated by tabs.
describe() {
    overview=$("$bin/grimoire" help) || fail "grimoire help failed"
    printf '%s\n' "$overview" | awk -v OFS='\t' '
        /^Topics/ { topics = 1 }
        /^  [a-z]/ { name = $1; sub(/^ +[^ ]+ +/, ""); print topics ? "topic" : "program", name, $0 }'
    variants=$(known "$bin/grimoire-perft" --depth 1 -v '?') || exit
    printf 'variants\t%s\n' "$variants"
    for name in $(printf '%s\n' "$overview" | awk '/^Topics/ { exit } /^  [a-z]/ { print $1 }'); do
        help=$("$bin/grimoire-$name" --help) || fail "grimoire-$name --help failed"
        case $help in
        *' --format '*)
            formats=$(formats "$name") || exit
            printf 'formats\t%s\t%s\n' "$name" "$formats"
            ;;
        esac
        # A description goes on in lines that begin where it does.
        printf '%s\n' "$help" | sed -e ':next' -e '$!N' -e 's/\n \{29\}\([^ ]\)/ \1/' -e 't next' -e 'P;D' | awk -v OFS='\t' -v program="$name" '
            /^(usage:|      ) grimoire-/ {
                sub(/^(usage:|      ) grimoire-[a-z]+ /, "")
                n = match($1, /^[a-z|]+$/) ? split($1, word, "|") : 0
                for (i = 1; i <= n; i++) print "command", program, word[i]
            }
            /^  (-.,|   ) --/ {
                letter = $1 ~ /^-.,$/ ? substr($1, 2, 1) : "-"
                if (letter != "-") sub(/-.,/, "   ") # which makes the name the first field
                name = substr($1, 3)
                argument = $2 ~ /^[A-Z0-9,=+|]+$/ ? $2 : "-"
                sub(/^ +[^ ]+ +/, "")
                if (argument != "-") sub(/^[^ ]+ +/, "")
                print "option", program, letter, name, argument, $0
            }'
    done
}

description=$(describe) || exit
printf '%s\n' "$description" | awk -F '\t' -v "shell=$shell" -f "$(dirname "$0")/completions.awk"
