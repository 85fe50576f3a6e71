"""JSON-RPC in the phone: the method table equals the real server's, and every call gets a result or an error."""

from __future__ import annotations

import json
import struct
import zipfile
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.phone.uiautomator import json_rpc
from adapters.phone.uiautomator.method_table import METHODS
from tests.support.demo import Bench

KINDS = {"I": "I", "J": "J", "Z": "Z", "F": "F", "[I": "Q", "Ljava/lang/String;": "S", "[Ljava/lang/String;": "K"}
STUB = "Lcom/wetest/uia2/stub/"


@pytest.fixture
def bench() -> Bench:
    """A phone with the demo app in front."""
    return Bench()


def _interface() -> set[tuple[str, str]]:
    """Names and argument kinds of all interface methods, read from the jar that the client ships."""
    with zipfile.ZipFile(str(files("uiautomator2") / "assets" / "u2.jar")) as jar:
        parts = [jar.read(name) for name in jar.namelist() if name.endswith(".dex")]
    return {found for dex in parts for found in _methods(dex, f"{STUB}AutomatorService;")}


def _methods(dex: bytes, of: str) -> set[tuple[str, str]]:
    strings_at, types_at, protos_at, methods, methods_at = (
        struct.unpack_from("<I", dex, at)[0] for at in (0x3C, 0x44, 0x4C, 0x58, 0x5C)
    )

    def string(index: int) -> str:
        at = struct.unpack_from("<I", dex, strings_at + 4 * index)[0]
        while dex[at] & 0x80:
            at += 1
        return dex[at + 1 : dex.index(0, at + 1)].decode("utf-8", "replace")

    def kind(index: int) -> str:
        return string(struct.unpack_from("<I", dex, types_at + 4 * index)[0])

    found = set()
    for at in range(methods_at, methods_at + 8 * methods, 8):
        owner, proto, name = struct.unpack_from("<HHI", dex, at)
        if kind(owner) == of:
            at = struct.unpack_from("<I", dex, protos_at + 12 * proto + 8)[0]
            count = struct.unpack_from("<I", dex, at)[0] if at else 0
            words = map(kind, struct.unpack_from(f"<{count}H", dex, at + 4)) if at else ()
            found.add((string(name), "".join(map(_letter, words))))
    return found


def _letter(word: str) -> str:
    ours = {"Selector": "O", "Point": "P", "ConfiguratorInfo": "C"}
    name = word.lstrip("[").removeprefix(STUB).removesuffix(";")
    return KINDS[word] if word in KINDS else "L" if word.startswith("[") else ours[name]


def test_the_method_table_equals_the_real_interface():
    """The table has exactly the overloads of the interface in the client's jar."""
    ours = {(name, method.kinds) for name, several in METHODS.items() for method in several}
    assert ours == _interface()


# JSON-RPC.


def _raw(bench: Bench, body: bytes) -> Any:
    return json.loads(json_rpc.answer(bench.automator, body))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"\xff", -32700),
        (b"[" * 100_000, -32700),
        (b"3", -32600),
        (b"[]", -32600),
        (b'{"id":1}', -32600),
        (b'{"id":1,"method":3}', -32600),
        (b'{"id":1,"method":"makeToast","params":["a",1]}', -32601),
        (b'{"id":1,"method":"click","params":[1]}', -32602),
        (b'{"id":1,"method":"click","params":["x",true]}', -32602),
        (b'{"id":1,"method":"click","params":{"x":1}}', -32602),
        (b'{"id":1,"method":"click","params":[NaN,Infinity]}', -32602),
        (b'{"id":1,"method":"ping","params":[1]}', -32602),
        (b'{"id":1,"method":"getText","params":["absent"]}', -32001),
        (b'{"id":1,"method":"getText","params":[null]}', -32001),
        (b'{"id":1,"method":"pressKey","params":[null]}', -32001),
        (b'{"id":1,"method":"registerPressKeyskWatcher","params":["a",[],[null]]}', -32602),
    ],
)
def test_invalid_requests_get_their_error_code(bench: Bench, body: bytes, code: int):
    """Each kind of mistake in a request gets its JSON-RPC error code."""
    assert _raw(bench, body)["error"]["code"] == code


def test_requests(bench: Bench):
    """Ids return unchanged, `{}` means no arguments, requests without id get no answer, batches get lists."""
    assert _raw(bench, b'{"jsonrpc":"2.0","id":"x","method":"ping","params":{}}') == {
        "jsonrpc": "2.0", "id": "x", "result": "pong",
    }  # fmt: skip
    assert _raw(bench, b'{"id":null,"method":"ping"}')["result"] == "pong"
    assert json_rpc.answer(bench.automator, b'{"method":"ping"}') == b""
    many = _raw(bench, b'[{"id":1,"method":"ping"},{"method":"ping"},{"id":2,"method":"x"}]')
    assert [item["id"] for item in many] == [1, 2]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(METHODS)), st.lists(_JSON, max_size=5))
@settings(max_examples=150)
def test_any_call_gets_a_result_or_an_error(name: str, params: list[Any]):
    """Every method with random arguments returns a result or an error and never raises."""
    body = json.dumps({"id": 1, "method": name, "params": params}).encode()
    assert ("result" in (value := _raw(_SHARED, body))) != ("error" in value)


_SHARED = Bench()
