import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from './testing/read-events.js';
import { startTestService, type TestService } from './testing/test-service.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

/** Subjects of memories that do not contradict one another. */
const EVENT_SUBJECTS = ['apples', 'bridges', 'candles', 'drums', 'engines', 'forests'];

describe.skipIf(missing !== '')(`Two services on one database${missing}`, () => {
  let one: TestService;
  let two: TestService;
  let url: string;
  beforeAll(async () => {
    ({ url } = await startedPostgres());
    [one, two] = await Promise.all([
      startTestService({ MEMORY_DATABASE_URL: url }),
      startTestService({ MEMORY_DATABASE_URL: url }),
    ]);
  });
  afterAll(() => Promise.all([one?.close(), two?.close()]));

  async function remember(at: TestService, content: string, fields: Record<string, unknown> = {}) {
    const answer = await at.post('/api/v1/remember', { content, type: 'decision', ...fields });
    expect(answer.status).toBe(201);
    return answer.body.memory_id as string;
  }
  const get = async (at: TestService, memory_id: string) =>
    (await at.post('/api/v1/get', { memory_id, include_archived: true })).body;
  const recalled = async (at: TestService, query: string, project: string): Promise<string[]> =>
    (await at.post('/api/v1/recall', { query, filter: { project_id: project } })).body.memories.map(
      ({ memory_id }: { memory_id: string }) => memory_id,
    );

  it('recall through one service memories that were stored through the other, immediately', async () => {
    const first = await remember(one, 'The staging database is called Merlin.', { project: 'names' });
    expect(await recalled(two, 'name of the staging database', 'names')).toEqual([first]);
    const second = await remember(two, 'The production database is called Arthur.', { project: 'names' });
    expect((await recalled(one, 'database', 'names')).toSorted()).toEqual([first, second].toSorted());
    expect(await get(one, second)).toMatchObject({ content: 'The production database is called Arthur.' });
    const [atOne, atTwo] = await Promise.all(
      [one, two].map(async (at) => (await at.get('/api/v1/project/names/context')).body),
    );
    expect(atOne.project).toMatchObject({ name: 'names' });
    expect([atTwo.project, atTwo.counts]).toEqual([atOne.project, atOne.counts]);
  });

  it('show each other changes, archived and restored memories, and merges', async () => {
    const project = 'changes';
    const first = await remember(one, 'Deploys happen on Fridays.', { project, importance: 0.2 });
    const second = await remember(two, 'Deploys happen on Fridays at noon.', { project });
    await two.patch(`/api/v1/memories/${first}`, { importance: 0.9, content: 'Deploys happen on Mondays.' });
    expect(await get(one, first)).toMatchObject({ importance: 0.9, content: 'Deploys happen on Mondays.' });
    expect((await recalled(one, 'Mondays', project))[0]).toBe(first);
    await one.post('/api/v1/forget', { memory_id: first });
    expect(await recalled(two, 'deploys', project)).toEqual([second]);
    await two.post('/api/v1/restore', { memory_id: first });
    expect(await recalled(one, 'deploys', project)).toHaveLength(2);
    const merged = await one.post('/api/v1/memories/audit/merge', { memory_ids: [first, second] });
    expect(merged.status).toBe(200);
    expect(await recalled(two, 'deploys', project)).toEqual([merged.body.memory_id]);
    expect(await get(two, first)).toMatchObject({ superseded_by: merged.body.memory_id });
  });

  it('report all events at both, in the same order, and resume at either', async () => {
    const writes = async () => {
      for (let n = 0; n < 6; n++)
        await remember(n % 2 === 0 ? one : two, `Note on ${EVENT_SUBJECTS[n]}`, { project: 'events' });
    };
    let listening = 0;
    let startWrites = () => {};
    const written = new Promise<void>((resolve, reject) => {
      startWrites = () => writes().then(resolve, reject);
    });
    const bothListen = async () => {
      if (++listening === 2) startWrites();
      await written;
    };
    const [atOne, atTwo] = await Promise.all(
      [one, two].map((at) => readEvents(`${at.url}/api/v1/events`, 6, { afterConnect: bothListen })),
    );
    expect(atOne).toEqual(atTwo);
    expect(atOne!.map(({ id }) => Number(id))).toEqual(atOne!.map((_, n) => Number(atOne![0]!.id) + n));
    const resumed = await readEvents(`${two.url}/api/v1/events`, 4, {
      headers: { 'last-event-id': atOne![1]!.id },
    });
    expect(resumed).toEqual(atOne!.slice(2));
  });

  it('store one memory for concurrent calls with the same Idempotency-Key', async () => {
    const call = (at: TestService) =>
      at.post(
        '/api/v1/remember',
        { content: 'Only once', type: 'fact', project: 'once' },
        { 'idempotency-key': 'k' },
      );
    const answers = await Promise.all([one, two, one, two].map(call));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.memory_id);
    expect(new Set(ids).size).toBe(1);
    expect((await call(two)).body.memory_id).toBe(ids[0]);
    expect((await one.get('/api/v1/memories?project_id=once')).body.total).toBe(1);
  });

  it('show the findings of each other, and share their suppressions', async () => {
    const project = 'audited';
    for (const content of ['The office cat is called Minka.', 'The office cat is called Minka!'])
      await remember(one, content, { project });
    const run = await one.post('/api/v1/memories/audit', { scope: 'project', project_id: project });
    expect(run.body).toMatchObject({ state: 'finished', counts: { duplicate_memory: 1 } });
    const [{ finding_id }] = run.body.findings;
    const atTwo = await two.get(`/api/v1/memories/audit/${run.body.run_id}`);
    expect(atTwo.body).toEqual(run.body);
    await two.post('/api/v1/memories/audit/suppress', { run_id: run.body.run_id, finding_id });
    const again = await one.post('/api/v1/memories/audit', { scope: 'project', project_id: project });
    expect(again.body).toMatchObject({ findings: [], suppressed_counts: { duplicate_memory: 1 } });
  });

  it('share one response cache', async () => {
    const queried = { query: 'Who deploys on Fridays?', model: 'm' };
    await one.post('/api/v1/cache/store', { ...queried, response: 'Ada does' });
    expect((await two.post('/api/v1/cache/check', queried)).body).toMatchObject({
      hit: true,
      response: 'Ada does',
    });
    const other = { query: 'Who deploys on Friday?', model: 'm' };
    expect((await two.post('/api/v1/cache/check', other)).body.hit).toBe(true);
    expect((await two.request('DELETE', '/api/v1/cache')).body).toEqual({ deleted: 1 });
    expect((await one.post('/api/v1/cache/check', queried)).body.hit).toBe(false);
  });

  it('find through one service memories that were imported through the other', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anima-two-services-')));
    const third = await startTestService({ MEMORY_FILE_ROOTS: folder, MEMORY_DATABASE_URL: url });
    const apart = await startTestService({ MEMORY_FILE_ROOTS: folder });
    try {
      const memory_id = await remember(apart, 'The archive was kept in Trondheim.', { project: 'archived' });
      const output_path = join(folder, 'one.json');
      expect((await apart.post('/api/v1/export', { output_path })).status).toBe(200);
      const imported = await third.post('/api/v1/import', { source_path: output_path });
      expect(imported.body).toMatchObject({ counts: { created: 1 } });
      expect(await recalled(two, 'Where was the archive kept?', 'archived')).toEqual([memory_id]);
      const exported = await third.post('/api/v1/export', {
        output_path: join(folder, 'two.json'),
        project_filter: ['archived'],
      });
      expect(exported.body.counts).toEqual({ projects: 1, memories: 1, audit_runs: 0 });
    } finally {
      await third.close();
      await apart.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('do not start without their database, with one line that does not contain the password', async () => {
    const away = startTestService({ MEMORY_DATABASE_URL: 'postgresql://anima:hidden@127.0.0.1:1/nowhere' });
    const refusal = await away.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'storage_unavailable' });
    expect((refusal as Error).message).not.toMatch(/hidden|\n/);
    const other = startTestService({ MEMORY_DATABASE_URL: 'mysql://anima:hidden@127.0.0.1/nowhere' });
    await expect(other).rejects.toThrow(
      /MEMORY_DATABASE_URL: expected a URL as postgresql:.*something else$/,
    );
  });
});
