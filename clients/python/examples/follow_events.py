"""Prints the next two events of the memory service: python follow_events.py."""

import asyncio

from anima_client import AsyncMemoryClient


async def main() -> None:
    """Follow events while another task stores and archives a memory."""
    async with AsyncMemoryClient() as memory:
        events = memory.events(types=["memory.*"], last_event_id=0)
        stored = await memory.remember("Something new", "fact")
        await memory.forget(stored.memory_id)
        async for event in events:
            print(event.type, event.data["memory_id"])
            if event.data["memory_id"] == stored.memory_id and event.type == "memory.archived":
                break


asyncio.run(main())
