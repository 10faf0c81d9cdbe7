"""The short text of actions and chance outcomes, for any game.

A text is a verb and its arguments: `take monk`, `merchant gallia germania 2`, `reveal s2:MBC`. What the verbs
and the arguments of an id are, the compiled rules tell (`describe_action`, `describe_outcome`); how they are
called in each language, the game's `Vocabulary` tells. So this module knows no game.

Texts are printed in one canonical way and understood leniently: any case, without accents, in any language of
the game, by prefixes that leave one choice, with synonyms, with trailing arguments left out where only one
action remains.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.engine import Rules
from rattus_ai.errors import (
    AmbiguousTextError,
    IllegalTextError,
    NotationError,
    OptionError,
    UnknownTextError,
    listed,
    shown,
)
from rattus_ai.text.closest import closest, did_you_mean, fold

_Arguments = tuple[tuple[str, int], ...]

ENGLISH = "en"
MAX_TEXT = 200
"""Longest text that is looked at, in characters; the longest canonical text has about 40."""

_NEGATIVE = re.compile(r"(?:^|\s)([-−]\d+)")
MAX_NAMES_LISTED = 20
"""Most names that a message lists: all regions or cards of a game, not all its tokens."""

_MAX_NAME_WORDS = 4
_MAX_LISTED = 12
_MAX_STEPS_AHEAD = 16
"""Most outcomes that are tried when a text names the one after the next; the order of rats has 3 at most."""


@dataclass(frozen=True)
class ArgumentForm:
    """How one argument of a verb is written.

    Attributes:
        kind: kind of the argument, as the rules describe it.
        omitted: the value for which nothing is written; None if it is always written.
        prefix: written directly before the value.
    """

    kind: str
    omitted: int | None = None
    prefix: str = ""


@dataclass(frozen=True)
class Meaning:
    """What a word at the start of a text stands for: a verb, perhaps with some arguments settled."""

    verb: str
    settled: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Vocabulary:
    """The words of one game in all its languages.

    Attributes:
        names: kind of argument -> language -> name of each index, as printed.
        aliases: kind of argument -> simplified name -> the indices it may stand for; all languages, printed
            names included.
        verbs: language -> verb -> printed verb, where it differs from the verb itself.
        verb_aliases: simplified word -> what it may stand for; the verbs themselves need not be listed.
        forms: verb -> how its arguments are written; all of them always, where it is not listed.
        absent: kind -> simplified name -> why this known name cannot be used in this game.
        spelling: kind -> what brings a simplified text to the spelling of the aliases.
        symmetric: verbs with two arguments of one kind that may be written in either order.

    A name that is empty stands at a number that is not used.
    """

    names: Mapping[str, Mapping[str, Sequence[str]]]
    aliases: Mapping[str, Mapping[str, tuple[int, ...]]]
    verbs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    verb_aliases: Mapping[str, tuple[Meaning, ...]] = field(default_factory=dict)
    forms: Mapping[str, tuple[ArgumentForm, ...]] = field(default_factory=dict)
    absent: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    spelling: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    symmetric: frozenset[str] = frozenset()

    @functools.cached_property
    def printed(self) -> Mapping[str, Mapping[str, int]]:
        """Kind -> English name as printed -> index: the fast way for canonical documents."""
        tables = ((kind, names.get(ENGLISH, ())) for kind, names in self.names.items())
        return {kind: {name: index for index, name in enumerate(table)} for kind, table in tables}

    def name(self, kind: str, index: int, language: str = ENGLISH) -> str:
        """The printed name of an index of this kind; the English one where the language has none."""
        tables = self.names.get(kind, {})
        table = tables.get(language) or tables.get(ENGLISH)
        return table[index] if table is not None else str(index)

    def find(self, kind: str, text: str, *, prefix: bool = True) -> int:
        """The index that a name in any language means, exactly or by a prefix that leaves one choice.

        Raises:
            UnknownTextError, AmbiguousTextError: with the candidates.
        """
        index = self.printed.get(kind, {}).get(text)
        if index is not None:
            return index
        found = self.lookup(kind, fold(text))
        if found is not None and not (found.exact or prefix):
            found = None
        if found is not None and len(found.values) == 1:
            return found.values[0]
        if found is not None:
            names = [self.name(kind, index) for index in found.values]
            raise AmbiguousTextError(text, f"{shown(text)} may be {listed(names)}", names)
        raise UnknownTextError(text, self.unknown(kind, text), self.close(kind, text))

    def lookup(self, kind: str, simple: str, language: str = ENGLISH) -> Found | None:
        """What a simplified name may stand for: the whole name first, then a prefix of a printed one."""
        aliases = self.aliases.get(kind, {})
        spelt = self.spelling[kind](simple) if kind in self.spelling else simple
        if spelt in aliases:
            return Found(aliases[spelt], True)
        if not simple:
            return None
        tables = self.names.get(kind, {})
        for table in (tables.get(language), tables.get(ENGLISH)):
            starting = [index for index, name in enumerate(table or ()) if fold(name).startswith(simple)]
            if starting:
                return Found(tuple(starting), False)
        indices = sorted({i for alias, values in aliases.items() if alias.startswith(simple) for i in values})
        return Found(tuple(indices), False) if indices else None

    def close(self, kind: str, text: str) -> tuple[str, ...]:
        """The printed names that look most like a text in any language."""
        aliases = self.aliases.get(kind, {})
        indices = [index for alias in closest(fold(text), list(aliases)) for index in aliases[alias]]
        return tuple(dict.fromkeys(self.name(kind, index) for index in indices))

    def unknown(self, kind: str, text: str) -> str:
        """The message about a text that is no name of this kind."""
        reason = self.absent.get(kind, {}).get(fold(text))
        if reason is not None:
            return f"{shown(text)} {reason}"
        close = self.close(kind, text)
        names = [name for name in self.names.get(kind, {}).get(ENGLISH, ()) if name]
        choices = f"; expected {listed(names)}" if 0 < len(names) <= MAX_NAMES_LISTED else ""
        return f"{shown(text)} is no {kind.replace('_', ' ')} of this game{did_you_mean(close) or choices}"


class Found(NamedTuple):
    """The indices that a text may stand for, and whether it is a whole name."""

    values: tuple[int, ...]
    exact: bool


class OutcomeHints(Protocol):
    """What only the game knows about an outcome before it happens."""

    def implied_outcome(
        self, position: CorePosition, outcome: int
    ) -> tuple[str, tuple[tuple[str, int], ...]] | None:
        """What becomes visible with this outcome without a chance node of its own; None if nothing does."""


class Notation:
    """Text to ids and back for one set of rules."""

    def __init__(self, rules: Rules, vocabulary: Vocabulary, hints: OutcomeHints | None = None) -> None:
        self._rules = rules
        self._hints = hints
        self._texts: dict[tuple[bool, int, str], str] = {}
        self.vocabulary = vocabulary
        self.languages = tuple(dict.fromkeys(code for names in vocabulary.names.values() for code in names))
        self._verbs = {
            False: _verbs(rules.describe_action(i) for i in range(rules.num_distinct_actions)),
            True: _verbs(rules.describe_outcome(i) for i in range(rules.max_chance_outcomes)),
        }

    # --- printing ---

    def action_text(self, action: int, language: str = ENGLISH) -> str:
        """The canonical text of a player's action.

        Raises:
            ValueError: there is no such action.
            OptionError: the language is not one of the game.
        """
        return self._text(False, action, language)

    def outcome_text(self, outcome: int, language: str = ENGLISH) -> str:
        """The canonical text of a chance outcome.

        Raises:
            ValueError: there is no such outcome.
        """
        return self._text(True, outcome, language)

    def text(self, position: CorePosition, identifier: int, language: str = ENGLISH) -> str:
        """The canonical text of an id at this position, where it is an action or an outcome."""
        return self._text(position.is_chance(), identifier, language)

    def described(
        self, chance: bool, identifier: int, language: str = ENGLISH
    ) -> tuple[str, list[tuple[str, int, str]]]:
        """The verb of an id, and its arguments, each with its kind, its number and how it is written.

        Args:
            chance: it is a chance outcome, not an action.
            identifier: the id.
            language: of the names.
        """
        verb, arguments = self._describe(chance, identifier)
        return verb, [(kind, value, self._value_text(kind, value, language)) for kind, value in arguments]

    def legal_texts(self, position: CorePosition, language: str = ENGLISH) -> list[str]:
        """The canonical texts of what can happen now, in the order of `legal_actions`."""
        chance = position.is_chance()
        return [self._text(chance, identifier, language) for identifier in position.legal_actions()]

    def check_language(self, language: str) -> None:
        """Makes sure that the game has names in this language.

        Raises:
            OptionError: it has none.
        """
        if language not in self.languages:
            near = did_you_mean(closest(language, self.languages)) if isinstance(language, str) else ""
            raise OptionError("language", f"found {shown(language)}, expected {listed(self.languages)}{near}")

    def _describe(self, chance: bool, identifier: int) -> tuple[str, tuple[tuple[str, int], ...]]:
        return self._rules.describe_outcome(identifier) if chance else self._rules.describe_action(identifier)

    def _text(self, chance: bool, identifier: int, language: str) -> str:
        key = (chance, identifier, language)
        text = self._texts.get(key)
        if text is None:
            self.check_language(language)
            text = self._texts[key] = self._compose(*self._describe(chance, identifier), language)
        return text

    def _compose(self, verb: str, arguments: Sequence[tuple[str, int]], language: str) -> str:
        words = [self.vocabulary.verbs.get(language, {}).get(verb, verb)]
        for (kind, value), form in zip(arguments, self._forms(verb, arguments), strict=True):
            if value != form.omitted:
                words.append(form.prefix + self._value_text(kind, value, language))
        return " ".join(words)

    def _value_text(self, kind: str, value: int, language: str) -> str:
        if kind == "slot":
            return str(value + 1)
        return str(value) if kind == "number" else self.vocabulary.name(kind, value, language)

    def _forms(self, verb: str, arguments: Sequence[tuple[str, int]]) -> Sequence[ArgumentForm]:
        return self.vocabulary.forms.get(verb) or [ArgumentForm(kind) for kind, _ in arguments]

    # --- understanding ---

    def parse(self, position: CorePosition, text: str, language: str = ENGLISH) -> int:
        """The legal action (at a chance node: the possible outcome) that a text means here.

        Names of every language are understood; `language` is preferred where prefixes collide.

        Raises:
            UnknownTextError: a word is no verb or name of this game; with close matches.
            AmbiguousTextError: several fit; `candidates` are their canonical texts.
            IllegalTextError: understood but not legal; `candidates` are what is legal with that verb.
        """
        self.check_language(language)
        return self._Reading(self, position, text, language).identifier()

    def named_action(self, position: CorePosition, text: str, language: str = ENGLISH) -> int:
        """The action that a text means, whether or not it is legal here.

        What is legal is understood leniently, as by `parse`; anything else by its canonical text.

        Raises:
            UnknownTextError, AmbiguousTextError: it is neither.
        """
        try:
            return self.parse(position, text, language)
        except IllegalTextError:
            wanted = fold(text)
            for identifier in range(self._rules.num_distinct_actions):
                if fold(self.action_text(identifier, language)) == wanted:
                    return identifier
            raise

    def parse_steps(self, position: CorePosition, text: str, language: str = ENGLISH) -> tuple[int, ...]:
        """Like `parse`, but at a chance node the text may name what comes after the next outcome.

        Where a game first draws which of several things is turned over and then what it is, the second alone
        is enough if it fits one of the first only.
        """
        try:
            return (self.parse(position, text, language),)
        except NotationError as error:
            if not position.is_chance():
                raise
            steps = self._steps_ahead(position, text, language)
            if len(steps) == 1:
                return steps[0]
            if not steps:
                raise
            first = [self.outcome_text(each[0], language) for each in steps]
            problem = f"{shown(text)} may happen after {listed(first)}: say which comes first"
            raise AmbiguousTextError(text, problem, first) from error

    def _steps_ahead(self, position: CorePosition, text: str, language: str) -> list[tuple[int, ...]]:
        outcomes = position.legal_actions()
        if len(outcomes) > _MAX_STEPS_AHEAD:
            return []
        found: list[tuple[int, ...]] = []
        for outcome in outcomes:
            implied = self._hints.implied_outcome(position, outcome) if self._hints else None
            if implied is not None:
                if fold(self._compose(*implied, language)) == fold(text):
                    found.append((outcome,))
                continue
            after = position.clone()
            after.apply(outcome)
            if after.is_chance():
                try:
                    found.append((outcome, self.parse(after, text, language)))
                except NotationError:
                    continue
        return found

    class _Reading:
        """One text being understood at one position."""

        def __init__(self, notation: Notation, position: CorePosition, text: str, language: str) -> None:
            self.notation = notation
            self.vocabulary = notation.vocabulary
            self.language = language
            self.written = text if len(text) <= MAX_TEXT else text[:MAX_TEXT]
            self.words = fold(self.written).split()
            self.raw_words = self.written.replace("_", " ").replace("-", " ").split()
            self.chance = position.is_chance()
            self.legal = position.legal_actions()
            self.described = [
                (identifier, *notation._describe(self.chance, identifier)) for identifier in self.legal
            ]

        def identifier(self) -> int:
            if not self.legal:
                raise IllegalTextError(self.written, f"{shown(self.written)} is not legal: the game is over")
            if not self.words:
                raise UnknownTextError(
                    self.written, f"the text is empty; {self._legal_now()}", self._legal_verbs()
                )
            negative = _NEGATIVE.search(self.written)
            if negative:
                raise UnknownTextError(
                    self.written, f"found {shown(negative[1])}, expected a number of at least 0"
                )
            fits: list[_Fit] = []
            failures: list[_Failure] = []
            for meaning, used in self._meanings():
                self._arguments(meaning, used, fits, failures)
            matches = self._legal_matches(fits)
            if len(matches) > 1:
                matches = self._called_by_name(matches) or matches
            if len(matches) == 1:
                return matches[0]
            if matches:
                texts = [self._text(identifier) for identifier in matches]
                raise AmbiguousTextError(self.written, f"{shown(self.written)} may be {_some(texts)}", texts)
            if fits:
                raise self._illegal({fit.meaning.verb for fit in fits})
            raise max(failures, key=lambda failure: failure.at).error

        def _meanings(self) -> list[tuple[Meaning, int]]:
            """What the first words may stand for, with the number of words used.

            `discard guild` may be a verb of two words or a verb and its argument; what follows decides.
            """
            for table in self._verb_tables():
                found = [
                    (meaning, count)
                    for count in range(min(_MAX_NAME_WORDS, len(self.words)), 0, -1)
                    for meaning in table.get(" ".join(self.words[:count]), ())
                ]
                if found:
                    return found
            return self._meanings_of_prefix(self.words[0])

        def _meanings_of_prefix(self, start: str) -> list[tuple[Meaning, int]]:
            """The one verb of this kind of node that begins so.

            A beginning that fits two verbs is refused even if only one of them is legal now: who writes `p
            italia` after placing may have forgotten it, and moving the plague cannot be taken back.
            """
            verbs = self.notation._verbs[self.chance]
            found = {verb: Meaning(verb) for verb in verbs if fold(verb).startswith(start)}
            if not found:
                here, _ = self._verb_tables()
                longer = (
                    meaning for alias, each in here.items() if alias.startswith(start) for meaning in each
                )
                found = {meaning.verb: meaning for meaning in longer if not meaning.settled}
            if not found:
                raise self._unknown_verb(start)
            if len(found) > 1:
                problem = f"{shown(self._raw(0))} may be {listed(sorted(found))}; {self._legal_now()}"
                raise AmbiguousTextError(self.written, problem, sorted(found))
            return [(meaning, 1) for meaning in found.values()]

        def _verb_tables(self) -> tuple[dict[str, list[Meaning]], dict[str, list[Meaning]]]:
            """The verbs of this kind of node, and those of the other kind (decision or chance)."""
            return self._verb_table(self.chance), self._verb_table(not self.chance)

        def _verb_table(self, chance: bool) -> dict[str, list[Meaning]]:
            verbs = self.notation._verbs[chance]
            table = {fold(verb): [Meaning(verb)] for verb in verbs}
            for alias, meanings in self.vocabulary.verb_aliases.items():
                for meaning in meanings:
                    if meaning.verb in verbs and meaning not in table.setdefault(alias, []):
                        table[alias].append(meaning)
            return {alias: meanings for alias, meanings in table.items() if meanings}

        def _arguments(self, meaning: Meaning, used: int, fits: list[_Fit], failures: list[_Failure]) -> None:
            kinds = self.notation._verbs[self.chance].get(meaning.verb)
            if kinds is None:
                failures.append(_Failure(0, self._wrong_node(meaning.verb)))
                return
            forms = self.notation._forms(meaning.verb, [(kind, 0) for kind in kinds])
            self._fit(meaning, forms, used, (), 0, fits, failures)

        def _fit(
            self,
            meaning: Meaning,
            forms: Sequence[ArgumentForm],
            at: int,
            values: tuple[tuple[int, ...] | None, ...],
            guesses: int,
            fits: list[_Fit],
            failures: list[_Failure],
        ) -> None:
            """Extends a reading by the next argument in every possible way."""
            index = len(values)
            if index == len(forms):
                if at == len(self.words):
                    fits.append(_Fit(meaning, values, guesses))
                else:
                    problem = f"found {shown(self._raw(at))} where {shown(self._before(at))} should end"
                    failures.append(_Failure(at, UnknownTextError(self.written, problem)))
                return
            form = forms[index]
            if index in meaning.settled:
                self._fit(meaning, forms, at, (*values, (meaning.settled[index],)), guesses, fits, failures)
                return
            if form.omitted is not None:
                self._fit(meaning, forms, at, (*values, (form.omitted,)), guesses, fits, failures)
            if at == len(self.words):
                if form.omitted is None:
                    self._fit(meaning, forms, at, (*values, None), guesses + 100, fits, failures)
                return
            understood = False
            for count in range(1, min(_MAX_NAME_WORDS, len(self.words) - at) + 1):
                found = self._value(form, " ".join(self.words[at : at + count]))
                if found is not None:
                    understood = True
                    following = guesses + (0 if found.exact else 1)
                    self._fit(meaning, forms, at + count, (*values, found.values), following, fits, failures)
            if not understood:
                failures.append(_Failure(at, self._unknown_value(form, at)))

        def _value(self, form: ArgumentForm, simple: str) -> Found | None:
            if form.kind in ("slot", "number"):
                digits = simple.removeprefix(form.prefix)
                if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
                    return None
                return Found((int(digits) - (form.kind == "slot"),), True)
            return self.vocabulary.lookup(form.kind, simple, self.language)

        def _legal_matches(self, fits: Sequence[_Fit]) -> list[int]:
            """The legal ids that the readings with the fewest guesses allow."""
            for guesses in sorted({fit.guesses for fit in fits}):
                matches = [
                    identifier
                    for identifier, verb, arguments in self.described
                    if any(
                        fit.guesses == guesses and fit.allows(verb, way)
                        for fit in fits
                        for way in self._ways(verb, arguments)
                    )
                ]
                if matches:
                    return matches
            return []

        def _ways(self, verb: str, arguments: _Arguments) -> list[_Arguments]:
            """The orders in which the arguments of a verb may be written."""
            return [arguments, arguments[::-1]] if verb in self.vocabulary.symmetric else [arguments]

        def _called_by_name(self, matches: Sequence[int]) -> list[int]:
            """Those whose verb the text begins with, not another name for it: every printed text is clear."""
            written = f"{' '.join(self.words)} "
            verbs = {identifier: verb for identifier, verb, _ in self.described}
            tables = self.vocabulary.verbs.values()
            return [
                identifier
                for identifier in matches
                if any(
                    written.startswith(f"{fold(name)} ")
                    for name in (
                        verbs[identifier],
                        *(table.get(verbs[identifier], "") for table in tables),
                    )
                    if name
                )
            ]

        # errors

        def _text(self, identifier: int) -> str:
            return self.notation._text(self.chance, identifier, self.language)

        def _raw(self, at: int) -> str:
            return self.raw_words[at] if at < len(self.raw_words) else self.words[at]

        def _before(self, at: int) -> str:
            return " ".join(self.raw_words[:at])

        def _legal_verbs(self) -> list[str]:
            return list(dict.fromkeys(verb for _, verb, _ in self.described))

        def _legal_now(self) -> str:
            return f"{'chance may bring' if self.chance else 'legal now'}: {_some(self._legal_verbs())}"

        def _unknown_verb(self, word: str) -> NotationError:
            here, there = self._verb_tables()
            hint = did_you_mean(closest(word, [*here, *there]))
            problem = f"{shown(self._raw(0))} is no verb of this game{hint}; {self._legal_now()}"
            return UnknownTextError(self.written, problem, self._legal_verbs())

        def _unknown_value(self, form: ArgumentForm, at: int) -> NotationError:
            raw = self._raw(at)
            if form.kind in ("slot", "number"):
                problem = f"found {shown(raw)} after {shown(self._before(at))}, expected a number"
                return UnknownTextError(self.written, problem)
            close = self.vocabulary.close(form.kind, raw)
            return UnknownTextError(self.written, self.vocabulary.unknown(form.kind, raw), close)

        def _wrong_node(self, verb: str) -> NotationError:
            who = "chance decides now" if self.chance else "a player decides now"
            problem = f"{shown(self.written)} cannot happen here: {who}; {self._legal_now()}"
            return IllegalTextError(self.written, problem, self._legal_verbs())

        def _illegal(self, verbs: set[str]) -> NotationError:
            same = [self._text(identifier) for identifier, verb, _ in self.described if verb in verbs]
            if same:
                legal = f"legal with {listed(sorted(verbs))}: {_some(same)}"
                problem = f"{shown(self.written)} is not legal now; {legal}"
                return IllegalTextError(self.written, problem, same)
            problem = f"no {listed(shown(verb) for verb in sorted(verbs))} is legal now; {self._legal_now()}"
            return IllegalTextError(self.written, problem, self._legal_verbs())


class _Fit(NamedTuple):
    """A reading of a whole text: the values each argument may have (None: any) and how much was guessed."""

    meaning: Meaning
    values: tuple[tuple[int, ...] | None, ...]
    guesses: int

    def allows(self, verb: str, arguments: Sequence[tuple[str, int]]) -> bool:
        return verb == self.meaning.verb and all(
            allowed is None or value in allowed
            for allowed, (_, value) in zip(self.values, arguments, strict=True)
        )


class _Failure(NamedTuple):
    """How far a reading came, and what it failed on."""

    at: int
    error: NotationError


def _verbs(descriptions: Iterable[tuple[str, tuple[tuple[str, int], ...]]]) -> dict[str, tuple[str, ...]]:
    """Verb -> kinds of its arguments."""
    return {verb: tuple(kind for kind, _ in arguments) for verb, arguments in descriptions}


def _some(texts: Sequence[str]) -> str:
    if len(texts) <= _MAX_LISTED:
        return ", ".join(texts)
    return f"{', '.join(texts[:_MAX_LISTED])} and {len(texts) - _MAX_LISTED} more"
