# shellcheck shell=bash disable=SC2154
# Steps of `tests`, `outside` and `systems`.

# A part of the published tables. Searches repeat to the bit on any machine, any number of threads and in any profile, so the
# results are compared as text; with `--update` they are kept, for a change that is meant to alter them.
reproduce() {
    "$xtask" reproduce --tables 2 --branching 2,5 --alpha-beta-depth 1..=4 --pairs 10 --out "$scratch/random"
    "$xtask" reproduce --tables 1,3 --alpha-beta-depth 2..=3 --pairs 10 --out "$scratch/othello"
    cat "$scratch"/{random,othello}/results.csv >"$scratch/results.csv"
    [[ "${1-}" != --update ]] || cp "$scratch/results.csv" .ci/reproduce.csv
    diff -u .ci/reproduce.csv "$scratch/results.csv" ||
        fail "the results changed; if they are meant to: .ci/run reproduce --update"
}

# SECONDS [FIRST]: command lines that are nearly right, damaged files of every kind, and sessions of nonsense, from the case
# FIRST on. Nothing may end in a panic, by a signal, or after more than 20 s.
fuzz() {
    FUZZ_SECONDS=${1:-60} FUZZ_FIRST=${2:-0} cargo test --quiet --workspace --test xtask -- --ignored --show-output fuzz
}

# The report (docs/report/report.md) in the form of a paper, in target/report/; its figures are compared with the records first.
report() {
    local picture
    rm -rf target/report
    "$xtask" figures docs/report/report.md --paper target/report
    is_there pdflatex,rsvg-convert || return 0
    cd target/report
    for picture in *.svg; do
        rsvg-convert --format pdf --output "${picture%.svg}.pdf" "$picture"
    done
    # The second time the numbers of figures are known.
    for _ in 1 2; do
        pdflatex -interaction=nonstopmode -halt-on-error report.tex >log 2>&1 || fail "$(tail -n 30 log)"
    done
    ! grep 'LaTeX Warning: Reference\|Overfull .hbox ([1-9][0-9]' log || exit 1
    grep 'Output written' log
}

# Networks from elsewhere, and the example of them. Their reader takes minutes to compile, so it is tested where something that
# it uses changed since BASE, by default the commit before, and always with ALL=1.
networks() {
    # With the Python package, which has no tests here, they have the features of the tests before, and so what these compiled.
    local packages=(--package bestply-onnx --package onnx-evaluation --package bestply-python
        --features "bestply-onnx/tract onnx-evaluation/tract")
    local uses=(crates/names/onnx examples/onnx-evaluation crates/search/core crates/games/learning
        crates/names/catalogue/src/{evaluation_kind,planes}.rs)
    if [[ -z ${ALL-} ]] && git diff --quiet "${BASE:-HEAD~1}" -- "${uses[@]}"; then
        echo "skipped: nothing that the reader of ONNX uses changed since ${BASE:-HEAD~1} (ALL=1 tests it)"
        return
    fi
    cargo clippy "${packages[@]}" --all-targets -- -D warnings
    cargo test "${packages[@]}"
}

# What compares bestply with other crates, which nothing else fetches.
peers() {
    local peers=(--manifest-path benches/peers/Cargo.toml --locked) own=(--target-dir "$target/peers")
    if ! cargo fetch "${peers[@]}" >"$scratch/log" 2>&1; then
        ! grep 'lock file' "$scratch/log" || exit 1
        echo "skipped: the crates of benches/peers cannot be fetched"
        return
    fi
    cargo fmt "${peers[@]:0:2}" --check
    cargo clippy "${peers[@]}" "${own[@]}" --all-targets -- -D warnings
    cargo test "${peers[@]}" "${own[@]}"
}

# GAMES games against programs of others, 4 unless said otherwise.
gtp_match() {
    local game=$1 searcher=$2
    shift 2
    "$built/examples/client" "$game" "${GAMES:-4}" - 10 \
        "$xtask" engine "$game" --protocol gtp --searcher "$searcher" against "$@"
}
match_go() {
    gtp_match go-9x9 uct-best-first:time_ms=50 \
        gnugo --mode gtp --level 1 --chinese-rules --positional-superko --capture-all-dead
}
match_chess() {
    python3 examples/chess/uci_games.py "${GAMES:-4}" 1 0.02 "$1" "$1 --searcher principal-variation-search"
}

# BROWSER [TEST…]: the tests of the playground in a real browser. Pictures are written to PLAYGROUND_PICTURES.
in_browser() {
    BROWSER=$1 timeout 900 cargo test --quiet --workspace --test browser -- --ignored --test-threads 1 --show-output "${@:2}"
}

# What the page's scripts compute without a page, by tests of their own.
scripts() {
    # They are served from one folder, as modules, which outside of a page a file says.
    cp -r crates/doors/playground/{assets,tests} "$scratch/"
    cp crates/doors/trace/assets/*.js "$scratch/assets"
    echo '{ "type": "module" }' >"$scratch/package.json"
    node --test "$scratch"/tests/scripts/*.test.js >"$scratch/log" || fail "$(cat "$scratch/log")"
}

# Benchmarks read clocks of Unix; the tests of the program and of foreign programs start shells and send signals.
left_out() {
    [[ $(uname) != *NT* ]] || echo --exclude bestply-benches --exclude xtask --exclude bestply-foreign
}

# [MOST]: the words of prose of all Markdown. They are what a reader reads outside tables, blocks and words of code, marks, and
# what `cargo xtask figures --update` writes below a mark.
words() {
    git ls-files -z '*.md' | xargs -0 perl -0777 -ne '
        s/^<!-- figures below: [a-z]+ -->\n.*?(^<!-- figures end -->|\z)//gms;
        s/^ *```.*?^ *```\n//gms;
        s/<!--.*?-->//gs;
        s/^(\||    ).*$//gm;
        s/`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>/]/g;
        $sum += $words{$ARGV} = grep /[[:alnum:]]/, split;
        END {
            print "$words{$_}\t$_\n" for sort { $words{$b} <=> $words{$a} } keys %words;
            print "$sum\tin all\n";
        }' >"$scratch/words"
    cat "$scratch/words"
    (($(tail -1 "$scratch/words" | cut -f 1) <= ${1:-1000000})) || fail "more than the $1 words that are allowed"
}
