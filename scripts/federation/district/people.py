"""The members of the district: long names, double names, namesakes, clubs, titles."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from scripts.federation import names
from scripts.federation.events import event
from scripts.federation.members import STRONGEST
from scripts.federation.randomness import RandomSource

CLUBS = (
    "SK Turm Ackerburg 1921 e. V.",
    "Schachfreunde Lindental-Hofstetten 1952",
    "SG Birkenau/Dornhausen",
    "SV Königsspringer Eichenrode",
    "Schachklub Steinbrück von 1903",
    "SC Falkensee",
    "SV Mühlheim-Ost",
    "TuS Hirschbach, Schachabteilung",
    "SF Waldstadt",
    "Schachverein Großdorn 1978",
    "SC Rochade Acker am Stein",
    "SK Unterlinden",
)
SURNAMES = (
    *("Ackermann", "Çelik", "Iłowiecki", "Jürgens", "Kővári", "Nowak", "Özdemir", "Petrović"),
    *("Quaas", "Rößler", "Schmidt", "Turm", "Uhlenbrock", "Vogt", "von der Heiden", "Yıldız"),
    *("Zwingenberger", "Ostermeier", "Sommer", "Brandt", "Kessler", "Weiß", "Hagedorn", "Peters"),
    *("de Vries", "Nguyễn", "O'Brien", "Li", "Fuchs", "Wasserfuhr", "Großkurth", "Tannert"),
    *(stem + end for stem in names.STEMS[:8] for end in names.SURNAME_ENDS),
)
DOUBLE_SURNAMES = (
    "Müller-Lüdenscheidt",
    "Schulze-Wechsungen",
    "Leutheusser-Hohenstein",
    "Meyer-Zwickau",
    "Knorr-Bremsenhuber",
)
FORENAMES = {
    "f": (
        *("Anna", "Britta", "Charlotte", "Dörte", "Eva-Maria", "Frederike", "Gülcan", "Hedwig"),
        *("Inga", "Janina", "Klara", "Lieselotte", "Mareike", "Nele", "Olga", "Petra"),
    ),
    "m": (
        *("Arno", "Björn", "Christoph", "Dieter", "Emre", "Friedrich", "Götz", "Hans-Joachim"),
        *("Ingo", "Jörg", "Karl-Friedrich", "Łukasz", "Maximilian", "Norbert", "Oskar", "Paul"),
        *("Reinhard", "Sebastian", "Thomas", "Uwe", "Volker", "Wolfgang", "Yusuf", "Zoltán"),
        *("Achim", "Bastian", "Claus-Dieter", "Detlef", "Erik", "Felix", "Gerd", "Hartmut"),
    ),
}
LONGEST_NAME = 30
TITLES = ((2500, "GM", "WGM"), (2400, "IM", "WIM"), (2300, "FM", "WFM"), (2200, "CM", "WCM"))
MEMBERS_OF_A_CLUB = 28
OLDEST, YOUNGEST = 1941, 2017


@attrs.frozen(kw_only=True)
class Person:
    """A member; ``strength`` is on the scale of the DWZ."""

    id: str
    name: str
    sex: str | None
    birth_year: int | None
    club: str | None
    title: str | None
    numbers: Mapping[str, str] | None
    strength: int

    @property
    def is_junior(self) -> bool:
        """True for those who play in the lists and events of juniors."""
        return self.birth_year is not None and self.birth_year >= 2006

    def registration(self) -> bytes:
        """The line that registers the member."""
        data = {
            "player": self.id,
            "name": self.name,
            "sex": self.sex,
            "birth_year": self.birth_year,
            "federation": "GER",
            "club": self.club,
            "title": self.title,
            "ids": self.numbers,
        }
        return event("player.registered", self.id, data)


def members(source: RandomSource) -> Sequence[Person]:
    """Everybody, club by club; the second half of each pair of namesakes comes last."""
    found = [_member(source, number) for number in range(1, len(CLUBS) * MEMBERS_OF_A_CLUB + 1)]
    return [*found, *_namesakes(found), *_incomplete(len(found))]


def _member(source: RandomSource, number: int) -> Person:
    sex = "f" if source.happens(0.15) else "m"
    born = source.between(OLDEST, YOUNGEST)
    strength = 900 if born > 2013 else 1250 if born > 2009 else 1550
    strength = min(STRONGEST - 90, max(600, strength + source.bell(330)))
    surname = source.one_of(DOUBLE_SURNAMES if source.happens(0.06) else SURNAMES)
    forename = source.one_of(FORENAMES[sex])
    second = source.one_of([it for it in FORENAMES[sex] if it != forename])
    if source.happens(0.1) and len(f"{surname}, {forename} {second}") <= LONGEST_NAME:
        forename += f" {second}"
    known = source.happens(0.4)
    return Person(
        id=f"d{number:04}",
        name=f"{surname}, {forename}",
        sex=sex,
        birth_year=born,
        club=CLUBS[number % len(CLUBS)],
        title=_title(strength, sex),
        numbers={"fide": str(24_600_000 + number), "dsb": f"1{number:07}"} if known else None,
        strength=strength,
    )


def _title(strength: int, sex: str) -> str | None:
    of_both = next((each for least, each, _ in TITLES if strength >= least), None)
    of_women = next((each for least, _, each in TITLES if strength >= least - 200), None)
    return of_both or (of_women if sex == "f" else None)


def _namesakes(others: Sequence[Person]) -> Iterator[Person]:
    """Yield a son in the father's club, and a stranger of the same year in another one."""
    father, stranger = others[3], others[40]
    yield attrs.evolve(
        father, id="d9001", birth_year=2009, title=None, numbers=None, strength=1300
    )
    yield attrs.evolve(stranger, id="d9002", club=CLUBS[7], title=None, numbers=None)


def _incomplete(known: int) -> Iterator[Person]:
    """Yield guests of whom less is known."""
    nothing = {"sex": None, "birth_year": None, "club": None, "title": None, "numbers": None}
    yield Person(id="d9003", name="Aurelio", strength=1700, **nothing)
    yield Person(
        id="d9004", name="Leutheusser-Hohenstein, Maxima", strength=1500 + known % 7, **nothing
    )
