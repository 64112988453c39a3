"""The parsed sources stay while the house is looked at, and no longer: there are a million nodes."""

from __future__ import annotations

import pytest

from tests.house import sources


@pytest.fixture(scope="package", autouse=True)
def parsed():
    yield
    sources.forget()
