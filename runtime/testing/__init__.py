"""A kit for plug-in authors: conformance checks, a scripted model, and sessions on phones without pixels.

async def test_my_agent():
    score = await check_agent(MyAgent)
    assert score.steps > 0
"""

from runtime.testing.conformance import NonconformingPart as NonconformingPart
from runtime.testing.conformance import check_agent as check_agent
from runtime.testing.conformance import check_judge as check_judge
from runtime.testing.conformance import check_user as check_user
from runtime.testing.scripted_model import ScriptedModel as ScriptedModel
from runtime.testing.sessions import headless_session as headless_session

__all__ = [
    "NonconformingPart",
    "ScriptedModel",
    "check_agent",
    "check_judge",
    "check_user",
    "headless_session",
]
