import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AnimaError, ServiceUnreachableError } from './anima-error.js';
import { type FollowOptions, followEvents, type OpenEvents } from './follow-events.js';
import type { ServerSentEvent } from './server-sent-events.js';

const place = (id: number) => ({ event: 'message', id: String(id), data: null, retryMs: 50 });
const happened = (id: number) => ({
  ...{ event: 'memory.created', id: String(id), retryMs: null },
  data: JSON.stringify({ id, type: 'memory.created', time: 'now', data: { n: id } }),
});
const lost = () => new ServiceUnreachableError('memory', 'http://127.0.0.1:1', new TypeError());

/** Scripted connections: each yields its events, and then throws its error, if any. */
function connections(...told: [...ServerSentEvent[], ServerSentEvent | Error][]) {
  const requested: (string | undefined)[] = [];
  const open: OpenEvents = async function* (query, signal) {
    requested.push(query.last_event_id);
    const next = told.shift();
    if (next === undefined) {
      // Stays open until it is left.
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    for (const event of next!) {
      if (event instanceof Error) throw event;
      yield event;
    }
  };
  return { open, requested };
}

async function follow(open: OpenEvents, count: number, options: FollowOptions = {}) {
  const ids: number[] = [];
  for await (const { id } of followEvents(open, options)) if (ids.push(id) === count) break;
  return ids;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('continues after the last event of a lost or ended connection', async () => {
  const { open, requested } = connections(
    [place(4), happened(5), happened(6), lost()],
    [place(6), lost()],
    [place(6), happened(7)],
    [place(7), happened(9)],
  );
  const ids = follow(open, 4);
  await vi.runAllTimersAsync();
  expect(await ids).toEqual([5, 6, 7, 9]);
  expect(requested).toEqual([undefined, '6', '6', '7']);
});

it('knows its place before the first event comes', async () => {
  const { open, requested } = connections([place(4), lost()], [happened(5)]);
  const ids = follow(open, 1);
  await vi.runAllTimersAsync();
  await ids;
  expect(requested).toEqual([undefined, '4']);
});

it('starts at the given event, and reports when the stream is open', async () => {
  const { open, requested } = connections([place(2), lost()], [place(2), happened(3)]);
  const onOpen = vi.fn();
  const ids = follow(open, 1, { after: 2, onOpen });
  await vi.runAllTimersAsync();
  expect(await ids).toEqual([3]);
  expect(requested).toEqual(['2', '2']);
  expect(onOpen).toHaveBeenCalledTimes(2);
});

it('a service that is away for a while is found again', async () => {
  const { open } = connections([place(1), lost()], [lost()], [lost()], [lost()], [happened(2)]);
  const ids = follow(open, 1);
  await vi.runAllTimersAsync();
  expect(await ids).toEqual([2]);
});

it.each([
  ['the first connection cannot be made', [lost()]],
  ['the service refuses', [place(1), refused()]],
])('throws where %s', async (_, told) => {
  const { open } = connections(told as [ServerSentEvent]);
  await expect(follow(open, 1)).rejects.toBeInstanceOf(Error);
});

it('gives up in the end', async () => {
  const { open } = connections(
    [place(1), lost()],
    ...(Array.from({ length: 30 }, (): [Error] => [lost()]) as never[]),
  );
  const ids = expect(follow(open, 1)).rejects.toBeInstanceOf(ServiceUnreachableError);
  await vi.runAllTimersAsync();
  await ids;
});

it('ends with its signal', async () => {
  const { open } = connections();
  const stop = new AbortController();
  const ids = follow(open, 1, { signal: stop.signal });
  await vi.advanceTimersByTimeAsync(10);
  stop.abort();
  expect(await ids).toEqual([]);
});

it('a reset reports the lost events', async () => {
  const data = { asked_id: 1, resumed_after_id: 8, reason: 'gone' };
  const reset = { event: 'stream.reset', id: '8', retryMs: null, data: JSON.stringify(data) };
  for await (const event of followEvents(connections([reset]).open)) {
    expect(event).toEqual({ id: 8, type: 'stream.reset', time: null, data });
    break;
  }
});

function refused(): AnimaError {
  return new AnimaError('memory', { code: 'unauthorized', status: 401, title: '', detail: '' });
}
