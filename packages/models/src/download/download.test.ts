import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ModelsError, type ModelsErrorCode } from '../errors.js';
import { type ModelHome, type ServedFile, startModelHome } from '../testing/model-home.js';
import { fileError } from './disk.js';
import { type DownloadOptions, download } from './download.js';

const sha256 = (body: Buffer): string => createHash('sha256').update(body).digest('hex');
/** Bytes without a pattern, the same each time. */
const bytesOf = (length: number, seed: number) => {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
};
const MODEL = bytesOf(300_000, 1);
const OTHER = bytesOf(300_000, 2);

let home: ModelHome;
let dir: string;
let target: string;
beforeEach(async () => {
  home = await startModelHome();
  dir = await mkdtemp(join(tmpdir(), 'anima-download-'));
  target = join(dir, 'models', 'tiny', 'tiny.onnx');
});
afterEach(async () => {
  await home.close();
  await rm(dir, { recursive: true });
});

const serve = (file: Partial<ServedFile> = {}): void => {
  home.files.set('/tiny.onnx', { body: MODEL, etag: '"1"', ...file });
};
const run = (options: Partial<DownloadOptions> = {}): Promise<string> =>
  download({
    url: `${home.url}/tiny.onnx`,
    target,
    bytes: MODEL.length,
    sha256: sha256(MODEL),
    signal: new AbortController().signal,
    retryMs: 1,
    ...options,
  });
const failure = async (options: Partial<DownloadOptions> = {}): Promise<[ModelsErrorCode, string]> => {
  const error = await run(options).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ModelsError);
  const { code, message } = error as ModelsError;
  expect(message).not.toContain('\n');
  return [code, message];
};
/** Leaves the first bytes of a file, as a fetch that was killed would. */
const started = async (bytes: Buffer, version?: string): Promise<void> => {
  await mkdir(join(dir, 'models', 'tiny'), { recursive: true });
  await writeFile(`${target}.partial`, bytes);
  if (version !== undefined) await writeFile(`${target}.partial.version`, version);
};
/** Resolves when some bytes are on the disk; bytes in transit are lost with the connection. */
const hasStarted = () =>
  vi.waitFor(async () => expect((await stat(`${target}.partial`)).size).toBeGreaterThan(0), { interval: 5 });
const isThere = async (): Promise<void> => {
  expect((await readFile(target)).equals(MODEL)).toBe(true);
  expect(await readdir(join(dir, 'models', 'tiny'))).toEqual(['tiny.onnx']);
};

describe('download', () => {
  it('downloads the file, reports progress, and leaves no other file', async () => {
    serve();
    const seen: [number, number | null][] = [];
    expect(await run({ onProgress: (bytes, total) => seen.push([bytes, total]) })).toBe(sha256(MODEL));
    expect(seen.at(-1)).toEqual([MODEL.length, MODEL.length]);
    await isThere();
  });

  it('resumes an unfinished download of the same version', async () => {
    serve();
    await started(MODEL.subarray(0, 100_000), '"1"');
    await run();
    expect(home.requests).toEqual([{ path: '/tiny.onnx', range: 'bytes=100000-', ifRange: '"1"' }]);
    await isThere();
  });

  it('requests the rest when the host sends less than requested', async () => {
    serve({ maxRangeBytes: 90_000 });
    await started(MODEL.subarray(0, 100_000), '"1"');
    await run();
    expect(home.requests.map(({ range }) => range)).toEqual([
      'bytes=100000-',
      'bytes=190000-',
      'bytes=280000-',
    ]);
    await isThere();
  });

  it('starts over when the file has changed', async () => {
    serve({ etag: '"2"' });
    await started(OTHER.subarray(0, 100_000), '"1"');
    await run();
    expect(home.requests).toHaveLength(1);
    await isThere();
  });

  it('starts over when the host ignores ranges', async () => {
    serve({ ignoresRange: true });
    await started(MODEL.subarray(0, 100_000), '"1"');
    await run();
    await isThere();
  });

  it('resumes without a version if a checksum decides, and downloads all if it differs', async () => {
    serve({ etag: 'W/"1"' });
    await started(MODEL.subarray(0, 100_000));
    await run();
    expect(home.requests).toEqual([{ path: '/tiny.onnx', range: 'bytes=100000-', ifRange: undefined }]);
    await rm(target);
    await started(OTHER.subarray(0, 100_000));
    await run();
    expect(home.requests.at(-1)?.range).toBeUndefined();
    await isThere();
  });

  it('sends no weak ETag in If-Range', async () => {
    serve({ etag: 'W/"1"', cutOnce: { after: 120_000, until: hasStarted } });
    await run();
    expect(home.requests.map(({ ifRange }) => ifRange)).toEqual([undefined, undefined]);
    expect(home.requests[1]?.range).toMatch(/^bytes=[1-9]/);
    await isThere();
  });

  it('does not resume without version and checksum', async () => {
    serve();
    await started(OTHER.subarray(0, 100_000));
    expect(await run({ sha256: null })).toBe(sha256(MODEL));
    expect(home.requests).toEqual([{ path: '/tiny.onnx', range: undefined, ifRange: undefined }]);
    await isThere();
  });

  it('sends no request when only the last step is missing', async () => {
    serve();
    await started(MODEL, '"1"');
    await run();
    expect(home.requests).toEqual([]);
    await isThere();
  });

  it('starts over when the partial file is larger than the file', async () => {
    serve();
    await started(Buffer.concat([MODEL, OTHER]), '"1"');
    await run({ bytes: null });
    expect(home.requests[0]?.range).toBe('bytes=600000-');
    await isThere();
  });

  it('retries from the same byte when the connection is lost', async () => {
    serve({ cutOnce: { after: 120_000, until: hasStarted } });
    await run();
    expect(home.requests).toHaveLength(2);
    expect(Number(/^bytes=(\d+)-$/.exec(home.requests[1]!.range!)![1])).toBeGreaterThan(0);
    await isThere();
  });

  it('fails when the host sends nothing, and keeps the received bytes', async () => {
    serve({ silentAt: 50_000 });
    const [code, message] = await failure({ stallMs: 300 });
    expect(code).toBe('not_served');
    expect(message).toContain('sent nothing for 0.3 s; 50000 bytes are kept');
    expect(home.requests).toHaveLength(4);
    serve();
    await run();
    expect(home.requests.at(-1)?.range).toBe('bytes=50000-');
    await isThere();
  });

  it('rejects different bytes of the same size and discards them', async () => {
    serve({ body: OTHER });
    const [code, message] = await failure();
    expect(code).toBe('damaged');
    expect(message).toContain(`expected the sha256 ${sha256(MODEL)}`);
    expect(message).toContain(`received ${sha256(OTHER)}`);
    expect(await readdir(join(dir, 'models', 'tiny'))).toEqual([]);
  });

  it('keeps the previous file when the download is damaged', async () => {
    serve({ body: OTHER });
    await mkdir(join(dir, 'models', 'tiny'), { recursive: true });
    await writeFile(target, 'previous');
    await failure();
    expect(await readFile(target, 'utf8')).toBe('previous');
  });

  it.each<[string, Partial<ServedFile>, ModelsErrorCode, RegExp]>([
    ['a different size', { body: MODEL.subarray(1) }, 'damaged', /expected 300000 bytes, received 299999/],
    ['no file', { status: 404 }, 'not_served', /no longer has the file \(status 404\)/],
    ['a file that needs a login', { status: 401 }, 'not_served', /does not give the file to everyone/],
    ['a web page', { contentType: 'text/html; charset=utf-8' }, 'not_served', /received a web page/],
    ['a server error', { status: 503 }, 'not_served', /responds with status 503/],
    [
      'a redirect to http',
      { location: 'http://models.test/x' },
      'not_served',
      /only redirects to public https/,
    ],
    ['an encoding', { encoding: 'gzip' }, 'not_served', /the encoding "gzip"/],
    [
      'a redirect to a file',
      { location: 'file:///etc/passwd' },
      'not_served',
      /only redirects to public https/,
    ],
    ['an endless redirect', { location: '/tiny.onnx' }, 'not_served', /redirects more than 10 times/],
  ])('reports %s', async (_what, file, code, message) => {
    serve(file);
    expect(await failure()).toEqual([code, expect.stringMatching(message)]);
    expect(existsSync(`${target}.partial`)).toBe(false);
    expect(existsSync(target)).toBe(false);
  });

  it('sends the range to the target of a redirect', async () => {
    home.files.set('/tiny.onnx', { body: MODEL, location: '/cdn/tiny.onnx' });
    home.files.set('/cdn/tiny.onnx', { body: MODEL, etag: '"1"' });
    await started(MODEL.subarray(0, 100_000), '"1"');
    await run();
    expect(home.requests.at(-1)).toEqual({
      path: '/cdn/tiny.onnx',
      range: 'bytes=100000-',
      ifRange: '"1"',
    });
    await isThere();
  });

  it('names an unreachable host without a retry', async () => {
    await home.close();
    const [code, message] = await failure({ retryMs: 60_000 });
    expect(code).toBe('unreachable');
    expect(message).toBe(`Cannot reach ${new URL(home.url).host} (ECONNREFUSED)`);
    home = await startModelHome();
  });

  it('rejects an excessive size if the size of the file is not known', async () => {
    serve({ claims: 5_000_000_000 });
    const [code, message] = await failure({ bytes: null, sha256: null, freeBytes: async () => 1e12 });
    expect(code).toBe('damaged');
    expect(message).toContain('expected at most 4000000000 bytes, received 5000000000');
  });

  it('rejects before the first byte if the disk has too little space', async () => {
    serve();
    const [code, message] = await failure({ freeBytes: async () => 32 * 1024 * 1024 + 299_999 });
    expect(code).toBe('no_space');
    expect(message).toContain('Expected 300.0 kB of free space');
    await started(MODEL.subarray(0, 100_000), '"1"');
    await run({ freeBytes: async () => 32 * 1024 * 1024 + 200_000 });
    await isThere();
  });

  it('stops on the signal and resumes later', async () => {
    serve({ slowly: { pieces: 10, pauseMs: 20 } });
    const stop = new AbortController();
    const [code, message] = await failure({
      signal: stop.signal,
      onProgress: (bytes) => bytes > 100_000 && stop.abort(),
    });
    expect(code).toBe('stopped');
    expect(message).toMatch(/\d+ bytes are kept; the same command resumes there/);
    serve();
    await run();
    expect(home.requests.at(-1)?.range).toMatch(/^bytes=[1-9]/);
    await isThere();
  });

  it('reports a full disk in one line', async () => {
    serve();
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const handle = await open(dir);
    const writing = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'write');
    await handle.close();
    writing.mockRejectedValueOnce(full);
    onTestFinished(() => writing.mockRestore());
    expect(await failure()).toEqual([
      'no_space',
      `No space is left for ${target}.partial: free space and fetch again`,
    ]);
  });

  it('fails when the host keeps sending only a few bytes, and keeps them', async () => {
    serve({ slowly: { pieces: 30_000, pauseMs: 5 } });
    const [code, message] = await failure({ stallMs: 50 });
    expect(code).toBe('not_served');
    expect(message).toMatch(/sent (next to )?nothing for 0.05 s/);
    expect(home.requests).toHaveLength(4);
  });

  it('stops when the disk becomes full during the download', async () => {
    serve({ body: Buffer.alloc(9 * 1024 * 1024), claims: null });
    const free = vi.fn(async () => 32 * 1024 * 1024 - 1).mockResolvedValueOnce(1e12);
    expect((await failure({ bytes: null, sha256: null, freeBytes: free }))[0]).toBe('no_space');
    expect(free).toHaveBeenCalledTimes(2);
  });

  it.each(['', '.version'])('follows no link in place of its .partial%s', async (ending) => {
    serve();
    await mkdir(join(dir, 'models', 'tiny'), { recursive: true });
    const other = join(dir, 'of-another');
    await writeFile(other, 'untouched');
    await symlink(other, `${target}.partial${ending}`);
    expect(await failure()).toEqual(['not_writable', expect.stringContaining('is in its place')]);
    expect(await readFile(other, 'utf8')).toBe('untouched');
  });

  it('replaces a link and does not change its target', async () => {
    serve();
    await mkdir(join(dir, 'models', 'tiny'), { recursive: true });
    const other = join(dir, 'of-another');
    await writeFile(other, 'untouched');
    await symlink(other, target);
    await run();
    await isThere();
    expect(await readFile(other, 'utf8')).toBe('untouched');
  });

  it('reports that another file is in the way', async () => {
    await writeFile(join(dir, 'models'), 'a file');
    expect(await failure()).toEqual(['not_writable', expect.stringContaining('is in its place')]);
  });

  it.each([
    ['EACCES', 'not_writable', 'Cannot write /x: set AVATAR_DATA_DIR or --data-dir to a folder that you own'],
    ['EROFS', 'not_writable', 'Cannot write /x: set AVATAR_DATA_DIR or --data-dir to a folder that you own'],
    ['EDQUOT', 'no_space', 'No space is left for /x: free space and fetch again'],
  ])('reports %s in one line', (code, ours, message) => {
    expect(fileError('/x', Object.assign(new Error('no'), { code }))).toMatchObject({ code: ours, message });
  });
});
