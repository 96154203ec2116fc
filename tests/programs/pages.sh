#!/usr/bin/env bash
# Games on pages: the inventors' published games, dressed up as people publish and save them. Whatever
# the form, the moves are those of the plain text.
. "$(dirname "$0")/lib.sh"

magi=samples/published/magi-five-games.txt
magician=samples/published/magician-sample.txt

# uci VARIANT FILE: the moves of each game.
uci() {
    grimoire-convert -q -v "$1" -f uci "$2" 2>/dev/null
}

# same_moves VARIANT FILE: the file has the same moves as the published text of the variant.
same_moves() {
    local plain=$magi
    [ "$1" = magician ] && plain=$magician
    uci "$1" "$plain" >"$T/plain"
    uci "$1" "$2" >"$T/page"
    [ -s "$T/plain" ] || fail "no moves of $1"
    cmp "$T/plain" "$T/page" || fail "$2: other moves"
}

# events FILE VARIANT: the Event of each game.
events() {
    grimoire-convert -q -v "$2" "$1" 2>/dev/null | sed -n 's/^\[Event "\(.*\)"\]$/\1/p'
}

start "headings that go on as prose: the game's name is the Event, the prose a comment"
sed -E 's/^(Game #[0-9])$/\1: I played this game against a friend of mine who has known the rules for two years and who prefers the Duke to every other piece. He opened as he always does, and I had an idea that I wanted to try out, which cost me a Bishop and, in the end, the whole game. Judge for yourself./' \
    $magi >"$T/headings.txt"
same_moves magi "$T/headings.txt"
events "$T/headings.txt" magi | tr '\n' ' ' | grep -qx 'Game #1 Game #2 Game #3 Game #4 Game #5 ' ||
    fail "other Events: $(events "$T/headings.txt" magi)"
[ "$(grimoire-convert -q -v magi "$T/headings.txt" 2>/dev/null | grep -c '^{I played this game against a friend')" -eq 5 ] ||
    fail "the rest of the heading is lost"

start "a heading that is wrapped over several lines"
fold -s -w 72 "$T/headings.txt" >"$T/wrapped.txt"
same_moves magi "$T/wrapped.txt"
events "$T/wrapped.txt" magi | tr '\n' ' ' | grep -qx 'Game #1 Game #2 Game #3 Game #4 Game #5 ' ||
    fail "other Events: $(events "$T/wrapped.txt" magi)"

start "a game on the line of its heading"
printf 'Game #1: 1. e4 e5 2. Nf3 Nc6 1-0\nGame 2: 1. d4 d5 0-1\n' >"$T/inline.txt"
expect_exit 0 grimoire-convert -q -f san "$T/inline.txt"
expect_stdout 'e4 e5 Nf3 Nc6 1-0
d4 d5'

# ---- HTML ----

# In a document, escaped: the dash of each move an entity, names of pieces in bold.
html_body() {
    sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/ - /\&nbsp;\&ndash; /' -e 's/^\(Game.*\)$/<b>\1<\/b>/' "$@"
}
html_head='<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">
<html><head><title>Game #9: 1. e4 e5</title>
<style>p { margin: 0 } /* 1. e4 */</style>
<script>if (a < b) document.write("<p>Game #8</p>");</script></head>
<!-- Game #7
Knight b1-c3 -->
<body bgcolor="#ffffff" title="a > b">'
html_tail='</body></html>'

start "HTML with <br>, <p>, <li>, <pre>, and a table cell to a line"
for form in br p li pre tr word; do
    one_of 2 || continue
    {
        echo "$html_head"
        case $form in
        br) html_body $magi | sed 's/$/<br>/' ;;
        p) html_body $magi | sed 's/^..*$/<p>&/' ;;
        li) echo '<ul>' && html_body $magi | sed -e 's/^Game.*$/<\/ul><h2>&<\/h2><ul>/' -e '/^<.*Game/!s/^..*$/<li>&<\/li>/' && echo '</ul>' ;;
        pre) echo '<pre>' && html_body $magi && echo '</pre>' ;;
        tr) echo '<table>' && html_body $magi | sed 's/^..*$/<tr><td align=left><p>&<\/p><\/td><\/tr>/' && echo '</table>' ;;
        word) html_body $magi | sed 's/^..*$/<p class=MsoNormal><span lang=EN-US\nstyle="font-size:12.0pt">&<o:p><\/o:p><\/span><\/p>\n/' ;;
        esac
        echo "$html_tail"
    } >"$T/$form.html"
    same_moves magi "$T/$form.html"
    events "$T/$form.html" magi | tr '\n' ' ' | grep -qx 'Game #1 Game #2 Game #3 Game #4 Game #5 ' ||
        fail "$form: other Events: $(events "$T/$form.html" magi)"
    tr -d '\n' <"$T/$form.html" >"$T/$form-line.html"
    [ $form = pre ] || same_moves magi "$T/$form-line.html"
    tr '[:lower:]' '[:upper:]' <"$T/$form.html" | grep -q HTML || fail "no page"
done

start "a game of Magician Chess as HTML"
{ echo "<p>Here is a sample game:<br>" && sed 's/ \([0-9]*\.\)/ <i>\1<\/i>/g' $magician; } >"$T/magician.html"
same_moves magician "$T/magician.html"

start "places in HTML are those of the file"
printf '<html>\n<body><p>1. e4 <b>e5</b>&nbsp;2.&nbsp;<i>Ke3</i> d6\n</p></body></html>\n' >"$T/place.html"
expect_exit 1 grimoire-check "$T/place.html"
expect_stderr 'place.html:2:42: error: game 1, ply 3:'
printf '<html>\n<body><p>1. e4 <b>e5</b>&nbsp;2.&nbsp;<i>Nf4</i> d6\n</p></body></html>\n' >"$T/place.html"
expect_exit 1 grimoire-check --repair "$T/place.html"
expect_stderr 'place.html:2:42: '

start "a table with a move to a cell, and one with layout inside"
cat >"$T/cells.html" <<'END'
<table><tr><th>No.<th>White<th>Black
<tr><td>1.</td><td>e4</td><td>e5</td></tr>
<tr><td>2.</td><td><p>Nf3</p></td><td>
 Nc6</td></tr><tr><td>3.</td><td>Bb5</td><td></td></tr></table>
<table><tr><td></td><td>The second one<br>1. d4 d5<br>2. c4</td><td>Menu</td></tr></table>
END
expect_exit 0 grimoire-convert -q -f san "$T/cells.html"
expect_stdout 'e4 e5 Nf3 Nc6 Bb5
d4 d5 c4'

start "PGN on a web page"
cat >"$T/pgn.html" <<'END'
<div class="game"><pre>[Event &quot;Match &amp; more&quot;]
[White &#34;A&ouml;&#x161;&#34;]
[Result "1-0"]

1. e4 {1 &lt; 2} e5 2. Nf3 $1 Nc6 (2... d6 3. d4) 3. Bb5 1-0
</pre></div>
END
expect_exit 0 grimoire-convert -q "$T/pgn.html"
expect_in_stdout '^\[Event "Match & more"\]'
expect_in_stdout '^\[White "Aöš"\]'
expect_in_stdout '^1. e4 {1 < 2} 1... e5 2. Nf3 [$]1 Nc6 .2... d6 3. d4. 3. Bb5 1-0'

# ---- PGN is no page ----

start "PGN with marks in comments and values stays as it is"
cat >"$T/marks.pgn" <<'END'
[Event "<b>A &amp; B</b> [b] **"]
[Result "1-0"]

1. e4 {a <b>bold</b> &amp; **fine** [b]move[/b] — 1—0} e5 ; <p> and **
2. Nf3 -- 3. <> Nc6 1-0
END
expect_exit 0 grimoire-convert -q "$T/marks.pgn"
expect_in_stdout '^\[Event "<b>A &amp; B</b> \[b\] \*\*"\]'
expect_in_stdout '{a <b>bold</b> &amp; \*\*fine\*\* \[b\]move\[/b\] — 1—0}'
expect_in_stdout '{<p> and \*\*}'
sed 1,3d "$T/marks.pgn" >"$T/untagged.pgn"
expect_exit 0 grimoire-convert -q "$T/untagged.pgn"
expect_in_stdout '{a <b>bold</b> &amp; \*\*fine\*\* \[b\]move\[/b\] — 1—0}'

# ---- word processors ----

start "from a word processor: dashes, spaces of all widths, soft hyphens, characters without width"
thin=$(printf '\342\200\211') soft=$(printf '\302\255') zero=$(printf '\342\200\213') nbsp=$(printf '\302\240')
for dash in – — − ‑ ‒ －; do
    sed -e "s/\([a-j][0-9]*\) *- *\([a-j]\)/\1$thin$dash$nbsp\2/" -e "s/^Kni/Kni$soft/" -e "s/^P/$zero&/" \
        $magi >"$T/word.txt"
    same_moves magi "$T/word.txt"
done
printf '１．\xef\xbd\x854 e\xef\xbc\x95 2. Nf3\xe3\x80\x80Nc6 3. Bb\xef\xbc\x95\n' >"$T/wide.txt"
expect_exit 0 grimoire-convert -q -f san "$T/wide.txt"
expect_stdout 'e4 e5 Nf3 Nc6 Bb5'

start "letters whose bytes look like those of other characters"
letters='García Ångström Í Å Üç Łódź Đặng 井山裕太 ♞'
printf 'Game 1: %s\n\n1. e4 e5 {%s} 1-0\n' "$letters" "$letters" >"$T/letters.txt"
expect_exit 0 grimoire-convert -q "$T/letters.txt"
expect_in_stdout "^\\[Event \"Game 1: $letters\"\\]\$"
expect_in_stdout "^1\. e4 e5 \\{$letters\\} 1-0\$"

start "results as word processors and people write them"
for result in 1—0 '1 – 0' 1−0 '1 — 0' 1‑0; do
    printf '1. e4 e5 2. Nf3 %s\n' "$result" >"$T/result.txt"
    expect_exit 0 grimoire-convert -q "$T/result.txt"
    expect_in_stdout '^1. e4 e5 2. Nf3 1-0$'
done
for result in ½–½ '½ — ½' ½-½ '1/2—1/2' '1/2 – 1/2' 1⁄2-1⁄2 '½ - ½'; do
    printf '1. e4 e5 2. Nf3 %s\n' "$result" >"$T/result.txt"
    expect_exit 0 grimoire-convert -q "$T/result.txt"
    expect_in_stdout '^1. e4 e5 2. Nf3 1/2-1/2$'
done
printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O—O 0–0–0 0—1\n' >"$T/castle.txt"
expect_exit 1 grimoire-check "$T/castle.txt"
expect_stderr "ply 8: '0-0-0'"

# ---- forums ----

start "from a forum"
cat >"$T/forum.txt" <<'END'
[quote=Ann]Here it is:[/quote]
[pgn][Event "Casual"]
[Result "1-0"]

[b]1. e4 e5[/b] [i]2. Nf3[/i] Nc6 [color=#ff0000]3. Bb5[/color] {[b]kept[/b]} 1-0[/pgn]
And [url=http://example.org/]the next[/url]:

[pgn]
1. d4 d5 2. c4 *
[/pgn]
END
expect_exit 0 grimoire-convert -q -f san "$T/forum.txt"
expect_stdout 'e4 e5 Nf3 Nc6 Bb5
d4 d5 c4'
expect_exit 0 grimoire-convert -q "$T/forum.txt"
expect_in_stdout 'Bb5 {\[b\]kept'

start "from a forum with Markdown"
cat >"$T/markdown.txt" <<'END'
## Game 1

**1. e4 e5** 2\. Nf3 *Nc6* 3. __Bb5__ a6

### Game 2

- 1. d4 d5
- 2. c4 *e6*

### Game 3

* 1. c4 e5
* 2. Nc3 `Nf6`

### Game 4

```pgn
1. f4 d5
```

• 2. Nf3 Nf6
END
expect_exit 0 grimoire-convert -q -f san "$T/markdown.txt"
expect_stdout 'e4 e5 Nf3 Nc6 Bb5 a6
d4 d5 c4 e6 *
c4 e5 Nc3 Nf6 *
f4 d5 Nf3 Nf6'
events "$T/markdown.txt" chess | tr '\n' ' ' | grep -qx 'Game 1 Game 2 Game 3 Game 4 ' || fail "other Events"

# ---- columns ----

start "two halves of a score sheet beside each other"
uci magi $magi | sed -n 3p >"$T/third"
awk 'FNR > 1 && /^Game #3/ { on = 1; next } /^Game #4/ { on = 0 } on && NF' $magi | sed 's/^[0-9]*\. *//' >"$T/plies"
plies=$(wc -l <"$T/plies")
awk '{ n = int((NR + 1) / 2); move[n] = NR % 2 ? n ". " $0 : move[n] "    " $0; last = n }
     END { half = int((last + 1) / 2)
           for (i = 1; i <= half; i++) print move[i] (i + half <= last ? "\t" move[i + half] : "") }' \
    "$T/plies" >"$T/replay.txt"
uci magi "$T/replay.txt" | cmp - "$T/third" || fail "two halves: other moves"
awk '{ n = int((NR + 1) / 2); move[n] = NR % 2 ? "<td>" n "<td>" $0 : move[n] "<td>" $0; last = n }
     END { third = int((last + 2) / 3); print "<table>"
           for (i = 1; i <= third; i++)
               print "<tr>" move[i] move[i + third] (i + 2 * third <= last ? move[i + 2 * third] : "") "</tr>" }' \
    "$T/plies" >"$T/replay.html"
uci magi "$T/replay.html" | cmp - "$T/third" || fail "three thirds: other moves"

start "White's moves in one column, Black's in the other"
{ echo White && awk 'NR % 2 { print ++n ". " $0 }' "$T/plies" && echo && echo Black && awk 'NR % 2 == 0 { print ++n ". " $0 }' "$T/plies"; } >"$T/lists.txt"
uci magi "$T/lists.txt" | cmp - "$T/third" || fail "two lists: other moves"
{ echo '<table><tr><td>' && awk 'NR % 2 { print ++n ". " $0 "<br>" }' "$T/plies" && echo '</td><td>' && awk 'NR % 2 == 0 { print ++n "... " $0 "<br>" }' "$T/plies" && echo '</td></table>'; } >"$T/lists.html"
uci magi "$T/lists.html" | cmp - "$T/third" || fail "two cells: other moves"

start "places in columns are those of the file"
printf '1. e4 e5   3. Bb5 a6\n2. Nf3 Nc6 4. Ke3 Nf6\n' >"$T/replay.txt"
expect_exit 1 grimoire-check "$T/replay.txt"
expect_stderr 'replay.txt:2:15: error: game 1, ply 7:'

start "what the numbers do not prove is left as it stands"
for text in '1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 Nf6' '1. e4 e5\n2. Nf3 Nc6\n\n1. d4 d5\n2. c4 e6' \
    '1. e4\n1. e5\n2. Nf3\n2. Nc6' '1. e4 e5 2. Nf3\n2... Nc6 3. Bb5'; do
    printf "$text\n" >"$T/text.txt"
    expect_exit 0 grimoire-check -q "$T/text.txt"
done

# ---- what is not read ----

# looks WORDS TEXT: all programs that read text report what it looks like.
looks() {
    printf "$2" >"$T/other"
    rm -f "$T/other.db"
    for command in 'grimoire-check' 'grimoire-convert' 'grimoire-stats' "grimoire-import -d $T/other.db"; do
        [ "$command $1" != "grimoire-stats database" ] || continue # it reads those
        expect_exit 1 $command "$T/other"
        expect_stderr ": this .*$1"
    done
}

start "a text without games says what it looks like"
looks 'descriptive notation' 'Morphy\n1. P-K4 P-K4\n2. N-KB3 P-Q3 3. P-Q4 B-N5\n'
looks 'descriptive notation' '1 P-K4 P-K4 2 Kt-KB3 KtxP 3 QxPch\n'
looks 'positions' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n'
looks 'positions' '2k5/8/8/8/8/8/8/4K2R w K - bm O-O; id "x";\n'
looks 'numeric notation' '1. 5254 5755 2. 7163 2836 3. 6125 \n'
looks 'zip archive' 'PK\003\004\024\000\010\000'
looks 'PDF' '%%PDF-1.4\n1 0 obj\n'
looks 'RTF' '{\\rtf1\\ansi 1. e4 e5}'
looks 'word processor' '\320\317\021\340\241\261\032\341'
looks '7z archive' '7z\274\257\047\034'
looks 'database' 'SQLite format 3\000\020\000'
looks 'HTML page' '<html><body><p>Nothing here</p></body></html>'
printf 'Dear Bob, how are you?\n' >"$T/other"
expect_exit 1 grimoire-check "$T/other"
expect_stderr 'no games found$'

looks 'names of pieces' 'Springer b1 - c3\nBauer d7 - d5\nSpringer g1-f3\n'
printf '[Event "x"]\n[Result "1-0"]\n\n1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5 1-0\n' >"$T/other"
expect_exit 1 grimoire-check "$T/other"
expect_stderr 'error: game 1: no move was read: this looks like descriptive notation'
printf '1. e4 e5 2. \320\232f3 \320\232c6 *\n' >"$T/other"
expect_exit 1 grimoire-check "$T/other"
expect_stderr 'note: game 1: the piece letters look Cyrillic'

start "a page without games, however long, takes little memory"
{ echo '<html><body>' && yes '<p>This is <b>prose</b> &amp; more of it.</p>' | head -n 100000; } >"$T/prose.html"
memory='ulimit -v 60000'
grep -aq __asan_init "$(command -v grimoire-check)" && memory=: # a sanitizer takes much more
expect_exit 1 bash -c "$memory; grimoire-check -q '$T/prose.html'"
expect_stderr 'an HTML page without moves'

start "figurines are read"
printf '1. e4 e5 2. \342\231\230f3 \342\231\236c6 3. \342\231\227b5 a6 4. O-O \342\231\233e7\n' >"$T/figurines.txt"
expect_exit 0 grimoire-convert -q -f san "$T/figurines.txt"
expect_stdout 'e4 e5 Nf3 Nc6 Bb5 a6 O-O Qe7'

# ---- languages ----

start "piece letters of other languages, if all of a game fits"
grimoire-convert -q -f uci samples/chess.pgn >"$T/english"
for letters in KDTLS RDTFC RDTAC KDTLP RDTBC KHWGS KDVSJ KVBFH KDTLR RDTNC KDHBR; do
    for form in pgn san; do
        one_of 3 || continue
        grimoire-convert -q -f $form samples/chess.pgn | sed "/^\\[/!{s/O/@/g;y/KQRBN/$letters/;s/@/O/g}" >"$T/other.pgn"
        expect_exit 0 grimoire-convert -f uci "$T/other.pgn"
        cmp "$T/english" "$T/out" || fail "$letters as $form: other moves"
        [ "$(grep -c 'note: .*piece letters are' "$T/err")" -eq 1 ] || fail "$letters as $form: not reported once"
    done
done

start "the same in variants, where the letters do not collide with the variant's own"
grimoire-convert -q -f uci samples/royal.pgn >"$T/english"
grimoire-convert -q -f san samples/royal.pgn | sed 'y/RBN/TLS/' >"$T/other.txt"
expect_exit 0 grimoire-convert -q -v royal -f uci "$T/other.txt"
cmp "$T/english" "$T/out" || fail "other moves"
grimoire-convert -q -f san samples/magi.pgn 2>/dev/null | sed 'y/QRBN/DTLS/' >"$T/other.txt"
expect_exit 1 grimoire-check -v magi "$T/other.txt"
grep -q 'piece letters are' "$T/err" && fail "D is a Duke"

start "English, wherever that fits: no note, and no other moves"
printf '1. Pe4 Pe5 2. Pf3 Pf6 *\n' >"$T/fits.txt"
expect_exit 0 grimoire-convert -f san "$T/fits.txt"
expect_stdout 'e4 e5 f3 f6'
[ ! -s "$T/err" ] || fail "$(cat "$T/err")"

printf '1. e4 e5 (1... Nf6 2. Nc3) 2. Ba4 Nc6\n' >"$T/fits.txt"
expect_exit 1 grimoire-check "$T/fits.txt"
expect_stderr "ply 3: 'Ba4'"
grep -q 'piece letters' "$T/err" && fail "taken for another language"
printf '1. e4 e5 2. Sf3 Nc6 3. Lb5 a6\n' >"$T/mixed.txt"
expect_exit 1 grimoire-check "$T/mixed.txt"
expect_stderr "ply 3: 'Sf3'"

start "a fault in a game of another language is one of that game"
cat >"$T/fault.pgn" <<'END'
[Event "Meisterschaft"]
[Result "1-0"]

1. e4 e5 2. Sf3 Sc6 3. Lb5 {Sg5 war auch gut} a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5
7. Lb3 d6 8. c3 O-O 9. Sh5 Sa5 1-0
END
expect_exit 1 grimoire-check "$T/fault.pgn"
expect_stderr "fault.pgn:5:24: error: game 1, ply 17: 'Sh5'"
expect_stderr 'note: .*German'
expect_exit 1 grimoire-check --repair "$T/fault.pgn"
expect_stderr "fault.pgn:5:24: warning: game 1, ply 17: 'Sh5' was replaced"

start "several games without results, some of them German"
printf '1. e4 e5 2. Sf3 Sc6\n3. Lb5 a6\n\n1. d4 d5 2. Sc3 Sf6\n3. Lg5\n\n1. c4 e5 2. Nc3 Nf6\n' >"$T/list.txt"
grimoire-convert -q -f san "$T/list.txt" >"$T/out" 2>"$T/err"
expect_stdout 'e4 e5 Nf3 Nc6 Bb5 a6 *
d4 d5 Nc3 Nf6 Bg5
c4 e5 Nc3 Nf6'

start "letters that fit no language are named, if they look like one"
printf '1. e4 e5 2. Sf3 Sc6 3. Lb5 Xa6\n' >"$T/odd.txt"
expect_exit 1 grimoire-check "$T/odd.txt"
expect_stderr 'note: .*may be German .*S .*Knight'
finish
