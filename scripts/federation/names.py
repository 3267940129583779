"""Made-up people, places and tournaments."""

from scripts.federation.randomness import Dice

FORENAMES = {
    "f": ("Anna", "Berta", "Clara", "Dörte", "Edda", "Franka", "Gesa", "Hedwig", "Ilse", "Jutta"),
    "m": ("Arno", "Bernd", "Carsten", "Dieter", "Emil", "Fritz", "Götz", "Heiner", "Ingo", "Jörg"),
}
STEMS = (
    "Acker",
    "Birken",
    "Dorn",
    "Eichen",
    "Falken",
    "Hirsch",
    "Linden",
    "Mühl",
    "Stein",
    "Wald",
)
SURNAME_ENDS = ("bauer", "berger", "feld", "hauer", "hofer", "mann", "meier", "müller", "rath")
PLACE_ENDS = ("au", "bach", "berg", "brück", "burg", "hausen", "heim", "rode", "see", "stadt")


def person(dice: Dice, sex: str) -> str:
    """A name as the contract writes it: ``Surname, Forename``."""
    return f"{dice.one_of(STEMS)}{dice.one_of(SURNAME_ENDS)}, {dice.one_of(FORENAMES[sex])}"


def place(dice: Dice) -> str:
    """A town that is on no map."""
    return dice.one_of(STEMS) + dice.one_of(PLACE_ENDS)
