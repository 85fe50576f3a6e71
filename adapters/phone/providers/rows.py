"""A provider's table, with SQL conditions and sort orders.

Like Android's providers it passes a condition to SQLite unchanged, here to an in-memory database that contains only
this table and permits only reading.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Value = str | int | float | bytes | None
Row = Mapping[str, Value]

_MOST_STEPS: Final = 2_000_000
"""Steps of SQLite's machine that one question may take."""
_LONGEST: Final = 4 << 20
"""Of one value, in bytes."""
_ALLOWED: Final = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})
_REFUSED_FUNCTIONS: Final = frozenset({"load_extension", "randomblob", "zeroblob", "random"})


class QueryError(Exception):
    """SQLite rejects the query; the message is SQLite's."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns in order, and rows; `key` is the column that identifies a row."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    key: str = "_id"


def select(table: Table, projection: Sequence[str], where: str, sort: str) -> list[tuple[str, dict[str, Value]]]:
    """Return the matching rows, each as its key and the requested columns (all without a projection).

    Raises:
        QueryError: an unknown column or an invalid condition.
    """
    names = list(projection) or list(table.columns)
    wanted = ", ".join(_quoted(name) if name in table.columns else name for name in names)
    condition = f" WHERE {where}" if where else ""
    order = f" ORDER BY {sort}" if sort else ""
    query = f"SELECT {_quoted(table.key)}, {wanted} FROM rows{condition}{order}"
    unknown = next((name for name in names if name not in table.columns and not _expression(name)), None)
    if unknown is not None:
        raise QueryError(f"Invalid column {unknown}")
    if not where and not sort and all(name in table.columns for name in names):
        return [(str(row.get(table.key)), {name: row.get(name) for name in names}) for row in table.rows]
    try:
        with _TableDatabase(table) as base:
            found = base.execute(query).fetchall()
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise QueryError(f"{error} (code 1 SQLITE_ERROR): , while compiling: {query}") from error
    return [(str(row[0]), dict(zip(names, row[1:], strict=True))) for row in found]


def _expression(name: str) -> bool:
    return "(" in name or " as " in name.lower() or name == "*"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class _TableDatabase:
    """An in-memory database that contains only the table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._base = sqlite3.connect(":memory:", cached_statements=0)

    def __enter__(self) -> sqlite3.Connection:
        base, columns = self._base, self._table.columns
        base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        base.execute(f"CREATE TABLE rows ({', '.join(map(_quoted, columns))})")
        marks = ", ".join("?" * len(columns))
        base.executemany(
            f"INSERT INTO rows VALUES ({marks})", [[row.get(name) for name in columns] for row in self._table.rows]
        )
        steps = iter(range(_MOST_STEPS // 1000))
        base.set_progress_handler(lambda: int(next(steps, None) is None), 1000)
        base.set_authorizer(_authorize)
        return base

    def __exit__(self, *_: object) -> None:
        self._base.close()


def _authorize(action: int, first: str | None, second: str | None, base: str | None, inner: str | None) -> int:
    if action not in _ALLOWED or (action == sqlite3.SQLITE_FUNCTION and second in _REFUSED_FUNCTIONS):
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK
