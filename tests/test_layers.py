"""The layers hold: imports point down only and form no cycle, and modules stay small."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src"
MAX_LINES = 500

#: What each layer may import besides itself. Each game is a layer of its own; games never import one another.
BELOW = {
    "engine": (),
    "games": ("engine",),
    "agents": ("engine",),
    "face": ("engine", "games", "agents"),
    "server": ("engine", "games", "agents", "face"),
    "lab": ("engine", "games", "agents", "face"),
    "envs": ("engine", "games", "agents", "face"),
    "cli": ("engine", "games", "agents", "face", "server", "lab"),
    "terminal": ("engine", "games", "agents", "face", "cli"),
    "figures": ("engine", "games", "agents", "face", "lab"),
}
#: Rooms of a game that lie above its rules, each a layer: they are found by name, and nothing else imports them.
UPPER = ("terminal", "figures")
#: The rooms of the server, and the modules beside them, from the bottom up: imports point down.
ROOMS = (
    "messages",
    "errors",
    "library",
    "settings",
    "monitor",
    "storage",
    "workers",
    "people",
    "tables",
    "study",
    "api",
    "serve",
    "think",
    "__main__",
)
#: Layers that may use the standard library only.
PLAIN = ("engine", "games", "agents", "face")
#: What a module uses if it is installed.
OPTIONAL: dict[str, set[str]] = {
    "khyber.agents.strong.map_network": {"numpy"},
    "khyber.agents.strong.network": {"numpy"},
    "khyber.agents.strong.outlook": {"numpy"},
    "khyber.agents.strong.policy": {"numpy"},
}


@cache
def modules() -> dict[str, Path]:
    """Return the path of every module of the package, by name."""
    found = {}
    for path in sorted((SOURCE / "khyber").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(module: str, *, running: bool = False) -> frozenset[str]:
    """Return what a module imports, at any level: our modules by full name, others by their top-level name.

    `running` leaves out imports for type checkers.
    """
    path = modules()[module]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    unread = {id(inner) for node in ast.walk(tree) if running and _for_type_checkers(node) for inner in ast.walk(node)}
    nodes = [node for node in ast.walk(tree) if id(node) not in unread]
    return frozenset(_imported(nodes, module, path.name == "__init__.py"))


def _for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _imported(nodes: Sequence[ast.AST], module: str, is_package: bool) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (_known(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                outer = module.split(".")[: -node.level + is_package or None]
                base = ".".join([*outer, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in modules() else _known(base)


def _known(name: str) -> str:
    return name if name in modules() else name.split(".")[0]


def layer(module: str) -> tuple[str, str]:
    """Return the layer of a module, and its game if it belongs to one."""
    parts = module.split(".")
    if parts[1:] == ["__main__"]:
        return "cli", ""
    if len(parts) == 1 or parts[1] not in BELOW:
        return "face", ""
    if parts[1] == "games" and len(parts) > 3 and parts[3] in UPPER:
        return parts[3], parts[2]
    return parts[1], parts[2] if parts[1] == "games" and len(parts) > 2 else ""


def room(module: str) -> str:
    """Return the room of a module of the server; the package itself belongs to the lowest."""
    return module.split(".")[2] if module.count(".") > 1 else ROOMS[0]


def is_ours(name: str) -> bool:
    return name.split(".")[0] == "khyber"


@pytest.mark.parametrize("module", modules())
def test_imports_point_down(module: str) -> None:
    mine, my_game = layer(module)
    for name in filter(is_ours, imports(module)):
        theirs, their_game = layer(name)
        if theirs == mine:
            assert my_game == their_game or not their_game, f"{module} imports {name}: games do not import one another"
        else:
            assert theirs in BELOW[mine], f"{module} ({mine}) imports {name} ({theirs})"
            if mine in UPPER:
                assert their_game in ("", my_game), f"{module} imports {name}: games do not import one another"


@pytest.mark.parametrize("module", [module for module in modules() if layer(module)[0] == "server"])
def test_rooms_of_the_server_import_one_way(module: str) -> None:
    for name in imports(module):
        if layer(name)[0] == "server" and room(name) != room(module):
            assert ROOMS.index(room(name)) < ROOMS.index(room(module)), f"{module} imports {name}, of a higher room"


@pytest.mark.parametrize("module", [module for module in modules() if layer(module)[0] in PLAIN])
def test_engine_and_rules_use_the_standard_library_only(module: str) -> None:
    allowed = sys.stdlib_module_names | OPTIONAL.get(module, set())
    strangers = [name for name in imports(module) if not is_ours(name) and name not in allowed]
    assert not strangers, f"{module} imports {', '.join(strangers)}"


def test_every_layer_exists() -> None:
    assert {layer(module)[0] for module in modules()} == set(BELOW)


def test_imports_form_no_cycle() -> None:
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, f"import cycle: {' -> '.join((*path[path.index(module) :], module))}"
        if module not in done:
            for name in sorted(filter(is_ours, imports(module, running=True))):
                visit(name, (*path, module))
            done.add(module)

    for module in modules():
        visit(module, ())


@pytest.mark.parametrize("module", modules())
def test_modules_are_small_and_have_a_docstring(module: str) -> None:
    text = modules()[module].read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES, f"{module} has more than {MAX_LINES} lines"
    assert not text.strip() or ast.get_docstring(ast.parse(text)), f"{module} has no docstring"


#: Private attributes of the standard library and of SQLAlchemy for which there is no public name.
FOREIGN_PRIVATE = {"os._exit", "worker._processes", "found._mapping", "row._mapping"}


@pytest.mark.parametrize("module", modules())
def test_private_attributes_stay_private(module: str) -> None:
    """An attribute with a leading underscore is read from `self` or `cls` only."""
    tree = ast.parse(modules()[module].read_text(encoding="utf-8"))
    found = [
        f"{ast.unparse(node)} (line {node.lineno})"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.endswith("__")
        and ast.unparse(node.value) not in ("self", "cls")
        and ast.unparse(node) not in FOREIGN_PRIVATE
    ]
    assert not found, f"{module} uses private attributes of other objects: {', '.join(found)}"
