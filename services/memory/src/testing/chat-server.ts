import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Request to the chat server, with the fields that tests read. */
export interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  logprobs?: boolean;
  response_format?: object;
}

export interface ChatReply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Starts an OpenAI-compatible server that responds with the results of `answer` and records the requests. */
export async function startChatServer(
  answer: (request: ChatRequest, message: IncomingMessage) => ChatReply | Promise<ChatReply>,
) {
  const requests: ChatRequest[] = [];
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    const request = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
    requests.push(request);
    const { status = 200, headers = {}, body } = await answer(request, message);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Creates a completion with this answer; with `probability`, the completion includes the log probabilities of
 * its tokens.
 */
export function completion(answer: string, probability?: number): object {
  const tokens = [
    { token: '{"', logprob: 0, top_logprobs: [] },
    { token: 'answer', logprob: 0, top_logprobs: [] },
    { token: '":"', logprob: 0, top_logprobs: [] },
    wordToken(answer, probability ?? 1),
    { token: '"}', logprob: 0, top_logprobs: [] },
  ];
  return {
    choices: [
      {
        message: { role: 'assistant', content: JSON.stringify({ answer }) },
        ...(probability === undefined ? {} : { logprobs: { content: tokens } }),
      },
    ],
  };
}

function wordToken(answer: string, probability: number) {
  const top_logprobs = ['Yes', 'No', 'Red', 'Blue', 'SAME', 'CONFLICT', 'OTHER']
    .filter((word) => word !== answer)
    .map((token) => ({ token, logprob: Math.log((1 - probability) / 6) }));
  const topToken = { token: answer, logprob: Math.log(probability) };
  return { ...topToken, top_logprobs: [topToken, ...top_logprobs] };
}

/** Returns the content of the last message. */
export function lastMessage({ messages }: ChatRequest): string {
  return messages.at(-1)!.content;
}
