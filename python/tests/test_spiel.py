"""Games of OpenSpiel, where it is installed."""

import pickle
import random

import bestply as bp
import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: its games are not tried")

from bestply.spiel import _native as native  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

FOR_TWO = [
    kind.short_name
    for kind in pyspiel.registered_games()
    if kind.default_loadable
    and kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    and kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    and kind.min_num_players <= 2 <= kind.max_num_players
    and not kind.short_name.startswith("python_")
    and pyspiel.load_game(kind.short_name).num_players() == 2
]
NATIVE = {
    "connect_four": "connect-four",
    "tic_tac_toe": "tic-tac-toe",
    "othello": "othello",
    "breakthrough": "breakthrough",
    "breakthrough(rows=6,columns=6)": "breakthrough-6x6",
    "clobber(rows=6,columns=6)": "clobber-6x6",
    "clobber(rows=8,columns=8)": "clobber",
    "clobber(rows=10,columns=10)": "clobber-10x10",
}


@pytest.mark.parametrize("name", FOR_TWO)
def test_every_game_for_two_is_searched(name):
    game = bp.from_open_spiel(pyspiel.load_game(name))
    for searcher in ("best-first", "principal-variation-search"):
        report = bp.Player(game, searcher).search(evaluations=100)
        assert report.best_move in game.moves


def test_there_are_some_thirty():
    assert len(FOR_TWO) >= 25


@pytest.mark.parametrize(("name", "ours"), NATIVE.items())
def test_the_catalogue_has_the_same_game(name, ours):
    """Random games are the same, move by move: who is to move, the moves, and who wins."""
    spiel, draw = pyspiel.load_game(name), random.Random(name)
    known = native(spiel)
    for _ in range(20):
        state, game = spiel.new_initial_state(), bp.from_open_spiel(spiel, native=True)
        assert game.name == ours
        while not state.is_terminal():
            assert game.sides.index(game.to_move) == state.current_player()
            actions = state.legal_actions()
            moves = [known.move(game, state, action) for action in actions]
            assert sorted(moves) == sorted(game.moves)
            assert [known.action(state, move) for move in moves] == actions
            action = draw.choice(actions)
            game.play(known.move(game, state, action))
            state.apply_action(action)
        assert game.is_over
        assert state.returns()[0] == (0 if game.winner is None else 1 if game.winner == game.sides[0] else -1)
        assert bp.from_open_spiel(spiel, state, native=True).history == game.history


def test_a_game_that_the_catalogue_lacks_is_told():
    with pytest.raises(bp.Error, match="native: the catalogue does not have pentago.*, only connect_four"):
        bp.from_open_spiel(pyspiel.load_game("pentago"), native=True)


def test_a_won_position_is_won_and_pickled():
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    game = bp.from_open_spiel(state.get_game(), state)
    report = bp.Player(pickle.loads(pickle.dumps(game)), "best-first").search(evaluations=1000)
    assert report.proved and report.value == float("inf") and report.best_move == game.moves[0]


def middle(states):
    """Who is to move likes to have more men near the middle column."""
    weights = np.array([1, 2, 3, 4, 3, 2, 1]) / 100
    values = []
    for state in states:
        assert isinstance(state, pyspiel.State)
        _, noughts, crosses = np.array(state.observation_tensor(0)).reshape(3, 6, 7)
        value = ((crosses - noughts) * weights).sum()
        values.append(value if state.current_player() == 0 else -value)
    return values


@pytest.mark.parametrize("evaluation", [None, middle, "plain"], ids=["native", "states", "named"])
def test_a_bot_beats_a_random_one_where_open_spiel_asks_both(evaluation):
    game = pyspiel.load_game("connect_four")
    bot = bp.OpenSpielBot("best-first", evaluation=evaluation, limits={"evaluations": 300})
    assert isinstance(bot, pyspiel.Bot)
    won = 0
    for seed in range(4):
        for side in (0, 1):
            other = pyspiel.make_uniform_random_bot(1 - side, seed)
            bots = [bot, other] if side == 0 else [other, bot]
            won += pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[side]
    assert won >= 6, "of eight games"


def test_bots_play_every_game_for_two():
    for name in FOR_TWO:
        state = pyspiel.load_game(name).new_initial_state()
        bots = [bp.OpenSpielBot("best-first", limits={"evaluations": 30}), bp.OpenSpielBot(limits={"evaluations": 30})]
        for _ in range(6):
            if state.is_terminal():
                break
            player = state.current_player()
            action = bots[player].step(state)
            bots[1 - player].inform_action(state, player, action)
            state.apply_action(action)


@pytest.mark.parametrize("evaluation", [None, middle], ids=["native", "states"])
def test_a_bot_keeps_its_player_and_its_tree(evaluation):
    state = pyspiel.load_game("connect_four").new_initial_state()
    bot = bp.OpenSpielBot("best-first", evaluation=evaluation, limits={"evaluations": 400})
    fresh = bp.OpenSpielBot("best-first", evaluation=evaluation, limits={"evaluations": 400})
    state.apply_action(bot.step(state))
    # The reply that the bot expects is what it has searched.
    reply = bot.report.line[1]
    reply = "abcdefg".index(reply) if evaluation is None else int(reply[1:])
    bot.inform_action(state, 1, reply)
    state.apply_action(reply)
    player = bot._player
    bot.step(state)
    fresh.step(state)
    assert bot._player is player and len(player.game.history) == 2
    assert bot.report.nodes > fresh.report.nodes, "it begins with what it knew"


def test_a_bot_goes_to_any_state():
    game = pyspiel.load_game("tic_tac_toe")
    bot = bp.OpenSpielBot("best-first", limits={"evaluations": 500})
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    bot.restart_at(state)
    assert bot.step(state) == 2
    bot.restart()
    assert bot.step(game.new_initial_state()) in range(9)
    assert bot.step(state) == 2
    assert bot.step(pyspiel.load_game("connect_four").new_initial_state()) in range(7)


class ToTheLeft(mcts.Evaluator):
    """An evaluator of OpenSpiel that knows nothing but a move."""

    def evaluate(self, state):
        return np.zeros(2)

    def prior(self, state):
        actions = state.legal_actions()
        return [(action, 0.94 if place == 0 else 0.06 / len(actions)) for place, action in enumerate(actions)]


def test_an_evaluator_of_open_spiel_values_and_leads():
    game = bp.from_open_spiel(pyspiel.load_game("connect_four"))
    settings = {"transpositions": "off", "exploration": 50}
    led = bp.Player(game, "puct-best-first", evaluation=ToTheLeft(), **settings).search(evaluations=1000)
    visits = [move.visits for move in led.moves]
    assert visits[0] > 0.8 * sum(visits), "its priors lead"
    rollouts = mcts.RandomRolloutEvaluator(4, np.random.RandomState(1))
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1):
        state.apply_action(action)
    bot = bp.OpenSpielBot("puct-best-first", evaluation=rollouts, limits={"evaluations": 300})
    assert bot.step(state) == 2, "whoever does not close the row has lost"


@pytest.mark.filterwarnings("ignore")
def test_a_model_of_alpha_zero_is_an_evaluation(tmp_path):
    pytest.importorskip("flax", reason="jax and flax are not installed: no model of AlphaZero is tried")
    from open_spiel.python.algorithms.alpha_zero import evaluator, model_linen

    game = pyspiel.load_game("tic_tac_toe")
    shape, actions = game.observation_tensor_shape(), game.num_distinct_actions()
    model = model_linen.Model.build_model("mlp", shape, actions, 16, 1, 1e-4, 1e-3, str(tmp_path))
    alpha_zero = evaluator.AlphaZeroEvaluator(game, model)
    report = bp.Player(bp.from_open_spiel(game), "best-first", evaluation=alpha_zero).search(depth=1, evaluations=9)
    state = game.new_initial_state()
    for action, move in zip(state.legal_actions(), report.moves):
        value = alpha_zero.evaluate(state.child(action))[0]
        assert abs(move.value - 10_000 * value) <= 1, "it is what the model says, as the first player sees it"
    made = {"transpositions": "off", "exploration": 50, "limits": {"evaluations": 200}}
    bot = bp.OpenSpielBot("puct-best-first", evaluation=alpha_zero, **made)
    assert bot.step(state) in range(9)
    likely = dict(alpha_zero.prior(state))
    visits = {action: move.visits for action, move in zip(state.legal_actions(), bot.report.moves)}
    assert max(visits, key=visits.get) == max(likely, key=likely.get), "its priors lead"


WRONG = {
    "no game for two": (lambda: bp.from_open_spiel(pyspiel.load_game("kuhn_poker")), "no game for two"),
    "a name": (lambda: bp.from_open_spiel("hex"), "game must be a game of OpenSpiel, as .*, not str"),
    "no state": (lambda: bp.from_open_spiel(pyspiel.load_game("hex"), "hex"), "state must be a state .*, not str"),
    "another game's evaluation": (
        lambda: bp.OpenSpielBot(evaluation="strong").step(pyspiel.load_game("pentago").new_initial_state()),
        "evaluation: 'strong' is for a game of the catalogue, which does not have pentago",
    ),
    "an evaluator without methods": (
        lambda: bp.Player(
            bp.from_open_spiel(pyspiel.load_game("hex")), evaluation=pyspiel.RandomRolloutEvaluator(1, 1)
        ),
        "evaluation must be a name, a function .* or an evaluator of open_spiel.python, not pyspiel",
    ),
    "an evaluator for another's game": (
        lambda: bp.Player(bp.game("oware"), evaluation=ToTheLeft()),
        "evaluation: .*ToTheLeft values states of OpenSpiel, and oware has none",
    ),
    "limits": (lambda: bp.OpenSpielBot(limits=100), "limits must be a dictionary .*, not 100"),
    "a finished state": (lambda: bp.OpenSpielBot().step(finished()), "state: the game is over"),
}


def finished():
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4, 2):
        state.apply_action(action)
    return state


@pytest.mark.parametrize(("call", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told(call, words):
    with pytest.raises(bp.Error, match=words) as told:
        call()
    assert "\n" not in str(told.value)
