from anima_client import MemoryClient
from anima_langchain import AnimaChatMessageHistory
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables.history import RunnableWithMessageHistory


def test_keeps_messages_in_order_and_without_loss():
    history = AnimaChatMessageHistory("s1", MemoryClient(), project="langchain")
    call = {"name": "find", "args": {"q": "boat"}, "id": "c1", "type": "tool_call"}
    messages = [
        SystemMessage("Be brief."),
        HumanMessage("Where is the boat?", name="ada"),
        AIMessage("", tool_calls=[call]),
        ToolMessage("in the harbour", tool_call_id="c1"),
        AIMessage("In the harbour.", response_metadata={"model": "fake"}),
        HumanMessage([{"type": "text", "text": "Thanks"}]),
    ]
    history.add_messages(messages)
    assert history.messages == messages
    assert AnimaChatMessageHistory("s2", MemoryClient(), project="langchain").messages == []
    history.clear()
    assert history.messages == []


def test_serves_a_chain():
    prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("history"), ("human", "{input}")])
    chain = RunnableWithMessageHistory(
        prompt | FakeListChatModel(responses=["It is called Heron.", "Heron."]),
        lambda session_id: AnimaChatMessageHistory(session_id, MemoryClient(), project="langchain"),
        input_messages_key="input",
        history_messages_key="history",
    )
    config = {"configurable": {"session_id": "chain"}}
    chain.invoke({"input": "What is the boat called?"}, config)
    chain.invoke({"input": "Again, please."}, config)
    history = AnimaChatMessageHistory("chain", MemoryClient(), project="langchain")
    assert [message.content for message in history.messages] == [
        "What is the boat called?",
        "It is called Heron.",
        "Again, please.",
        "Heron.",
    ]
