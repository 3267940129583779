"""The rating report of US Chess, format 2C, written: an archive of three dBase tables.

Data that only the organiser has (affiliate, directors, postal code, scholastic level) are left
blank; the upload asks for them.  Rounds are in their order, also in a round robin.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date

from ledger.importing.formats import kit, omissions
from ledger.importing.formats.archive import packed
from ledger.importing.formats.dbase import Field, Row, fields_of, write_dbase
from ledger.importing.formats.tournament_report import EnglishFindings
from ledger.importing.formats.us_chess.reader import KEY_PREFIX

_EVENT = fields_of(
    "H_FORMAT C5, H_PROGRAM C10, H_EVENT_ID C12, H_NAME C35, H_TOT_SECT C2, H_BEG_DATE D8, "
    "H_END_DATE D8, H_AFF_ID C8, H_CITY C21, H_STATE C2, H_ZIPCODE C10, H_COUNTRY C21, "
    "H_SENDCROS C1, H_CTD_ID C8, H_ATD_ID C8, H_OTHER_TD C255"
)
_SECTION = fields_of(
    "S_EVENT_ID C12, S_SEC_NUM C2, S_SEC_NAME C30, S_R_SYSTEM C1, S_TIMECTL C40, "
    "S_CTD_ID C8, S_ATD_ID C8, S_TRN_TYPE C1, S_TOT_RNDS C2, S_LST_PAIR C4, S_BEG_DATE D8, "
    "S_END_DATE D8, S_SCH_LVL C1, S_GR_PRIX C1, S_GP_PTS C3, S_FIDE C1"
)
_PLAYER = fields_of(
    "D_EVENT_ID C12, D_SEC_NUM C2, D_PAIR_NUM C4, D_MEM_ID C8, D_NAME C30, D_STATE C2, D_RATING C4"
)
_ROUND_WIDTH = 7
_ONLY_SECTION = "1"
_MOST_ROUNDS, _MOST_PLAYERS = 99, 9_999
_TYPES: Mapping[kit.System | None, str] = {"swiss": "S", "round-robin": "R", "match": "M"}
_CODES = {kit.WIN: "W", kit.DRAW: "D", kit.LOSS: "L"}
_BYES = {1.0: "B0", 0.5: "H0", 0.0: "U0"}
_FORFEITS = {1.0: "X0", 0.5: "Z0", 0.0: "F0"}
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ł": "l"}
    | {"Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "þ": "th", "ı": "i", "’": "'", "–": "-"}
)


def write_us_chess(report: kit.TournamentReport, findings: EnglishFindings) -> bytes:
    """Return the archive for upload; content that it cannot express is an error or a warning."""
    refuse_us_chess(report, findings)
    omissions.warn_about_canonical_only_fields(report, findings)
    table, rounds = kit.round_table(report), kit.last_round(report)
    _warn_about_left_out(report, findings)
    players = [_player(player, rounds, table, report.key, findings) for player in report.players]
    if findings.has_errors() or report.ended_on is None:
        return b""
    columns = [Field(f"D_RND{round_:02}", _ROUND_WIDTH) for round_ in range(1, rounds + 1)]
    tables: Sequence[tuple[str, Sequence[Field], Sequence[Row]]] = (
        ("THEXPORT.DBF", _EVENT, [_event(report, findings)]),
        ("TSEXPORT.DBF", _SECTION, [_section(report, rounds, findings)]),
        ("TDEXPORT.DBF", (*_PLAYER, *columns), players),
    )
    return packed(
        [(name, write_dbase(fields, rows, report.ended_on)) for name, fields, rows in tables]
    )


def refuse_us_chess(report: kit.TournamentReport, findings: EnglishFindings) -> None:
    """Report an error for everything that an upload to US Chess cannot express."""
    omissions.refuse_other_discipline(report, findings, "uschess", "chess", "aga or h9")
    omissions.refuse_pairs(report, findings, "uschess")
    if kit.last_round(report) > _MOST_ROUNDS or len(report.players) > _MOST_PLAYERS:
        findings.error(
            f"uschess has room for {_MOST_ROUNDS} rounds and {_MOST_PLAYERS} players: use csv or "
            "jsonl"
        )
    for game in report.games:
        if game.black is None or not game.played:
            continue
        game_text = omissions.named_game(game)
        if game.rated_for != "both":
            findings.error(
                f"{game_text} is not rated for both, as every game of uschess is: use csv or jsonl"
            )
        if game.white_points + game.black_points != 1:
            findings.error(
                f"{game_text} does not share one point, which uschess has no sign for: use csv or "
                "jsonl"
            )
    kit.refuse_without_place(report, findings)


# --- the rows --------------------------------------------------------------------------------


def _event(report: kit.TournamentReport, findings: EnglishFindings) -> Row:
    match = re.fullmatch("(.+), ([A-Z]{2})", report.place or "")
    city, state = match.groups() if match else (report.place or "", "")
    return {
        "H_FORMAT": "2C",
        "H_PROGRAM": "RATLEDGER",
        "H_EVENT_ID": _event_id(report.key),
        "H_NAME": _fitted(report.name or "", 35, "the name of the tournament", findings),
        "H_TOT_SECT": _ONLY_SECTION,
        "H_BEG_DATE": _day(report.starts_on),
        "H_END_DATE": _day(report.ended_on),
        "H_CITY": _fitted(city, 21, "the place", findings),
        "H_STATE": state,
        "H_COUNTRY": report.country or "",
    }


def _section(report: kit.TournamentReport, rounds: int, findings: EnglishFindings) -> Row:
    return {
        "S_EVENT_ID": _event_id(report.key),
        "S_SEC_NUM": _ONLY_SECTION,
        "S_SEC_NAME": _fitted(report.name or "", 30, None, findings),
        "S_R_SYSTEM": _rating_system(report.thinking_time, findings),
        "S_TIMECTL": _time_control(report.thinking_time, findings),
        "S_TRN_TYPE": _TYPES.get(report.system, "S"),
        "S_TOT_RNDS": str(rounds),
        "S_LST_PAIR": str(len(report.players)),
        "S_BEG_DATE": _day(report.starts_on),
        "S_END_DATE": _day(report.ended_on),
    }


def _player(
    player: kit.PlayerReport,
    rounds: int,
    table: kit.RoundTable,
    key: str | None,
    findings: EnglishFindings,
) -> Row:
    rating = player.ratings.get("USCF")
    cells = {
        f"D_RND{round_:02}": _cell(table.get((player.number, round_)), findings)
        for round_ in range(1, rounds + 1)
    }
    return {
        "D_EVENT_ID": _event_id(key),
        "D_SEC_NUM": _ONLY_SECTION,
        "D_PAIR_NUM": player.number,
        "D_MEM_ID": player.ids.get("uschess", ""),
        "D_NAME": _fitted(player.name.upper(), 30, "names of players", findings),
        "D_RATING": "" if rating is None else str(rating),
        **cells,
    }


def _cell(side: kit.PlayerRound | None, findings: EnglishFindings) -> str:
    if side is None or side.game.reason == "annulled":
        return _BYES[0.0]
    if side.opponent is None:
        return _BYES[side.result.points]
    if not side.game.played:
        findings.left_out("the opponents in games won or lost without play")
        return _FORFEITS[side.result.points]
    code = _CODES.get(side.result, "")
    return f"{code}{side.opponent}{side.colour.upper() if side.game.sides_known else ''}"


def _event_id(key: str | None) -> str:
    match = re.fullmatch(rf"{KEY_PREFIX}([0-9]{{12}})-.+", key or "")
    return match[1] if match else ""


def _day(day: date | None) -> str:
    return "" if day is None else f"{day:%Y%m%d}"


def _fitted(text: str, width: int, what: str | None, findings: EnglishFindings) -> str:
    """Return the text in ASCII, cut to the field; changes of ``what`` are reported.

    A letter of another script has no form in ASCII, so the text is refused.
    """
    folded = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    if what is not None and any(each.isalpha() and not each.isascii() for each in folded):
        findings.error(
            f"{what}: {text} has letters that are not Latin: correct it to a Latin spelling, or "
            "use trf26, csv or jsonl"
        )
    written = folded.encode("ascii", errors="ignore").decode().strip()
    if what is not None and written != text:
        findings.warn(f"{what}: letters that are not ASCII are written without their accents")
    if what is not None and len(written) > width:
        findings.warn(f"{what}: cut to {width} letters")
    return written[:width].strip()


# --- the thinking time -----------------------------------------------------------------------


def _rating_system(time: kit.ThinkingTime | None, findings: EnglishFindings) -> str:
    """R regular above 65, D dual from 30, Q quick above 10; blitz has no code in format 2C."""
    if time is None or time.minutes_per_move is not None:
        findings.warn(
            "the thinking time is not on record: say at the upload which system rates it"
        )
        return ""
    total = float(time.minutes) + float(time.increment_seconds or 0)
    if total <= 10:
        findings.warn("format 2C has no sign for blitz: say at the upload which system rates it")
        return ""
    return "R" if total > 65 else "D" if total >= 30 else "Q"


def _time_control(time: kit.ThinkingTime | None, findings: EnglishFindings) -> str:
    if time is None:
        return ""
    if time.minutes_per_move is not None:
        findings.left_out("the thinking time in minutes per move")
        return ""
    added = time.increment_seconds or 0
    if not float(time.minutes).is_integer() or not float(added).is_integer():
        findings.left_out("a thinking time that is not a whole number")
        return ""
    return f"G/{time.minutes:.0f}" + (f";+{added:.0f}" if added else ";d0")


# --- what is left out ------------------------------------------------------------------------


def _warn_about_left_out(report: kit.TournamentReport, findings: EnglishFindings) -> None:
    findings.warn(
        "the affiliate, the directors, the postal code and the scholastic level are blank: "
        "complete them at the upload"
    )
    if any("uschess" not in player.ids for player in report.players):
        findings.warn("numbers of US Chess are not on record: complete them at the upload")
    findings.left_out(f"the system: {report.system}", report.system not in _TYPES)
    omissions.warn_about_details(report, findings, "uschess")
    omissions.warn_about_rounds(report, findings)
    for player in report.players:
        findings.left_out("clubs and federations of players", player.club or player.federation)
        findings.left_out(
            "titles, and which players are computers", player.title or player.computer
        )
        for whose in player.ratings.keys() - {"USCF"}:
            findings.left_out(f"the ratings of players, which are {whose}'s")
