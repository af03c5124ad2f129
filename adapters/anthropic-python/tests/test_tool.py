import os

import pytest
from anima_anthropic import AnimaMemoryTool, AsyncAnimaMemoryTool
from anima_client import AsyncMemoryClient, MemoryClient

from anthropic import Anthropic, AsyncAnthropic

BASE = {"model": "fake", "max_tokens": 100, "messages": [{"role": "user", "content": "Remember my tea."}]}


def model(kind):
    return kind(base_url=os.environ["MODEL_URL"], api_key="sk-ant-x")


def test_serves_the_tool_runner():
    with MemoryClient() as client:
        tool = AnimaMemoryTool(client, project="anthropic python")
        message = model(Anthropic).beta.messages.tool_runner(**BASE, tools=[tool]).until_done()
        assert message.content[0].text == "File created successfully at: /memories/tea.md"
        # The file exists now, which the model is told.
        message = model(Anthropic).beta.messages.tool_runner(**BASE, tools=[tool]).until_done()
        assert message.content[0].text == "Error: File /memories/tea.md already exists"
        found = client.recall("Which tea does the user drink?", filter={"project_id": "anthropic python"})
        assert found.memories[0].content == "The user drinks green tea."


@pytest.mark.asyncio
async def test_serves_the_asynchronous_tool_runner():
    async with AsyncMemoryClient() as client:
        tool = AsyncAnimaMemoryTool(client, project="anthropic async")
        message = await model(AsyncAnthropic).beta.messages.tool_runner(**BASE, tools=[tool]).until_done()
        assert message.content[0].text == "File created successfully at: /memories/tea.md"
