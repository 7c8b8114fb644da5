"""What can evaluate: names, functions, modules of PyTorch, evaluators of OpenSpiel, and a game's own method."""

from __future__ import annotations

import sys
from typing import Any, Callable, Optional, Union

import numpy as np

from ._bestply import Error, Game

Evaluation = Union[str, Callable[[Any], Any], Any]


def resolved(evaluation: Optional[Evaluation], policy: Any, game: Any) -> tuple[Any, Any]:
    """What the compiled half is given: nothing, a name or a function of arrays or objects; and whether it has a policy."""
    if not isinstance(game, Game):
        raise Error(f"game must be a bestply.Game, as bestply.game(name) makes it, not {_kind(game)}")
    own = game.object
    if evaluation is None:
        # A class method or a static one: what is asked of many positions is no question to one.
        evaluation = getattr(type(own), "evaluate_batch", None)
    if evaluation is None or isinstance(evaluation, str):
        return evaluation, policy
    spiel = sys.modules.get("bestply.spiel")
    is_of_spiel = spiel is not None and isinstance(own, spiel.SpielPosition)
    if callable(getattr(evaluation, "prior", None)) and callable(getattr(evaluation, "evaluate", None)):
        if not is_of_spiel:
            raise Error(f"evaluation: {_kind(evaluation)} values states of OpenSpiel, and {game.name} has none")
        return spiel.states_of(spiel.by_evaluator(evaluation)), True
    if not callable(evaluation):
        right = "a name, a function of a batch, a module of PyTorch or an evaluator of open_spiel.python"
        raise Error(f"evaluation must be {right}, not {_kind(evaluation)}")
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(evaluation, torch.nn.Module):
        return _of_module(torch, evaluation), policy
    return (spiel.states_of(evaluation) if is_of_spiel else evaluation), policy


def _kind(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _of_module(torch: Any, module: Any) -> Callable[[np.ndarray], Any]:
    """The function of a batch of planes that a module of PyTorch is, wherever its weights are.

    It is asked as it would be after its training, and left as it was.
    A column of values is as good as a row.
    """

    def evaluate(planes: np.ndarray) -> Any:
        # A search has a thread of its own, which goes by ``torch.set_num_threads`` only once it has asked.
        torch.get_num_threads()
        weight = next(module.parameters(), None)
        given = torch.from_numpy(planes)
        given = given if weight is None else given.to(weight.device, weight.dtype)
        was_training = module.training
        module.eval()
        try:
            with torch.inference_mode():
                found = module(given)
        finally:
            module.train(was_training)
        if isinstance(found, (tuple, list)):
            values, *priors = found
            return _column(values, planes), *(_numbers(part) for part in priors)
        return _column(found, planes)

    return evaluate


def _numbers(tensor: Any) -> np.ndarray:
    return tensor.float().cpu().numpy()


def _column(values: Any, planes: np.ndarray) -> np.ndarray:
    numbers = _numbers(values)
    return numbers[:, 0] if numbers.shape == (len(planes), 1) else numbers
