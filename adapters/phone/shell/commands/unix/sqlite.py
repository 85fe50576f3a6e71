"""`sqlite3` on the phone's files: a database is loaded into memory and written back, so host files are unreachable."""

from __future__ import annotations

import re
import sqlite3

from adapters.phone.shell.device.encoding import clean, decode, encode
from adapters.phone.shell.language.command import Call, Result, fail, reason, say

_MAGIC = b"SQLite format 3\0"
_MOST_STEPS = 20_000_000
_MOST_BYTES = 16 << 20
_MOST_PAGES = 4096
_LONGEST = 4 << 20
"""Of one value, in bytes."""
_REFUSED = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH})
_SAFE_PRAGMAS = frozenset(
    ["table_info", "table_list", "user_version", "schema_version", "index_list", "index_info", "integrity_check",
     "foreign_key_list", "foreign_keys", "encoding", "page_size", "page_count", "quick_check", "journal_mode"]
)  # fmt: skip


def sqlite(call: Call) -> Result:
    """Run `sqlite3 [-header] [-csv] [-separator C] FILE [SQL…]`; without SQL it is read from standard input.

    `.tables`, `.schema` and `.dump` are supported, ATTACH and extensions are not.
    """
    words = list(call.args)
    header, mark = False, "|"
    while words and words[0].startswith("-"):
        word = words.pop(0).lstrip("-")
        if word == "header":
            header = True
        elif word == "csv":
            mark = ","
        elif word == "separator" and words:
            mark = words.pop(0)
        elif word == "version":
            return say(f"{sqlite3.sqlite_version}\n")
        elif word not in ("batch", "list", "noheader", "readonly"):
            return fail(f"sqlite3: Error: unknown option: -{word}\nUse -help for a list of options.")
    path = call.path(words.pop(0)) if words else ""
    scripts = [clean(word).replace("\0", "") for word in words or [decode(call.input.read())]]
    try:
        data = call.files.read(path) if path and call.files.stat(path) is not None else b""
        if path:
            call.files.require(path.rpartition("/")[0] or "/")
    except OSError as error:
        return fail(f'Error: unable to open database "{path}": unable to open database file ({reason(error)})')
    if data and not data.startswith(_MAGIC):
        return fail("Error: file is not a database", 26)
    base = sqlite3.connect(":memory:", isolation_level=None, cached_statements=0)
    try:
        _fill(base, data)
        out, problem = _run_scripts(base, scripts, mark, header=header)
        after = base.serialize() if base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] else b""
    except sqlite3.DatabaseError as error:
        return fail(f"Error: {error}", 26)
    finally:
        base.close()
    if path and after != data and len(after) <= _MOST_BYTES:
        try:
            call.files.write(path, after, 0 if data else 0o660)
        except OSError:
            problem = problem or "attempt to write a readonly database"
    return Result(encode(out), encode(f"Error: {problem}\n") if problem else b"", 1 if problem else 0)


def _fill(base: sqlite3.Connection, data: bytes) -> None:
    """Load a file into the in-memory database and limit the database's size."""
    base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
    if data:
        base.deserialize(data)
    for schema in ("main", "temp"):
        base.execute(f"PRAGMA {schema}.max_page_count = {_MOST_PAGES}")


def _run_scripts(base: sqlite3.Connection, scripts: list[str], mark: str, *, header: bool) -> tuple[str, str]:
    """Run the statements; return their output and the first error."""
    steps = iter(range(_MOST_STEPS // 10_000))
    base.set_progress_handler(lambda: int(next(steps, None) is None), 10_000)
    base.set_authorizer(_authorize)
    out: list[str] = []
    size = 0
    try:
        for statement in (text for script in scripts for text in _statements(script)):
            if statement.startswith("."):
                out.append(_dotted(base, statement))
                continue
            cursor = base.execute(statement)
            names = [item[0] for item in cursor.description or ()]
            for number, row in enumerate(cursor):
                if header and not number:
                    out.append(mark.join(names) + "\n")
                out.append(mark.join(_shown(value) for value in row) + "\n")
                size += len(out[-1])
                if size > _MOST_BYTES:
                    return "".join(out), "out of memory"
    except (sqlite3.Error, sqlite3.Warning) as error:
        return "".join(out), str(error)
    finally:
        base.set_authorizer(None)
        base.set_progress_handler(None, 0)
    return "".join(out), ""


def _statements(script: str) -> list[str]:
    found: list[str] = []
    begun = ""
    for line in script.split("\n"):
        if not begun.strip() and line.startswith("."):
            found.append(line.strip())
            continue
        for piece in re.split(r"(?<=;)", line):
            begun += piece
            if sqlite3.complete_statement(begun):
                found.append(begun)
                begun = ""
        begun += "\n"
    if begun.strip():
        found.append(begun)
    return [text for text in found if text.strip(" \t\n;")]


def _dotted(base: sqlite3.Connection, command: str) -> str:
    name, _, rest = command.partition(" ")
    if name == ".tables":
        rows = base.execute("SELECT name FROM sqlite_master WHERE type IN ('table','view') ORDER BY 1").fetchall()
        return "".join(f"{row[0]}\n" for row in rows)
    if name == ".schema":
        query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND (? = '' OR tbl_name = ?)"
        rows = base.execute(query, (rest.strip(), rest.strip())).fetchall()
        return "".join(f"{row[0]};\n" for row in rows)
    if name == ".dump":
        return "".join(f"{line}\n" for line in base.iterdump())
    return ""


def _shown(value: object) -> str:
    if value is None:
        return ""
    return decode(value) if isinstance(value, bytes) else str(value)


def _authorize(action: int, first: str | None, second: str | None, base: str | None, inner: str | None) -> int:
    if action in _REFUSED:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_PRAGMA and (first or "").lower() not in _SAFE_PRAGMAS:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and second in ("load_extension",):
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK
