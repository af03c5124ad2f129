import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { Bucket } from '@anima/service/scale-out';
import { findS3, startedS3 } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBucketAddress } from './bucket-address.js';
import { openBucket } from './open-bucket.js';

describe.skipIf(findS3() === null)('a bucket (no weed of seaweedfs: skipped)', () => {
  let url: string;
  let bucket: Bucket;
  const folder = mkdtempSync(join(tmpdir(), 'anima-bucket-'));
  beforeAll(async () => {
    url = (await startedS3()).url;
    bucket = openBucket(readBucketAddress('URL', withPrefix('a')));
  });
  afterAll(() => {
    bucket.close();
    rmSync(folder, { recursive: true });
  });
  const withPrefix = (prefix: string) => url.replace('?', `/${prefix}?`);
  async function keysOf(below: string, isFlat = false): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of bucket.list(below, { isFlat })) keys.push(key);
    return keys;
  }

  it('stores texts and rejects oversized ones', async () => {
    expect(await bucket.readText('texts/none.json', 10)).toBeNull();
    const { etag } = (await bucket.writeText('texts/one.json', 'grüße'))!;
    expect(await bucket.readText('texts/one.json', 10)).toEqual({ text: 'grüße', etag });
    await expect(bucket.readText('texts/one.json', 3)).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('writes if the condition holds, for one of many concurrent calls', async () => {
    const all = Array.from({ length: 8 }, (_, n) => bucket.writeText('named', String(n), { isNew: true }));
    const [winner, ...others] = (await Promise.all(all)).filter((each) => each !== null);
    expect(others).toEqual([]);
    expect(await bucket.writeText('named', 'x', { etag: '"another"' })).toBeNull();
    const second = await bucket.writeText('named', 'x', winner!);
    expect(await bucket.readText('named', 1)).toEqual({ text: 'x', etag: second!.etag });
  });

  it('uploads files in parts, reads ranges, and rejects a file that was replaced', async () => {
    const path = join(folder, 'large');
    const bytes = Buffer.alloc(20_000_000);
    for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at);
    writeFileSync(path, bytes);
    const large = (await bucket.write('files/large', { path }))!;
    expect(large.size).toBe(bytes.length);
    expect((await buffer(bucket.read(large))).equals(bytes)).toBe(true);
    const range = { start: 9_000_001, end: 9_000_009 };
    expect(await buffer(bucket.read(large, range))).toEqual(bytes.subarray(9_000_001, 9_000_010));
    expect(await bucket.write('files/large', { path }, { isNew: true })).toBeNull();
    await bucket.writeText('files/large', 'another');
    await expect(text(bucket.read(large, range))).rejects.toMatchObject({ code: 'path_not_found' });
  });

  it('stores a stream completely or not at all', async () => {
    async function* pieces(failure?: Error) {
      for (let n = 0; n < 40; n++) yield Buffer.alloc(1_000_000, n);
      if (failure !== undefined) throw failure;
    }
    const stored = (await bucket.write('streams/whole', pieces()))!;
    expect(stored.size).toBe(40_000_000);
    await expect(bucket.write('streams/broken', pieces(new Error('broken off')))).rejects.toThrow();
    expect(await keysOf('streams/')).toEqual(['streams/whole']);
    const empty = (await bucket.write('streams/empty', (async function* () {})()))!;
    expect([empty.size, await text(bucket.read(empty))]).toEqual([0, '']);
  });

  it('lists and removes only objects below its prefix', async () => {
    const keys = ['deep/a', 'deep/b/c', 'deep/ü #?+%20 &.txt'];
    for (const key of keys) await bucket.writeText(key, key);
    const neighbour = openBucket(readBucketAddress('URL', withPrefix('ab')));
    await neighbour.writeText('deep/other', 'x');
    expect(await keysOf('deep/')).toEqual(keys);
    expect(await keysOf('deep/', true)).toEqual([keys[0], keys[2]]);
    await bucket.remove([...keys, 'deep/nothing']);
    expect(await keysOf('deep/')).toEqual([]);
    expect(await neighbour.readText('deep/other', 1)).not.toBeNull();
    neighbour.close();
  });

  it.each([
    ['another bucket', (address: string) => address.replace(/\/room-\d+/, '/nowhere')],
    ['another secret', (address: string) => address.replace(/:[^:@]+@/, ':wrong@')],
    ['another port', (address: string) => address.replace(/@127.0.0.1:\d+/, '@127.0.0.1:9')],
  ])('rejects with one line without secrets at %s', async (_name, change) => {
    const elsewhere = openBucket(readBucketAddress('URL', change(url)));
    const refusal = {
      code: 'storage_unavailable',
      headers: { 'retry-after': '5' },
      message: expect.stringMatching(/^The storage of media cannot be used at the moment \([\w ]+\)$/),
    };
    await expect(elsewhere.probe()).rejects.toMatchObject(refusal);
    await expect(elsewhere.readText('x', 1)).rejects.toMatchObject(refusal);
    elsewhere.close();
  });
});

describe('a server without conditional writes', () => {
  const stored = new Map<string, string>();
  const server = createServer((request, response) => {
    const key = request.url!.split('?')[0]!;
    const answer = (status: number) => response.writeHead(status, { etag: '"e"' }).end();
    if (request.headers['if-none-match'] !== undefined) {
      request.resume().on('end', () => answer(501));
      return;
    }
    if (request.method !== 'PUT') {
      answer(stored.has(key) ? 200 : 404);
      return;
    }
    void text(request).then((content) => {
      stored.set(key, content);
      answer(200);
    });
  });
  let bucket: Bucket;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    bucket = openBucket(readBucketAddress('URL', `s3://k:s@127.0.0.1:${port}/bucket?tls=off`));
  });
  afterAll(() => {
    bucket.close();
    server.close();
  });
  async function* pieces() {
    yield Buffer.from('pieces');
  }
  const isNew = { isNew: true } as const;

  it('is checked before the write; a stream is rejected at the first attempt', async () => {
    await expect(bucket.write('stream', pieces(), isNew)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(stored.size).toBe(0);
    expect(await bucket.write('stream', pieces(), isNew)).toMatchObject({ size: 6 });
    expect(await bucket.writeText('text', 'first', isNew)).toMatchObject({ size: 5 });
    expect(await bucket.writeText('text', 'second', isNew)).toBeNull();
    expect(Object.fromEntries(stored)).toEqual({ '/bucket/stream': 'pieces', '/bucket/text': 'first' });
  });
});
