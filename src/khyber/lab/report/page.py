"""The report as one HTML page that needs nothing else: numbers in, words and charts out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Final

from khyber.catalogue import game as find_game
from khyber.lab.report import drawing
from khyber.lab.report.drawing import Scale, Series
from khyber.lab.report.html import Cell, about, figures, folded, paragraphs, table
from khyber.lab.report.numbers import Actions, Numbers, SetupNumbers
from khyber.lab.report.swings import Change, Swing
from khyber.lab.report.text import Words
from khyber.lab.study.rows import progress_measures

#: The colour of each seat in charts, as in report.css.
COLOURS: Final = {"coalition": 0, "government": 1, "taliban": 2, "warlords": 3, "islamists": 4}
#: Colours of agents, which seats do not have, then the others.
AGENTS: Final = (5, 1, 4, 0, 3, 2)
#: Events in the chart of swings, and characters of their titles.
CHARTED: Final = 16
LONGEST: Final = 26
#: Actions in fewer turns than this share are in the table only.
SELDOM: Final = 0.005


def page(found: Numbers, lang: str = "en", findings: str = "", title: str | None = None) -> str:
    """Return the report of a run in a language; `findings` are paragraphs of plain text for its end."""
    words = Words(lang)
    title = title or found.title or words.say("untitled", name=found.name)
    games = list(dict.fromkeys(setup.game for setup in found.setups))
    parts = [(f"game-{game}", words.game(game), "".join(_game(words, found, game))) for game in games]
    if found.ratings is not None:
        parts.append(("ratings", words.say("ratings"), _ratings(words, found)))
    if findings.strip():
        parts.append(("findings", words.say("findings"), f'<div class="findings">{paragraphs(findings)}</div>'))
    lead = words.say("lead", games=words.number(found.games), setups=words.say("setups", n=len(found.setups)))
    failed = f" {words.say('failed', n=found.failed)}" if found.failed else ""
    links = "".join(f'<li><a href="#{anchor}">{escape(name)}</a></li>' for anchor, name, _ in parts)
    body = "".join(f'<section id="{a}"><h2>{escape(name)}</h2>\n{inner}</section>\n' for a, name, inner in parts)
    return f"""<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{(files("khyber.lab.report") / "report.css").read_text(encoding="utf-8")}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p>{escape(lead + failed)}</p>
<nav aria-label="{escape(words.say("contents"))}"><ul>{links}</ul></nav>
{body}<p class="written">{escape(words.say("written", version=found.khyber, name=found.name))}</p>
</body>
</html>
"""


# -- one game ---------------------------------------------------------------------------------------


def _game(words: Words, found: Numbers, game: str) -> Iterator[str]:
    setups = [setup for setup in found.setups if setup.game == game]
    yield _head(words, "balance") + about(words.say("balance-about")) + _balance(words, setups)
    if any(setup.course for setup in setups):
        margins = all(measure.word == "margin" for measure in progress_measures(game).values())
        text = words.say("course-about" if margins else "course-about-points")
        yield _head(words, "course") + about(text) + _courses(words, setups)
    if any(spread.low != spread.high for setup in setups for spread in setup.margins.values()):
        yield _head(words, "margins") + about(words.say("margins-about")) + _margins(words, setups)
    yield _head(words, "endings") + about(words.say("endings-about")) + _endings(words, setups)
    yield _head(words, "lengths") + about(words.say("lengths-about")) + _lengths(words, setups)
    actions = [one for one in found.actions if one.game == game]
    if any(one.operations for one in actions):
        kind = "actions" if any(one.activities or one.events for one in actions) else "operations"
        yield _head(words, kind) + about(words.say(f"{kind}-about")) + _actions(words, game, actions)
    if game in found.swings:
        yield _head(words, "swing") + _swings(words, game, found.swings[game])


def _head(words: Words, key: str) -> str:
    return f"<h3>{escape(words.say(key))}</h3>\n"


def setup_name(words: Words, setup: SetupNumbers) -> str:
    """Return what distinguishes a set-up: scenario, who plays, options."""
    name = f"{words.name(setup.game, 'scenario', setup.scenario)} · {words.agents(setup.game, setup.agents)}"
    if not setup.options:
        return name
    options = ", ".join(words.name(setup.game, "option", option) for option in setup.options.split())
    return f"{name}, {words.say('with', text=options)}"


def _seat(words: Words, game: str, seat: str) -> Series:
    names = {**dict.fromkeys(find_game(game).seats, "seat")}
    return Series(words.name(game, names.get(seat, "winner"), seat), COLOURS.get(seat, 5))


def _balance(words: Words, setups: Sequence[SetupNumbers]) -> str:
    game = setups[0].game
    winners = list(dict.fromkeys(share.what for setup in setups for share in setup.wins))
    draws, even = any(setup.draws for setup in setups), any(setup.evenness is not None for setup in setups)
    heads = [words.say("setup"), *(_seat(words, game, one).name for one in winners)]
    heads += [words.say("nobody")] * draws + [words.say("evenness")] * even + [words.say("games")]
    rows: list[tuple[str, list[Cell | str]]] = []
    for setup in setups:
        shares = {share.what: share for share in setup.wins}
        cells: list[Cell | str] = []
        for winner in winners:
            share = shares.get(winner)
            if share is None:
                cells.append(words.percent(0, 1))
            else:
                interval = f"{words.number(100 * share.low, 1)}–{words.percent(share.high, 1)}"
                cells.append(Cell(words.percent(share.share, 1), interval, share.share))
        cells += [words.percent(setup.draws / setup.games, 1)] * draws
        cells += ["" if setup.evenness is None else words.percent(setup.evenness)] * even
        rows.append((setup_name(words, setup), [*cells, words.number(setup.games)]))
    most = max(share.high for setup in setups for share in setup.wins)
    charts = [
        (name, drawing.shares([(_seat(words, game, share.what), share) for share in setup.wins], name, most))
        for setup in setups
        for name in [setup_name(words, setup)]
    ]
    return table(heads, rows) + figures(charts)


def _courses(words: Words, setups: Sequence[SetupNumbers]) -> str:
    across = words.say("course-across")
    points = [point for setup in setups for line in setup.course.values() for point in line]
    scale = Scale(min(0, *(point.low for point in points)), max(0, *(point.high for point in points)))
    charts = []
    for setup in setups:
        if setup.course:
            name = setup_name(words, setup)
            lines = [(_seat(words, setup.game, seat), line) for seat, line in setup.course.items()]
            charts.append((name, drawing.course(lines, name, across, scale)))
    return figures(charts)


def _margins(words: Words, setups: Sequence[SetupNumbers]) -> str:
    game = setups[0].game
    seats = list(setups[0].margins)
    rows = [
        (
            setup_name(words, setup),
            [
                Cell(words.number(spread.mean, 1, signed=True), f"± {words.number(spread.half, 1)}")
                for spread in setup.margins.values()
            ],
        )
        for setup in setups
    ]
    heads = [words.say("setup"), *(_seat(words, game, seat).name for seat in seats)]
    ends = [end for setup in setups for spread in setup.margins.values() for end in (spread.low, spread.high)]
    scale = Scale(min(0, *ends), max(0, *ends))
    charts = [
        (
            name,
            drawing.spreads(
                [(_seat(words, game, seat), spread) for seat, spread in setup.margins.items()], name, scale
            ),
        )
        for setup in setups
        for name in [setup_name(words, setup)]
    ]
    return figures(charts) + table(heads, rows, f"{words.say('mean')}, {words.say('interval')}")


def _endings(words: Words, setups: Sequence[SetupNumbers]) -> str:
    game = setups[0].game
    endings = list(dict.fromkeys(share.what for setup in setups for share in setup.endings))
    rows = []
    for setup in setups:
        shares = {share.what: share.share for share in setup.endings}
        cells = [Cell(words.percent(shares.get(one, 0.0), 1), heat=shares.get(one, 0.0)) for one in endings]
        rows.append((setup_name(words, setup), cells))
    return table([words.say("setup"), *(words.name(game, "ending", one) for one in endings)], rows)


def _lengths(words: Words, setups: Sequence[SetupNumbers]) -> str:
    heads = [words.say(key) for key in ("setup", "mean", "median", "middle", "decisions")]
    rows = []
    for setup in setups:
        turns = setup.lengths.turns
        rows.append(
            (
                setup_name(words, setup),
                [
                    words.number(turns.mean, 1),
                    words.number(turns.middle),
                    f"{words.number(turns.low)}–{words.number(turns.high)}",
                    words.number(setup.lengths.decisions),
                ],
            )
        )
    firsts = [first for setup in setups for first in setup.lengths.bars]
    scale = Scale(min(firsts), max(max(setup.lengths.bars) + setup.lengths.width - 1 for setup in setups))
    charts = (
        (name, drawing.lengths(setup.lengths, name, words.say("turns-across"), scale))
        for setup in setups
        for name in [setup_name(words, setup)]
    )
    return figures(charts) + table(heads, rows, words.say("turns"))


# -- actions and Events -----------------------------------------------------------------------------


def _actions(words: Words, game: str, actions: Sequence[Actions]) -> str:
    agents = sorted({one.agent for one in actions})
    charts, tables = [], []
    for seat in dict.fromkeys(one.seat for one in actions):
        acting = [one for one in actions if one.seat == seat]
        listed = [_named(words, game, one) for one in acting]
        names = list(dict.fromkeys(name for found in listed for name in found))
        rows = [
            (
                Series(words.agent(one.agent), AGENTS[agents.index(one.agent) % len(AGENTS)]),
                [found.get(name, 0.0) for name in names],
            )
            for one, found in zip(acting, listed, strict=True)
        ]
        title = words.name(game, "seat", seat)
        often = [place for place in range(len(names)) if max(values[place] for _, values in rows) >= SELDOM]
        drawn = [(series, [values[place] for place in often]) for series, values in rows]
        label = words.say("actions-of", seat=title)
        charts.append((title, drawing.bars([names[place] for place in often], drawn, label)))
        heads = [title, *(series.name for series, _ in rows)]
        cells = [(name, [words.percent(values[place], 1) for _, values in rows]) for place, name in enumerate(names)]
        turns = (words.say("turns"), [words.number(one.turns) for one in acting])
        tables.append(table(heads, [*cells, turns]))
    return figures(charts) + folded(words.say("numbers"), "".join(tables))


def _named(words: Words, game: str, one: Actions) -> dict[str, float]:
    """Return the shares of actions by name: Operations, Special Activities, Events, Limited Operations, Pass."""
    found = {words.name(game, "operation", what): share for what, share in one.operations.items()}
    found |= {words.name(game, "activity", what): share for what, share in one.activities.items()}
    for what, share in one.events.items():
        found[words.say(f"event-{what}")] = share
    if one.limited:
        found[words.say("limited")] = one.limited
    if one.passed:
        found[words.say("passed")] = one.passed
    return found


def _swings(words: Words, game: str, found: Sequence[Swing]) -> str:
    seats = [seat for seat in find_game(game).seats if any(seat in one.gains for one in found)]
    winning = [seat for seat in find_game(game).seats if any(seat in one.wins for one in found)]
    margins = all(measure.word == "margin" for measure in progress_measures(game).values())
    said = about(words.say("swing-about" if margins else "swing-about-points")) if seats else ""
    first = [one for one in found if one.swing > 0][:CHARTED]
    if first:
        names = [_short(words.event(game, one.event)) for one in first]
        rows = [(_seat(words, game, seat), [one.gains.get(seat) for one in first]) for seat in seats]
        said += figures([(words.say("swing"), drawing.changes(names, rows, words.say("swing")))])
    elif seats:
        said += about(words.say("swing-none"))
    largest = max((abs(change.mean) for one in found for change in one.gains.values()), default=0.0) or 1.0
    heads = [words.say("event"), words.say("times")]
    heads += [words.say("change-of", seat=_seat(words, game, seat).name) for seat in seats]
    heads += [words.say("wins-of", seat=_seat(words, game, seat).name) for seat in winning]
    listed: list[tuple[str, list[Cell | str]]] = [
        (
            words.event(game, one.event),
            [
                words.number(one.times),
                *(_change(words, one.gains.get(seat), 1.0, largest) for seat in seats),
                *(_change(words, one.wins.get(seat), 100.0, 25.0) for seat in winning),
            ],
        )
        for one in found
    ]
    whole = about(words.say("swing-wins")) + table(heads, listed)
    return said + (folded(words.say("swing-table"), whole) if seats else whole)


def _change(words: Words, change: Change | None, scale: float, largest: float) -> Cell:
    if change is None:
        return Cell("")
    half = "" if change.half is None else f"± {words.number(change.half * scale, 1)}"
    heat = change.mean * scale / largest if change.sure else None
    return Cell(words.number(change.mean * scale, 1, signed=True), half, heat, "change", bold=change.sure > 0)


def _short(title: str) -> str:
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 1].rstrip()}…"


# -- agents that met --------------------------------------------------------------------------------


def _ratings(words: Words, found: Numbers) -> str:
    ratings = found.ratings
    assert ratings is not None
    heads = [words.say(key) for key in ("agent", "rating", "uncertainty", "games")]
    agents = [
        (
            words.agent(one.name),
            [words.number(one.rating, 2), f"± {words.number(one.sigma, 2)}", words.number(one.games)],
        )
        for one in ratings.agents
    ]
    seats = []
    for one in ratings.seats:
        game, scenario, seat = one.name.split(" ")
        called = f"{words.name(game, 'seat', seat)} · {words.name(game, 'scenario', scenario)}"
        seats.append(
            (called, [words.number(one.rating, 2), f"± {words.number(one.sigma, 2)}", words.number(one.games)])
        )
    names = [one.name for one in ratings.agents]
    cross = []
    for name in names:
        cells: list[Cell | str] = []
        for other in names:
            met = ratings.versus(name, other)
            share = None if met is None else met.ahead / met.meetings
            cells.append(
                "" if met is None or share is None else Cell(words.percent(share, 1), words.number(met.meetings), share)
            )
        cross.append((words.agent(name), cells))
    return (
        about(words.say("ratings-about"))
        + table(heads, agents)
        + folded(words.say("rating-seats"), table([words.say("seat"), *heads[1:]], seats))
        + _head(words, "cross")
        + about(words.say("cross-about"))
        + table([words.say("agent"), *(words.agent(name) for name in names)], cross)
    )
