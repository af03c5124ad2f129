import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shippedMedia } from '../../media/shipped-media.js';
import { PREPARED_HEADS_DIR } from '../../processes/programs.js';
import { LEO } from '../../testing/test-media.js';
import { clipSize } from './clip-size.js';
import { createHeadCache } from './head-cache.js';
import { findPrepared, type HeadInPicture, prepareHead } from './prepared-heads.js';

const HEIGHT = 64;
let folder: string;
/** Digest of leo without prepared data. */
let made: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anima-prepared-'));
  made = digestOf(await (await createHeadCache('')(LEO)).inPicture(HEIGHT));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Of all that it holds: arrays of megabytes are not compared value by value. */
function digestOf(ready: HeadInPicture): string {
  const hash = createHash('sha256');
  const serialised = JSON.stringify(ready, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    return `${value.constructor.name} of ${value.byteLength} bytes`;
  });
  return hash.update(serialised).digest('hex');
}

describe('a head that was prepared', () => {
  let prepared: string;
  beforeEach(async () => {
    prepared = mkdtempSync(join(folder, 'heads-'));
    await prepareHead(prepared, LEO, HEIGHT);
  });
  const file = () => join(prepared, readdirSync(prepared)[0]!);
  const inPicture = async (path: string, height: number) =>
    (await createHeadCache(prepared)(path)).inPicture(height);
  /** One memory for all that was read of a file. */
  const memoryOf = ({ head, triangles }: HeadInPicture) =>
    new Set([
      head.positions.buffer,
      triangles.records.buffer,
      ...triangles.levels.map((level) => level.texels.buffer),
    ]);

  it('is the same, in memory that threads share', async () => {
    const ready = await inPicture(LEO, HEIGHT);
    expect(digestOf(ready)).toBe(made);
    expect([...memoryOf(ready)]).toEqual([expect.any(SharedArrayBuffer)]);
  });

  it('is opened where it is wanted whole, or for another height', async () => {
    const cachedHead = await createHeadCache(prepared)(LEO);
    expect((await cachedHead.whole()).textures.every(({ pixels }) => pixels.length > 0)).toBe(true);
    expect(memoryOf(await cachedHead.inPicture(128)).size).toBeGreaterThan(1);
  });

  it('is identified by the content of its file, wherever the file is', async () => {
    const [copy, other] = [join(folder, 'copy.glb'), join(folder, 'other.glb')];
    copyFileSync(LEO, copy);
    expect(memoryOf(await inPicture(copy, HEIGHT)).size).toBe(1);
    const { size } = await stat(LEO);
    writeFileSync(other, Buffer.alloc(size));
    expect(await findPrepared(prepared, other, size)).toEqual(new Map());
    await expect(createHeadCache(prepared)(other)).rejects.toThrow('glTF');
  });

  it('is prepared again if its file is damaged', async () => {
    const { size } = await stat(file());
    for (const length of [size - 1, 2]) {
      truncateSync(file(), length);
      expect(digestOf(await inPicture(LEO, HEIGHT))).toBe(made);
    }
  });
});

it('the programs that were built have the default face at its usual size', async () => {
  const { path, bytes } = (await shippedMedia(resolveModelsDir())).faces[0]!;
  const { height } = clipSize({ kind: 'head', name: null }, null);
  expect([...(await findPrepared(PREPARED_HEADS_DIR, path, bytes)).keys()]).toEqual([height]);
});
