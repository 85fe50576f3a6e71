"""Episodes and gates as JUnit XML."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from runtime.core.events import Score
from runtime.metrics.comparing.gates import Gate, GateResult
from runtime.recordings.failures import explain_failure
from runtime.recordings.junit import EpisodeSuite, junit_document
from tests.support.committed_runs import episode, episodes

HOSTILE = "<x>&\"'\x1b[31m\x00\ufffe\ud800"


def read(*suites: EpisodeSuite, gates: list[GateResult] | None = None) -> ElementTree.Element:
    """Write the document and read it again."""
    return ElementTree.fromstring(junit_document(suites, gates or []))


def suite_of(title: str, agent: str, scores: Sequence[Score], unfinished: Sequence[str] = ()) -> EpisodeSuite:
    """Return the suite of judged episodes."""
    return EpisodeSuite(title, agent, [(score.episode, explain_failure(score, ())) for score in scores], unfinished)


def test_episodes_are_cases_with_the_agent_as_class() -> None:
    """A failure says what the agent did wrong, an error what else happened; an unfinished one is skipped."""
    scores = [*episodes("a", "x."), episode("a", "i2", solved=False, ending="fault", cause="device", error="cable cut")]
    (suite,) = read(suite_of("A", "a", scores, ["a/i3/0"]))
    assert [(case.get("classname"), case.get("name")) for case in suite] == [
        ("a", "a/i0.standard/0"), ("a", "a/i1.standard/0"), ("a", "a/i2/0"), ("a", "a/i3/0"),
    ]  # fmt: skip
    assert [[(found.tag, found.get("message")) for found in case] for case in suite] == [
        [],
        [("failure", "stopped after 3 steps; the reference has no key steps")],
        [("error", "lost to the device: cable cut")],
        [("skipped", "not finished")],
    ]
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4", "failures": "1", "errors": "1", "skipped": "1",
    }  # fmt: skip


def test_gates_are_cases_too() -> None:
    """One that fails has its sentence; the root counts everything."""
    gates = [GateResult(Gate("TSR", ">=", bound), "a", 0.5, (0.2, 0.8)) for bound in (0.4, 0.6)]
    root = read(suite_of("A", "a", episodes("a", "x")), gates=gates)
    held, failed = root[1]
    assert (held.get("name"), list(held)) == ("TSR >= 0.4 of a", [])
    assert failed[0].get("message") == gates[1].sentence
    assert (root.get("tests"), root.get("failures")) == ("3", "1")


def test_any_text_gives_readable_xml() -> None:
    """What XML cannot hold is written as its escape."""
    (suite,) = read(
        suite_of(HOSTILE, HOSTILE, [episode("a", "i0", solved=False, ending="fault", cause="agent", error=HOSTILE)])
    )
    assert suite[0].get("classname") == "<x>&\"'\\x1b[31m\\x00\\ufffe\\ud800"
    assert suite.get("name", "missing") in suite[0][0].get("message", "")
