import { type Content, type ModelProtocol, type Reply, textOf } from './model-protocol.js';

interface Tool {
  type: string;
  name?: string;
  tools?: { name: string }[];
}
interface Body {
  model: string;
  tools?: Tool[];
  input: string | { role?: string; type?: string; content?: Content }[];
}

/** Separates the namespace of a tool from its name. */
const SEPARATOR = '/';

/** OpenAI Responses, which Codex speaks. */
export const openaiResponses: ModelProtocol<Body> = {
  read({ input, tools = [] }) {
    const items = typeof input === 'string' ? [{ role: 'user', type: 'message', content: input }] : input;
    const at = items.findLastIndex(({ role }) => role === 'user');
    return {
      prompt: textOf(items[at]?.content),
      results: items.slice(at + 1).filter(({ type }) => type?.endsWith('_output')).length,
      tools: tools.flatMap(({ type, name, tools: inner = [] }) =>
        type === 'namespace' ? inner.map((each) => `${name}${SEPARATOR}${each.name}`) : [name ?? type],
      ),
    };
  },
  whole: (reply, id, { model }) => response(itemOf(reply, id), id, model),
  events(reply, id, { model }) {
    const item = itemOf(reply, id);
    const whole = response(item, id, model);
    const place = { item_id: item.id, output_index: 0 };
    const steps =
      'arguments' in item
        ? [{ type: 'response.function_call_arguments.done', ...place, arguments: item.arguments }]
        : [
            { type: 'response.output_text.delta', ...place, content_index: 0, delta: item.content[0].text },
            { type: 'response.output_text.done', ...place, content_index: 0, text: item.content[0].text },
          ];
    const added = 'arguments' in item ? { ...item, arguments: '' } : { ...item, content: [] };
    return [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: { ...added, status: 'in_progress' } },
      ...steps,
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ].map((data, sequence_number) => ({ event: data.type, data: { sequence_number, ...data } }));
  },
};

function itemOf(reply: Reply, id: string) {
  if (!('tool' in reply))
    return {
      id: `msg_${id}`,
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }] as const,
    };
  const at = reply.tool.lastIndexOf(SEPARATOR);
  return {
    id: `fc_${id}`,
    type: 'function_call',
    status: 'completed',
    call_id: `call_${id}`,
    name: reply.tool.slice(at + 1),
    arguments: JSON.stringify(reply.args),
    ...(at === -1 ? {} : { namespace: reply.tool.slice(0, at) }),
  };
}

const response = (item: object, id: string, model: string) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: 0,
  status: 'completed',
  model,
  output: [item],
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 110,
  },
  error: null,
  incomplete_details: null,
});
