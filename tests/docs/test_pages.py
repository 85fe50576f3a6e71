"""README and docs as pages: links lead somewhere, command lines are understood, the README is short."""

from __future__ import annotations

import argparse
import re
import shlex

import pytest

from runtime.bench import cli
from tests.support.pages import PAGES, ROOT, anchors, bench_lines, links

LINES = sorted({line for page in PAGES if page.stem != "CHANGELOG" for line in bench_lines(page)})


class Parsed(Exception):
    """The command line was understood; nothing is to be done."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_that_there_are(page):
    """Those on the web are left alone."""
    broken = []
    for target in links(page):
        name, _, anchor = target.partition("#")
        other = (page.parent / name).resolve() if name else page
        if not other.exists() or (anchor and anchor not in anchors(other)):
            broken.append(target)
    assert broken == []


def test_the_readme_has_at_most_900_words():
    """Everything else is in docs."""
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 900


def test_the_pages_are_all_in_the_navigation():
    """A page that nobody can find is none."""
    listed = re.findall(r"[\w./-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    docs = ROOT / "docs"
    assert sorted(listed) == sorted(str(page.relative_to(docs)) for page in PAGES if page.is_relative_to(docs))


def test_there_are_command_lines_to_check():
    """The pages show how the command is used."""
    assert len(LINES) > 40


@pytest.mark.parametrize("line", LINES)
def test_every_command_line_is_understood(line, monkeypatch, capsys):
    """By the command's own parser, which is then stopped."""
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
