"""What must be true of every agent on every task, whatever it is good at."""

from __future__ import annotations

import pytest

from adapters.agents.scripted.monkey import Monkey
from adapters.agents.scripted.reader.player import Reader
from runtime.core.actions import AskUser, Finish
from runtime.core.config import T_MAX


@pytest.mark.parametrize("name", ["reader", "sweeper", "monkey"])
def test_every_episode_ends_within_the_budget(seasons, suite, name):
    """No agent raises or plays on, at any level; whoever stops earlier did so by its own decision."""
    assert len(seasons[name].stages) == len(suite.tasks)
    for played in seasons[name].stages:
        assert 0 < played.used <= T_MAX
        assert played.used == T_MAX or played.finish is not None or name == "sweeper"


def test_the_reader_lies_between_silence_and_perfection(seasons):
    """Words bring more than never asking, and less than knowing."""
    assert seasons["silent"].rcr() < seasons["reader"].rcr() < seasons["oracle"].rcr() == 1


def test_the_reader_does_better_the_clearer_it_is_told(seasons):
    """What is spelled out is done; what is vague is done less well; what is half said lies between."""
    reader = seasons["reader"]
    assert reader.rcr("detailed") > reader.rcr("ambiguous")
    assert reader.rcr("detailed") >= reader.rcr("standard") >= reader.rcr("incomplete") > reader.rcr("ambiguous")


def test_the_reader_asks_only_where_something_is_open(seasons):
    """Every question about a complete instruction is a violation, so a reader of words asks none."""
    for played in seasons["reader"].stages:
        if not played.task.gap:
            assert played.turns == []


def test_most_of_what_the_reader_asks_is_proper(seasons):
    """With the candidates on the screen in the question, the user answers."""
    labels = [turn.label for played in seasons["reader"].stages for turn in played.turns]
    assert len(labels) > 10
    assert labels.count("compliant") * 10 >= len(labels) * 8


def test_a_reader_that_may_not_ask_does_not(suite, play):
    """With asking off it plays on by the app's defaults."""
    for task in suite.tasks:
        played = play(Reader(), task, can_ask=False)
        assert not any(isinstance(action, AskUser) for action in played.actions)
        assert played.used <= T_MAX


def test_the_reader_breaks_nothing(seasons):
    """Whatever it fails at, it changes nothing outside of what the task is about."""
    broken = [played.task.id for played in seasons["reader"].stages if played.side_effects]
    assert broken == []


def test_the_sweeper_never_asks(seasons):
    """It tries instead."""
    assert not any(played.turns for played in seasons["sweeper"].stages)


def test_sweeping_is_no_way_to_fill_a_gap(seasons):
    """Where the instruction leaves something open, a sweep never ends with all met and nothing else changed."""
    open_ = [played for played in seasons["sweeper"].stages if played.task.gap]
    assert len(open_) > 5
    for played in open_:
        met = all(map(played.met_now, played.task.intent.requirements))
        assert not (met and not played.side_effects), played.task.id


def test_the_sweeper_tries_more_than_defaults(seasons):
    """By number alone it meets some of what the instruction leaves open; whoever keeps to the defaults meets none."""

    def guessed(name: str) -> int:
        stages = seasons[name].stages
        return sum(played.met(item) for played in stages for item in map(played.task.requirement, played.task.gap))

    assert guessed("sweeper") > guessed("silent") == 0


def test_a_monkey_is_its_seed(suite, play):
    """One seed, one run; another seed, another run."""
    task = suite.tasks[0]
    first, again, other = (play(Monkey(seed), task).actions for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_reader_draws_nothing(suite, play):
    """Whatever the seed, it does the same."""
    for task in suite.tasks:
        assert play(Reader(1), task).actions == play(Reader(2), task).actions


def test_the_reader_says_what_it_did_or_why_it_stopped(seasons):
    """It ends with a finish of its own: complete where it did something, infeasible where it is stuck."""
    for played in seasons["reader"].stages:
        if played.used < T_MAX:
            assert isinstance(played.finish, Finish)
            assert played.finish.text
        if not played.unmet:
            assert played.finish is not None
            assert played.finish.status == "complete"
