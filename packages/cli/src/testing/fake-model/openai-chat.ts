import { type Content, type ModelProtocol, type Reply, textOf } from './model-protocol.js';

interface Body {
  model: string;
  tools?: { function?: { name: string } }[];
  messages: { role: string; content?: Content }[];
}

/** OpenAI Chat Completions, which Copilot CLI and Cline CLI speak. */
export const openaiChat: ModelProtocol<Body> = {
  read({ messages, tools = [] }) {
    const at = messages.findLastIndex(({ role }) => role === 'user');
    return {
      prompt: textOf(messages[at]?.content),
      results: messages.slice(at + 1).filter(({ role }) => role === 'tool').length,
      tools: tools.map((tool) => tool.function?.name ?? ''),
    };
  },
  whole: (reply, id, { model }) => ({
    ...baseOf(id, model),
    object: 'chat.completion',
    choices: [{ index: 0, message: messageOf(reply, id), finish_reason: finishReason(reply) }],
    usage,
  }),
  events: (reply, id, { model }) => [
    ...[
      { choices: [{ index: 0, delta: messageOf(reply, id), finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: finishReason(reply) }] },
      { choices: [], usage },
    ].map((part) => ({ data: { ...baseOf(id, model), object: 'chat.completion.chunk', ...part } })),
    { data: '[DONE]' },
  ],
};

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const baseOf = (id: string, model: string) => ({ id: `chatcmpl-${id}`, created: 0, model });
const finishReason = (reply: Reply) => ('tool' in reply ? 'tool_calls' : 'stop');

function messageOf(reply: Reply, id: string) {
  if (!('tool' in reply)) return { role: 'assistant', content: reply.text };
  const call = { name: reply.tool, arguments: JSON.stringify(reply.args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: call }],
  };
}
