"""Which cards and boxes a game is played with: names, suggested sets, drawn cards, contradictions."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from rattus_ai._core import rattus as core
from rattus_ai.errors import OptionError
from rattus_ai.games import definition, load_game
from rattus_ai.rattus.boxdata import load_cards, load_sets, templates
from rattus_ai.rattus.card_choice import Choice, choose, printed
from rattus_ai.rattus.document_rule_types import MAX_SEED, RuleFields
from rattus_ai.schemas.typed import decode

CARDS = {printed(card.name): card for card in load_cards().cards}
PLAYABLE = [name for name, card in CARDS.items() if card.playable]
BASE = ["peasant", "merchant", "monk", "knight", "witch", "king"]


def choice(players: int = 4, **options: Any) -> Choice:
    return choose(decode({"players": players, **options}, RuleFields))


def names(players: int = 4, **options: Any) -> list[str]:
    return [printed(card.name) for card in choice(players, **options).cards]


def refused(players: int = 4, **options: Any) -> tuple[str, str]:
    with pytest.raises(OptionError) as caught:
        choice(players, **options)
    return caught.value.option, caught.value.problem


# --- lists and sets ---


def test_without_cards_the_base_game_is_played() -> None:
    for players in (2, 3, 4):
        assert choice(players) == Choice(load_cards().cards[:6], mercatus=False, africanus=False)
    for players in (5, 6):
        assert choice(players) == Choice(load_cards().cards[:6], mercatus=False, africanus=True)


def test_names_in_any_language_from_any_box() -> None:
    given = ["Τυμβωρύχος", "hanza-kereskedő", "Explorateur", "WITCH", "pied piper", "Alcalde", "Crusader"]
    assert names(cards=given) == [
        "witch",
        "hanseatic_trader",
        "grave_robber",
        "explorer",
        "crusader",
        "pied_piper",
        "mayor",
    ]


def test_two_cards_of_one_class_are_fine() -> None:
    chosen = choice(cards=["raider", "knight", "assassin", "soldier", "crusader"])
    assert {card.class_letter for card in chosen.cards} == {"K"} and len(chosen.cards) == 5


@pytest.mark.parametrize("card_set", load_sets().sets[:3], ids=lambda card_set: card_set.name)
def test_suggested_sets(card_set: Any) -> None:
    wanted = {printed(name) for name in card_set.cards}
    assert set(names(cards=card_set.name)) == set(names(cards=[card_set.name])) == wanted
    assert names(cards=card_set.name.replace("-", "_").upper()) == names(cards=card_set.name)


@pytest.mark.parametrize(
    "text", ["Επικίνδυνοι Καιροί", "tiempos peligrosos", "veszelyes idok", "TEMPS DANGEREUX"]
)
def test_suggested_sets_in_other_languages(text: str) -> None:
    assert names(cards=text) == names(cards="dangerous-times")


def test_a_set_with_a_card_that_is_not_known() -> None:
    assert refused(cards="production-and-trade") == (
        "cards",
        "production-and-trade contains the Carrier: what it does is not known, so it cannot be played; with "
        "the Swindler in its place the list is hanseatic_trader, brewer, baker, raider, serf, swindler",
    )
    replaced = ["hanseatic_trader", "brewer", "baker", "raider", "serf", "swindler"]
    assert set(names(cards=replaced)) == set(replaced)


@pytest.mark.parametrize("name", ["Bishop", "carrier", "Επίσκοπος", "Hordár"])
def test_cards_whose_effect_is_not_known(name: str) -> None:
    option, problem = refused(cards=["king", name])
    canonical = "Bishop" if name in ("Bishop", "Επίσκοπος") else "Carrier"
    assert option == "cards" and problem.startswith(f"what the {canonical} does is not known")
    assert all(card in problem for card in PLAYABLE) and ", bishop" not in problem


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            ["knigth"],
            'found "knigth", expected a list of cards, a suggested set, random or one-per-class; did you',
        ),
        (["graverobber"], "did you mean grave_robber?"),
        (["zzz"], "; the cards are peasant, merchant, "),
        (["dangrous-times"], "did you mean dangerous-times?"),
        ("dangrous times", "did you mean dangerous-times?"),
        ("king", 'found "king", expected a list of cards, a suggested set, random or one-per-class'),
        (["King", "κιραλυ", "kiraly"], 'found "κιραλυ"'),
        (["King", "kiraly"], '"King" and "kiraly" are the same card'),
        (["king", "random"], 'found "random" among other names, expected it alone'),
        (["beginners", "king"], 'found "beginners" among other names, expected it alone'),
        ([], "found 0 names, expected 1 to 8"),
        (PLAYABLE[:9], "found 9 names, expected 1 to 8"),
    ],
)
def test_problems_of_cards(cards: Any, expected: str) -> None:
    option, problem = refused(cards=cards)
    assert option == "cards" and expected in problem, problem


def test_eight_cards_are_enough_and_one_is() -> None:
    assert names(cards=PLAYABLE[8:16]) == PLAYABLE[8:16]
    assert names(2, cards=["nun"]) == ["nun"]


# --- drawn cards ---


@pytest.mark.parametrize(
    "word", ["random", "one-per-class", "RANDOM", "one per class", "véletlen", "una por clase"]
)
@pytest.mark.parametrize(("players", "count"), [(2, 6), (3, 6), (4, 6), (5, 8), (6, 8)])
def test_drawn_cards_are_as_many_as_the_rules_say(word: str, players: int, count: int) -> None:
    for seed in range(20):
        drawn = names(players, cards=word, cards_seed=seed)
        assert len(drawn) == count == len(set(drawn)) and set(drawn) <= set(PLAYABLE)
        assert drawn == names(players, cards=[word], cards_seed=seed)
        assert drawn == sorted(drawn, key=list(CARDS).index)


@examples(60)
@given(st.integers(0, MAX_SEED), st.sampled_from([2, 3, 4, 5, 6]))
def test_one_per_class(seed: int, players: int) -> None:
    classes = Counter(
        card.class_letter for card in choice(players, cards="one-per-class", cards_seed=seed).cards
    )
    if players < 5:
        assert len(classes) == 6 and set(classes.values()) == {1}
    else:
        assert len(classes) == 7 and sorted(classes.values()) == [1] * 6 + [2]


def test_one_per_class_from_boxes_with_few_classes() -> None:
    drawn = choice(5, cards="one-per-class", boxes=["base", "pied-piper"], cards_seed=4).cards
    counts = Counter(card.class_letter for card in drawn)
    assert len(drawn) == 8 and len(counts) == 6 and max(counts.values()) == 2


def test_draws_are_reproducible_and_differ() -> None:
    drawn = ["knight", "witch", "hanseatic_trader", "emperor", "soldier", "crusader"]
    assert names(cards="random", cards_seed=3) == drawn
    draws = {tuple(names(cards="random", cards_seed=seed)) for seed in range(50)}
    assert len(draws) == 50


@pytest.mark.parametrize("word", ["random", "one-per-class"])
def test_every_card_is_drawn_about_equally_often(word: str) -> None:
    deals = 1500
    counts = Counter(name for seed in range(deals) for name in names(cards=word, cards_seed=seed))
    for name in PLAYABLE:
        rivals = sum(CARDS[other].class_letter == CARDS[name].class_letter for other in PLAYABLE)
        chance = 6 / len(PLAYABLE) if word == "random" else 6 / 7 / rivals
        deviation = (deals * chance * (1 - chance)) ** 0.5
        assert abs(counts[name] - deals * chance) < 4.5 * deviation, name


def test_boxes_restrict_the_draw() -> None:
    for seed in range(30):
        assert set(names(cards="random", boxes=["Base"], cards_seed=seed)) == set(BASE)
        drawn = choice(cards="random", boxes=["pied piper", "mercatus"], cards_seed=seed)
        assert {card.box for card in drawn.cards} <= {"pied-piper", "mercatus"} and not drawn.africanus
        without = choice(cards="random", mercatus=False, africanus=False, cards_seed=seed)
        assert {card.box for card in without.cards} <= {"base", "pied-piper"}
        assert not without.mercatus and not without.africanus


@pytest.mark.parametrize(
    ("options", "option", "expected"),
    [
        ({"cards": "random"}, "cards_seed", "is missing; random draws the cards and needs a seed"),
        ({"cards": ["one per class"]}, "cards_seed", "is missing; one-per-class draws the cards"),
        ({"cards_seed": 3}, "cards_seed", "only says how cards are drawn; expected `cards` to be random or"),
        ({"cards": ["king"], "boxes": ["base"]}, "boxes", "only says how cards are drawn"),
        (
            {"cards": "random", "cards_seed": 1, "boxes": ["mercatsu"]},
            "boxes",
            'found "mercatsu", expected base, mercatus, africanus or pied-piper; did you mean mercatus?',
        ),
        ({"cards": "random", "cards_seed": 1, "boxes": []}, "boxes", "found an empty list"),
        ({"cards": "random", "cards_seed": 1, "boxes": ["base", "BASE"]}, "boxes", "found base twice"),
        (
            {"cards": "random", "cards_seed": 1, "boxes": ["africanus"]},
            "boxes",
            "found africanus with 4 cards, expected boxes with at least 6, which 4 players draw",
        ),
        (
            {"cards": "random", "cards_seed": 1, "boxes": ["base"], "players": 6},
            "boxes",
            "found base with 6 cards, expected boxes with at least 8, which 6 players draw",
        ),
        (
            {"cards": "random", "cards_seed": 1, "boxes": ["base", "mercatus"], "mercatus": False},
            "boxes",
            "found mercatus, but `mercatus` is false",
        ),
    ],
)
def test_problems_of_draws(options: dict[str, Any], option: str, expected: str) -> None:
    found, problem = refused(**options)
    assert found == option and expected in problem, problem


def test_seeds_go_only_where_something_is_drawn() -> None:
    rattus = definition("rattus")
    plain = {"players": 4, "cards": ["king"]}
    assert rattus.seeded(plain, 5) == plain and rattus.seeded({"players": 4}, 5) == {"players": 4}
    assert rattus.seeded({"cards": "random"}, 5) == {"cards": "random", "cards_seed": 5}
    assert rattus.seeded({"cards": ["One Per Class"]}, 5)["cards_seed"] == 5
    assert rattus.seeded({"cards": "random", "cards_seed": 9}, 5)["cards_seed"] == 9
    assert 0 <= int(str(rattus.seeded({"cards": "random"}, -1)["cards_seed"])) <= MAX_SEED
    for nonsense in (7, [7], None, {"a": 1}):
        assert rattus.seeded({"cards": nonsense}, 5) == {"cards": nonsense}


# --- boxes ---


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_card_brings_what_it_needs(name: str) -> None:
    found = choice(3, cards=[name])
    assert found.mercatus == (CARDS[name].box == "mercatus")
    assert found.africanus == (CARDS[name].box == "africanus")
    both = choice(3, cards=[name], mercatus=True, africanus=True)
    assert both.mercatus and both.africanus


@pytest.mark.parametrize(
    ("options", "option", "problem"),
    [
        (
            {"cards": ["count", "king", "grave robber"], "mercatus": False},
            "mercatus",
            "found false, but count and grave_robber need goods and coins",
        ),
        ({"cards": ["pope"], "mercatus": False}, "mercatus", "found false, but pope needs goods and coins"),
        (
            {"players": 5, "africanus": False},
            "africanus",
            "found false, but 5 players need its board of North Africa and its tokens",
        ),
        (
            {"cards": ["sultan"], "africanus": False},
            "africanus",
            "found false, but sultan is a card of Africanus, with which its tokens and region cards are used",
        ),
        (
            {"cards": ["explorer", "astronomer"], "africanus": False},
            "africanus",
            "found false, but astronomer and explorer are cards of Africanus, with which its tokens and "
            "region cards are used",
        ),
    ],
)
def test_contradictions_say_why(options: dict[str, Any], option: str, problem: str) -> None:
    assert refused(**options) == (option, problem)


def test_false_where_nothing_needs_it() -> None:
    assert choice(cards=BASE, mercatus=False, africanus=False) == choice(cards=BASE)


# --- games ---


def test_region_cards_without_africanus() -> None:
    with pytest.raises(OptionError, match=r'region_cards: found "hands.toml", but .* add africanus = true'):
        load_game("rattus", players=3, region_cards="hands.toml")


def test_options_of_the_base_game_are_as_short_as_ever() -> None:
    game = load_game("rattus", players=3)
    assert game.options_from(None) == {"players": 3, "cards": BASE}
    assert game.options["split_setup_pairs"] is False and game.options["mercatus"] is False
    assert load_game("rattus", **game.options_from(None)) is game
    assert load_game("rattus", **game.options) is game
    assert load_game("rattus", players=3, cards="beginners") is game
    assert load_game("rattus", players=3, cards="random", boxes=["base"], cards_seed=8) is game


def test_options_are_all_told() -> None:
    assert set(load_game("rattus", players=2).options) == set(msgspec.structs.asdict(RuleFields()))


@pytest.mark.parametrize(
    "options",
    [
        {"players": 4, "cards": "dangerous-times"},
        {"players": 4, "cards": "aristocrats", "mercatus": True},
        {"players": 2, "mercatus": True},
        {"players": 3, "africanus": True},
        {"players": 3, "africanus": True, "split_setup_pairs": False},
        {"players": 5},
        {"players": 6, "cards": "random", "cards_seed": 11},
        {
            "players": 4,
            "cards": "one-per-class",
            "cards_seed": 12,
            "boxes": ["base", "mercatus", "pied-piper"],
        },
    ],
    ids=str,
)
def test_options_make_the_same_game_again(options: dict[str, Any]) -> None:
    game = load_game("rattus", **options)
    short = game.options_from(None)
    assert "cards_seed" not in short and "boxes" not in short and short["cards"] == list(game.card_names)
    for again in (short, game.options):
        assert load_game("rattus", **again) is game


def test_options_tell_what_does_not_follow() -> None:
    def short(**options: Any) -> set[str]:
        return set(load_game("rattus", **options).options_from(None)) - {"players", "cards"}

    assert short(players=4, cards="dangerous-times", mercatus=True) == set()
    assert short(players=2, mercatus=True) == {"mercatus"}
    assert short(players=3, africanus=True) == {"africanus"}
    assert short(players=3, africanus=True, split_setup_pairs=False) == {"africanus", "split_setup_pairs"}
    assert short(players=5, africanus=True, split_setup_pairs=True) == set()
    assert short(players=3, split_setup_pairs=True) == {"split_setup_pairs"}


@pytest.mark.parametrize(
    ("players", "regions", "supply", "region_cards"),
    [(2, 8, 33, 24), (3, 10, 35, 30), (4, 12, 37, 36), (5, 15, 42, 45), (6, 17, 48, 51)],
)
def test_set_up_of_africanus(players: int, regions: int, supply: int, region_cards: int) -> None:
    game: Any = load_game("rattus", players=players, africanus=True)
    assert len(game.region_names) == regions
    assert sum(game.ring_counts) - regions == supply
    state = core.export_state(game.new_position(seed=1))
    assert sum(state["rat_supply"]) == supply and [len(hand) for hand in state["hands"]] == [3] * players
    assert sum(state["pile"]) == region_cards - 3 * players
    rounds = 3 if players >= 5 else 2
    assert len(game.setup_order) == 2 * rounds * players and game.setup_cubes == 1
    seats = list(range(players))
    assert list(game.setup_order[: 2 * players : 2]) == seats
    assert list(game.setup_order[2 * players : 4 * players : 2]) == seats[::-1]
    assert list(game.setup_order[4 * players :: 2]) == (seats if rounds == 3 else [])
    assert ("africa" in game.region_names) == (players >= 5)
    assert ("russia" in game.region_names) == (players in (4, 6))


@pytest.mark.parametrize(("players", "goods"), [(2, 8), (3, 10), (4, 12)])
def test_set_up_of_mercatus(players: int, goods: int) -> None:
    state = core.export_state(load_game("rattus", players=players, mercatus=True).new_position(seed=1))
    assert state["coins"] == [4] * players and state["goods_supply"] == [4] * 4
    assert len(state["region_goods"]) == goods and min(state["region_goods"]) >= 0


def test_warnings_tell_what_a_game_rests_on() -> None:
    def warning(**options: Any) -> str:
        return str(load_game("rattus", **options).warning)

    assert "cards" not in warning(players=3) and "diplomats" not in warning(players=6)
    assert "51 of 51 region cards are stand-ins" in warning(players=6)
    assert "5 of 17 regions are stand-ins" in warning(players=5)
    assert "the number of diplomats is a stand-in" in warning(players=3, cards=["sultan", "king"])
    assert "1 of 2 cards is a stand-in" in warning(players=3, cards=["sultan", "king"])
    assert "2 of 3 cards are inferred" in warning(players=3, cards=["mayor", "crusader", "king"])


def test_region_cards_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.toml"
    text = templates()["region-cards.toml"].replace("count = 10", "count = 7")
    path.write_text(
        text.replace('"Anglia",     symbols = "CR"', '"Anglia",     symbols = "PW"'), encoding="utf-8"
    )
    game: Any = load_game("rattus", players=4, cards=["sultan", "king"], region_cards=path)
    assert (0, "PW") in core.region_card_kinds(game.rules)
    assert sum(core.region_card_counts(game.rules)) == 36
    assert core.export_state(game.new_position(seed=1))["diplomats_left"] == 7
    assert game.options_from(tmp_path)["region_cards"] == "hands.toml"
    path.write_text(text.replace('"Gallia"', '"Galia"'), encoding="utf-8")
    line = 1 + next(number for number, row in enumerate(text.split("\n")) if '"Gallia"' in row)
    with pytest.raises(
        OptionError, match=rf"hands\.toml:{line}: region card 4, region: found 'Galia'.*mean Gallia"
    ):
        load_game("rattus", players=4, africanus=True, region_cards=str(path))
    with pytest.raises(OptionError, match=r"region_cards: .*cannot be read"):
        load_game("rattus", players=4, africanus=True, region_cards=str(tmp_path / "none.toml"))


@pytest.mark.parametrize("word", ["random", "one-per-class"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_mixtures_are_played_and_their_texts_read(word: str, players: int) -> None:
    for seed in range(6):
        game = load_game("rattus", players=players, cards=word, cards_seed=seed)
        generator = random.Random(seed)
        position = game.new_position(seed=seed)
        while not position.is_terminal():
            action = generator.choice(position.legal_actions())
            if generator.random() < 0.1:
                for language in game.languages:
                    assert position.parse(game.action_text(action, language), language) == action
            position.push(action)
            while position.is_chance():
                outcome = generator.choice(position.legal_actions())
                if generator.random() < 0.1:
                    for language in game.languages:
                        assert position.parse(game.outcome_text(outcome, language), language) == outcome
                position.push(outcome)


def test_texts_of_all_ids_are_different_in_every_mixture() -> None:
    for players in (2, 4, 6):
        for seed in range(4):
            game = load_game("rattus", players=players, cards="random", cards_seed=seed)
            for language in game.languages:
                actions = {game.action_text(i, language) for i in range(game.rules.num_distinct_actions)}
                assert len(actions) == game.rules.num_distinct_actions
                outcomes = {game.outcome_text(i, language) for i in range(game.rules.max_chance_outcomes)}
                assert len(outcomes) == game.rules.max_chance_outcomes
