"""Model addresses, models per role, and price tables: what is accepted and what is refused."""

from __future__ import annotations

from decimal import Decimal

import pytest

from adapters.openai import examine_openai, open_openai
from adapters.openai.fake import FakeEndpoint, Say
from adapters.openai.uri import CLOUD, Address, parse
from runtime.components.models import prices, roles
from runtime.core.errors import UsageError
from runtime.llm import Ledger, Price


@pytest.mark.parametrize(
    ("uri", "address"),
    [
        ("openai:m@http://127.0.0.1:8000/v1", Address("m", "http://127.0.0.1:8000/v1")),
        ("openai:org/m-7B@https://h/v1/", Address("org/m-7B", "https://h/v1")),
        ("openai:m@2026@http://h/v1?most=3", Address("m@2026", "http://h/v1", most=3)),
        ("openai:m", Address("m", CLOUD)),
        ("openai:m?key=MY_KEY", Address("m", CLOUD, "MY_KEY", True)),
        ("openai:m@http://[::1]:80/v1?key=K&most=9", Address("m", "http://[::1]:80/v1", "K", True, 9)),
    ],
)
def test_an_address_is_read(uri, address):
    """An address is parsed into model, base URL, the key's environment variable, and the limit of requests at once."""
    assert parse(uri) == address


@pytest.mark.parametrize(
    ("uri", "named"),
    [
        ("openai:", "not a valid model address"),
        ("openai:@http://h/v1", "not a valid model address"),
        ("other:m@http://h/v1", "not a valid model address"),
        ("openai:m@http://", "not a valid model address"),
        ("openai:m@http://h:x/v1", "Port"),
        ("openai:m@http://h/v1/chat/completions", "without /chat/completions"),
        ("openai:m@http://me:secret@h/v1", "must not contain a password"),
        ("openai:m@http://h/v1?speed=9", "unknown option 'speed'"),
        ("openai:m@http://h/v1?most=0", "from 1 to"),
        ("openai:m@http://h/v1?most=-1", "from 1 to"),
        ("openai:m@http://h/v1?key=sk-abc", "not the key itself"),
    ],
)
def test_an_invalid_address_is_refused(uri, named):
    """Each kind of invalid address is refused with its own error message."""
    with pytest.raises(UsageError, match=named):
        parse(uri)


def test_no_message_repeats_a_password():
    """A password that was put into an address by mistake is not in the error message."""
    with pytest.raises(UsageError) as caught:
        parse("openai:m@http://me:hunter2@h/v1")
    assert "hunter2" not in str(caught.value)


async def test_a_missing_key_is_an_error(monkeypatch):
    """The cloud, and addresses that name a key variable, need the variable to be set; a local endpoint needs no key."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for uri in ("openai:m", "openai:m@http://h/v1?key=NOT_SET_HERE"):
        with pytest.raises(UsageError, match="environment variable"):
            async with open_openai([uri], Ledger()):
                pass
    uri = "openai:m@http://127.0.0.1:1/v1"
    async with open_openai([uri], Ledger()) as models:
        assert models[uri].name == "m"


async def test_the_key_of_the_variable_is_sent(monkeypatch):
    """The endpoint receives the key from the environment variable that the address names."""
    monkeypatch.setenv("A_KEY", "right")
    async with FakeEndpoint(lambda asked: Say("yes"), key="right") as endpoint:
        assert [found.good for found in await examine_openai(endpoint.uri("m", "key=A_KEY"))] == [True]
        assert endpoint.asked[0].authorization == "Bearer right"


async def test_an_endpoint_check_names_a_wrong_key_and_a_wrong_url(monkeypatch):
    """Checking an endpoint reports a refused key, an unknown path, and an address where nothing listens."""
    monkeypatch.setenv("A_KEY", "wrong")
    async with FakeEndpoint(lambda asked: Say("yes"), key="right") as endpoint:
        uris = {
            endpoint.uri("m", "key=A_KEY"): "the key was not accepted",
            f"openai:m@http://127.0.0.1:{endpoint.port}/v2": "no such model or URL",
            "openai:m@http://127.0.0.1:1/v1": "127.0.0.1",
        }
        for uri, named in uris.items():
            (found,) = await examine_openai(uri)
            assert not found.good
            assert named in found.text


def test_models_are_assigned_to_roles():
    """A model without a role goes to all roles that have none of their own; two models for one role are refused."""
    assert roles(["openai:m"]) == {"agent": "openai:m", "user": "openai:m", "judge": "openai:m"}
    assert roles(["judge=openai:j"]) == {"judge": "openai:j"}
    assert roles(["judge=openai:j", "openai:m?key=K"])["judge"] == "openai:j"
    assert roles(["judge=openai:j", "openai:m?key=K"])["user"] == "openai:m?key=K"
    for twice in (["openai:a", "openai:b"], ["user=openai:a", "user=openai:b"]):
        with pytest.raises(UsageError, match="has a model already"):
            roles(twice)


def test_prices_are_decimal(tmp_path):
    """A price table is read as decimals, and the cost of a usage is exact."""
    path = tmp_path / "prices.yaml"
    path.write_text("m: {input: 0.1, output: 0.3, reused: 0.05}\n'n:1': {input: 1, output: 2}\n")
    table = prices(path)
    assert table == {"m": Price(Decimal("0.1"), Decimal("0.3"), Decimal("0.05")), "n:1": Price(Decimal(1), Decimal(2))}
    assert table["m"].cost({"input": 3, "output": 1, "reused": 1}) == Decimal("0.00000055")


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "m: 3",
        "m: {input: 1}",
        "m: {input: x, output: 1}",
        "m: {input: -1, output: 1}",
        "m: {input: nan, output: 1}",
        "m: {input: 1, output: 1, other: 1}",
        "{",
    ],
)
def test_an_invalid_price_table_is_refused(tmp_path, text):
    """A price table with missing, unknown or invalid values is refused with the file's name."""
    path = tmp_path / "prices.yaml"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"prices\.yaml"):
        prices(path)


def test_unknown_prices_are_none_and_ledgers_can_be_resumed():
    """Tokens are counted without a price; the rows of an interrupted run are added to those of its continuation."""
    ledger = Ledger({"m": Price(Decimal(2), Decimal(10))})
    ledger.answered("judge", "m", {"input": 1_000_000, "output": 100_000})
    ledger.answered("judge", "other", {"input": 5, "output": 5})
    ledger.answered("user", "m", {})
    rows = {(row["role"], row["model"]): row for row in ledger.document()}
    assert rows["judge", "m"]["money"] == "3"
    assert rows["judge", "other"]["money"] is None
    assert (rows["user", "m"]["money"], rows["user", "m"]["unmetered"]) == ("0", 1)
    second = Ledger({"m": Price(Decimal(2), Decimal(10))})
    second.add(ledger.document())
    second.answered("judge", "m", {"input": 1_000_000, "output": 0})
    assert next(row for row in second.document() if row["model"] == "m")["money"] == "5"


def test_an_executor_model_must_be_named_explicitly():
    """A model for every role does not become the executor, an agent's second model; only `executor=` sets it."""
    assert "executor" not in roles(["openai:m"])
    assert roles(["openai:m", "executor=openai:n"])["executor"] == "openai:n"
