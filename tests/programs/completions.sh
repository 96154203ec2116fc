#!/usr/bin/env bash
# Completions of bash, zsh and fish: made from --help, they give the same words, each in its shell.
. "$(dirname "$0")/lib.sh"

from=${GRIMOIRE_BIN%/bin}/share
[ -s "$from/bash-completion/completions/grimoire" ] || { echo "not ok: no completions in $from" && exit 1; }

# in_bash WORD...: what bash offers for the last word, a line each.
in_bash() {
    bash --norc -c '
        . "$0"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _grimoire "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' "$from/bash-completion/completions/grimoire" "$@"
}

in_fish() {
    fish --no-config -c '
        source $argv[1]
        complete -C (string join " " -- $argv[2..-1])' "$from/fish/vendor_completions.d/grimoire.fish" "$@" |
        cut -f 1
}

# A terminal of zsh's own, in which Tab lists what it offers.
in_zsh() {
    zsh -f -c '
        zmodload zsh/zpty
        zpty -b shell "TERM=dumb PS1= zsh -f -i"
        zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u; PS1=; LISTMAX=0
            unsetopt zle_bracketed_paste 2>/dev/null
            complete-words() { comppostfuncs=(all-words); zle complete-word-really; }
            zstyle \":completion:*\" list-colors \"\"
            compadd() {
                local -a found
                if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd \"\$@\"; return; fi
                builtin compadd -O found \"\$@\"
                for word in \$found; do print -r -- \"offer:\$word\" >>$2; done
                builtin compadd \"\$@\"
            }
            print ready >$2"
        for n in {1..100}; do [[ -s $2 ]] && break; sleep 0.1; done
        sleep 0.2
        zpty -w -n shell "$3"$'"'\\t'"'
        for n in {1..30}; do sleep 0.1; [[ $(grep -c offer: $2) -gt 0 && $n -gt 5 ]] && break; done
        zpty -d shell' zsh "$1" "$T/offers" "$2"
    sed -n 's/^offer://p' "$T/offers" | sort -u
    rm -f "$T/offers"
}

# offers SHELL LINE... :: WANT...: exactly these, in any order.
offers() {
    local shell=$1 line=()
    shift
    while [ "$1" != :: ]; do
        line+=("$1")
        shift
    done
    shift
    printf '%s\n' "$@" | sort -u >"$T/want"
    case $shell in
    bash) in_bash "${line[@]}" ;;
    fish) in_fish "${line[@]}" ;;
    zsh) in_zsh "$from/zsh/site-functions" "${line[*]}" ;;
    esac | sort -u >"$T/got"
    command="$shell: ${line[*]}"
    diff "$T/want" "$T/got" >"$T/diff" || fail "$command: $(cat "$T/diff")"
}

# options PROGRAM: the long ones that its --help lists.
options() {
    grimoire "$1" --help | sed -nE 's/^  (-.,|   ) (--[a-z0-9-]+).*/\2/p'
}

for shell in bash zsh fish; do
    have "$shell" || continue
    start "$shell: programs, options, variants, formats, commands"
    offers "$shell" grimoire im :: import
    [ "$shell" = zsh ] || offers "$shell" grimoire help que :: query
    offers "$shell" grimoire export --eco :: --eco
    offers "$shell" grimoire perft -v magic :: magician
    offers "$shell" grimoire perft --variant magi :: magi magician
    offers "$shell" grimoire export -f js :: json
    offers "$shell" grimoire-db in :: index info
    offers "$shell" grimoire db me :: merge
    offers "$shell" grimoire db dump -f s :: sql sqlite
    offers "$shell" grimoire-search --result 1 :: 1-0 1/2-1/2
    [ "$shell" = zsh ] || for program in check search db match train; do
        offers "$shell" grimoire "$program" -- :: $(options "$program")
    done
done

start "bash: files, as values and elsewhere"
mkdir "$T/a folder"
: >"$T/a folder/games of mine.pgn"
: >"$T/x.pgn"
offers bash grimoire check "$T/x" :: "$T/x.pgn"
offers bash grimoire check "$T/a folder/g" :: "$T/a folder/games of mine.pgn"
offers bash grimoire perft --epd "$T/x" :: "$T/x.pgn"
offers bash grimoire perft --variant = ato :: atomic
offers bash grimoire perft --depth 1 :: ''

start "bash: each program is completed by itself, too"
for program in "$GRIMOIRE_BIN"/grimoire-*; do
    grep -q "^complete.* ${program##*/}\( \|$\)" "$from/bash-completion/completions/grimoire" ||
        fail "${program##*/} is not"
    [ -e "$from/bash-completion/completions/${program##*/}" ] || fail "no file of that name"
done

start "a program that does not run ends their making"
mkdir "$T/bin" "$T/share"
ln -s "$from/man" "$T/share"
cp "$GRIMOIRE_BIN/grimoire" "$T/bin"
ln -s "$GRIMOIRE_BIN"/grimoire-* "$T/bin"
rm "$T/bin/grimoire-check"
printf '#!/bin/sh\nexit 127\n' >"$T/bin/grimoire-check"
chmod +x "$T/bin/grimoire-check"
cli/completions.sh bash "$T/bin" >"$T/out" 2>"$T/err" && fail "completions without those of check"
grep -q 'grimoire-check --help failed' "$T/err" || fail "no word of check: $(cat "$T/err")"
ln -sf "$GRIMOIRE_BIN/grimoire-check" "$T/bin/grimoire-check"
cli/completions.sh bash "$T/bin" >"$T/out" || fail "no completions"
diff "$T/out" "$from/bash-completion/completions/grimoire" >"$T/diff" || fail "not those of the build: $(cat "$T/diff")"
finish
