"""Makes the agents of this source tree available, even if other metadata are installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.acceptance.programs import install
from tests.support.lab import ENTRIES


@pytest.fixture(scope="module", autouse=True)
def _parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    site = tmp_path_factory.mktemp("site")
    install(site, ENTRIES)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        yield
