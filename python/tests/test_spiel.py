"""Games of OpenSpiel, where it is installed."""

import pickle

import bestply as bp
import pytest

pyspiel = pytest.importorskip("pyspiel")

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


@pytest.mark.parametrize("name", FOR_TWO)
def test_every_game_for_two_is_searched(name):
    game = bp.from_open_spiel(pyspiel.load_game(name))
    for searcher in ("best-first", "principal-variation-search"):
        report = bp.Player(game, searcher).search(evaluations=100)
        assert report.best_move in game.moves


def test_there_are_some_thirty():
    assert len(FOR_TWO) >= 25


def test_a_won_position_is_won_and_pickled():
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    game = bp.from_open_spiel(state.get_game(), state)
    report = bp.Player(pickle.loads(pickle.dumps(game)), "best-first").search(evaluations=1000)
    assert report.proved and report.value == float("inf") and report.best_move == game.moves[0]


def test_a_bot_beats_a_random_one():
    game = pyspiel.load_game("connect_four")
    bot = bp.OpenSpielBot("best-first", limits={"evaluations": 200})
    other = pyspiel.make_uniform_random_bot(1, 7)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state) if state.current_player() == 0 else other.step(state))
    assert state.returns()[0] > 0


def test_what_bestply_cannot_play_is_told():
    with pytest.raises(bp.Error, match="no game for two"):
        bp.from_open_spiel(pyspiel.load_game("kuhn_poker"))
