import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface UpstreamCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Resolves when the connection of the response closes before its end. */
  aborted: Promise<void>;
}

export type Responder = (call: UpstreamCall, response: ServerResponse) => void | Promise<void>;

/** Starts an HTTP server that responds with `respond` and records the requests byte by byte. */
export async function startFakeUpstream(respond: Responder) {
  const calls: UpstreamCall[] = [];
  const upstream = { respond };
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    const aborted = new Promise<void>((resolve) =>
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      }),
    );
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = message;
    const call = { method, path: url, headers, body: Buffer.concat(chunks), aborted };
    calls.push(call);
    await upstream.respond(call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    last: () => calls.at(-1)!,
    respondWith(next: Responder) {
      upstream.respond = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const sendJson =
  (body: unknown, status = 200): Responder =>
  (_call, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_of_upstream' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Events of a stream: with a name as Anthropic sends them, or data only. */
export function eventStream(events: readonly unknown[]): string {
  return events
    .map((event) => {
      if (typeof event === 'string') return `data: ${event}\n\n`;
      const { type } = event as { type?: string };
      return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

export const chatAnswer = (text: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'fake',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

export const chatEvents = (text: string) => [
  ...text.split(/(?<= )/).map((content) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
  })),
  {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  },
  '[DONE]',
];

export const anthropicAnswer = (text: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'fake',
  content: [{ type: 'text', text }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

export const anthropicEvents = (text: string) => [
  { type: 'message_start', message: { ...anthropicAnswer(''), content: [], stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...text
    .split(/(?<= )/)
    .map((part) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: part } })),
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 1 },
  },
  { type: 'message_stop' },
];

export const responsesAnswer = (text: string, id = 'resp_1') => ({
  id,
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'fake',
  output: [
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  error: null,
  incomplete_details: null,
});

/** A fake model of all three protocols: it repeats the last words of the user, uses a tool, fails, or never ends, as asked. */
export async function fakeModel(call: UpstreamCall, response: ServerResponse): Promise<void> {
  if (call.method === 'GET')
    return sendJson({ object: 'list', data: [{ id: 'fake', object: 'model' }] })(call, response);
  if (call.path.includes('/count_tokens')) return sendJson({ input_tokens: 7 })(call, response);
  const body = JSON.parse(call.body.toString()) as FakeRequest;
  const protocol = call.path.includes('/responses')
    ? responsesProtocol
    : call.path.includes('/messages')
      ? anthropicProtocol
      : chatProtocol;
  const asked = wordsOf(body);
  if (asked.includes('Fail')) return sendJson(protocol.error, 429)(call, response);
  const usesTool = (body.tools ?? []).length > 0 && !call.body.includes('sunny');
  const said = call.body.includes('sunny') ? 'It is sunny.' : `You said: ${asked}`;
  if (!body.stream) return sendJson(usesTool ? protocol.tool : protocol.answer(said))(call, response);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = protocol.events(said);
  if (!asked.includes('Endless')) return void response.end(eventStream(events));
  response.write(eventStream(events.slice(0, 2)));
  const delta = events.find((event) => JSON.stringify(event).includes('You '));
  const endless = setInterval(() => response.write(eventStream([delta])), 20);
  response.once('close', () => clearInterval(endless));
}

type FakeContent = string | { text?: string }[];
interface FakeRequest {
  stream?: boolean;
  tools?: object[];
  input?: string | { role: string; content: FakeContent }[];
  messages?: { role: string; content: FakeContent }[];
}

/** The words of the user, without memories. */
function wordsOf({ input, messages = [] }: FakeRequest): string {
  const list = typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? messages);
  const content = list.findLast(({ role }) => role === 'user')?.content ?? '';
  const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
  return text.split('<anima-memory>')[0]!.trim();
}

const chatProtocol = {
  error: { error: { message: 'Too fast', type: 'rate_limit_error', code: null, param: null } },
  tool: {
    ...chatAnswer(''),
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
        },
      },
    ],
  } as object,
  answer: chatAnswer as (text: string) => object,
  events: chatEvents as (text: string) => unknown[],
};
const anthropicProtocol: typeof chatProtocol = {
  error: { type: 'error', error: { type: 'rate_limit_error', message: 'Too fast' } } as never,
  tool: {
    ...anthropicAnswer(''),
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} }],
  },
  answer: anthropicAnswer,
  events: anthropicEvents,
};
const responsesProtocol: typeof chatProtocol = {
  ...chatProtocol,
  answer: responsesAnswer,
  events: (text) => {
    const whole = responsesAnswer(text);
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    return [
      { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...whole.output[0], content: [] } },
      { type: 'response.output_text.delta', ...place, delta: text, logprobs: [] },
      { type: 'response.output_text.done', ...place, text, logprobs: [] },
      { type: 'response.completed', response: whole },
    ].map((event, sequence_number) => ({ ...event, sequence_number }));
  },
};
