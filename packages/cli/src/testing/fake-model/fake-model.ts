import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { anthropic } from './anthropic.js';
import { gemini } from './gemini.js';
import type { ModelCall, ModelProtocol, Reply } from './model-protocol.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';

/** A request that a tool sent to its model. */
export interface LoggedRequest extends ModelCall {
  /** The complete body, with the injections of hooks. */
  body: string;
  reply: Reply;
}

/** A server on loopback that speaks the protocols of model providers, sends scripted responses, and logs requests. */
export interface FakeModel {
  url: string;
  requests: LoggedRequest[];
  /**
   * Sets the responses to a prompt that contains the text, one after each tool result. A tool is named as its MCP server
   * names it; a prompt without responses gets "Understood."
   */
  respond(prompt: string, replies: readonly Reply[]): void;
  close(): Promise<void>;
}

const protocols: readonly [RegExp, ModelProtocol<never>][] = [
  [/\/messages$/, anthropic],
  [/\/responses$/, openaiResponses],
  [/\/chat\/completions$/, openaiChat],
  [/:(?:streamG|g)enerateContent$/, gemini],
];
/** Other requests of tools before their first prompt. */
const others: readonly [RegExp, object][] = [
  [/\/count_tokens$/, { input_tokens: 100 }],
  [/:countTokens$/, { totalTokens: 100 }],
  [/\/models$/, { object: 'list', data: [{ id: 'fake-model', object: 'model' }], models: [] }],
];

export async function startFakeModel(): Promise<FakeModel> {
  const requests: LoggedRequest[] = [];
  const responses = new Map<string, readonly Reply[]>();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://loopback').pathname);
    const protocol = protocols.find(([pattern]) => pattern.test(path))?.[1];
    if (protocol === undefined || request.method !== 'POST') {
      const other = others.find(([pattern]) => pattern.test(path))?.[1];
      const problem = { error: { type: 'not_found_error', message: `The fake model has no ${path}` } };
      sendJson(response, other === undefined ? 404 : 200, other ?? problem);
      return;
    }
    const parsed = JSON.parse(body) as never;
    const call = protocol.read(parsed);
    const reply = replyTo(call, responses);
    requests.push({ ...call, body, reply });
    const id = String(requests.length).padStart(4, '0');
    const isStream = path.includes(':stream') || (parsed as { stream?: boolean }).stream === true;
    if (!isStream) {
      sendJson(response, 200, protocol.whole(reply, id, parsed));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const { event, data } of protocol.events(reply, id, parsed)) {
      const name = event === undefined ? '' : `event: ${event}\n`;
      response.write(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
    }
    response.end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respond: (prompt, replies) => void responses.set(prompt, replies),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function replyTo(call: ModelCall, responses: ReadonlyMap<string, readonly Reply[]>): Reply {
  const [, replies = []] = [...responses].findLast(([prompt]) => call.prompt.includes(prompt)) ?? [];
  const reply = replies[Math.min(call.results, replies.length - 1)] ?? { text: 'Understood.' };
  if ('tool' in reply) {
    const tool = call.tools.find((name) => new RegExp(`(?:^|[_/-])${reply.tool}$`).test(name));
    return tool === undefined
      ? { text: `Of ${call.tools.length} tools none is ${reply.tool}` }
      : { ...reply, tool };
  }
  return reply;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
