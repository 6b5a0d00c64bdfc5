"""Deals with the methods that the algorithms of OpenSpiel ask for; it need not be installed.

States stand on the plain engine, whose deals are values: a copy costs nothing, and searches copy at every step.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from overtrick.core.actions import Word, action_of, actions_of
from overtrick.core.auctions import most_calls
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import Seed
from overtrick.deal.deals import numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view, view_fields
from overtrick.engine.observation import observation_size, observe
from overtrick.engine.rewards import best_result, reward_of
from overtrick.engine.worlds import worlds
from overtrick.learning.picture import picture

TERMINAL: Final = -4
"""the player of a deal that is over, as OpenSpiel numbers it"""


class SpielGame:
    """A game as OpenSpiel has them, with players 0 to 3; each new state is the next deal of a seed.

    >>> state = SpielGame("euchre", seed=1).new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> state.returns()
    [-0.25, 0.25, -0.25, 0.25]
    """

    def __init__(self, game: Game | str, seed: Seed = "", *, history: bool = False) -> None:
        """A game, given as for `find_game`; with `history`, all tricks are in its observations."""
        self.game = find_game(game)
        self.seed, self.history = seed, history
        self._dealt = 0

    def new_initial_state(self) -> SpielState:
        """The next deal of the seed, with all its cards dealt: there are no chance nodes."""
        self._dealt += 1
        return SpielState(self, numbered_deal(self.game, self.seed, self._dealt).declare())

    def num_distinct_actions(self) -> int:
        """How many actions the game has."""
        return len(actions_of(self.game).choices)

    def num_players(self) -> int:
        """How many players act."""
        return len(SEATS)

    def max_game_length(self) -> int:
        """No deal has more actions: calls, a discard and cards."""
        return most_calls(self.game.auction_rules) + 1 + len(self.game.pack)

    def max_chance_outcomes(self) -> int:
        """None, as there are no chance nodes."""
        return 0

    def min_utility(self) -> float:
        """The worst that a deal can bring."""
        return -1.0

    def max_utility(self) -> float:
        """The best that a deal can bring."""
        return 1.0

    def utility_sum(self) -> float:
        """What a deal brings to all together."""
        return 0.0

    def observation_tensor_size(self) -> int:
        """How many numbers an observation has."""
        return observation_size(self.game, self.history)

    def observation_tensor_shape(self) -> list[int]:
        """The shape of an observation, as `layout` describes it."""
        return [self.observation_tensor_size()]

    def get_type(self) -> Any:
        """What OpenSpiel asks about a game, in its own words, for which it has to be installed."""
        try:
            import pyspiel
        except ModuleNotFoundError:
            raise Invalid("not-installed", module="OpenSpiel", extra="spiel") from None
        kinds = pyspiel.GameType
        return kinds(
            short_name=self.game.name,
            long_name=game_text(self.game),
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=len(SEATS),
            min_num_players=len(SEATS),
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def __str__(self) -> str:
        return game_text(self.game)


class SpielState:
    """A deal as it is now; `apply_action` changes it, and a clone stays as it is."""

    def __init__(self, game: SpielGame, round_: Round) -> None:
        self._game = game
        self.round = round_
        """the deal as the plain engine has it"""

    def get_game(self) -> SpielGame:
        """The game of this deal."""
        return self._game

    def num_players(self) -> int:
        """How many players act."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """How many actions the game has."""
        return self._game.num_distinct_actions()

    def move_number(self) -> int:
        """How much was done so far."""
        return len(self.round.actions_done)

    def is_initial_state(self) -> bool:
        """Whether nothing was done yet."""
        return not self.move_number()

    def current_player(self) -> int:
        """Who acts, for dummy the declarer; `TERMINAL` at the end."""
        actor = self.round.actor
        return TERMINAL if actor is None else actor - 1

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.round.actor is None

    def is_chance_node(self) -> bool:
        """Never: all cards are dealt at the start."""
        return False

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """None, as there are no chance nodes."""
        return []

    def is_simultaneous_node(self) -> bool:
        """Never: players act in turn."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of what may be done, in their order; nothing for players whose turn it is not."""
        actor, numbers = self.round.actor, actions_of(self._game.game).numbers
        if actor is None or player not in (None, actor - 1):
            return []
        return sorted(numbers[action] for action in self.round.legal() if not isinstance(action, Word))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """1 for each action that may be done, 0 for the others."""
        legal = set(self.legal_actions(player))
        return [int(number in legal) for number in range(self._game.num_distinct_actions())]

    def apply_action(self, action: int) -> None:
        """Do the action of a number; players say by themselves what can be said."""
        self.round = self.round.choose(action_of(self._game.game, action))

    def child(self, action: int) -> SpielState:
        """The deal after an action; this one stays as it is."""
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self) -> SpielState:
        """The same deal once more."""
        return SpielState(self._game, self.round)

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """The action of a number, which comes after a player or alone."""
        return str(action_of(self._game.game, player if action is None else action))

    def string_to_action(self, text: str) -> int:
        """The number of an action."""
        return actions_of(self._game.game).number(text)

    def history(self) -> list[int]:
        """The numbers of all that was done."""
        numbers = actions_of(self._game.game).numbers
        return [numbers[action] for action in self.round.actions_done]

    def history_str(self) -> str:
        """The numbers of all that was done, as a text."""
        return ", ".join(map(str, self.history()))

    def returns(self) -> list[float]:
        """What the deal brings to each player, from -1 to 1; 0 before its end."""
        score, most = self.round.score, best_result(self._game.game)
        return [0.0 if score is None else reward_of(score.scores, seat, most) for seat in SEATS]

    def rewards(self) -> list[float]:
        """What the last action brought to each player: the returns, as all comes at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What the deal brings to a player."""
        return self.returns()[self._seat(player) - 1]

    def player_reward(self, player: int) -> float:
        """What the last action brought to a player."""
        return self.rewards()[self._seat(player) - 1]

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees, or whoever acts, as lines for people."""
        seen, seat = self._view(player), self._seat(player)
        return picture(seen, {seat: seen.hand, **(dict([seen.open_hand]) if seen.open_hand is not None else {})})

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees, or whoever acts."""
        numbers: list[float] = observe(self._view(player), self._game.history)["observation"].tolist()
        return numbers

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player knows, calls and cards in their order: two deals are the same to them if it is."""
        known = view_fields(self._view(player))
        del known["board"]
        return str(known)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A deal that is the same to a player, by a number of chance; all that the rules allow are equally likely.

        Annonces that were declared but not shown tell nothing of the cards in it.
        """
        drawn = next(worlds(self._view(player), Random(sampler())))
        return SpielState(self._game, drawn._replace(course=self.round.course))

    def _view(self, player: int | None) -> View:
        return view(self.round, self._seat(player))

    def _seat(self, player: int | None) -> Seat:
        """That of a player, or of whoever acts."""
        number = self.current_player() if player is None else player
        if number not in range(len(SEATS)):
            raise Invalid("bad-player", player=number)
        return SEATS[number]

    def __str__(self) -> str:
        return picture(view(self.round, None), dict(zip(SEATS, self.round.hands, strict=True)))
