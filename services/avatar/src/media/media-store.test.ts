import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createAllowedPaths } from '@anima/service/files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mediaFolders } from '../storage/own-files.js';
import { createMemoryMediaStore } from '../testing/memory-media.js';
import { testMediaStore } from './media-store.contract.js';
import { createMediaStore } from './media-store.js';
import type { MediaStore } from './media-store-port.js';

async function openIn(top: string, roots = [top]): Promise<MediaStore> {
  return createMediaStore({
    folder: join(top, 'media'),
    catalog: join(top, 'catalog'),
    shipped: {
      faces: [
        { fileName: 'leo.glb', path: join(top, 'models', 'leo.glb'), bytes: 4, isLink: false, shipped: null },
      ],
      sources: [],
    },
    allowed: createAllowedPaths({ roots, forbidden: [join(top, 'avatar.db')] }),
  });
}

testMediaStore('folders', async () => {
  const top = mkdtempSync(join(tmpdir(), 'anima-media-'));
  return { store: await openIn(top), dispose: () => rmSync(top, { recursive: true }) };
});

testMediaStore('memory', async () => {
  const store = createMemoryMediaStore();
  return { store, dispose: () => void store.clean() };
});

describe('media in folders', () => {
  let top: string;
  let store: MediaStore;
  const at = (...path: string[]) => join(top, ...path);
  beforeEach(async () => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'anima-media-')));
    store = await openIn(top);
    for (const folder of ['models', 'catalog', 'catalog/faces', 'media/video/job'])
      mkdirSync(at(folder), { recursive: true });
    writeFileSync(at('models', 'leo.glb'), 'ships');
    writeFileSync(at('catalog', 'faces', 'leo.glb'), 'a file of the same name');
    writeFileSync(at('catalog', 'faces', 'ada.png'), 'dropped in');
    writeFileSync(at('avatar.db'), 'own');
  });
  afterEach(() => rmSync(top, { recursive: true }));
  const contentOf = async (ref: Parameters<MediaStore['open']>[0]) => {
    const media = await store.open(ref);
    return media && text(media.read());
  };

  it('contain the catalog files, shipped ones first', async () => {
    expect(await contentOf({ kind: 'faces', name: 'leo.glb' })).toBe('ships');
    expect(await contentOf({ kind: 'faces', name: 'ada.png' })).toBe('dropped in');
    expect(store.pathOf({ kind: 'faces', name: 'ada.png' })).toBe(at('catalog', 'faces', 'ada.png'));
  });

  it('name what jobs make by their paths', () => {
    const clip = { kind: 'video', jobId: 'job', name: 'clip.mp4' } as const;
    expect(store.pathOf(clip)).toBe(at('media', 'video', 'job', 'clip.mp4'));
    expect(store.pathOf({ ...clip, part: '001' })).toBe(at('media', 'video', 'job.001', 'clip.mp4'));
  });

  it('find what people have put there, as files of this machine', async () => {
    writeFileSync(at('media', 'video', 'own.mp4'), 'own');
    const found = await store.find('video', 'own.mp4');
    expect(found).toEqual({ kind: 'local_file', path: at('media', 'video', 'own.mp4') });
    expect(await contentOf(found!)).toBe('own');
  });

  it.skipIf(process.platform === 'win32')(
    'lie on another disk where a folder of theirs is a link',
    async () => {
      const [data, disk] = [at('data'), at('disk')];
      for (const folder of [join(data, 'media'), disk]) mkdirSync(folder, { recursive: true });
      symlinkSync(disk, join(data, 'media', 'video'));
      const linked = await openIn(data, [data, ...mediaFolders(data)]);
      const draft = await linked.begin('video', 'job');
      await draft.write('clip.srt', 'words');
      const clip = (await draft.publish()).get('clip.srt')!;
      expect(await linked.find('video', linked.pathOf(clip))).toEqual(clip);
      expect(await linked.stat(clip)).toMatchObject({ size: 5 });
    },
  );

  it.skipIf(process.platform === 'win32')(
    'open nothing through links, and nothing of the service itself',
    async () => {
      symlinkSync(at('avatar.db'), at('media', 'video', 'job', 'link.mp4'));
      symlinkSync(tmpdir(), at('media', 'video', 'elsewhere'));
      expect(await store.stat({ kind: 'video', jobId: 'job', name: 'link.mp4' })).toBeNull();
      expect(await store.find('video', 'job/link.mp4')).toBeNull();
      const never = new AbortController().signal;
      for (const path of [at('avatar.db'), at('media', 'video', 'job', 'link.mp4'), '/etc/hosts'])
        await expect(store.materialise({ kind: 'local_file', path }, never)).rejects.toMatchObject({
          code: 'path_not_allowed',
        });
    },
  );
});
