"""Environments of PettingZoo, where it is installed."""

import bestply as bp
import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from bestply.pettingzoo import BestplyEnv  # noqa: E402


@pytest.mark.parametrize("name", ["connect-four", "othello", "oware"])
def test_it_is_an_environment(name):
    from pettingzoo.test import api_test

    api_test(BestplyEnv(name), num_cycles=100, verbose_progress=False)


def test_a_player_of_bestply_acts_in_it():
    env, rng = BestplyEnv("connect-four"), np.random.default_rng(1)
    env.reset()
    total = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
        elif agent == env.possible_agents[0]:
            env.step(env.game.moves.index(bp.Player(env.game, "best-first").search(evaluations=200).best_move))
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert total == dict(zip(env.possible_agents, (1, -1)))
