#!/bin/sh
# install.sh install: puts what was built below $DESTDIR$PREFIX; install.sh uninstall: removes it, and no file of others.
# Its settings are in the environment, the Makefile's of the same names. Both go through one list of files.
# Folders that are there already keep their modes and owners; new ones, and files, can be read by everybody.
set -eu
umask 022
action=$1
bin=$DESTDIR$PREFIX/bin include=$DESTDIR$PREFIX/include share=$DESTDIR$PREFIX/share lib=$DESTDIR$LIBDIR

# put MODE FILE TARGET: one file, or (mode "link") a symbolic link to that name.
put() {
    if [ "$action" = uninstall ]; then
        rm -f "$3"
        return
    fi
    [ -d "${3%/*}" ] || mkdir -p "${3%/*}"
    case $1 in
    link) ln -sf "$2" "$3" ;;
    *) install -m "$1" "$2" "$3" ;;
    esac
}

# put_all MODE FOLDER FILE...: all of them into the folder.
put_all() {
    mode=$1 folder=$2
    shift 2
    if [ "$action" = install ]; then
        mkdir -p "$folder"
        install -m "$mode" "$@" "$folder"
        return
    fi
    for file; do
        rm -f "$folder/${file##*/}"
    done
}

# pkg-config's file names the folders of this installation.
put_description() {
    VERSION=$VERSION LIBS=$LIBS PREFIX=$PREFIX LIBDIR=$LIBDIR awk -F @ '{ print $1 ENVIRON[$2] $3 }' grimoire.pc.in |
        put 644 /dev/stdin "$lib/pkgconfig/grimoire.pc"
}

# Libraries for newer processors. Those of an earlier installation would be taken instead of the new library.
put_levels() {
    for old in "$lib"/glibc-hwcaps/*/"$SONAME"; do
        rm -f "$old"
    done
    for level in $LEVELS; do
        put 644 "$BUILD/lib/glibc-hwcaps/$level/$SONAME" "$lib/glibc-hwcaps/$level/$SONAME"
    done
}

put_pages() {
    for section in 1 3 5 7; do
        pages=
        for page in $MAN; do
            [ "${page##*.}" != $section ] || pages="$pages $page"
        done
        [ -z "$pages" ] || put_all 644 "$share/man/man$section" $pages
    done
}

# One file of completions for bash serves all programs, by links.
put_completions() {
    folder=bash-completion/completions
    put 644 "$BUILD/share/$folder/grimoire" "$share/$folder/grimoire"
    for program in $PROGRAMS; do
        [ "${program##*/}" = grimoire ] || put link grimoire "$share/$folder/${program##*/}"
    done
    for file in zsh/site-functions/_grimoire fish/vendor_completions.d/grimoire.fish; do
        put 644 "$BUILD/share/$file" "$share/$file"
    done
}

# Modules for pages, where `make wasm` has made them.
put_modules() {
    for file in "$BUILD"/share/grimoire/play/*; do
        [ ! -f "$file" ] || put 644 "$file" "$share/grimoire/play/${file##*/}"
    done
}

put_samples() {
    find samples examples -type f | while read -r file; do
        mode=644
        [ ! -x "$file" ] || mode=755
        put "$mode" "$file" "$share/grimoire/$file"
    done
    if [ "$action" = uninstall ] && [ -d "$share/grimoire" ]; then
        find "$share/grimoire" -depth -type d -exec rmdir {} + 2>/dev/null || :
    fi
}

put_all 755 "$bin" $PROGRAMS
put_all 644 "$include" "$HEADER"
put_all 644 "$lib" "$LIBRARY" "$SHARED" "$EXTENSION"
put link "$SONAME" "$lib/libgrimoire.so"
put_levels
put_description
put_pages
put_completions
put_modules
put_samples
