"""Games of bestply as environments of PettingZoo, which must be installed."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._bestply import Error, Game


class BestplyEnv(AECEnv):
    """A game of the catalogue whose two sides are agents that act in turns.

    An action is the index of a move in ``Game.moves``.
    An observation has the planes as the agent to move sees them, and the mask of legal actions.
    The winner's reward is 1, the loser's -1.
    """

    metadata = {"render_modes": ["ansi"], "name": "bestply_v0", "is_parallelizable": False}

    def __init__(self, name: str, *, most_moves: int = 256, render_mode: Optional[str] = None, **settings: Any) -> None:
        super().__init__()
        self._make = lambda: Game(name, **settings)
        self.game = self._make()
        self.render_mode = render_mode
        self.most_moves = most_moves
        self.possible_agents = list(self.game.sides)
        shape = self.game.planes().shape
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (most_moves,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(most_moves) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        self.game = self._make()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self.game.to_move

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(self.most_moves, np.int8)
        if agent == self.game.to_move:
            count = len(self.game.moves)
            if count > self.most_moves:
                raise Error(f"most_moves: a position has {count} moves, more than {self.most_moves}")
            mask[:count] = 1
        return {"observation": self.game.planes(), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        moves = self.game.moves
        if action is None or not 0 <= action < len(moves):
            raise Error(f"action {action}: there are {len(moves)} moves")
        self._cumulative_rewards[agent] = 0
        self.game.play(moves[action])
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
