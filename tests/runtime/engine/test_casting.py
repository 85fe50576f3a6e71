"""Names, addresses and options of the players of a run."""

from __future__ import annotations

import pytest

from runtime.components.agent_refs import (
    AgentRef,
    instruments,
    parse_agent_ref,
    parse_agent_refs,
    program_spec,
    recorded_isolation,
    to_cli_args,
)
from runtime.core.errors import UsageError


@pytest.mark.parametrize(
    ("text", "name", "address"),
    [
        ("reader", "reader", ""),
        ("ui-tars-1.5?images=3&mode=official", "ui-tars-1.5?images=3&mode=official", ""),
        ("x?executor=openai:m@http://127.0.0.1/v1", "x?executor=openai:m@http://127.0.0.1/v1", ""),
        ("exec:python tools/my_agent.py --fast", "my_agent", "exec:python tools/my_agent.py --fast"),
        ("exec:./play", "play", "exec:./play"),
        ("exec:'", "exec", "exec:'"),
        ("mine=exec:sh -c 'adb shell input tap 1 2'", "mine", "exec:sh -c 'adb shell input tap 1 2'"),
        ("http:", "http", "http:"),
        ("far=http:8080", "far", "http:8080"),
        ("original:appagent?clone=/a/b", "original-appagent", "original:appagent?clone=/a/b"),
    ],
)
def test_a_player_without_a_given_name_is_named_after_its_program(text, name, address):
    """Programs have an address and a short name; options of registered agents are not part of an address."""
    assert parse_agent_ref(text) == AgentRef(name, address)


def test_the_address_of_a_program_file_is_an_absolute_path(tmp_path, monkeypatch):
    """A relative path of a program file is recorded as an absolute path."""
    monkeypatch.chdir(tmp_path)
    assert parse_agent_ref("mine.yaml") == AgentRef("mine", f"yaml:{tmp_path / 'mine.yaml'}")
    assert parse_agent_ref("a=sub/mine.yml").address == f"yaml:{tmp_path / 'sub' / 'mine.yml'}"


def test_options_are_pairs():
    """An agent's options are KEY=VALUE pairs, and each key occurs once."""
    assert parse_agent_ref("a?b=1&c=d=e").options == {"b": "1", "c": "d=e"}
    assert parse_agent_ref("a?b=1&c=d=e").part == "a"
    for wrong in ("a?b", "a?b=1&b=2", "a?=1"):
        with pytest.raises(UsageError, match="KEY=VALUE"):
            _ = parse_agent_ref(wrong).options


def test_no_two_players_share_a_name():
    """Two programs, or a program and a registered agent, with the same name are refused."""
    assert list(parse_agent_refs(["reader", "reader", "exec:a.py"])) == ["reader", "a"]
    with pytest.raises(UsageError, match=r"choose another name with NAME=exec:b/a\.py"):
        parse_agent_refs(["exec:a.py", "exec:b/a.py"])
    with pytest.raises(UsageError, match="a registered agent is called 'reader'"):
        parse_agent_refs(["reader=exec:a.py"])


def test_recorded_players_convert_back_to_the_same_arguments(tmp_path):
    """Recorded names and addresses lead to the same players as the original arguments."""
    original = parse_agent_refs(["oracle", "mine=exec:x y", str(tmp_path / "p.yaml")])
    programs = {name: agent.address for name, agent in original.items() if agent.address}
    assert parse_agent_refs(to_cli_args(tuple(original), programs)) == original
    assert instruments(tuple(original), programs) == {"oracle": True, "mine": False, "p": False}


def test_the_recorded_isolation_depends_on_who_starts_the_programs():
    """The recorded isolation is empty without programs, `outside` if others start them, else the requested one."""
    started, coming = program_spec("exec:x"), program_spec("http:")
    assert recorded_isolation([], "none") == ""
    assert recorded_isolation([coming], "namespaces") == "outside"
    assert recorded_isolation([started, coming], "namespaces") == "namespaces"
    assert recorded_isolation([started], "none") == "none"
    with pytest.raises(UsageError, match="no program is called 'ftp'"):
        program_spec("ftp:x")
