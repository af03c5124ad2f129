import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatMessage } from '../chat-server.js';

export interface ReceivedChat {
  model: string;
  messages: ChatMessage[];
  stream: boolean;
}

export interface TestChatServer {
  /** Includes /v1. */
  address: string;
  received: ReceivedChat[];
  authorizations: (string | undefined)[];
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible server for tests, which allows every origin and responds as the test sets. */
export async function startChatServer(
  answer: (received: ReceivedChat, response: ServerResponse) => void | Promise<void>,
): Promise<TestChatServer> {
  const received: ReceivedChat[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end('{}');
    const body = JSON.parse(await textOf(request)) as ReceivedChat;
    received.push(body);
    authorizations.push(request.headers.authorization);
    await answer(body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received: received,
    authorizations,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An event of a stream, as OpenAI's servers send it. */
export function delta(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
}
export const DONE = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Answers word by word. */
export function stream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const word of text.split(/(?<= )/)) response.write(delta(word));
  response.end(DONE);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
