"""Show examples in docstrings as code on the site: an extension of Griffe (mkdocs.yml)."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension

#: An example: from its first prompt to the next empty line.
EXAMPLE = re.compile(r"^( *)>>> .*?(?=^\s*$|\Z)", re.M | re.S)


class FencedExamples(Extension):
    """Put a code block around every doctest, so that its brackets are not taken for links."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```\n", obj.docstring.value)
