"""The tables of the read model: derived from the log, thrown away and rebuilt at will."""

from sqlalchemy import MetaData

metadata = MetaData()
