"""How programs are started and their output is parsed: words, placeholders, variables, descriptions, prompts."""

from __future__ import annotations

from pathlib import Path

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.external.process.canary import CANARY, contains_canary
from adapters.agents.external.process.command import (
    absolute_words,
    check_placeholders,
    fill_placeholders,
    split_command,
)
from adapters.agents.external.process.console import ConsoleEvent, PromptParser
from adapters.agents.external.process.description import Description, parse_description
from adapters.agents.external.process.environment import (
    VARIABLES,
    ConnectionInfo,
    build_environment,
    placeholder_values,
)
from adapters.agents.external.process.output import BoundedOutput
from adapters.agents.external.process.ports import ADB_SERVER_PORT, DEVICE_PORT, assign_ports
from adapters.agents.external.process.proxy import RequestRefused, is_public, request_target
from runtime.core.errors import UsageError

PLACES = ConnectionInfo(
    "/home/agent", "sandbox-1", 5037, 5555, "http://127.0.0.1:5080", "secret", "http://127.0.0.1:5081"
)


# -- words ------------------------------------------------------------------------------------------------------------


def test_a_command_is_split_as_a_shell_would():
    """A command is split at spaces outside of quotes, without any expansion of variables or wildcards."""
    assert split_command("python 'my agent.py' --x=\"a b\" $HOME *") == (
        "python",
        "my agent.py",
        "--x=a b",
        "$HOME",
        "*",
    )


@pytest.mark.parametrize("text", ["", "  ", "'half"])
def test_no_command_is_told(text):
    """An empty command, or one with an unclosed quote, raises a UsageError."""
    with pytest.raises(UsageError, match="command"):
        split_command(text)


def test_files_are_named_from_the_root_and_other_words_stay(tmp_path):
    """Words that name files become absolute paths; other words stay unchanged."""
    (tmp_path / "agent.py").touch()
    (tmp_path / "sub").mkdir()
    words = ("./run", "agent.py", "sub", "sub/", "--at=agent.py", "x=agent.py", "--fast", "no/such", "a\nb")
    made = absolute_words(words, tmp_path)
    at = str(tmp_path)
    assert made[0] == f"{at}/run"
    assert made[1:] == (f"{at}/agent.py", "sub", f"{at}/sub", f"--at={at}/agent.py", *words[5:])


def test_gaps_are_filled_and_other_braces_stay():
    """Known placeholders are filled once, and other braces stay unchanged."""
    known = placeholder_values(PLACES, "say {token}")
    assert fill_placeholders('{"a": {serial}} {instruction} {nobody}', known) == '{"a": sandbox-1} say {token} {nobody}'


def test_a_gap_that_is_nearly_one_of_ours_is_a_mistake():
    """A misspelled placeholder raises a UsageError."""
    check_placeholders(["{whatever}", '{"url": 1}'])
    with pytest.raises(UsageError, match="adbport"):
        check_placeholders(["{adbport}"])
    with pytest.raises(UsageError, match="instuction"):
        check_placeholders(["{instuction}"])


# -- the environment --------------------------------------------------------------------------------------------------


@given(st.dictionaries(st.text("ABCDEFGH_", min_size=1, max_size=12), st.text(max_size=5)))
def test_nothing_of_ours_is_handed_on_unasked(ours):
    """A program gets only allow-listed variables, the named ones, and those that the runtime sets."""
    ours = {**ours, "SECRET_KEY": "s", "LC_ALL": "C", "PATH": "/bin", "HOME": "/root"}
    made = build_environment(PLACES, "go", max_steps=25, can_ask=True, ours=ours, passed=["SECRET_KEY"])
    assert made["SECRET_KEY"] == "s"
    assert made["HOME"] == "/home/agent"
    known = {*VARIABLES, "PATH", "LC_ALL", "SECRET_KEY", "HTTPS_PROXY", "NO_PROXY"}
    assert {name for name in made if name.upper() not in known} == set()
    unasked = build_environment(PLACES, "go", max_steps=25, can_ask=False, ours=ours)
    assert "SECRET_KEY" not in unasked
    assert unasked["MAR_CAN_ASK"] == "0"


def test_every_variable_of_the_table_is_given():
    """Every variable of the documented table is set."""
    made = build_environment(PLACES, "go", max_steps=25, can_ask=True, ours={})
    assert made.keys() >= VARIABLES.keys()


# -- ports ------------------------------------------------------------------------------------------------------------


def test_services_are_reached_at_their_own_ports():
    """Named local services keep their own ports, distinct from the ports of the phone."""
    ports = assign_ports(["127.0.0.1:5080", "localhost:8000"])
    assert ports.reach == ((5080, "127.0.0.1", 5080), (8000, "localhost", 8000))
    assert len(set(ports.all)) == len(ports.all)
    assert ports.all[:2] == (ADB_SERVER_PORT, DEVICE_PORT)


@pytest.mark.parametrize("address", ["localhost", "localhost:", "a:0", "a:70000", "a:5037", "a:5555", "a:x"])
def test_invalid_addresses_are_refused(address):
    """An address without a valid port, or with a port of the phone, raises a UsageError."""
    with pytest.raises(UsageError):
        assign_ports([address])


def test_two_services_at_one_port_cannot_be_told_apart():
    """Two services at the same port raise a UsageError."""
    with pytest.raises(UsageError, match="used by two services"):
        assign_ports(["a:80", "b:80"])


# -- the proxy --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
     "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
     "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:0:0:0:0:80ff:fffe", "name"],
)  # fmt: skip
def test_this_computer_and_its_networks_are_not_public(address):
    """Local, private and reserved addresses are not public, even inside another kind of address."""
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
def test_internet_addresses_are_public(address):
    """Addresses of the internet are public."""
    assert is_public(address)


def proxy_request(method: bytes, goal: bytes) -> h11.Request:
    """Make a request as a client sends it to a proxy: to a host and port, or with an absolute URL."""
    return h11.Request(method=method, target=goal, headers=[("Host", "x"), ("Proxy-Authorization", "b"), ("A", "1")])


def test_what_goes_through_the_proxy_is_told_apart():
    """Tunnels and requests with a full URL are parsed; anything else raises RequestRefused."""
    assert request_target(proxy_request(b"CONNECT", b"api.example.com:443")) == ("api.example.com", 443, b"")
    host, port, first = request_target(proxy_request(b"GET", b"http://api.example.com/v1?x=1"))
    assert (host, port) == ("api.example.com", 80)
    assert first == b"GET /v1?x=1 HTTP/1.1\r\nHost: x\r\nA: 1\r\nConnection: close\r\n\r\n"
    for method, goal in ((b"GET", b"/v1"), (b"GET", b"ftp://x/"), (b"CONNECT", b"x"), (b"CONNECT", b"x:99999")):
        with pytest.raises(RequestRefused):
            request_target(proxy_request(method, goal))


# -- output -----------------------------------------------------------------------------------------------------------


@given(st.lists(st.binary(max_size=40), max_size=30))
def test_output_is_kept_within_bounds(pieces):
    """Of long output the beginning, the end and the number of missing bytes are kept, in any chunking."""
    model, data = BoundedOutput(head=32, tail=16), b"".join(pieces)
    for piece in pieces:
        model.add(piece)
    assert model.total == len(data)
    assert model.left_out == max(0, len(data) - 48)
    read = model.read()
    if model.left_out:
        assert read.startswith(data[:32])
        assert read.endswith(data[-16:])
        assert b"[%d bytes" % model.left_out in read
    else:
        assert read == data


def test_the_last_lines_are_those_that_say_something():
    """The last lines of an output skip blank ones and are joined by slashes."""
    model = BoundedOutput()
    model.add(b"one\n\ntwo\nthree\nfour\n  \n")
    assert model.last_lines() == "two / three / four"


def test_the_canary_is_found_wherever_it_is_written():
    """The canary (a unique text in the suite's files) is found inside any of several texts."""
    assert contains_canary(["a", f"b {CANARY} c"])
    assert not contains_canary(["a", CANARY[:-1]])


# -- descriptions -----------------------------------------------------------------------------------------------------


def parse_text(text: str) -> Description:
    """Parses a description with this text."""
    return parse_description(text, Path("/x/program.yaml"))


def test_a_description_is_read():
    """A program's description is parsed; paths are relative to its folder, and words like `no` stay text."""
    found = parse_text(
        'command: python run.py --no on "{instruction}"\nstdin: ["{instruction}", "no"]\npaths: [data, /opt/y]\n'
        "copy_of: ../clone\nenvironment: {DEBUG: 1}\nask: 'Q: (?P<question>.*)'\nterminal: true\n"
    )
    assert found.command == ("python", "run.py", "--no", "on", "{instruction}")
    assert found.stdin == ("{instruction}", "no")
    assert found.paths == ("/x/data", "/opt/y")
    assert found.copy_of == "/clone"
    assert found.environment == {"DEBUG": "1"}
    assert found.terminal
    assert found.uses_console
    assert found.needs_stdin


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("", ":1: describes no program"),
        ("- a", ":1: describes no program"),
        ("command: [", ": not YAML"),
        ("ask: x", ":1: command"),
        ("command: x\nisolation: none\n", ":2: 'isolation' is not a field"),
        ("command: x\n\nask: '('\n", ":3: ask"),
        ("command: x\nreplies:\n  '(': y\n", "replies"),
        ("command: x\nterminal: maybe\n", ":2: terminal"),
        ("command: 'a \"b'\n", ":1: command"),
        ("command: x {adbport}\n", "{adbport}"),
    ],
)
def test_mistakes_in_a_description_are_told_with_their_line(text, content):
    """A mistake in a description raises a UsageError with the file and the line."""
    with pytest.raises(UsageError) as error:
        parse_text(text)
    assert content in str(error.value)
    assert "/x/program.yaml" in str(error.value)


# -- prompts ----------------------------------------------------------------------------------------------------------

ASKS = Description(
    command=("x",),
    ask=r"^Question: (?P<question>.*)$",
    takeover=r"Press Enter after (?P<message>.*)",
    finish=r"^Done[.:] ?(?P<text>.*)$",
    replies={r"Really\? \[y/n\]": "y"},
)


def test_whole_lines_are_understood_at_once_and_in_order():
    """Complete lines are recognized at once and in order, despite colours and carriage returns."""
    prompts = PromptParser(ASKS)
    found = prompts.feed(b"hello\n\x1b[31mQuestion: Which size?\x1b[0m\r\nstep 3\nDone: two teas\nnone\n")
    assert found == [ConsoleEvent("ask", "Which size?"), ConsoleEvent("finish", "two teas")]


def test_a_line_without_an_end_counts_when_nothing_more_comes():
    """A prompt without a line end is recognized once the output pauses."""
    prompts = PromptParser(ASKS)
    assert prompts.feed(b"Question: Which si") == []
    assert prompts.unfinished
    assert prompts.feed(b"ze? ") == []
    assert prompts.quiet() == [ConsoleEvent("ask", "Which size?")]
    assert prompts.quiet() == []
    assert prompts.feed(b"\nPress Enter after logging in: ") == []
    assert prompts.quiet() == [ConsoleEvent("takeover", "logging in:")]
    assert prompts.feed(b"\nReally? [y/n]\n") == [ConsoleEvent("reply", "y")]


@given(st.data())
def test_questions_are_found_whatever_the_pieces_that_they_come_in(data):
    """Questions are recognized in any chunking, even if a character is cut."""
    content = "eins\nQuestion: Welche Größe? 大\nzwei\nQuestion: ok?\nDone.\n".encode()
    prompts, found = PromptParser(ASKS), []
    while content:
        size = data.draw(st.integers(1, len(content)))
        found += prompts.feed(content[:size])
        content = content[size:]
    assert found == [ConsoleEvent("ask", "Welche Größe? 大"), ConsoleEvent("ask", "ok?"), ConsoleEvent("finish", "")]


@given(st.binary(max_size=300))
def test_nothing_that_is_written_makes_the_reader_raise(data):
    """No output makes the parser of prompts raise an exception."""
    prompts = PromptParser(ASKS)
    prompts.feed(data)
    prompts.quiet()
