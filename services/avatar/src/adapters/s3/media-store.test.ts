import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createAllowedPaths } from '@anima/service/files';
import { type Bucket, loadScaleOut } from '@anima/service/scale-out';
import { findS3, startedS3 } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMediaStore } from '../../media/media-store.contract.js';
import { createMediaStore } from '../../media/media-store.js';
import type { MediaStore } from '../../media/media-store-port.js';
import { createFileCache } from './file-cache.js';
import { createBucketMediaStore } from './media-store.js';
import { createObjectSets } from './object-sets.js';

const never = new AbortController().signal;
const clip = { kind: 'video', jobId: 'job-1', name: 'clip.mp4' } as const;

/**
 * Opens a store as a separate process does: a bucket that others may share, and a folder that they do not.
 */
async function openOn(bucket: Bucket) {
  const top = mkdtempSync(join(tmpdir(), 'anima-bucket-media-'));
  const here = await createMediaStore({
    folder: join(top, 'media'),
    catalog: join(top, 'catalog'),
    shipped: { faces: [], sources: [] },
    allowed: createAllowedPaths({ roots: [top], forbidden: [] }),
  });
  const copies = join(top, 'cache');
  const store = createBucketMediaStore({
    ...{ bucket, here },
    sets: createObjectSets(bucket),
    cache: await createFileCache({ folder: copies, maxBytes: 1e6, read: bucket.read }),
    ships: () => false,
    draftsOf: (kind) => join(top, 'media', kind),
    waits: [1, 1],
  });
  return { top, copies, store, dispose: () => rmSync(top, { recursive: true }) };
}

/** A bucket takes seconds until it is written: each has its prefix in the same one. */
let url: string;
let prefixes = 0;
async function openRoom(): Promise<Bucket> {
  url ??= (await startedS3()).url;
  return (await loadScaleOut('s3', 'AVATAR_MEDIA_URL')).openBucket(
    'URL',
    url.replace('?', `/p${prefixes++}?`),
  );
}

describe.skipIf(findS3() === null)('media in a bucket (no weed of seaweedfs: skipped)', () => {
  testMediaStore('a bucket', async () => {
    const bucket = await openRoom();
    const { store, dispose } = await openOn(bucket);
    return {
      store,
      dispose() {
        dispose();
        bucket.close();
      },
    };
  });

  describe('shared by processes', () => {
    let bucket: Bucket;
    let one: Awaited<ReturnType<typeof openOn>>;
    let other: typeof one;
    beforeAll(async () => {
      bucket = await openRoom();
      one = await openOn(bucket);
      other = await openOn(bucket);
    });
    afterAll(() => {
      for (const each of [one, other]) each.dispose();
      bucket.close();
    });
    async function publish(store: MediaStore, content: string) {
      const draft = await store.begin('video', 'job-1');
      await draft.write('clip.mp4', content);
      await draft.publish();
    }

    it('shares files between two services and fetches each once', async () => {
      await publish(one.store, 'frames');
      expect(readdirSync(one.copies)).toHaveLength(1);
      expect(readdirSync(other.copies)).toEqual([]);
      for (let again = 0; again < 2; again++) {
        const file = await other.store.materialise(clip, never);
        expect(readFileSync(file.path, 'utf8')).toBe('frames');
        await file.release();
      }
      expect(readdirSync(other.copies)).toHaveLength(1);
      expect(await text((await other.store.open(clip))!.read({ start: 1, end: 3 }))).toBe('ram');
    });

    it('names it by an address that both find', async () => {
      const address = one.store.pathOf(clip);
      expect(address).toMatch(/^s3:\/\/room-\d+\/p\d+\/media\/video\/job-1\/clip\.mp4$/);
      for (const { store } of [one, other])
        for (const path of [address, 'job-1/clip.mp4']) expect(await store.find('video', path)).toEqual(clip);
      expect(await one.store.find('audio', address)).toBeNull();
    });

    it('does not serve an old copy of a replaced file', async () => {
      await publish(one.store, 'second');
      const file = await other.store.materialise(clip, never);
      expect(readFileSync(file.path, 'utf8')).toBe('second');
      await file.release();
    });

    it('removes it for both, with all versions', async () => {
      await other.store.remove('video', ['job-1']);
      expect(await one.store.stat(clip)).toBeNull();
      for await (const { key } of bucket.list('media/')) throw new Error(`left: ${key}`);
    });

    it('opens local files that the other machine does not have', async () => {
      const path = join(one.top, 'own.mp4');
      writeFileSync(path, 'own');
      const file = { kind: 'local_file', path } as const;
      expect(one.store.pathOf(file)).toBe(path);
      expect(await text((await one.store.open(file))!.read())).toBe('own');
      expect(await other.store.stat(file)).toBeNull();
    });
  });

  it('uploads again where a try broke off, and keeps the draft where none came through', async () => {
    const bucket = await openRoom();
    let failures = 2;
    const away = { code: 'storage_unavailable' };
    const { isUnavailable } = await import('@anima/service/scale-out');
    const { AppError } = await import('@anima/service/errors');
    expect(isUnavailable(new AppError(away.code, ''))).toBe(true);
    const shaky: Bucket = {
      ...bucket,
      write: (...args) =>
        failures-- > 0 ? Promise.reject(new AppError(away.code, 'away')) : bucket.write(...args),
    };
    const { store, top, dispose } = await openOn(shaky);
    const draft = await store.begin('video', 'job-1');
    await draft.write('clip.mp4', 'frames');
    await draft.publish();
    expect(await store.stat(clip)).toMatchObject({ size: 6 });
    failures = 3;
    const second = await store.begin('video', 'job-1');
    await second.write('clip.mp4', 'others');
    await expect(second.publish()).rejects.toMatchObject(away);
    expect(await text((await store.open(clip))!.read())).toBe('frames');
    expect(readdirSync(join(top, 'media', 'video'))).toEqual(['.draft-job-1']);
    await second.discard();
    mkdirSync(join(top, 'media', 'video', '.draft-dead'));
    await store.clean();
    expect(readdirSync(join(top, 'media', 'video'))).toEqual([]);
    dispose();
    bucket.close();
  });
});
