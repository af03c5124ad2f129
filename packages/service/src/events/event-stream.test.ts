import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Authenticate } from '../http/service-app.js';
import { type AccessToken, createBearerAuth } from '../security/access-token.js';
import { createMemoryEventLog } from '../testing/memory-event-log.js';
import { createSampleService, type SampleService } from '../testing/sample-service.js';
import { type EventRelay, startEventRelay } from './event-relay.js';
import { type EventStreamOptions, registerEventStream } from './event-stream.js';
import type { EventLog } from './events.js';
import { createInProcessPublisher } from './in-process-publisher.js';

let log: ReturnType<typeof createMemoryEventLog>;
let relay: EventRelay;
let service: SampleService;
let port: number;
const clients: Client[] = [];

async function start(
  options: Partial<EventStreamOptions> = {},
  tokens: AccessToken[] = [],
  authenticate: Authenticate = createBearerAuth(tokens),
) {
  const publisher = createInProcessPublisher();
  relay = await startEventRelay({
    log,
    publisher,
    onError: (error) => {
      throw error;
    },
  });
  service = await createSampleService({
    authenticate,
    routes: (app) => registerEventStream(app, { url: '/events', log, publisher, ...options }),
  });
  ({ port } = await service.listen());
}
beforeEach(() => {
  log = createMemoryEventLog({ keep: 100 });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.leave();
  await service.close();
  await relay.close();
});

function happen(type: string, data: Record<string, unknown> = {}) {
  const event = log.record(type, data);
  log.announce([event]);
  return event;
}

interface Block {
  id?: string;
  event?: string;
  data?: { id: number; type: string; data: Record<string, unknown> } & Record<string, unknown>;
}
interface Client {
  answer: IncomingMessage;
  /** Reads on until `count` events with data came, and gives all so far. */
  events(count: number): Promise<Block[]>;
  until(text: string): Promise<string>;
  leave(): void;
}

async function listen(query = '', headers: Record<string, string> = {}): Promise<Client> {
  const request: ClientRequest = get({ port, path: `/events${query}`, headers });
  request.on('error', () => {});
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  let unparsed = '';
  const blocks: Block[] = [];
  let wake = () => {};
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-10_000);
    const parts = (unparsed + chunk).split('\n\n');
    unparsed = parts.pop()!;
    blocks.push(...parts.map(parseBlock).filter((block) => block.data !== undefined));
    wake();
  });
  answer.on('error', () => {});
  const when = async (ready: () => boolean) => {
    while (!ready()) await new Promise<void>((resolve) => (wake = resolve));
  };
  const client: Client = {
    answer,
    events: async (count) => {
      await when(() => blocks.length >= count);
      return [...blocks];
    },
    until: async (part) => {
      await when(() => text.includes(part));
      return text;
    },
    leave: () => request.destroy(),
  };
  clients.push(client);
  return client;
}

function parseBlock(block: string): Block {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  return { ...fields, ...(fields.data ? { data: JSON.parse(fields.data) } : {}) };
}

const ids = (blocks: Block[]) => blocks.map((block) => Number(block.id));

test('starts with new events, sends its position, and follows', async () => {
  happen('item.created');
  await start();
  const client = await listen();
  expect(client.answer.headers['content-type']).toMatch(/^text\/event-stream/);
  expect(client.answer.headers['x-request-id']).toMatch(/./);
  expect(await client.until('id: 1\n\n')).not.toContain('item.created');
  const event = happen('item.updated', { name: 'ü\nline' });
  expect(await client.events(1)).toEqual([{ id: '2', event: 'item.updated', data: event }]);
});

test.each(['header', 'query'])('resumes after the id in the %s', async (way) => {
  for (let n = 0; n < 5; n++) happen('item.created', { n });
  await start();
  const client =
    way === 'header' ? await listen('', { 'last-event-id': '2' }) : await listen('?last_event_id=2');
  expect(ids(await client.events(3))).toEqual([3, 4, 5]);
});

test('the header goes before the query: a reconnecting EventSource repeats its first address', async () => {
  for (let n = 0; n < 5; n++) happen('item.created');
  await start();
  expect(ids(await (await listen('?last_event_id=1', { 'last-event-id': '4' })).events(1))).toEqual([5]);
});

test('events that come during the catch-up are neither missed nor repeated', async () => {
  log = createMemoryEventLog();
  for (let n = 0; n < 1500; n++) happen('item.created', { n });
  await start();
  const client = await listen('?last_event_id=0');
  for (let n = 1500; n < 3000; n++) {
    happen('item.created', { n });
    if (n % 50 === 0) await new Promise(setImmediate);
  }
  expect(ids(await client.events(3000))).toEqual(Array.from({ length: 3000 }, (_, n) => n + 1));
});

test('a client that stops reading costs a bounded buffer, and loses nothing when it reads on', async () => {
  log = createMemoryEventLog();
  let furthest = 0;
  const watched: EventLog = {
    ...log,
    after(id, limit) {
      furthest = Math.max(furthest, id);
      return log.after(id, limit);
    },
  };
  await start({ log: watched });
  const client = await listen('?last_event_id=0');
  client.answer.pause();
  for (let n = 0; n < 4000; n++) {
    happen('item.created', { filler: 'x'.repeat(10_000) });
    if (n % 10 === 0) await new Promise(setImmediate);
  }
  // 40 MB of events were recorded; the stream read only as many as the sockets took.
  expect(furthest).toBeGreaterThan(0);
  expect(furthest).toBeLessThan(3000);
  client.answer.resume();
  expect(ids(await client.events(4000))).toEqual(Array.from({ length: 4000 }, (_, n) => n + 1));
});

test('types are filtered, by name or by family', async () => {
  await start();
  const client = await listen('?last_event_id=0&types=memory.*,agent.heartbeat');
  for (const type of ['memory.created', 'agent.left', 'agent.heartbeat', 'memories.x', 'memory.item.moved'])
    happen(type);
  happen('memory.last');
  expect((await client.events(4)).map((block) => block.event)).toEqual([
    'memory.created',
    'agent.heartbeat',
    'memory.item.moved',
    'memory.last',
  ]);
});

test('a position that was dropped is reported before the remaining events', async () => {
  for (let n = 0; n < 400; n++) happen('item.created');
  await start();
  const oldest = await log.oldestId();
  expect(oldest).toBeGreaterThan(6);
  const blocks = await (await listen('', { 'last-event-id': '5' })).events(3);
  expect(blocks[0]).toMatchObject({
    event: 'stream.reset',
    data: { asked_id: 5, resumed_after_id: oldest - 1 },
  });
  expect(ids(blocks.slice(1, 3))).toEqual([oldest, oldest + 1]);
});

test('a position from another data directory is reported too', async () => {
  happen('item.created');
  await start();
  const client = await listen('', { 'last-event-id': '999' });
  expect(await client.events(1)).toMatchObject([
    { event: 'stream.reset', data: { asked_id: 999, resumed_after_id: 1 } },
  ]);
  happen('item.updated');
  expect(ids(await client.events(2))).toEqual([1, 2]);
});

test('heartbeats keep the connection alive', async () => {
  await start({ heartbeatMs: 1 });
  await (await listen()).until(': heartbeat\n\n: heartbeat\n\n');
});

test('more streams than allowed are refused until one leaves', async () => {
  await start({ limits: { trusted: 2 } });
  const first = await listen();
  await listen();
  const third = await listen();
  expect([third.answer.statusCode, third.answer.headers['retry-after']]).toEqual([429, '5']);
  first.leave();
  // The service notices the closed connection in its own time.
  let status: number | undefined;
  while (status !== 200) status = (await listen()).answer.statusCode;
});

test('an agent with its own token cannot take the slots of others', async () => {
  const tokens = [
    { token: 'all', agent: null },
    { token: 'a', agent: 'ada' },
    { token: 'b', agent: 'bob' },
  ];
  await start({ limits: { trusted: 1, guests: 3, eachGuest: 2 } }, tokens);
  const statusFor = async (token: string) =>
    (await listen('', { authorization: `Bearer ${token}` })).answer.statusCode;
  expect([await statusFor('a'), await statusFor('a'), await statusFor('a')]).toEqual([200, 200, 429]);
  expect([await statusFor('b'), await statusFor('b')]).toEqual([200, 429]);
  expect([await statusFor('all'), await statusFor('all')]).toEqual([200, 429]);
});

test('a stream ends with the credential that opened it', async () => {
  await start({}, [], () => ({ agentId: null, caller: 'ticket', expiresAt: Date.now() + 20 }));
  const { answer } = await listen();
  expect(answer.statusCode).toBe(200);
  await once(answer, 'end');
});

test('stopping the service ends its streams', async () => {
  await start();
  const client = await listen();
  const ended = once(client.answer, 'end');
  await service.close();
  await ended;
});

test('a stream that is still being opened when the service stops ends too', async () => {
  let wasRequested = false;
  let report = (_id: number) => {};
  const latest = new Promise<number>((resolve) => (report = resolve));
  const latestId = () => {
    wasRequested = true;
    return latest;
  };
  await start({ log: { ...log, latestId } });
  const opening = listen();
  await expect.poll(() => wasRequested).toBe(true);
  const closed = service.close();
  await expect.poll(() => service.app.server.listening).toBe(false);
  report(0);
  await once((await opening).answer, 'end');
  await closed;
});

test.each(['abc', '-1', '1.5', '9'.repeat(16)])('Last-Event-ID %s is refused', async (id) => {
  await start();
  const header = await service.app.inject({ url: '/events', headers: { 'last-event-id': id } });
  expect([header.statusCode, header.json().errors[0].path]).toEqual([400, 'last-event-id']);
  const query = await service.app.inject(`/events?last_event_id=${id}`);
  expect([query.statusCode, query.json().errors[0].path]).toEqual([400, 'last_event_id']);
});

test.each(['Memory', 'memory.', '*.created', 'memory*', ''])('types=%s is refused', async (types) => {
  await start();
  expect((await service.app.inject(`/events?types=${types}`)).statusCode).toBe(400);
});
