# shellcheck shell=bash disable=SC2154
# An experiment on a Slurm of one node, which it starts in a scratch folder: a task is killed, all is submitted anew, the node
# dies and comes back, and what is merged is compared with what one machine makes.

slurm() {
    local shard=results/small-slurm/shard-2-of-3 host kept array
    host=$(hostname -s)
    cd "$scratch"
    mkdir state spool
    (umask 077 && head -c 128 /dev/urandom >munge.key)
    export SLURM_CONF=$scratch/slurm.conf
    cat >"$SLURM_CONF" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthInfo=socket=$scratch/munge.socket,cred_expire=5
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldPort=26817
SlurmdPort=26818
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
END
    # A task that goes on is no child of this step.
    trap 'scancel --user="$(id -un)" || true; tail -n 20 ./*.log results/*-slurm/logs/*.log >&2 || true; finish' EXIT
    start munged --foreground --force --key-file=munge.key --socket="$scratch/munge.socket" \
        --pid-file="$scratch/munged.pid" --log-file="$scratch/munge.log" --seed-file="$scratch/munge.seed"
    await test -S munge.socket
    start slurmctld -D
    start slurmd -D -N "$host"
    await eval '[[ $(sinfo --noheader --format=%T) == idle ]]'

    cat >small.toml <<'END'
name = "small"
pairs = 240
game = { kind = "random", length = 100 }
challenger = { searcher = "best-first" }
opponent = { searcher = "alpha-beta" }
cells = [{ branching = [3, 5], opponent_depth = "1..=8", challenger_depth = "equal-cost" }]
END
    "$xtask" experiment small.toml --out whole >whole.log 2>&1
    "$xtask" shards slurm small.toml --shards 3 --out results/small

    # The second task is killed while it plays.
    bash results/small-slurm/submit.sh | tee submitted
    array=$(sed -n 's/^shards: job \([0-9]*\),.*/\1/p' submitted)
    await test -s "$shard/games.jsonl"
    scancel --signal=KILL --full "${array}_2"
    await eval '[[ -z $(squeue --noheader) ]]'
    grep -q '"finished": *false' "$shard/shard.json" || fail "the task was too quick to be killed"
    grep -q '"finished": *true' "${shard/2/1}/shard.json" || fail "the other tasks are not finished"
    [[ ! -e results/small ]] || fail "something was merged although a shard is not finished"
    cp "$shard/games.jsonl" before.jsonl
    kept=$(wc -l <before.jsonl)

    # All is submitted again, and the node dies while the second task plays. Slurm starts the task anew when the node is back,
    # some seconds later; it may come back by itself.
    bash results/small-slurm/submit.sh
    await eval '(($(wc -l <"$shard/games.jsonl") > kept))'
    scontrol update nodename="$host" state=down reason="it is tried"
    grep -q '"finished": *false' "$shard/shard.json" || fail "the task was too quick for the node to die"
    await eval "squeue --noheader --array --format='%K %T' | grep '^2 PENDING'"
    scontrol update nodename="$host" state=resume 2>/dev/null || true

    # The merge follows, with as many rounds as it asks for.
    await test -e results/small/report.html
    await eval '[[ -z $(squeue --noheader) ]]'
    cmp <(head -n "$kept" before.jsonl) <(head -n "$kept" "$shard/games.jsonl") || fail "the killed shard lost records"
    diff --recursive --exclude=provenance.json whole results/small || fail "the merged folder is another one"
    trap finish EXIT
    echo "a Slurm of one node: $kept pairs of the killed task kept, same bytes"
}
