#!/usr/bin/env bash
# Games changed in a database: edited by options, files of operations and an editor, deleted, and given back.
. "$(dirname "$0")/lib.sh"
unset GRIMOIRE_DB GRIMOIRE_VARIANTS VISUAL
export EDITOR=false TMPDIR=$T/tmp
mkdir -p "$TMPDIR"

cat >"$T/games.pgn" <<'PGN'
[Event "A"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 {hello} 2. Nf3 (2. f4 exf4 3. Nf3) Nc6 3. Bb5 1-0

[Event "B"]
[White "Cid"]
[Black "Ann"]
[Result "*"]

1. d4 d5 2. c4 e6 3. Nc3 *

[Event "C"]
[White "Dan"]
[Black "Eva"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
PGN
grimoire-import -q -d "$T/base.db" "$T/games.pgn" >/dev/null
db=$T/games.db

fresh() {
    rm -f "$db"*
    cp "$T/base.db" "$db"
    what >"$T/was"
}

what() {
    grimoire-export -d "$db"
}

# expect_same: no game has changed, and nothing of an editor is left.
expect_same() {
    what | cmp -s - "$T/was" || fail "games have changed: $command"
}

# expect_moves TEXT: the moves of game 1.
expect_moves() {
    local moves
    moves=$(grimoire-export -d "$db" --games 1 | sed '1,/^$/d' | tr '\n' ' ')
    [ "${moves%"${moves##*[! ]}"}" = "$1" ] || fail "game 1 is $moves"
}

# ---- edit ----

start "each option does what it says, in their order"
fresh
expect_exit 0 grimoire-db edit -d "$db" --game 1 --set Event=New --set Round=3 --comment 3=good --glyph '2=!? $14' \
    --line '4=a3 a6' --promote 3.1.3 --set Result=1/2-1/2
expect_stdout 'game 1 changed'
expect_moves '1. e4 e5 $5 $14 {hello} 2. f4 (2. Nf3 {good} 2... Nc6 3. Bb5 (3. a3 a6)) 2... exf4 3. Nf3 1/2-1/2'
[ "$(grimoire-export -d "$db" --games 1 -f json | grep -o '"Event":"New"\|"Round":"3"\|"Result":"1/2-1/2"' | wc -l)" = 3 ] ||
    fail "tags are not set"
expect_exit 0 grimoire-db edit "$db" --game 1 --delete-from 3 --set Event= --comment 2= --glyph 2=
expect_moves '1. e4 e5 1/2-1/2'
expect_exit 0 grimoire-db edit "$db" --game 1 --delete-from 2
expect_moves '1. e4 1/2-1/2'
expect_exit 1 grimoire-db edit "$db" --game 1 --delete-from 3
expect_exit 0 grimoire-db verify -q "$db"

start "what changes nothing is said, and not noted"
fresh
expect_exit 0 grimoire-db edit "$db" --game 2 --set Event=B
expect_stdout 'game 2 is unchanged'
expect_exit 1 grimoire-db undo "$db"
expect_stderr 'no change to take back'

start "a dry run shows the game, and writes nothing"
fresh
chmod -w "$db"
expect_exit 0 grimoire-db edit --dry-run "$db" --game 2 --line '5=Nf6' --set Event=dry
grep -q '3. Nc3 Nf6 \*' "$T/out" && grep -q 'Event "dry"' "$T/out" || fail "it does not show the game"
chmod +w "$db"
expect_same

start "an operation that cannot be done leaves the game as it was"
fresh
while IFS='|' read -r message options; do
    one_of 3 || continue
    eval "expect_exit 1 grimoire-db edit \"\$db\" --game 1 --set Event=other $options"
    expect_stderr "$message"
    expect_same
done <<'ALL'
--line 4=Bb6: ply 5: 'Bb6' cannot be played|--line 4=Bb6
there is no ply 44|--comment 44=x
there is no variation|--promote 3.2.3
is no glyph|--glyph 2=x
variant of a game cannot be changed|--set Variant=atomic
impossible FEN|--set FEN=nothing
: the tag variant would be read as Variant: spell it so|--set variant=atomic
: the tag fen would be read as FEN: spell it so|--set fen=nothing
--set A B=x: 'A B' is no name of a tag: a letter, then letters, digits and _|--set 'A B=x'
--set =x: '' is no name of a tag|--set =x
--set Result=: every game has a result: 1-0, 0-1, 1/2-1/2 or \*|--set Result=
--set Result=2-0: '2-0' is no result: 1-0, 0-1, 1/2-1/2 or \*|--set Result=2-0
: a tag has no line breaks in its value|--set $'Site=a\nb'
operation 1, tag: a tag has no line breaks in its value|--ops <(echo '[{"op":"tag","name":"Site","value":"a\nb"}]')
not a character that a string may have|--ops <(printf '[{"op":"tag","name":"Site","value":"M\374"}]')
:1:1: |--ops <(echo x)
operation 2, glyph: there is no such operation; did you mean glyphs|--ops <(echo '[{"op":"result","result":"*"}, {"op":"glyph"}]')
ALL
expect_exit 1 grimoire-db edit "$db" --game 9 --set Event=x
expect_stderr 'there is no game 9'

start "bad usage changes nothing"
fresh
while IFS='|' read -r message options; do
    eval "expect_exit 2 grimoire-db edit \"\$db\" $options"
    expect_stderr "$message"
    expect_same
done <<'ALL'
edit takes the number of a game|--set Event=x
nothing is to be done|--game 1
has no '='|--game 1 --set Event
does not begin with a ply|--game 1 --comment x=3
does not begin with a ply|--game 1 --promote 3.
not a whole number|--game x --promote 3
option --set: .* is not valid UTF-8|--game 1 --set $'White=M\xfcller'
option --comment: .* is not valid UTF-8|--game 1 --comment $'3=M\xfcller'
No such file|--game 1 --ops "$T/none"
edit takes no selection|--game 1 --set Event=x --white Ann
ALL
expect_exit 2 grimoire-db verify "$db" --set Event=x
expect_stderr 'verify takes no operations on a game'
expect_exit 2 grimoire-db dedupe --forget "$db"

start "operations from a file and from standard input"
fresh
echo '[{"op":"add","at":4,"line":"a3"},
 {"op":"comment","at":"5.1.5","after":"shy"}]' >"$T/ops"
expect_exit 0 grimoire-db edit -q -d "$db" --game 1 --ops "$T/ops" --ops - <<<'[{"op":"tag","name":"Site","value":"here"}]'
expect_moves '1. e4 e5 {hello} 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 3. Bb5 (3. a3 {shy}) 1-0'
grimoire-search -d "$db" --site here --count | grep -q '^1 ' || fail "the site is not set"

# ---- the editor ----

# nothing_left: the editor's file is gone.
nothing_left() {
    [ -z "$(ls "$TMPDIR")" ] || fail "a file is left: $(ls "$TMPDIR")"
}

start "a game in the editor"
fresh
EDITOR='sed -i s/Bb5/Bc4/' expect_exit 0 grimoire-db edit "$db" --game 1 --editor
expect_stdout 'game 1 changed'
expect_moves '1. e4 e5 {hello} 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 3. Bc4 1-0'
VISUAL='sed -i s/hello/world/' expect_exit 0 grimoire-db edit "$db" --game 1 --set Event=both --editor
expect_moves '1. e4 e5 {world} 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 3. Bc4 1-0'
[ "$(grimoire-export -d "$db" --games 1 -f json | grep -c '"tags":{"Event":"both","White":"Ann","Black":"Bob","Result":"1-0"}')" = 1 ] ||
    fail "tags have changed: $(grimoire-export -d "$db" --games 1 -f json)"
nothing_left

start "a text that is left as it is changes nothing"
fresh
EDITOR=true expect_exit 0 grimoire-db edit "$db" --game 1 --editor
expect_stdout 'game 1 is unchanged'
EDITOR='echo >>' expect_exit 0 grimoire-db edit "$db" --game 1 --editor
expect_stdout 'game 1 is unchanged'
expect_exit 1 grimoire-db edit "$db" --game 1 --editor
expect_stderr 'the editor failed: false'
nothing_left
expect_same

# kept WORD: the file that was kept has the word.
kept() {
    local file
    file=$(sed -n 's/.*the text is kept in //p' "$T/err")
    [ -n "$file" ] && grep -q "$1" "$file" || fail "the text is not kept: $(cat "$T/err")"
    rm -rf "${TMPDIR:?}"/*
}

start "faults are reported with their places, and the text is kept"
fresh
EDITOR='sed -i s/Bb5/Bc6/' expect_exit 1 grimoire-db edit "$db" --game 1 --editor
expect_stderr "game-1.pgn:9:57: error: game 1, ply 5: 'Bc6' cannot be played"
expect_stderr 'game 1 is as it was'
kept Bc6
EDITOR='echo "" >' expect_exit 1 grimoire-db edit "$db" --game 1 --editor
expect_stderr 'there is no game in the text'
kept ''
EDITOR="cat '$T/games.pgn' >>" expect_exit 1 grimoire-db edit "$db" --game 1 --editor
expect_stderr 'game-1.pgn:11: error: a second game begins here'
kept Eva
EDITOR='rm' expect_exit 1 grimoire-db edit "$db" --game 1 --editor
expect_stderr ': the editor has removed the text, .*/game-1.pgn$'
! grep -q 'kept in' "$T/err" || fail "it is gone: $(cat "$T/err")"
nothing_left
EDITOR='sed -i "1i [Variant \"Atomic\"]"' expect_exit 1 grimoire-db edit "$db" --game 1 --editor
expect_stderr 'game-1.pgn: error: the variant of a game cannot be changed$'
kept Atomic
EDITOR='f() { sed -i s/hello/lost/ "$1"; exit 3; }; f' expect_exit 1 grimoire-db edit "$db" --game 1 --editor
kept lost
TMPDIR=$T/none expect_exit 1 grimoire-db edit "$db" --game 1 --editor
expect_stderr 'No such file'
expect_same

start "who was slower than another program is told so, and keeps the text"
EDITOR="f() { grimoire-db edit -q -d $db --game 1 --set Event=Other; sed -i s/Bb5/Bc4/ \"\$1\"; }; f" \
    expect_exit 1 grimoire-db edit "$db" --game 1 --editor
expect_stderr 'game 1 has been changed by another program'
kept Bc4
expect_exit 0 grimoire-db undo "$db"
expect_stdout 'taken back: edit of game 1'
expect_same

start "a game that was stored in part can be edited"
printf '1. e4 e5 2. Nf6 d5 *\n' >"$T/bad.pgn"
rm -f "$db"
grimoire-import -q -d "$db" "$T/bad.pgn" >/dev/null 2>&1
EDITOR='sed -i "s/1. e4/1. e4 {so far}/"' expect_exit 0 grimoire-db edit "$db" --game 1 --editor
grimoire-export -d "$db" | grep -q 'so far.*unplayable' || fail "$(grimoire-export -d "$db")"

start "all samples, in all their variants, survive the editor"
rm -f "$db"
grimoire-import -q -d "$db" samples/*.pgn >/dev/null 2>&1
what >"$T/was"
for ((game = $(grimoire-search -d "$db" --count | sed 's/ .*//'); game > 0; game--)); do
    one_of 3 || continue
    EDITOR='echo >>' grimoire-db edit -q "$db" --game $game --editor 2>/dev/null || fail "game $game"
done
what | cmp -s - "$T/was" || fail "a game has changed"
rm -rf "${TMPDIR:?}"/*

# ---- delete and undo ----

start "games are deleted by number, selection and query"
fresh
expect_exit 0 grimoire-db delete -d "$db" --dry-run --player ann
expect_stdout '1	Ann - Bob 1-0	A, ?, ?
2	Cid - Ann *	B, ?, ?
2 games would be deleted'
expect_same
expect_exit 0 grimoire-db delete -d "$db" --player ann --games 2-
expect_stdout '1 games deleted'
expect_exit 0 grimoire-db delete -d "$db" mate
expect_stdout '1 games deleted'
expect_exit 1 grimoire-db delete -d "$db" mate
expect_stdout '0 games deleted'
expect_exit 1 grimoire-db delete -d "$db" --dry-run --games 2
expect_exit 0 grimoire-db delete -d "$db" -v chess 'check or not check'
grimoire-search -d "$db" --count | grep -q '^0 ' || fail "a game is left"
for kind in 'deletion of game 1' 'deletion of game 3' 'deletion of game 2'; do
    expect_exit 0 grimoire-db undo -d "$db"
    expect_stdout "taken back: $kind"
done
expect_same
expect_exit 1 grimoire-db undo -d "$db"
expect_exit 0 grimoire-db verify -q "$db"
grimoire-import -d "$db" "$T/games.pgn" 2>/dev/null | grep -q ' 3 duplicates' || fail "games are not known again"

start "nothing is deleted that was not named"
fresh
expect_exit 2 grimoire-db delete -d "$db"
expect_stderr 'delete takes the games to be deleted'
expect_exit 2 grimoire-db delete -d "$db" 'no such query'
expect_exit 2 grimoire-db delete -d "$db" mate check
expect_stderr 'put it in quotes'
expect_exit 2 grimoire-db delete -d "$db" --forget mate
expect_exit 1 grimoire-db delete -d "$db" --white Nobody
expect_stderr "no game's White tag contains 'Nobody'"
expect_same

start "info shows what can be taken back, optimise keeps it or drops it"
fresh
expect_exit 0 grimoire-db edit -q -d "$db" --game 1 --set Event=x
expect_exit 0 grimoire-db delete -q -d "$db" --games 2-3
expect_exit 0 grimoire-db info "$db"
grep -q '^changes that can be taken back 2$' "$T/out" || fail "info does not count them"
grep -q '^  last: deletion of 2 games, 20..-..-.. ..:..:.. UTC$' "$T/out" || fail "info does not show the last one"
expect_exit 0 grimoire-db info -f json "$db"
grep -q '"changes":2,"last_change":"deletion of 2 games","last_change_time":"20' "$T/out" || fail "nor in JSON"
expect_exit 0 grimoire-db optimise -q "$db"
expect_exit 0 grimoire-db index -q "$db"
expect_exit 0 grimoire-db undo -q "$db"
expect_exit 0 grimoire-db optimise -q --forget "$db"
expect_exit 1 grimoire-db undo "$db"
grimoire-db info "$db" | grep -q 'taken back' && fail "they are not dropped"
expect_exit 0 grimoire-db verify -q "$db"

start "a change that another one came after is not taken back"
fresh
printf 'eco\tname\tpgn\nC60\tSpanish\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n' >"$T/openings"
expect_exit 0 grimoire-db edit -q -d "$db" --game 1 --set Event=x
expect_exit 0 grimoire-db classify -q --openings "$T/openings" "$db"
what >"$T/was"
expect_exit 1 grimoire-db undo -d "$db"
expect_stderr 'game 1 has been changed since in another way'
expect_same

start "clean and dedupe are taken back, too"
fresh
printf 'Anna\n= Ann\n' >"$T/players"
expect_exit 0 grimoire-db clean -q --players "$T/players" "$db"
what | cmp -s - "$T/was" && fail "clean has changed nothing"
expect_exit 0 grimoire-db undo -d "$db"
expect_stdout 'taken back: cleaning of 2 games'
expect_same
expect_exit 0 grimoire-db clean -q --dry-run --players "$T/players" "$db"
expect_exit 1 grimoire-db undo -d "$db"
rm -f "$T/double.db"*
for name in Ann "Ann, A"; do
    printf '[White "%s"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n\n' \
        "$name"
done | sed 's/"Ann"/"Ann, Alice"/' | grimoire-import -q -d "$T/double.db" -
grimoire-export -d "$T/double.db" >"$T/doubles"
expect_exit 0 grimoire-db dedupe "$T/double.db"
expect_exit 0 grimoire-db undo -d "$T/double.db"
expect_stdout 'taken back: deletion of game 2'
grimoire-export -d "$T/double.db" | cmp -s - "$T/doubles" || fail "the double is not back"
expect_exit 0 grimoire-db verify -q "$T/double.db"

start "a damaged journal is reported, and changes no game"
fresh
expect_exit 0 grimoire-db delete -q -d "$db" --games 2
what >"$T/was"
if have sqlite3; then
    sqlite3 "$db" "UPDATE journal SET restores = x'0102'" >/dev/null
    expect_exit 3 grimoire-db undo "$db"
    expect_stderr 'the journal of changes is damaged'
    expect_exit 3 grimoire-db verify "$db"
    expect_stderr 'optimise --forget drops it'
    expect_same
    expect_exit 0 grimoire-db optimise -q --forget "$db"
    expect_exit 0 grimoire-db verify -q "$db"
fi

# ---- import ----

cat >"$T/richer.pgn" <<'PGN'
[Event "A"]
[White "Ann"]
[Black "Bob"]
[WhiteElo "2100"]
[Result "1-0"]

{start} 1. e4! e5 {hello} {again} 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3 g5) (2. Bc4) Nc6 3. Bb5 1-0

[Event "B"]
[White "Cid"]
[Black "Ann"]
[Site "?"]
[Round "-"]
[PlyCount "5"]
[Result "*"]

1. d4 d5 2. c4 e6 3. Nc3 *
PGN

start "an import says what it drops with duplicates"
fresh
expect_exit 0 grimoire-import -d "$db" "$T/games.pgn" "$T/richer.pgn" "$T/richer.pgn"
expect_stdout '7 games, 34 plies, 0 faulty, 7 duplicates'
expect_stderr '2 duplicates have comments, variations or tags that the stored games have not, and are dropped'
expect_stderr "The first: $T/richer.pgn:1: game 1, a duplicate of game 1 of the database"
expect_same
expect_exit 0 grimoire-import -q -d "$db" "$T/richer.pgn"
expect_stderr "^grimoire-import: warning: 1 duplicate has comments, .* and is dropped"
expect_exit 0 grimoire-db index -q "$db"
expect_exit 0 grimoire-import -d "$db" "$T/games.pgn"
[ ! -s "$T/err" ] || fail "games that are the same are said to differ: $(cat "$T/err")"
grimoire-export -d "$db" >"$T/exported.pgn"
expect_exit 0 grimoire-import -d "$db" "$T/exported.pgn"
[ ! -s "$T/err" ] || fail "what was exported is said to differ: $(cat "$T/err")"

start "duplicates are united with the stored games, or replace them"
fresh
expect_exit 0 grimoire-import -d "$db" --combine "$T/richer.pgn"
expect_stdout '2 games, 10 plies, 0 faulty, 2 duplicates, 1 combined'
expect_moves '{start} 1. e4 $1 e5 {hello} {again} 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3 g5) (2. Bc4) 2... Nc6 3. Bb5 1-0'
[ "$(grimoire-search -d "$db" --white-elo 2100 --count)" = '1 0' ] || fail "the rating is not there"
expect_exit 0 grimoire-import -d "$db" --combine "$T/richer.pgn" "$T/games.pgn"
expect_stdout '5 games, 24 plies, 0 faulty, 5 duplicates, 0 combined'
expect_exit 0 grimoire-db undo "$db"
expect_stdout 'taken back: combination of game 1'
expect_same
expect_exit 0 grimoire-import -d "$db" --replace -j 2 "$T/richer.pgn" "$T/games.pgn"
expect_stdout '5 games, 24 plies, 0 faulty, 5 duplicates, 2 replaced'
expect_same
expect_exit 0 grimoire-db undo "$db"
expect_moves '{start} 1. e4 $1 e5 {hello} {again} 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3 g5) (2. Bc4) 2... Nc6 3. Bb5 1-0'
expect_exit 0 grimoire-db undo "$db"
expect_stdout 'taken back: replacement of game 1'
expect_same
expect_exit 0 grimoire-db verify -q "$db"
expect_exit 2 grimoire-import -d "$db" --replace --combine "$T/richer.pgn"
expect_exit 0 grimoire-import -d "$T/new.db" --combine "$T/richer.pgn"
expect_stdout '2 games, 10 plies, 0 faulty, 0 duplicates, 0 combined'

start "a game that is changed several times by one import is what it was after undo"
fresh
cat "$T/richer.pgn" - >"$T/twice.pgn" <<'PGN'

[Event "A"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 {third} 3. Bb5 1-0
PGN
for how in combine replace; do
    expect_exit 0 grimoire-import -q -d "$db" --$how "$T/twice.pgn"
    grimoire-export -d "$db" | grep -q third || fail "it is not stored: $how"
    expect_exit 0 grimoire-db undo "$db"
    expect_same
done

start "what cannot be written is no success"
fresh
if [ -w /dev/full ]; then
    expect_exit 1 grimoire-db delete -d "$db" --games 1 --dry-run -o /dev/full
    expect_exit 1 grimoire-db edit "$db" --game 1 --set Event=x --dry-run -o /dev/full
fi
expect_same
expect_exit 1 grimoire-db undo "$db"

start "what was done says so, even if the output cannot be written"
if [ -w /dev/full ]; then
    printf 'Anna\n= Ann\n' >"$T/players"
    while IFS='|' read -r says command; do
        # shellcheck disable=SC2086
        expect_exit 1 grimoire-db $command -o /dev/full
        expect_stderr '^grimoire-db: cannot write /dev/full: '
        expect_stderr "^grimoire-db: .*games.db: $says all the same\$"
    done <<ALL
1 games deleted|delete -d $db --games 2
taken back: deletion of game 2|undo $db
game 1 changed|edit $db --game 1 --set Event=other
3 games, 2 tags of 2 games changed|clean $db --players $T/players
ALL
    expect_exit 1 grimoire-db edit "$db" --game 1 --set Event=other -o /dev/full
    grep -q 'all the same' "$T/err" && fail "nothing was done"
fi

start "a date, a rating or a result that is none is stored with a warning"
fresh
expect_exit 0 grimoire-db edit "$db" --game 1 --set Date=2020.13.45
expect_stderr '^grimoire-db: --set Date=2020.13.45: warning: the date "2020.13.45" has no such month'
expect_exit 0 grimoire-db edit "$db" --game 1 --set EventDate=2020.02.30 --set WhiteElo=high
expect_stderr '^grimoire-db: --set EventDate=2020.02.30: warning: the date .* has no such day'
expect_stderr '^grimoire-db: --set WhiteElo=high: warning: that is no rating'
grimoire-export -d "$db" --games 1 | grep -q '2020.13.45' || fail "it is not stored"
expect_exit 0 grimoire-db edit "$db" --game 1 --set Date=2020.??.?? --set WhiteElo=2500 --set BlackElo= --set BlackElo=-
[ ! -s "$T/err" ] || fail "$(<"$T/err")"
expect_exit 1 grimoire-db edit "$db" --game 1 --set Result=2-0
expect_stderr 'Result=2-0'

start "faults of --ops have file, line and column as others do"
printf '[{"op":"tag",\n "name": x}]' >"$T/ops"
expect_exit 1 grimoire-db edit "$db" --game 1 --ops "$T/ops"
expect_stderr "^grimoire-db: $T/ops:2:10: "
finish
