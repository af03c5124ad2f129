"""Clients of the built services, whose addresses and tokens are in the environment."""

from collections.abc import Iterator

import pytest

from anima_client import AvatarClient, MemoryClient


@pytest.fixture
def memory() -> Iterator[MemoryClient]:
    """Return a client of the memory service."""
    with MemoryClient(agent_id="python-test") as client:
        yield client


@pytest.fixture
def avatar() -> Iterator[AvatarClient]:
    """Return a client of the avatar service."""
    with AvatarClient() as client:
        yield client
