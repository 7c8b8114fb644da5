"""The weights of learnt evaluations, as arrays."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import numpy

from . import _bestply

_HEADER = 64


@dataclass
class Weights:
    """The weights of a learnt evaluation: arrays that can be looked at, and changed in place."""

    game: str
    """The game."""
    scale: int
    """The units of a value in one point of the game, or in a win for a network."""
    arrays: dict[str, numpy.ndarray]
    """``weights``, integers of 16 bits, of a sum of weights; of a network each layer's ``weight`` and ``bias``."""
    _head: bytes
    """What stands before the arrays in a file."""

    def to_bytes(self) -> bytes:
        """The file of these weights, for ``Player(weights=…)`` and for ``--weights``."""
        body = b"".join(array.astype(array.dtype.newbyteorder("<")).tobytes() for array in self.arrays.values())
        return _bestply._sealed(self._head + body)


def weights(source: Union[str, os.PathLike, bytes]) -> Weights:
    """The weights in a file that ``train`` or ``cargo xtask train`` wrote, or in its bytes."""
    if not isinstance(source, (str, os.PathLike, bytes)):
        raise _bestply.Error(f"source must be the path of a file of weights or its bytes, not {_bestply._shown(source)}")
    try:
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        raise _bestply.Error(f"source: {_bestply._shown(str(source))} cannot be read: {getattr(error, 'strerror', None) or 'no path'}") from error
    try:
        read = _sum(data) if data.startswith(b"bestply\0") else _network(data)
    except (ValueError, KeyError, IndexError) as error:
        raise _bestply.Error("not a file of weights: it is neither a sum's nor a network's") from error
    _bestply._check_weights(data)
    return read


def _sum(data: bytes) -> Weights:
    head, units = data[:_HEADER], int.from_bytes(data[12:16], "little")
    game = head[16:32].rstrip(b"\0").decode()
    if int.from_bytes(head[40:48], "little") * 2 != len(data) - _HEADER:
        raise ValueError("there are fewer or more weights than the header says")
    return Weights(game, units, {"weights": numpy.frombuffer(bytearray(data[_HEADER:]), dtype="<i2")}, head)


def _network(data: bytes) -> Weights:
    """A file in the format safetensors: the length of a description, the description in JSON, the numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    described: dict[str, Any] = json.loads(data[8:start])
    said = dict(word.split("=", 1) for word in described.pop("__metadata__")["bestply"].split())
    arrays = {}
    for name, tensor in sorted(described.items(), key=lambda item: item[1]["data_offsets"]):
        first, end = tensor["data_offsets"]
        numbers = numpy.frombuffer(bytearray(data[start + first : start + end]), dtype="<f4")
        arrays[name] = numbers.reshape(tensor["shape"])
    return Weights(said["game"], int(said["scale"]), arrays, data[:start])
