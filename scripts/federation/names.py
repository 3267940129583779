"""Invented people, places and tournaments."""

from scripts.federation.randomness import RandomSource

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


def person(random_source: RandomSource, sex: str) -> str:
    """A name as the contract writes it: ``Surname, Forename``."""
    surname = random_source.one_of(STEMS) + random_source.one_of(SURNAME_ENDS)
    return f"{surname}, {random_source.one_of(FORENAMES[sex])}"


def place(random_source: RandomSource) -> str:
    """A town that is on no map."""
    return random_source.one_of(STEMS) + random_source.one_of(PLACE_ENDS)
