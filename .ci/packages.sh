# shellcheck shell=bash disable=SC2034,SC2154
# The crates and the pages, as others would get them.

oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
newest_release() { git tag --list 'v[0-9]*' --sort=-version:refname | head -1; }

# What steps need that is no program.
has_oldest-compiler() { cargo "+$oldest" --version; }
has_advisory-database() { cargo deny fetch db; }
has_release() { [[ -n $(newest_release) ]]; }

# The crates as a registry would get them, each in its order and checked from what is in its package alone.
# Cargo's own verification compiles all dependencies anew, in 4 minutes of processor time. Here the lints have checked them
# before, in the same folder and profile.
packages() {
    local crates=$target/package/tmp-registry package
    # Crates that were packed before may be gone, and would be checked still.
    rm -rf "$crates"
    # Nothing is uploaded. What is not committed yet is packed, too: a change is tried before it is committed.
    if ! cargo publish --workspace --dry-run --no-verify --allow-dirty --target-dir "$target" >"$scratch/log" 2>&1; then
        grep --quiet 'network error\|--offline' "$scratch/log" || fail "$(cat "$scratch/log")"
        echo "skipped: the registry cannot be reached"
        return
    fi
    # An example as a stranger would have it: a project of its own, over what the registry gives.
    cp -r examples/kalah Cargo.lock "$scratch/"
    awk '/^\[/ { is_own = /workspace|dev-dependencies|profile/ } !is_own' examples/kalah/Cargo.toml |
        sed 's/path = "[^"]*"/version = "0.1.0"/' >"$scratch/kalah/Cargo.toml"
    # With the profiles of this workspace, as far as they are of these packages.
    {
        printf '[workspace]\nresolver = "3"\nmembers = ["*-[0-9]*", "kalah"]\n[patch.crates-io]\n'
        for package in "$crates"/*.crate; do
            # With the time of today: Cargo knows by it what has changed since the last check.
            tar --extract --touch --file "$package" --directory "$scratch"
            package=$(basename "$package" .crate)
            printf '%s = { path = "%s" }\n' "${package%-[0-9]*}" "$package"
        done
        awk '/^\[/ { is_profile = /^\[profile/ } is_profile' Cargo.toml |
            sed '/\.\(xtask\|front-door\|cozy-chess\|cozy-chess-types\|numpy\|onnx-evaluation\|pyo3\|bestply-python\)\]/,+1d'
    } >"$scratch/Cargo.toml"
    cargo check --quiet --workspace --manifest-path "$scratch/Cargo.toml" --target-dir "$target"
    cd "$crates"
    echo "$(find . -name '*.crate' | wc -l) packages, complete; the largest: $(wc -c ./*.crate | sort -n | tail -2 | head -1)"
}

# The documents as a book in target/book/, with the pages of the crates' items beside it. Its sources are the pages as they
# stand, in their folders, so that links between them hold.
book() {
    local sources=target/book-sources book=target/book page way file
    rm -rf "$sources" "$book"
    mkdir -p "$sources"
    # A page of docs/ is named in the summary without its folder, and any other page by its way out of docs/.
    sed -E 's#\]\(\.\./#](#; t; s#\]\(([^)]+)\)#](docs/\1)#' docs/SUMMARY.md >"$sources/SUMMARY.md"
    # What a page links to of a crate is in the book a page of the crate's items, or the source as these pages show it.
    for page in $(sed -n -E 's#.*\]\(([^)]+)\).*#\1#p' "$sources/SUMMARY.md"); do
        way=$(sed -E 's#[^/]+/#../#g; s#[^/]+$##' <<<"$page")
        mkdir -p "$sources/$(dirname "$page")"
        # `onnx` is outside the workspace, and so are the pages of its items.
        sed -E "
            s#\]\((\.\./)*crates/([a-z]+/)?([a-z-]+)/src/([a-z_/]+\.rs)\)#](${way}api/src/CRATE{\3}/\4.html)#g
            s#\]\((\.\./)*crates/([a-z]+/)?([a-z-]+)(/README\.md)?\)#](${way}api/CRATE{\3}/index.html)#g
            s#\]\((\.\./)*examples/([a-z-]+)\)#](${way}examples/\2/README.md)#g
            s#\]\((\.\./)*records\)#](${way}docs/records.md)#g
            s#\]\((\.\./)*benches/peers/README.md\)#](${way}docs/performance.md)#g
            :underscores s#CRATE\{([a-z_]*)-#CRATE{\1_#; t underscores
            s#CRATE\{bestply\}#bestply#g
            s#CRATE\{([a-z_]+)\}#bestply_\1#g
            s#api/bestply_onnx/index\.html#crates/names/onnx/README.md#g" "$page" >"$sources/$page"
    done
    # Files that pages link to as they are.
    git ls-files -z CITATION.cff 'LICENSE-*' docs/pictures docs/trace.schema.json python xtask/tests examples \
        crates/bestply/examples crates/names/catalogue/src/searchers 'crates/*/tests/*' ':!*.md' |
        xargs -0 cp --parents --target-directory "$sources"
    mdbook build --dest-dir "$PWD/$book" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
    ! grep 'WARN\|ERROR' "$scratch/log" || exit 1
    RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps
    cp -r "$target/doc" "$book/api"
    lead "$book"
}

# Whether every link of a book's own pages leads to a file that is there, and to a place in it.
lead() {
    local page link file broken=0
    while IFS=$'\t' read -r page link; do
        file=$(dirname "$page")/${link%%#*}
        [[ $link != '#'* ]] || file=$page
        if [[ ! -e $file || $link == *'#'* ]] && ! grep --quiet "id=\"${link#*#}\"" "$file" 2>/dev/null; then
            echo "$page: $link leads nowhere" >&2
            broken=1
        fi
    done < <(grep -r -o -E '(href|src)="[^"]+' "$1" --include='*.html' --exclude={404,print}.html --exclude-dir=api |
        sed -E 's#:(href|src)="#\t#' | grep -v -P '\t(https?|mailto|data):' | sort -u)
    [[ $broken == 0 ]] || exit 1
    echo "every link of the book leads somewhere: $1/index.html"
}
