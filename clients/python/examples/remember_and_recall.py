"""Stores memories and recalls them: python remember_and_recall.py."""

from anima_client import MemoryClient

with MemoryClient(agent_id="example") as memory:
    memory.remember("We deploy on Fridays", "decision", project="shop")
    memory.remember("The staging database is called lima", "fact", project="shop")
    for found in memory.recall("Which day do we ship?", limit=2).memories:
        print(f"{found.score:.2f} {found.content}")
