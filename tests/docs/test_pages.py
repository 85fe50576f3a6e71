"""README and docs as pages: links are valid, command lines can be parsed, the README is short."""

from __future__ import annotations

import argparse
import re
import shlex

import pytest

from runtime.bench import cli
from tests.support.pages import PAGES, ROOT, anchors, bench_lines, links

LINES = sorted({line for page in PAGES if page.stem != "CHANGELOG" for line in bench_lines(page)})


class Parsed(Exception):
    """Raised after the command line was parsed, instead of running the command."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_existing_files_and_headings(page):
    """Links to the web are not checked."""
    broken = []
    for target in links(page):
        name, _, anchor = target.partition("#")
        other = (page.parent / name).resolve() if name else page
        if not other.exists() or (anchor and anchor not in anchors(other)):
            broken.append(target)
    assert broken == []


def test_the_readme_has_at_most_900_words():
    """All other text belongs in docs."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900


def test_the_pages_are_all_in_the_navigation():
    """Readers could not find a page outside the navigation."""
    listed = re.findall(r"[\w./-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    docs = ROOT / "docs"
    assert sorted(listed) == sorted(str(page.relative_to(docs)) for page in PAGES if page.is_relative_to(docs))


def test_there_are_command_lines_to_check():
    """The pages contain command lines, so the next test is not empty."""
    assert len(LINES) > 40


@pytest.mark.parametrize("line", LINES)
def test_every_command_line_is_understood(line, monkeypatch, capsys):
    """The command's own parser accepts it; the command is not run."""
    parse = argparse.ArgumentParser.parse_args

    def parse_only(parser, *given, **named):
        parse(parser, *given, **named)
        raise Parsed

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_only)
    words = shlex.split(re.split(r"\s[<>|]\s", line)[0])
    try:
        code: object = cli.main(words)
    except Parsed:
        return
    except SystemExit as exit_:
        code = exit_.code
    assert (code, "--help" in words) == (0, True), capsys.readouterr().err
