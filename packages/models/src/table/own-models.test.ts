import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelNamed, readTable } from './read-table.js';

const SHA256 = 'ab'.repeat(32);
const FILE = { path: 'models/mine/mine.onnx', url: 'https://models.test/mine.onnx' };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anima-own-models-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const write = (models: unknown): Promise<void> =>
  writeFile(join(dataDir, 'models.json'), JSON.stringify({ models }));

describe('models.json', () => {
  it('adds models', async () => {
    await write([{ name: 'mine', files: [{ ...FILE, bytes: 12, sha256: SHA256 }] }]);
    expect(modelNamed(await readTable(dataDir), 'mine')).toMatchObject({
      engine: 'other',
      licence: 'not stated',
      restriction: null,
      files: [{ ...FILE, bytes: 12, sha256: SHA256 }],
    });
  });

  it('changes the stated fields of a known model and keeps the others', async () => {
    const file = { path: 'models/codeformer/codeformer.onnx', url: 'https://models.test/c.onnx' };
    await write([{ name: 'codeformer', files: [file] }]);
    expect(modelNamed(await readTable(dataDir), 'codeformer')).toMatchObject({
      engine: 'codeformer',
      licence: 'S-Lab License 1.0',
      restriction: expect.stringContaining('non-commercial'),
      files: [{ ...file, bytes: null, sha256: null }],
    });
  });

  it('reads every file from a mirror under its path, with the checksums of the table', async () => {
    const table = await readTable(dataDir, 'https://mirror.test/anima/');
    const direct = await readTable(dataDir);
    expect(modelNamed(table, 'gfpgan-1.4').files[0]).toEqual({
      ...modelNamed(direct, 'gfpgan-1.4').files[0],
      url: 'https://mirror.test/anima/models/gfpgan-1.4/gfpgan_1.4.onnx',
    });
    await expect(readTable(dataDir, 'http://mirror.test')).rejects.toMatchObject({
      code: 'table_invalid',
      message:
        'ANIMA_MODELS_MIRROR: Expected an https address, or http on this machine, received "http://mirror.test"',
    });
  });

  it.each<[unknown, RegExp]>([
    [{}, /Expected a list for models, received \{\}/],
    [[{ files: [FILE] }], /Expected one line of text for name, received nothing/],
    [[{ name: '../up', files: [FILE] }], /for name, received "..\/up"/],
    [[{ name: 'mine' }], /Expected a list for files of mine, received nothing/],
    [[{ name: 'mine', files: [] }], /Expected a list of files for files of mine, received \[\]/],
    [[{ name: 'mine', files: [FILE], extra: 1 }], /received "extra"/],
    [[{ name: 'mine', files: [{ ...FILE, path: 'models/mine/../../x' }] }], /a file of mine, received/],
    [[{ name: 'mine', files: [{ ...FILE, path: '/etc/passwd' }] }], /a file of mine, received/],
    [[{ name: 'mine', files: [{ ...FILE, path: 'models/other/x.onnx' }] }], /in models\/mine\/ or voices\//],
    [[{ name: 'mine', files: [{ ...FILE, path: 'voices/.verified/x' }] }], /a file of mine, received/],
    [[{ name: 'mine', files: [{ ...FILE, url: 'http://models.test/x' }] }], /Expected an https address/],
    [[{ name: 'mine', files: [{ ...FILE, url: 'https://me:pw@models.test/x' }] }], /an https address/],
    [[{ name: 'mine', files: [{ ...FILE, url: 'http://localhost.models.test/x' }] }], /https address/],
    [[{ name: 'mine', files: [{ ...FILE, url: 'http://not-localhost/x' }] }], /Expected an https address/],
    [[{ name: 'mine', files: [{ ...FILE, bytes: -1 }] }], /Expected a number of bytes/],
    [[{ name: 'mine', files: [{ ...FILE, sha256: 'AB' }] }], /Expected 64 hexadecimal digits/],
    [[{ name: 'mine', files: [FILE], needs: ['nothing'] }], /for needs of mine, received nothing/],
    [[{ name: 'mine', adds: 'two\nlines', files: [FILE] }], /Expected one line of text for adds of mine/],
  ])('rejects %j', async (models, message) => {
    await write(models);
    await expect(readTable(dataDir)).rejects.toMatchObject({
      code: 'table_invalid',
      message: expect.stringMatching(message),
    });
  });

  it('reports invalid JSON', async () => {
    await writeFile(join(dataDir, 'models.json'), '{');
    await expect(readTable(dataDir)).rejects.toMatchObject({
      code: 'table_invalid',
      message: expect.stringMatching(/^Cannot use .*models\.json: /),
    });
  });
});
