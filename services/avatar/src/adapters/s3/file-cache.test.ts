import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { StoredObject } from '@anima/service/scale-out';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileCache, type FileCache } from './file-cache.js';

const never = new AbortController().signal;
const objectOf = (key: string, size = 10): StoredObject => ({ key, size, etag: `"${key}"` });
const contentOf = ({ key, size }: StoredObject) => Buffer.alloc(size, key);

describe('copies of objects on this machine', () => {
  let folder: string;
  let cache: FileCache;
  let reads: string[];
  /** Another one on the same folder, as after a restart. */
  const open = (maxBytes = 25) =>
    createFileCache({
      ...{ folder, maxBytes },
      read(object) {
        reads.push(object.key);
        return Readable.from([contentOf(object)]);
      },
    });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'anima-copies-'));
    reads = [];
    cache = await open();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function use(key: string, from = cache): Promise<void> {
    const copy = await from.hold(objectOf(key), never);
    expect(readFileSync(copy.path)).toEqual(contentOf(objectOf(key)));
    await copy.release();
  }
  /** Moves the times of files into the past, as on a clock that has run on. */
  function age(): void {
    for (const name of readdirSync(folder)) {
      const older = new Date(Date.now() - 60_000);
      utimesSync(join(folder, name), older, older);
    }
  }

  it('are fetched once, also over a restart', async () => {
    await Promise.all([use('a'), use('a'), use('a')]);
    await use('a', await open());
    expect(reads).toEqual(['a']);
  });

  it('go when there are too many, those used longest ago first', async () => {
    await use('a');
    await use('b');
    age();
    await use('a');
    await use('c');
    expect(readdirSync(folder)).toHaveLength(2);
    await use('a');
    await use('b');
    expect(reads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('stay while they are open, and go afterwards', async () => {
    const held = await Promise.all(['a', 'b', 'c'].map((key) => cache.hold(objectOf(key), never)));
    expect(held.map(({ path }) => readFileSync(path, 'utf8')[0])).toEqual(['a', 'b', 'c']);
    expect(readdirSync(folder)).toHaveLength(3);
    for (const copy of held) await copy.release();
    for (const copy of held) await copy.release();
    await use('d');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('serves an object larger than the limit of the cache', async () => {
    const copy = await cache.hold(objectOf('large', 100), never);
    expect(readFileSync(copy.path)).toHaveLength(100);
    await copy.release();
    await use('a');
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('are fetched again where they were cut short or removed', async () => {
    await use('a');
    truncateSync(join(folder, readdirSync(folder)[0]!), 3);
    await use('a');
    rmSync(folder, { recursive: true });
    await use('a');
    expect(reads).toEqual(['a', 'a', 'a']);
  });

  it('end with the last who waits, and leave nothing half fetched', async () => {
    let bodies = 0;
    const slow = await createFileCache({
      ...{ folder, maxBytes: 100 },
      read: () => {
        bodies++;
        return new Readable({ read() {} });
      },
    });
    const [first, second] = [new AbortController(), new AbortController()];
    const holds = [first, second].map(({ signal }) => slow.hold(objectOf('a'), signal));
    const ends = holds.map((each) => expect(each).rejects.toThrow('gone'));
    await expect.poll(() => bodies).toBe(1);
    first.abort(new Error('gone'));
    await ends[0];
    second.abort(new Error('gone'));
    await ends[1];
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    expect(bodies).toBe(1);
  });

  it('are taken from a file that was just stored', async () => {
    const object = objectOf('a');
    const path = join(folder, '..', `anima-take-${crypto.randomUUID()}`);
    writeFileSync(path, contentOf(object));
    await cache.take(object, path);
    await use('a');
    expect(reads).toEqual([]);
  });

  it('of one content under another key are another file', async () => {
    const identities = await Promise.all(
      [objectOf('a'), { ...objectOf('a'), etag: '"2"' }, { ...objectOf('a'), key: 'b' }].map(
        async (object) => {
          const copy = await cache.hold(object, never);
          await copy.release();
          return copy.identity;
        },
      ),
    );
    expect(new Set(identities).size).toBe(3);
  });
});
