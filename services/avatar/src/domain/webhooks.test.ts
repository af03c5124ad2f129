import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createWebhooks, type WebhooksOptions } from './webhooks.js';

type Sent = { url: string; body: string; headers: Record<string, string> };

function webhooksThat(
  answer: (attempt: number) => number | Promise<number>,
  fields: Partial<WebhooksOptions> = {},
) {
  const sent: Sent[] = [];
  const givenUp: unknown[] = [];
  const webhooks = createWebhooks({
    hosts: ['hooks.example'],
    secret: 'shh',
    clock: () => 1_700_000_000_000,
    post: async (url, body, headers) => {
      sent.push({ url, body, headers });
      return answer(sent.length);
    },
    onGivenUp: (_url, reason) => givenUp.push(reason),
    delaysMs: [1, 1],
    ...fields,
  });
  return { webhooks, sent, givenUp };
}
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
  ])('to %s: %s', (target, allowed) => {
    const { webhooks } = webhooksThat(() => 200);
    if (allowed) expect(() => webhooks.assertAllowed(target)).not.toThrow();
    else expect(() => webhooks.assertAllowed(target)).toThrow(/webhook_url/);
  });

  it('are signed over time and body', async () => {
    const { webhooks, sent } = webhooksThat(() => 204);
    webhooks.send(url, { jobId: 'j', body: { status: 'succeeded' } });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const { body, headers } = sent[0]!;
    expect(JSON.parse(body)).toEqual({ status: 'succeeded' });
    const expected = createHmac('sha256', 'shh').update(`1700000000.${body}`).digest('hex');
    expect(headers['x-avatar-signature']).toBe(`t=1700000000,v1=${expected}`);
    expect(headers['x-avatar-delivery']).toBe('j');
  });

  it('are tried again where that may help, then given up', async () => {
    const flaky = webhooksThat((attempt) =>
      attempt === 1 ? Promise.reject(new Error('down')) : attempt === 2 ? 503 : 200,
    );
    flaky.webhooks.send(url, { jobId: 'j', body: {} });
    await vi.waitFor(() => expect(flaky.sent).toHaveLength(3));
    expect(flaky.givenUp).toEqual([]);

    const down = webhooksThat(() => 500);
    down.webhooks.send(url, { jobId: 'j', body: {} });
    await vi.waitFor(() => expect(down.givenUp).toEqual(['answered 500']));
    expect(down.sent).toHaveLength(3);

    const refused = webhooksThat(() => 410);
    refused.webhooks.send(url, { jobId: 'j', body: {} });
    await vi.waitFor(() => expect(refused.givenUp).toEqual(['answered 410']));
    expect(refused.sent).toHaveLength(1);
  });

  it('end with the service', async () => {
    const { webhooks, sent, givenUp } = webhooksThat(() => 500, { delaysMs: [60_000] });
    webhooks.send(url, { jobId: 'j', body: {} });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await webhooks.close();
    expect(givenUp).toEqual([]);
  });
});
