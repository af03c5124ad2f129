import { expect, it } from 'vitest';
import { local, localFiles } from '../../testing/local-files.js';
import { LEO } from '../../testing/test-media.js';
import { type ClipRendererParts, createClipRenderer } from './clip-renderer.js';

it('concurrent calls share one load, and a failed load is retried', async () => {
  const calls: { resolve(): void; reject(error: Error): void }[] = [];
  const pool = {
    call: () => new Promise((resolve, reject) => calls.push({ resolve: () => resolve(null), reject })),
    holds: () => false,
  } as unknown as ClipRendererParts['pool'];
  const networks = {} as ClipRendererParts['networks'];
  const renderer = createClipRenderer({ engines: [], pool, files: localFiles(), networks });
  const leo = { kind: 'head', name: 'leo', file: local(LEO) } as const;
  const load = () => [renderer.load('head', leo), renderer.load('head', leo)];

  const broken = Promise.allSettled(load());
  await expect.poll(() => calls.length).toBe(1);
  calls[0]!.reject(new Error('broken'));
  expect((await broken).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

  const loaded = Promise.all(load());
  await expect.poll(() => calls.length).toBe(2);
  calls[1]!.resolve();
  await loaded;
  expect(calls).toHaveLength(2);
});
