import { expect, it } from 'vitest';
import { createMemoryClient } from './memory-client.js';

it('a call goes to its service and is sent on to no other', async () => {
  const redirects: RequestRedirect[] = [];
  const memory = createMemoryClient({
    token: 's3cret',
    fetch: async (request) => {
      redirects.push(request.redirect);
      return Response.json({ memories: [] });
    },
    signal: new AbortController().signal,
  });
  await memory.recall('What colour is the shed?');
  expect(redirects).toEqual(['error']);
});
