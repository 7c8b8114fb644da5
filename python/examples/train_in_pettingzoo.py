"""A small policy learns Connect Four in PettingZoo's environment of it: `python train_in_pettingzoo.py`.

It is a softmax over linear features of the planes, which learns by REINFORCE from games against random moves.
"""

from __future__ import annotations

import numpy as np
from bestply.pettingzoo import BestplyEnv

GAME, RATE, SEED = "connect-four", 0.05, 1


def chances(weights: np.ndarray, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """How likely the policy plays each action."""
    logits = np.where(mask, weights @ seen, -np.inf)
    parts = np.exp(logits - logits.max())
    return parts / parts.sum()


def play(env: BestplyEnv, weights: np.ndarray, learner: str, rng: np.random.Generator) -> tuple[float, np.ndarray]:
    """A game of the policy against random moves: the policy's reward, and the gradient of what it played."""
    env.reset(seed=int(rng.integers(2**31)))
    gradient, total = np.zeros_like(weights), 0.0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total += reward if agent == learner else 0
        if terminated or truncated:
            env.step(None)
            continue
        mask = observation["action_mask"].astype(bool)
        if agent != learner:
            env.step(int(rng.choice(np.flatnonzero(mask))))
            continue
        seen = np.append(observation["observation"].ravel(), 1)
        likely = chances(weights, seen, mask)
        action = int(rng.choice(len(mask), p=likely))
        gradient += np.outer((np.arange(len(mask)) == action) - likely, seen)
        env.step(action)
    return total, gradient


def score(env: BestplyEnv, weights: np.ndarray, games: int = 200) -> float:
    """The policy's part of the points in games of both sides, a draw half a point."""
    rng = np.random.default_rng(SEED + 1)
    sides = [env.possible_agents[game % 2] for game in range(games)]
    return float(np.mean([(1 + play(env, weights, side, rng)[0]) / 2 for side in sides]))


def main(games: int = 1500) -> tuple[float, float]:
    """Trains, and returns the scores before and after."""
    env, rng = BestplyEnv(GAME), np.random.default_rng(SEED)
    weights = np.zeros((env.action_space(env.possible_agents[0]).n, env.game.planes().size + 1))
    before, usual = score(env, weights), 0.0
    for game in range(games):
        reward, gradient = play(env, weights, env.possible_agents[game % 2], rng)
        weights += RATE * (reward - usual) * gradient
        usual += 0.02 * (reward - usual)
    return before, score(env, weights)


if __name__ == "__main__":
    print("of the points against random moves: {:.0%} before, {:.0%} after".format(*main()))
