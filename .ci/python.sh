# shellcheck shell=bash disable=SC2154
# The Python package.

export PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1

# Makes an environment with packages, besides what was installed before for all, or says that they cannot be installed.
equipped() {
    { python3 -m venv --system-site-packages "$1" && "$1/bin/pip" install "${@:2}"; } >"$scratch/log" 2>&1 ||
        { echo "skipped: Python 3.9 with ${*:2} cannot be installed" && return 1; }
}

built_wheel() {
    PATH=$1/bin:$PATH maturin build -m python/Cargo.toml "${@:2}" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
}

# Runs tests of the package in an environment, in a folder without the sources, so that what is tried is what was installed.
tried() {
    cp -r python/{tests,examples,notebooks,pyproject.toml} "$scratch/"
    (cd "$scratch" && "$1/bin/python" -m pytest -q --no-header -p no:cacheprovider "${@:2}")
}

# Built, installed into an environment of its own, its stubs, its tests, and callbacks that misbehave.
# It is built in the profile of the tests, with which it shares what is compiled.
python() {
    local environment=$target/python
    equipped "$environment" 'maturin>=1.9,<2' numpy pytest || return 0
    cargo clippy --quiet --package bestply-python --features extension -- -D warnings
    built_wheel "$environment" --profile dev --out "$scratch"
    ! grep --quiet 'Compiling bestply-catalogue' "$scratch/log" ||
        echo "note: no tests were compiled before, or python/Cargo.toml asks for other features than they have"
    "$environment/bin/pip" install --no-deps --force-reinstall "$scratch"/*.whl
    tried "$environment"
    "$environment/bin/python" "$scratch/tests/fuzz.py" 20
}

# The wheel of a release, for any Python from 3.9 on: for any Linux from glibc 2.17 of 2012 on, where the package ziglang is
# installed, and else from the glibc of this machine on. In an empty environment a search must answer, bots of OpenSpiel play, a
# policy learn in PettingZoo, and notebooks run.
wheel() {
    # As they are packed, the weights of all games are 8.4 MB of it, half of them networks whose numbers nothing packs further,
    # the code 4.0 MB, and what unwinds it 1.0 MB.
    local most_bytes=15000000 maker=$scratch/maker user=$scratch/user options=(--release --strip --locked) features wheel
    # Older ones make no bill of materials.
    equipped "$maker" 'maturin>=1.16,<2' || return 0
    ! "$maker/bin/python" -c 'import ziglang' 2>/dev/null || options+=(--zig --compatibility manylinux2014)
    # maturin takes what is named so into the wheel, and makes the bill of materials itself.
    features=$(sed -n 's/^features = \[\(.*\)\]/\1/p' python/pyproject.toml | tr -d '" ')
    python3 .ci/licences.py bestply-python "$scratch/licences" --features "$features"
    cp "$scratch"/licences/LICENSES-* python/
    rm -f "$files"/bestply-*.whl
    built_wheel "$maker" "${options[@]}" --out "$files"
    rm python/LICENSES-*
    wheel=$(echo "$files"/bestply-*-cp39-abi3-*.whl)
    (($(wc -c <"$wheel") <= most_bytes)) || fail "$wheel has more than $most_bytes bytes"

    # With the wheel and nothing else of this workspace, in seconds.
    python3 -m venv "$user"
    "$user/bin/pip" install "$wheel"
    (cd "$scratch" && "$user/bin/python" -) <<'PYTHON'
import time
from importlib.metadata import files
shipped = " ".join(map(str, files("bestply")))
assert "/licenses/LICENSES-PACKAGES.txt" in shipped and "/sboms/" in shipped, shipped
began = time.perf_counter()
import bestply
imported = time.perf_counter()
report = bestply.Player(bestply.game("othello")).search(evaluations=10_000)
assert report.best_move in bestply.game("othello").moves and report.evaluations == 10_000
took = imported - began, time.perf_counter() - imported
assert max(took) < 5, took
print(f"bestply {bestply.__version__}: imported in {took[0]:.2f} s, 10,000 evaluations of Othello in {took[1]:.2f} s")
PYTHON
    # As a user of OpenSpiel, of PettingZoo and of notebooks has it.
    if "$user/bin/pip" install pytest open_spiel pettingzoo >"$scratch/log" 2>&1; then
        tried "$user" -W ignore tests/test_{spiel,pettingzoo,notebooks}.py
    else
        echo "skipped: OpenSpiel and PettingZoo cannot be installed"
    fi
}
