import type { LookupAddress, lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookPost, mayReach } from './post-webhook.js';
import type { WebhookPost } from './webhooks.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(status: number, headers: Record<string, string> = {}) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (piece) => received.push(String(piece)));
    // A response without an end: the client must not wait for it.
    request.on('end', () => response.writeHead(status, headers).write('and '));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { received, port: (server.address() as AddressInfo).port };
}

/** Resolves names to these addresses, one response after the other; the last one repeats. */
function namesLeadTo(...answers: string[][]): typeof lookup {
  return ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    const addresses = answers.length > 1 ? answers.shift()! : answers[0]!;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
}

const message = (url: string, onlyLoopback = true): WebhookPost => ({
  url,
  body: '{"é":1}',
  headers: { 'content-type': 'application/json' },
  onlyLoopback,
});
const never = new AbortController().signal;

describe('a webhook', () => {
  it('is posted completely, and its status is returned without waiting for the body', async () => {
    const { received, port } = await receiver(202);
    expect(await createWebhookPost()(message(`http://127.0.0.1:${port}/hook`), never)).toBe(202);
    expect(received.join('')).toBe('{"é":1}');
  });

  it('follows no redirect', async () => {
    const elsewhere = await receiver(200);
    const { port } = await receiver(307, { location: `http://127.0.0.1:${elsewhere.port}/` });
    expect(await createWebhookPost()(message(`http://127.0.0.1:${port}/`), never)).toBe(307);
    expect(elsewhere.received).toEqual([]);
  });

  it('goes to the checked address, not to a later address of the same name', async () => {
    const { received, port } = await receiver(200);
    const post = createWebhookPost(namesLeadTo(['203.0.113.9', '127.0.0.1'], ['203.0.113.9']));
    const url = `http://app.localhost:${port}/`;
    expect(await post(message(url), never)).toBe(200);
    await expect(post(message(url), never)).rejects.toMatchObject({ code: 'webhook_not_allowed' });
    expect(received).toHaveLength(1);
  });

  it('to a host of the list reaches no address where credentials of the machine lie', async () => {
    const post = createWebhookPost(namesLeadTo(['169.254.169.254']));
    await expect(post(message('http://hooks.example/', false), never)).rejects.toMatchObject({
      code: 'webhook_not_allowed',
    });
  });

  it('ends with the service', async () => {
    const { port } = await receiver(200);
    const post = createWebhookPost()(message(`http://127.0.0.1:${port}/`), AbortSignal.abort());
    await expect(post).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it.each<[string, boolean, boolean]>([
  ['127.0.0.1', true, true],
  ['127.9.9.9', true, true],
  ['::1', true, true],
  ['::ffff:127.0.0.1', true, true],
  ['0.0.0.0', false, false],
  ['::', false, false],
  ['10.0.0.1', false, true],
  ['192.168.1.1', false, true],
  ['203.0.113.9', false, true],
  ['fd00::1', false, true],
  ['169.254.169.254', false, false],
  ['::ffff:169.254.169.254', false, false],
  ['fe80::1', false, false],
  ['224.0.0.1', false, false],
  ['255.255.255.255', false, false],
  ['ff02::1', false, false],
])('%s is this machine: %s; may be a host of the list: %s', (address, isLoopback, mayBeListed) => {
  expect([mayReach(address, true), mayReach(address, false)]).toEqual([isLoopback, mayBeListed]);
});
