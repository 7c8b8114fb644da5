"""Games of bestply as environments of PettingZoo, which must be installed."""

from __future__ import annotations

from operator import index
from typing import Any, Optional, SupportsIndex

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._bestply import Error, Game, _shown


def env(name: str, **settings: Any) -> Any:
    """`BestplyEnv` in PettingZoo's wrappers: an illegal action ends the game and costs its agent 1."""
    illegal = wrappers.TerminateIllegalWrapper(BestplyEnv(name, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


def _whole(name: str, given: SupportsIndex) -> int:
    """A whole number, one of numpy too."""
    try:
        number = index(given)
    except TypeError:
        number = -1
    if number < 0:
        raise Error(f"{name} must be a whole number from 0 on, not {_shown(given)}")
    return number


class BestplyEnv(AECEnv):
    """A game of the catalogue whose two sides are agents that act in turns.

    An action is the number of a move in ``Game.numbers``, which is the same move in all positions of the game.
    An observation has the planes as its agent sees them, and the mask of its legal actions.
    The winner's reward is 1, the loser's -1.

    The seed of ``reset`` draws what the game leaves to chance before it begins, such as the cards of Onitama,
    and so many random plies as ``random_plies`` says; and it seeds the action spaces.
    """

    metadata = {"render_modes": ["ansi"], "name": "bestply_v1", "is_parallelizable": False}

    def __init__(
        self, name: str, *, random_plies: SupportsIndex = 0, render_mode: Optional[str] = None, **settings: Any
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise Error(f"render_mode must be None or ansi, not {_shown(render_mode)}")
        self._made = (name, settings)
        self._random, _ = seeding.np_random()
        self.game = self._begin(1)
        self.render_mode = render_mode
        self.random_plies = _whole("random_plies", random_plies)
        self.possible_agents = list(self.game.sides)
        count = self.game.move_numbers
        if count is None:
            raise Error(f"{name} does not number its moves, so that there are no actions")
        shape = self.game.planes().shape
        observation = spaces.Dict(
            {"observation": spaces.Box(0, 1, shape, np.float32), "action_mask": spaces.Box(0, 1, (count,), np.int8)}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[SupportsIndex] = None, options: Optional[dict] = None) -> None:
        if seed is not None:
            seed = _whole("seed", seed)
            self._random, _ = seeding.np_random(seed)
            for place, space in enumerate(self.action_spaces.values()):
                space.seed(seed + place)
        self.game = self._drawn()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self.game.to_move

    def _begin(self, number: int) -> Game:
        name, settings = self._made
        return Game(name, **{"number": number, **settings})

    def _drawn(self) -> Game:
        """A game at its start, after the random plies."""
        for _ in range(100):
            game = self._begin(int(self._random.integers(1, 2**31)))
            for _ in range(self.random_plies):
                if not game.is_over:
                    game.play_number(int(self._random.choice(game.numbers)))
            if not game.is_over:
                return game
        raise Error(f"random_plies: after {self.random_plies} of them {game.name} is over; fewer would be right")

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        if agent == self.game.to_move:
            mask[self.game.numbers] = 1
        return {"observation": self.game.planes(agent), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Error("action must be the number of a legal move, not None, before the game is over")
        self.game.play_number(action)
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        if self.game.is_over:
            winner = self.game.winner
            if winner is not None:
                self.rewards = {side: 1 if side == winner else -1 for side in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % 2]
        else:
            self.agent_selection = self.game.to_move
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
