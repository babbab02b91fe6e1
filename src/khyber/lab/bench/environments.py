"""Environment steps per second, beside Catanatron's Gymnasium and PettingZoo's chess in the same run."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

#: Catanatron's environment comes in a package that asks for an older Gymnasium but works with ours:
#: `pip install --no-deps catanatron_gym==4.0.0`. Its one opponent plays at random.
RIVAL_GYM: Final = "catanatron_gym"
RIVAL_GYM_VERSION: Final = "4.0.0"
#: PettingZoo's chess needs `chess` and `pygame`.
CHESS: Final = "pettingzoo.classic.chess.chess"
OPPONENT: Final = "random"

Round = Callable[[float, random.Random], float]


@dataclass(frozen=True, slots=True)
class Steps:
    """Steps of an environment by random actions: medians over the rounds, and the median of their ratios."""

    steps_per_second: float
    ratio_to_catanatron: float | None
    ratio_to_chess: float | None


@dataclass(frozen=True, slots=True)
class Environments:
    """Steps of every environment, each with its observation and mask."""

    #: PettingZoo: every decision of the game is a step.
    aec: dict[str, Steps]
    #: Gymnasium: a step is a decision of one seat, and all those of its random opponents up to the next.
    gymnasium: dict[str, Steps]
    catanatron_gym: float | None
    chess: float | None


def measure_environments(seconds: float, rounds: int, games: Sequence[str]) -> Environments | None:
    """Measure the environments in turn, that long each in all; None if PettingZoo is not installed."""
    try:
        import_module("pettingzoo")
        ours = {("aec", game): _aec(_our_aec(game)) for game in games}
        ours |= {("gymnasium", game): _gymnasium(_our_gymnasium(game), _of_mask) for game in games}
    except ImportError:
        return None
    found: dict[tuple[str, str], list[float]] = {what: [] for what in ours}
    theirs: dict[str, tuple[Round, list[float]]] = {
        name: (round_, [])
        for name, round_ in (("catanatron", _catanatron()), ("chess", _chess()))
        if round_ is not None
    }
    source = random.Random(1)
    for play in ours.values():
        play(min(0.5, seconds / rounds), source)  # warm up
    for _ in range(rounds):
        for what, play in ours.items():
            found[what].append(play(seconds / rounds, source))
        for play, rates in theirs.values():
            rates.append(play(seconds / rounds, source))
    rivals = {name: rates for name, (_, rates) in theirs.items()}
    steps = {what: _steps(rates, rivals.get("catanatron"), rivals.get("chess")) for what, rates in found.items()}
    return Environments(
        {game: steps["aec", game] for game in games},
        {game: steps["gymnasium", game] for game in games},
        *(round(median(rivals[name]), 1) if name in rivals else None for name in ("catanatron", "chess")),
    )


def _steps(rates: Sequence[float], catanatron: Sequence[float] | None, chess: Sequence[float] | None) -> Steps:
    return Steps(round(median(rates), 1), _ratio(rates, catanatron), _ratio(rates, chess))


def _ratio(rates: Sequence[float], others: Sequence[float] | None) -> float | None:
    return None if others is None else round(median(a / b for a, b in zip(rates, others, strict=True)), 3)


# -- rounds -----------------------------------------------------------------------------------------


def _aec(env: Any) -> Round:
    """Return a round of an AEC environment: whole games, and CPU time."""

    def play(seconds: float, source: random.Random) -> float:
        steps, over, began = 0, perf_counter() + seconds, process_time()
        while not steps or perf_counter() < over:
            env.reset(seed=source.getrandbits(30))
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(int(source.choice(observation["action_mask"].nonzero()[0])))
                    steps += 1
        return steps / (process_time() - began)

    return play


def _gymnasium(env: Any, allowed: Callable[[dict[str, Any]], Sequence[int]]) -> Round:
    """Return a round of a Gymnasium environment: whole games, and CPU time."""

    def play(seconds: float, source: random.Random) -> float:
        steps, over, began = 0, perf_counter() + seconds, process_time()
        while not steps or perf_counter() < over:
            _, info = env.reset(seed=source.getrandbits(30))
            done = False
            while not done:
                _, _, terminated, truncated, info = env.step(int(source.choice(allowed(info))))
                done = terminated or truncated
                steps += 1
        return steps / (process_time() - began)

    return play


def _of_mask(info: dict[str, Any]) -> Sequence[int]:
    found: Sequence[int] = info["action_mask"].nonzero()[0]
    return found


def _of_list(info: dict[str, Any]) -> Sequence[int]:
    found: Sequence[int] = info["valid_actions"]
    return found


def _our_aec(game: str) -> Any:
    return import_module("khyber.envs.pettingzoo").env(game)


def _our_gymnasium(game: str) -> Any:
    return import_module("khyber.envs.gymnasium").KhyberSeat(game, opponents=OPPONENT)


def _catanatron() -> Round | None:
    try:
        module = import_module(f"{RIVAL_GYM}.envs.catanatron_env")
    except ImportError:
        return None
    return _gymnasium(module.CatanatronEnv(), _of_list)


def _chess() -> Round | None:
    try:
        return _aec(import_module(CHESS).env())
    except ImportError:
        return None
