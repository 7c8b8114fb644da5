#!/bin/sh
# Trains all that docs/descent.md compares of a game, and plays each against each: sh tables.sh connect-four
# A line of GAME.tsv has the name of a training, its games, the seconds of the processor that they took, and its options.
# Weights that are there already are not made again.
set -eu
game=$1
while IFS='	' read -r name games _ options; do
    [ ! -e "$game-$name.weights" ] || continue
    # The options are several words.
    # shellcheck disable=SC2086
    cargo xtask train "$game" --games "$games" --seed 1 --threads 1 --out "$game-$name.weights" $options </dev/null
done <"$game.tsv"
cargo xtask experiment "$game.toml"
