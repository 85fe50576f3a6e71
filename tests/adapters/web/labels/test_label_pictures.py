"""The annotators' page with pictures: nothing in it makes anybody partial, and it shows its own blobs only."""

from __future__ import annotations

import shutil

from tests.support.browser import NAMED, Browser, opened
from tests.support.recorded import AGENTS


async def everything(browser: Browser) -> dict[str, bytes]:
    """Everything an annotator can request: overview, traces, outlines, pictures, refusals."""
    found: dict[str, bytes] = {}
    paths = [
        "",
        "page.css",
        "page.js",
        "screens.js",
        "v1/labels?annotator=Ada",
        "v1/labels?annotator=",
        "v1/labels/traces/0?annotator=Ada",
    ]
    for number in range(1, 1 + len((await browser.json(NAMED[0]))["traces"])):
        paths.append(f"v1/labels/traces/{number}?annotator=Ada")
        for screen in (await browser.json(paths[-1]))["screens"]:
            paths += [f"v1/labels/frames/{screen['frame']}"] if screen["frame"] else []
            paths += [f"v1/labels/outlines/{screen['outline']}"] if screen["outline"] else []
    for path in paths:
        found[path] = (await browser.get(path))[1]
    return found


async def test_nothing_tells_who_played_or_what_judges_said(pictured, tmp_path):
    """No reply names a player, a judge or an episode; and replies are the same when verdicts, scores and app state are
    taken out of the run.
    """
    run = shutil.copytree(pictured, tmp_path / "run")
    async with opened(run) as browser:
        document = await everything(browser)
    assert sum(path.startswith("v1/labels/frames") for path in document) > 3
    for path, body in document.items():
        if not path.startswith("v1/labels/frames"):
            text = body.decode().casefold()
            assert not [word for word in (*AGENTS, "verdict", "incomplete/0", "phone-") if word in text], path
    for name in ("verdicts", "truth"):
        shutil.rmtree(run / name)
    for name in ("results.jsonl", "metrics.json"):
        (run / name).unlink()
    async with opened(run) as browser:
        assert await everything(browser) == document


async def test_only_pictures_of_the_sample_are_served(pictured, tmp_path):
    """No other blob of the run, and no other file, however the address is written."""
    run = shutil.copytree(pictured, tmp_path / "run")
    digests = {path.stem for path in (run / "blobs").rglob("*.png")}
    async with opened(run, 1) as browser:
        shown = {screen["frame"] for screen in (await browser.json(NAMED[1]))["screens"]}
        assert shown < digests
        for digest in digests:
            status, body = await browser.get(f"v1/labels/frames/{digest}")
            assert status == (200 if digest in shown else 404)
            if digest in shown:
                assert body == (run / "blobs" / digest[-2:] / f"{digest}.png").read_bytes()
        for path in ("..%2F..%2Frun.json", "%2Fetc%2Fhosts", "..", "%00"):
            assert (await browser.get(f"v1/labels/frames/{path}"))[0] == 404
            assert (await browser.get(f"v1/labels/outlines/{path}"))[0] == 404
