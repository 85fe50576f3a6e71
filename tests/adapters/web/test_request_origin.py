"""Which requests a server answers, by the names and pages that they come from."""

from __future__ import annotations

import pytest

from adapters.web.shared.request_origin import AllowedHosts, host_name, is_loopback, refusal_reason, split_names

HERE = AllowedHosts("127.0.0.1")
EVERYWHERE = AllowedHosts("0.0.0.0", frozenset({"bench.example"}))
LAN = AllowedHosts("192.168.1.5")


@pytest.mark.parametrize(
    ("allowed", "host", "answered"),
    [
        (HERE, "127.0.0.1:8642", True),
        (HERE, "localhost", True),
        (HERE, "LOCALHOST.:9000", True),
        (HERE, "[::1]:8642", True),
        (HERE, "127.8.9.1", True),
        (HERE, "attacker.example:8642", False),
        (HERE, "127.0.0.1.attacker.example", False),
        (HERE, "localhost.attacker.example", False),
        (HERE, "0.0.0.0:8642", False),
        (HERE, "192.168.1.5", False),
        (HERE, "", False),
        (HERE, "127.0.0.1:port", False),
        (HERE, "user@127.0.0.1", False),
        (HERE, "127.0.0.1, attacker.example", False),
        (HERE, "::1", False),
        (HERE, "127.1", False),
        (HERE, "\u0661\u0662\u0667.0.0.1", False),
        (LAN, "192.168.1.5:80", True),
        (LAN, "192.168.1.6", False),
        (EVERYWHERE, "192.168.1.6", True),
        (EVERYWHERE, "[fe80::1]", True),
        (EVERYWHERE, "Bench.example:443", True),
        (EVERYWHERE, "attacker.example", False),
        (AllowedHosts("farm.example"), "farm.example:80", True),
        (AllowedHosts("::"), "10.0.0.1", True),
    ],
)
def test_a_server_answers_only_to_its_own_names(allowed: AllowedHosts, host: str, answered: bool) -> None:
    """A name that an attacker made to resolve to this computer is none of them; the port may be that of a tunnel."""
    assert allowed.includes(host) is answered
    assert (refusal_reason("GET", {"Host": host}, allowed) == "") is answered


@pytest.mark.parametrize(
    ("method", "headers", "answered"),
    [
        ("GET", {}, True),
        ("POST", {"Origin": "http://127.0.0.1:8642"}, True),
        ("POST", {"Origin": "https://127.0.0.1:8642", "Sec-Fetch-Site": "same-origin"}, True),
        ("POST", {"Origin": "http://127.0.0.1:8643"}, False),
        ("POST", {"Origin": "http://localhost:8642"}, False),
        ("POST", {"Origin": "http://attacker.example"}, False),
        ("POST", {"Origin": "null"}, False),
        ("POST", {"Origin": ""}, False),
        ("GET", {"Origin": "http://127.0.0.1:8642.attacker.example"}, False),
        ("GET", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "script"}, False),
        ("GET", {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "iframe"}, False),
        ("GET", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, True),
        ("POST", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, False),
        ("GET", {"Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document"}, True),
    ],
)
def test_a_server_does_not_answer_other_web_pages(method: str, headers: dict[str, str], answered: bool) -> None:
    """Neither of other sites nor of other ports of this computer; following a link to the page is possible."""
    assert (refusal_reason(method, {"Host": "127.0.0.1:8642", **headers}, HERE) == "") is answered


def test_further_names_are_separated_by_commas_or_blanks() -> None:
    """A URL, a name with a port and a pattern are refused, because they would allow something else than they say."""
    assert split_names(" bench.example, box\nlab ") == {"bench.example", "box", "lab"}
    assert split_names("") == frozenset()
    for wrong in ("http://bench.example", "bench.example:80", "*.example", "a/b"):
        with pytest.raises(ValueError, match="is not a host name"):
            split_names(wrong)


def test_addresses_of_the_loopback_are_recognized() -> None:
    """Whatever way they are written."""
    assert [host for host in ("127.0.0.1", "127.3.2.1", "::1", "localhost") if not is_loopback(host)] == []
    assert [host for host in ("0.0.0.0", "::", "", "10.0.0.1", "localhost.example") if is_loopback(host)] == []
    assert host_name("[::1]:80") == "::1"
