"""Trains a small network for Connect Four, and writes it as net.onnx. It needs `pip install numpy onnx`.

The games are the script's own: both sides win where they can, stop a win where they must, and else play at random.
The network learns from them who goes on to win. It takes seconds, and the same seed gives the same network.

    python3 train.py [--games 3000] [--epochs 12] [--hidden 32] [--seed 1] [--out net.onnx]
"""

import argparse

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

ROWS, COLUMNS = 6, 7
SQUARES = ROWS * COLUMNS


def all_lines():
    """The squares of each line of four; square = row * COLUMNS + column, and row 0 is at the bottom."""
    lines = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                squares = [(row + up * step, column + right * step) for step in range(4)]
                if all(0 <= r < ROWS and 0 <= c < COLUMNS for r, c in squares):
                    lines.append([r * COLUMNS + c for r, c in squares])
    return numpy.array(lines)


LINES = all_lines()


def wins(men):
    """In which of these sets of men, a row each, four are in a line."""
    return men[:, LINES].all(axis=2).any(axis=1)


def drop(men, heights, column):
    """The men with one more in this column, where there is room."""
    more, games = men.copy(), numpy.flatnonzero(heights[:, column] < ROWS)
    more[games, heights[games, column] * COLUMNS + column] = True
    return more


def play(games, random):
    """Plays games. Returns what the side to move saw at each turn, and what the game was worth to it."""
    own, other = numpy.zeros((games, SQUARES), bool), numpy.zeros((games, SQUARES), bool)
    heights = numpy.zeros((games, COLUMNS), int)
    alive = numpy.arange(games)
    worth, seen, turns = numpy.zeros(games), [], []
    for ply in range(SQUARES):
        legal = heights < ROWS
        # A win goes before a stop, a stop before the rest, and every game begins with some moves at random.
        urgency = random.random(legal.shape) + numpy.where(legal, 0, -100)
        for column in range(COLUMNS):
            if ply >= 6:
                urgency[:, column] += 20 * (legal[:, column] & wins(drop(own, heights, column)))
                urgency[:, column] += 10 * (legal[:, column] & wins(drop(other, heights, column)))
        seen.append(numpy.concatenate([own, other], axis=1))
        turns.append((alive, ply))
        column = urgency.argmax(axis=1)
        places = heights[numpy.arange(len(alive)), column] * COLUMNS + column
        own[numpy.arange(len(alive)), places] = True
        heights[numpy.arange(len(alive)), column] += 1
        won = wins(own)
        # The worth to whoever begins; a later win is worth a little less.
        worth[alive[won]] = (1 if ply % 2 == 0 else -1) * (1 - 0.005 * ply)
        alive, heights = alive[~won], heights[~won]
        own, other = other[~won], own[~won]
        if not len(alive):
            break
    targets = [worth[games] * (1 if ply % 2 == 0 else -1) for games, ply in turns]
    return numpy.concatenate(seen), numpy.concatenate(targets)


def with_mirrors(inputs):
    mirrored = inputs.reshape(-1, 2, ROWS, COLUMNS)[:, :, :, ::-1].reshape(len(inputs), -1)
    return numpy.concatenate([inputs, mirrored])


def train(inputs, targets, hidden, epochs, random):
    """Two layers, tanh at the end, by Adam on the squared error."""
    weights = [
        random.normal(0, (2 / inputs.shape[1]) ** 0.5, (inputs.shape[1], hidden)).astype(numpy.float32),
        numpy.zeros(hidden, numpy.float32),
        random.normal(0, (1 / hidden) ** 0.5, (hidden, 1)).astype(numpy.float32),
        numpy.zeros(1, numpy.float32),
    ]
    means, squares = ([numpy.zeros_like(it) for it in weights] for _ in range(2))
    batch, step = 256, 0
    for epoch in range(epochs):
        order, loss = random.permutation(len(inputs)), 0.0
        for begin in range(0, len(order), batch):
            chosen = order[begin : begin + batch]
            x, target = inputs[chosen].astype(numpy.float32), targets[chosen, None].astype(numpy.float32)
            inner = numpy.maximum(x @ weights[0] + weights[1], 0)
            value = numpy.tanh(inner @ weights[2] + weights[3])
            loss += float(((value - target) ** 2).sum())
            outer = 2 * (value - target) * (1 - value**2) / len(chosen)
            back = (outer @ weights[2].T) * (inner > 0)
            step += 1
            for place, slope in enumerate([x.T @ back, back.sum(0), inner.T @ outer, outer.sum(0)]):
                means[place] += 0.1 * (slope - means[place])
                squares[place] += 0.001 * (slope**2 - squares[place])
                mean, square = means[place] / (1 - 0.9**step), squares[place] / (1 - 0.999**step)
                weights[place] -= 0.002 * mean / (square**0.5 + 1e-8)
        print(f"epoch {epoch + 1}: mean squared error {loss / len(order):.4f}", flush=True)
    return weights


def save(name, planes, nodes, tensors, path):
    """Writes a graph from these planes to one number for each position, `value`, as a file."""
    value = helper.make_tensor_value_info("value", TensorProto.FLOAT, ["N", 1])
    graph = helper.make_graph(nodes, name, [planes], [value], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="bestply-example")
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, path)


def write(weights, path):
    """Writes the network: planes as bestply has them in, one number for each position out."""
    names = ["w1", "b1", "w2", "b2"]
    planes = helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["N", 2, ROWS, COLUMNS])
    nodes = [
        helper.make_node("Flatten", ["planes"], ["flat"], axis=1),
        helper.make_node("Gemm", ["flat", "w1", "b1"], ["sum"]),
        helper.make_node("Relu", ["sum"], ["hidden"]),
        helper.make_node("Gemm", ["hidden", "w2", "b2"], ["score"]),
        helper.make_node("Tanh", ["score"], ["value"]),
    ]
    tensors = [numpy_helper.from_array(it.astype(numpy.float32), name) for it, name in zip(weights, names)]
    save("connect-four", planes, nodes, tensors, path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="net.onnx")
    options = parser.parse_args()
    random = numpy.random.default_rng(options.seed)
    seen, targets = play(options.games, random)
    print(f"{len(seen)} positions of {options.games} games")
    inputs, targets = with_mirrors(seen), numpy.concatenate([targets, targets])
    write(train(inputs, targets, options.hidden, options.epochs, random), options.out)


if __name__ == "__main__":
    main()
