import os

import pytest
from agents import Agent, OpenAIResponsesModel, Runner, set_tracing_disabled
from anima_client import AsyncMemoryClient
from anima_openai_agents import AnimaSession
from openai import AsyncOpenAI

set_tracing_disabled(True)


@pytest.fixture
async def client():
    async with AsyncMemoryClient() as client:
        yield client


@pytest.mark.asyncio
async def test_keeps_items_in_order_and_without_loss(client):
    session = AnimaSession("python session", client, project="agents python")
    items = [
        {"role": "user", "content": "Where is the boat?"},
        {"type": "function_call", "call_id": "c1", "name": "find", "arguments": "{}", "id": "fc_1"},
        {"type": "function_call_output", "call_id": "c1", "output": "in the harbour"},
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "In the harbour.", "annotations": []}],
        },
        {
            "role": "user",
            "content": [{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}],
        },
    ]
    await session.add_items(items)
    assert await session.get_items() == items
    assert await session.get_items(2) == items[-2:]
    assert await session.pop_item() == items[-1]
    assert await session.get_items() == items[:-1]
    assert await AnimaSession("Python Session", client, project="agents python").get_items() == []
    await session.clear_session()
    assert await session.get_items() == []
    assert await session.pop_item() is None


@pytest.mark.asyncio
async def test_gives_an_agent_its_history(client):
    model = OpenAIResponsesModel(
        "fake", AsyncOpenAI(base_url=f"{os.environ['MODEL_URL']}/v1", api_key="sk-x")
    )
    agent = Agent(name="captain", model=model)
    session = AnimaSession("run", client, project="agents python")
    first = await Runner.run(agent, "The boat is called Heron.", session=session)
    assert first.final_output == "You said: The boat is called Heron."
    await Runner.run(agent, "Name it again.", session=session)
    items = await session.get_items()
    assert [item["role"] for item in items] == ["user", "assistant", "user", "assistant"]
    found = await client.recall("What is the boat called?", filter={"project_id": "agents python"})
    assert "Heron" in found.memories[0].content
