import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

let projects = 0;
const newProject = () => `related-${projects++}`;

async function remember(content: string, fields: Record<string, unknown> = {}) {
  const answer = await service.post('/api/v1/remember', { content, type: 'decision', ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
interface Reported {
  memory_id: string;
}
const ids = (reported: readonly Reported[]) => reported.map(({ memory_id }) => memory_id);
const relations = async (memoryId: string) =>
  (await service.get(`/api/v1/memories/${memoryId}/relations`)).body.relations;

/** Notes about nothing in common. */
const ordinary = [
  'The office plants get water on Tuesdays.',
  'Invoices go out through the accounting portal at the end of the month.',
  'Grandma likes chrysanthemums on her birthday.',
  'The thumbnail worker runs out of memory on pictures above 50 megapixels.',
  'Ferry tickets to the island are cheaper on weekdays.',
  'Unit tests of the parser live beside its sources.',
];

async function projectWithNotes(): Promise<string> {
  const project = newProject();
  for (const note of ordinary) await remember(note, { project, type: 'fact' });
  return project;
}

describe('related', () => {
  it('reports the memory with another value for the same subject, and the reason', async () => {
    const project = await projectWithNotes();
    const old = await remember('The weekly sync with the design team is on Monday at ten.', { project });
    const answer = await remember('We meet the designers for our sync on Thursdays at four instead.', {
      project,
    });
    expect(answer.related).toEqual([
      {
        memory_id: old.memory_id,
        content: old.content,
        created_at: old.created_at,
        why: 'names the same: designers, sync',
      },
    ]);
    expect(answer.similar).toEqual([]);
  });

  it('reports near duplicates, and no memories about other subjects', async () => {
    const project = newProject();
    for (const note of ordinary) {
      const { related, conflicts } = await remember(note, { project, type: 'fact' });
      expect([related, conflicts]).toEqual([[], []]);
    }
    const first = await remember(ordinary[0]!, { project: newProject() });
    expect(first.related).toEqual([]);
    const again = await remember('The office plants get water on Tuesdays', { project });
    expect(again.related).toMatchObject([{ content: ordinary[0], why: 'says nearly the same' }]);
    expect(ids(again.related)).toEqual(ids(again.similar));
  });

  it('is limited to the project and to active memories', async () => {
    const project = await projectWithNotes();
    const old = await remember('Release notes are written by Dana.', { project });
    expect((await remember('Release notes are written by Kim.')).related).toEqual([]);
    const replacing = await remember('Release notes are written by Kim.', {
      project,
      supersedes: [old.memory_id],
    });
    expect(ids(replacing.related)).not.toContain(old.memory_id);
    await service.post('/api/v1/forget', { memory_id: replacing.memory_id });
    expect((await remember('Release notes are written by Lee.', { project })).related).toEqual([]);
  });

  it('reports at most three memories, all versions of one statement', async () => {
    const project = await projectWithNotes();
    const versions: string[] = [];
    for (const day of ['Monday', 'Tuesday', 'Wednesday']) {
      const { memory_id, related } = await remember(`Backups of the wiki run every ${day}.`, { project });
      expect(ids(related)).toEqual(expect.arrayContaining(versions));
      versions.push(memory_id);
    }
    const { related } = await remember('Backups of the wiki run every Friday.', { project });
    expect(related).toHaveLength(3);
    expect(versions).toEqual(expect.arrayContaining(ids(related)));
  });

  it('leaves turns of conversations alone, unless they decide something', async () => {
    const project = await projectWithNotes();
    const turn = { project, type: 'context', conversation_id: 'talk' };
    await remember('I would move the backup to Monday night.', { ...turn, speaker: 'Ann' });
    const second = await remember('Yes, move the backup to Tuesday night.', { ...turn, speaker: 'Bob' });
    expect(second.related).toEqual([]);
    const note = await remember('The backup runs on Wednesday night.', { project });
    expect(note.related).toEqual([]);
    const decided = await remember('So the backup runs on Friday night.', { ...turn, type: 'decision' });
    expect(ids(decided.related)).toEqual([note.memory_id]);
  });

  it('is reported for a changed text, except the memory itself, and not for other fields', async () => {
    const project = await projectWithNotes();
    const old = await remember('Expenses are approved by Nadia.', { project });
    const other = await remember('The printer is on the third floor.', { project });
    const path = `/api/v1/memories/${other.memory_id}`;
    const changed = await service.patch(path, { content: 'Carlos approves all expenses.' });
    expect(changed.status).toBe(200);
    expect(ids(changed.body.related)[0]).toBe(old.memory_id);
    expect(ids(changed.body.related)).not.toContain(other.memory_id);
    const tagged = await service.patch(path, { tags: ['money'] });
    expect([tagged.body.related, tagged.body.conflicts]).toEqual([[], []]);
  });

  it('is reported for a merged memory, except its sources', async () => {
    const project = await projectWithNotes();
    const old = await remember('The staging database is refreshed every night.', { project });
    const parts = [
      await remember('We refresh the staging database once a week, on Sunday.', { project }),
      await remember('The staging database gets refreshed weekly on Sundays.', { project }),
    ];
    const merged = await service.post('/api/v1/memories/audit/merge', { memory_ids: ids(parts) });
    expect(merged.status).toBe(200);
    expect(ids(merged.body.related)).toEqual([old.memory_id]);
  });
});

describe('conflicts', () => {
  it('reports certain contradictions, and stores them as relations', async () => {
    const project = await projectWithNotes();
    const old = await remember('Access tokens expire after 15 minutes.', { project });
    const answer = await remember('Access tokens expire after 60 minutes.', { project });
    expect(answer.conflicts).toEqual([
      { memory_id: old.memory_id, reason: 'value', evidence: [expect.stringMatching(/15.*60|60.*15/)] },
    ]);
    expect(answer.related).toMatchObject([{ memory_id: old.memory_id, why: 'cannot both hold' }]);
    expect(await relations(answer.memory_id)).toEqual([
      expect.objectContaining({
        kind: 'conflicts',
        memory_id: old.memory_id,
        direction: 'from',
        by: 'rules',
        holds: true,
      }),
    ]);
    expect(await relations(old.memory_id)).toMatchObject([{ kind: 'conflicts', direction: 'to' }]);
  });

  it('reports no contradictions between facts, which record the past or present', async () => {
    const project = await projectWithNotes();
    await remember('Access tokens expire after 15 minutes.', { project, type: 'fact' });
    const answer = await remember('Access tokens expire after 60 minutes.', { project, type: 'fact' });
    expect(answer.related).toHaveLength(1);
    expect(answer.conflicts).toEqual([]);
    expect(await relations(answer.memory_id)).toEqual([]);
  });

  it('ends with the text, and is reported again for the next text', async () => {
    const project = await projectWithNotes();
    const old = await remember('Sessions are kept for 7 days.', { project });
    const { memory_id } = await remember('Sessions are kept for 30 days.', { project });
    const changed = await service.patch(`/api/v1/memories/${memory_id}`, {
      content: 'Sessions are kept for 90 days.',
    });
    expect(ids(changed.body.conflicts)).toEqual([old.memory_id]);
    expect(await relations(memory_id)).toMatchObject([{ holds: true }]);
  });
});

it('is empty in the answer to a call that is repeated by its id', async () => {
  const project = await projectWithNotes();
  await remember('The VPN needs a hardware key.', { project });
  const key = { 'idempotency-key': `related-${project}` };
  const body = { content: 'The VPN needs an app on the phone.', type: 'decision', project };
  const first = await service.post('/api/v1/remember', body, key);
  expect(first.body.related).toHaveLength(1);
  const again = await service.post('/api/v1/remember', body, key);
  expect(again.body).toEqual(first.body);
});

it('is limited to memories that an isolated agent can see', async () => {
  const apart = await startTestService({
    MEMORY_API_TOKEN: 'ada=ada-token-000000,bob=bob-token-000000',
    MEMORY_AGENT_ISOLATION: 'on',
  });
  try {
    const as = (agent: string) => ({ authorization: `Bearer ${agent}-token-000000` });
    const write = async (agent: string, content: string) =>
      (await apart.post('/api/v1/remember', { content, type: 'decision', project: 'kept' }, as(agent))).body;
    const hidden = await write('ada', 'Access tokens expire after 15 minutes.');
    const single = await write('bob', 'Access tokens expire after 60 minutes.');
    expect([single.similar, single.related, single.conflicts]).toEqual([[], [], []]);
    const own = await write('ada', 'Access tokens expire after 90 minutes.');
    expect([ids(own.related), ids(own.conflicts)]).toEqual([[hidden.memory_id], [hidden.memory_id]]);
    await apart.post('/api/v1/share', { memory_id: hidden.memory_id, target_agents: ['bob'] }, as('ada'));
    const shown = await write('bob', 'Access tokens expire after 45 minutes.');
    expect(ids(shown.conflicts).toSorted()).toEqual([single.memory_id, hidden.memory_id].toSorted());
    expect(JSON.stringify(shown)).not.toContain(own.memory_id);
  } finally {
    await apart.close();
  }
});
