"""Drive a virtual phone by hand: look, touch, ask the user, stop, and see what the judges say.

python examples/drive_a_phone.py
"""

from __future__ import annotations

import anyio

from runtime import AskUser, Decision, Finish, Observation, Runtime, Tap


async def main() -> None:
    """Switch on aeroplane mode."""
    # One virtual phone. Nothing is kept, since no run folder is named with `out=`.
    async with Runtime(devices=["phone://1"]) as runtime:
        # The block begins on a phone that was prepared for the task.
        async with runtime.session("device.airplane.ambiguous") as session:
            print("the user wants:", session.brief.instruction)
            seen = await session.observe()
            print("screen:", session.brief.screen, "texts:", texts(seen)[:4])

            # Any action is part of a decision; a question to the user is one too.
            question = "Which setting shall I change: Airplane mode, Wi-Fi or Do Not Disturb?"
            seen = await session.step(Decision([AskUser(question)], thought="the instruction names no setting"))
            print("the user replies:", seen.replies[0])

            for text in ("Settings", "Network & internet", "Airplane mode"):
                seen = await session.step(Decision([tap(seen, text)], thought=f"tap “{text}”"))
            await session.step(Decision([Finish("Airplane mode is on.")]))
        # The scores are there once the block has ended; the first judge's is the headline.
        headline = session.scores[0]
        print("judged by", headline.judge, "met:", headline.met, "questions:", headline.labels)


def texts(seen: Observation) -> list[str]:
    """Every text on the screen."""
    return [node.text for node in seen.tree.walk() if node.text] if seen.tree is not None else []


def tap(seen: Observation, text: str) -> Tap:
    """A tap on the element with this text or description."""
    assert seen.tree is not None, "a driven session always has a tree"
    node = next(node for node in seen.tree.walk() if text in (node.text, node.desc))
    x, y = node.center
    return Tap(x, y)


if __name__ == "__main__":
    anyio.run(main)
