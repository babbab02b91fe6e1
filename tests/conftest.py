"""Hooks for all tests: a test must enter the rules it is marked with (tests/rule_plugin.py)."""

import os

import pytest

from tests.rule_plugin import pytest_addoption, pytest_collection_finish, pytest_runtest_call

__all__ = ["pytest_addoption", "pytest_collection_finish", "pytest_runtest_call"]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if a test was skipped because of a missing program, where everything must run (.ci/run)."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("KHYBER_EVERYTHING") or reporter is None:
        return
    wanting = [
        report
        for report in reporter.stats.get("skipped", [])
        if any(why in str(report.longrepr) for why in ("not installed", "not built"))
    ]
    if wanting:
        reporter.write_line(f"{len(wanting)} tests were skipped because a program is missing", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
