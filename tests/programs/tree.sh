#!/usr/bin/env bash
# tree: first games with a move, two selections compared, orders of moves.
. "$(dirname "$0")/lib.sh"

D=$T/games.db
cat >"$T/games.pgn" <<'PGN'
[White "Tal"][Black "Bot"][Date "1960.03.15"][Result "1-0"] 1. e4 c6 2. d4 d5 1-0
[White "Bot"][Black "Tal"][Date "1960.03.17"][Result "1/2-1/2"] 1. c4 Nf6 2. Nf3 1/2-1/2
[White "Tal"][Black "Cy"][Date "1958.??.??"][Result "0-1"] 1. Nf3 Nf6 2. c4 g6 0-1
[White "Bot"][Black "Cy"][Result "1-0"] 1. d4 d5 2. e4 c6 1-0
[White "Dan"][Black "Cy"][Date "1970.01.01"][Result "1-0"] 1. d4 d5 2. e4 c6 3. Nc3 1-0
[White "Bot"][Black "Dan"] 1. a3 a6 *
PGN
grimoire-import -q -d "$D" "$T/games.pgn" 2>"$T/err" >&2

start "novelties: the first game with each move by date, the latest first"
for index in no yes; do
    expect_exit 0 grimoire-tree -d "$D" --novelties
    expect_stdout 'move          games  score  first played  in game
d4                2 100.0%  1970.01.01    5 Dan - Cy
c4                1  50.0%  1960.03.17    2 Bot - Tal
e4                1 100.0%  1960.03.15    1 Tal - Bot
Nf3               1   0.0%  1958          3 Tal - Cy
a3                1      -  -             6 Bot - Dan
6 games, 0 end here'
    expect_exit 0 grimoire-tree -d "$D" --novelties --line 'd4 d5' --depth 2 --least 1
    expect_in_stdout '^  c6 +2 +100.0%  1970.01.01    5 Dan - Cy$'
    expect_exit 0 grimoire-tree -d "$D" --novelties --white Bot -f json
    grep -q '"san":"d4".*"firstPlayed":null,"first":{"game":4,"white":"Bot","black":"Cy","event":null}' "$T/out" ||
        fail "$(<"$T/out")"
    expect_exit 0 grimoire-db index -q -d "$D"
done

# first_moves FILE: for each first move of the games in it, the first game and its date, by another way.
first_moves() {
    grimoire-export -q -d "$1" -f csv-plain >"$T/table"
    grimoire-export -q -d "$1" -f uci | cut -d' ' -f1 >"$T/moves"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "date") date = i; next } { print $date }' "$T/table" |
        paste -d' ' - "$T/moves" | awk '
            { id++; date = $1 ~ /^[0-9]/ ? $1 : "9999"; move = $2 }
            !(move in first) || date < when[move] { first[move] = id; when[move] = date }
            END { for (move in first) print move, first[move] }' | sort
}

start "the same as by looking at each game, with and without index, by any number of threads"
for ((n = 0; n < 3000; n++)); do
    moves=(e4 d4 c4 Nf3 g3 b3 f4 Nc3 a3 h3)
    printf -v date '%d.%02d.%02d' $(((n * 7919) % 200 + 1800)) $((n % 12 + 1)) $((n % 28 + 1))
    [ $((n % 50)) -gt 0 ] || date='????.??.??'
    printf '[Event "%d"][Date "%s"] 1. %s *\n' $n "$date" "${moves[(n * n + n / 7) % 10]}"
done >"$T/many.pgn"
grimoire-import -q -d "$T/many.db" "$T/many.pgn" 2>"$T/err" >&2
first_moves "$T/many.db" >"$T/want"
[ "$(wc -l <"$T/want")" -ge 5 ] || fail "too few moves: $(<"$T/want")"
for index in no yes; do
    for jobs in 1 3; do
        grimoire-tree -q -j $jobs -d "$T/many.db" --novelties -f json |
            sed -E 's/.*"uci":"([^"]*)".*"first":\{"game":([0-9]+).*/\1 \2/' | sort >"$T/got"
        cmp "$T/got" "$T/want" || fail "$index index, $jobs threads: $(diff "$T/got" "$T/want")"
    done
    expect_exit 0 grimoire-db index -q -d "$T/many.db"
done

start "the first game of several databases says which one it is from"
expect_exit 0 grimoire-tree -d "$T/many.db" -d "$D" --novelties --date 1958..1970
expect_in_stdout "  1958 +$D:3 Tal - Cy$|  195[0-9].*:"
expect_exit 0 grimoire-tree -d "$T/many.db" -d "$D" --novelties --white Tal -f json
grep -q "\"firstPlayed\":\"1958\",\"first\":{\"db\":\"$D\",\"game\":3," "$T/out" || fail "$(<"$T/out")"

start "two selections compared"
expect_exit 0 grimoire-tree -d "$D" --compare white=Tal --with white=Bot
expect_stdout 'A: white=Tal, B: white=Bot
move        games A   share  score   games B   share  score
a3                0    0.0%      -         1   33.3%      -
c4                0    0.0%      -         1   33.3%  50.0%
d4                0    0.0%      -         1   33.3% 100.0%
e4                1   50.0% 100.0%         0    0.0%      -
Nf3               1   50.0%   0.0%         0    0.0%      -
2 games of A, 3 of B'
expect_exit 0 grimoire-tree -d "$D" --compare date=1960 --compare white=Tal --with date=1950.. --least 2
expect_stdout 'A: date=1960 white=Tal, B: date=1950..
move        games A   share  score   games B   share  score
e4                1  100.0% 100.0%         1   25.0% 100.0%
1 game of A, 4 of B'

start "each side has what a tree of its selection has, and options before and after hold for both"
for side in compare with; do
    [ $side = compare ] && year=1850..1900 || year=1901..1999
    grimoire-tree -q -d "$T/many.db" --event 1 --date $year -f json | sed 's/,"points".*//; s/"score":.*//' |
        sort >"$T/want"
    grimoire-tree -q -d "$T/many.db" --compare date=1850..1900 --event 1 --with date=1901..1999 -f json |
        sed -E "s/^(\{\"san\":\"[^,]*,\"uci\":\"[^,]*,).*\"$side\":\{(\"games\":[0-9]+,)\"share\":[0-9.]+,([^}]*)\"score.*/\1\2\3/" |
        grep -v '"games":0,' | sort >"$T/got"
    [ -s "$T/want" ] || fail "nothing to compare"
    cmp "$T/got" "$T/want" || fail "$side: $(diff "$T/got" "$T/want" | head -5)"
done

start "a side that names no database has those of -d alone"
grimoire-tree -d "$D" --white Tal | sed -n 's/^\([0-9]*\) games\{0,1\},.*/\1/p' >"$T/tal"
expect_exit 0 grimoire-tree -d "$D" --compare "db=$T/many.db" --with white=Tal
expect_in_stdout "games of A, $(<"$T/tal") of B$"
expect_exit 0 grimoire-tree -d "$D" --compare white=Tal --with "db=$T/many.db"
expect_in_stdout "^$(<"$T/tal") games? of A, "
expect_exit 2 grimoire-tree --compare "db=$D" --with white=Tal
expect_stderr 'with has no database'

start "a side without games says why, as a selection does"
expect_exit 0 grimoire-tree -d "$D" --compare white=zz --with white=Tal
expect_stderr "^no game's White tag contains 'zz'\$"
expect_exit 1 grimoire-tree -d "$D" --compare white=zz --with player==Ta
expect_stderr "^no game's White tag contains 'zz'\$"
expect_stderr "^no player's name is exactly 'Ta'; leave out the '=' to find those that contain it\$"
expect_exit 0 grimoire-tree -q -d "$D" --compare white=zz --with white=Tal
[ ! -s "$T/err" ] || fail "$(<"$T/err")"

start "databases compared"
expect_exit 0 grimoire-tree --compare "db=$D" --with "db=$T/many.db"
expect_in_stdout '^6 games of A, 3000 of B$'
expect_exit 0 grimoire-tree -d "$D" --compare "db=$D" --compare white=Tal --with "db=$D"
expect_in_stdout '^2 games of A, 6 of B$'
expect_exit 0 grimoire-tree -d "$D" --compare white=Tal --with "db=$T/many.db"
expect_in_stdout '^2 games of A, 3000 of B$'

start "orders of moves"
expect_exit 0 grimoire-tree -d "$D" --transpositions 5 --line '1. e4 c6 2. d4 d5'
expect_stdout '   games   share  moves
       2   66.7%  1. d4 d5 2. e4 c6
       1   33.3%  1. e4 c6 2. d4 d5
3 games, 2 orders of moves'
for index in no yes; do
    expect_exit 0 grimoire-tree -d "$D" --transpositions 1 --line 'c4 Nf6 Nf3' -f json
    expect_stdout '{"moves":"1. Nf3 Nf6 2. c4","games":1,"share":0.5000}'
    expect_exit 0 grimoire-tree -d "$D" -d "$T/many.db" --transpositions 9 --line d4 --white Bot
    expect_stdout '   games   share  moves
       1  100.0%  1. d4
1 game, 1 order of moves'
    expect_exit 1 grimoire-tree -d "$D" --transpositions 9 --line 'h4'
    expect_stdout '0 games, 0 orders of moves'
done
grimoire-import -q -d "$T/black.db" - >"$T/out" 2>&1 <<'PGN'
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"][SetUp "1"] 7... Kd7 8. e4 *
PGN
expect_exit 0 grimoire-tree -d "$T/black.db" --transpositions 9 --fen '8/3k4/8/8/4P3/8/8/4K3 b - - 0 8'
expect_in_stdout '  7\.\.\. Kd7 8\. e4$'

start "bad usage"
for bad in '--compare white=Tal' '--with white=Tal' '--compare x=y --with white=x' '--compare Tal --with Bot' \
    '--compare =x --with white=x' '--compare date=x --with date=1990' '--compare variant=chess --with white=x' \
    "--compare db=$D --compare db=$T/many.db --with white=x" '--compare white=a --with white=b --depth 2' \
    '--compare white=a --with white=b --novelties' '--compare white=a --with white=b -f explorer' \
    '--transpositions 0' '--transpositions 3 --novelties' '--transpositions 3 --depth 2' '--transpositions 3 mate' \
    '--transpositions 3 --least 2' '--novelties -f explorer'; do
    expect_exit 2 grimoire-tree -d "$D" $bad
    [ -s "$T/err" ] || fail "nothing is said of $bad"
done
expect_exit 2 grimoire-tree --compare "db=$D" --with "db=$T/none.db"
expect_stderr 'none.db: no such database$'
expect_exit 2 grimoire-tree --compare "db=$D" --with "db=$T/many.db" -o "$T/many.db"
expect_stderr 'that file is the database'
expect_exit 1 grimoire-tree -d "$D" --compare white=Nobody --with white=Noone
finish
