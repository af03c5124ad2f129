"""A store of LangGraph whose items are memories: `AnimaStore(MemoryClient(), project="shop")`."""

from .store import AnimaStore

__all__ = ["AnimaStore"]
