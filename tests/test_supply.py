"""The locks agree with the project, and the SBOM lists all of the server's."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools.release import supply

ROOT = Path(__file__).resolve().parents[1]
TEXT = supply.LOCK.read_text(encoding="utf-8")
LOCKED = {canonicalize_name(package.name): package for package in supply.read_lock(TEXT)}
DEV_TEXT = supply.DEV_LOCK.read_text(encoding="utf-8")
DEV_LOCKED = {canonicalize_name(package.name): package for package in supply.read_lock(DEV_TEXT)}


@pytest.mark.parametrize("named", supply.project()["dependencies"])
def test_every_dependency_is_locked_at_a_version_that_the_project_allows(named: str) -> None:
    wanted = Requirement(named)
    found = LOCKED[canonicalize_name(wanted.name)]
    assert wanted.specifier.contains(found.version), f"run `make lock`: {wanted} but {found.version} is locked"
    assert "khyber" in found.needed_by


EXTRAS = supply.project()["optional-dependencies"].items()
OPTIONAL = [one for extra, needed in EXTRAS if extra not in supply.UNLOCKED for one in needed]


@pytest.mark.parametrize("named", [one for one in OPTIONAL if Requirement(one).name != "khyber"])
def test_every_extra_is_locked_for_development(named: str) -> None:
    wanted = Requirement(named)
    found = DEV_LOCKED[canonicalize_name(wanted.name)]
    assert wanted.specifier.contains(found.version), f"run `make lock`: {wanted} but {found.version} is locked"


def test_development_uses_the_versions_of_the_server() -> None:
    assert {name: package.version for name, package in LOCKED.items()}.items() <= {
        name: package.version for name, package in DEV_LOCKED.items()
    }.items()


def test_the_lock_has_no_unneeded_package() -> None:
    named = {canonicalize_name(Requirement(one).name) for one in supply.project()["dependencies"]}
    assert {name for name, package in LOCKED.items() if "khyber" in package.needed_by} == named
    for name, package in LOCKED.items():
        needed_by = {canonicalize_name(by) for by in package.needed_by}
        assert needed_by, name
        assert needed_by <= {*LOCKED, "khyber"}, name


def test_every_package_is_pinned_with_digests_only() -> None:
    for package in (*LOCKED.values(), *DEV_LOCKED.values()):
        assert package.hashes, package.name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in package.hashes), package.name


@pytest.mark.parametrize("text", [TEXT, DEV_TEXT], ids=["server", "dev"])
def test_a_lock_names_no_address_and_no_folder(text: str) -> None:
    assert not re.search(r"://|--index|--extra-index|--find-links| @ |(?<![\w.-])/\w", text)


@pytest.mark.parametrize("line", ["rich>=13", "-e .", "--index-url https://example.org", "rich @ file:///rich.whl"])
def test_a_lock_with_anything_else_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        supply.read_lock(line)


# -- the SBOM -----------------------------------------------------------------------------------------


def test_the_sbom_lists_what_is_locked_and_who_needs_it() -> None:
    told = json.loads(supply.sbom("1.2.3"))
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.5")
    assert told["metadata"]["component"]["purl"] == "pkg:pypi/khyber@1.2.3"
    components = {component["bom-ref"]: component for component in told["components"]}
    for package in LOCKED.values():
        component = components[f"pkg:pypi/{package.name}@{package.version}"]
        (source,) = component["externalReferences"]
        assert [f"sha256:{digest['content']}" for digest in source["hashes"]] == package.hashes
    assert any(ref.startswith("pkg:npm/svelte@") for ref in components)
    assert len(components) == len(told["components"])
    needs: dict[str, list[str]] = {one["ref"]: one["dependsOn"] for one in told["dependencies"]}
    assert needs.keys() == {*components, "pkg:pypi/khyber@1.2.3"}
    reached, left = set[str](), ["pkg:pypi/khyber@1.2.3"]
    while left:
        ref = left.pop()
        left += [one for one in needs[ref] if one not in reached]
        reached.add(ref)
    assert reached == needs.keys()


def test_the_same_locks_give_the_same_sbom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    first = supply.write_sbom(tmp_path).read_bytes()
    assert "timestamp" not in json.loads(first)["metadata"]
    script = "import sys; from tools.release import supply; print(supply.sbom(sys.argv[1]), end='')"
    again = subprocess.run(
        [sys.executable, "-c", script, supply.project()["version"]],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    ).stdout
    assert again == first
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert json.loads(supply.sbom("1"))["metadata"]["timestamp"] == "1970-01-01T00:00:00Z"


# -- the audit ----------------------------------------------------------------------------------------


def test_without_a_network_an_audit_says_that_nothing_was_checked() -> None:
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    done = subprocess.run(
        [sys.executable, "-m", "tools.release.supply", "audit"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, **nowhere, "no_proxy": "", "NO_PROXY": ""},
    )
    assert done.returncode == 0
    assert done.stdout == "audit: cannot reach PyPI's advisories; NOTHING WAS CHECKED\n"


def package(name: str, *vulns: dict[str, Any], **more: str) -> dict[str, Any]:
    """A package in the report of pip-audit."""
    return {"name": name, **(more or {"version": "1.0", "vulns": list(vulns)})}


def test_an_audit_fails_for_what_is_known_and_for_what_cannot_be_checked() -> None:
    bad = {"id": "PYSEC-2026-1", "fix_versions": ["1.1", "2.0"], "aliases": [], "description": ""}
    unfixed = {"id": "GHSA-xxxx", "fix_versions": [], "aliases": [], "description": ""}
    assert supply.verdict([package("rich")]) == (["audit: 1 packages checked, 0 vulnerabilities"], 0)
    lines, code = supply.verdict([package("rich", bad, unfixed), package("typer")])
    assert (lines[:2], code) == (
        ["rich 1.0: PYSEC-2026-1, fixed in 1.1, 2.0", "rich 1.0: GHSA-xxxx, fixed in no version yet"],
        1,
    )
    assert supply.verdict([package("rich", skip_reason="not on PyPI"), package("typer")])[1] == 2
