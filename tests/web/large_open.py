"""An open of 220 players, most of whom a federation's register knows, as chess-results has it."""

from tests.projections.submissions import Event, adoption, player

SURNAMES = (
    "König",
    "Groß",
    "Müller",
    "Böhm",
    "Jäger",
    "Krüger",
    "Weiß",
    "Schröder",
    "Köhler",
    "Lüders",
    "Ahrens",
    "Brandt",
    "Claasen",
    "Dietrich",
    "Ebert",
    "Fischer",
    "Gerlach",
    "Hartmann",
    "Iversen",
    "Jansen",
    "Keller",
    "Lorenz",
)
FORENAMES = (
    "Anna",
    "Bernd",
    "Carla",
    "Dieter",
    "Edith",
    "Frank",
    "Greta",
    "Holger",
    "Ines",
    "Konrad",
)
PEOPLE = tuple(f"{surname}, {forename}" for forename in FORENAMES for surname in SURNAMES)
_SPELT = str.maketrans({"ö": "oe", "ü": "ue", "ä": "ae", "ß": "ss"})


def _names_in_the_file() -> list[str]:
    """Everybody as the file has him: 70 of the 220 without umlauts."""
    return [name.translate(_SPELT) if 66 <= at < 132 else name for at, name in enumerate(PEOPLE)]


def register() -> list[Event]:
    """Everybody but the last two rows of forenames; three have a namesake."""
    known = [
        player(f"p{at}", name=name, birth_year=1940 + at % 50, club=f"SK {name[0]}")
        for at, name in enumerate(PEOPLE[:176])
    ]
    namesakes = [player(f"q{at}", name=PEOPLE[at], birth_year=None) for at in (10, 11, 12)]
    return [adoption("1996-01-01"), *known, *namesakes]


PAIRS = [
    (round_, at, (at - 1 + 2 * round_ - 1) % len(PEOPLE) + 1)
    for round_ in (1, 2, 3)
    for at in range(1, len(PEOPLE), 2)
]
"""Round, White and Black of three rounds; White won all games."""


def crosstable() -> bytes:
    """The same with ratings as a crosstable without days, of people who are nobody's namesakes."""
    people = [f"{it.partition(', ')[0][::-1]} {it.partition(', ')[2][::-1]}" for it in PEOPLE]
    cells = {
        (side, round_): f"{other}{letter}"
        for round_, white, black in PAIRS
        for side, other, letter in ((white, black, "w1"), (black, white, "b0"))
    }
    rows = [
        f"{at};{name.title()};{2400 - 5 * at};{';'.join(cells[at, r] for r in (1, 2, 3))}"
        for at, name in enumerate(people, start=1)
    ]
    return "\n".join(["Nordopen 1997", "Rk.;Name;Rtg;1.Rd;2.Rd;3.Rd", *rows]).encode()


def open_tournament() -> bytes:
    """The file: three rounds, 330 games, and a last day."""
    names = _names_in_the_file()
    persons = (name.partition(", ") for name in names)
    players = "\n".join(
        f'<player no="{at}" id="{at}" lastname="{last}" firstname="{first}" rank="{at}" />'
        for at, (last, _, first) in enumerate(persons, start=1)
    )
    pairings = "\n".join(
        f'<playerpairing round="{round_}" pairing="{board}" board="{board}" whiteno="{white}" '
        f'blackno="{black}" reswhite="1.0" resblack="0.0" forfeit="" />'
        for board, (round_, white, black) in enumerate(PAIRS, start=1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<chessresults>\n<tournamentdata><tournament '
        'key="987654" type="0" name="Nordopen 1997" location="Kiel" rounds="3" from="19970301" '
        'to="19970303" timecontrol="7200+30" federation="GER" /></tournamentdata>\n'
        f"<rounds></rounds>\n<players>{players}</players>\n<playerpairings>{pairings}"
        '</playerpairings>\n<security><securitydata sid="x" /></security></chessresults>\n'
    ).encode()
