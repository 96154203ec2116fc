#!/usr/bin/env bash
# grimoire-db clean --suggest: which spellings may be one name's, and that its list does what it says.
. "$(dirname "$0")/lib.sh"
unset GRIMOIRE_DB GRIMOIRE_VARIANTS

# game WHITE BLACK DATE [ELO-OF-WHITE [EVENT [ROUND [FIDE-OF-WHITE [SITE]]]]]
game() {
    printf '[Event "%s"]\n[Site "%s"]\n[Date "%s"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n' "${5:-?}" "${8:-?}" \
        "$3" "${6:-?}" "$1" "$2"
    [ -z "${4:-}" ] || printf '[WhiteElo "%s"]\n' "$4"
    [ -z "${7:-}" ] || printf '[WhiteFideId "%s"]\n' "$7"
    printf '\n1. e4 e5 2. Nf3 *\n\n'
}

# suggests: what is suggested for the games of $T/games, without comments; $T/list has all of it.
suggests() {
    rm -f "$T/s.db"*
    grimoire-import -q -d "$T/s.db" "$T/games" >/dev/null 2>&1
    grimoire-db clean --suggest -q "$T/s.db" >"$T/list" 2>"$T/err"
    sed 's/  #.*//' "$T/list"
}

# expect_list TEXT
expect_list() {
    local is
    is=$(suggests)
    [ "$is" = "$1" ] || fail "suggested: $is"
}

start "names that differ in case, marks, accents, titles and order alone"
{
    game "Ivanchuk, Vassily" A 1990
    game "IVANCHUK,VASSILY" B 1990
    game "Ivanchuk, Vassily" C 1991
    game "Vassily Ivanchuk" D 1991
    game $'M\xc3\xbcller, Hans' E 1990
    game "Muller, Hans" F 1991
    game "GM Muller, Hans" G 1991
} >"$T/games"
expect_list $'@PLAYER
Ivanchuk, Vassily
=IVANCHUK,VASSILY
=Vassily Ivanchuk
M\xc3\xbcller, Hans
=GM Muller, Hans
=Muller, Hans'
grep -q '^Ivanchuk, Vassily  # 2 games, 1990-1991$' "$T/list" || fail "$(cat "$T/list")"

start "initials, if years and ratings fit"
{
    game "Ivanchuk, Vassily" "Adams, Michael" 1990 2600
    game "Ivanchuk,V" "Adams, Michael" 1991 2620
    game "Smith, John" Bob 1920
    game "Smith,J" Cid 2010
} >"$T/games"
expect_list $'@PLAYER
Ivanchuk, Vassily
=Ivanchuk,V'
grep -q '^=Ivanchuk,V  # 1 game, 1991, rated 2620; in common: 1 opponent; ratings 20 apart$' "$T/list" ||
    fail "$(cat "$T/list")"

start "years, numbers and ratings are those of a spelling"
{
    game "Acs, Peter" A 1997 2420
    game "Acs, Peter" B 1999 2521
    game "Acs,Peter" C 1998 2586
    game D "Acs,Peter" 1998
    game "Acs,Peter" E 1999 2606
} >"$T/games"
suggests >/dev/null
[ "$(cat "$T/list")" = '@PLAYER
Acs, Peter  # 2 games, 1997-1999, rated 2420-2521
=Acs,Peter  # 3 games, 1998-1999, rated 2586-2606' ] || fail "$(cat "$T/list")"

start "initials that fit two names are possible, no more, and without other evidence"
{
    game "Smith, John" Bob 1990 2400
    game "Smith, James" Bob 1991 2400
    game "Smith,J" Cid 1990 2400
    game "Brown, Ann" Bob 1990
    game "Brown,A" Cid 1990
} >"$T/games"
expect_list $'@PLAYER
#Brown, Ann
#=Brown,A
#Smith, James
#=Smith,J
#Smith, John
#=Smith,J'
grep -q 'others fit, too$' "$T/list" || fail "$(cat "$T/list")"

start "who played each other, or at once, is not one"
{
    game "Ivanchuk, Vassily" "Ivanchuk,V" 1990 2600
    game "Brown, Ann" "Cid, Al" 1990 2000 Open 1
    game "Brown,A" "Dan, Bo" 1990 2000 Open 1
    game "Brown,A" "Eva, Di" 1990 2000 Open 2
    game "Brown, Ann" "Eva, Di" 1990 2000 Open 3
    game "White, J." "White, J" 1990
} >"$T/games"
expect_list ''

start "one game from two sources is no proof of that"
{
    game "Brown, Ann" "Cid, Al" 1990 2000 Open 1
    game "Brown,A" "Cid,A" 1990 2000 Open 1
} >"$T/games"
expect_list $'@PLAYER
Brown, Ann
=Brown,A
#Cid, Al
#=Cid,A'

start "what tells people apart: initials, generations, FIDE's numbers, women's names"
{
    game "Smith, John" Bob 1990 2400
    game "Smith, John Jr" Bob 1990 2400
    game "Smith, J A" Bob 1990 2400 O 1
    game "Smith, J B" Bob 1990 2400 O 2
    game "Ivanov, Ivan" Bob 1990 2400
    game "Ivanova, Ivan" Bob 1990 2400
    game "Wang, Li" Bob 1990 2400 ? ? 111
    game "Wang Li" Bob 1990 2400 ? ? 222
} >"$T/games"
likely=$(suggests | grep -v '^[#@]')
[ -z "$likely" ] || fail "$likely"

start "FIDE's number decides, too, for another transliteration"
{
    game "Korchnoi, Viktor" Bob 1990 2600 ? ? 111
    game "Kortschnoj, Wiktor" Cid 2005 2500 ? ? 111
    game "Yusupov, Artur" Bob 1990 2600
    game "Jusupow, Artur" Cid 2005 2500
} >"$T/games"
expect_list $'@PLAYER
Korchnoi, Viktor
=Kortschnoj, Wiktor'

start "another transliteration needs more than that the years fit"
{
    for event in A B C; do
        game "Yusupov, Artur" "Bob, $event" 1990 2600 $event
        game "Jusupow, Artur" "Bob, $event" 1990 2590 $event
    done
    game "Larsen, Bent" "Eva, A" 1990 2500
    game "Larssen, Bent" "Eva, B" 1990
} >"$T/games"
expect_list $'@PLAYER
Yusupov, Artur
=Jusupow, Artur'

start "events and sites"
{
    game A1 B1 1990.05.17 '' "URS-ch35" 1 '' "Aix-les-Bains"
    game A1 B1 1990.05.17 '' "URS-ch35" 2 '' "Aix les Bains"
    game A1 B1 1991.05.17 '' "ch-URS 35" 1 '' "Aix-les-Bains"
    game A1 B1 1991.05.17 '' "URS-ch36" 1 '' "Paris"
    game A1 B1 1991.05.17 '' "Round #3" 1 '' "x"
    game A1 B1 1991.05.17 '' "round #3" 1 '' "x"
} >"$T/games"
expect_list $'@EVENT
URS-ch35
=ch-URS 35
@SITE
Aix-les-Bains
=Aix les Bains'

start "clean does what the list says, and undo takes it back"
grimoire-export -d "$T/s.db" >"$T/was"
expect_exit 0 grimoire-db clean --names "$T/list" "$T/s.db"
expect_stdout 'game 2: Site "Aix les Bains" becomes "Aix-les-Bains"
game 3: Event "ch-URS 35" becomes "URS-ch35"
6 games, 2 tags of 2 games changed'
expect_exit 1 grimoire-db clean --suggest "$T/s.db"
expect_exit 0 grimoire-db undo "$T/s.db"
expect_stdout 'taken back: cleaning of 2 games'
grimoire-export -d "$T/s.db" | cmp -s - "$T/was" || fail "games are not as they were"
printf '[Event "ch-URS 35"]\n\n*\n' | grimoire-import -q -d "$T/s.db" - >/dev/null
expect_exit 2 grimoire-db clean --players "$T/list" "$T/s.db"
expect_stderr 'no name of a player in this list'

start "a list of names with faults"
printf '@SITE\nParis\n=Lutetia\nRome\n=Lutetia\n' >"$T/bad"
expect_exit 2 grimoire-db clean --names "$T/bad" "$T/s.db"
expect_stderr "/bad:5: 'Lutetia' stands for Paris already"
printf '@ROUND\n1\n' >"$T/bad"
expect_exit 2 grimoire-db clean --names "$T/bad" "$T/s.db"
expect_stderr 'no name in this list'
printf '# names\n@SITE\nParis\n@EVNT\nOpen\n' >"$T/bad"
for option in --names --players; do
    expect_exit 2 grimoire-db clean $option "$T/bad" "$T/s.db"
    expect_stderr '/bad:4: unknown section @EVNT; did you mean @EVENT\?$'
done
expect_exit 2 grimoire-db clean --names "$T/bad" --players "$T/bad" "$T/s.db"
expect_exit 2 grimoire-db clean --suggest --names "$T/bad" "$T/s.db"
expect_exit 2 grimoire-db clean --suggest --dry-run "$T/s.db"
expect_exit 2 grimoire-db dedupe --suggest "$T/s.db"
expect_stderr 'dedupe takes no --suggest'

start "nothing to suggest, and what was looked at"
game A B 1990 | grimoire-import -q -d "$T/none.db" - >/dev/null
expect_exit 1 grimoire-db clean --suggest "$T/none.db"
expect_stdout ''
expect_stderr '^1 game: 2 names of players, 0 of events and 0 of sites; 0 likely to be another.s, 0 possibly$'
expect_exit 1 grimoire-db clean -q --suggest "$T/none.db"
expect_quiet
finish
