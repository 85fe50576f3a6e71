"""The labelling page over real sockets: what it shows, what it stores, and what it must not reveal."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import anyio
import pytest
from anyio import to_thread

from adapters.web.shared.pages import SHARED
from adapters.web.thoughts.decisions import REASONS, Place
from adapters.web.thoughts.folder import Labels
from tests.support.thinking_browser import Browser, opened, sampled, say


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sample folder that tests must not change."""
    return sampled(tmp_path_factory.mktemp("drawn") / "sample")


@pytest.fixture
def folder(drawn: Path, tmp_path: Path) -> Path:
    """A copy of the sample folder for labelling."""
    return shutil.copytree(drawn, tmp_path / "sample")


def lines(folder: Path, name: str = "ada") -> list[dict[str, object]]:
    """Returns the lines of a person's file."""
    return [json.loads(line) for line in (folder / "labels" / f"{name}.jsonl").read_bytes().splitlines()]


async def everything(browser: Browser) -> dict[str, bytes]:
    """Requests all that an annotator can get: overview, thoughts, pictures, errors."""
    paths = ["v1/thoughts", "v1/thoughts/0", f"v1/thoughts/{browser.page.count + 1}", "v1/thoughts/pictures/x.png"]
    for number in range(1, browser.page.count + 1):
        paths.append(f"v1/thoughts/{number}")
        paths.append(f"v1/thoughts/pictures/{(await browser.json(paths[-1]))['picture']}")
    return {path: (await browser.get(path))[1] for path in paths}


async def test_a_thought_is_shown_with_the_correct_action(folder):
    """Instruction, history, thought and correct action, in the sample's order; missing thoughts are left out."""
    async with opened(folder) as browser:
        asked = browser.sample.asked
        assert browser.page.count == len(asked) < len(browser.sample.items)
        for number, item in enumerate(asked, start=1):
            found, step = await browser.json(f"v1/thoughts/{number}"), browser.sample.steps[item.step]
            assert (found["thought"], found["instruction"]) == (item.thought, step.instruction)
            assert (found["truth"]["words"], found["mark"]) == (step.truth.words, None)
            assert found["history"] == list(step.history)
            assert [box["words"] for box in found["boxes"]] == ["", "Search", "Buy now"]
            assert found["boxes"][1]["box"] == pytest.approx([0.1, 0.1, 0.4, 0.2])
            assert step.picture is not None
            status, picture = await browser.get(f"v1/thoughts/pictures/{found['picture']}")
            assert (status, picture) == (200, (folder / step.picture).read_bytes())


async def test_labels_survive_a_restart(folder):
    """Labels stored by one server are shown by the next one; the last label of a thought counts."""
    async with opened(folder) as browser:
        for item, value in ((1, "1"), (2, "0"), (3, "E_GT_ERROR"), (1, "0")):
            assert await browser.mark(item, value) == (204, "")
    async with opened(folder, "ADA ") as browser:
        assert [(await browser.json(f"v1/thoughts/{number}"))["mark"] for number in (1, 2, 3, 4)] == [
            "0",
            "0",
            "E_GT_ERROR",
            None,
        ]
        assert (await browser.json("v1/thoughts"))["answered"][:4] == [True, True, True, False]
        place = browser.sample.place(browser.sample.asked[2])
    found = lines(folder)
    assert [(entry["gta"], entry["error_code"]) for entry in found] == [(1, ""), (0, ""), ("NA", "E_GT_ERROR"), (0, "")]
    assert (found[2]["model"], found[2]["episode_id"], found[2]["step_id"]) == place
    assert {entry["role"] for entry in found} == {"annotator"}


async def test_responses_reveal_neither_models_nor_other_labels(folder):
    """Models and episodes occur only inside thoughts, and responses do not depend on others' labels."""
    async with opened(folder) as browser:
        alone = await everything(browser)
    await to_thread.run_sync(lambda: say(folder, "Bo", lambda _: "1"))
    async with opened(folder) as browser:
        assert await everything(browser) == alone
        for path, body in alone.items():
            if "pictures" not in path:
                text = body.decode()
                thought = json.dumps(json.loads(text).get("thought", ""))
                assert not [word for word in ("alpha", "beta", "E-", '"model"') if word in text.replace(thought, "")]


async def test_only_pictures_of_the_sample_are_served(folder):
    """Requests for any file other than the sample's pictures get status 404."""
    (folder / "pictures" / "other.png").write_bytes(b"\x89PNG")
    async with opened(folder) as browser:
        for name in ("other.png", "..%2Fsample.json", "%2Fetc%2Fhosts", "..", "%00"):
            assert (await browser.get(f"v1/thoughts/pictures/{name}"))[0] == 404
        shutil.rmtree(folder / "pictures")
        name = (await browser.json("v1/thoughts/1"))["picture"]
        assert (await browser.get(f"v1/thoughts/pictures/{name}"))[0] == 404


async def test_a_stranger_learns_nothing_of_thoughts(folder):
    """Without the token, data requests get status 401, and the static page contains no token."""
    async with opened(folder) as browser:
        stranger = Browser(browser.http, browser.page, browser.sample, "guess")
        for path in ("v1/thoughts", "v1/thoughts/1", "v1/thoughts/pictures/x.png"):
            status, body = await stranger.get(path)
            assert (status, json.loads(body)["error"]) == (401, "missing or wrong token")
        assert (await stranger.mark(1, "1"))[0] == 401
        for path in ("", *(path.removeprefix("/") for path in SHARED), "thoughts.css", "page.js"):
            status, body = await stranger.get(path)
            assert status == 200
            assert browser.token.encode() not in body
    assert not (folder / "labels").exists()


@pytest.mark.parametrize(
    ("item", "value", "status"),
    [
        (0, "1", 404),
        (10**12, "1", 404),
        (True, "1", 422),
        ("one", "1", 422),
        (1, "2", 422),
        (1, 1, 422),
        (1, "NA", 422),
    ],
)
async def test_malformed_labels_are_refused(folder, item, value, status):
    """A malformed label is rejected with an error message, and nothing is stored."""
    async with opened(folder) as browser:
        found, body = await browser.mark(item, value)
    assert (found, bool(json.loads(body)["error"])) == (status, True)
    assert not (folder / "labels").exists()


async def test_a_label_that_cannot_be_written_is_not_called_saved(folder):
    """The page gets an error, so that it keeps the label and retries."""
    async with opened(folder) as browser:
        (folder / "labels" / "ada.jsonl").mkdir(parents=True)
        status, body = await browser.mark(1, "1")
        assert (status, json.loads(body)["error"]) == (507, "not saved: Is a directory")
        (folder / "labels" / "ada.jsonl").rmdir()
        assert (await browser.mark(1, "1"))[0] == 204


async def test_labels_that_were_saved_survive_a_cancelled_server(folder):
    """After cancellation during many requests, every acknowledged label is stored, and no line is truncated."""
    saved: list[int] = []

    async def label(browser: Browser, enough: anyio.Event) -> None:
        for number in range(100):
            status, _ = await browser.mark(1 + number % browser.page.count, "1")
            assert status == 204
            saved.append(number)
            if len(saved) == 6:
                enough.set()

    with anyio.CancelScope() as scope:
        async with opened(folder) as browser, anyio.create_task_group() as group:
            enough = anyio.Event()
            group.start_soon(label, browser, enough)
            await enough.wait()
            scope.cancel()
    assert (folder / "labels" / "ada.jsonl").read_bytes().endswith(b"\n")
    assert len(lines(folder)) >= len(saved) >= 6


@pytest.fixture
def places(folder: Path) -> list[Place]:
    """Labels of two people: they differ on the first and the fourth, and one gave a reason for the third."""
    places = list(say(folder, "Ada", lambda _: "1"))
    document = dict(zip(places, ("0", "1", "E_OTHER", "0"), strict=False))
    say(folder, "Bo", document.get)
    assert Labels(folder).conflicts(places) == (places[0], places[3])
    return places


async def test_an_adjudicator_sees_only_conflicts(folder, places):
    """An adjudicator sees only conflicts of 1 against 0, without the annotators' labels."""
    async with opened(folder, "Cy", "adjudicator") as browser:
        assert browser.page.count == 2
        first = await browser.json("v1/thoughts/1")
        assert first["mark"] is None
        assert await browser.mark(2, "1") == (204, "")
        assert (await browser.json("v1/thoughts"))["answered"] == [False, True]
    (line,) = lines(folder, "cy")
    assert (line["role"], line["model"], line["episode_id"], line["step_id"]) == ("adjudicator", *places[3])


async def test_every_reason_has_a_key_of_its_own(folder):
    """Each answer (1, 0 and each error code) has its own key, together the digits 0 to 9."""
    async with opened(folder) as browser:
        choices = (await browser.json("v1/thoughts"))["choices"]
    assert [choice["value"] for choice in choices] == ["1", "0", *REASONS]
    assert sorted(choice["key"] for choice in choices) == list("0123456789")
