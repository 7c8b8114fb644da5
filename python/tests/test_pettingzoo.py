"""Environments of PettingZoo, where it is installed."""

import pickle
import sys
from pathlib import Path

import bestply as bp
import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: its environments are not tried")

from nim import Nim  # noqa: E402

from bestply import pettingzoo  # noqa: E402
from bestply.pettingzoo import BestplyEnv  # noqa: E402

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("name", ["connect-four", "othello", "oware", "breakthrough", "hex-7x7", "onitama", "go-5x5"])
def test_it_is_an_environment(name):
    from pettingzoo.test import api_test

    api_test(BestplyEnv(name, random_plies=2), num_cycles=100, verbose_progress=False)
    api_test(pettingzoo.env(name), num_cycles=20, verbose_progress=False)


def test_its_seeds_are_those_of_pettingzoo():
    from pettingzoo.test import seed_test

    seed_test(lambda: BestplyEnv("onitama", random_plies=3), num_cycles=5)


def test_an_action_is_the_same_move_everywhere():
    env = BestplyEnv("connect-four")
    env.reset()
    assert env.action_space("dark").n == 7
    for _ in range(6):
        env.step(0)
    mask = env.observe("dark")["action_mask"]
    assert mask.tolist() == [0, 1, 1, 1, 1, 1, 1] and env.game.moves[0] == "b", "the first column is full"
    env.step(1)
    assert env.game.history[-1] == "b"
    assert not env.observe("dark")["action_mask"].any(), "it is the other's turn"


def test_an_agent_sees_its_own_planes():
    env = BestplyEnv("connect-four")
    env.reset()
    env.step(3)
    dark, light = (env.observe(agent)["observation"] for agent in env.possible_agents)
    assert dark[0].sum() == light[1].sum() == 1 and dark[1].sum() == light[0].sum() == 0
    assert (dark == env.game.planes("dark")).all() and (light == env.game.planes()).all()


def test_a_seed_draws_where_a_game_begins():
    def begun(name, seed, **settings):
        env = BestplyEnv(name, **settings)
        env.reset(seed=seed)
        return env.game.position, [env.action_space(agent).sample() for agent in env.possible_agents]

    for name, settings in (("onitama", {}), ("connect-four", {"random_plies": 4})):
        drawn = [begun(name, seed, **settings) for seed in range(8)]
        assert drawn == [begun(name, seed, **settings) for seed in range(8)]
        assert len({position for position, _ in drawn}) > 4
    env = BestplyEnv("connect-four", random_plies=4)
    env.reset(seed=1)
    first = env.game.position
    env.reset()
    assert env.game.position != first, "a reset without a seed draws on"


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
            best = bp.Player(env.game, "best-first").search(evaluations=200).best_move
            env.step(env.game.numbers[env.game.moves.index(best)])
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert total == dict(zip(env.possible_agents, (1, -1)))


def test_a_policy_that_is_trained_in_it_improves(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES)
    sys.modules.pop("train_in_pettingzoo", None)
    import train_in_pettingzoo

    before, after = train_in_pettingzoo.main(games=1500)
    assert after > before + 0.2, (before, after)
    assert train_in_pettingzoo.main(games=50) == train_in_pettingzoo.main(games=50), "a seed makes it repeatable"


def begun_env():
    env = BestplyEnv("connect-four")
    env.reset()
    return env


WRONG = {
    "illegal": (lambda: full().step(0), "number 0 is that of no legal move here, only 1 for b"),
    "beyond": (lambda: begun_env().step(7), "number must be a whole number from 0 to 6, not 7"),
    "nothing": (lambda: begun_env().step(None), "action must be the number of a legal move, not None"),
    "plies": (lambda: BestplyEnv("connect-four", random_plies=-1), "random_plies must be a whole number from 0 on, not -1"),
    "too many plies": (lambda: BestplyEnv("tic-tac-toe", random_plies=9).reset(), "random_plies: after 9 of them"),
    "mode": (lambda: BestplyEnv("oware", render_mode="human"), "render_mode must be None or ansi, not 'human'"),
    "no planes": (lambda: BestplyEnv("breakthrough-6x6"), "does not say what a network sees of it"),
    "no game": (lambda: BestplyEnv("connect4"), "unknown game `connect4`"),
    "side": (lambda: bp.game("oware").planes("north"), "side must be South or North, not `north`"),
    "no numbers": (lambda: bp.Game.of(Nim()).numbers, "python does not number its moves"),
}


def full():
    env = begun_env()
    for _ in range(6):
        env.step(0)
    return env


@pytest.mark.parametrize(("call", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told(call, words):
    with pytest.raises(bp.Error, match=words) as told:
        call()
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("make", [BestplyEnv, pettingzoo.env])
def test_an_environment_is_pickled(make):
    env = make("onitama", random_plies=2)
    env.reset(seed=5)
    env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    again = pickle.loads(pickle.dumps(env))
    for one in (env, again):
        one.step(one.observe(one.agent_selection)["action_mask"].argmax())
    assert again.unwrapped.game.position == env.unwrapped.game.position
    for one in (env, again):
        one.reset()
    assert again.unwrapped.game.position == env.unwrapped.game.position, "the dice come along"
    assert pickle.loads(pickle.dumps(make("onitama"))).unwrapped.possible_agents, "before a reset, too"


def test_numbers_of_numpy_are_numbers():
    env = BestplyEnv("connect-four", random_plies=np.int64(2))
    env.reset(seed=np.uint32(3))
    other = BestplyEnv("connect-four", random_plies=2)
    other.reset(seed=3)
    assert env.game.position == other.game.position
    env.step(np.int64(env.game.numbers[0]))
