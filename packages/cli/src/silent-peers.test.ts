import { collectingGarbage, startSilentPeer } from '@anima/calls/testing';
import { expect, it } from 'vitest';
import { openMemoryService } from './connect/hook/memory-service.js';

it('a hook leaves a service that says nothing after its time, whatever garbage is collected', async () => {
  const peer = await startSilentPeer();
  const memory = await openMemoryService({ url: peer.url, token: null } as never, 'a tool', 100);
  await expect(collectingGarbage(memory.get('/health'))).rejects.toThrow('no response in 100 ms');
  memory.close();
  await peer.close();
});
