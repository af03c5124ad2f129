import { collectingGarbage, type SilentPeer, startSilentPeer } from '@anima/calls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddingsServer } from './embedding/server/embeddings-server.js';
import { createChatModel } from './judge/chat/chat-model.js';
import { createJudgeBudget } from './judge/judge-budget.js';
import { createAvatarClient } from './mcp/avatar-client.js';
import { createServiceLink } from './mcp/service-link.js';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';
const TIMEOUT_MS = 100;
const closedPort = () => new AbortController().signal;
const conversation = { instruction: '', examples: [], question: '', choices: ['yes', 'no'] };

describe.each(['says nothing', 'stops within its response'])('a server that %s', (how) => {
  let peer: SilentPeer;
  beforeAll(async () => {
    peer = await startSilentPeer(how === 'says nothing' ? '' : head);
  });
  afterAll(() => peer.close());

  const calls: [string, () => Promise<unknown>][] = [
    [
      'of embeddings',
      () =>
        createEmbeddingsServer({
          ...{ url: peer.url, model: 'm', apiKey: null, dimensions: null, timeoutMs: TIMEOUT_MS },
        }).embed(['text'], null, closedPort()),
    ],
    [
      'of chat completions',
      () =>
        createChatModel({ url: peer.url, model: 'm', apiKey: null, timeoutMs: TIMEOUT_MS }).choose(
          conversation,
          { signal: closedPort() },
        ),
    ],
    [
      'of chat completions, within a budget',
      () =>
        createChatModel({ url: peer.url, model: 'm', apiKey: null }).choose(conversation, {
          signal: createJudgeBudget({ pairs: 1, seconds: TIMEOUT_MS / 1000 }).signal,
        }),
    ],
    ['of avatars', () => createAvatarClient(peer.url, null, TIMEOUT_MS).get('/voices', closedPort())],
    ['of memories', () => createServiceLink({ url: peer.url, start: null }).reach()],
  ];
  it.each(calls)('calls time out even if garbage is collected: server %s', async (_, call) => {
    await expect(collectingGarbage(call())).rejects.toThrow(/./);
  });
});
