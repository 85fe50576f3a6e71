"""Evaluate an agent of your own, in this process, and print a table.

python examples/evaluate_class_agent.py
"""

from __future__ import annotations

import anyio

from runtime import AskUser, Decision, Finish, RunConfig, Runtime, Selection, Tap
from runtime.plugins import Need, Session


class Curious:
    """Taps the first element whose text is a word of the instruction; asks one question before it stops."""

    # Which views the agent wants in its observations: the accessibility tree, but no pixels.
    needs: frozenset[Need] = frozenset({"tree"})

    # A new agent is made for each episode. Draw random numbers from this seed only.
    def __init__(self, seed: int) -> None:
        self.seed = seed

    async def play(self, session: Session) -> None:
        """Play one episode."""
        words = set(session.brief.instruction.lower().replace(".", "").split())
        seen = await session.observe()
        for _ in range(5):
            if seen.ended or seen.tree is None:
                return
            target = next((node for node in seen.tree.walk() if node.text.lower() in words), None)
            if target is None:
                break
            x, y = target.center
            seen = await session.step(Decision([Tap(x, y)], thought=f"“{target.text}” is in the instruction"))
        if session.brief.can_ask:
            await session.step(Decision([AskUser("Which one would you like?")]))
        await session.step(Decision([Finish("I stop here.")]))


async def main() -> None:
    """Play six tasks with the agent of this file and with `reader`, and print what was met."""
    config = RunConfig(seed=7)
    six = Selection(domains=("device",), levels=("standard", "ambiguous"), limit=6)
    async with Runtime(config, devices=["phone://2"]) as runtime:
        print(f"{'agent':10} {'task':36} {'met':>5} {'steps':>5} {'questions':>9}")
        # A class and a registered name beside each other; scores come in the order of completion.
        scores = [score async for score in runtime.run(agents=[Curious, "reader"], select=six)]
        for score in sorted(scores, key=lambda item: (item.agent, item.task)):
            met = sum(at_some_step is True for at_some_step, _ in score.met.values())
            print(f"{score.agent:10} {score.task:36} {met}/{score.requirements:<3} {score.steps:>5} {score.turns:>9}")
        for name, agent in runtime.metrics()["agents"].items():
            print(f"{name}: RCR {agent['overall']['RCR']['value']:.3f}, TSR {agent['overall']['TSR']['value']:.3f}")


if __name__ == "__main__":
    anyio.run(main)
