"""What all tests share: marked tests must enter the rules they are marked with (tests/rule_plugin.py)."""

from tests.rule_plugin import pytest_addoption, pytest_collection_finish, pytest_runtest_call

__all__ = ["pytest_addoption", "pytest_collection_finish", "pytest_runtest_call"]
