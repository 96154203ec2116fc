#!/usr/bin/env bash
# Eight shards by a Slurm job array, with munged, slurmctld and slurmd of its own on the loopback: one
# worker killed, one shard run twice, one lost and run again.
cd "$(dirname "$0")/../.." || exit 2
. tests/programs/lib.sh
. tests/cluster/lib.sh
export TMPDIR=$T # where shards are worked on

# ---- the cluster: one machine, which is said to have eight processors ----

# free_port: one that nobody listens on.
free_port() {
    local port
    while :; do
        port=$((20000 + RANDOM % 20000))
        (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo $port && return; }
    done
}

configure() {
    local host control=$(free_port) node=$(free_port)
    host=$(hostname -s)
    cat >"$T/slurm.conf" <<END
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$T/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
StateSaveLocation=$T/state
SlurmdSpoolDir=$T/spool
SlurmctldPidFile=$T/slurmctld.pid
SlurmdPidFile=$T/slurmd.pid
SlurmctldLogFile=$T/slurmctld.log
SlurmdLogFile=$T/slurmd.log
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=alpha NodeHostname=$host NodeAddr=127.0.0.1 CPUs=$SHARDS State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$T/slurm.conf
}

# munged wants everybody to reach its socket, and nobody its key.
start_cluster() {
    chmod 711 "$T"
    mkdir -m 755 "$T/munge" "$T/state" "$T/spool"
    (umask 077 && head -c 1024 /dev/urandom >"$T/munge.key")
    munged --foreground --key-file="$T/munge.key" --socket="$T/munge/socket" \
        --pid-file="$T/munge/pid" --log-file="$T/munge/log" --seed-file="$T/munge/seed" \
        2>"$T/munged.err" &
    until_true sh -c 'munge -n -S "$1" >/dev/null 2>&1' sh "$T/munge/socket" || cat "$T/munged.err"
    slurmctld -D -c >"$T/slurmctld.out" 2>&1 &
    slurmd -D -N alpha >"$T/slurmd.out" 2>&1 &
    until_true sh -c 'sinfo -h -o %T 2>/dev/null | grep -qE "idle|mixed|allocated"' ||
        tail -n 20 "$T"/slurm*.out "$T"/slurm*.log
}

# Jobs that are still there end before the daemons, which clean_up kills.
end_cluster() {
    local status=$?
    scancel --full -u "$(id -un)" 2>/dev/null
    for ((try = 0; try < 50; try++)); do
        [ -n "$(squeue -h 2>/dev/null)" ] && sleep 0.1 || break
    done
    kill $(jobs -p) 2>/dev/null
    wait
    (exit $status)
    clean_up
}
trap end_cluster EXIT

# wait_for JOB: until all tasks of the array have ended, five minutes at the most.
wait_for() {
    local try
    for ((try = 0; try < 1500; try++)); do
        [ -n "$(squeue -h -j "$1" 2>/dev/null)" ] || return 0
        sleep 0.2
    done
    fail "job $1 does not end: $(squeue 2>&1)"
}

# submit TASKS: runs these shards by the recipe, and sets $job.
submit() {
    follow 0 'sbatch --array=1-' "s/--array=1-$SHARDS/--parsable --array=$1/"
    job=$(cut -d';' -f1 "$T/out")
}

state_of() {
    scontrol -o show job "$1" | sed -nE 's/.* JobState=([A-Z_]*).*/\1/p'
}

# ---- the shards ----

start "Slurm: a worker is killed, and its task fails"
make_shared
configure
start_cluster
recipe '#SBATCH' >"$SHARED/array.sh"
submit "1-$SHARDS"
kill_worker 3
wait_for "$job"
[ "$(shards)" = 1,2,4,5,6,7,8 ] || fail "shards $(shards): $(cat "$SHARED"/*.log)"
[ "$(state_of "${job}_3")" = FAILED ] || fail "the killed task is $(state_of "${job}_3")"
[ "$(state_of "${job}_4")" = COMPLETED ] || fail "another task is $(state_of "${job}_4")"

start "Slurm: one shard is lost, one run twice, and what is missing is run again"
rm "$SHARED/shard-5.db"
submit 2
again=$job
follow 0 'echo $i'
expect_stdout 3,5
submit "$(cat "$T/out")"
wait_for "$job"
wait_for "$again"
[ "$(shards)" = 1,2,3,4,5,6,7,8 ] || fail "shards $(shards): $(cat "$SHARED"/*.log)"
[ "$(state_of "${again}_2")" = COMPLETED ] || fail "the second run is $(state_of "${again}_2")"

check_merging Slurm
finish
