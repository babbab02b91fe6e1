"""The supply chain: `python -m tools.release.supply lock | audit | sbom`.

lock     resolve requirements/server.lock and dev.lock again: one version of each package, with digests
audit    look up known vulnerabilities of the locked packages; exit code 1 if there are any
sbom     write dist/khyber-VERSION.cdx.json, the contents of a release in CycloneDX format
"""

from __future__ import annotations

import argparse
import base64
import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "requirements" / "server.lock"
#: The same packages, and those of tests, benchmarks and the documentation.
DEV_LOCK = ROOT / "requirements" / "dev.lock"
#: Extras that no lock pins: PyTorch has other files for every accelerator, and people choose theirs.
UNLOCKED = ("learn",)
PAGE_LOCK = ROOT / "web" / "package-lock.json"
#: Packages that the page imports; they end up in the built page.
BUNDLED = ("smol-toml", "svelte")
#: A page with vulnerabilities of one package, which mirrors of PyPI often lack.
ADVISORIES = "https://pypi.org/pypi/pip/24.0/json"
_PINNED = re.compile(
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)==(?P<version>[^\s;\\]+)(?:\s*;\s*(?P<marker>[^\\]+?))?\s*\\?$"
)


@dataclass(slots=True)
class Locked:
    """One package of a lock."""

    name: str
    version: str
    marker: str = ""
    hashes: list[str] = field(default_factory=list)
    #: The packages that need it; `khyber` for direct dependencies.
    needed_by: list[str] = field(default_factory=list)


def read_lock(text: str) -> list[Locked]:
    """Return the packages of a lock. Raises ValueError for any other line."""
    found: list[Locked] = []
    via = False
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if pinned := _PINNED.match(line):
            found.append(Locked(pinned["name"], pinned["version"], pinned["marker"] or ""))
            via = False
        elif stripped.startswith("--hash=") and found:
            found[-1].hashes.append(stripped.removeprefix("--hash=").rstrip(" \\"))
        elif stripped.startswith("#") and line.startswith(" ") and found:
            comment = stripped[1:].strip()
            via = via or comment.startswith("via")
            name = comment.removeprefix("via").strip()
            if via and name:
                found[-1].needed_by.append(name.partition(" ")[0])
        elif stripped and not line.startswith("#"):
            raise ValueError(f"line {number} of the lock is not a pinned package or a digest: {stripped!r}")
    return found


# -- locks --------------------------------------------------------------------------------------------


def installed(package: str) -> bool:
    """Whether a tool is available, after trying to install it."""
    if importlib.util.find_spec(package.replace("-", "_")) is not None:
        return True
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    return subprocess.run(command, capture_output=True).returncode == 0


def lock() -> int:
    """Resolve the dependencies in pyproject.toml again, for every supported system and Python."""
    if not installed("uv"):
        print("lock: cannot install uv; is there a network?", file=sys.stderr)
        return 2
    extras = [f"--extra={extra}" for extra in project()["optional-dependencies"] if extra not in UNLOCKED]
    return resolve(LOCK) or resolve(DEV_LOCK, "--constraint", str(LOCK.relative_to(ROOT)), *extras)


def resolve(path: Path, *options: str) -> int:
    """Write one lock; return the exit code of uv."""
    oldest = re.findall(r"[\d.]+", project()["requires-python"])[0]
    path.parent.mkdir(exist_ok=True)
    name = str(path.relative_to(ROOT))
    command = [
        sys.executable,
        "-m",
        "uv",
        "pip",
        "compile",
        "--quiet",
        "--upgrade",
        "--universal",
        "--python-version",
        oldest,
        "--generate-hashes",
        "--default-index",
        "https://pypi.org/simple",
        "--no-emit-index-url",
        "--no-emit-find-links",
        "--custom-compile-command",
        "make lock",
        *options,
        "--output-file",
        name,
        "pyproject.toml",
    ]
    done = subprocess.run(command, cwd=ROOT)
    if done.returncode == 0:
        print(f"{name}: {len(read_lock(path.read_text(encoding='utf-8')))} packages")
    return done.returncode


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


# -- audit --------------------------------------------------------------------------------------------


def reachable() -> bool:
    """Whether PyPI's advisories can be reached."""
    try:
        with urllib.request.urlopen(ADVISORIES, timeout=15) as answer:
            return "vulnerabilities" in json.load(answer)
    except (urllib.error.URLError, OSError, ValueError):
        return False


def audit(path: Path) -> int:
    """Look up known vulnerabilities of a lock; 1 if there are any, 0 if not or without a network."""
    if not reachable() or not installed("pip-audit"):
        print("audit: cannot reach PyPI's advisories; NOTHING WAS CHECKED")
        return 0
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip_audit",
            "--requirement",
            str(path),
            "--require-hashes",
            "--disable-pip",
            "--progress-spinner",
            "off",
            "--format",
            "json",
        ],
        capture_output=True,
        text=True,
    )
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, LookupError):
        print(f"audit: pip-audit failed: {done.stderr.strip()[-500:]}", file=sys.stderr)
        return 2
    lines, code = verdict(packages)
    print("\n".join(lines))
    return code


def verdict(packages: Sequence[dict[str, Any]]) -> tuple[list[str], int]:
    """Return the findings of pip-audit as lines, and an exit code: 1 if vulnerable, 2 if unchecked."""
    found = [
        f"{package['name']} {package['version']}: {one['id']}, fixed in "
        f"{', '.join(one['fix_versions']) or 'no version yet'}"
        for package in packages
        for one in package.get("vulns", ())
    ]
    unchecked = [
        f"{package['name']} was not checked: {package['skip_reason']}"
        for package in packages
        if "skip_reason" in package
    ]
    summary = f"audit: {len(packages) - len(unchecked)} packages checked, {len(found)} vulnerabilities"
    return [*found, *unchecked, summary], 1 if found else 2 if unchecked else 0


# -- contents of a release ----------------------------------------------------------------------------


def sbom(version: str) -> str:
    """Return a CycloneDX document, the same for the same locks.

    It has a time only if SOURCE_DATE_EPOCH is set.
    """
    packages = read_lock(LOCK.read_text(encoding="utf-8"))
    page = bundled(json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"])
    root = f"pkg:pypi/khyber@{version}"
    # another Python may need another version of a package
    refs: dict[str, list[str]] = {"khyber": [root]}
    for package in packages:
        refs.setdefault(package.name, []).append(_ref(package))
    needs: dict[str, set[str]] = {ref: set() for same in refs.values() for ref in same}
    needs |= {one["bom-ref"]: set() for one, _ in page}
    for package in packages:
        for by in package.needed_by:
            for ref in refs[by]:
                needs[ref].add(_ref(package))
    for component, wanted in page:
        needs[component["bom-ref"]].update(wanted)
    needs[root].update(component["bom-ref"] for component, _ in page if component["name"] in BUNDLED)
    document: dict[str, Any] = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": "khyber",
                "version": version,
                "purl": root,
                "licenses": [{"license": {"id": project()["license"]}}],
            }
        },
        "components": [*map(_component, packages), *(component for component, _ in page)],
        "dependencies": [{"ref": ref, "dependsOn": sorted(wanted)} for ref, wanted in sorted(needs.items())],
    }
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        document["metadata"]["timestamp"] = datetime.fromtimestamp(int(epoch), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    content = json.dumps(document, sort_keys=True)
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}"
    return json.dumps(document, indent=2) + "\n"


def _ref(package: Locked) -> str:
    return f"pkg:pypi/{package.name}@{package.version}"


def _component(package: Locked) -> dict[str, Any]:
    purl = _ref(package)
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "purl": purl,
        "externalReferences": [
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{package.name}/{package.version}/#files",
                "hashes": [{"alg": "SHA-256", "content": digest.removeprefix("sha256:")} for digest in package.hashes],
            }
        ],
    }
    if package.marker:
        component["properties"] = [{"name": "khyber:marker", "value": package.marker}]
    return component


def bundled(packages: dict[str, dict[str, Any]]) -> list[tuple[dict[str, Any], list[str]]]:
    """Return the packages of the built page with the references they need, from npm's lock."""
    found: dict[str, tuple[dict[str, Any], list[str]]] = {}
    left = list(BUNDLED)
    while left:
        name = left.pop()
        if name in found:
            continue
        kept = packages[f"node_modules/{name}"]
        needed = sorted(kept.get("dependencies", {}))
        purl = _npm(name, kept["version"])
        algorithm, _, digest = kept["integrity"].partition("-")
        found[name] = (
            {
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": kept["version"],
                "purl": purl,
                "hashes": [
                    {"alg": algorithm.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}
                ],
            },
            [_npm(one, packages[f"node_modules/{one}"]["version"]) for one in needed],
        )
        left += needed
    return [found[name] for name in sorted(found)]


def _npm(name: str, version: str) -> str:
    return f"pkg:npm/{name.replace('@', '%40')}@{version}"


def write_sbom(folder: Path) -> Path:
    """Write the document of this release into a folder."""
    version = project()["version"]
    folder.mkdir(exist_ok=True)
    to = folder / f"khyber-{version}.cdx.json"
    to.write_text(sbom(version), encoding="utf-8")
    return to


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("lock", "audit", "sbom"))
    parser.add_argument("--lock-file", type=Path, default=LOCK, help="audit another lock")
    given = parser.parse_args()
    if given.what == "lock":
        return lock()
    if given.what == "audit":
        return audit(given.lock_file)
    print(write_sbom(ROOT / "dist").relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
