"""Episodes and gates as JUnit XML, which continuous integration shows as tests. Pure.

A test suite for each side, a test case for each of its episodes with the agent as class. An episode that was not solved
is a failure if that is due to the agent and an error otherwise; one that was not finished is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree

from runtime.core.text import printable
from runtime.metrics.comparing.gates import GateResult
from runtime.recordings.failures import Failure

_NOT_THE_AGENT: Final = frozenset({"infrastructure", "undecided"})
"""Kinds of failures that say nothing about the agent."""


@dataclass(frozen=True, slots=True)
class EpisodeSuite:
    """The episodes of an agent in a run: finished ones with the reason why they failed, and the names of the others."""

    title: str
    agent: str
    episodes: Sequence[tuple[str, Failure | None]]
    unfinished: Sequence[str] = ()


def junit_document(suites: Iterable[EpisodeSuite], gates: Sequence[GateResult] = ()) -> bytes:
    """Return the document."""
    root = ElementTree.Element("testsuites", name="mobile-agent-runtime")
    for suite in suites:
        found = ElementTree.SubElement(root, "testsuite", name=printable(suite.title))
        for name, failure in suite.episodes:
            case = _case(found, name, suite.agent)
            if failure is not None:
                tag = "error" if failure.kind in _NOT_THE_AGENT else "failure"
                ElementTree.SubElement(case, tag, type=failure.kind, message=printable(failure.sentence))
        for name in suite.unfinished:
            ElementTree.SubElement(_case(found, name, suite.agent), "skipped", message="not finished")
    if gates:
        found = ElementTree.SubElement(root, "testsuite", name="gates")
        for gate in gates:
            case = _case(found, f"{gate.gate} of {gate.subject}", "gates")
            if not gate.holds:
                ElementTree.SubElement(case, "failure", message=printable(gate.sentence))
    for found in (*root, root):
        for kind, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            found.set(kind, str(len(list(found.iter(tag)))))
    ElementTree.indent(root)
    data: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


def _case(parent: ElementTree.Element, name: str, kind: str) -> ElementTree.Element:
    return ElementTree.SubElement(parent, "testcase", name=printable(name), classname=printable(kind))
