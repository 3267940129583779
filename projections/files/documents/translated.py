"""A document in another language; names, ids and symbols stay as they are."""

import attrs

from ledger.events.messages import Message
from projections.files.documents.document import (
    Cell,
    Document,
    FieldList,
    Part,
    Rounded,
    Step,
    StepList,
    Table,
    Text,
)
from projections.i18n.languages import Language

_WORDS = ("colour", "status", "what")
"""The columns whose values are words of events or cards."""
Block = Text | FieldList | Table | StepList


def in_language(document: Document, spoken: Language) -> Document:
    """The document with its texts, numbers and days in a language."""
    return attrs.evolve(
        document,
        language=spoken.code,
        title=spoken.translate_text(document.title),
        player=spoken.translate_text(document.player),
        occasion=spoken.dated(document.occasion),
        before=str(spoken.translate(document.before)),
        after=str(spoken.translate(document.after)),
        parts=tuple(
            Part(
                spoken.translate_text(part.heading),
                tuple(_block(each, spoken) for each in part.blocks),
            )
            for part in document.parts
        ),
    )


def _block(block: Block, spoken: Language) -> Block:
    match block:
        case Text():
            return Text(spoken.translate_text(block.text))
        case FieldList():
            fields = block.fields
            said = ((spoken.translate_text(name), spoken.dated(value)) for name, value in fields)
            return FieldList(tuple(said))
        case Table():
            return _table(block, spoken)
        case StepList():
            return StepList(tuple(_step(each, spoken) for each in block.steps))


def _step(step: Step, spoken: Language) -> Step:
    return Step(
        rule=step.rule,
        text=spoken.translate_text(step.text),
        given=tuple((spoken.given(name), _cell(value, spoken)) for name, value in step.given),
        result=_cell(step.result, spoken),
        tables=tuple(_table(each, spoken) for each in step.tables),
    )


def _table(table: Table, spoken: Language) -> Table:
    headings = table.headings
    rows = tuple(
        tuple(
            spoken.phrase(cell)
            if heading in _WORDS and isinstance(cell, str) and not isinstance(cell, Message)
            else _cell(cell, spoken)
            for heading, cell in zip(headings, row, strict=True)
        )
        for row in table.rows
    )
    return attrs.evolve(table, headings=tuple(map(spoken.heading, headings)), rows=rows)


def _cell(cell: Cell, spoken: Language) -> Cell:
    if isinstance(cell, Rounded):
        return Rounded(str(spoken.translate(cell.text)), str(spoken.translate(cell.full)))
    return str(spoken.translate(spoken.written(cell)))
