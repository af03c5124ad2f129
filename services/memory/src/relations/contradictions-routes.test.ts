import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStorage } from '../storage/open-storage.js';
import type { Storage } from '../storage/storage.js';
import { connectMcp, overHttp } from '../testing/mcp-client.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { keepJudgements } from './keep-judgements.js';
import { type JudgementKind, judgementOf } from './relation.js';

const ada = { authorization: 'Bearer ada-token' };
const bob = { authorization: 'Bearer bob-token' };
const root = { authorization: 'Bearer root-token' };

let service: TestService;
let storage: Storage;
beforeAll(async () => {
  service = await startTestService(
    { MEMORY_API_TOKEN: 'root-token,ada=ada-token,bob=bob-token', MEMORY_AGENT_ISOLATION: 'on' },
    {
      openStorage: async (options) => {
        storage = openSqliteStorage(options);
        return storage;
      },
    },
  );
});
afterAll(() => service.close());

async function remember(content: string, fields: Record<string, unknown> = {}, headers = root) {
  const answer = await service.post('/api/v1/remember', { content, type: 'decision', ...fields }, headers);
  expect(answer.status).toBe(201);
  return answer.body.memory_id as string;
}
async function judge(kind: JudgementKind, one: string, other: string) {
  const [a, b] = await storage.store.byIds([one, other]);
  const judgement = judgementOf(kind, a!, b!, { by: 'agent:ann', confidence: 0.5, reason: 'r', at: 1 });
  await storage.withTransaction((tx) => keepJudgements(tx, [judgement]));
}
interface Marked {
  memory_id: string;
  contradicts?: { memory_id: string; newest: boolean }[];
}
const marksOf = (records: Marked[]) =>
  Object.fromEntries(records.map(({ memory_id, contradicts }) => [memory_id, contradicts]));

/** Memories that each response marks; `headers` identify the caller. */
const answers: Record<
  string,
  (project: string, headers?: Record<string, string>) => Promise<ReturnType<typeof marksOf>>
> = {
  recall: async (project, headers = root) => {
    const filter = { project_id: project };
    return marksOf(
      (await service.post('/api/v1/recall', { query: 'standup', filter }, headers)).body.memories,
    );
  },
  search: async (project, headers = root) => {
    const filter = { project_id: project };
    return marksOf(
      (await service.post('/api/v1/search', { query: 'standup', filter }, headers)).body.results,
    );
  },
  context: async (project, headers = root) =>
    marksOf((await service.get(`/api/v1/project/${project}/context`, headers)).body.memories.decisions),
};

describe.each(Object.entries(answers))('%s', (name, ask) => {
  it('marks contradicting memories, and states which is newer', async () => {
    const project = `marks-${name}`;
    const early = await remember('Standup is at nine', { project, occurred_at: '2026-03-01' });
    const late = await remember('Standup is at ten', { project, occurred_at: '2026-02-01' });
    const apart = await remember('Standup notes go to the wiki', { project });
    await judge('conflicts', early, late);
    await judge('distinct', late, apart);
    await judge('duplicates', early, apart);
    expect(await ask(project)).toEqual({
      [early]: [{ memory_id: late, newest: false }],
      [late]: [{ memory_id: early, newest: true }],
      [apart]: undefined,
    });
  });

  it('marks it by a memory outside the response, while that is active and both texts are unchanged', async () => {
    const project = `elsewhere-${name}`;
    const here = await remember('Standup is on Mondays', { project });
    const there = await remember('Standup is on Fridays', { project: `${project}-2` });
    await judge('conflicts', here, there);
    expect(await ask(project)).toEqual({ [here]: [{ memory_id: there, newest: true }] });
    await service.post('/api/v1/forget', { memory_id: there }, root);
    expect(await ask(project)).toEqual({ [here]: undefined });
    await service.post('/api/v1/restore', { memory_id: there }, root);
    expect(await ask(project)).toEqual({ [here]: [{ memory_id: there, newest: true }] });
    await service.patch(`/api/v1/memories/${there}`, { importance: 0.9, tags: ['x'] }, root);
    expect(await ask(project)).toEqual({ [here]: [{ memory_id: there, newest: true }] });
    await service.patch(`/api/v1/memories/${there}`, { content: 'Standup is on Mondays, too' }, root);
    expect(await ask(project)).toEqual({ [here]: undefined });
  });

  it('does not reveal a memory that the caller cannot see', async () => {
    const project = `apart-${name}`;
    const own = await remember('Standup is outside', { project }, bob);
    const hidden = await remember('Standup is inside', { project }, ada);
    await judge('conflicts', own, hidden);
    expect(await ask(project, bob)).toEqual({ [own]: undefined });
    expect(JSON.stringify(await service.get(`/api/v1/memories/${own}/relations`, bob))).not.toContain(hidden);
    await service.post('/api/v1/share', { memory_id: hidden, target_agents: ['bob'] }, ada);
    expect((await ask(project, bob))[own]).toEqual([{ memory_id: hidden, newest: true }]);
  });
});

it('marks a limited number, the newest first', async () => {
  const project = 'many';
  const centre = await remember('Standup is at some time', { project });
  const others: string[] = [];
  for (let n = 0; n < 20; n++) others.push(await remember(`Standup is at ${n}`, { project: 'others' }));
  for (const other of others) await judge('conflicts', centre, other);
  const { [centre]: marks } = await answers.recall!(project);
  expect(marks!.map(({ memory_id }) => memory_id)).toEqual(others.toReversed().slice(0, 16));
});

it('marks archived memories by each other only if both are requested', async () => {
  const project = 'archived';
  const old = await remember('Standup was at eight', { project });
  const next = await remember('Standup is at seven', { project });
  await judge('conflicts', old, next);
  await service.post(`/api/v1/memories/${next}/supersede`, { superseded: [old] }, root);
  expect(await answers.recall!(project)).toEqual({ [next]: undefined });
  const filter = { project_id: project, include_archived: true };
  const { body } = await service.post('/api/v1/recall', { query: 'standup', filter }, root);
  expect(marksOf(body.memories)).toEqual({
    [next]: [{ memory_id: old, newest: false }],
    [old]: [{ memory_id: next, newest: true }],
  });
});

it('uses one line in texts for a model', async () => {
  const project = 'lines';
  const early = await remember('Standup is at nine', { project });
  const late = await remember('Standup is at ten', { project });
  const single = await remember('Standup notes go to the wiki', { project });
  await judge('conflicts', early, late);
  const context = await service.get(`/api/v1/project/${project}/context?max_tokens=1000`, root);
  const lines: string[] = context.body.context_text.split('\n');
  const lineOf = (text: string) => lines.find((line) => line.startsWith(`- "${text}"`));
  expect(lineOf('Standup is at nine')).toMatch(
    new RegExp(`importance 0\\.5; memory ${early} contradicts ${late}, which is newer\\)$`),
  );
  expect(lineOf('Standup is at ten')).toContain(`memory ${late} contradicts ${early}, which is older)`);
  expect(lineOf('Standup notes go to the wiki')).toMatch(/importance 0\.5\)$/);

  const { client, call } = await connectMcp(overHttp(service.url, root));
  for (const tool of ['recall', 'search']) {
    const text = await call(tool, { query: 'standup', filter: { project_id: project } });
    expect(text).toContain(`   contradicts ${late}, which is newer\n   "Standup is at nine"`);
    expect(text).toContain(`   contradicts ${early}, which is older\n   "Standup is at ten"`);
    expect(text.match(/contradicts/g)).toHaveLength(2);
  }
  const reported = await call('project_context', { project_id: project });
  expect(reported).toContain(`memory ${early} contradicts ${late}, which is newer`);
  expect(await call('get', { memory_id: single })).not.toContain('contradicts');
  await client.close();
});
