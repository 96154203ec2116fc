#!/usr/bin/env bash
# export --split: a file for each value of a tag.
. "$(dirname "$0")/lib.sh"

D=$T/games.db

# games GAME...: makes the database of them; each is `TAG=VALUE` words, separated by `|`. They have different moves.
first=(e4 d4 c4 f4 b4 g4 a4 h4 e3 d3 c3 f3 b3 g3 a3 h3 Nf3 Nc3 Na3 Nh3)
games() {
    local game word n=0
    rm -rf "$D" "$T/to"
    for game; do
        while IFS= read -rd '|' word; do
            word=${word//\\/\\\\}
            printf '[%s "%s"]\n' "${word%%=*}" "${word#*=}"
        done <<<"$game|"
        printf '\n1. %s *\n\n' "${first[n++]}"
    done >"$T/games.pgn"
    grimoire-import -q -d "$D" "$T/games.pgn" >"$T/import" 2>&1 || fail "import: $(<"$T/import")"
}

# files: the names of what is in the folder, hidden ones too, a line each.
files() {
    (cd "$T/to" && find . -mindepth 1 -printf '%P\n' | LC_ALL=C sort)
}

# expect_files NAME...: just these.
expect_files() {
    local want
    want=$(printf '%s\n' "$@" | LC_ALL=C sort)
    [ "$(files)" = "$want" ] || fail "the files are not as expected: $(diff <(echo "$want") <(files))"
}

# moves FILE: the moves of the games in it.
moves() {
    grimoire-convert -q -f san "$T/to/$1" 2>&1 | without_results | paste -sd' '
}

start "a file for each value has what a selection by it has, in every format"
grimoire-import -q -d "$T/samples.db" samples/*.pgn 2>"$T/err" >&2
for format in pgn san long uci fen json csv csv-plain html; do
    rm -rf "$T/to"
    expect_exit 0 grimoire-export -d "$T/samples.db" --split White -o "$T/to" -f $format --title T
    expect_stdout ''
    expect_stderr "^17 games in $(files | wc -l) files$"
    ending=${format%%-*}
    while IFS= read -r file; do
        name=${file%.$ending}
        [ "$name" = unknown ] && continue
        grimoire-export -d "$T/samples.db" -q -f $format --title T --tag "White==$name" >"$T/want"
        cmp "$T/want" "$T/to/$file" || fail "-f $format: $file differs"
    done < <(files)
done

start "values name files; a missing, empty or unknown one gives 'unknown'"
games 'ECO=B90|White=Ann|Black=Bob|Date=1990.05.01' 'ECO=B90|White=Bob|Black=Cy|Date=1990.??.??' \
    'ECO=C20|White=Ann|Black=?|Date=19??' 'ECO=?|White=?|Black=-|Date=????.??.??' 'White=Ann|Black=Ann|Date=2020.05'
expect_exit 0 grimoire-export -d "$D" --split ECO -o "$T/to"
expect_stderr '^5 games in 3 files$'
expect_files B90.pgn C20.pgn unknown.pgn
[ "$(moves B90.pgn) $(moves C20.pgn) $(moves unknown.pgn)" = 'e4 d4 c4 f4 b4' ] || fail 'games are in other files'

start "words: Year, Player, Result, Variant; the first characters"
for split in 'year|1990.pgn 2020.pgn unknown.pgn' 'Player|Ann.pgn Bob.pgn Cy.pgn unknown.pgn' \
    'ECO:1|B.pgn C.pgn unknown.pgn' 'Variant|chess.pgn' 'RESULT|unknown.pgn' 'date:7|1990.05.pgn 1990.__.pgn 19__.pgn 2020.05.pgn unknown.pgn' \
    'Year:3|199.pgn 202.pgn unknown.pgn' 'Player:1|A.pgn B.pgn C.pgn unknown.pgn'; do
    rm -rf "$T/to"
    expect_exit 0 grimoire-export -d "$D" --split "${split%|*}" -o "$T/to"
    expect_files ${split#*|}
    if [ "${split%|*}" = Player ]; then
        [ "$(moves Ann.pgn)/$(moves Bob.pgn)/$(moves Cy.pgn)/$(moves unknown.pgn)" = 'e4 c4 b4/e4 d4/d4/f4' ] ||
            fail "players have other games"
    fi
done

start "-q says nothing"
rm -rf "$T/to"
expect_exit 0 grimoire-export -q -d "$D" --split ECO -o "$T/to"
expect_quiet

start "names are made safe"
long=$(printf 'x%.0s' {1..300})
games 'Event=../../etc/passwd' 'Event=/abs' 'Event=.hidden' 'Event=a\b:c*d?e"f<g>h' 'Event=-rf' 'Event=con' \
    'Event=Lpt1.x' 'Event=end. . ' "Event=$long" 'Event=unknown' 'Event=1/2' 'White=no event'
expect_exit 0 grimoire-export -d "$D" --split Event -o "$T/to"
files | grep -qE '/' && fail "a file is elsewhere: $(files)"
expect_files _._.._etc_passwd.pgn _abs.pgn _hidden.pgn a_b_c_d_e_f_g_h.pgn _rf.pgn _con.pgn _Lpt1.x.pgn end.pgn \
    "${long:0:199}.pgn" unknown.pgn unknown-2.pgn 1_2.pgn

start "control characters, bad bytes and large and small letters"
games 'Event=Zürich' 'Event=ZÜRICH' 'Event=zürich' 'Event=zürich-2' 'Event=Дом' 'Event=ДОМ' \
    'Event=Łódź' 'Event=łÓDŹ' 'Event=a/b' 'Event=a:b'
printf '[Event "tab\there\x1b[31m\xe2\x80\xaeright"]\n\n1. h4 *\n' | grimoire-import -q -d "$D" - >"$T/import" 2>&1
expect_exit 0 grimoire-export -d "$D" --split Event -o "$T/to"
expect_files Zürich.pgn ZÜRICH-2.pgn zürich-3.pgn zürich-2-2.pgn Дом.pgn ДОМ-2.pgn Łódź.pgn łÓDŹ-2.pgn \
    a_b.pgn a_b-2.pgn \
    'tab_here_[31m_right.pgn'
[ "$(moves a_b.pgn)$(moves a_b-2.pgn)" = e3d3 ] || fail "games are in other files"

start "characters are not cut"
name=$(printf 'é%.0s' {1..150})
games "Event=$name" "Event=${name}x"
expect_exit 0 grimoire-export -d "$D" --split Event -o "$T/to"
short=$(printf 'é%.0s' {1..99})
expect_files "$short.pgn" "$short-2.pgn"
rm -rf "$T/to"
expect_exit 0 grimoire-export -d "$D" --split Event:3 -o "$T/to"
expect_files ééé.pgn

start "more values than files may be open, and more text than waits in memory"
for ((n = 0; n < 1500; n++)); do
    printf '[White "W%d"]\n[Black "B"]\n\n1. e4 e5 *\n\n[White "W%d"]\n[Black "C"]\n\n1. d4 *\n\n' $n $(((n * 7) % 1500))
done >"$T/many.pgn"
rm -rf "$D" "$T/to"
grimoire-import -q -d "$D" "$T/many.pgn" 2>"$T/import" >&2
(ulimit -n 32 && exec grimoire-export -d "$D" --split White -o "$T/to" -f html) 2>"$T/err" || fail "exit status $?"
has_line "$T/err" '^3000 games in 1500 files$' || fail "$(<"$T/err")"
[ "$(files | wc -l)" = 1500 ] || fail "$(files | wc -l) files"
[ "$(du -sb "$T/to" | cut -f1)" -gt 40000000 ] || fail "it is too little to be more than waits"
for name in W0 W7 W1499; do
    grimoire-export -q -d "$D" --tag "White==$name" -f html --title $name >"$T/want"
    cmp "$T/want" "$T/to/$name.html" || fail "$name differs"
done

start "a file of that name is replaced with its permissions, others stay"
games 'ECO=B90' 'ECO=C20'
mkdir "$T/to"
echo old >"$T/to/B90.pgn"
echo other >"$T/to/other.pgn"
chmod 640 "$T/to/B90.pgn"
expect_exit 0 grimoire-export -d "$D" --split ECO -o "$T/to"
expect_files B90.pgn C20.pgn other.pgn
[ "$(moves B90.pgn)" = e4 ] || fail "it is not replaced"
[ "$(stat -c %a "$T/to/B90.pgn")" = 640 ] || fail "it has other permissions"
[ "$(<"$T/to/other.pgn")" = other ] || fail "another file has changed"

start "nothing is overwritten that export would not overwrite; then nothing changes"
mkdir "$T/in"
cp "$D" "$T/in/C20.pgn" # a database of that name
expect_exit 2 grimoire-export -d "$D" --split ECO -o "$T/in"
expect_stderr 'C20.pgn: that file is a database$'
expect_exit 2 grimoire-export -d "$T/in/C20.pgn" --split ECO -o "$T/in"
expect_stderr 'C20.pgn: that file is the database .*C20.pgn$'
cmp -s "$D" "$T/in/C20.pgn" || fail "the database has changed"
rm "$T/in/C20.pgn"
ln -s "$D" "$T/in/C20.pgn"
expect_exit 2 grimoire-export -d "$D" --split ECO -o "$T/in"
rm "$T/in/C20.pgn"
mkdir "$T/in/C20.pgn"
expect_exit 2 grimoire-export -d "$D" --split ECO -o "$T/in"
expect_stderr 'C20.pgn: that is no file$'
[ "$(find "$T/in" | wc -l)" = 2 ] || fail "something was made: $(find "$T/in")"
rmdir "$T/in/C20.pgn"
printf '[sentinel:chess]\n' >"$T/in/C20.pgn"
expect_exit 2 grimoire-export -d "$D" --variants "$T/in/C20.pgn" --split ECO -o "$T/in"
expect_stderr 'C20.pgn: --variants reads that file$'
[ "$(<"$T/in/C20.pgn")" = '[sentinel:chess]' ] || fail "what was read has changed"

start "a file that may not be written is not replaced"
if [ "$(id -u)" != 0 ]; then
    chmod 444 "$T/in/C20.pgn"
    expect_exit 2 grimoire-export -d "$D" --split ECO -o "$T/in"
    expect_stderr 'Permission denied'
fi

start "bad usage"
expect_exit 2 grimoire-export -d "$D" --split ECO
expect_stderr '^grimoire-export: --split writes files into a folder \(-o FOLDER\)$'
expect_exit 2 grimoire-export -d "$D" --split ECO -o -
for bad in '' : ECO: ECO:0 ECO:x ECO:1x :2 'E CO' ECO:201 ECO:-1; do
    expect_exit 2 grimoire-export -d "$D" --split "$bad" -o "$T/new"
    expect_stderr "^grimoire-export: option --split: '$bad' is not a tag"
done
expect_exit 2 grimoire-export -d "$D" --split ECO -o "$T/games.pgn"
expect_stderr 'that is no folder'
expect_exit 2 grimoire-export -d "$D" --split ECO -o "$T/none/new"
expect_stderr 'cannot write .*/none/new: No such file'
expect_exit 2 grimoire-export -d "$D" --split ECO -o "$D"
expect_stderr 'that file is the database'
[ ! -e "$T/new" ] || fail "a folder was made"

start "a tag that no game has, and no games at all, leave nothing behind"
expect_exit 1 grimoire-export -d "$D" --split Evnt -o "$T/new"
expect_stderr "^grimoire-export: no game has the tag 'Evnt'; did you mean Event\?$"
expect_exit 1 grimoire-export -d "$D" --split ECO --white Nobody -o "$T/new"
expect_stderr '^no games found$'
[ ! -e "$T/new" ] || fail "a folder was made"

start "a year or player that no game tells, as a tag that no game has"
printf '1. e4 *\n' | grimoire-import -q -d "$T/bare.db" - >/dev/null
for by in year:Date "player:White' or 'Black"; do
    expect_exit 1 grimoire-export -d "$T/bare.db" --split ${by%%:*} -o "$T/new"
    expect_stderr "^grimoire-export: no game has the tag '${by#*:}'\$"
    [ ! -e "$T/new" ] || fail "a folder was made"
done
expect_exit 0 grimoire-export -d "$T/bare.db" --split result -o "$T/new"

start "names that a file system takes for one, and more names of devices"
games $'White=M\xc3\xbcller' $'White=Mu\xcc\x88ller' 'White=Muller' $'White=Gro\xc3\x9f' 'White=GROSS' \
    $'White=GRO\xe1\xba\x9e' $'White=\xd0\x99\xd0\xbe' $'White=\xd0\xb8\xcc\x86\xd0\xbe' \
    $'White=\xce\x86\xcf\x82' $'White=\xce\xb1\xcc\x81\xcf\x83' $'White=COM\xc2\xb9' $'White=lpt\xc2\xb2.x'
expect_exit 0 grimoire-export -d "$D" --split White -o "$T/to"
expect_files $'M\xc3\xbcller.pgn' $'Mu\xcc\x88ller-2.pgn' Muller.pgn $'Gro\xc3\x9f.pgn' GROSS-2.pgn \
    $'GRO\xe1\xba\x9e-3.pgn' $'\xd0\x99\xd0\xbe.pgn' $'\xd0\xb8\xcc\x86\xd0\xbe-2.pgn' $'\xce\x86\xcf\x82.pgn' \
    $'\xce\xb1\xcc\x81\xcf\x83-2.pgn' $'_COM\xc2\xb9.pgn' $'_lpt\xc2\xb2.x.pgn'

start "a full disk is reported; what was there stays"
rm -rf "$T/to"
mkdir "$T/to"
echo old >"$T/to/W0.html"
grimoire-import -q -d "$T/many.db" "$T/many.pgn" 2>"$T/import" >&2
(ulimit -f 20 && exec grimoire-export -d "$T/many.db" --split White -f html -o "$T/to") 2>"$T/err"
[ $? = 1 ] || fail "not exit status 1"
has_line "$T/err" '^grimoire-export: cannot write .*/to/W[0-9]+.html: File too large$' || fail "$(<"$T/err")"
expect_files W0.html
[ "$(<"$T/to/W0.html")" = old ] || fail "it was overwritten"

start "a signal leaves all as it was"
for signal in INT TERM; do
    interrupted $signal grimoire-export -d "$T/many.db" --split White -f html -o "$T/to"
    status=$?
    case $status in
    0) break ;; # it was faster
    130 | 143)
        has_line "$T/err" '^grimoire-export: stopped; no file was written$' || fail "$(<"$T/err")"
        expect_files W0.html
        ;;
    *) fail "exit status $status" ;;
    esac
done

start "several databases: each game says where it is from"
grimoire-import -q -d "$T/a.db" samples/chess.pgn 2>"$T/err" >&2
rm -rf "$T/to"
expect_exit 0 grimoire-export -d "$T/a.db" -d "$D" --split Variant -f csv -o "$T/to"
head -n 1 "$T/to/chess.csv" | grep -q '^db,' || fail "there is no column of databases"
grep -q "^$D," "$T/to/chess.csv" || fail "the second database is missing"

finish
