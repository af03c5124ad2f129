import { type ModelProtocol, type Reply, textOf } from './model-protocol.js';

interface Body {
  model: string;
  tools?: { name: string }[];
  messages: { role: string; content: string | { type: string; text?: string }[] }[];
}

const usage = {
  input_tokens: 100,
  output_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/** Anthropic Messages, which Claude Code speaks. */
export const anthropic: ModelProtocol<Body> = {
  read({ messages, tools = [] }) {
    let results = 0;
    let prompt = '';
    for (const { role, content } of messages.toReversed()) {
      if (role !== 'user') continue;
      const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
      results += blocks.filter(({ type }) => type === 'tool_result').length;
      const texts = blocks.filter(
        ({ type, text }) => type === 'text' && !text?.trim().startsWith('<system-reminder'),
      );
      prompt = textOf(texts).trim();
      if (prompt !== '' && !blocks.some(({ type }) => type === 'tool_result')) break;
    }
    return { prompt, results, tools: tools.map(({ name }) => name) };
  },
  whole: (reply, id, { model }) => message(reply, id, model),
  events(reply, id, { model }) {
    const whole = message(reply, id, model);
    const start = { ...whole, content: [], stop_reason: null };
    const [block, delta] =
      'tool' in reply
        ? [
            { type: 'tool_use', id: `toolu_${id}`, name: reply.tool, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(reply.args) },
          ]
        : [
            { type: 'text', text: '' },
            { type: 'text_delta', text: reply.text },
          ];
    const stop = { stop_reason: whole.stop_reason, stop_sequence: null };
    return [
      { type: 'message_start', message: start },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: stop, usage: { output_tokens: 10 } },
      { type: 'message_stop' },
    ].map((data) => ({ event: data.type, data }));
  },
};

function message(reply: Reply, id: string, model: string) {
  const isCall = 'tool' in reply;
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: isCall
      ? [{ type: 'tool_use', id: `toolu_${id}`, name: reply.tool, input: reply.args }]
      : [{ type: 'text', text: reply.text }],
    stop_reason: isCall ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage,
  };
}
