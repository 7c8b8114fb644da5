"""Writes a network that bestply trained as a file of ONNX, as wide as wished. It needs `pip install numpy onnx`.

The units that are added count for nothing: their outgoing weights are 0.
So the values stay the same, and only their cost grows. What an evaluation's cost is worth to a search can be measured with that.

    python3 widen.py FILE.safetensors OUT.onnx [--hidden 1024,1024]
"""

import argparse
import json

import numpy
from onnx import TensorProto, helper, numpy_helper

from train import save


def read(path):
    """The tensors of a file in the format safetensors."""
    with open(path, "rb") as file:
        contents = file.read()
    begin = 8 + int.from_bytes(contents[:8], "little")
    header = json.loads(contents[8:begin])
    tensors = {}
    for name, about in header.items():
        if name != "__metadata__":
            first, end = (begin + offset for offset in about["data_offsets"])
            tensors[name] = numpy.frombuffer(contents[first:end], "<f4").reshape(about["shape"])
    return tensors


def layers_of(tensors):
    """Weights, a row for each unit, and biases of each layer."""
    names = [name for name in ("hidden", "hidden2", "output") if f"{name}.weight" in tensors]
    return [(tensors[f"{name}.weight"], tensors[f"{name}.bias"]) for name in names]


def widen(layers, hidden, random):
    """The same function with hidden layers of so many units; one that is missing passes its units on."""
    layers = list(layers)
    if len(hidden) == len(layers):
        units = len(layers[-1][0][0])
        layers.insert(-1, (numpy.eye(units), numpy.zeros(units)))
    if len(hidden) != len(layers) - 1 or any(wide < len(bias) for wide, (_, bias) in zip(hidden, layers)):
        raise SystemExit(f"--hidden: the network has hidden layers of {[len(bias) for _, bias in layers[:-1]]} units")
    inputs, wider = layers[0][0].shape[1], []
    for place, (weights, biases) in enumerate(layers):
        units = hidden[place] if place < len(hidden) else len(biases)
        more = random.normal(0, inputs**-0.5, (units, inputs))
        more[: len(biases)] = 0
        more[: len(biases), : weights.shape[1]] = weights
        wider.append((more, numpy.concatenate([biases, numpy.zeros(units - len(biases))])))
        inputs = units
    return wider


def write(layers, path):
    """Writes the network: the planes' inputs in a row, one number for each position out."""
    planes = helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["N", layers[0][0].shape[1]])
    tensors = [numpy_helper.from_array(numpy.float32(bound), name) for bound, name in ((0, "least"), (1, "most"))]
    nodes, units = [], "planes"
    for place, (weights, biases) in enumerate(layers):
        names = [f"{kind}{place}" for kind in ("weights", "biases", "sums", "units")]
        tensors += [
            numpy_helper.from_array(numpy.ascontiguousarray(weights.T, numpy.float32), names[0]),
            numpy_helper.from_array(biases.astype(numpy.float32), names[1]),
        ]
        nodes.append(helper.make_node("Gemm", [units, names[0], names[1]], [names[2]]))
        if place + 1 < len(layers):
            nodes.append(helper.make_node("Clip", [names[2], "least", "most"], [names[3]]))
        else:
            nodes.append(helper.make_node("Tanh", [names[2]], ["value"]))
        units = names[3]
    save("widened", planes, nodes, tensors, path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("network")
    parser.add_argument("out")
    parser.add_argument("--hidden", default="")
    options = parser.parse_args()
    layers = layers_of(read(options.network))
    hidden = [int(units) for units in options.hidden.split(",") if units] or [len(bias) for _, bias in layers[:-1]]
    write(widen(layers, hidden, numpy.random.default_rng(1)), options.out)


if __name__ == "__main__":
    main()
