"""Searches recorded step by step."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import Any, Iterator, Optional


@dataclass
class Node:
    """A node of a search tree, as the search knew it last."""

    number: int
    """The node's number in the order in which nodes were made. The root is 0."""
    parent: Optional[int]
    """The number of its parent; ``None`` for the root."""
    move: str
    """The move that leads to it."""
    side: str
    """The side to move, ``max`` or ``min``."""
    depth: int
    """The moves from the root."""
    value: Optional[float] = None
    """The value that was backed up last, or else the static one."""
    visits: Optional[int] = None
    """How often the search came to it, where the searcher counts that."""


class Tree:
    """A search from nothing, recorded: its steps as events, its nodes, its pictures.

    In a notebook it is the map of the tree, and the microscope to step through the search.
    """

    def __init__(self, text: str, html: str, svg: str) -> None:
        self._data = json.loads(text)
        self._html = html
        self._svg = svg

    @property
    def outcome(self) -> dict[str, Any]:
        """What the search found: its move, value and line as indices, and its cost."""
        return {key: value for key, value in self._data.items() if key not in ("steps", "root")}

    def events(self) -> Iterator[dict[str, Any]]:
        """The steps of the search, each a dictionary with what it made and why it was done (``docs/trace.md``)."""
        return iter(self._data["steps"])

    @property
    def nodes(self) -> list[Node]:
        """All nodes, in the order in which they were made."""
        root = self._data["root"]
        nodes = {root["node"]: Node(root["node"], None, "", root["side"], 0)}
        for step in self._data["steps"]:
            for made in step["made"]:
                depth = nodes[made["parent"]].depth + 1
                nodes[made["node"]] = Node(made["node"], made["parent"], made["move"], made["side"], depth)
            for event in [*step["events"], *step["meanwhile"]]:
                node = nodes.get(event.get("node"))
                if node is not None:
                    node.value = _number(event["value"]) if event.get("value") is not None else node.value
                    node.visits = event.get("visits", node.visits)
        return list(nodes.values())

    def to_networkx(self) -> Any:
        """The tree as a directed graph of networkx, whose nodes have the fields of `Node`."""
        import networkx

        graph = networkx.DiGraph()
        for node in self.nodes:
            graph.add_node(node.number, **{key: value for key, value in vars(node).items() if key != "number"})
            if node.parent is not None:
                graph.add_edge(node.parent, node.number, move=node.move)
        return graph

    def svg(self) -> str:
        """The tree at the end of the search as a picture."""
        return self._svg

    def html(self) -> str:
        """A page by itself: the map of the tree with its time axis, and the microscope to step through the search."""
        return self._html

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="A search, step by step" srcdoc="{escape(self._html)}" '
            'style="width: 100%; height: 800px; border: 1px solid #888"></iframe>'
        )

    def __len__(self) -> int:
        return 1 + sum(len(step["made"]) for step in self._data["steps"])

    def __repr__(self) -> str:
        return f"<a tree of {len(self)} nodes in {len(self._data['steps'])} steps by {self._data['searcher']}>"


def _number(value: Any) -> float:
    return float(str(value).replace("∞", "inf").replace("−", "-"))
