import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceUnreachableError } from './anima-error.js';
import { type RetryOptions, sendWithRetry } from './send-patiently.js';

const lost = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
const down = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
const refusal = (status: number, seconds?: number) => () =>
  new Response('{}', { status, headers: seconds === undefined ? {} : { 'retry-after': String(seconds) } });
const fine = () => Response.json({ done: true });

/** Answers, or throws, one after the other; what was sent is kept. */
function scripted(...answers: (() => Response | Error)[]) {
  const bodies: string[] = [];
  const fetch = async (request: Request) => {
    bodies.push(await request.text());
    const answer = answers.shift()!();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, bodies };
}

function send(fetch: RetryOptions['fetch'], given: Partial<RetryOptions> = {}, signal?: AbortSignal) {
  const url = 'http://127.0.0.1:1';
  const request = new Request(url, {
    method: 'POST',
    body: 'it',
    ...(signal === undefined ? {} : { signal }),
  });
  return sendWithRetry(request, {
    ...{ service: 'memory', url, fetch, isRepeatable: true, retries: 3 },
    ...given,
  });
}

describe('a request', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['a lost connection', lost],
    ['too many requests', refusal(429, 5)],
    ['an overloaded service', refusal(503, 2)],
    ['a first one with the same key that runs on', refusal(409, 1)],
  ])('is sent again after %s, with the same body', async (_, trouble) => {
    const { fetch, bodies } = scripted(trouble, trouble, fine);
    const answer = send(fetch);
    await vi.runAllTimersAsync();
    expect(await (await answer).json()).toEqual({ done: true });
    expect(bodies).toEqual(['it', 'it', 'it']);
  });

  it('is not sent again before the service wants it', async () => {
    const { fetch, bodies } = scripted(refusal(503, 5), fine);
    const answer = send(fetch);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(bodies).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect((await answer).status).toBe(200);
  });

  it.each([
    ['would do more when sent twice', lost, { isRepeatable: false }],
    ['is not to be sent again', lost, { retries: 0 }],
  ])('that %s is told of the first lost connection', async (_, trouble, given) => {
    const { fetch, bodies } = scripted(trouble, fine);
    await expect(send(fetch, given)).rejects.toBeInstanceOf(ServiceUnreachableError);
    expect(bodies).toHaveLength(1);
  });

  it('to where nothing listens is told at once, and how to start it', async () => {
    const { fetch } = scripted(down, fine);
    await expect(send(fetch)).rejects.toThrow(
      'The memory service does not answer at http://127.0.0.1:1; start it with: npm run start:memory',
    );
  });

  it('is given up after so many times', async () => {
    const { fetch, bodies } = scripted(lost, lost, lost, lost);
    const answer = expect(send(fetch)).rejects.toBeInstanceOf(ServiceUnreachableError);
    await vi.runAllTimersAsync();
    await answer;
    expect(bodies).toHaveLength(4);
  });

  it.each([
    ['without a time to come again', refusal(503)],
    ['that asks for more than half a minute', refusal(429, 3600)],
    ['that is none of waiting', refusal(422, 1)],
  ])('answers a refusal %s at once', async (_, trouble) => {
    const { fetch, bodies } = scripted(trouble);
    expect((await send(fetch)).ok).toBe(false);
    expect(bodies).toHaveLength(1);
  });

  it('counts an answer that breaks off as none', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.error(new TypeError('terminated')),
        }),
        { headers: { 'content-type': 'application/json' } },
      );
    const { fetch } = scripted(broken, fine);
    const answer = send(fetch);
    await vi.runAllTimersAsync();
    expect(await (await answer).json()).toEqual({ done: true });
  });

  it('ends with its signal while it waits', async () => {
    const { fetch, bodies } = scripted(refusal(503, 20), fine);
    const stop = new AbortController();
    const answer = expect(send(fetch, {}, stop.signal)).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort(new Error('enough'));
    await answer;
    expect(bodies).toHaveLength(1);
  });
});
