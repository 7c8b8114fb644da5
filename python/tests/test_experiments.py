"""Experiments and trainings."""

import json
import struct

import bestply as bp
import numpy as np
import pytest

DESCRIBED = {
    "name": "small",
    "pairs": 4,
    "evaluations": [200],
    "opponent": "principal-variation-search",
    "challengers": ["best-first"],
    "games": [{"game": {"kind": "connect-four"}}],
}


def test_an_experiment_is_data(tmp_path):
    run = bp.experiment(DESCRIBED, tmp_path / "run", progress=False)
    assert len(run.cells) == 1 and len(run.games) == 4 and run.found.startswith("Best-first scores")
    cell = run.cells[0]
    assert cell["game"] == "connect-four" and cell["challenger"] == "best-first"
    assert bp.load(tmp_path / "run").cells == run.cells
    pandas = pytest.importorskip("pandas")
    assert isinstance(run.to_pandas(), pandas.DataFrame)


def test_shards_come_to_the_bytes_of_one_run(tmp_path):
    whole = bp.experiment(DESCRIBED, tmp_path / "whole", progress=False)
    shards = [tmp_path / f"shard-{number}" for number in (1, 2)]
    for number, folder in enumerate(shards, 1):
        bp.experiment(DESCRIBED, folder, progress=False, shard=f"{number}/2")
    merged = bp.experiment(DESCRIBED, tmp_path / "merged", progress=False, merge=shards)
    for name in ("results.csv", "results.json"):
        assert (merged.folder / name).read_bytes() == (whole.folder / name).read_bytes()


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ({**DESCRIBED, "challengers": ["best-firs"]}, "best-first"),
        ({**DESCRIBED, "pears": 3}, "pears"),
        ("no-preset", "no-preset"),
    ],
)
def test_what_is_wrong_with_a_description_is_told(description, words, tmp_path):
    with pytest.raises(bp.Error, match=words):
        bp.experiment(description, tmp_path / "run", progress=False)


def test_an_evaluation_is_learnt(tmp_path):
    weights = tmp_path / "connect-four.weights"
    trained = bp.train("connect-four", weights, games=2000, seed=1, pairs=20)
    assert any("depth" in line for line in trained.strengths)
    assert trained.weights.game == "connect-four" and trained.weights.arrays["weights"].any()

    def values(weights):
        player = bp.Player(bp.game("connect-four"), "best-first", evaluation="learnt", weights=weights)
        return [move.value for move in player.search(depth=1).moves]

    assert values(trained.weights) == values(weights.read_bytes())
    trained.weights.arrays["weights"][:] = 0
    assert set(values(trained.weights)) == {0}, "weights that were changed are played with"


def test_no_pairs_measure_nothing(tmp_path):
    with pytest.raises(bp.Error, match="pairs must be a whole number from 1 to 1000000, not 0"):
        bp.train("connect-four", tmp_path / "weights", games=1, pairs=0)
    assert not list(tmp_path.iterdir())


def test_a_network_is_arrays():
    layer = {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]}
    described = json.dumps({"__metadata__": {"bestply": "version=1 game=oware planes=0 scale=9"}, "output.weight": layer})
    data = len(described).to_bytes(8, "little") + described.encode() + struct.pack("<2f", 0.5, -1)
    with pytest.warns(UserWarning, match="no check sum"):
        read = bp.weights(data)
    assert (read.game, read.scale, read.arrays["output.weight"].tolist()) == ("oware", 9, [[0.5, -1.0]])
    read.arrays["output.weight"][0, 0] = 0.25
    written = read.to_bytes()
    assert bp.weights(written).arrays["output.weight"].tolist() == [[0.25, -1.0]]
    with pytest.raises(bp.Error, match="damaged"):
        bp.weights(written[:-1] + b"\1")


def test_damaged_weights_of_a_sum_are_told(tmp_path):
    data = bp.train("connect-four", tmp_path / "weights", games=10, pairs=1).weights.to_bytes()
    with pytest.raises(bp.Error, match="damaged"):
        bp.weights(data[:-1] + bytes([data[-1] ^ 1]))


@pytest.mark.parametrize("data", [b"", b"nothing", b"bestply\0" + bytes(80), bytes(200)])
def test_what_is_no_file_of_weights_is_told(data):
    with pytest.raises(bp.Error, match="not a file of weights"):
        bp.weights(data)


def _shard(number: int, folder: str) -> str:
    return str(bp.experiment(DESCRIBED, f"{folder}/shard-{number}", progress=False, shard=f"{number}/2").folder)


def test_dask_spreads_a_run(tmp_path):
    distributed = pytest.importorskip("distributed")
    whole = bp.experiment(DESCRIBED, tmp_path / "whole", progress=False)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            folders = client.gather(client.map(_shard, [1, 2], folder=str(tmp_path)))
    merged = bp.experiment(DESCRIBED, tmp_path / "merged", progress=False, merge=folders)
    assert (merged.folder / "results.json").read_bytes() == (whole.folder / "results.json").read_bytes()


def test_cells_are_frames(tmp_path):
    run = bp.experiment(DESCRIBED, tmp_path / "run", progress=False)
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    assert len(run.to_polars("games")) == len(run.games) == run.to_arrow("games").num_rows
    with pytest.raises(bp.Error, match="expected cells or games"):
        run.to_polars("shards")
    assert isinstance(run.to_polars(), polars.DataFrame) and isinstance(run.to_arrow(), pyarrow.Table)
    assert "<svg" in run._repr_html_() or run.plots() == []
    assert bp.Experiment(run.folder, "<b>")._repr_html_().startswith("<pre>&lt;b&gt;</pre>")


class Named:
    """A path as other libraries have it."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return str(self.path)


def test_paths_and_numbers_of_other_libraries_are_taken(tmp_path):
    numbers = {**DESCRIBED, "pairs": np.int64(2), "evaluations": [np.int32(20)]}
    run = bp.experiment(numbers, Named(tmp_path / "run"), progress=False, pairs=np.int64(1), threads=np.int8(1))
    assert len(run.games) == 1 and bp.load(Named(run.folder)).cells == run.cells
    (tmp_path / "starts.txt").write_text("d\nd e\n")
    (tmp_path / "small.toml").write_text('name = "small"\npairs = 2\nevaluations = [9]\nchallenger = "best-first"\n'
                                         'opponent = "alpha-beta"\n[[games]]\ngame = { kind = "connect-four" }\n')
    again = bp.experiment(Named(tmp_path / "small.toml"), Named(tmp_path / "again"), progress=False)
    assert len(again.games) == 2
    opened = {**numbers, "openings": Named(tmp_path / "starts.txt")}
    assert len(bp.experiment(opened, tmp_path / "opened", progress=False).games) == 2
    shard = bp.experiment(numbers, Named(tmp_path / "shard"), progress=False, shard="1/1")
    assert bp.experiment(numbers, tmp_path / "merged", progress=False, merge=[Named(shard.folder)]).games
    weights = Named(tmp_path / "weights")
    bp.train("connect-four", weights, games=np.int64(10), seed=np.int64(1), pairs=np.int64(1), threads=np.int64(1))
    assert bp.weights(weights).game == "connect-four"
    pytest.importorskip("onnxruntime")
    from bestply import onnx

    with pytest.raises(bp.Error, match="no-network"):
        onnx.evaluation(Named("no-network"))
