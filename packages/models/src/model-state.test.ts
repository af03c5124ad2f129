import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installedModels, stateOfFile } from './model-state.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anima-installed-'));
  await writeFile(
    join(dataDir, 'models.json'),
    JSON.stringify({
      models: [
        { name: 'pinned', files: [entry('pinned', 'weights')] },
        { name: 'unpinned', files: [{ ...entry('unpinned', 'x'), sha256: null, bytes: null }] },
      ],
    }),
  );
});
afterEach(() => rm(dataDir, { recursive: true }));

const entry = (name: string, content: string) => ({
  path: `models/${name}/net.onnx`,
  url: 'https://models.test/net.onnx',
  bytes: content.length,
  sha256: sha256(content),
});
const put = async (path: string, content: string): Promise<void> => {
  await mkdir(dirname(join(dataDir, path)), { recursive: true });
  await writeFile(join(dataDir, path), content);
};
const names = async (): Promise<string[]> => (await installedModels(dataDir)).map(({ name }) => name);

describe('installedModels', () => {
  it('returns the models whose files have the right checksum', async () => {
    expect(await names()).toEqual([]);
    await put('models/pinned/net.onnx', 'weights');
    expect(await installedModels(dataDir)).toEqual([
      {
        name: 'pinned',
        engine: 'other',
        licence: 'not stated',
        verified: true,
        paths: [join(dataDir, 'models', 'pinned', 'net.onnx')],
      },
    ]);
    await put('models/pinned/net.onnx', 'WEIGHTS');
    expect(await names()).toEqual([]);
    await put('models/pinned/net.onnx', 'weight');
    expect(await names()).toEqual([]);
  });

  it('returns another file in the folder of a network as unverified', async () => {
    await put('models/pinned/net.onnx.partial', 'weig');
    await put('models/pinned/Other Export.onnx', 'other');
    expect(await installedModels(dataDir)).toMatchObject([
      {
        name: 'pinned',
        verified: false,
        paths: [join(dataDir, 'models', 'pinned', 'Other Export.onnx')],
      },
    ]);
    await put('models/pinned/net.onnx', 'weights');
    expect(await installedModels(dataDir)).toMatchObject([{ name: 'pinned', verified: true }]);
  });

  it('requires the checksum of the first copy if none is published', async () => {
    await put('models/unpinned/net.onnx', 'first');
    expect(await names()).toEqual(['unpinned']);
    await put('models/unpinned/net.onnx', 'later');
    expect(await names()).toEqual([]);
    await put('models/unpinned/net.onnx', 'first');
    expect(await names()).toEqual(['unpinned']);
  });

  it('does not accept a file of a different size as the first copy', async () => {
    const file = { ...entry('pinned', 'weights'), sha256: null };
    await put(file.path, 'weigh');
    expect(await stateOfFile(dataDir, file)).toBe('damaged');
    await put(file.path, 'weights');
    expect(await stateOfFile(dataDir, file)).toBe('installed');
  });

  it('reads a file once and then trusts its size and time until a reread', async () => {
    const file = entry('pinned', 'weights');
    await put(file.path, 'weights');
    const path = join(dataDir, file.path);
    const { atime, mtime } = await stat(path);
    expect(await stateOfFile(dataDir, file)).toBe('installed');
    // Damage that keeps size and time, as a failing disk does.
    await writeFile(path, 'weightz');
    await utimes(path, atime, mtime);
    const { mtimeMs } = await stat(path);
    const record = join(dataDir, 'models', '.verified', `${file.path}.json`);
    await writeFile(record, JSON.stringify({ ...JSON.parse(await readFile(record, 'utf8')), mtimeMs }));
    expect(await stateOfFile(dataDir, file)).toBe('installed');
    expect(await stateOfFile(dataDir, file, { reread: true })).toBe('damaged');
    expect(await stateOfFile(dataDir, file)).toBe('damaged');
  });

  it('ignores records that cannot be read or written', async () => {
    const file = entry('pinned', 'weights');
    await put(file.path, 'weights');
    await put(`models/.verified/${file.path}.json`, '{"sha256"');
    expect(await stateOfFile(dataDir, file)).toBe('installed');
    await rm(join(dataDir, 'models', '.verified'), { recursive: true });
    await writeFile(join(dataDir, 'models', '.verified'), '');
    await chmod(join(dataDir, 'models', '.verified'), 0o400);
    expect(await stateOfFile(dataDir, file)).toBe('installed');
  });
});
