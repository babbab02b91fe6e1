"""Pages of the site that are not in docs/: a hook of MkDocs (mkdocs.yml).

The top-level pages of the repository keep their place on GitHub; the API reference is generated from docstrings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "khyber"
#: Top-level files, by the page that they become.
PAGES = {
    "index.md": "README.md",
    "architecture.md": "ARCHITECTURE.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
}
FACE = """# khyber

Most of these functions return a [table][khyber.engine.table.Table], and
[khyber.advance][khyber.agents.driver.advance] lets agents play at it. Errors derive from
[khyber.Error][khyber.engine.errors.Error]; a position that may surprise its author issues a
[khyber.PositionWarning][khyber.engine.errors.PositionWarning].

::: khyber.api
    options: { members: [new, load, position, play], show_root_heading: false, show_root_toc_entry: false }
"""
#: Packages with a page of the reference.
PACKAGES = {
    "engine": "decisions, chance, tables, records, views",
    "agents": "programs that answer decisions",
    "lab": "many games at once, and figures of them",
}


def on_files(files: Any, config: Any) -> Any:
    """Add the pages to those of docs/."""
    from mkdocs.structure.files import File

    for name, content in pages():
        files.append(File.generated(config, name, content=content))
    return files


def pages() -> Iterator[tuple[str, str]]:
    """Yield each page by name, in Markdown."""
    for name, source in PAGES.items():
        yield name, relinked((ROOT / source).read_text(encoding="utf-8"))
    yield "reference/khyber.md", FACE
    for package, contents in PACKAGES.items():
        modules = sorted(path.stem for path in (SOURCE / package).glob("[a-z]*.py"))
        yield (
            f"reference/{package}.md",
            "\n".join(
                [
                    f"# khyber.{package}",
                    "",
                    f"{contents[0].upper()}{contents[1:]}.",
                    "",
                    *(f"::: khyber.{package}.{module}" for module in modules),
                    "",
                ]
            ),
        )


def relinked(text: str) -> str:
    """Point links of a top-level page to pages of the site.

    >>> relinked("[engine](docs/engine.md), [help](CONTRIBUTING.md)")
    '[engine](engine.md), [help](contributing.md)'
    """
    for name, source in PAGES.items():
        text = text.replace(f"]({source})", f"]({name})")
    return re.sub(r"\]\(docs/", "](", text)
