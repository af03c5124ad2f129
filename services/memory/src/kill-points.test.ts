import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from './testing/archive-text.js';
import { type ChildService, spawnDoomedService, spawnService } from './testing/child-service.js';
import type { KillPoint } from './testing/kill-points/kill-point.js';

let folder: string;
let dataDir: string;
let children: ChildService[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'anima-kill-')));
  dataDir = join(folder, 'data');
  children = [];
});
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    await child.exited;
  }
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ MEMORY_DATA_DIR: dataDir, MEMORY_FILE_ROOTS: folder });

async function start(): Promise<ChildService> {
  const service = await spawnService(env());
  children.push(service);
  return service;
}

/** Starts the program, lets it die at `point` of what `act` asks of it, and starts it again. */
async function killedAt(
  point: KillPoint,
  act: (service: ChildService) => Promise<unknown>,
  before: (service: ChildService) => Promise<unknown> = async () => {},
): Promise<ChildService> {
  const doomed = await spawnDoomedService(env(), { point, armedFile: join(folder, 'armed') });
  children.push(doomed);
  await before(doomed);
  doomed.arm();
  const answer = await act(doomed).catch(() => 'the connection broke');
  expect(answer).toBe('the connection broke');
  // Null: it did not stop by itself.
  expect(await doomed.exited).toBeNull();
  return start();
}

async function post(url: string, path: string, body: unknown, key?: string) {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by the tests
  return { status: response.status, body: (await response.json()) as any };
}

async function get(url: string, path: string) {
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by the tests
  return (await (await fetch(`${url}/api/v1/${path}`)).json()) as any;
}

const total = async ({ url }: ChildService): Promise<number> =>
  (await get(url, 'memories?include_archived=true')).total;

/** Index and database agree, and nothing of what was begun lies about. */
async function expectSound(service: ChildService): Promise<void> {
  const { components } = await get(service.url, 'status');
  expect([components.database.status, components.vector_index.status]).toEqual(['ok', 'ok']);
  const left = readdirSync(dataDir).filter((name) => /import|tmp/.test(name));
  expect(left).toEqual([]);
}

describe('kill -9 in the middle of a keyed write', () => {
  const body = { content: 'The heron nests by the old mill', type: 'fact' };
  const write = ({ url }: ChildService) => post(url, 'remember', body, 'crash-key');

  it.each<[string, KillPoint, number]>([
    ['before its commit', { statement: 'COMMIT', when: 'before', following: 'INSERT INTO memories' }, 0],
    ['after its commit', { statement: 'COMMIT', when: 'after', following: 'INSERT INTO memories' }, 1],
  ])('%s: all of it or nothing, and once', { timeout: 120_000 }, async (_, point, durable) => {
    const kept = { content: 'Written and answered before', type: 'fact' };
    const service = await killedAt(point, write, ({ url }) => post(url, 'remember', kept));
    expect(await total(service)).toBe(1 + durable);
    await expectSound(service);
    if (durable === 1) {
      const other = await post(service.url, 'remember', { ...body, content: 'Another body' }, 'crash-key');
      expect(other.body.code).toBe('idempotency_key_reused');
    }
    const again = await write(service);
    expect(again.status).toBe(201);
    expect(await total(service)).toBe(2);
    const { memories } = (
      await post(service.url, 'recall', { query: 'Where does the heron nest?', limit: 2 })
    ).body;
    expect(memories.map((memory: { content: string }) => memory.content)).toContain(again.body.content);
  });
});

describe('kill -9 in the middle of an import', () => {
  const MEMORIES = 60;

  it.each<[string, KillPoint, number]>([
    ['on its stage', { statement: 'INSERT INTO vectors', when: 'after' }, 0],
    ['after its commit', { statement: 'COMMIT', when: 'after', thread: 'worker' }, MEMORIES],
    [
      'while the index takes it in',
      { statement: 'ORDER BY memory_key LIMIT', when: 'before', following: 'ORDER BY memory_key LIMIT' },
      MEMORIES,
    ],
  ])('%s: all of it or nothing', { timeout: 120_000 }, async (_, point, durable) => {
    const project = { project_id: '019b0000-0000-7000-8000-00000000000d', project: 'brought' };
    const memories = Array.from({ length: MEMORIES }, (_, i) =>
      memoryRecord({ content: `imported ${i}`, ...project }),
    );
    const source_path = join(folder, 'archive.json');
    writeFileSync(source_path, JSON.stringify(archiveOf({ memories })));
    const bring = ({ url }: ChildService) => post(url, 'import', { source_path });

    const service = await killedAt(point, bring);
    expect(await total(service)).toBe(durable);
    await expectSound(service);
    const context = await fetch(`${service.url}/api/v1/project/brought/context`);
    expect(context.status).toBe(durable === 0 ? 404 : 200);
    expect((await bring(service)).body.counts).toEqual({
      created: MEMORIES - durable,
      skipped: durable,
      conflicts: 0,
      invalid: 0,
    });
    await expectSound(service);
  });
});

describe('kill -9 in the middle of an export', () => {
  it('leaves nothing beside its output after the next start, and touches nothing else', {
    timeout: 120_000,
  }, async () => {
    const output_path = join(folder, 'out', 'archive.json');
    const unfinished = () => readdirSync(join(folder, 'out')).sort();
    const notOurs = '.anima-export-01234567-0123-4123-8123-0123456789ab.tmp';
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out', notOurs), 'of another service, which is at work');
    let left: string[] = [];
    const service = await killedAt(
      { statement: 'SELECT * FROM memories WHERE :memories', when: 'after' },
      (doomed) =>
        post(doomed.url, 'export', { output_path }).catch((error) => {
          left = unfinished();
          throw error;
        }),
      ({ url }) => post(url, 'remember', { content: 'The ferry leaves at noon', type: 'fact' }),
    );
    expect(left).toHaveLength(2);
    expect(unfinished()).toEqual([notOurs]);
    expect((await post(service.url, 'export', { output_path })).status).toBe(200);
    expect(unfinished()).toEqual([notOurs, 'archive.json']);
  });
});

describe('kill -9 while the index is saved', () => {
  it('leaves the index of before, and the next start brings it up to date', {
    timeout: 120_000,
  }, async () => {
    const remember = ({ url }: ChildService, content: string) =>
      post(url, 'remember', { content, type: 'fact' });
    const first = await start();
    await remember(first, 'The lighthouse keeper is called Osgood');
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);

    // It saves when it stops.
    const service = await killedAt(
      { rename: 'memory.index' },
      async (doomed) => {
        doomed.kill('SIGTERM');
        await doomed.exited;
        throw new Error('no answer to wait for');
      },
      (doomed) => remember(doomed, 'Osgood has a dog called Biscuit'),
    );
    expect(await total(service)).toBe(2);
    await expectSound(service);
    const { memories } = (await post(service.url, 'recall', { query: "Osgood's dog", limit: 1 })).body;
    expect(memories[0].content).toContain('Biscuit');
  });
});
