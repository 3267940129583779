"""Files of MacMahon, and go wall lists as text."""

from collections.abc import Sequence

NAMES = (("Nagy", "Anna", "2d", "10000001"), ("Kis", "Bela", "12k", ""), ("Vas", "Éva", "5k", ""))


def macmahon(
    pairings: str, shape: str = "3.9", people: Sequence[tuple[str, str, str, str]] = NAMES
) -> bytes:
    """A MacMahon file of one round in either shape."""
    person = "Player" if shape == "3.9" else "IndividualParticipant"
    players = "".join(
        f"<{person}><Id>{number}</Id><PreliminaryRegistration>false</PreliminaryRegistration>"
        f"<GoPlayer><FirstName>{first}</FirstName><Surname>{name}</Surname><Club>Buda</Club>"
        f"<Country>HU</Country><GoLevel>{grade}</GoLevel><Rating>2100</Rating>"
        f"<EgdPin>{pin}</EgdPin></GoPlayer></{person}>\n"
        for number, (name, first, grade, pin) in enumerate(people, start=1)
    )
    if shape == "3.9":
        body = (
            '<TournamentData typeversion="3.9">\n<Tournament><Name>Kupa</Name></Tournament>\n'
            f"<Playerlist>{players}</Playerlist>\n<Roundlist><Round><RoundNumber>1</RoundNumber>"
            f"\n{pairings}</Round></Roundlist></TournamentData>"
        )
    else:
        body = (
            f'<Tournament typeversion="3.0">\n<Name>Kupa</Name>{players}'
            f"<TournamentRound><RoundNumber>1</RoundNumber>\n{pairings}</TournamentRound></Tournament>"
        )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'.encode()


def pairing(result: str, white: int = 1, black: int = 2, **more: str) -> str:
    """A pairing with its result as MacMahon writes it, Black's side first."""
    values = {"BoardNumber": "1", "White": str(white), "Black": str(black), "Handicap": "0"}
    values |= {"Result": result, **more}
    return "<Pairing>" + "".join(f"<{k}>{v}</{k}>" for k, v in values.items()) + "</Pairing>\n"


PAIRINGS = pairing("1-0") + pairing("0-1", 0, 3, PairingWithBye="true")
RULER = "-- --------------- ----- ------ ------ --- --- --- -----\n"
HEADINGS = " № Name            Club  Rank   Rating  I   II III Score\n"
WALL = (
    " 1 Ahorn, Anna     Buda   2 dan  2100   3+  2=  4+  2.5\n",
    " 2 Buche, Bert     Pest   1 kyu  2000   4+  1=  3-  1.5\n",
    " 3 Esche, Eva      Buda  12 kyu   900   1-  +-  2+   2\n",
    " 4 Fichte, Fritz   Pest  13 kyu   800   2-  --  1-   0\n",
)


def wall_list(rows: tuple[str, ...] = WALL, headings: str = HEADINGS) -> bytes:
    return (RULER + headings + RULER + "".join(rows)).encode()
