import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Bucket, loadScaleOut } from '@anima/service/scale-out';
import { findS3, startedS3 } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createObjectSets, type ObjectSets } from './object-sets.js';

describe.skipIf(findS3() === null)('sets of files in a bucket (no weed of seaweedfs: skipped)', () => {
  let bucket: Bucket;
  let sets: ObjectSets;
  const folder = mkdtempSync(join(tmpdir(), 'anima-sets-'));
  beforeAll(async () => {
    bucket = (await loadScaleOut('s3', 'AVATAR_MEDIA_URL')).openBucket('URL', (await startedS3()).url);
    sets = createObjectSets(bucket);
  });
  afterAll(() => {
    bucket.close();
    rmSync(folder, { recursive: true });
  });
  function file(name: string, content: string) {
    const path = join(folder, crypto.randomUUID());
    writeFileSync(path, content);
    return { name, path };
  }
  async function keys(): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of bucket.list('')) found.push(key);
    return found;
  }

  it('are new by one of many at once; the others leave nothing', async () => {
    const all = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) =>
        sets.publish('faces/ada', [file('ada.png', content)], { isNew: true }),
      ),
    );
    const [winner] = all.filter((each) => each !== null);
    expect(all.filter((each) => each === null)).toHaveLength(3);
    expect(await sets.find('faces/ada')).toEqual(winner);
    expect(await keys()).toEqual([winner!.get('ada.png')!.key, 'faces/ada.json']);
    await sets.remove('faces/ada');
    expect(await keys()).toEqual([]);
  });

  it('leaves nothing behind if a file cannot be uploaded', async () => {
    const missing = { name: 'b', path: join(folder, 'missing') };
    await expect(sets.publish('broken/set', [file('a', 'a'), missing])).rejects.toThrow();
    expect([await sets.find('broken/set'), await keys()]).toEqual([null, []]);
  });

  it('are listed as they are now', async () => {
    for (const name of ['one', 'two', 'three']) await sets.publish(`list/${name}`, [file(name, name)]);
    await sets.publish('listed/other', [file('x', 'x')]);
    expect([...(await sets.list('list/')).keys()]).toEqual(['list/one', 'list/three', 'list/two']);
    await sets.publish('list/two', [file('two', 'second')]);
    await sets.remove('list/one');
    const listed = await sets.list('list/');
    expect([...listed.keys()]).toEqual(['list/three', 'list/two']);
    expect(await text(bucket.read(listed.get('list/two')!.get('two')!))).toBe('second');
  });

  it.each([
    ['no JSON', 'x'],
    ['another shape', '{"version":1}'],
    ['a name that leads elsewhere', JSON.stringify({ ...index(), files: [{ ...entry(), name: '../x' }] })],
    ['the name of a folder', JSON.stringify({ ...index(), files: [{ ...entry(), name: '..' }] })],
    ['a date that is none', JSON.stringify({ ...index(), modified_at: 9e15 })],
    ['a version that leads elsewhere', JSON.stringify({ ...index(), version: '../..' })],
  ])('are refused where their index has %s', async (_name, content) => {
    await bucket.writeText('strange/set.json', content);
    await expect(sets.find('strange/set')).rejects.toMatchObject({ code: 'media_unreadable' });
    expect(await sets.list('strange/')).toEqual(new Map());
  });
  function entry() {
    return { name: 'x', bytes: 1, etag: '"x"' };
  }
  function index() {
    return { version: crypto.randomUUID(), modified_at: 0, files: [entry()] };
  }
});
