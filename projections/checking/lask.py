"""LASK 1970 for the checker: compensation, changes, means and running number."""

from bisect import bisect_right
from fractions import Fraction
from typing import Any

from projections.checking.formula import Given, formula, half_up

_K_FROM = [0, 11, 34, 57, 80, 103, 127, 152, 179, 208, 237, 271, 309, 353, 410, 500]


def _compensation_for(apart: int) -> int:
    return bisect_right(_K_FROM, abs(apart)) - 1


@formula("LASK Tabell 5", "R", free="R")
def _compensation(g: Given) -> int:
    return _compensation_for(g["R"])


@formula("LASK Rankingregel 1", "own|opponent|points", free="own|opponent|points")
def _game_change(g: Given) -> int:
    k = _compensation_for(g["own"] - g["opponent"])
    return int(32 * g["points"]) - 16 + (k if g["own"] < g["opponent"] else -k)


@formula("LASK Rankingregel 2", "running|changes", "running", free="running|changes")
def _running(g: Given) -> Any:
    return g["running"] + sum(g["changes"])


@formula("LASK Rankingregel 2", "running|adjustment", "running", free="running|adjustment")
def _new_base(g: Given) -> Any:
    return g["running"] + g["adjustment"]


@formula("LASK Regel 10", "ratings", "mean")
def _mean_strength(g: Given) -> int:
    return half_up(Fraction(sum(g["ratings"]), len(g["ratings"])))


@formula("LASK Formel (1)", "base|mean|points|games")
def _change_of_all(g: Given) -> int:
    k = _compensation_for(g["base"] - g["mean"])
    sign = 1 if g["base"] < g["mean"] else -1
    return int(2 * g["points"] - g["games"]) * 16 + sign * k * int(g["games"])


@formula("LASK Formel (2a)", "G|Kv|games|rounds", "mean", free="games")
def _estimated_mean(g: Given) -> int:
    return half_up(g["G"] + 360 * (2 * Fraction(g["Kv"]) / (g["games"] * g["rounds"]) - 1))


@formula("LASK Formel (2b)", "G|Kv", "mean")
def _estimated_mean_of_eight(g: Given) -> int:
    return half_up(g["G"] + 11 * (Fraction(g["Kv"]) - 32))
