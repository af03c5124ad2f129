import pytest
from anima_client import AsyncMemoryClient
from anima_llama_index import AnimaMemoryBlock
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import Memory


@pytest.mark.asyncio
async def test_stores_ejected_messages_and_recalls_them():
    async with AsyncMemoryClient() as client:
        block = AnimaMemoryBlock(name="anima", client=client, project="llama")
        memory = Memory.from_defaults(
            session_id="s1",
            token_limit=60,
            chat_history_token_ratio=0.5,
            token_flush_size=10,
            memory_blocks=[block],
        )
        await memory.aput(
            ChatMessage(role="user", content="The boat is called Heron and lies in the harbour.")
        )
        for number in range(8):
            role = "user" if number % 2 else "assistant"
            await memory.aput(
                ChatMessage(role=role, content=f"Understood, this is message {number} of many.")
            )
        stored = await client.list_memories(project_id="llama")
        assert "The boat is called Heron and lies in the harbour." in [
            each.content for each in stored.memories
        ]
        assert {each.conversation_id for each in stored.memories} == {"s1"}
        question = ChatMessage(role="user", content="What is the boat called?")
        assert "Heron" in await block.aget([question])
        assert await block.aget([]) == ""
        assert await block.aget([ChatMessage(role="user", content="Explain the binary search tree")]) == ""
