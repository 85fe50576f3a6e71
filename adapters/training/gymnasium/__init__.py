"""Gymnasium environments whose episodes are played on phones.

    elements      the elements of a screen that are worth acting on (pure)
    observations  observations as arrays (pure)
    actions       actions as decisions (pure)
    episodes      sessions that are stepped and reset concurrently
    background    an event loop in a thread of its own
    phones        what both environments share: settings, draws of tasks, one thread with one `Runtime`
    env           `PhoneEnv`
    vector_env    `PhoneVectorEnv`

Importing this package registers the id `mobile_agent_runtime/Phone-v0`, as Gymnasium expects of packages of
environments; it needs the extra `gym`.
"""

from __future__ import annotations

from typing import Final

from runtime.core.errors import UsageError

try:
    import gymnasium
except ImportError as error:
    raise UsageError("Gymnasium environments need gymnasium: pip install 'mobile-agent-runtime[gym]'") from error

from adapters.training.gymnasium.env import PhoneEnv as PhoneEnv
from adapters.training.gymnasium.vector_env import PhoneVectorEnv as PhoneVectorEnv

ID: Final = "mobile_agent_runtime/Phone-v0"
if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="adapters.training.gymnasium.env:PhoneEnv",
        vector_entry_point="adapters.training.gymnasium.vector_env:PhoneVectorEnv",
    )
