"""Pieces of syntax trees: the nodes of a function, its calls and its assignments."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from functools import cache


@cache
def own_nodes(function: ast.FunctionDef) -> Sequence[ast.AST]:
    """Yield the nodes of a function, without those of nested functions."""
    return list(_below(function))


def _below(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield child
            yield from _below(child)


@cache
def calls_in(function: ast.FunctionDef) -> Sequence[ast.Call]:
    """Yield the calls whose questions become the function's own, and those passed to them."""
    asks = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function))
    calls = [
        node.value
        for node in own_nodes(function)
        if (isinstance(node, ast.YieldFrom) or (not asks and isinstance(node, ast.Return)))
        and isinstance(node.value, ast.Call)
    ]
    return [one for call in calls for one in (call, *handed(call))]


def handed(call: ast.Call) -> list[ast.Call]:
    """Yield calls among the arguments of a call: rules that it will run."""
    return [arg for arg in call.args if isinstance(arg, ast.Call)]


def assignments(function: ast.FunctionDef, name: str) -> Sequence[ast.expr]:
    """Yield the expressions assigned to a local name."""
    return _assigned(function).get(name, ())


@cache
def _assigned(function: ast.FunctionDef) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in own_nodes(function):
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
            targets = [node.target]
        else:
            continue
        for target in targets:
            for one, value in paired(target, node.value):
                if isinstance(one, ast.Name):
                    found.setdefault(one.id, []).append(value)
    return found


def paired(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield pairs of target and value, element by element if both sides are tuples."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        yield from zip(target.elts, value.elts, strict=True)
    elif value is not None:
        yield target, value


@cache
def step_values(function: ast.FunctionDef) -> Sequence[ast.expr]:
    """Yield the values that a function writes into `state.step`."""
    return [
        value
        for node in own_nodes(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        for one, value in paired(target, node.value)
        if isinstance(one, ast.Attribute) and one.attr == "step"
    ]


def one_of(texts: Iterable[str]) -> ast.expr:
    """Return an expression that may be any of these texts."""
    first, *rest = sorted(texts)
    found: ast.expr = ast.Constant(first)
    for text in rest:
        found = ast.IfExp(ast.Constant(True), ast.Constant(text), found)
    return found


def either(expr: ast.expr) -> Iterator[ast.expr]:
    """Yield the branches of a conditional expression."""
    if isinstance(expr, ast.IfExp):
        yield from either(expr.body)
        yield from either(expr.orelse)
    else:
        yield expr


def names_in(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
