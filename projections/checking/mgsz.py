"""MGSZ 2011 for the checker: handicap correction, game points and new Elo."""

from bisect import bisect_right

from projections.checking.formula import CANNOT_BE, Given, decimal, formula, half_up

# Table 4: the first difference of every band, from 3 up in fives, and the chance there.
_GO_FROM = [0, *range(3, 244, 5), 253, 273, 298, 313, 348]
_GO_CHANCES = [500, 490, 480, 460, 450, 440, 430, 410, 400, 390, 380, 370, 350, 340, 330, 320]
_GO_CHANCES += [310, 300, 290, 280, 270, 260, 250, 240, 230, 220, 210, 200, 195, 190, 180, 170]
_GO_CHANCES += [160, 150, 140, 135, 130, 125, 120, 115, 110, 105, 100, 90, 85, 80, 70, 60, 55]
_GO_CHANCES += [50, 40, 30, 20, 10, 0]
# Table 1: the lower limit of every grade.
LIMITS = [*range(1000, 1041, 10), *range(1055, 1131, 15), *range(1150, 1231, 20)]
LIMITS += [*range(1255, 1331, 25), *range(1360, 1451, 30), 1485, 1520, 1555, 1595, 1635, 1675]
LIMITS += [1720, 1765, 1815, 1865, 1920, 1980, 2050, 2130, 2230, 2350, 2500, 2700]


@formula("MGSZ 8 (2) step 1", "Ep|stones|top|bottom", free="Ep|stones")
def _corrected(g: Given) -> int:
    elo: int = g["Ep"]
    for _ in range(g["stones"]):
        band = bisect_right(LIMITS, elo)
        inside = 0 < band < len(LIMITS)
        width = LIMITS[band] - LIMITS[band - 1] if inside else g["top" if band else "bottom"]
        elo += width
    return elo


@formula(
    "MGSZ 8 (2) step 2",
    "game|Ep|opponent Ep|Δp|chance|score",
    free="game|Ep|opponent Ep|Δp|chance|score",
)
def _game_point(g: Given) -> float | str:
    apart = g["Ep"] - g["opponent Ep"]
    thousandths = _GO_CHANCES[bisect_right(_GO_FROM, abs(apart)) - 1]
    if (g["Δp"], round(1000 * g["chance"], 6)) != (apart, thousandths):
        return CANNOT_BE
    win = thousandths if apart >= 0 else 1000 - thousandths
    return (win - 1000 + int(1000 * g["score"])) / 1000


@formula("MGSZ 7", "Ep|C|ΣJp|change", free="Ep|ΣJp|change")
def _new_elo(g: Given) -> int | str:
    exact = g["C"] * decimal(g["ΣJp"])
    change = half_up(exact)
    if exact < 0 and g["rounding"] == "half_away":
        change = -half_up(-exact)
    elif exact < 0 and g["rounding"] != "floor":
        change = -max(half_up(-exact - 1), 0)
    return g["Ep"] + change if change == g["change"] else CANNOT_BE
