import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const unknownId = '01900000-0000-7000-8000-000000000000';

interface Fields extends Record<string, unknown> {
  project?: string;
}
async function remember(content: string, fields: Fields = {}): Promise<string> {
  const answer = await service.post('/api/v1/remember', { content, type: 'decision', ...fields });
  expect(answer.status).toBe(201);
  return answer.body.memory_id;
}
const supersede = (memoryId: string, body: unknown, headers: Record<string, string> = {}) =>
  service.post(`/api/v1/memories/${memoryId}/supersede`, body, headers);
const get = async (memory_id: string) =>
  (await service.post('/api/v1/get', { memory_id, include_archived: true })).body;
/** Relations except those that the rules created while storing. */
const relations = async (memoryId: string): Promise<{ by: string }[]> =>
  (await service.get(`/api/v1/memories/${memoryId}/relations`)).body.relations.filter(
    ({ by }: { by: string }) => by !== 'rules',
  );
const lastChange = async (memoryId: string) =>
  (await service.get(`/api/v1/memories/${memoryId}/history`)).body.history.at(-1);
const listed = async (project: string): Promise<string[]> =>
  (await service.get(`/api/v1/memories?project_id=${project}`)).body.memories.map(
    ({ memory_id }: { memory_id: string }) => memory_id,
  );

describe('a memory that supersedes', () => {
  it('archives superseded memories while storing, with their history', async () => {
    const project = 'standup';
    const olds = [
      await remember('Standup is at nine.', { project, type: 'fact' }),
      await remember('Standup is at ten.', { project, type: 'fact' }),
    ];
    const answer = await service.post(
      '/api/v1/remember',
      { content: 'Standup is at eleven.', type: 'decision', project, supersedes: olds },
      { 'x-agent-id': 'ann' },
    );
    expect(answer.status).toBe(201);
    const { memory_id, similar } = answer.body;
    // A superseded memory is not a duplicate that needs a decision.
    expect(similar).toEqual([]);
    expect(await listed(project)).toEqual([memory_id]);
    for (const old of olds) {
      expect(await get(old)).toMatchObject({ state: 'archived', superseded_by: memory_id });
      expect(await lastChange(old)).toMatchObject({
        change: 'superseded',
        agent_id: 'ann',
        changes: { superseded_by: { from: null, to: memory_id } },
      });
      expect(await relations(old)).toEqual([
        {
          kind: 'supersedes',
          direction: 'to',
          memory_id,
          state: 'active',
          by: 'agent:ann',
          confidence: null,
          reason: null,
          at: expect.any(String),
          holds: true,
        },
      ]);
    }
    expect(await relations(memory_id)).toMatchObject(
      olds.map((old) => ({ kind: 'supersedes', direction: 'from', memory_id: old, state: 'archived' })),
    );
  });

  it('can be added later, with a reason, and across projects', async () => {
    const old = await remember('Ports are 8080.', { project: 'ports' });
    const global = await remember('Ports are 9090.');
    const answer = await supersede(
      global.toUpperCase(),
      { superseded: [old.toUpperCase()], reason: 'It moved' },
      { 'x-agent-id': 'ann' },
    );
    expect(answer.status).toBe(200);
    expect(answer.body.memory).toMatchObject({ memory_id: global, state: 'active' });
    expect(answer.body.superseded).toMatchObject([
      { memory_id: old, state: 'archived', superseded_by: global },
    ]);
    expect(await relations(old)).toMatchObject([{ by: 'agent:ann', reason: 'It moved' }]);
  });

  it('is reported by an event', async () => {
    const old = await remember('Tabs.');
    const next = await remember('Spaces.');
    const abort = new AbortController();
    const response = await fetch(`${service.url}/api/v1/events`, { signal: abort.signal });
    await supersede(next, { superseded: [old] });
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('event: memory.superseded\n')) break;
    }
    abort.abort();
    expect(text).toContain(old);
  });

  it('has no further effect if it is repeated', async () => {
    const old = await remember('Old again.');
    const body = { content: 'New again.', type: 'fact', supersedes: [old] };
    const key = { 'idempotency-key': randomUUID() };
    const once = await service.post('/api/v1/remember', body, key);
    const twice = await service.post('/api/v1/remember', body, key);
    expect(twice.body).toEqual(once.body);
    const { memory_id } = once.body;
    const before = await get(old);
    const answer = await supersede(memory_id, { superseded: [old], reason: 'Said later' });
    expect(answer.status).toBe(200);
    expect(answer.body.superseded).toMatchObject([{ memory_id: old, updated_at: before.updated_at }]);
    expect((await service.get(`/api/v1/memories/${old}/history`)).body.history).toHaveLength(2);
    expect(await relations(old)).toMatchObject([{ reason: null }]);
  });

  it('is undone by restoring the superseded memory', async () => {
    const project = 'undo';
    const old = await remember('Old.', { project });
    const next = await remember('New.', { project, supersedes: [old] });
    const restored = await service.post('/api/v1/restore', { memory_id: old });
    expect(restored.body).toMatchObject({ state: 'active', superseded_by: null });
    expect((await listed(project)).sort()).toEqual([old, next].sort());
    expect([await relations(old), await relations(next)]).toEqual([[], []]);
    // And the other way round.
    expect((await supersede(old, { superseded: [next] })).status).toBe(200);
    expect(await listed(project)).toEqual([old]);
  });

  it('stays active when its merge sources are restored, if it has superseded other memories', async () => {
    const project = 'merged';
    const parts = [await remember('Mon.', { project }), await remember('Tue.', { project })];
    const merge = await service.post('/api/v1/memories/audit/merge', { memory_ids: parts });
    const merged = merge.body.memory_id;
    const old = await remember('Wed.', { project });
    expect((await supersede(merged, { superseded: [old] })).status).toBe(200);
    for (const memory_id of parts) await service.post('/api/v1/restore', { memory_id });
    expect((await listed(project)).sort()).toEqual([...parts, merged].sort());
  });

  it('follows a chain of changes of mind, and back', async () => {
    const project = 'chain';
    const first = await remember('One.', { project });
    const second = await remember('Two.', { project, supersedes: [first] });
    const third = await remember('Three.', { project, supersedes: [second] });
    expect(await listed(project)).toEqual([third]);
    await service.post('/api/v1/restore', { memory_id: first });
    // A cycle would require an archived memory that supersedes, which is impossible.
    expect((await supersede(second, { superseded: [first] })).body.code).toBe('supersede_refused');
    expect((await supersede(first, { superseded: [third] })).status).toBe(200);
    expect(await listed(project)).toEqual([first]);
    expect(await get(third)).toMatchObject({ superseded_by: first });
  });

  it.each<[string, (own: string, gone: string) => unknown, number, string]>([
    ['nothing', () => [], 400, 'validation_failed'],
    ['21 memories', () => Array.from({ length: 21 }, () => randomUUID()), 400, 'validation_failed'],
    ['1,000 memories', () => Array.from({ length: 1_000 }, () => randomUUID()), 400, 'validation_failed'],
    ['the same twice', (own) => [own, own], 400, 'validation_failed'],
    ['the same in capitals', (own) => [own, own.toUpperCase()], 400, 'validation_failed'],
    ['no ids', () => ['a'], 400, 'validation_failed'],
    ['an unknown memory', (own) => [own, unknownId], 404, 'memory_not_found'],
    ['an archived memory', (own, gone) => [own, gone], 409, 'supersede_refused'],
  ])('is refused as a whole where it names %s', async (_name, idsOf, status, code) => {
    const project = 'refused';
    const own = await remember('Here.', { project });
    const gone = await remember('Gone.', { project });
    await service.post('/api/v1/forget', { memory_id: gone });
    const next = await remember('Next.', { project });
    const before = await listed(project);
    const superseded = idsOf(own, gone);
    for (const answer of [
      await supersede(next, { superseded }),
      await service.post('/api/v1/remember', {
        content: 'Refused.',
        type: 'fact',
        project,
        supersedes: superseded,
      }),
    ])
      expect(answer).toMatchObject({ status, body: { code } });
    expect(await listed(project)).toEqual(before);
    expect([await relations(own), await relations(gone)]).toEqual([[], []]);
    expect(await get(gone)).toMatchObject({ superseded_by: null });
  });

  it('does not supersede itself, nor anything once it is archived or unknown', async () => {
    const [own, other] = [await remember('Own.'), await remember('Other.')];
    expect(await supersede(own, { superseded: [other, own] })).toMatchObject({
      status: 409,
      body: { code: 'supersede_refused' },
    });
    expect(await get(other)).toMatchObject({ state: 'active' });
    await service.post('/api/v1/forget', { memory_id: own });
    expect(await supersede(own, { superseded: [other] })).toMatchObject({
      status: 409,
      body: { code: 'supersede_refused', detail: `The memory ${own} is archived` },
    });
    expect(await supersede(unknownId, { superseded: [other] })).toMatchObject({ status: 404 });
  });

  it('of two that would replace the same one lets one through', async () => {
    const old = await remember('Raced for.');
    const answers = await Promise.all(
      ['One.', 'Two.'].map((content) =>
        service.post('/api/v1/remember', { content, type: 'fact', project: 'raced', supersedes: [old] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await listed('raced')).toHaveLength(1);
  });

  it('requires a valid reason', async () => {
    const [old, next] = [await remember('Old.'), await remember('New.')];
    const long = await supersede(next, { superseded: [old], reason: 'x'.repeat(501) });
    expect(long).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const nul = await supersede(next, { superseded: [old], reason: 'a\0b' });
    expect(nul).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const secret = await supersede(next, {
      superseded: [old],
      reason: 'The key was AKIAQ3EGRIFH7ZPTBXWN before',
    });
    expect(secret.status).toBe(200);
    expect(secret.body.warnings).toMatchObject([{ code: 'secret_found' }]);
    expect(JSON.stringify(secret.body.warnings)).not.toContain('AKIAQ3');
  });
});

describe('relations of a memory', () => {
  it('include merges, and end with them', async () => {
    const ids = [await remember('A is up.'), await remember('B is up.')];
    const merged = (await service.post('/api/v1/memories/audit/merge', { memory_ids: ids })).body.memory_id;
    expect(await relations(merged)).toMatchObject(
      ids.map((memory_id) => ({ kind: 'supersedes', by: 'merge', direction: 'from', memory_id })),
    );
    for (const memory_id of ids) await service.post('/api/v1/restore', { memory_id });
    expect(await get(merged)).toMatchObject({ state: 'archived' });
    expect(await relations(merged)).toEqual([]);
  });

  it('do not exist for an unknown memory', async () => {
    expect(await service.get(`/api/v1/memories/${unknownId}/relations`)).toMatchObject({
      status: 404,
      body: { code: 'memory_not_found' },
    });
    expect((await service.get('/api/v1/memories/x/relations')).status).toBe(400);
  });
});
