"""The Victory Phase (6.1) and the Resources Phase (6.3)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tests.oracles.distant_plain.board import GUERRILLAS_OF, OF, Board
from tests.oracles.distant_plain.printed import AFGHAN, ECON, LOCS, TERROR_MARKERS
from tests.oracles.distant_plain.rounds import Round
from tests.oracles.distant_plain.talk import SEATS
from tests.oracles.harness import oracle

# -- 6.1 --------------------------------------------------------------------------------------------

#: 7.1: who comes first of those that are equal.
TIES = ("warlords", "government", "taliban", "coalition")
#: 1.5: which player has which Faction: four players, three, and two in both ways.
PLAYERS = ((0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 0), (0, 0, 1, 1), (0, 1, 1, 0))


def margins(board: Board) -> dict[str, int]:
    """7.2, 7.3: how far each Faction is beyond its goal."""
    people = {space: board.population(space) for space in AFGHAN}
    uncontrolled = sum(n for space, n in people.items() if board.control(space) == "none")
    return {
        "coalition": sum(n for s, n in people.items() if board.level[s] == "support")
        + board.available["Ct"]
        + board.available["CB"]
        - 30,
        "government": sum(n for s, n in people.items() if board.control(s) == "coin") + board.patronage - 35,
        "taliban": sum(n for s, n in people.items() if board.level[s] == "opposition") + board.on_map("TB") - 20,
        "warlords": min(uncontrolled - 15, board.resources["warlords"] - 40),
    }


def worth(side: Sequence[str], margin: Mapping[str, int]) -> tuple[int, int]:
    """1.5, 7.1: a player is worth the lowest of his margins; of equals, the Faction that sets it decides."""
    lowest = min(margin[seat] for seat in side)
    return -lowest, min(TIES.index(seat) for seat in side if margin[seat] == lowest)


def reveal_agendas(play: Round, seated: Sequence[int], margin: dict[str, int]) -> None:
    """7.3: before the check, whoever hides markers is asked; a Hidden Agenda shown is worth 1."""
    for player, hidden in enumerate(play.hidden):
        own = [seat for seat, n in zip(SEATS, seated, strict=True) if n == player]
        left = list(hidden)
        while left:
            options = {"reveal", "keep"} if "hidden-agenda" in left else {"keep"}
            if play.asks(own[0], "reveal-agenda", options) == "keep":
                break
            left.remove("hidden-agenda")
            margin.update({seat: margin[seat] + 1 for seat in own})


@oracle("distant-plain", "6.1", "when the game stops, and who has won by how much", relevant=0.3)
def victory(rng: random.Random) -> bool:
    seated = rng.choice(PLAYERS)
    play = Round(
        rng,
        "victory",
        wanted=lambda board: max(margins(board).values()) > 0,
        players=seated,
        held=rng.randint(1, 4),
        deceiving=rng.random() < 0.4,
    )
    margin = margins(play.board)
    reveal_agendas(play, seated, margin)
    sides = [[seat for seat, player in zip(SEATS, seated, strict=True) if player == n] for n in dict.fromkeys(seated)]
    stops = any(all(margin[seat] > 0 for seat in side) for side in sides)
    if stops:
        ranking = ["+".join(side) for side in sorted(sides, key=lambda side: worth(side, margin))]
        outcome = play.table.outcome
        play.same(outcome and list(outcome.ranking), ranking, "the ranking")
        play.same(outcome and dict(outcome.margins), margin, "the margins")
    else:
        play.same(play.view()["sequence"]["step"], "resources", "the step after the check")
    play.phase_is_over()
    return stops


# -- 6.3 --------------------------------------------------------------------------------------------


def resources_phase(rng: random.Random) -> tuple[Round, Board]:
    """The whole phase: the oracle's board after it, and the engine's."""
    play = Round(rng, "resources", wanted=lambda board: bool(sabotaged(board)))
    board = play.board
    while (left := TERROR_MARKERS - sum(board.terror.values())) and (locs := sabotaged(board)):
        if left >= len(locs):
            for loc in locs:
                board.add_marker(loc)
        else:
            board.add_marker(play.asks("taliban", "sabotage-loc", locs))
    econ = sum(n for loc, n in ECON.items() if not board.terror[loc])
    board.gain("government", board.aid + econ)
    board.gain("taliban", board.on_map("TB"))
    on_roads = sum(board.count(loc, *GUERRILLAS_OF["warlords"]) for loc in LOCS if not board.terror[loc])
    board.gain("warlords", board.on_map("WB") + on_roads)
    board.change_aid(-3 * sum(board.casualties[kind] for kind in OF["coalition"]))
    play.same(play.step_over, True, "whether the step has ended")
    return play, Board.of(play.view())


def sabotaged(board: Board) -> set[str]:
    """6.3.1: LoCs without Sabotage where Taliban Guerrillas outnumber everybody else."""
    return {
        loc
        for loc in LOCS
        if not board.terror[loc] and board.count(loc, "Tu", "Ta") > board.all_pieces(loc) - board.count(loc, "Tu", "Ta")
    }


@oracle("distant-plain", "6.3.1", "which LoCs the Taliban Sabotage, and what to do when markers run out")
def sabotage(rng: random.Random) -> bool:
    play, engine = resources_phase(rng)
    play.same(engine.terror, play.board.terror, "Terror and Sabotage markers")
    return any(play.board.terror[loc] for loc in LOCS)


@oracle("distant-plain", "6.3.2", "what the Government earns")
def government_earnings(rng: random.Random) -> bool:
    play, engine = resources_phase(rng)
    play.same(engine.resources["government"], play.board.resources["government"], "Government Resources")
    return True


@oracle("distant-plain", "6.3.3", "what Taliban and Warlords earn")
def insurgent_earnings(rng: random.Random) -> bool:
    play, engine = resources_phase(rng)
    for seat in ("taliban", "warlords"):
        play.same(engine.resources[seat], play.board.resources[seat], f"{seat} Resources")
    return play.board.on_map("TB", "WB") > 0


@oracle("distant-plain", "6.3.4", "what Casualties cost in Aid, and that nothing else changes", relevant=0.2)
def casualties_and_aid(rng: random.Random) -> bool:
    play, _ = resources_phase(rng)
    play.phase_is_over()
    return sum(play.board.casualties.values()) > 0
