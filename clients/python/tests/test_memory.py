"""Calls of the memory service."""

import asyncio
import os
from pathlib import Path

import pytest

from anima_client import (
    AnimaError,
    AsyncMemoryClient,
    ConversationLog,
    LogItem,
    MemoryClient,
    ServiceUnreachableError,
)


def test_stores_recalls_searches_and_lists(memory: MemoryClient) -> None:
    """Stored memories are found with their typed fields."""
    stored = memory.remember(
        "The release train leaves on Tuesdays", "decision", project="rail", tags=["train"]
    )
    assert stored.project == "rail"
    assert stored.created_at.tzinfo is not None
    assert stored.source_agent == "python-test"
    found = memory.recall("When does the release train leave?", limit=1, filter={"project_id": "rail"})
    assert found.memories[0].memory_id == stored.memory_id
    assert memory.search("release train").results[0].content == stored.content
    listed = memory.list_memories(project_id="rail", tags=["train"], page_size=5)
    assert [each.memory_id for each in listed.memories] == [stored.memory_id]


def test_updates_archives_and_restores(memory: MemoryClient) -> None:
    """None is sent as null, and an omitted field stays unchanged."""
    stored = memory.remember("The printer is on the second floor", "fact", project="office", importance=0.9)
    changed = memory.update_memory(stored.memory_id, project=None)
    assert (changed.project, changed.importance) == (None, 0.9)
    assert memory.forget(stored.memory_id).state == "archived"
    assert memory.restore(stored.memory_id).state == "active"
    assert len(memory.memory_history(stored.memory_id).history) >= 3


def test_audits(memory: MemoryClient) -> None:
    """An audit reports a duplicate."""
    for _ in range(2):
        memory.remember("Backups run every night at two o'clock", "fact", project="audited")
    run = memory.run_audit("project", project_id="audited")
    assert run.state == "finished"
    assert run.findings
    assert memory.get_audit_run(run.run_id).run_id == run.run_id


def test_caches_responses(memory: MemoryClient) -> None:
    """A stored response is a hit for the same query and model."""
    memory.store_in_cache("What is the capital of France?", "Paris", "some-model")
    assert memory.check_cache("What is the capital of France?", model="some-model").hit
    assert memory.cache_stats().entries >= 1


def test_exports_and_imports(memory: MemoryClient) -> None:
    """An archive is written and read again."""
    path = Path(os.environ["ANIMA_TEST_MEMORY_DIR"]) / "memories.json"
    memory.remember("Archives are portable", "fact")
    exported = memory.export_archive(output_path=str(path))
    assert path.stat().st_size > 0
    assert exported.counts.memories >= 1
    assert memory.import_archive(str(path), dry_run=True).counts is not None


def test_rejected_calls_have_the_problem(memory: MemoryClient) -> None:
    """The error has the code, the status and the invalid fields."""
    with pytest.raises(AnimaError) as raised:
        memory.remember("", "fact")
    error = raised.value
    assert (error.code, error.status, error.service) == ("validation_failed", 400, "memory")
    assert error.errors[0].path == "content"
    assert error.request_id
    with pytest.raises(AnimaError) as raised:
        memory.get_memory("00000000-0000-4000-8000-000000000000")
    assert raised.value.status == 404
    with MemoryClient(token="wrong") as stranger, pytest.raises(AnimaError) as raised:
        stranger.status()
    assert raised.value.code == "unauthorized"


def test_a_repeated_key_stores_once(memory: MemoryClient) -> None:
    """The same Idempotency-Key returns the same memory."""
    ids = {
        memory.remember("Stored once", "fact", request_options={"idempotency_key": "once"}).memory_id
        for _ in range(2)
    }
    assert len(ids) == 1


def test_a_service_that_is_not_running_is_named() -> None:
    """The error names the service and the command that starts it."""
    with MemoryClient("http://127.0.0.1:9") as nobody, pytest.raises(ServiceUnreachableError) as raised:
        nobody.get_health()
    assert raised.value.is_down
    assert "npm run start:memory" in str(raised.value)


def test_events_continue_after_an_id(memory: MemoryClient) -> None:
    """Events after the last known id are sent first."""
    seen = []
    first = memory.remember("Event one", "fact")
    second = memory.remember("Event two", "fact")
    for event in memory.events(types=["memory.created"], last_event_id=0):
        seen.append(event)
        if event.data["memory_id"] == second.memory_id:
            break
    position = next(event.id for event in seen if event.data["memory_id"] == first.memory_id)
    following = next(iter(memory.events(types=["memory.created"], last_event_id=position)))
    assert following.data["memory_id"] == second.memory_id
    assert following.time is not None


def test_asynchronous_calls() -> None:
    """Calls of one client run at the same time."""

    async def run() -> None:
        async with AsyncMemoryClient() as memory:
            await asyncio.gather(*(memory.remember(f"Parallel fact {i}", "fact") for i in range(5)))
            found = await memory.recall("parallel fact", limit=5)
            assert len(found.memories) == 5
            async for event in memory.events(types=["memory.*"], last_event_id=0):
                assert event.type.startswith("memory.")
                break

    asyncio.run(run())


def test_keeps_a_conversation_without_loss(memory: MemoryClient) -> None:
    """Items return in their order, and recall finds their text."""
    log = ConversationLog(memory, "Python log", project="logs")
    said = {"role": "user", "content": "The boat is called Heron\n#anima-item not a mark"}
    called = {"type": "function_call", "arguments": "{}"}
    answered = {"role": "assistant", "id": "m1", "content": [{"type": "output_text", "text": "A fine name."}]}
    log.add(
        [
            LogItem(said, "user", ["content"]),
            LogItem(called, "tool"),
            LogItem(answered, "assistant", ["content", 0, "text"]),
        ]
    )
    assert log.read() == [said, called, answered]
    assert log.read(2) == [called, answered]
    assert ConversationLog(memory, "python log", project="logs").read() == []
    found = memory.recall("What is the boat called?", filter={"project_id": "logs"})
    assert "Heron" in found.memories[0].content
    assert log.pop() == answered
    log.clear()
    assert (log.read(), log.pop()) == ([], None)


def test_runs_the_memory_tool(memory: MemoryClient) -> None:
    """A problem that the model can solve is a result."""
    created = memory.memory_tool("create", path="/memories/a.md", file_text="Tea", project="tool")
    assert (created.content, created.is_error) == ("File created successfully at: /memories/a.md", False)
    assert memory.memory_tool("view", path="/memories/b.md", project="tool").is_error
