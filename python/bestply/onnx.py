"""Networks in files of ONNX as evaluations, run by onnxruntime, which must be installed."""

from __future__ import annotations

import os
from typing import Any, Callable, Union

import numpy as np

from ._bestply import Error


def evaluation(file: Union[str, os.PathLike], *, threads: int = 1) -> Callable[[np.ndarray], np.ndarray]:
    """The evaluation by the network of a file, for `Player`.

    Its input has the shape (positions, planes, rows, columns), and its first output is a number from -1 to 1 for each
    position, as the side to move sees it.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    try:
        session = onnxruntime.InferenceSession(os.fspath(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise Error(f"{file}: {str(error).splitlines()[0]}") from error
    name: Any = session.get_inputs()[0].name

    def value(planes: np.ndarray) -> np.ndarray:
        return session.run(None, {name: planes})[0].reshape(len(planes))

    return value
