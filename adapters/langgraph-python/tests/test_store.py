import pytest
from anima_client import MemoryClient
from anima_langgraph import AnimaStore
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.base import BaseStore, GetOp, PutOp, SearchOp


def test_puts_gets_changes_and_deletes(store):
    assert store.get(("users", "1"), "a") is None
    store.put(
        ("users", "1"), "a", {"name": "Ada", "nested": {"n": 1.5, "list": [1, None, "ü\n#anima-item x"]}}
    )
    first = store.get(("users", "1"), "a")
    assert first.value == {"name": "Ada", "nested": {"n": 1.5, "list": [1, None, "ü\n#anima-item x"]}}
    assert (first.namespace, first.key) == (("users", "1"), "a")
    store.put(("users", "1"), "a", {"name": "Grace"})
    second = store.get(("users", "1"), "a")
    assert second.value == {"name": "Grace"}
    assert second.created_at == first.created_at and second.updated_at > first.updated_at
    store.delete(("users", "1"), "a")
    assert store.get(("users", "1"), "a") is None
    store.put(("users", "1"), "a", {"name": "Joan"})
    assert store.get(("users", "1"), "a").value == {"name": "Joan"}


def test_keeps_names_apart_that_tags_would_not(store):
    for namespace, key in [(("A",), "k"), (("a",), "k"), (("a",), "K"), (("a b",), "k"), (("a", "b"), "k")]:
        store.put(namespace, key, {"is": [*namespace, key]})
    assert store.get(("A",), "k").value == {"is": ["A", "k"]}
    assert store.get(("a",), "K").value == {"is": ["a", "K"]}
    assert {tuple(item.value["is"]) for item in store.search(("a",))} == {
        ("a", "k"),
        ("a", "K"),
        ("a", "b", "k"),
    }


def test_searches_by_meaning_with_filters_and_pages(store):
    store.put(("docs",), "tea", {"text": "Ada drinks green tea every morning", "year": 2024})
    store.put(("docs",), "car", {"text": "The car is parked behind the station", "year": 2025})
    store.put(("docs",), "hidden", {"text": "Ada drinks tea", "year": 2026}, index=False)
    found = store.search(("docs",), query="What does Ada like to drink?")
    assert [item.key for item in found] == ["tea", "car", "hidden"]
    assert found[0].score > found[1].score and found[2].score is None
    assert [item.key for item in store.search(("docs",), filter={"year": {"$gte": 2025}})] == [
        "hidden",
        "car",
    ]
    assert [item.key for item in store.search(("docs",), filter={"year": 2024})] == ["tea"]
    assert [item.key for item in store.search(("docs",), query="tea", limit=1, offset=1)] == ["car"]
    assert store.search(("none",), query="tea") == []


def test_pages_through_more_items_than_one_response_has(store):
    for number in range(205):
        store.put(("many",), str(number), {"n": number})
    assert len(store.search(("many",), limit=1000)) == 205
    assert [item.value["n"] for item in store.search(("many",), limit=3, offset=200)] == [4, 3, 2]


def test_batch_reads_before_it_writes(store):
    store.put(("a",), "k", {"v": 1})
    ops = [PutOp(("a",), "k", {"v": 2}), GetOp(("a",), "k"), PutOp(("a",), "k", {"v": 3}), SearchOp(("a",))]
    results = store.batch(ops)
    assert results[1].value == {"v": 1}
    assert store.get(("a",), "k").value == {"v": 3}
    with pytest.raises(ValueError):
        store.put(tuple("abc" * 30), "k", {"v": 1})
    with pytest.raises(NotImplementedError):
        store.put(("a",), "k", {"v": 1}, ttl=5)


@pytest.mark.asyncio
async def test_serves_a_graph(store):
    async def remember(state: MessagesState, *, store: BaseStore) -> MessagesState:
        found = await store.asearch(("users", "1"), query="beverage")
        await store.aput(("users", "1"), "drink", {"text": "Ada drinks coffee"})
        return {"messages": [("ai", found[0].value["text"] if found else "nothing")]}

    graph = StateGraph(MessagesState).add_node(remember).add_edge(START, "remember").compile(store=store)
    answers = [await graph.ainvoke({"messages": [("user", "Hi")]}) for _ in range(2)]
    assert [answer["messages"][-1].content for answer in answers] == ["nothing", "Ada drinks coffee"]


def test_items_are_memories_that_recall_finds():
    client = MemoryClient()
    AnimaStore(client, project="langgraph recall").put(("x",), "k", {"text": "The zebra is called Ottokar"})
    found = client.recall("What is the name of the zebra?", filter={"project_id": "langgraph recall"})
    assert "Ottokar" in found.memories[0].content
