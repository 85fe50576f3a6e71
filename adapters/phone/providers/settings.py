"""`content://settings`: the tables of `settings`, and one key by its address."""

from __future__ import annotations

from adapters.phone.providers.rows import Row, Table
from adapters.phone.providers.source import ContentProvider, Path, ProviderContext, Unsupported, Values, text
from adapters.phone.state.phone_state import PhoneState

NAMESPACES = ("global", "secure", "system")
COLUMNS = ("_id", "name", "value", "package", "is_preserved_in_restore")


def _look(world: ProviderContext, path: Path) -> Table | None:
    if not path or path[0] not in NAMESPACES:
        return None
    held = sorted(world.state.settings.get(path[0], {}).items())
    rows: list[Row] = [
        {"_id": index, "name": name, "value": value, "package": "android", "is_preserved_in_restore": 0}
        for index, (name, value) in enumerate(held, 1)
        if path[1:] in ((), (name,))
    ]
    return Table(COLUMNS, tuple(rows), "name")


def _put(world: ProviderContext, path: Path, values: Values) -> PhoneState:
    name = text(values, "name", path[1] if len(path) > 1 else "")
    if not path or path[0] not in NAMESPACES or not name:
        raise Unsupported("java.lang.IllegalArgumentException: Invalid URI")
    return world.state.put(path[0], name, text(values, "value"))


def _check_single(keys: frozenset[str]) -> frozenset[str]:
    """Return the keys if there is at most one; like Android's provider it changes one setting at a time."""
    if len(keys) > 1:
        raise Unsupported(
            "java.lang.IllegalArgumentException: Supported SQL:\n  uri content://some_table/some_row with null where "
            "and where args\n  uri content://some_table with query name=? and single name arg\n  uri "
            "content://some_table with query name=some_name and null args"
        )
    return keys


def _change(world: ProviderContext, path: Path, keys: frozenset[str], values: Values) -> PhoneState:
    state = world.state
    for key in _check_single(keys):
        state = state.put(path[0], key, text(values, "value"))
    return state


def _drop(world: ProviderContext, path: Path, keys: frozenset[str]) -> PhoneState:
    state = world.state
    for key in _check_single(keys):
        state = state.put(path[0], key, None)
    return state


SETTINGS = ContentProvider(_look, _put, _change, _drop)
