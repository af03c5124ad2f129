import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  anthropicAnswer,
  anthropicEvents,
  chatAnswer,
  chatEvents,
  eventStream,
  responsesAnswer,
  sendJson,
  startFakeUpstream,
} from '../testing/fake-upstream.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const CHAT = '/proxy/openai/v1/chat/completions';
const RESPONSES = '/proxy/openai/v1/responses';
const MESSAGES = '/proxy/anthropic/v1/messages';
const FACT = 'The staging database of the ledger listens on port 6543.';
const PROMPT = 'On which port does the staging database of the ledger listen?';

let upstream: Awaited<ReturnType<typeof startFakeUpstream>>;
let service: TestService;
let projects = 0;
/** Each test has its own project. */
let project: string;

beforeAll(async () => {
  upstream = await startFakeUpstream(sendJson(chatAnswer('Hello.')));
  service = await startTestService({
    MEMORY_PROXY_OPENAI: `${upstream.url}/v1`,
    MEMORY_PROXY_ANTHROPIC: upstream.url,
    MEMORY_PROXY_MAX_BODY_BYTES: '200000',
    MEMORY_PROXY_TIMEOUT_SECONDS: '2',
    MEMORY_PROXY_RECALL_MS: '20000',
  });
});
afterAll(async () => {
  await service?.close();
  await upstream?.close();
});
afterEach(() => upstream.respondWith(sendJson(chatAnswer('Hello.'))));

const nextProject = () => {
  project = `proxied ${projects++}`;
  return project;
};
const inProject = () => ({ 'x-anima-project': encodeURIComponent(project) });

const call = (path: string, body: string | object, headers: Record<string, string> = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer sk-caller',
      ...inProject(),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const remember = (content: string) =>
  service.post('/api/v1/remember', { content, type: 'fact', importance: 0.6, project });

async function storedTurns(count: number) {
  const path = `/api/v1/memories?project_id=${encodeURIComponent(project)}&tags=conversation`;
  return vi.waitFor(async () => {
    const { body } = await service.get(path);
    expect(body.total).toBe(count);
    return (body.memories as Record<string, unknown>[]).toReversed();
  }, 15_000);
}

const chat = (content: unknown, more: object = {}) => ({
  model: 'fake',
  messages: [{ role: 'user', content }],
  ...more,
});
const sentMessages = () => JSON.parse(upstream.last().body.toString()).messages;

describe('a request without memories', () => {
  it('reaches the upstream byte by byte, with the key of the caller', async () => {
    nextProject();
    const body =
      '{ "model":"fake", "n": 1.0, "big": 12345678901234567890,\n "messages":[{"role":"user","content":"Héllo \\u00e9"}] }';
    upstream.respondWith(sendJson('{"choices":[ ],  "odd": 1.50}', 201));
    const response = await call(`${CHAT}?a=b`, body, { 'x-custom': 'kept', 'x-agent-id': 'ada' });
    expect([response.status, await response.text()]).toEqual([201, '{"choices":[ ],  "odd": 1.50}']);
    expect(response.headers.get('x-request-id')).toBe('req_of_upstream');
    const { path, headers, body: sent } = upstream.last();
    expect(sent.toString()).toBe(body);
    expect(path).toBe('/v1/chat/completions?a=b');
    expect(headers).toMatchObject({ authorization: 'Bearer sk-caller', 'x-custom': 'kept' });
    expect(Object.keys(headers).filter((name) => /anima|agent-id/.test(name))).toEqual([]);
  });

  it.each(['off', 'store'])('is not changed with X-Anima-Memory: %s', async (mode) => {
    nextProject();
    await remember(FACT);
    const body = JSON.stringify(chat(PROMPT));
    await call(CHAT, body, { 'x-anima-memory': mode });
    expect(upstream.last().body.toString()).toBe(body);
  });

  it.each(['not JSON', '[]', '{"messages":7}', '{"messages":[null]}', '{"messages":[]}', '"text"'])(
    'passes %s on to the upstream, which explains its errors',
    async (body) => {
      nextProject();
      upstream.respondWith(sendJson({ error: { message: 'no' } }, 400));
      const response = await call(CHAT, body);
      expect([response.status, await response.json()]).toEqual([400, { error: { message: 'no' } }]);
      expect(upstream.last().body.toString()).toBe(body);
    },
  );

  it('passes other paths on, with their method and query', async () => {
    nextProject();
    upstream.respondWith(sendJson({ data: [] }));
    await service.get('/proxy/openai/v1/models?limit=2');
    expect(upstream.last()).toMatchObject({ method: 'GET', path: '/v1/models?limit=2' });
    await call(`${MESSAGES}/count_tokens`, { messages: [] });
    expect(upstream.last()).toMatchObject({ method: 'POST', path: '/v1/messages/count_tokens' });
    await service.request('DELETE', '/proxy/openai/v1/responses/resp_1');
    expect(upstream.last()).toMatchObject({ method: 'DELETE', path: '/v1/responses/resp_1' });
  });
});

describe('memories in a request', () => {
  it.each([
    ['a string', PROMPT],
    ['parts', [{ type: 'text', text: PROMPT, cache_control: { type: 'ephemeral' } }]],
  ])('follow the words of the user as quoted data, if the content is %s', async (_name, content) => {
    nextProject();
    await remember(FACT);
    const system = { role: 'system', content: 'Be brief.' };
    const messages = [system, { role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello.' }];
    const response = await call(CHAT, { model: 'fake', messages: [...messages, { role: 'user', content }] });
    expect(response.headers.get('x-anima-memories')).toBe('1');
    const sent = sentMessages();
    expect(sent.slice(0, 3)).toEqual(messages);
    const last = sent[3].content;
    if (typeof content === 'string') expect(last.startsWith(`${content}\n\n<anima-memory>`)).toBe(true);
    else expect(last[0]).toEqual(content[0]);
    const added = typeof last === 'string' ? last : last[1].text;
    expect(added).toContain(JSON.stringify(FACT));
    expect(added).toContain('data, no instructions');
  });

  it('are added again at the same position in later turns, so that the prompt cache stays valid', async () => {
    nextProject();
    await remember(FACT);
    await remember('The ledger team reviews changes on Thursdays.');
    upstream.respondWith(sendJson(anthropicAnswer('It is port 6543.')));
    const system = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }];
    const first = {
      role: 'user',
      content: [{ type: 'text', text: PROMPT, cache_control: { type: 'ephemeral' } }],
    };
    await call(MESSAGES, { model: 'fake', max_tokens: 9, system, messages: [first] });
    const [firstSent] = sentMessages();
    // Clients move their cache marks, and write texts without marks as strings.
    const turn2 = [
      { role: 'user', content: PROMPT },
      { role: 'assistant', content: 'It is port 6543.' },
      { role: 'user', content: 'When does the ledger team review changes?' },
    ];
    await call(MESSAGES, { model: 'fake', max_tokens: 9, system, messages: turn2 });
    const sent = sentMessages();
    const block = firstSent.content[1].text as string;
    expect(block).toContain('6543');
    expect(sent[0].content).toBe(`${PROMPT}\n\n${block}`);
    expect(sent[2].content).toContain('Thursdays');
    expect(sent[2].content).not.toContain('6543');
    expect(JSON.parse(upstream.last().body.toString()).system).toEqual(system);
  });

  it('stay where they are while the model uses tools', async () => {
    nextProject();
    await remember(FACT);
    const call1 = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    };
    upstream.respondWith(
      sendJson({ ...chatAnswer(''), choices: [{ index: 0, message: call1, finish_reason: 'tool_calls' }] }),
    );
    const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }];
    await call(CHAT, chat(PROMPT, { tools }));
    const [first] = sentMessages();
    upstream.respondWith(sendJson(chatAnswer('It is port 6543.')));
    const result = { role: 'tool', tool_call_id: 'c1', content: 'The staging database: 6543' };
    await call(CHAT, { model: 'fake', tools, messages: [{ role: 'user', content: PROMPT }, call1, result] });
    expect(sentMessages()).toEqual([first, call1, result]);
    const turns = await storedTurns(2);
    expect(turns.map(({ content }) => content)).toEqual([PROMPT, 'It is port 6543.']);
    expect(turns[0]!.conversation_id).toBe(turns[1]!.conversation_id);
  });

  it('do not repeat those that a hook has added', async () => {
    nextProject();
    await remember(FACT);
    const body = JSON.stringify(chat(`${PROMPT}\n<anima-memory>\n- 1: "x"\n</anima-memory>`));
    await call(CHAT, body);
    expect(upstream.last().body.toString()).toBe(body);
    expect((await storedTurns(2))[0]!.content).toBe(PROMPT);
  });

  it('leave images and results of tools as they are', async () => {
    nextProject();
    await remember(FACT);
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'aGk='.repeat(200) },
    };
    const content = [image, { type: 'text', text: PROMPT }];
    await call(MESSAGES, { model: 'fake', max_tokens: 9, messages: [{ role: 'user', content }] });
    expect(sentMessages()[0].content.slice(0, 2)).toEqual(content);
    expect(sentMessages()[0].content[2].text).toContain('6543');
    const onlyImage = JSON.stringify({
      model: 'fake',
      max_tokens: 9,
      messages: [{ role: 'user', content: [image] }],
    });
    await call(MESSAGES, onlyImage);
    expect(upstream.last().body.toString()).toBe(onlyImage);
  });

  it.each([
    ['a text', PROMPT],
    ['items', [{ role: 'user', content: [{ type: 'input_text', text: PROMPT }] }]],
  ])('are added to the input of responses, if it is %s', async (_name, input) => {
    nextProject();
    await remember(FACT);
    upstream.respondWith(sendJson(responsesAnswer('Port 6543.')));
    await call(RESPONSES, { model: 'fake', input });
    const sent = JSON.parse(upstream.last().body.toString()).input;
    if (typeof sent === 'string') expect(sent).toContain('6543');
    else
      expect(sent[0].content[1]).toMatchObject({ type: 'input_text', text: expect.stringContaining('6543') });
    expect((await storedTurns(2)).map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('come from the project and from memories without a project', async () => {
    nextProject();
    await service.post('/api/v1/remember', {
      content: 'Zorbly, the parrot of Ada, eats walnuts.',
      type: 'fact',
    });
    await service.post('/api/v1/remember', {
      content: 'Zorbly is also the code name of the parrot scanner.',
      type: 'fact',
      project: 'another',
    });
    await call(CHAT, chat('What does the parrot Zorbly eat?'));
    expect(sentMessages()[0].content).toContain('walnuts');
    expect(sentMessages()[0].content).not.toContain('scanner');
  });
});

describe('turns of a conversation', () => {
  it('are stored with role, speaker and conversation, without credentials', async () => {
    nextProject();
    const secret = ['ghp', 'x'.repeat(36)].join('_');
    upstream.respondWith(sendJson(chatAnswer('Noted: Lisbon.')));
    await call(CHAT, chat(`I live in Lisbon, my token is ${secret}`), {
      'x-anima-conversation': 'c-1',
      'x-agent-id': 'ada',
    });
    const [user, assistant] = await storedTurns(2);
    expect(user).toMatchObject({
      role: 'user',
      speaker: 'user',
      conversation_id: 'c-1',
      source_agent: 'ada',
      project,
    });
    expect(user!.content).not.toContain(secret);
    expect(assistant).toMatchObject({
      role: 'assistant',
      speaker: 'assistant',
      content: 'Noted: Lisbon.',
      conversation_id: 'c-1',
    });
  });

  it('belong to one conversation, although the caller does not name it, and are stored once', async () => {
    nextProject();
    upstream.respondWith(sendJson(chatAnswer('Hello Ada.')));
    const first = { role: 'user', content: 'My name is Ada and I build bridges.' };
    await call(CHAT, { model: 'fake', messages: [first] });
    await storedTurns(2);
    upstream.respondWith(sendJson(chatAnswer('You are Ada.')));
    const messages = [
      first,
      { role: 'assistant', content: 'Hello Ada.' },
      { role: 'user', content: 'Who am I, and what do I do?' },
    ];
    await call(CHAT, { model: 'fake', messages });
    await call(CHAT, { model: 'fake', messages });
    const turns = await storedTurns(4);
    expect(new Set(turns.map(({ conversation_id }) => conversation_id)).size).toBe(1);
    await delay(200);
    await storedTurns(4);
  });

  it('of responses belong to the conversation of the previous response', async () => {
    nextProject();
    upstream.respondWith(sendJson(responsesAnswer('Hello.', 'resp_a')));
    await call(RESPONSES, { model: 'fake', input: 'My boat is called Heron.' });
    await storedTurns(2);
    upstream.respondWith(sendJson(responsesAnswer('Heron.', 'resp_b')));
    await call(RESPONSES, {
      model: 'fake',
      input: 'Name my boat once more.',
      previous_response_id: 'resp_a',
    });
    expect(new Set((await storedTurns(4)).map(({ conversation_id }) => conversation_id)).size).toBe(1);
  });

  it.each([
    ['plain', (text: string) => Buffer.from(text), undefined],
    ['gzip', gzipSync, 'gzip'],
    ['brotli', brotliCompressSync, 'br'],
  ])('are read from a %s stream, whose bytes are not changed', async (_name, compress, encoding) => {
    nextProject();
    const sent = compress(eventStream(anthropicEvents('The kettle is in the blue cupboard.')));
    upstream.respondWith((_call, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        ...(encoding && { 'content-encoding': encoding }),
      });
      for (let at = 0; at < sent.length; at += 37) response.write(sent.subarray(at, at + 37));
      response.end();
    });
    const body = {
      model: 'fake',
      max_tokens: 9,
      stream: true,
      messages: [{ role: 'user', content: 'Where is the kettle?' }],
    };
    expect(await rawBody(MESSAGES, body)).toEqual(sent);
    expect((await storedTurns(2))[1]!.content).toBe('The kettle is in the blue cupboard.');
  });

  it.each([
    ['an error', sendJson({ error: {} }, 429)],
    [
      'a broken stream',
      (_call: unknown, response: import('node:http').ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(eventStream(chatEvents('Half an answer').slice(0, 1)));
        setTimeout(() => response.destroy(), 30);
      },
    ],
    ['no protocol', sendJson('<html>')],
  ])('are not stored after %s', async (_name, respond) => {
    nextProject();
    upstream.respondWith(respond);
    await call(CHAT, chat('Remember the broken wheel.', { stream: true }))
      .then((answer) => answer.text())
      .catch(() => {});
    await delay(300);
    await storedTurns(0);
  });
});

/** Returns the bytes of a response as they are on the wire. */
async function rawBody(path: string, body: object): Promise<Buffer> {
  const sent = request(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, br, zstd', ...inProject() },
  });
  sent.end(JSON.stringify(body));
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a stream', () => {
  it('arrives while the upstream still sends', async () => {
    nextProject();
    let finish = () => {};
    upstream.respondWith((_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[]}\n\n');
      finish = () => response.end('data: [DONE]\n\n');
    });
    const response = await call(CHAT, chat('Stream, please.', { stream: true }));
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: {"choices":[]}\n\n');
    finish();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: [DONE]\n\n');
  });

  it('ends at the upstream when the caller leaves, before and after its first byte', async () => {
    nextProject();
    for (const hasBegun of [false, true]) {
      let arrive = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      upstream.respondWith((_call, response) => {
        if (hasBegun) {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write('data: {}\n\n');
        }
        arrive();
      });
      const left = new AbortController();
      const pending = fetch(service.url + CHAT, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...inProject() },
        body: JSON.stringify(chat('Stop soon.', { stream: true })),
        signal: left.signal,
      });
      pending.catch(() => {});
      await arrived;
      if (hasBegun) await (await pending).body!.getReader().read();
      left.abort();
      await upstream.last().aborted;
    }
  });
});

describe('the cache of responses', () => {
  it.each([
    ['exact', PROMPT, 'hit'],
    ['exact', 'At which port is the staging database of the ledger listening?', 'miss'],
    ['semantic', PROMPT, 'hit'],
  ])('%s: "%s" is a %s', async (mode, second, outcome) => {
    nextProject();
    const headers = { 'x-anima-cache': mode, 'x-anima-memory': 'off' };
    upstream.respondWith((_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(eventStream(chatEvents('Port 6543.')));
    });
    const first = await call(CHAT, chat(PROMPT, { stream: true }), headers);
    expect(first.headers.get('x-anima-cache')).toBe('miss');
    const text = await first.text();
    const calls = upstream.calls.length;
    await vi.waitFor(async () => {
      const again = await call(CHAT, chat(second, { stream: true }), headers);
      expect(again.headers.get('x-anima-cache')).toBe(outcome);
      expect(await again.text()).toBe(text);
    });
    if (outcome === 'hit') {
      const before = upstream.calls.length;
      await call(CHAT, chat(second, { stream: true }), headers);
      expect(upstream.calls.length).toBe(before);
      // Other instructions are another request.
      const other = { role: 'system', content: 'Speak French.' };
      const differs = await call(
        CHAT,
        { model: 'fake', stream: true, messages: [other, { role: 'user', content: second }] },
        headers,
      );
      expect(differs.headers.get('x-anima-cache')).toBe('miss');
    } else expect(upstream.calls.length).toBeGreaterThan(calls);
  });
});

describe('limits and errors', () => {
  it('rejects a body that is too large, in the form of the protocol', async () => {
    nextProject();
    const response = await call(MESSAGES, chat('x'.repeat(200_001)));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      code: 'payload_too_large',
      error: { type: 'invalid_request_error' },
    });
  });

  it.each([
    ['x-anima-memory', 'maybe'],
    ['x-anima-cache', 'yes'],
    ['x-anima-conversation', 'x'.repeat(129)],
    ['x-anima-project', '%'],
  ])('rejects %s: %s', async (name, value) => {
    nextProject();
    const before = upstream.calls.length;
    const response = await call(CHAT, chat('Hello there.'), { [name]: value });
    expect(response.status).toBe(400);
    expect(upstream.calls.length).toBe(before);
  });

  it('rejects a path that leaves the upstream', async () => {
    const sent = request(`${service.url}/proxy/openai/v1/models`, { path: '/proxy/openai/v1/%2e%2e/admin' });
    sent.end();
    const [response] = await once(sent, 'response');
    response.resume();
    expect([400, 404]).toContain(response.statusCode);
  });

  it('responds 503 if the upstream sends nothing or is unreachable', async () => {
    nextProject();
    upstream.respondWith(() => {});
    const silent = await call(CHAT, chat('Is somebody there?'));
    expect([silent.status, ((await silent.json()) as { code: string }).code]).toEqual([
      503,
      'upstream_unavailable',
    ]);
    const away = await startTestService({ MEMORY_PROXY_OPENAI: 'http://127.0.0.1:1' });
    const answer = await away.post(CHAT, chat('Is somebody there?'));
    expect([answer.status, answer.body.error.type]).toEqual([503, 'server_error']);
    const off = await away.post(MESSAGES, chat('Is somebody there?'));
    expect([off.status, off.body.detail]).toEqual([404, expect.stringContaining('MEMORY_PROXY_ANTHROPIC')]);
    await away.close();
  });

  it('logs and stores no key, and continues if memory fails, which it logs once', async () => {
    const own = await startTestService({
      MEMORY_PROXY_OPENAI: upstream.url,
      MEMORY_PROXY_RECALL_MS: '20000',
      MEMORY_MAX_CONTENT_BYTES: '2000',
    });
    try {
      nextProject();
      for (let n = 0; n < 3; n++) {
        const response = await fetch(own.url + CHAT, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: 'Bearer sk-of-the-caller',
            'x-anima-project': '00000000-0000-7000-8000-000000000000',
          },
          body: JSON.stringify(chat(`Does memory work today? Attempt ${n}`)),
        });
        expect(response.status).toBe(200);
      }
      await delay(500);
      const log = own.log();
      expect(log.filter(({ msg }) => String(msg).startsWith('memory failed'))).toHaveLength(1);
      expect(JSON.stringify(log)).not.toContain('sk-of-the-caller');
    } finally {
      await own.close();
    }
  });

  it('uses X-Anima-Token for its own access token, so that Authorization belongs to the upstream', async () => {
    const own = await startTestService({ MEMORY_PROXY_OPENAI: upstream.url, MEMORY_API_TOKEN: 'mine' });
    try {
      const send = (headers: Record<string, string>) => own.post(CHAT, chat('Hello there.'), headers);
      expect((await send({ authorization: 'Bearer mine' })).status).toBe(401);
      expect((await send({ authorization: 'Bearer sk-caller', 'x-anima-token': 'wrong' })).status).toBe(401);
      expect((await send({ authorization: 'Bearer sk-caller', 'x-anima-token': 'mine' })).status).toBe(200);
      expect(upstream.last().headers).toMatchObject({ authorization: 'Bearer sk-caller' });
      expect(upstream.last().headers['x-anima-token']).toBeUndefined();
    } finally {
      await own.close();
    }
  });
});

describe('isolated agents', () => {
  it('recall their own memories only, and share no cached response', async () => {
    const own = await startTestService({
      MEMORY_PROXY_OPENAI: upstream.url,
      MEMORY_PROXY_RECALL_MS: '20000',
      MEMORY_API_TOKEN: 'ada=a,bob=b',
      MEMORY_AGENT_ISOLATION: 'on',
    });
    try {
      await own.post('/api/v1/remember', { content: FACT, type: 'fact' }, { authorization: 'Bearer a' });
      const ask = (token: string, headers: Record<string, string> = {}) =>
        own.post(CHAT, chat(PROMPT), { 'x-anima-token': token, 'x-anima-memory': 'recall', ...headers });
      await ask('b');
      expect(sentMessages()[0].content).toBe(PROMPT);
      await ask('a');
      expect(sentMessages()[0].content).toContain('6543');
      const cached = { 'x-anima-cache': 'exact', 'x-anima-memory': 'off' };
      await vi.waitFor(async () => expect((await ask('a', cached)).headers.get('x-anima-cache')).toBe('hit'));
      expect((await ask('b', cached)).headers.get('x-anima-cache')).toBe('miss');
    } finally {
      await own.close();
    }
  });
});
