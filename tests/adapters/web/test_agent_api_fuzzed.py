"""The agent API does what its OpenAPI document says, whatever it is sent; `benchmarks.acceptance talk` counts fully."""

from __future__ import annotations

from tests.support.api_fuzzing import fuzz


async def test_every_answer_is_one_that_the_document_names(tmp_path):
    """All checks of schemathesis: statuses, headers, schemas, methods, tokens, good bodies taken, bad ones refused."""
    found = await fuzz(tmp_path, examples=5)
    assert found.complaint == ""
    expected = {
        "POST /v1/ask": {200, 400, 401, 415, 422},
        "POST /v1/finish": {200, 400, 401, 415, 422},
        "POST /v1/episodes": {200, 401},
        "GET /v1/instruction": {200, 401},
        "GET /v1/status": {200, 401},
        "GET /v1/stream": {401, 426},
    }
    assert {operation: statuses - set(found.answers[operation]) for operation, statuses in expected.items()} == {
        operation: set() for operation in expected
    }
    assert found.requests > 100
