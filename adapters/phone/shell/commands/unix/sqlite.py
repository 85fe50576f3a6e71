"""`sqlite3` on the phone's files: a database is loaded into memory and written back, so host files are unreachable."""

from __future__ import annotations

import re
import sqlite3

from adapters.phone.shell.device.encoding import clean, decode, encode
from adapters.phone.shell.language.command import Call, Result, fail, reason

_MAGIC = b"SQLite format 3\0"
_MOST_STEPS = 20_000_000
_MOST_BYTES = 16 << 20
_MOST_PAGES = 4096
_LONGEST = 4 << 20
"""Of one value, in bytes."""
_REFUSED = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH, sqlite3.SQLITE_PRAGMA})
_DOTTED = {
    ".tables": "SELECT name FROM sqlite_master WHERE type IN ('table','view') ORDER BY 1",
    ".schema": "SELECT sql || ';' FROM sqlite_master WHERE sql IS NOT NULL",
}


def sqlite(call: Call) -> Result:
    """Run `sqlite3 [-header] [-separator C] FILE [SQL…]`; without SQL it is read from standard input.

    `.tables` and `.schema` are supported; ATTACH, PRAGMA and extensions are not.
    """
    words = list(call.args)
    header, mark = False, "|"
    while words and words[0].startswith("-"):
        word = words.pop(0).lstrip("-")
        if word == "header":
            header = True
        elif word == "separator" and words:
            mark = words.pop(0)
        else:
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
        base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        if data:
            base.deserialize(data)
        for schema in ("main", "temp"):
            base.execute(f"PRAGMA {schema}.max_page_count = {_MOST_PAGES}")
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


def _run_scripts(base: sqlite3.Connection, scripts: list[str], mark: str, *, header: bool) -> tuple[str, str]:
    """Run the statements; return their output and the first error."""
    steps = iter(range(_MOST_STEPS // 10_000))
    base.set_progress_handler(lambda: int(next(steps, None) is None), 10_000)
    base.set_authorizer(_authorize)
    out: list[str] = []
    size = 0
    try:
        for statement in (text for script in scripts for text in _statements(script)):
            cursor = base.execute(statement)
            if header and cursor.description and statement not in _DOTTED.values():
                out.append(mark.join(item[0] for item in cursor.description) + "\n")
            for row in cursor:
                out.append(mark.join(map(_shown, row)) + "\n")
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
    """Split a script into statements; a dot command is one line."""
    found, begun = [], ""
    for piece in re.split(r"(?<=[;\n])", script):
        if not begun.strip() and piece.startswith("."):
            found.append(_DOTTED.get(piece.split()[0], "SELECT 1 WHERE 0"))
            continue
        begun += piece
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return [text for text in (*found, begun) if text.strip(" \t\n;")]


def _shown(value: object) -> str:
    if value is None:
        return ""
    return decode(value) if isinstance(value, bytes) else str(value)


def _authorize(action: int, first: str | None, second: str | None, base: str | None, inner: str | None) -> int:
    loads = action == sqlite3.SQLITE_FUNCTION and second == "load_extension"
    return sqlite3.SQLITE_DENY if action in _REFUSED or loads else sqlite3.SQLITE_OK
