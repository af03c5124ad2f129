import { collectingGarbage, type SilentPeer, startSilentPeer } from '@anima/calls/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTokenIntrospection } from '../auth/token-introspection.js';
import { createWebhookPost } from './post-webhook.js';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';
const TIMEOUT_MS = 100;
let silent: SilentPeer;
let halting: SilentPeer;
beforeAll(async () => {
  [silent, halting] = await Promise.all([startSilentPeer(), startSilentPeer(head)]);
});
afterAll(() => Promise.all([silent.close(), halting.close()]));

it('abandons a silent webhook receiver after its timeout, despite garbage collections', async () => {
  const post = createWebhookPost(undefined, TIMEOUT_MS);
  const webhook = { url: `${silent.url}/hook`, body: '{}', headers: {}, onlyLoopback: true };
  const call = post(webhook, new AbortController().signal);
  await expect(collectingGarbage(call)).rejects.toMatchObject({ name: 'AbortError' });
});

it.each(['silent', 'halting'])('an authentication server that is %s as well', async (how) => {
  const introspection = createTokenIntrospection({
    ...{ url: (how === 'silent' ? silent : halting).url, serviceToken: 'x'.repeat(32) },
    ...{ demands: { issuer: null, audience: null, scope: null } as never, clock: Date.now },
    timeoutMs: TIMEOUT_MS,
  });
  await expect(collectingGarbage(introspection.goodUntil('a token'))).rejects.toMatchObject({
    code: 'auth_unavailable',
  });
});
