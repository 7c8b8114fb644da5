# shellcheck shell=bash disable=SC2154
# What a tag makes, in target/release-files/: the program for this system, the wheel, the book and the records.

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
host=$(rustc --version --verbose | sed -n 's/^host: //p')

has_version-of-tag() { [[ ${GITHUB_REF_TYPE-} != tag || $GITHUB_REF_NAME == v$version ]]; }

# Archives a folder of the scratch. The same files make the same bytes on any machine with GNU's tar: no file has a time or an
# owner of its own.
archived() {
    local same=()
    [[ $(tar --version) != *GNU* ]] ||
        same=(--sort=name --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner "--mode=u=rwX,go=rX")
    tar -c -f - ${same[@]+"${same[@]}"} -C "$scratch" "$1" | gzip -n -9 >"$files/$1.tar.gz"
}

# The records, and the check sum of each file, so that one that was taken out can be checked alone.
archive() {
    local name=bestply-records-$version
    cp -r records "$scratch/$name"
    (cd "$scratch" && find "$name" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) >"$files/$name.sha256"
    archived "$name"
}

sums() {
    rm -f "$files/SHA256SUMS"
    (cd "$files" && sha256sum -- *) | tee "$scratch/sums"
    mv "$scratch/sums" "$files/SHA256SUMS"
}

# [PROGRAM]: the program for any processor of this system, or one that is built already, for a try. What is faster on newer ones
# is chosen at run time. The folder is that of `package.metadata.binstall` in crates/doors/command-line/Cargo.toml.
program() {
    local name=bestply-$version-$host built=${1-} ending=
    [[ $host != *windows* ]] || ending=.exe
    if [[ -z $built ]]; then
        CARGO_PROFILE_RELEASE_STRIP=true cargo build --quiet --release --locked --package bestply-command-line --bin bestply
        built=$target/release/bestply$ending
    fi
    mkdir -p "$scratch/$name/manual"
    cp "$built" "$scratch/$name/bestply$ending"
    cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$scratch/$name/"
    python3 .ci/licences.py bestply-command-line "$scratch/$name/licences"
    "$scratch/$name/bestply$ending" shell man --out "$scratch/$name/manual" >"$scratch/log"
    [[ -n $ending ]] || { archived "$name" && return; }
    (cd "$scratch" && 7z a -bso0 "$name.zip" "$name" && mv "$name.zip" "$OLDPWD/$files/")
}

# Unpacks the program into an empty environment and uses it there, as somebody without Rust and without the repository: the page
# answers within a second of unpacking, with the book, and commands find all inside the program.
# On Linux, where this may change its root, that environment has nothing but the program and the C library.
installed() {
    local archive root=$scratch/root file library address began took
    archive=$(echo "$files/bestply-$version-$host".*)
    mkdir -p "$root/tmp"
    case $archive in
        *.zip) unzip -q "$archive" -d "$root" ;;
        *) tar -xzf "$archive" -C "$root" ;;
    esac
    mv "$root"/bestply-* "$root/bestply"
    for file in LICENSES-PACKAGES.txt bestply.cdx.json; do
        [[ -s $root/bestply/licences/$file ]] || fail "the archive has no licences/$file"
    done
    # Windows finds its own libraries by this one variable.
    local within=(env -i SYSTEMROOT="${SYSTEMROOT-}" "$root/bestply/bestply") results=$scratch/results
    if [[ $(uname) == Linux && $(id -u) == 0 ]] && chroot / true 2>/dev/null; then
        # The libraries that the program names, and no program besides it.
        for library in $(ldd "$root/bestply/bestply" | grep -o '/[^ ]*'); do
            [[ ! $library =~ libssl|libpython|libstdc ]] || fail "the program needs $library"
            mkdir -p "$root$(dirname "$library")"
            cp --dereference "$library" "$root$library"
        done
        within=(env -i "$(command -v chroot)" "$root" /bestply/bestply) results=/tmp/results
    fi

    began=$(milliseconds)
    start "${within[@]}" playground --port 0
    await grep 'http://[^ ]*' "$scratch/env.log"
    address=$(grep -o 'http://[^ ]*' "$scratch/env.log")
    answers '<title>bestply</title>' "$address"
    took=$(($(milliseconds) - began))
    ((took < 1000)) || fail "the page answered after $took ms, more than a second"
    answers '<h1 id="playing">' "${address}book/docs/playing.html"
    answers '"report"' "${address}api/search" --header 'content-type: application/json' \
        --data '{"game": {"game": "othello"}, "searcher": "puct-best-first:evaluations=500"}'
    [[ $("${within[@]}" trace figure-1-1993 --searcher best-first:depth=2) == *'The search begins at the root'* ]]
    "${within[@]}" analyse othello --moves "f5 d6 c3" --searcher best-first:evaluations=2000 >"$scratch/log" 2>&1
    "${within[@]}" reproduce --quick --tables 2 --branching 2 --out "$results" >"$scratch/log" 2>&1
    "${within[@]}" --version >"$scratch/log"
    echo "installed from $archive: the page answered after $took ms; $(head -1 "$scratch/log")"
}

# Whether an answer of the page has these words.
answers() {
    [[ $(curl --silent --fail "${@:2}") == *"$1"* ]] || fail "the page does not answer \`$1\`"
}

milliseconds() {
    # macOS has no nanoseconds in `date`.
    perl -MTime::HiRes=time -e 'printf "%d", 1000 * time'
}
