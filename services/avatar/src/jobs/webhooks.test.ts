import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { createWebhooks, type Webhooks, type WebhooksOptions } from './webhooks.js';

type Sent = { url: string; body: string; headers: Record<string, string>; onlyLoopback: boolean };

const NOW = 1_700_000_000_000;

function webhooksThat(
  answer: (attempt: number) => number | Promise<number>,
  fields: Partial<WebhooksOptions> = {},
) {
  const sent: Sent[] = [];
  const givenUp: unknown[] = [];
  const time = { now: NOW };
  const { queue, outbox } = createMemoryJobs({ clock: () => time.now });
  const state = { isFull: false };
  const write = async (work: () => Promise<void>) => {
    if (state.isFull) throw new Error('full');
    await work();
  };
  const webhooks = createWebhooks({
    outbox: {
      ...outbox,
      settle: (jobId) => write(() => outbox.settle(jobId)),
      postpone: (jobId, ms) => write(() => outbox.postpone(jobId, ms)),
    },
    bodyOf: (jobId) => ({ job_id: jobId, status: 'succeeded' }),
    hosts: ['hooks.example'],
    secret: 'shh',
    clock: () => time.now,
    post: async (message) => {
      sent.push(message);
      return answer(sent.length);
    },
    onGivenUp: (_url, reason) => givenUp.push(reason),
    onTrouble: () => {},
    delaysMs: [0],
    ...fields,
  });
  open.push(webhooks);
  const send = async (jobId: string, to = url) => {
    await queue.accept({ jobId, kind: 'tts', payload: null, webhookUrl: to }, 200);
    await queue.cancel(jobId);
    webhooks.wake();
  };
  /** How many ms until the next message is due; null when all are delivered or given up. */
  const dueInMs = () => outbox.dueInMs();
  return { webhooks, sent, givenUp, time, send, state, dueInMs };
}
const open: Webhooks[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
/** Longer than a machine with much else to do takes. */
const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 15_000, interval: 5 });
const url = 'http://127.0.0.1:9/hook';

describe('webhooks', () => {
  it.each([
    ['http://127.0.0.1:9000/x', true],
    ['http://localhost/x', true],
    ['http://[::1]:80/', true],
    ['https://hooks.example/a', true],
    ['https://HOOKS.example/a', true],
    ['https://evil.example/a', false],
    ['https://hooks.example.evil/a', false],
    ['http://127.0.0.1.evil.example/', false],
    ['http://user@10.0.0.1/', false],
    ['http://127.0.0.1@evil.example/', false],
    ['http://user@127.0.0.1/', false],
    ['http://user:secret@localhost/', false],
    ['https://:secret@hooks.example/', false],
    ['ftp://127.0.0.1/', false],
    ['http://127.0.0.1:99999/', false],
    ['http://[::zz]/', false],
    ['http://[::ffff:7f00:1]/', false],
    ['http://0.0.0.0/', false],
  ])('to %s: %s', (target, alldueInMs) => {
    const { webhooks } = webhooksThat(() => 200);
    if (alldueInMs) expect(() => webhooks.assertAllowed(target)).not.toThrow();
    else expect(() => webhooks.assertAllowed(target)).toThrow(/webhook_url/);
  });

  it('are signed over time and body', async () => {
    const { send, sent, dueInMs } = webhooksThat(() => 204);
    await send('j');
    await until(() => expect(dueInMs()).toBeNull());
    const [{ body, headers }] = sent as [Sent];
    expect(JSON.parse(body)).toEqual({ job_id: 'j', status: 'succeeded' });
    const expected = createHmac('sha256', 'shh').update(`1700000000.${body}`).digest('hex');
    expect(headers['x-avatar-signature']).toBe(`t=1700000000,v1=${expected}`);
    expect(headers['x-avatar-delivery']).toBe('j');
  });

  it.each([
    ['http://app.localhost/x', true],
    ['http://127.0.0.1/x', true],
    ['https://hooks.example/x', false],
  ])('to %s are sent to this machine only: %s', async (target, onlyLoopback) => {
    const { send, sent } = webhooksThat(() => 200);
    await send('j', target);
    await until(() => expect(sent).toMatchObject([{ onlyLoopback }]));
  });

  it('are tried again where that may help, then given up', async () => {
    const flaky = webhooksThat((attempt) =>
      attempt === 1 ? Promise.reject(new Error('down')) : attempt === 2 ? 503 : 200,
    );
    await flaky.send('j');
    await until(() => expect(flaky.dueInMs()).toBeNull());
    expect(flaky.sent).toHaveLength(3);
    expect(flaky.givenUp).toEqual([]);

    const refused = webhooksThat(() => 410);
    await refused.send('j');
    await until(() => expect(refused.givenUp).toEqual(['answered 410']));
    expect([refused.sent.length, refused.dueInMs()]).toEqual([1, null]);
  });

  it('are tried for a day, at longer and longer intervals', async () => {
    const down = webhooksThat(() => 500, { delaysMs: [1_000, 60_000, 3_600_000] });
    await down.send('j');
    const waits: number[] = [];
    for (let tries = 1; tries <= 25; tries++) {
      await until(() => expect(down.dueInMs()).toBeGreaterThan(0));
      waits.push((await down.dueInMs())!);
      down.time.now += waits.at(-1)!;
      down.webhooks.wake();
    }
    expect(waits.slice(0, 4)).toEqual([1_000, 60_000, 3_600_000, 3_600_000]);
    await until(() => expect(down.givenUp).toEqual(['answered 500']));
    expect(down.dueInMs()).toBeNull();
  });

  it('that a restored job names are checked again', async () => {
    const { send, sent, givenUp, dueInMs } = webhooksThat(() => 200);
    await send('j', 'http://evil.example/');
    await send('k', 'no address');
    await until(() => expect(dueInMs()).toBeNull());
    expect(sent).toEqual([]);
    expect(givenUp).toHaveLength(2);
  });

  it('of jobs that are gone are forgotten', async () => {
    const { send, sent, dueInMs } = webhooksThat(() => 200, { bodyOf: () => null });
    await send('j');
    await until(() => expect(dueInMs()).toBeNull());
    expect(sent).toEqual([]);
  });

  it('are not sent repeatedly if their outcome cannot be stored', async () => {
    const { send, sent, dueInMs, state, time, webhooks } = webhooksThat(() => 200);
    state.isFull = true;
    await send('j');
    await until(() => expect(sent).toHaveLength(1));
    await send('k');
    await until(() => expect(sent).toHaveLength(2));
    state.isFull = false;
    time.now += 30_000;
    webhooks.wake();
    await until(() => expect(dueInMs()).toBeNull());
    expect(sent.map(({ headers }) => headers['x-avatar-delivery'])).toEqual(['j', 'k']);
  });

  it('that a stopping service has not delivered are owed still', async () => {
    const { send, sent, givenUp, dueInMs, webhooks } = webhooksThat(() => new Promise(() => {}), {
      post: (message, signal) => {
        sent.push(message);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    await send('j');
    await until(() => expect(sent).toHaveLength(1));
    await webhooks.close();
    expect(givenUp).toEqual([]);
    expect(dueInMs()).toBe(0);
  });
});
