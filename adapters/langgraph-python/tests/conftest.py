"""Lets the store tests of LangGraph run on AnimaStore, which replaces its in-memory store."""

import os
import uuid

import langgraph.store.memory
import pytest
from anima_client import MemoryClient
from anima_langgraph import AnimaStore


class NewStore(AnimaStore):
    """An empty store: each has its own project."""

    def __init__(self) -> None:
        super().__init__(MemoryClient(), project=f"langgraph {uuid.uuid4()}")


@pytest.fixture
def store() -> AnimaStore:
    return NewStore()


if os.environ.get("ANIMA_REPLACE_IN_MEMORY_STORE") == "1":
    langgraph.store.memory.InMemoryStore = NewStore
