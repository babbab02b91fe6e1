"""Text catalogues: messages in the words of a language.

A catalogue is a TOML file of sections; `trade` in `[action]` is the key `action.trade`. An entry is a sentence
with `{param}` or `{param:form}` placeholders, or a table of forms. The form is the one requested; else, with `by`, the
one named like the value of that parameter, or `yes` or `no` for a value that is not 0 or is; else `one` or `other` for
the parameter `n`; else `name`.

`by = "unit:agree"` selects by the form `agree` of the unit's own words, so that a sentence agrees with a name in gender
and number; `no` is for names without that form.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from khyber.engine.decision import AnswerMessage, Decision, Message, Option, Param, TurnMessage
from khyber.engine.errors import Error

#: Accented English, a language for tests: an unaccented letter shows an untranslated text.
PSEUDO: Final = "pseudo"

#: Section of sentences that are shorter elsewhere.
SHORT: Final = "short"
#: Key of the decimal mark.
DECIMAL: Final = "number.decimal"

NOTHING: Final[Mapping[str, Param]] = {}
_SLOT: Final = re.compile(r"\{([a-z]+)(?::([a-z]+))?\}")
_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀçđéƒğĥíĵķłḿñóþǫŕšťúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁḾÑÓÞǪŔŠŤÚṼŴẊÝŽ"
_ACCENTS: Final = str.maketrans(_PLAIN, _ACCENTED)


class MissingText(Error):
    """A message without a text in a language, or a text with an unknown parameter."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """Text with slots: the text before the first; then name and form of each slot, and the text after it."""

    text: str
    slots: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Forms:
    """Several forms, of which one is used."""

    entries: Mapping[str, Entry]
    by: str = ""


Entry = Sentence | Forms


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The kinds of parameters in a game's messages; others are shown as they are."""

    #: Parameters that are ids, with the section of the catalogue that names them.
    words: Mapping[str, str] = field(default_factory=dict)
    #: Parameters that are ids with names of their own; `card:front` is for `{card:front}`.
    names: Mapping[str, Mapping[Param, str]] = field(default_factory=dict)
    #: Parameters that are changes: +3, −2.
    signed: frozenset[str] = frozenset()
    #: Parameters that are counted in hundredths: 45 is 0.45, or 0,45 where `number.decimal` is a comma.
    hundredths: frozenset[str] = frozenset()
    #: Parameters of prompts that follow from the options on offer, computed where a sentence has them.
    offered: Mapping[str, Callable[[Decision], Param]] = field(default_factory=dict)
    #: Those that depend on secrets of the seat that is asked, with what others read instead.
    covered: Mapping[str, Param] = field(default_factory=dict)
    #: Such parameters of the texts of single options.
    noted: Mapping[str, Callable[[Option], Param]] = field(default_factory=dict)


def own_section(*params: str) -> dict[str, str]:
    """Return the sections of parameters that are called like them, for `Vocabulary.words`."""
    return {param: param for param in params}


def _short(option: str) -> str:
    """Return the text of an option without the explanation behind its brackets.

    >>> _short("Rally (1 Resource per space): place Guerrillas or build a Base"), _short("Special Activity: Extort")
    ('Rally (1 Resource per space)', 'Special Activity: Extort')
    """
    return option.partition("): ")[0] + ")" if "): " in option else option


class Catalogue:
    """The texts of one language.

    >>> words = Vocabulary(words={"who": "side"}, signed=frozenset(("change",)))
    >>> entries = read_entries('''
    ... [side]
    ... reds = { name = "Reds", the = "the Reds" }
    ... [log]
    ... coins = { one = "{who:the} find {n} coin", other = "{who:the} find {n} coins" }
    ... ''', "an example")
    >>> Catalogue("en", entries, words).say(Message("log.coins", {"who": "reds", "n": 2}))
    'The Reds find 2 coins'

    A missing text is shown as its key in ⟦⟧, or raises MissingText if `strict`.
    """

    def __init__(
        self, language: str, entries: Mapping[str, Entry], vocabulary: Vocabulary, *, strict: bool = False
    ) -> None:
        self.language = language
        self._entries = entries
        self._vocabulary = vocabulary
        self._strict = strict

    # -- texts --------------------------------------------------------------------------------------

    def say(self, message: Message) -> str:
        """Return the message as a sentence."""
        entry = self._entries.get(message.key)
        if entry is None:
            return self._missing(message.key)
        params = message.params
        if isinstance(message, AnswerMessage):
            option = message.option
            params = {**params, "question": self.question(option.decision), "choice": self.option(option)}
        elif isinstance(message, TurnMessage):
            params = {**params, "turn": " · ".join(_short(self.option(option)) for option in message.options)}
        return self._said(message.key, entry, params)

    def short(self, message: Message) -> str:
        """Return the message in short, by the entry `short.NAME` for `SECTION.NAME` if there is one."""
        name = message.key.partition(".")[2]
        key = f"{SHORT}.{name}"
        return self.say(replace(message, key=key) if key in self._entries else message).removesuffix(".")

    def word(self, key: str, form: str = "") -> str:
        """Return the text of a key without parameters: a label, a name."""
        entry = self._entries.get(key)
        return self._missing(key) if entry is None else self._said(key, entry, {}, form)

    def question(self, decision: Decision, *, own: bool = True) -> str:
        """Return the prompt of a decision; it may also use the parameter `seat`, and what follows from the options.

        Only with `own`, for who may know the options, it says what depends on secrets.
        """
        message = decision.message
        entry = self._entries.get(message.key)
        if entry is None:
            return self._missing(message.key)
        about = self._about(entry, decision)
        return self._said(message.key, entry, about if own else {**about, **self._vocabulary.covered})

    def option(self, option: Option) -> str:
        """Return the text of an option.

        For the decision `trade-how`, `option.trade-how.coin` takes precedence over `option.coin`. It may also use the
        parameters of the prompt.
        """
        message, decision = option.message, option.decision
        key = f"option.{decision.ask}.{message.key.removeprefix('option.')}"
        entry = self._entries.get(key)
        if entry is None:
            key = message.key
            entry = self._entries.get(key)
        if entry is None:
            return self._missing(key)
        params = self._about(entry, decision, message.params)
        noted = self._vocabulary.noted
        if noted:
            params |= {name: noted[name](option) for name in set(_params(entry)) & noted.keys()}
        return self._said(key, entry, params)

    def _about(self, entry: Entry, decision: Decision, own: Mapping[str, Param] = NOTHING) -> dict[str, Param]:
        """Return what a decision is about, an option's own parameters, and what its sentence says of the options."""
        params: dict[str, Param] = {"seat": decision.seat, **decision.about, **own}
        offered = self._vocabulary.offered
        if offered:
            wanted = (set(_params(entry)) & offered.keys()) - params.keys()
            params |= {name: offered[name](decision) for name in wanted}
        return params

    def _said(self, key: str, entry: Entry, params: Mapping[str, Param], form: str = "") -> str:
        sentence = self._taken(key, entry, params, form)
        if isinstance(sentence, str):
            return sentence
        said = sentence.text
        for name, wanted, after in sentence.slots:
            said += self._param(key, name, wanted, params) + after
        return said if sentence.text else said[:1].upper() + said[1:]

    def _taken(self, key: str, entry: Entry, params: Mapping[str, Param], form: str) -> Sentence | str:
        """Return the sentence among the forms of an entry, or the text for a missing one."""
        while isinstance(entry, Forms):
            forms = entry.entries
            if form and form in forms:
                wanted, form = form, ""
            elif entry.by:
                name, _, of_name = entry.by.partition(":")
                if name not in params:
                    return self._missing(f"{key} {{{name}}}")
                value = self._form_of(name, params[name], of_name) if of_name else params[name]
                wanted = str(value) if str(value) in forms else "yes" if value else "no"
            elif "other" in forms:
                wanted = "one" if params.get("n") == 1 else "other"
            else:
                wanted = "name"
            if wanted not in forms:
                return self._missing(f"{key}:{wanted}")
            entry = forms[wanted]
        return self._missing(f"{key}:{form}") if form else entry

    def _form_of(self, name: str, value: Param, form: str) -> str:
        """Return a form of the name of a parameter's value; "" if it has no such form."""
        entry = self._entries.get(f"{self._vocabulary.words.get(name)}.{value}")
        if value in self._vocabulary.names.get(name, {}) or not isinstance(entry, Forms):
            return ""
        found = entry.entries.get(form)
        return found.text if isinstance(found, Sentence) else ""

    def _param(self, key: str, name: str, form: str, params: Mapping[str, Param]) -> str:
        if name not in params:
            return self._missing(f"{key} {{{name}}}")
        value = params[name]
        names = self._vocabulary.names
        if form and (of_form := names.get(f"{name}:{form}")) is not None and value in of_form:
            return of_form[value]
        if (plain := names.get(name)) is not None and value in plain:
            return plain[value]
        section = self._vocabulary.words.get(name)
        if section is None:
            if isinstance(value, str):
                return value
            if name in self._vocabulary.hundredths:
                return in_hundredths(value, self.word(DECIMAL))
            return number(value, signed=name in self._vocabulary.signed)
        word = f"{section}.{value}"
        entry = self._entries.get(word)
        if entry is None:
            return self._missing(word)
        sentence = self._taken(word, entry, params, form)
        return sentence if isinstance(sentence, str) else sentence.text

    def _missing(self, what: str) -> str:
        if self._strict:
            raise MissingText(f"the language {self.language!r} has no words for {what}")
        return f"⟦{what}⟧"

    # -- lookup -------------------------------------------------------------------------------------

    def keys(self) -> frozenset[str]:
        return frozenset(self._entries)

    def params(self, key: str) -> frozenset[str]:
        """Return the parameters that the texts of a key use."""
        return frozenset(_params(self._entries[key]))

    @property
    def derived(self) -> frozenset[str]:
        """Return the parameters of prompts and options that follow from what is on offer."""
        return frozenset((*self._vocabulary.offered, *self._vocabulary.noted))

    def called(self, param: str, value: Param) -> str:
        """Return the name of a parameter's value; the value itself if it has none.

        >>> words = Vocabulary(words={"who": "side"})
        >>> entries = read_entries('[side]\\nreds = { name = "Reds", the = "the Reds" }', "an example")
        >>> Catalogue("en", entries, words).called("who", "reds")
        'Reds'
        """
        names = self._vocabulary.names.get(param, {})
        entry = self._entries.get(f"{self._vocabulary.words.get(param)}.{value}")
        if value in names or entry is None:
            return names.get(value, str(value))
        while isinstance(entry, Forms):
            entry = next(
                (entry.entries[form] for form in ("name", "kind", "one") if form in entry.entries),
                next(iter(entry.entries.values())),
            )
        return entry.text

    def glossary(self) -> dict[str, dict[str, str]]:
        """Return the names of all values of each parameter.

        Values with the forms `one` and `other` are also listed under `piece:one` and `piece:other`.
        """
        words = {
            param: {key.split(".", 1)[1] for key in self._entries if key.startswith(f"{section}.")}
            for param, section in self._vocabulary.words.items()
        }
        named = {
            param: {str(value): name for value, name in names.items()}
            for param, names in self._vocabulary.names.items()
            if ":" not in param
        }
        said = {
            param: {value: self.called(param, value) for value in sorted(values)} for param, values in words.items()
        }
        return said | named | self._counted()

    def _counted(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for param, section in self._vocabulary.words.items():
            for key, entry in self._entries.items():
                if isinstance(entry, Forms) and key.startswith(f"{section}."):
                    for form in ("one", "other"):
                        said = entry.entries.get(form)
                        if isinstance(said, Sentence) and not said.slots:
                            found.setdefault(f"{param}:{form}", {})[key.split(".", 1)[1]] = said.text
        return found

    def joined(self, entries: Mapping[str, Entry]) -> Catalogue:
        """Return this catalogue with more entries."""
        return Catalogue(self.language, {**self._entries, **entries}, self._vocabulary, strict=self._strict)

    def naming(self, names: Mapping[str, Mapping[Param, str]]) -> Catalogue:
        """Return this catalogue with other names for some ids."""
        known = self._vocabulary.names
        changed = {param: {**known.get(param, {}), **own} for param, own in names.items()}
        vocabulary = replace(self._vocabulary, names={**known, **changed})
        return Catalogue(self.language, self._entries, vocabulary, strict=self._strict)

    def speaking(self, words: Mapping[str, str]) -> Catalogue:
        """Return this catalogue with further parameters that are ids, each with its section."""
        vocabulary = replace(self._vocabulary, words={**self._vocabulary.words, **words})
        return Catalogue(self.language, self._entries, vocabulary, strict=self._strict)

    def strictly(self) -> Catalogue:
        """Return this catalogue, raising MissingText instead of showing keys."""
        return Catalogue(self.language, self._entries, self._vocabulary, strict=True)


def number(value: int, *, signed: bool = False) -> str:
    """Return a number with a proper minus sign, and if `signed` with a plus sign.

    >>> number(-3), number(3), number(3, signed=True)
    ('−3', '3', '+3')
    """
    return f"{value:+d}".replace("-", "−") if signed or value < 0 else str(value)


def in_hundredths(value: int, decimal: str) -> str:
    """Return a number of hundredths as a decimal fraction.

    >>> in_hundredths(45, "."), in_hundredths(-120, ",")
    ('0.45', '−1,20')
    """
    whole, part = divmod(abs(value), 100)
    return f"{'−' if value < 0 else ''}{whole}{decimal}{part:02d}"


def _params(entry: Entry) -> Iterator[str]:
    if isinstance(entry, Sentence):
        yield from (name for name, _, _ in entry.slots)
        return
    if entry.by:
        yield entry.by.partition(":")[0]
    elif "other" in entry.entries:
        yield "n"
    for inner in entry.entries.values():
        yield from _params(inner)


# -- reading ----------------------------------------------------------------------------------------


def read_entries(toml: str, where: str, change: Callable[[str], str] = str) -> dict[str, Entry]:
    """Return the entries of a catalogue file, each text passed through `change`."""
    return {
        f"{section}.{name}": _entry(value, f"{where}: {section}.{name}", change)
        for section, table in _document(toml, where).items()
        for name, value in _table(table, f"{where}: {section}").items()
    }


def _document(toml: str, where: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(toml)
    except tomllib.TOMLDecodeError as problem:
        raise MissingText(f"{where} is not TOML: {problem}") from problem


def _table(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise MissingText(f"{where} should be a table")
    return value


def _entry(value: object, where: str, change: Callable[[str], str]) -> Entry:
    if isinstance(value, str):
        first, *rest = [part or "" for part in _SLOT.split(change(value))]
        return Sentence(first, tuple(zip(rest[0::3], rest[1::3], rest[2::3], strict=True)))
    table = dict(_table(value, where))
    by = str(table.pop("by", ""))
    return Forms({form: _entry(inner, f"{where}.{form}", change) for form, inner in table.items()}, by)


def pseudo(text: str) -> str:
    """Return a text in the pseudo-language: accented, in brackets if more than one word.

    >>> pseudo("Trade in {space}")
    '‹Ťŕáđé íñ {space}›'
    """
    parts = _SLOT.split(text)
    accented = "".join(
        part.translate(_ACCENTS) if at % 3 == 0 else f"{{{part}:{parts[at + 1]}}}" if parts[at + 1] else f"{{{part}}}"
        for at, part in enumerate(parts)
        if at % 3 != 2
    )
    return f"‹{accented}›" if " " in text.strip() else accented


# -- rules ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule in our own words."""

    number: str
    title: str
    text: str


class RuleTexts:
    """The rules of a game in one language, by number."""

    def __init__(self, texts: Mapping[str, RuleText]) -> None:
        self._texts = texts

    def numbers(self) -> tuple[str, ...]:
        return tuple(self._texts)

    def find(self, number: str) -> RuleText | None:
        """Return the rule of that number, or None."""
        return self._texts.get(number.strip().rstrip("."))

    def about(self, what: str) -> list[RuleText]:
        """Return the rules with this title, with this text in the title, or with numbers that begin so."""
        sought = what.strip().casefold()
        exact = [rule for rule in self._texts.values() if rule.title.casefold() == sought]
        if exact:
            return exact
        titled = [rule for rule in self._texts.values() if sought and sought in rule.title.casefold()]
        return titled or [rule for number, rule in self._texts.items() if sought and number.startswith(sought)]


def read_rules(toml: str, where: str, change: Callable[[str], str] = str) -> RuleTexts:
    """Return the rule texts of a file: a table of `title` and `text` for each number."""
    texts = {}
    for number_, value in _document(toml, where).items():
        row = _table(value, f"{where}: {number_}")
        title, text = row.get("title"), row.get("text")
        if not isinstance(title, str) or not isinstance(text, str):
            raise MissingText(f"{where}: {number_} should have a title and a text")
        texts[number_] = RuleText(number_, change(title), change(text.strip()))
    return RuleTexts(texts)
