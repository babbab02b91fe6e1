"""What all tests share: marked tests must enter the rules they are marked with (tests/rule_plugin.py)."""

import os

import pytest

from tests.rule_plugin import pytest_addoption, pytest_collection_finish, pytest_runtest_call

__all__ = ["pytest_addoption", "pytest_collection_finish", "pytest_runtest_call"]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where everything is to run (.ci/run), a test left out for want of a program is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("KHYBER_EVERYTHING") or reporter is None:
        return
    wanting = [report for report in reporter.stats.get("skipped", [])
               if any(why in str(report.longrepr) for why in ("not installed", "not built"))]
    if wanting:
        reporter.write_line(f"{len(wanting)} tests were left out for want of a program", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
