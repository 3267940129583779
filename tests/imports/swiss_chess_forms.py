"""Forms of players as Swiss-Chess saves them."""

from collections.abc import Sequence


def form(number: int, name: str, games: Sequence[str], about: str = "") -> str:
    """The form of a player; a game is given as round, colour, opponent and result."""
    heads = "".join(f"<TH>{each}</TH>\n" for each in ("Runde", "Farbe", "Teilnehmer", "Ergebnis"))
    rows = "".join(
        '<TR BGCOLOR="#00FFFF">\n'
        + "".join(f"<TD>{each.replace(' ', '&nbsp;')}</TD>\n" for each in game.split("|"))
        + "</TR>\n"
        for game in (*games, "||Gesamtpunkte|1 - 1")
    )
    return (
        "<H3>\n<BLOCKQUOTE>\nTeilnehmerformular&nbsp;/&nbsp;Ergebnisdienst<BR>\n<BR>\n"
        f"TlnNr:&nbsp;{number}<BR>\nRang:&nbsp;1<BR>\n"
        f"Name:&nbsp;{name.replace(' ', '&nbsp;')}<BR>\n{about}</BLOCKQUOTE>\n</H3>\n"
        f'<TABLE BORDER="2" >\n<TR BGCOLOR="#00FF00">\n{heads}</TR>\n{rows}</TABLE>\n'
    )


ABOUT = (
    "Verein/Ort:&nbsp;SK&nbsp;Neustadt<BR>\nTitel:&nbsp;FM<BR>\nLand:&nbsp;GER<BR>\n"
    "ELO:&nbsp;2100<BR>\nNWZ:&nbsp;2050<BR>\nFIDE-Ken.:&nbsp;4600012<BR>\nGeburt:&nbsp;1970<BR>\n"
)
FORMS = (
    form(1, "Ahorn,Anna", ["1|W|M&uuml;ller,Bert|1 - 0", "2|S|Esche,Eva|&frac12; - ½"], ABOUT),
    form(2, "Müller,Bert", ["1|S|Ahorn,Anna|0 - 1", "2||spielfrei|+ - -"]),
    form(3, "Esche,Eva", ["1||spielfrei|+ - -", "2|W|Ahorn,Anna|½ - ½"]),
)


def player_forms(forms: Sequence[str] = FORMS) -> bytes:
    """Forms of all players as Swiss-Chess saves them."""
    return ("<H2>Stadtmeisterschaft&nbsp;2024</H2>\n" + "\n".join(forms)).encode()
