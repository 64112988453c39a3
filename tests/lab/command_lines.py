"""What a command line comes to: what it prints, or the complaint with which it is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lab import cli


def printed(capsys: pytest.CaptureFixture[str], argv: Sequence[str]) -> str:
    """What a command prints that ends well."""
    assert cli.main([*argv]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], argv: Sequence[str]) -> str:
    """What is said of bad input."""
    assert cli.main([*argv]) == 2
    return capsys.readouterr().err
