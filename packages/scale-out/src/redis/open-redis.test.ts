import { findRedis, ownRedis, startedRedis } from '@anima/test-engines';
import { describe, expect, test } from 'vitest';
import { openRedis } from './open-redis.js';

const missing = findRedis() === null ? ' (no redis-server: skipped)' : '';

/** Waits until the background connection is open. */
async function ready(redis: ReturnType<typeof openRedis>): Promise<void> {
  await redis.probe().catch(() => new Promise(setImmediate).then(() => ready(redis)));
}

describe.skipIf(missing !== '')(`Redis${missing}`, () => {
  test('stores bytes until they expire, under a separate prefix', async () => {
    const { url } = await startedRedis();
    const [one, other] = ['a:', 'b:'].map((prefix) => openRedis({ url, prefix, onError: () => {} }));
    if (one === undefined || other === undefined) throw new Error('Expected two');
    await Promise.all([ready(one), ready(other)]);
    await one.set('k', Uint8Array.of(0, 255), 60_000);
    await one.set('late', 'x', 0);
    expect(await one.getAll(['k', 'late', 'none'])).toEqual([Buffer.from([0, 255]), null, null]);
    expect(await other.get('k')).toBeNull();
    await other.set('k', 'kept', 60_000);
    await one.clear();
    expect([await one.get('k'), await other.get('k')]).toEqual([null, Buffer.from('kept')]);
    await Promise.all([one.close(), other.close()]);
  });

  test('survives an outage of the server, during which only the probe rejects', async () => {
    const server = await ownRedis();
    const errors: unknown[] = [];
    const redis = openRedis({ url: server.url, prefix: '', onError: (error) => errors.push(error) });
    await ready(redis);
    await redis.set('k', 'v', 60_000);
    const before = errors.length;
    await server.kill();
    expect(await redis.get('k')).toBeNull();
    await redis.set('k', 'w', 60_000);
    await expect(redis.probe()).rejects.toMatchObject({ code: 'unavailable' });
    expect(errors).toHaveLength(before + 1);
    await server.start();
    await ready(redis);
    expect(String(await redis.get('k'))).toBe('v');
    server.freeze();
    expect(await redis.get('k')).toBeNull();
    server.thaw();
    await ready(redis);
    await redis.close();
    await server.kill();
  });
});
