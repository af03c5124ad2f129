import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from './testing/archive-text.js';
import { spawnWithKillPoint } from './testing/child-service.js';
import type { KillPoint } from './testing/kill-points/kill-point.js';

let folder: string;
let dataDir: string;
/** Service that a test kills and starts again; the next test continues with it. */
let service: Awaited<ReturnType<typeof spawnWithKillPoint>>;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'anima-kill-')));
  dataDir = join(folder, 'data');
  await start();
}, 60_000);
afterAll(async () => {
  service.kill('SIGKILL');
  await service.exited;
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  service = await spawnWithKillPoint(
    { MEMORY_DATA_DIR: dataDir, MEMORY_FILE_ROOTS: folder },
    join(folder, 'armed'),
  );
}

/** Kills the service at `point` while it processes the requests of `act`, and starts it again. */
async function killedAt(point: KillPoint, act: () => Promise<unknown>): Promise<void> {
  service.arm(point);
  const answer = await act().catch(() => 'the connection broke');
  expect(answer).toBe('the connection broke');
  // The exit code is null, because a signal ended the process.
  expect(await service.exited).toBeNull();
  await start();
}

async function post(path: string, body: unknown, key?: string) {
  const response = await fetch(`${service.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests inspect the responses
  return { status: response.status, body: (await response.json()) as any };
}

async function get(path: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the tests inspect the responses
  return (await (await fetch(`${service.url}/api/v1/${path}`)).json()) as any;
}

const total = async (): Promise<number> => (await get('memories?include_archived=true')).total;

/** Index and database agree, and there are no remains of unfinished operations. */
async function expectSound(): Promise<void> {
  const { components } = await get('status');
  expect([components.database.status, components.vector_index.status]).toEqual(['ok', 'ok']);
  const left = readdirSync(dataDir).filter((name) => /import|tmp/.test(name));
  expect(left).toEqual([]);
}

const remember = (content: string, key?: string) => post('remember', { content, type: 'fact' }, key);

async function expectFirst(query: string, content: string): Promise<void> {
  const { memories } = (await post('recall', { query, limit: 1 })).body;
  expect(memories[0].content).toBe(content);
}

describe('kill -9 in the middle of a write with an Idempotency-Key', () => {
  it.each<[string, KillPoint, number, string]>([
    [
      'before its commit',
      { statement: 'COMMIT', when: 'before', following: 'INSERT INTO memories' },
      0,
      'The heron nests by the old mill',
    ],
    [
      'after its commit',
      { statement: 'COMMIT', when: 'after', following: 'INSERT INTO memories' },
      1,
      'The otter fishes under the bridge',
    ],
  ])('%s: is stored once or not at all', { timeout: 120_000 }, async (_, point, durable, content) => {
    const key = `key of ${content}`;
    await remember(`Answered before ${key}`);
    const before = await total();
    await killedAt(point, () => remember(content, key));
    expect(await total()).toBe(before + durable);
    await expectSound();
    if (durable === 1) expect((await remember('Another body', key)).body.code).toBe('idempotency_key_reused');
    const again = await remember(content, key);
    expect(again).toMatchObject({ status: 201, body: { content } });
    expect(await total()).toBe(before + 1);
    await expectFirst(content, content);
  });
});

describe('kill -9 in the middle of superseding', () => {
  // The two subjects differ, so that no rule relates them.
  it.each<[string, KillPoint, boolean, string, string]>([
    [
      'before its commit',
      { statement: 'COMMIT', when: 'before', following: 'INSERT INTO relations' },
      false,
      'The gate of the yard is green',
      'Somebody painted the yard gate blue',
    ],
    [
      'after its commit',
      { statement: 'COMMIT', when: 'after', following: 'INSERT INTO relations' },
      true,
      'Our printer needs a new drum',
      'Nobody prints any more: the machine was sold',
    ],
  ])(
    '%s: is stored completely or not at all',
    { timeout: 120_000 },
    async (_, point, durable, first, next) => {
      const old = (await remember(first)).body.memory_id;
      const before = await total();
      await killedAt(point, () => post('remember', { content: next, type: 'fact', supersedes: [old] }));
      expect(await total()).toBe(before + Number(durable));
      await expectSound();
      const { relations } = await get(`memories/${old}/relations`);
      expect(relations).toHaveLength(Number(durable));
      const { body } = await post('get', { memory_id: old, include_archived: true });
      expect(body).toMatchObject({
        state: durable ? 'archived' : 'active',
        superseded_by: relations[0]?.memory_id ?? null,
      });
    },
  );
});

describe('kill -9 in the middle of an import', () => {
  const MEMORIES = 60;

  it.each<[string, KillPoint, string, number]>([
    ['on its stage', { statement: 'INSERT INTO vectors', when: 'after' }, 'staged', 0],
    ['after its commit', { statement: 'COMMIT', when: 'after', thread: 'worker' }, 'committed', MEMORIES],
    [
      'while the index takes it in',
      { statement: 'ORDER BY memory_key LIMIT', when: 'before', following: 'ORDER BY memory_key LIMIT' },
      'taken-in',
      MEMORIES,
    ],
  ])('%s: is imported completely or not at all', { timeout: 120_000 }, async (_, point, name, durable) => {
    const project = { project_id: randomUUID(), project: name };
    const memories = Array.from({ length: MEMORIES }, (_, i) =>
      memoryRecord({ content: `${name} ${i}`, ...project }),
    );
    const source_path = join(folder, `${name}.json`);
    writeFileSync(source_path, JSON.stringify(archiveOf({ memories })));
    const before = await total();

    await killedAt(point, () => post('import', { source_path }));
    expect(await total()).toBe(before + durable);
    await expectSound();
    const context = await fetch(`${service.url}/api/v1/project/${name}/context`);
    expect(context.status).toBe(durable === 0 ? 404 : 200);
    expect((await post('import', { source_path })).body.counts).toEqual({
      created: MEMORIES - durable,
      skipped: durable,
      conflicts: 0,
      invalid: 0,
    });
    await expectSound();
  });
});

describe('kill -9 in the middle of an export', () => {
  it('leaves no file next to its output after the next start, and changes no other file', {
    timeout: 120_000,
  }, async () => {
    const output_path = join(folder, 'out', 'archive.json');
    const unfinished = () => readdirSync(join(folder, 'out')).sort();
    const notOurs = '.anima-export-01234567-0123-4123-8123-0123456789ab.tmp';
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out', notOurs), 'of another service, which is at work');
    await remember('The ferry leaves at noon');
    let left: string[] = [];
    await killedAt({ statement: 'SELECT * FROM memories WHERE :memories', when: 'after' }, () =>
      post('export', { output_path }).catch((error) => {
        left = unfinished();
        throw error;
      }),
    );
    expect(left).toHaveLength(2);
    expect(unfinished()).toEqual([notOurs]);
    expect((await post('export', { output_path })).status).toBe(200);
    expect(unfinished()).toEqual([notOurs, 'archive.json']);
  });
});

describe('kill -9 in the middle of an audit', () => {
  it('fails the run at the next start, and the next audit runs', { timeout: 120_000 }, async () => {
    const audit = () => post('memories/audit', { scope: 'cross' });
    await killedAt({ statement: 'COMMIT', when: 'after', following: 'INSERT INTO audit_runs' }, audit);
    const { runs } = await get('memories/audit/history?limit=200');
    expect(runs).toMatchObject([{ state: 'failed', error: 'The service stopped during this run' }]);
    expect(runs[0].finished_at).not.toBeNull();
    expect((await audit()).body.state).toBe('finished');
  });
});

describe('kill -9 while the index is saved', () => {
  it('keeps the previous index, and the next start updates it', {
    timeout: 120_000,
  }, async () => {
    const keeper = 'The lighthouse keeper is called Osgood';
    const dog = 'Osgood has a dog called Biscuit';
    await remember(keeper);
    // The service saves its index when it stops.
    service.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    await start();
    await remember(dog);
    const before = await total();
    await killedAt({ rename: 'memory.index' }, async () => {
      service.kill('SIGTERM');
      await service.exited;
      throw new Error('no answer to wait for');
    });
    expect(await total()).toBe(before);
    await expectSound();
    await expectFirst("Osgood's dog", dog);
    await expectFirst('Who keeps the lighthouse?', keeper);
  });
});

describe('kill -9 in the middle of an erasure', () => {
  it.each<[string, KillPoint]>([
    ['after it began', { statement: 'COMMIT', when: 'after', following: 'INSERT INTO erasures' }],
    ['in the removal', { statement: 'COMMIT', when: 'before', following: 'DELETE FROM memories' }],
    ['after the removal', { statement: 'COMMIT', when: 'after', following: 'DELETE FROM memories' }],
    ['before the index is saved', { rename: 'memory.index' }],
    ['while the database is written again', { statement: 'VACUUM', when: 'before', thread: 'worker' }],
    ['before its receipt is complete', { statement: 'UPDATE erasures SET finished_at', when: 'before' }],
  ])('%s: the next start finishes it', { timeout: 120_000 }, async (name, point) => {
    const word = `axolotl${name.replaceAll(' ', '')}`;
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await remember(`Note ${n} on the ${word}`)).body.memory_id);
    const kept = await remember('The heron returns in spring');
    await killedAt(point, () => post('erase', { memory_ids: ids }));
    expect((await get('erasures')).erasures[0]).toMatchObject({
      erased: 3,
      finished_at: expect.any(String),
      sha256: expect.any(String),
    });
    for (const memory_id of ids)
      expect((await post('get', { memory_id, include_archived: true })).status).toBe(404);
    expect((await post('get', { memory_id: kept.body.memory_id })).status).toBe(200);
    await expectSound();
    for (const file of readdirSync(dataDir))
      expect([file, readFileSync(join(dataDir, file)).includes(word)]).toEqual([file, false]);
  });
});
