"""Games and states of OpenSpiel over the games of this library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pyspiel

from rattus_ai.games import definition, game_names
from rattus_ai.observations import Knowledge
from rattus_ai.openspiel import parameters
from rattus_ai.openspiel.observer import SpielObserver
from rattus_ai.openspiel.position import SpielPosition
from rattus_ai.schemas.writing import pretty

_SEEDS = 1 << 32


def register_games() -> None:
    """Registers every game that is not registered yet. Importing the package does it."""
    for name in game_names():
        knowledge = definition(name).knowledge()
        if knowledge is not None and name not in pyspiel.registered_names():
            # A class and no closure: OpenSpiel lets go of it after the interpreter has ended, when nothing
            # can be freed any more. That ends the process badly for a closure; a class holds on to itself.
            game_type = _game_type(name)
            attributes = {"game_type": game_type, "knowledge": knowledge}
            pyspiel.register_game(game_type, type(f"{SpielGame.__name__}_{name}", (SpielGame,), attributes))


def _game_type(name: str) -> Any:
    counts = parameters.player_counts(name)
    return pyspiel.GameType(
        short_name=name,
        long_name=name.replace("_", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters.specification(name),
        default_loadable=True,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of this library as OpenSpiel sees it. Made by `pyspiel.load_game`.

    The utility of the winner is 1 - 1/n, that of the others -1/n, with n players: shares of the win, centred
    on zero.

    Attributes:
        game_type: the type under which the class is registered; each game has a subclass of its own.
        knowledge: observation features and private outcomes of the game.
        game: the game with its rules and its notation.
    """

    game_type: ClassVar[Any]
    knowledge: ClassVar[Knowledge]

    def __init__(self, params: Mapping[str, Any]) -> None:
        """See `pyspiel.load_game`.

        Raises:
            OptionError: a parameter is out of range or does not fit the others.
        """
        name = self.game_type.short_name
        self.game = definition(name).load(parameters.options(name, params))
        rules = self.game.rules
        share = 1 / rules.num_players
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_distinct_actions,
            max_chance_outcomes=rules.max_chance_outcomes,
            num_players=rules.num_players,
            min_utility=-share,
            max_utility=(rules.num_players - 1) * share,
            utility_sum=0.0,
            max_game_length=rules.max_game_length,
        )
        super().__init__(self.game_type, info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the game string; OpenSpiel's own way would lose the attributes."""
        return _loaded, (str(self),)

    def new_initial_state(self, start: None = None) -> SpielState:
        """The state at the very first node.

        Raises:
            ValueError: `start` is given: a game starts at its beginning only.
        """
        if start is not None:
            raise ValueError("start: expected nothing, a game starts at its beginning only")
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most chance nodes a game can have."""
        return self.game.rules.max_chance_nodes

    def make_py_observer(
        self, iig_obs_type: Any | None = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver:
        """An observer of this kind; by default of what a player knows now."""
        kind = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        return SpielObserver(self.game, self.knowledge, kind, params)


def _loaded(text: str) -> Any:
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state. OpenSpiel copies and pickles it attribute by attribute, so it has just one.

    Attributes:
        core: the position as the core has it. Change it through `apply_action` only.
    """

    core: SpielPosition

    def __init__(self, game: SpielGame) -> None:
        """See `SpielGame.new_initial_state`."""
        super().__init__(game)
        self.core = SpielPosition.of(game.game)

    def current_player(self) -> int:
        """A player from 0, `pyspiel.PlayerId.CHANCE` or `TERMINAL`, which are the core's numbers."""
        return self.core.current_player()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.core.is_terminal()

    def is_chance_node(self) -> bool:
        """Whether chance is next."""
        return self.core.is_chance()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids that are legal now, ascending; at a chance node those of the outcomes, whoever the player
        is.

        The same as the method it replaces, which asks Python four times for what the core tells at once.
        """
        if player is None or player == self.core.current_player():
            return self.core.legal_actions()
        return super().legal_actions(player)  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return self.core.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities, ids ascending."""
        weights = self.core.chance_weights()
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def _apply_action(self, action: int) -> None:
        self.core.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.core.game
        return game.outcome_text(action) if player == pyspiel.PlayerId.CHANCE else game.action_text(action)

    def returns(self) -> list[float]:
        """Shares of the win centred on zero; all 0 before the end."""
        shares = self.core.returns()
        if not self.core.is_terminal():
            return shares
        # In this form the sum is exactly 0.
        players = len(shares)
        fair = 1 / players
        return [(players * share - 1) * fair for share in shares]

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one; what is hidden from the player is drawn anew.

        It has a history of its own, in which outcomes that the player does not know may differ. States are
        drawn with their chances given what the player has seen, if nothing is read into the decisions of the
        others.

        Args:
            player: the player whose information state is kept, whether or not it is the player to act.
            rng: draws a number from 0 to below 1.
        """
        game = self.get_game()
        redrawn = game.knowledge.redrawn(game.game, self.core, player, int(rng() * _SEEDS))
        if not redrawn:
            return self.clone()  # type: ignore[no-any-return]
        state = game.new_initial_state()
        for place, identifier in enumerate(self.core.history()):
            state.apply_action(redrawn.get(place, identifier))
        return state  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return pretty(self.core.game.write_document(self.core, None, None, None)).rstrip("\n")
