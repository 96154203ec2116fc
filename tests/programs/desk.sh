#!/usr/bin/env bash
# The desk from outside, by sockets: where it listens, what it prints, who is answered, how it ends.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$GRIMOIRE_BIN/grimoire-desk" ]; then
    echo "# skipped: no libmicrohttpd"
    start "without libmicrohttpd there is no desk, and grimoire says so"
    PATH=$GRIMOIRE_BIN:/usr/bin:/bin expect_exit 2 grimoire desk
    expect_stderr 'grimoire-desk is not installed'
    expect_exit 0 grimoire help
    ! has_line "$T/out" '^  desk ' || fail "it is listed"
    finish
fi
if ! (: >/dev/tcp/127.0.0.1/9) 2>&1 | grep -q refused; then
    echo "# skipped: no /dev/tcp"
    start "it has options"
    expect_exit 0 grimoire-desk --help
    finish
fi
unset GRIMOIRE_DB GRIMOIRE_VARIANTS

# serve OPTION...: starts a desk; sets desk (its process), port and token.
serve() {
    : >"$T/address"
    grimoire-desk --no-open "$@" >"$T/address" 2>"$T/said" &
    desk=$!
    until_true has_line "$T/address" '^http' || return
    read -r address <"$T/address"
    token=${address#*=} port=${address#http://127.0.0.1:} port=${port%%/*}
}

# stop_desk SIGNAL STATUS: ends it.
stop_desk() {
    kill -"$1" $desk
    wait $desk
    local status=$?
    [ $status -eq "$2" ] || fail "exit status $status, not $2: $(<"$T/said")"
}

# request METHOD TARGET [HEADER...]: sets status, head and body of the answer. Standard headers are as the page sends them;
# `-NAME` leaves one out, `NAME: VALUE` sets another; the body is $sent.
sent=
request() {
    local method=$1 target=$2 line name lines=() given
    shift 2
    declare -A given=([Host]="127.0.0.1:$port" [Cookie]="${cookie-}" [Origin]="http://127.0.0.1:$port"
        [Sec-Fetch-Site]=same-origin [Content-Type]=application/json [X-Grimoire]=test [Content-Length]=${#sent})
    for line; do
        name=${line%%:*}
        if [[ $line = -* ]]; then unset "given[${line#-}]"; else given[$name]=${line#*: }; fi
    done
    for name in "${!given[@]}"; do
        lines+=("$name: ${given[$name]}")
    done
    exec 5<>"/dev/tcp/127.0.0.1/$port"
    printf '%s\r\n' "$method $target HTTP/1.1" "${lines[@]}" 'Connection: close' '' >&5
    printf %s "$sent" >&5
    IFS= read -rd '' answer <&5
    exec 5>&-
    head=${answer%%$'\r\n\r\n'*} body=${answer#*$'\r\n\r\n'} status=${answer#* } status=${status%% *}
}

# expect STATUS METHOD TARGET [HEADER...]: that is the answer.
expect() {
    local want=$1
    shift
    request "$@"
    [ "$status" = "$want" ] || fail "$status, not $want: $*: $body"
}

# expect_body TEXT: it is somewhere in the body.
expect_body() {
    [[ $body == *"$1"* ]] || fail "no '$1' in $body"
}

grimoire-import -q -d "$T/games.db" samples/chess.pgn samples/magi.pgn >/dev/null

start "the address stands alone on the first line, and counts once"
serve -d "$T/games.db"
[[ $address =~ ^http://127\.0\.0\.1:[0-9]+/\?token=[0-9a-f]{32}$ ]] || fail "$address"
expect 403 GET / -Cookie
expect 403 GET "/?token=${token%?}g" -Cookie
expect 303 GET "/?token=$token" -Cookie 'Sec-Fetch-Site: none' -Origin
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
[[ $cookie =~ ^grimoire-$port=[0-9a-f]{32}$ ]] || fail "$head"
[[ $head == *HttpOnly*SameSite=Strict* ]] && [[ $head == *$'\r\n'"Location: /"$'\r\n'* ]] || fail "$head"
expect 403 GET "/?token=$token" -Cookie
expect 200 GET /

start "it listens on this machine alone"
have ss && { ss -ltnp 2>/dev/null | grep ":$port " >"$T/out"; grep -v "127.0.0.1:$port" "$T/out" && fail "elsewhere, too"; }

start "every answer has what keeps others out"
for target in / /desk.js /api/1/variants /api/1/nothing '/?token=1'; do
    request GET "$target"
    for header in "Content-Security-Policy: default-src 'none'" 'X-Content-Type-Options: nosniff' \
        'Referrer-Policy: no-referrer' 'Cross-Origin-Opener-Policy: same-origin' \
        'Cross-Origin-Resource-Policy: same-origin'; do
        [[ $head == *$'\r\n'"$header"* ]] || fail "$target: no $header"
    done
    [[ $head != *Access-Control* ]] || fail "$head"
done
expect 405 OPTIONS /api/1/variants 'Origin: http://127.0.0.1:'$port
[[ $head == *"Allow: GET"* && $head != *Access-Control* ]] || fail "$head"

start "host, origin, cookie, type and length are looked at"
sent='{"variant":"chess","moves":["e2e4"]}'
expect 200 POST /api/1/position
expect_body '"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"'
expect_body '{"uci":"e7e5","san":"e5","squares":["e7","e5"]'
expect 403 POST /api/1/position "Host: example.org:$port"
expect 403 POST /api/1/position 'Origin: http://example.org'
expect 403 POST /api/1/position 'Origin: null'
expect 403 POST /api/1/position 'Sec-Fetch-Site: cross-site'
expect 403 POST /api/1/position -Cookie
expect 403 POST /api/1/position -X-Grimoire
expect 415 POST /api/1/position 'Content-Type: text/plain'
expect 405 GET /api/1/position
expect 404 POST /api/1/positions
expect 413 POST /api/1/position 'Content-Length: 4194305'
expect_body '{"error":"'
sent='{"variant":'
expect 400 POST /api/1/position
sent=
request GET /api/1/variants "Cookie: $cookie"$'\r\n'"Host: 127.0.0.1:$port"
[ "$status" = 403 ] || [ "$status" = 400 ] || fail "two hosts: $status"

start "games say how their boards and pieces look"
expect 200 GET /api/1/variants
expect_body '"lines":"M0 0h900m0 100h-900'
expect_body '"shape":"wedge","characters":{"K":"王","k":"玉",'
expect_body '"P+":"と","p+":"と"'
expect_body '"shape":"disc","characters":{"K":"帥","k":"將",'
chess=${body#*'"name":"chess"'} chess=${chess%%'"name":"magi"'*}
[[ $chess != *'"lines"'* && $chess != *'"shape"'* ]] || fail "$chess"

start "a game is read, changed, kept by another program's word, and given back"
expect 200 GET /api/1/db/1/game/2
version=${head#*ETag: } version=${version%%$'\r'*}
sent='{"game":{"variant":"chess","result":"*","tags":[{"name":"White","value":"Desk"}],"line":["e2e4"]}}'
expect 428 PUT /api/1/db/1/game/2
expect 412 PUT /api/1/db/1/game/2 'If-Match: "1"'
expect 200 PUT /api/1/db/1/game/2 "If-Match: $version"
expect 412 PUT /api/1/db/1/game/2 "If-Match: $version"
expect_exit 0 grimoire-export -d "$T/games.db" --games 2 -f uci
expect_stdout e2e4
sent='{}'
expect 200 POST /api/1/db/1/undo
expect_body '{"undone":"edit of game 2","game":2}'
sent=
expect 200 GET /api/1/db/1/game/2
[[ $head == *"ETag: $version"* ]] || fail "$head"

start "a list of games, and games as a file"
expect 200 GET '/api/1/db/1/games?sel=variant%3Dmagi&limit=2'
expect_body '"variant":"magi"'
expect_body '"next":'
expect 200 GET '/api/1/db/1/export?sel=games=1'
[[ $head == *'Content-Disposition: attachment; filename="games.pgn"'* ]] || fail "$head"
expect_body '[White "'

# threads: how many the desk has.
threads() {
    sed -n 's/^Threads:[[:space:]]*//p' "/proc/$desk/status"
}

start "live lines come as they are found, and end with the tab"
exec 6<>"/dev/tcp/127.0.0.1/$port"
printf '%s\r\n' 'GET /api/1/live?id=tab HTTP/1.1' "Host: 127.0.0.1:$port" "Cookie: $cookie" '' >&6
cat <&6 >"$T/live" &
listener=$!
until_true has_line "$T/live" '^Content-Type: text/event-stream'
sent='{"position":{"variant":"magi"},"lines":3}'
expect 202 POST /api/1/live/tab
until_true has_line "$T/live" '^data: .*"generation":1,.*"san":'
sent='{"position":{"variant":"wizard"}}'
expect 202 POST /api/1/live/tab
until_true has_line "$T/live" '^data: .*"generation":2,.*"san":'
sent=
if [ -r "/proc/$desk/status" ]; then
    before=$(threads)
    kill $listener
    wait $listener 2>/dev/null
    exec 6>&-
    for ((try = 0; try < 40 && $(threads) > before - 2; try++)); do
        nap 0.05
    done
    [ "$(threads)" -le $((before - 2)) ] || fail "$(threads) threads, $before before"
fi

start "addresses and headers that are too long are refused in words"
long=/api/1/query/check?q=mate
for ((n = 0; n < 800; n++)); do
    long+="&p$n=1"
done
expect 400 GET "$long"
expect_body '"error":"the address has more than 64 parameters"'
printf -v long '%70000s' ''
expect 414 GET "/api/1/query/check?q=${long// /x}"
expect_body '"error":"the address is longer than '
printf -v long '%40000s' ''
expect 431 GET /api/1/dbs "X-Long: ${long// /x}"
expect_body '"error":"the headers are longer than 30 KiB"'
[[ $head == *nosniff* ]] || fail "$head"
expect 200 GET /api/1/dbs "X-Long: ${long:0:20000}x"

start "what is no HTTP does not end it"
for text in '' 'x' $'GET\r\n\r\n' $'GET / HTTP/9.9\r\n\r\n' $'\r\n\r\n\r\n'; do
    exec 5<>"/dev/tcp/127.0.0.1/$port"
    printf %s "$text" >&5
    exec 5>&-
done
expect 200 GET /api/1/dbs
expect_body '"db":"1","name":"games.db","open":true,"writable":true'

start "of two desks with one database, the second one only reads"
first=$desk first_port=$port first_cookie=$cookie
serve -d "$T/games.db"
has_line "$T/said" 'games.db: warning: another desk has it' || fail "$(<"$T/said")"
request GET "/?token=$token" -Cookie
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
expect 200 GET /api/1/dbs
expect_body '"writable":false'
stop_desk INT 130
desk=$first port=$first_port cookie=$first_cookie

start "a signal ends it, and the next desk may write"
stop_desk TERM 143
has_line "$T/said" 'stopped' || fail "$(<"$T/said")"
serve -d "$T/games.db"
! has_line "$T/said" warning || fail "$(<"$T/said")"
stop_desk INT 130

start "what the page says is saved outlives a kill"
serve -d "$T/games.db"
request GET "/?token=$token" -Cookie
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
sent='{"text":"[White \"Last\"]\n\n1. a4 a5 *"}'
expect 200 POST /api/1/db/1/import
expect_body '{"games":1,"plies":2,"faulty":0,"duplicates":0,"replaced":0,"ids":['
sent=
kill -KILL $desk
wait $desk 2>/dev/null
expect_exit 0 grimoire-db verify -d "$T/games.db"
expect_exit 0 grimoire-export -d "$T/games.db" --white =Last -f uci
expect_stdout 'a2a4 a7a5'

start "databases of a folder are opened by their handles, and nothing else"
mkdir "$T/folder" "$T/folder/sub.db"
cp "$T/games.db" "$T/folder/a.db"
cp "$T/games.db" "$T/folder/other"
ln -s "$T/games.db" "$T/folder/link.db"
echo x >"$T/folder/text.db"
serve --folder "$T/folder"
request GET "/?token=$token" -Cookie
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
expect 200 GET /api/1/dbs
[[ $body == '{"dbs":[{"db":"1","name":"a.db","open":false,"path":"'*'/folder/a.db"},{"db":"2","name":"text.db","open":false,"path":"'*'"}],"folder":"'* ]] ||
    fail "$body"
sent='{"db":"1"}'
expect 200 POST /api/1/dbs/open
expect_body '"open":true,"writable":true,"last":'
sent='{"db":"2"}'
expect 500 POST /api/1/dbs/open
for sent in '{"db":"3"}' '{"db":"../games.db"}' '{"db":"0"}' '{"db":"1x"}' '{"db":""}'; do
    expect 404 POST /api/1/dbs/open
done
sent=
stop_desk TERM 143

start "without a database it offers those of this folder, those that were open lately, and new ones"
mkdir "$T/here"
cp "$T/games.db" "$T/here/own.db"
home=$PWD
case $GRIMOIRE_BIN in /*) ;; *) PATH=$PWD/$GRIMOIRE_BIN:$PATH ;; esac
cd "$T/here" || exit
serve
request GET "/?token=$token" -Cookie
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
expect 200 GET /api/1/dbs
expect_body '/games.db"'
expect_body '/here/own.db"'
sent='{"name":"new"}'
expect 201 POST /api/1/dbs/create
[ -s new.db ] || fail "nothing was created"
expect 409 POST /api/1/dbs/create
sent=
stop_desk TERM 143
cd "$home" || exit
serve -d "$T/here/new.db"
request GET "/?token=$token" -Cookie
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
expect 200 GET /api/1/dbs
[[ $body != *own.db* && $body != */games.db* && $body == *'"folder":null'* ]] || fail "$body"
stop_desk TERM 143

start "engines are those of the command line"
serve --engine grimoire-engine --engine "grimoire-engine 2"
request GET "/?token=$token" -Cookie
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
expect 200 GET /api/1/engines
expect_body '{"engine":"1","name":"grimoire-engine"},{"engine":"2","name":"grimoire-engine 2"}]}'
stop_desk INT 130
mkdir -p "$T/config/grimoire"
printf '# mine\n\n  grimoire-engine 3\r\ngrimoire-engine 4' >"$T/config/grimoire/engines"
serve --engine grimoire-engine
request GET "/?token=$token" -Cookie
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
expect 200 GET /api/1/engines
expect_body '{"engine":"1","name":"grimoire-engine"},{"engine":"2","name":"grimoire-engine 3"},{"engine":"3","name":"grimoire-engine 4"}]}'
stop_desk INT 130
rm "$T/config/grimoire/engines"
mkdir "$T/config/grimoire/engines"
expect_exit 2 grimoire-desk --no-open
expect_stderr 'engines: cannot be read'
rmdir "$T/config/grimoire/engines"
serve -d "$T/games.db" --engine grimoire-engine
request GET "/?token=$token" -Cookie
cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
sent='{"kind":"annotate","db":"1","engine":"1","nodes":50,"sel":["games=1"]}'
expect 202 POST /api/1/jobs
sent=
is_done() {
    request GET /api/1/jobs
    [[ $body == *'"state":"done"'*'"aside":0'* ]]
}
until_true is_done
stop_desk INT 130

# open_jobs OPTION...: starts a desk on the games, with the cookie; of the jobs there, `told` is what is said.
open_jobs() {
    serve -d "$T/games.db" "$@"
    request GET "/?token=$token" -Cookie
    cookie=${head#*Set-Cookie: } cookie=${cookie%%;*}
}
job_says() {
    request GET /api/1/jobs
    [[ $body == *"$1"* ]]
}

start "a job that is killed goes on in the next desk, and nothing that it judged is lost"
rm -r "$T/state/grimoire" # what has ended before
expect_exit 0 grimoire-import -q -d "$T/jobs.db" samples/chess.pgn
mv "$T/jobs.db" "$T/games.db"
open_jobs -j 1
sent='{"kind":"annotate","db":"1","movetime":25,"sel":["games=1-3"]}'
expect 202 POST /api/1/jobs
sent=
has_judged() {
    grimoire-db info -f json "$T/games.db" >"$T/out" && has_line "$T/out" '"evaluations":[1-9][0-9]*,"judges"'
}
until_true has_judged
kill -KILL $desk
wait $desk 2>/dev/null
grimoire-db info -f json "$T/games.db" >"$T/out"
[[ $(<"$T/out") =~ \"evaluations\":([0-9]+) ]] && judged=${BASH_REMATCH[1]}
[ "$(stat -c %a "$T/state/grimoire")" = 700 ] || fail "the folder is $(stat -c %a "$T/state/grimoire")"
open_jobs -j 1
expect 200 GET /api/1/jobs
expect_body '{"jobs":[{"job":"1","kind":"annotate","name":"games.db","state":"paused"'
sent='{"state":"running"}'
expect 200 POST /api/1/jobs/1
sent=
until_true job_says '"state":"done"'
grimoire-db info -f json "$T/games.db" >"$T/out"
[[ $(<"$T/out") =~ \"evaluations\":([0-9]+) ]] && all=${BASH_REMATCH[1]}
expect_body "\"judged\":$((all - judged)),\"aside\":0"
stop_desk TERM 143
open_jobs
expect 200 GET /api/1/jobs
expect_body '{"jobs":[{"job":"1","kind":"annotate","name":"games.db","state":"done"'
expect_body "\"judged\":$((all - judged)),\"aside\":0"
expect 200 DELETE /api/1/jobs/1
expect_body '{"jobs":[]}'
stop_desk TERM 143

start "a desk that only reads has no jobs of another's; one that is stopped keeps its own"
open_jobs -j 1
sent='{"kind":"match","db":"1","variant":"magi","movetime":100,"games":10}'
expect 202 POST /api/1/jobs
first=$desk
open_jobs -j 1
expect 200 GET /api/1/jobs
expect_body '{"jobs":[]}'
expect 409 POST /api/1/jobs
sent=
stop_desk TERM 143
desk=$first
stop_desk INT 130
open_jobs -j 1
expect 200 GET /api/1/jobs
expect_body '"kind":"match","name":"games.db","state":"paused"'
expect 200 DELETE /api/1/jobs/1
expect_body '"state":"stopped"'
expect 200 DELETE /api/1/jobs/1
stop_desk INT 130
[ "$(ls "$T/state/grimoire")" = recent ] || fail "there is $(ls "$T/state/grimoire")"

start "without a folder nothing is kept, and that is no failure"
saved=$XDG_STATE_HOME home=$HOME
export XDG_STATE_HOME=nowhere
unset HOME
open_jobs -j 1
sent='{"kind":"annotate","db":"1","movetime":60000}'
expect 202 POST /api/1/jobs
sent=
expect 200 GET /api/1/jobs
[[ $body != *'"text"'* ]] || fail "$body"
stop_desk TERM 143
open_jobs
expect 200 GET /api/1/jobs
expect_body '{"jobs":[]}'
stop_desk TERM 143
export XDG_STATE_HOME=$saved HOME=$home

start "a report is shown under a policy of its own"
open_jobs
sent='{"kind":"report","db":"1","variant":"chess"}'
expect 202 POST /api/1/jobs
sent=
until_true job_says '"result":"report.html"'
expect 200 GET /api/1/jobs/1/result
[[ $head == *"Content-Type: text/html"* && $head == *"Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'"*sandbox* &&
    $head != *script-src* && $head == *nosniff* ]] || fail "$head"
expect 403 GET /api/1/jobs/1/result -Cookie
expect 403 GET /api/1/jobs/1/result 'Sec-Fetch-Site: cross-site'
stop_desk TERM 143
open_jobs
expect 200 GET /api/1/jobs/1/result # the next desk has it, too
[[ $head == *"Content-Type: text/html"* && $head == *sandbox* && $body == *games.db* ]] || fail "$head"
stop_desk TERM 143

start "bad usage, and what is not there"
expect_exit 2 grimoire-desk --no-open -d "$T/none.db"
expect_exit 2 grimoire-desk --no-open --folder "$T/none"
expect_exit 2 grimoire-desk --no-open --port 0
expect_exit 2 grimoire-desk --no-open games.db
expect_stderr 'use -d FILE'
expect_exit 3 grimoire-desk --no-open -d samples/chess.pgn
serve
expect_exit 1 grimoire-desk --no-open --port "$port"
expect_stderr "port $port"
stop_desk TERM 143
finish
