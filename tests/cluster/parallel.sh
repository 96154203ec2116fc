#!/usr/bin/env bash
# Eight shards by GNU parallel: one worker killed, one shard run twice, one lost and run again.
cd "$(dirname "$0")/../.." || exit 2
. tests/programs/lib.sh
. tests/cluster/lib.sh
export HOME=$T TMPDIR=$T # where parallel keeps its own files, and shards are worked on

by_hand='parallel --joblog shards.joblog ./shard.sh'
start "GNU parallel: a worker is killed, and what failed is run again"
make_shared
kill_worker 3 &
follow 1 "$by_hand" "s/parallel/& -j $SHARDS/" # one job fails
wait $!
[ "$(shards)" = 1,2,4,5,6,7,8 ] || fail "shards $(shards)"
follow 0 "$by_hand" 's/parallel/& --retry-failed/'
[ "$(shards)" = 1,2,3,4,5,6,7,8 ] || fail "shards $(shards) after the second run"
[ "$(grep -c . "$SHARED/shards.joblog")" -eq 10 ] || fail "not nine jobs: $(cat "$SHARED/shards.joblog")"

start "GNU parallel: a shard that is run twice, and one that is lost and run again"
rm "$SHARED/shard-5.db"
follow 0 'echo $i'
expect_stdout 5
(cd "$SHARED" && parallel -j 3 ./shard.sh {} $SHARDS ::: 2 2 5) >"$T/out" 2>"$T/err" || fail "$(cat "$T/err")"
[ "$(shards)" = 1,2,3,4,5,6,7,8 ] || fail "shards $(shards)"

check_merging "GNU parallel"

start "copies that remember their shard, for machines that share nothing"
follow 0 'grimoire db split'
rm "$SHARED"/shard*.db
for ((i = 1; i <= SHARDS; i++)); do
    follow 0 'grimoire annotate -d part-' "s/part-7/part-$i/"
done
merge_all $(shuf -e "$SHARED"/part-*.db)
is_as_one || fail "the export differs"
rm "$SHARED"/part-*.db

start "GNU parallel: machines that ssh reaches"
rm "$SHARED/shards.joblog"
cat >"$T/ssh" <<'END'
#!/bin/sh
# Stands in for ssh: the machine is this one.
echo "$1" >>"$HOME/machines"
shift
[ "$1" != -- ] || shift
cd "$HOME" && exec sh -c "$*"
END
chmod +x "$T/ssh"
follow 0 'parallel --joblog shards.joblog -S' "s:parallel:& --ssh $T/ssh:"
[ "$(shards)" = 1,2,3,4,5,6,7,8 ] || fail "shards $(shards)"
[ "$(sort -u "$T/machines" | paste -sd' ')" = 'alpha beta' ] || fail "on $(sort -u "$T/machines")"
merge_all "$SHARED"/shard-*.db
is_as_one || fail "the export differs"
finish
