import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerEnd, streamChatCompletion } from './ask-chat-server.js';
import { DONE, delta, startChatServer, stream, type TestChatServer } from './testing/chat-server.js';

let answer: (response: ServerResponse) => void | Promise<void>;
let server: TestChatServer;
beforeAll(async () => {
  server = await startChatServer((_asked, response) => answer(response));
});
afterAll(() => server.close());

const EVENTS = { 'content-type': 'text/event-stream' };
const ORIGIN = 'http://127.0.0.1:8765';

async function ask({ signal = new AbortController().signal, address = server.address, key = '' } = {}) {
  const words: string[] = [];
  const answering = streamChatCompletion(
    { address, model: 'small', key },
    [{ role: 'user', content: 'Hi' }],
    {
      signal,
      origin: ORIGIN,
    },
  );
  for (;;) {
    const { done, value } = await answering.next();
    if (done) return { text: words.join(''), words, end: value satisfies AnswerEnd };
    words.push(value);
  }
}
const answers = (body: string, status = 200, headers: Record<string, string> = EVENTS) => {
  answer = (response) => void response.writeHead(status, headers).end(body);
};
const part = (choice: object) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`;

describe('what a chat server answers', () => {
  it('is given word by word, with what it was asked', async () => {
    answer = (response) => stream(response, 'Hello to you.');
    expect(await ask({ key: 'secret' })).toEqual({
      text: 'Hello to you.',
      words: ['Hello ', 'to ', 'you.'],
      end: 'whole',
    });
    expect(server.asked.at(-1)).toEqual({
      model: 'small',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    });
    expect(server.authorizations.at(-1)).toBe('Bearer secret');
    await ask();
    expect(server.authorizations.at(-1)).toBeUndefined();
  });

  it.each([
    [
      'what a model thinks is left out',
      `${part({ delta: { reasoning_content: 'hm', reasoning: 'hm' } })}${delta('Yes')}${DONE}`,
      'Yes',
      'whole',
    ],
    [
      'parts in place of a text',
      `${part({ delta: { content: [{ type: 'text', text: 'Ye' }, { text: 's' }] } })}${DONE}`,
      'Yes',
      'whole',
    ],
    [
      'a count of tokens, comments',
      `: ping\n\ndata: {"choices":[],"usage":{}}\n\n${delta('Yes')}${DONE}`,
      'Yes',
      'whole',
    ],
    ['a refusal', `${part({ delta: { content: null, refusal: 'No' } })}${DONE}`, 'No', 'whole'],
    [
      'a limit',
      `${delta('Yes')}${part({ delta: {}, finish_reason: 'length' })}data: [DONE]\n\n`,
      'Yes',
      'length',
    ],
    ['a filter', `${delta('Yes')}${part({ delta: {}, finish_reason: 'content_filter' })}`, 'Yes', 'filtered'],
    ['an end without a word', delta('Yes'), 'Yes', 'broken'],
    ['nothing behind [DONE]', `${delta('Yes')}data: [DONE]\n\n${delta('No')}`, 'Yes', 'whole'],
  ] as const)('%s', async (_name, body, text, end) => {
    answers(body);
    expect(await ask()).toMatchObject({ text, end });
  });

  it('is taken whole from a server that does not stream', async () => {
    const body = { choices: [{ message: { content: 'Hello.' }, finish_reason: 'stop' }] };
    answers(JSON.stringify(body), 200, { 'content-type': 'application/json; charset=utf-8' });
    expect(await ask()).toMatchObject({ text: 'Hello.', end: 'whole' });
  });

  it.each([
    [
      'a key that is wrong',
      401,
      '{"error":{"message":"Incorrect API key"}}',
      /wants a key.*“Incorrect API key”/,
    ],
    [
      'a model that is not there',
      404,
      '{"error":"model not found"}',
      /no model “small” \(404\).*“model not found”/,
    ],
    ['too many', 429, '', /429\): try again in 7 seconds/],
    ['a proxy', 502, '<html>Bad Gateway</html>', /^The chat server failed \(502\)\.$/],
    ['a bad request', 400, '{"detail":[{"msg":"no"}]}', /refused \(400\)/],
  ] as const)('%s', async (_name, status, body, message) => {
    answers(body, status, { 'content-type': 'application/json', 'retry-after': '7' });
    await expect(ask()).rejects.toThrow(message);
  });

  it.each([
    [
      'an error in the stream',
      `${delta('Yes')}data: {"error":{"message":"out of memory"}}\n\n`,
      'out of memory',
    ],
    ['what is no JSON', 'data: oops\n\n', 'received “oops”'],
  ])('%s', async (_name, body, message) => {
    answers(body);
    await expect(ask()).rejects.toThrow(message);
  });

  it('breaks off with its connection', async () => {
    answer = (response) => {
      response.writeHead(200, EVENTS);
      response.write(delta('Yes'), () => response.destroy());
    };
    await expect(ask()).rejects.toThrow(/broke off/);
  });

  it('ends when its reader leaves', async () => {
    const controller = new AbortController();
    const gone = new Promise<void>((resolve) => {
      answer = (response) => {
        response.once('close', resolve);
        response.writeHead(200, EVENTS);
        response.write(delta('Yes'), () => controller.abort(new Error('enough')));
      };
    });
    await expect(ask({ signal: controller.signal })).rejects.toThrow('enough');
    await gone;
  });

  it('is told of a server that is not there, and of what is no address', async () => {
    await expect(ask({ address: 'http://127.0.0.1:1/v1' })).rejects.toThrow(`OLLAMA_ORIGINS=${ORIGIN}`);
    await expect(ask({ address: 'ftp://x' })).rejects.toThrow('Expected the address of a chat server');
  });

  it('takes its key nowhere else', async () => {
    answer = (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    await expect(ask({ key: 'secret' })).rejects.toThrow('No answer from');
  });
});
