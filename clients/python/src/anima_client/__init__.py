"""Typed client of the Anima memory and avatar services."""

from . import avatar_models, memory_models
from ._async.avatar_client import AsyncAvatarClient
from ._async.conversation_log import AsyncConversationLog
from ._async.live_session import AsyncLiveSession
from ._async.memory_client import AsyncMemoryClient
from ._async.streams import AsyncByteStream, AsyncEventStream
from ._sync.avatar_client import AvatarClient
from ._sync.conversation_log import ConversationLog
from ._sync.live_session import LiveSession
from ._sync.memory_client import MemoryClient
from ._sync.streams import ByteStream, EventStream
from .errors import AnimaError, FieldError, JobFailedError, LiveError, ServiceUnreachableError
from .events import Event
from .job_results import ClipResult, SpeechResult, SpokenWord, clip_result, speech_result
from .live_events import LiveAudio, LiveEvent, LiveMessage, LiveMotion
from .log_items import LogItem
from .options import NOT_GIVEN, CallOptions, NotGiven
from .server_sent_events import ServerSentEvent

__all__ = [
    "NOT_GIVEN",
    "AnimaError",
    "AsyncAvatarClient",
    "AsyncByteStream",
    "AsyncConversationLog",
    "AsyncEventStream",
    "AsyncLiveSession",
    "AsyncMemoryClient",
    "AvatarClient",
    "ByteStream",
    "CallOptions",
    "ClipResult",
    "ConversationLog",
    "Event",
    "EventStream",
    "FieldError",
    "JobFailedError",
    "LiveAudio",
    "LiveError",
    "LiveEvent",
    "LiveMessage",
    "LiveMotion",
    "LiveSession",
    "LogItem",
    "MemoryClient",
    "NotGiven",
    "ServerSentEvent",
    "ServiceUnreachableError",
    "SpeechResult",
    "SpokenWord",
    "avatar_models",
    "clip_result",
    "memory_models",
    "speech_result",
]
