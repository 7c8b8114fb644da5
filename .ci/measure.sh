# shellcheck shell=bash disable=SC2154
# What measures times, and writes them as a record. Needs an idle machine and half an hour, some of it for builds.

# STEP RECORD: what a record of times says of where it comes from.
provenance() {
    printf '{"runs": [{"program": ".ci/run %s", "commit": "%s", "compiler": "%s", "processor": "%s", "threads": %d, %s}]}\n' \
        "$1" "$(git rev-parse HEAD)" "$(rustc --version)" "$(sed -n 's/^model name\t*: //p' /proc/cpuinfo | head -1)" \
        "$(nproc)" "\"written\": \"$(date --utc +%Y-%m-%dT%H:%M:%SZ)\"" >"$2/provenance.json"
}

# STEP RECORD FILE: a record of lines in JSON.
recorded() {
    mkdir -p "$2"
    { echo '['; sed '$!s/$/,/' "$3"; echo ']'; } >"$2/results.json"
    provenance "$1" "$2"
}

# PART RECORD: how long people wait for the steps of a part, in a fresh clone and with 20 GB below a temporary folder.
times() {
    local clone=$scratch/bestply
    git clone --quiet . "$clone"
    cargo fetch --quiet --manifest-path "$clone/Cargo.toml"
    CARGO_TARGET_DIR=$clone/target "$clone/.ci/run" "$1"
    awk -F '\t' 'NR > 1 && !/\(build\)/ {
        gsub(/_/, " ", $3)
        printf "{\"command\": \"%s\", \"seconds\": %.1f, \"processor_seconds\": %.1f}\n", $3, $1, $2
    }' "$clone/target/ci-seconds.tsv" >"$scratch/times"
    recorded "times $1" "$2" "$scratch/times"
}

# The playground serves until it is stopped: its time is that to the first answer.
first_answer() {
    start target/release/xtask playground --port 0
    await grep 'http://[^ ]*' "$scratch/xtask.log"
}

# RECORD: all benchmarks, one after another.
benchmarks() {
    local cargo=(cargo bench --quiet --package bestply-benches) pointer=(--bench pointer --profile release) benches
    # The counts need valgrind, and are the same on a busy machine. The pointer's cost is that of the program which people use.
    mapfile -t benches < <(sed -n '/^\[\[bench\]\]/{n;s/name = "\(.*\)"/--bench=\1/p}' benches/Cargo.toml |
        grep -v -e =counts -e =pointer)
    export BESTPLY_CELLS=$scratch/cells
    "${cargo[@]}" --no-run "${benches[@]}"
    "${cargo[@]}" --no-run "${pointer[@]}"
    "${cargo[@]}" "${benches[@]}"
    "${cargo[@]}" "${pointer[@]}"
    recorded benchmarks "$1" "$BESTPLY_CELLS"
}

# RECORDS: all three tables of benches/peers, and the published endgames of Othello.
peers_times() {
    local record command
    cargo build --release --quiet --manifest-path benches/peers/Cargo.toml --target-dir "$scratch"
    while read -r record command; do
        # shellcheck disable=SC2086
        "$scratch/release/peers" $command --out "$1/$record"
        rm "$1/$record"/{peers.csv,table.md}
        provenance peers-times "$1/$record"
    done <<<$'peers --runs 5\npeers-growth growth --runs 3\npeers-searchers searchers --runs 5'
    cargo xtask solve othello --file crates/games/othello/tests/all/data/ffo-endgames.txt | tee /dev/stderr |
        awk 'function cell(number, column, text) {
            printf "{\"number\": \"%s\", \"column\": \"%s\", \"text\": \"%s\"}\n", number, column, text
        }
        function cost(number, nodes, seconds) {
            cell(number, "million nodes", sprintf("%.1f", nodes / 1e6))
            cell(number, "seconds", sprintf("%.2f", seconds))
        }
        NR > 1 {
            cell($1, "empty squares", $2); cell($1, "score", $3); cell($1, "best move", $5)
            cost($1, $(NF - 2), $(NF - 1))
            if ($1 < 48) {nodes += $(NF - 2); seconds += $(NF - 1)}
        } END {
            cost("40 to 47", nodes, seconds)
        }' >"$scratch/endgames"
    recorded peers-times "$1/endgames" "$scratch/endgames"
}

# RECORDS: what 1, 2, 4, 8 and 16 threads bring, as far as there are cores: ten minutes on sixteen, the build apart.
# A processor that is idle waits for another. One whose seconds grow with the threads waits for memory.
cores() {
    local player=puct-best-first:transpositions=off counts=(1) name command threads
    while ((2 * counts[-1] <= $(nproc) && counts[-1] < 16)); do counts+=($((2 * counts[-1]))); done
    cargo xtask --help >/dev/null
    while IFS='|' read -r name command; do
        for threads in "${counts[@]}"; do
            rm -rf "$scratch"/out*
            # shellcheck disable=SC2086
            { time target/release/xtask ${command//N/$threads} >"$scratch/said" 2>&4; } 4>&2 2>"$scratch/time"
            cat "$scratch/time" <(sed -n 's/.*: \(.*\) evaluations in \(.*\) s,.*/\1 \2/p' "$scratch/said") |
                awk -v work="$name" -v threads="$threads" '
                    NR == 1 {idle = 1 - ($2 + $3) / $1 / threads
                             printf "{\"work\": \"%s\", \"threads\": %d, \"seconds\": %.2f", work, threads, $1
                             printf ", \"processor_seconds\": %.2f, \"idle\": %.2f", $2 + $3, (idle > 0 ? idle : 0)}
                    NR == 2 {printf ", \"millions_per_second\": %.2f", $1 / $2 / 1e6}
                    END {print "}"}' >>"$scratch/cores"
        done
    done <<COMMANDS
free search|analyse othello --searcher $player,time_ms=4000,threads=N
deterministic search|analyse othello --searcher $player,time_ms=4000,threads=N,deterministic=true,leaves=16
experiment|experiment uct --budgets 2000 --games othello,breakthrough --pairs 40 --threads N --out $scratch/out
training|train othello --games 50000 --seed 1 --threads N --out $scratch/out
tables 1 to 6|reproduce --alpha-beta-depth 1..=5 --pairs 60 --threads N --out $scratch/out
COMMANDS
    recorded cores "$1/cores" "$scratch/cores"
    # So many threads against one, at 20 ms a move.
    cat >"$scratch/cores-match.toml" <<MATCH
name = "cores-match"
title = "PUCT best-first by several threads against one"
pairs = 24
first_seed = 1
threads = 1
game = { kind = "othello" }
challenger = { searcher = "puct-best-first", transpositions = "off", time_ms = 20, threads = [$(IFS=, && echo "${counts[*]:1}")] }
opponent = { searcher = "puct-best-first", transpositions = "off", time_ms = 20, threads = 1 }
cells = [{ evaluation = "strong" }]
MATCH
    target/release/xtask experiment "$scratch/cores-match.toml" --out "$1/cores-match"
    rm -f "$1/cores-match"/{games.jsonl,report.*,results.csv,plot-*}
}
