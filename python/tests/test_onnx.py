"""Networks of ONNX, where onnxruntime is installed."""

from pathlib import Path

import bestply as bp
import pytest

pytest.importorskip("onnxruntime")

from bestply import onnx  # noqa: E402

NETWORK = Path(__file__).parents[2] / "examples/onnx-evaluation/net.onnx"


@pytest.mark.skipif(not NETWORK.exists(), reason="the examples are not here")
def test_a_network_evaluates():
    player = bp.Player(bp.game("connect-four"), "best-first", evaluation=onnx.evaluation(NETWORK), leaves=8)
    assert player.search(evaluations=500).best_move


def test_what_is_no_network_is_told(tmp_path):
    file = tmp_path / "no.onnx"
    file.write_text("no network")
    with pytest.raises(bp.Error, match="no.onnx"):
        onnx.evaluation(file)
