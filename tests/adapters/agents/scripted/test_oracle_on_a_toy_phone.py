"""The oracle and the silent agent on a phone of three screens: what they ask and do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adapters.agents.scripted.oracle import Oracle, Silent, question
from runtime.core.actions import AskUser, Decision, Finish, Launch, Swipe, Tap
from runtime.core.tasks import (
    Brief,
    Check,
    Intent,
    KeyStep,
    Phrasing,
    Reference,
    Requirement,
    Selector,
    Setup,
    Task,
)
from runtime.language.questions import REFUSAL, Memory, classify_question, compose_reply
from runtime.plugins.protocols import ByteStream, Observation
from runtime.screen.tree import UiNode, UiTree

DRINK = Requirement("drink", "anchor", "drink", "Tea", "Tea", "", options=("Tea", "Coffee"))
SIZE = Requirement("size", "explicit", "size", "Large", "Large", "Small", options=("Small", "Large"))
CUP = Requirement("cup", "implicit", "cup", "Paper", "Paper", "China", options=("China", "Paper"))
NAME = Requirement("name", "explicit", "name on the cup", "Noor", "Noor", "Guest")

LIST, ITEM, DONE = "list", "item", "done"


class Toy:
    """A session over a shop: a list of drinks, an options page that scrolls, and a receipt.

    `shift` moves everything down, so that recorded coordinates are wrong. A user who is not `helpful` refuses.
    """

    def __init__(
        self, task: Task, *, shift: int = 0, can_ask: bool = True, must_choose: bool = False, helpful: bool = True
    ) -> None:
        self.brief = Brief(task.instruction, (1080, 2400), 25, can_ask)
        self.task = task
        self.shift = shift
        self.must_choose = must_choose
        self.helpful = helpful
        self.page = ""
        self.scrolled = False
        self.order = {"size": "" if must_choose else "Small", "cup": "China"}
        self.asked: list[str] = []
        self.acts: list[object] = []
        self.finish: Finish | None = None

    def rows(self) -> list[tuple[str, str]]:
        """(id, text) of the visible rows, from top to bottom."""
        match self.page:
            case "list":
                return [("row", "Coffee"), ("row", "Tea")]
            case "item":
                upper = [("size", "Small"), ("size", "Large")]
                ready = [("send", "Order")] if self.order["size"] else []
                return [*([] if self.scrolled else upper), *([("cup", "Paper")] if self.scrolled else []), *ready]
            case "done":
                return [("number", "No. 7")]
            case _:
                return []

    def tree(self) -> UiTree:
        rows = tuple(
            UiNode(
                index,
                text,
                f"shop:id/{identifier}",
                "android.widget.TextView",
                "shop",
                "",
                (0, top, 1080, top + 120),
                clickable=True,
            )
            for index, (identifier, text) in enumerate(self.rows())
            for top in [200 + self.shift + 150 * index]
        )
        root = UiNode(
            0, "", "", "android.widget.FrameLayout", "shop", "", (0, 0, 1080, 2400), scrollable=True, children=rows
        )
        for row in rows:
            object.__setattr__(row, "parent", root)
        return UiTree(root)

    async def observe(self) -> Observation:
        return Observation(len(self.acts), None, self.tree(), (), self.finish is not None)

    async def step(self, decision: Decision) -> Observation:
        replies: list[str] = []
        for action in decision.actions:
            self.acts.append(action)
            match action:
                case Launch():
                    self.page = LIST
                case AskUser(question=asked):
                    turn = classify_question(asked, self.task, Memory())
                    self.asked.append(asked)
                    replies.append(compose_reply(turn, self.task) if self.helpful else REFUSAL)
                case Swipe():
                    self.scrolled = self.page == ITEM
                case Tap(x=x, y=y):
                    hit = self.tree().hit(x, y)
                    self.tapped(hit.text if hit is not None and hit.text else "")
                case Finish():
                    self.finish = action
                case _:
                    raise AssertionError(f"unexpected {action}")
        return replace(await self.observe(), replies=tuple(replies))

    def tapped(self, text: str) -> None:
        match self.page, text:
            case "list", "Tea" | "Coffee":
                self.order["drink"] = text
                self.page = ITEM
            case "item", "Small" | "Large":
                self.order["size"] = text
            case "item", "Paper":
                self.order["cup"] = text
            case "item", "Order":
                self.page = DONE
            case _:
                pass

    async def witness(self, decision: Decision) -> Observation:
        raise NotImplementedError

    async def open(self, service: str) -> ByteStream:
        raise NotImplementedError


def task(level: str, gap: tuple[str, ...], end: Finish | None = None) -> Task:
    """The shop's task at one level, its reference recorded on an unshifted phone."""
    steps: list[tuple[object, Selector | None, tuple[str, ...]]] = [
        (Launch("shop"), None, ()),
        (Tap(540, 410), Selector(text="Tea"), ("drink",)),
        (Tap(540, 410), Selector(text="Large"), ("size",)),
        (Swipe(540, 1800, 540, 600), None, ("cup",)),
        (Tap(540, 260), Selector(text="Paper"), ("cup",)),
        (Tap(540, 410), Selector(resource_id="send"), ()),
    ]
    if end is not None:
        steps.append((end, Selector(resource_id="number"), ("drink",)))
    actions, targets, serves = zip(*steps, strict=True)
    keys = tuple(KeyStep(str(n), a, t, s) for n, (a, t, s) in enumerate(steps) if t is not None and isinstance(a, Tap))
    intent = Intent(
        "shop.tea", "e-commerce", "functional", "prior", ("shop",), (DRINK, SIZE, CUP),
        Reference(actions, keys, Check("shop/done", "exists"), None, targets, serves), Setup(), Phrasing("", "", ()),
    )  # fmt: skip
    return Task(f"shop.tea.{level}", intent, level, "Order a drink.", gap)  # type: ignore[arg-type]


async def played(instrument: Oracle, session: Toy) -> Toy:
    """Plays one episode on that session."""
    await instrument.play(session, session.task)
    return session


@pytest.mark.parametrize("shift", [0, 700])
@pytest.mark.parametrize("instrument", [Oracle, Silent])
async def test_a_clear_task_is_played_to_the_letter_wherever_things_are(instrument, shift):
    """With nothing open both agents ask nothing and tap targets wherever they are on the screen."""
    session = await played(instrument(3), Toy(task("standard", ()), shift=shift))
    assert session.order == {"drink": "Tea", "size": "Large", "cup": "Paper"}
    assert session.page == DONE
    assert session.asked == []
    assert session.finish == Finish("Done.")


async def test_the_oracle_asks_once_for_each_open_slot_when_its_choices_are_seen():
    """The oracle asks one compliant question for each open requirement: for the anchor at once, else when choosing."""
    clear = task("ambiguous", ("drink", "size", "cup"))
    session = await played(Oracle(3), Toy(clear))
    kinds = [type(action).__name__ for action in session.acts]
    assert kinds[:5] == ["AskUser", "Launch", "Tap", "AskUser", "Tap"]
    memory = Memory()
    for asked, identifier in zip(session.asked, clear.gap, strict=True):
        turn = classify_question(asked, clear, memory)
        assert (turn.label, turn.compliant) == ("compliant", (identifier,)), asked
        memory = memory.after(turn)
    assert session.order == {"drink": "Tea", "size": "Large", "cup": "Paper"}


async def test_silence_leaves_open_choices_at_their_defaults():
    """The silent agent skips the steps of open requirements, including their scrolling, and reaches the end."""
    session = await played(Silent(3), Toy(task("incomplete", ("size", "cup"))))
    assert session.asked == []
    assert session.order == {"drink": "Tea", "size": "Small", "cup": "China"}
    assert not any(isinstance(action, Swipe) for action in session.acts)
    assert session.page == DONE


async def test_silence_makes_a_choice_that_must_be_made_by_its_default():
    """If the path requires an open choice, the silent agent takes the default."""
    session = await played(Silent(3), Toy(task("incomplete", ("size", "cup")), must_choose=True))
    assert session.order["size"] == "Small"
    assert session.page == DONE


async def test_silence_gives_up_where_it_cannot_go_on():
    """If the item itself is open, the silent agent gives up as infeasible."""
    session = await played(Silent(3), Toy(task("ambiguous", ("drink", "size", "cup"))))
    assert session.finish is not None
    assert session.finish.status == "infeasible"
    assert session.page == LIST
    assert len(session.acts) < 10


async def test_an_oracle_that_may_not_ask_uses_nothing_that_was_not_said():
    """If questions are not allowed, the oracle leaves open choices at their defaults."""
    session = await played(Oracle(3), Toy(task("incomplete", ("size", "cup")), can_ask=False))
    assert session.asked == []
    assert session.order == {"drink": "Tea", "size": "Small", "cup": "China"}


async def test_an_oracle_uses_nothing_that_its_user_did_not_say():
    """A user who refuses to answer leaves the oracle with the app's defaults, like silence."""
    session = await played(Oracle(3), Toy(task("incomplete", ("size", "cup")), helpful=False))
    assert len(session.asked) == 2
    assert session.order == {"drink": "Tea", "size": "Small", "cup": "China"}


async def test_the_answer_is_read_from_the_live_screen():
    """The final answer is the text on the live screen, not the recorded one."""
    session = await played(Oracle(3), Toy(task("standard", (), Finish("No. 1"))))
    assert session.finish == Finish("No. 7")


async def test_an_answer_that_is_not_there_is_not_made_up():
    """If the screen with the answer is not reached, the episode ends as infeasible without the recorded text."""
    session = await played(Silent(3), Toy(task("ambiguous", ("drink", "size", "cup"), Finish("No. 1"))))
    assert session.finish is not None
    assert session.finish.text != "No. 1"
    assert session.finish.status == "infeasible"


async def test_without_a_tree_the_recorded_points_are_used():
    """Without an accessibility tree the recorded points are tapped, and no answer is given."""

    class Blind(Toy):
        async def observe(self):
            return replace(await super().observe(), tree=None)

    session = await played(Oracle(3), Blind(task("standard", ())))
    assert session.order == {"drink": "Tea", "size": "Large", "cup": "Paper"}
    assert session.page == DONE
    session = await played(Oracle(3), Blind(task("standard", (), Finish("No. 1"))))
    assert session.finish is not None
    assert session.finish.status == "infeasible"


async def test_scrolling_is_left_out_where_nothing_is_hidden():
    """A recorded swipe is left out if its target is already visible."""

    class Tall(Toy):
        def rows(self):
            return [*super().rows(), ("cup", "Paper")] if self.page == ITEM else super().rows()

    session = await played(Oracle(3), Tall(task("standard", ())))
    assert session.order["cup"] == "Paper"
    assert not any(isinstance(action, Swipe) for action in session.acts)


@pytest.mark.parametrize("seed", range(12))
def test_every_wording_of_a_question_is_compliant(seed):
    """For every seed a question is compliant, and names its slot."""
    clear = task("ambiguous", ("drink", "size", "cup"))
    for requirement in (DRINK, SIZE, CUP):
        assert classify_question(question(requirement, seed), clear, Memory()).compliant == (requirement.id,)
    assert question(SIZE, seed) == question(SIZE, seed)
    assert "name on the cup" in question(NAME, seed)


def test_the_wording_varies_with_the_seed():
    """Different seeds give differently worded questions."""
    assert len({question(SIZE, seed) for seed in range(20)}) > 1
