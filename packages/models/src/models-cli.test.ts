import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ModelHome, startModelHome } from './testing/model-home.js';

/** The built program, as `anima models` runs it. */
const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const FREE = Buffer.alloc(400_000, 'free');
const BOUND = Buffer.alloc(200_000, 'bound');

let home: ModelHome;
let dataDir: string;
beforeEach(async () => {
  home = await startModelHome();
  home.files.set('/free.onnx', { body: FREE, etag: '"1"' });
  home.files.set('/bound.onnx', { body: BOUND });
  dataDir = await mkdtemp(join(tmpdir(), 'anima-models-cli-'));
  await writeTable();
});
afterEach(async () => {
  await home.close();
  await rm(dataDir, { recursive: true });
});

const writeTable = (freeUrl = `${home.url}/free.onnx`): Promise<void> =>
  writeFile(
    join(dataDir, 'models.json'),
    JSON.stringify({
      models: [
        {
          name: 'free',
          adds: 'a free model',
          licence: 'CC0-1.0',
          files: [
            {
              path: 'models/free/free.onnx',
              url: freeUrl,
              bytes: FREE.length,
              sha256: createHash('sha256').update(FREE).digest('hex'),
            },
          ],
        },
        {
          name: 'bound',
          licence: 'Its own',
          restriction: 'not for sale',
          files: [{ path: 'models/bound/bound.onnx', url: `${home.url}/bound.onnx` }],
        },
      ],
    }),
  );

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, AVATAR_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child, ended };
}
const models = (...args: string[]): Promise<Ended> => start(args).ended;
const target = (): string => join(dataDir, 'models', 'free', 'free.onnx');
const row = (out: string, name: string): string | undefined =>
  out.split('\n').find((line) => line.startsWith(`${name} `));

describe('anima models', () => {
  it('lists shipped, known and own models with state, size, licence and benefit', async () => {
    const { code, out } = await models('list');
    expect(code).toBe(0);
    expect(row(out, 'hibari-heart')).toMatch(/ships +13\.6 MB +Apache-2\.0 +Speech/);
    expect(row(out, 'gfpgan-1.4')).toMatch(/no +340\.3 MB .* \* +face restoration/);
    expect(row(out, 'free')).toMatch(/no +400\.0 kB +CC0-1\.0 +a free model/);
    expect(row(out, 'bound')).toMatch(/no +\? +Its own \*/);
  });

  it('names the package of a model that npm has not installed', async () => {
    const folder = join(dataDir, 'models-of-a-release');
    await mkdir(folder, { recursive: true });
    const files = [{ path: 'model.onnx', sha256: '0'.repeat(64), bytes: 4 }];
    const about = { purpose: 'Text embedding', licence: 'MIT', origin: 'made for this test', files };
    const model = { name: 'other', package: '@anima/model-other', ...about };
    await writeFile(join(folder, 'registry.json'), JSON.stringify({ models: [model] }));
    const run = (...args: string[]) => start(args, { ANIMA_MODELS_DIR: folder }).ended;
    expect(row((await run('list')).out, 'other')).toMatch(/ no /);
    expect((await run('verify')).out).not.toContain('other');
    for (const { code, err, out } of [await run('fetch', 'other'), await run('verify', 'other')]) {
      expect(code).not.toBe(0);
      expect(err + out).toContain('Install it next to Anima: npm install @anima/model-other');
    }
  });

  it('lists as JSON', async () => {
    const { out } = await models('list', '--json');
    const { data_dir, models: listed } = JSON.parse(out);
    expect(data_dir).toBe(dataDir);
    expect(listed.find((model: { name: string }) => model.name === 'free')).toMatchObject({
      state: 'missing',
      bytes: FREE.length,
      licence: 'CC0-1.0',
      files: [{ path: target(), url: `${home.url}/free.onnx`, published: true, state: 'missing' }],
    });
  });

  it('fetches, verifies, detects damage, restores the file, removes it', async () => {
    const fetched = await models('fetch', 'free');
    expect(fetched).toMatchObject({ code: 0 });
    expect(fetched.out).toContain('free: CC0-1.0');
    expect(fetched.out).toContain('free: fetched, 400.0 kB');
    expect(fetched.err).toContain('free free.onnx  100 % of 400.0 kB\n');
    expect((await readFile(target())).equals(FREE)).toBe(true);
    expect(row((await models('list')).out, 'free')).toMatch(/ yes /);
    expect((await models('verify')).out).toContain('free: ok\n');

    await writeFile(target(), Buffer.alloc(FREE.length));
    const damaged = await models('verify', 'free');
    expect(damaged).toMatchObject({ code: 1, out: expect.stringContaining('free: damaged: models/free/') });
    expect(row((await models('list')).out, 'free')).toMatch(/ DAMAGED /);
    expect(await models('fetch', 'free')).toMatchObject({ code: 0 });
    expect(await models('verify', 'free')).toMatchObject({ code: 0 });
    const requests = home.requests.length;
    expect((await models('fetch', 'free')).out).toContain('free: already installed');
    expect(home.requests).toHaveLength(requests);

    expect(await models('remove', 'free')).toMatchObject({ code: 0, out: 'free: removed\n' });
    expect(existsSync(join(dataDir, 'models', 'free'))).toBe(false);
    expect(await models('verify', 'free')).toMatchObject({ code: 1, out: 'free: not installed\n' });
  });

  it('verify reads files whose size and time are unchanged', async () => {
    await models('fetch', 'free');
    const when = new Date(1_700_000_000_000);
    await utimes(target(), when, when);
    expect(row((await models('list')).out, 'free')).toMatch(/ yes /);
    // Damage that keeps size and time, as a failing disk does.
    await writeFile(target(), Buffer.alloc(FREE.length));
    await utimes(target(), when, when);
    expect(row((await models('list')).out, 'free')).toMatch(/ yes /);
    expect(await models('verify', 'free')).toMatchObject({ code: 1 });
    expect(row((await models('list')).out, 'free')).toMatch(/ DAMAGED /);
  });

  it('fetches a restricted model only with --accept-licence, and then requires its first checksum', async () => {
    const refused = await models('fetch', 'free', 'bound');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--accept-licence for bound') });
    expect(refused.out).toContain('bound: Its own: not for sale');
    expect(home.requests).toEqual([]);

    const accepted = await models('fetch', 'bound', '--accept-licence');
    expect(accepted).toMatchObject({ code: 0 });
    const sum = createHash('sha256').update(BOUND).digest('hex');
    expect(accepted.out).toContain(
      `bound: no checksum is published; from now on the checksum of this copy counts (models/bound/bound.onnx ${sum})`,
    );
    expect((await models('verify', 'bound')).out).toContain('unchanged since the first copy');

    await writeFile(join(dataDir, 'models', 'bound', 'bound.onnx'), Buffer.alloc(BOUND.length));
    expect(await models('verify', 'bound')).toMatchObject({ code: 1 });
    home.files.get('/bound.onnx')!.body = Buffer.alloc(BOUND.length, 'other');
    expect(await models('fetch', 'bound', '--accept-licence')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`expected the sha256 ${sum}`),
    });
    await models('remove', 'bound');
    expect(await models('fetch', 'bound', '--accept-licence')).toMatchObject({ code: 0 });
    await writeFile(join(dataDir, 'models', 'bound', 'bound.onnx'), Buffer.alloc(BOUND.length));
    expect(await models('verify', 'bound')).toMatchObject({ code: 1 });
  });

  it('keeps the received bytes when it is interrupted, and resumes there', async () => {
    home.files.get('/free.onnx')!.halfUntil = new Promise(() => {});
    const { child, ended } = start(['fetch', 'free']);
    await expect.poll(() => partialBytes(), { timeout: 10_000 }).toBeGreaterThan(50_000);
    child.kill('SIGINT');
    const { code, err } = await ended;
    expect(code).toBe(130);
    expect(err).toMatch(/Stopped fetching .*; \d+ bytes are kept; the same command resumes there\n$/);
    expect((await readdir(join(dataDir, 'models', 'free'))).toSorted()).toEqual([
      'free.onnx.partial',
      'free.onnx.partial.version',
    ]);
    expect(row((await models('list')).out, 'free')).toMatch(/ in part /);
    delete home.files.get('/free.onnx')!.halfUntil;
    expect(await models('fetch', 'free')).toMatchObject({ code: 0 });
    expect(home.requests.at(-1)).toMatchObject({
      range: expect.stringMatching(/^bytes=[1-9]/),
      ifRange: '"1"',
    });
    expect((await readFile(target())).equals(FREE)).toBe(true);
  });

  it('resumes after it was killed', async () => {
    home.files.get('/free.onnx')!.halfUntil = new Promise(() => {});
    const { child, ended } = start(['fetch', 'free']);
    await expect.poll(() => partialBytes(), { timeout: 10_000 }).toBeGreaterThan(50_000);
    child.kill('SIGKILL');
    await ended;
    delete home.files.get('/free.onnx')!.halfUntil;
    expect(await models('fetch', 'free')).toMatchObject({ code: 0 });
    expect(home.requests.at(-1)?.range).toMatch(/^bytes=[1-9]/);
    expect((await readFile(target())).equals(FREE)).toBe(true);
    expect(await readdir(join(dataDir, 'models', 'free'))).toEqual(['free.onnx']);
  });

  it('reports busy to the second of two concurrent fetches', async () => {
    let sendRest = () => {};
    home.files.get('/free.onnx')!.halfUntil = new Promise((resolve) => (sendRest = resolve));
    const first = start(['fetch', 'free']);
    await expect.poll(() => partialBytes(), { timeout: 10_000 }).toBeGreaterThan(0);
    const second = await models('fetch', 'free');
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('Another process is fetching') });
    sendRest();
    expect((await first.ended).code).toBe(0);
    expect((await readFile(target())).equals(FREE)).toBe(true);
  });

  it('prints one line that says what to do, and exits with 2, if it is offline', async () => {
    const url = 'http://127.0.0.1:9/free.onnx';
    await writeTable(url);
    const { code, err } = await models('fetch', 'free');
    expect(code).toBe(2);
    expect(err).toMatch(
      /^Cannot reach 127\.0\.0\.1:9 \([^)]+\): fetch \S+ on another machine and put the file at \S+free\.onnx; sha256 [0-9a-f]{64}; Anima works without it\n$/,
    );
    expect(existsSync(join(dataDir, 'models', 'free', 'free.onnx.partial'))).toBe(false);
  });

  it('fetches from a mirror', async () => {
    await writeTable('http://127.0.0.1:9/free.onnx');
    home.files.set('/mirror/models/free/free.onnx', { body: FREE });
    const { code } = await start(['fetch', 'free'], { ANIMA_MODELS_MIRROR: `${home.url}/mirror` }).ended;
    expect(code).toBe(0);
    expect(home.requests.map(({ path }) => path)).toEqual(['/mirror/models/free/free.onnx']);
  });

  it('does not remove shipped models or files of the user', async () => {
    expect(await models('remove', 'heads')).toMatchObject({
      code: 1,
      err: 'heads comes with Anima and cannot be removed\n',
    });
    expect(await models('fetch', 'heads')).toMatchObject({ code: 1 });
    await models('fetch', 'free');
    await writeFile(join(dataDir, 'models', 'free', 'mine.onnx'), 'mine');
    await models('remove', 'free');
    expect(await readdir(join(dataDir, 'models', 'free'))).toEqual(['mine.onnx']);
    expect(row((await models('list')).out, 'free')).toMatch(/ own file /);
    expect((await models('remove', 'free')).out).toBe('free: your own file was not removed\n');
    expect((await models('verify', 'free')).out).toContain('mine.onnx: its checksum is not known');
  });

  it.each([
    [[], 64, 'Expected a command, received none'],
    [['forget'], 64, 'Expected one of list, fetch, verify, remove, received forget'],
    [['fetch'], 64, 'Expected names of models after fetch, received none'],
    [['list', 'free'], 64, 'Expected no names after list, received free'],
    [['list', '--all'], 64, '--all'],
    [['fetch', 'frea'], 1, 'No model is named frea. Expected one of: wav2lip'],
    [['toString'], 64, 'received toString'],
  ])('rejects %j', async (args, code, message) => {
    expect(await models(...args)).toMatchObject({ code, err: expect.stringContaining(message) });
  });

  it('reports an invalid models.json in one line', async () => {
    await writeFile(join(dataDir, 'models.json'), '{"models": 1}');
    expect(await models('list')).toEqual({
      code: 1,
      out: '',
      err: `Cannot use ${join(dataDir, 'models.json')}: Expected a list for models, received 1\n`,
    });
  });
});

async function partialBytes(): Promise<number> {
  return (await stat(`${target()}.partial`).catch(() => undefined))?.size ?? 0;
}
