import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from '../testing/archive-text.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ MEMORY_MAX_CONTENT_BYTES: '2000' });
});
afterAll(() => service.close());

const unknownId = '01900000-0000-7000-8000-000000000000';
const path = '/api/v1/memories/audit/merge';

async function remember(content: string, fields: Record<string, unknown> = {}): Promise<string> {
  const answer = await service.post('/api/v1/remember', { content, type: 'decision', ...fields });
  expect(answer.status).toBe(201);
  return answer.body.memory_id;
}
const get = async (memory_id: string) =>
  (await service.post('/api/v1/get', { memory_id, include_archived: true })).body;
const listed = async (project: string): Promise<string[]> =>
  (await service.get(`/api/v1/memories?project_id=${project}`)).body.memories.map(
    ({ memory_id }: { memory_id: string }) => memory_id,
  );

describe('merge', () => {
  it('creates one memory with all sentences, and archives the sources', async () => {
    const project = 'merge';
    const first = await remember('Use Postgres for orders.', {
      project,
      tags: ['db', 'orders'],
      importance: 0.4,
    });
    const second = await remember('Use Postgres for orders. Backups run at 3:00.', {
      project,
      tags: ['db', 'backup'],
      importance: 0.9,
      type: 'fact',
    });
    await service.post('/api/v1/share', { memory_id: first, target_agents: ['bob'] });
    await service.post('/api/v1/share', { memory_id: second, target_agents: ['eve'] });

    const answer = await service.post(path, { memory_ids: [first, second] }, { 'x-agent-id': 'ann' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      content: 'Use Postgres for orders. Backups run at 3:00.',
      type: 'fact',
      importance: 0.9,
      project,
      tags: ['db', 'orders', 'backup'],
      shared_with: ['bob', 'eve'],
      merged_from: [first, second],
      source_agent: 'ann',
      state: 'active',
      superseded_by: null,
      metadata: { origin: 'merge' },
    });
    const merged = answer.body.memory_id;
    for (const source of [first, second]) {
      expect(await get(source)).toMatchObject({ state: 'archived', superseded_by: merged });
      const { history } = (await service.get(`/api/v1/memories/${source}/history`)).body;
      expect(history.at(-1)).toMatchObject({ change: 'merged', agent_id: 'ann' });
    }
    expect(await listed(project)).toEqual([merged]);
    const recalled = await service.post('/api/v1/recall', {
      query: 'When do backups run?',
      filter: { project_id: project },
    });
    expect(recalled.body.memories.map(({ memory_id }: { memory_id: string }) => memory_id)).toEqual([merged]);
  });

  it('loses neither shares with all, speakers, times nor ends', async () => {
    const project = 'kept';
    const ids = [
      await remember('I like tea', { project, speaker: 'Ada', occurred_at: '2024-05-01', ttl_seconds: 60 }),
      await remember('I like coffee', {
        project,
        speaker: 'Bob',
        occurred_at: '2024-06-01',
        ttl_seconds: 600,
      }),
    ];
    await service.post('/api/v1/share', { memory_id: ids[0] });
    const { body } = await service.post(path, { memory_ids: ids });
    expect(body).toMatchObject({
      content: 'Bob: I like coffee\nAda: I like tea',
      shared_with: 'all',
      occurred_at: '2024-06-01T00:00:00.000Z',
      speaker: null,
    });
    expect(body.expires_at).toBe((await get(ids[1]!)).expires_at);
  });

  it('is undone when the last of its sources is restored', async () => {
    const project = 'undone';
    const ids = [await remember('A is up.', { project }), await remember('B is up.', { project })];
    const merged = (await service.post(path, { memory_ids: ids })).body.memory_id;
    const first = await service.post('/api/v1/restore', { memory_id: ids[0] });
    expect(first.body).toMatchObject({ state: 'active', superseded_by: null });
    expect((await listed(project)).sort()).toEqual([ids[0], merged].sort());
    await service.post('/api/v1/restore', { memory_id: ids[1] });
    expect((await listed(project)).sort()).toEqual([...ids].sort());
    expect(await get(merged)).toMatchObject({ state: 'archived', merged_from: ids });
  });

  it('keeps the merged memory if it was changed since', async () => {
    const project = 'changed';
    const ids = [await remember('A is up.', { project }), await remember('B is up.', { project })];
    const merged = (await service.post(path, { memory_ids: ids })).body.memory_id;
    await service.patch(`/api/v1/memories/${merged}`, { content: 'A and B are up, C is down.' });
    for (const memory_id of ids) await service.post('/api/v1/restore', { memory_id });
    expect((await listed(project)).sort()).toEqual([...ids, merged].sort());
  });

  it('stays while a source was never imported, because only it has the content of that source', async () => {
    const [source, missing, merged] = [randomUUID(), randomUUID(), randomUUID()];
    const archived_at = '2026-03-01T10:00:00.000Z';
    const archive = archiveOf({
      memories: [
        memoryRecord({ memory_id: source, content: 'A is up.', archived_at, superseded_by: merged }),
        memoryRecord({ memory_id: merged, content: 'A is up. B is up.', merged_from: [source, missing] }),
      ],
    });
    const source_path = join(service.dataDir, 'half-a-merge.json');
    writeFileSync(source_path, JSON.stringify(archive));
    expect((await service.post('/api/v1/import', { source_path })).body.counts.created).toBe(2);
    const restored = await service.post('/api/v1/restore', { memory_id: source });
    expect(restored.status).toBe(200);
    expect(restored.body).toMatchObject({ state: 'active', superseded_by: null });
    expect(await get(merged)).toMatchObject({ state: 'active', merged_from: [source, missing] });
  });

  it('responds to a repeated call with the same memory', async () => {
    const ids = [
      await remember('Same.', { project: 'again' }),
      await remember('Same.', { project: 'again' }),
    ];
    const once = await service.post(path, { memory_ids: ids }, { 'idempotency-key': 'merge-1' });
    const twice = await service.post(path, { memory_ids: ids }, { 'idempotency-key': 'merge-1' });
    expect(twice.body).toEqual(once.body);
    expect(await listed('again')).toHaveLength(1);
  });

  it('lets only one of two merges of the same memories through', async () => {
    const ids = [await remember('Race.', { project: 'race' }), await remember('Race.', { project: 'race' })];
    const answers = await Promise.all([1, 2].map(() => service.post(path, { memory_ids: ids })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listed('race')).toHaveLength(1);
  });

  it.each<[string, (own: string, other: string) => unknown, number, string]>([
    ['one memory', (own) => [own], 400, 'validation_failed'],
    ['the same twice', (own) => [own, own], 400, 'validation_failed'],
    ['the same in capitals', (own) => [own, own.toUpperCase()], 400, 'validation_failed'],
    ['101 memories', (own) => Array.from({ length: 101 }, () => own), 400, 'validation_failed'],
    ['no ids', () => ['a', 'b'], 400, 'validation_failed'],
    ['an unknown memory', (own) => [own, unknownId], 404, 'memory_not_found'],
    ['memories of two projects', (own, other) => [own, other], 409, 'merge_refused'],
  ])('refuses %s and changes nothing', async (_name, idsOf, status, code) => {
    const own = await remember('Refused.', { project: 'refused' });
    const other = await remember('Refused.');
    const before = [await get(own), await get(other)];
    const answer = await service.post(path, { memory_ids: idsOf(own, other) });
    expect(answer).toMatchObject({ status, body: { code } });
    const strip = (record: Record<string, unknown>) => ({
      ...record,
      access_count: 0,
      last_accessed_at: null,
    });
    expect([await get(own), await get(other)].map(strip)).toEqual(before.map(strip));
  });

  it('rejects archived memories, and a result that would be too large', async () => {
    const ids = [await remember('Gone.'), await remember('Here.')];
    await service.post('/api/v1/forget', { memory_id: ids[0] });
    expect(await service.post(path, { memory_ids: ids })).toMatchObject({
      status: 409,
      body: { code: 'merge_refused', detail: `The memory ${ids[0]} is archived` },
    });
    const large = [await remember('a'.repeat(1_500)), await remember('b'.repeat(1_500))];
    expect(await service.post(path, { memory_ids: large })).toMatchObject({
      status: 413,
      body: { code: 'content_too_large' },
    });
    expect(await get(large[0]!)).toMatchObject({ state: 'active' });
  });
});
