"""LangGraph's BaseStore over the memory service."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

from anima_client import NOT_GIVEN, MemoryClient
from anima_client.memory_models import Memory, MemoryFilter
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    validate_op_namespace,
)

Namespace = tuple[str, ...]

_ALL = "langgraph-store"
_UNINDEXED = "langgraph-unindexed"
_MARK = "\n#anima-item "
_PAGE_SIZE = 200
# A memory has 64 tags: one for each prefix of the namespace, one for the item, and two others.
_MAX_DEPTH = 60


class AnimaStore(BaseStore):
    """A persistent store. A search with a query is the hybrid search of the service and needs no index."""

    supports_ttl = False

    def __init__(self, client: MemoryClient, *, project: str | None = None) -> None:
        """Create a store.

        Args:
            client: Client of the memory service.
            project: Project of the memories; default none. Stores of different projects are separate.
        """
        self._client = client
        self._project = project

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations: reads first, then the last write of each item."""
        results: list[Result] = []
        puts: dict[tuple[Namespace, str], PutOp] = {}
        for op in ops:
            validate_op_namespace(op)
            if isinstance(op, PutOp):
                puts[(op.namespace, op.key)] = op
                results.append(None)
            elif isinstance(op, GetOp):
                found = self._find(op.namespace, op.key)
                results.append(None if found is None else _item(found))
            elif isinstance(op, SearchOp):
                results.append(self._search(op))
            elif isinstance(op, ListNamespacesOp):
                results.append(self._list_namespaces(op))
            else:
                raise ValueError(f"Unknown operation type: {type(op)}")
        for op in puts.values():
            self._put(op)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run operations in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _put(self, op: PutOp) -> None:
        found = self._find(op.namespace, op.key)
        if op.value is None:
            if found is not None:
                self._client.forget(found.memory_id, include_archived=True)
            return
        if len(op.namespace) > _MAX_DEPTH:
            raise ValueError(
                f"Expected a namespace of at most {_MAX_DEPTH} labels, received {len(op.namespace)}"
            )
        content = _json(op.value) + _MARK + _json({"namespace": op.namespace, "key": op.key})
        prefixes = [_prefix_tag(op.namespace[: end + 1]) for end in range(len(op.namespace))]
        tags = [_ALL, _item_tag(op.namespace, op.key), *prefixes]
        if op.index is False:
            tags.append(_UNINDEXED)
        if found is not None:
            self._client.update_memory(found.memory_id, content=content, tags=tags)
        else:
            project = NOT_GIVEN if self._project is None else self._project
            self._client.remember(content, "fact", project=project, tags=tags)

    def _find(self, namespace: Namespace, key: str) -> Memory | None:
        # A tag is a digest: the memory itself names its item.
        for memory in self._list(_item_tag(namespace, key)):
            if _identity(memory) == (namespace, key):
                return memory
        return None

    def _list(self, tag: str) -> Iterator[Memory]:
        """Memories with a tag, newest first."""
        cursor: str | None = None
        while True:
            page = self._client.list_memories(
                tags=[tag],
                project_id=NOT_GIVEN if self._project is None else self._project,
                global_only=True if self._project is None else NOT_GIVEN,
                page_size=_PAGE_SIZE,
                cursor=NOT_GIVEN if cursor is None else cursor,
            )
            yield from page.memories
            cursor = page.next_cursor
            if cursor is None:
                return

    def _ranked(self, tag: str, query: str) -> Iterator[tuple[float | None, Memory]]:
        """Memories with a tag, most relevant first. Unindexed ones are last, without a score."""
        unindexed: list[Memory] = []
        chosen: MemoryFilter = {"tags": [tag]}
        if self._project is not None:
            chosen["project_id"] = self._project
        cursor: str | None = None
        while True:
            page = self._client.search(
                query,
                filter=chosen,
                page_size=_PAGE_SIZE,
                cursor=NOT_GIVEN if cursor is None else cursor,
            )
            for hit in page.results:
                memory = Memory.model_validate(hit.model_dump())
                if self._project is None and memory.project is not None:
                    continue
                if _UNINDEXED in memory.tags:
                    unindexed.append(memory)
                else:
                    yield hit.score, memory
            cursor = page.next_cursor
            if cursor is None:
                break
        for memory in unindexed:
            yield None, memory

    def _search(self, op: SearchOp) -> list[SearchItem]:
        tag = _prefix_tag(op.namespace_prefix) if op.namespace_prefix else _ALL
        candidates: Iterable[tuple[float | None, Memory]] = (
            self._ranked(tag, op.query) if op.query else ((None, memory) for memory in self._list(tag))
        )
        found: list[SearchItem] = []
        skipped = 0
        for score, memory in candidates:
            item = _item(memory)
            if item.namespace[: len(op.namespace_prefix)] != tuple(op.namespace_prefix):
                continue
            if op.filter and not all(_matches(item.value.get(key), want) for key, want in op.filter.items()):
                continue
            if skipped < op.offset:
                skipped += 1
                continue
            if len(found) >= op.limit:
                break
            found.append(
                SearchItem(
                    item.namespace, item.key, item.value, item.created_at, item.updated_at, score=score
                )
            )
        return found

    def _list_namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        namespaces = {_identity(memory)[0] for memory in self._list(_ALL)}
        for condition in op.match_conditions or ():
            namespaces = {each for each in namespaces if _matches_path(each, condition)}
        if op.max_depth is not None:
            namespaces = {each[: op.max_depth] for each in namespaces}
        return sorted(namespaces)[op.offset : op.offset + op.limit]


def _item(memory: Memory) -> Item:
    namespace, key = _identity(memory)
    return Item(
        value=json.loads(memory.content.rpartition(_MARK)[0]),
        key=key,
        namespace=namespace,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
    )


def _identity(memory: Memory) -> tuple[Namespace, str]:
    record = json.loads(memory.content.rpartition(_MARK)[2])
    return tuple(record["namespace"]), record["key"]


def _prefix_tag(namespace: Namespace) -> str:
    return "langgraph-namespace-" + _digest(list(namespace))


def _item_tag(namespace: Namespace, key: str) -> str:
    return "langgraph-item-" + _digest([*namespace, [key]])


def _digest(value: Any) -> str:
    return hashlib.sha256(_json(value).encode()).hexdigest()[:32]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _matches(value: Any, wanted: Any) -> bool:
    """Compare a value with a filter: a value, or operators such as {"$gt": 3}."""
    if not isinstance(wanted, dict):
        return bool(value == wanted)
    if not any(key.startswith("$") for key in wanted):
        return isinstance(value, dict) and all(_matches(value.get(key), each) for key, each in wanted.items())
    return all(_compare(value, operator, operand) for operator, operand in wanted.items())


def _compare(value: Any, operator: str, operand: Any) -> bool:
    if operator == "$eq":
        return bool(value == operand)
    if operator == "$ne":
        return bool(value != operand)
    if value is None or operator not in ("$gt", "$gte", "$lt", "$lte"):
        if operator in ("$gt", "$gte", "$lt", "$lte"):
            return False
        raise ValueError(f"Unsupported operator: {operator}")
    left, right = float(value), float(operand)
    return {"$gt": left > right, "$gte": left >= right, "$lt": left < right, "$lte": left <= right}[operator]


def _matches_path(namespace: Namespace, condition: MatchCondition) -> bool:
    path = tuple(condition.path)
    if len(namespace) < len(path):
        return False
    part = (
        namespace[: len(path)]
        if condition.match_type == "prefix"
        else namespace[len(namespace) - len(path) :]
    )
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))
