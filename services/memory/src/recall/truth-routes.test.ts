import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const ok = async (answer: Promise<{ status: number; body: unknown }>, expected = 200) => {
  const { status, body } = await answer;
  expect([status, body]).toEqual([expected, expect.anything()]);
  // biome-ignore lint/suspicious/noExplicitAny: the tests read responses freely
  return body as any;
};
const remember = (content: string, fields: Record<string, unknown> = {}) =>
  ok(service.post('/api/v1/remember', { content, type: 'decision', ...fields }), 201);
const get = (memory_id: string) => ok(service.post('/api/v1/get', { memory_id, include_archived: true }));
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
/** Returns a time between two calls. */
async function between(): Promise<string> {
  await pause();
  const time = new Date().toISOString();
  await pause();
  return time;
}

type Options = { query?: string; filter?: object } & Record<string, unknown>;
const recalled = async (project: string, { query = 'port', filter = {}, ...rest }: Options = {}) => {
  const body = { query, filter: { project_id: project, ...filter }, ...rest };
  const [{ memories }, { results }] = [
    await ok(service.post('/api/v1/recall', { ...body, limit: 20 })),
    await ok(service.post('/api/v1/search', { ...body, page_size: 20 })),
  ];
  const ids = (list: { memory_id: string }[]) => list.map(({ memory_id }) => memory_id);
  expect(ids(results)).toEqual(ids(memories));
  return memories;
};
const contents = async (project: string, options: Options = {}): Promise<string[]> =>
  (await recalled(project, options)).map(({ content }: { content: string }) => content);

describe('validity', () => {
  it('starts with occurred_at, or else with created_at, and has no end', async () => {
    const plain = await remember('The port is 1');
    expect(plain).toMatchObject({ valid_from: plain.created_at, valid_until: null });
    const dated = await remember('The port is 2', { occurred_at: '2026-02-03' });
    expect(dated.valid_from).toBe('2026-02-03T00:00:00.000Z');
    const given = await remember('The port is 3', {
      valid_from: '2026-01-01',
      valid_until: '2026-01-31T12:00:00Z',
    });
    expect(given).toMatchObject({
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_until: '2026-01-31T12:00:00.000Z',
    });
    expect(await get(given.memory_id)).toMatchObject({ valid_from: given.valid_from });
  });

  it('includes the day of an end that is a date', async () => {
    const given = await remember('The port is 4', { valid_from: '2026-01-01', valid_until: '2026-01-01' });
    expect(given.valid_until).toBe('2026-01-02T00:00:00.000Z');
  });

  it('is changed by PATCH and recorded in the history', async () => {
    const { memory_id, created_at } = await remember('The port is 5');
    const path = `/api/v1/memories/${memory_id}`;
    const changed = await ok(service.patch(path, { valid_from: '2026-01-01', valid_until: '2026-06-01' }));
    expect(changed.valid_until).toBe('2026-06-02T00:00:00.000Z');
    const reset = await ok(service.patch(path, { valid_from: null, valid_until: null }));
    expect(reset).toMatchObject({ valid_from: created_at, valid_until: null });
    const { history } = await ok(service.get(`${path}/history`));
    expect(history[1].changes).toEqual({
      valid_from: { from: null, to: '2026-01-01T00:00:00.000Z' },
      valid_until: { from: null, to: '2026-06-02T00:00:00.000Z' },
    });
  });

  it.each([
    ['an end before the start', { valid_from: '2026-02-01', valid_until: '2026-01-01T00:00:00Z' }],
    ['an end at the start', { valid_from: '2026-02-01', valid_until: '2026-02-01T00:00:00Z' }],
    ['an end before the event', { occurred_at: '2026-02-01', valid_until: '2026-01-01' }],
    ['an end before now', { valid_until: '2020-01-01' }],
    ['a day that does not exist', { valid_until: '2026-02-30' }],
    ['a word', { valid_from: 'soon' }],
  ])('rejects %s', async (_, fields) => {
    const answer = await service.post('/api/v1/remember', { content: 'x', type: 'fact', ...fields });
    expect(answer.status).toBe(400);
    if ('occurred_at' in fields) return;
    const { memory_id } = await remember('The port is 6');
    expect((await service.patch(`/api/v1/memories/${memory_id}`, fields)).status).toBe(400);
    expect(await get(memory_id)).toMatchObject({ valid_until: null });
  });

  it('ends when the memory is superseded, and is restored', async () => {
    const one = await remember('The port is 7');
    const two = await remember('The port is 8', { valid_until: '2999-01-01' });
    await pause();
    const next = await remember('The port is 9', { supersedes: [one.memory_id] });
    expect(await get(one.memory_id)).toMatchObject({ valid_until: next.valid_from });
    const { superseded } = await ok(
      service.post(`/api/v1/memories/${next.memory_id}/supersede`, { superseded: [two.memory_id] }),
    );
    expect(superseded[0].valid_until).toBe(next.valid_from);
    expect((await ok(service.post('/api/v1/restore', { memory_id: one.memory_id }))).valid_until).toBeNull();
    const back = await ok(service.post('/api/v1/restore', { memory_id: two.memory_id }));
    expect(back.valid_until).toBe(two.valid_until);
  });

  it('keeps an earlier end, and never ends before its start', async () => {
    const ended = await remember('The port is 10', { valid_from: '2026-01-01', valid_until: '2026-02-01' });
    const late = await remember('The port is 11');
    const newer = await remember('The port is 12', {
      occurred_at: '2026-03-01',
      supersedes: [ended.memory_id, late.memory_id],
    });
    expect(newer.valid_from).toBe('2026-03-01T00:00:00.000Z');
    expect((await get(ended.memory_id)).valid_until).toBe(ended.valid_until);
    expect((await get(late.memory_id)).valid_until).toBe(late.valid_from);
  });

  it('ends when memories are merged, and when a verdict replaces one', async () => {
    const one = await remember('The port is 13');
    const two = await remember('The port is thirteen');
    const merged = await ok(
      service.post('/api/v1/memories/audit/merge', { memory_ids: [one.memory_id, two.memory_id] }),
    );
    expect((await get(one.memory_id)).valid_until).toBe(merged.valid_from);
    const next = await remember('The port is 14');
    const verdict = { memory_ids: [next.memory_id, merged.memory_id], verdict: 'supersedes' };
    await ok(service.post('/api/v1/memories/audit/verdicts', { verdicts: [verdict] }));
    expect((await get(merged.memory_id)).valid_until).toBe(next.valid_from);
  });
});

describe('as_of', () => {
  it('returns the memories that the store held as true at that time', async () => {
    const project = 'as-of';
    const before = await between();
    const first = await remember('The port is 3000', { project });
    await remember('The port is blue', { project, type: 'fact' });
    const early = await between();
    await remember('The port is 4000', { project, supersedes: [first.memory_id] });
    const late = await between();
    expect(await contents(project, { as_of: before })).toEqual([]);
    expect((await contents(project, { as_of: early })).sort()).toEqual([
      'The port is 3000',
      'The port is blue',
    ]);
    expect((await contents(project, { as_of: late })).sort()).toEqual([
      'The port is 4000',
      'The port is blue',
    ]);
    expect((await contents(project)).sort()).toEqual(['The port is 4000', 'The port is blue']);
    const [old] = await recalled(project, { as_of: early, query: 'The port is 3000' });
    expect(old).toMatchObject({ state: 'archived', standing: { state: 'superseded' } });
  });

  it('excludes forgotten memories, later statements about earlier times, and validity outside of the time', async () => {
    const project = 'as-of-others';
    const forgotten = await remember('The port is forgotten', { project });
    await remember('The port is over', { project, valid_from: '2026-01-01', valid_until: '2026-01-31' });
    await remember('The port is not yet', { project, valid_from: '2999-01-01' });
    const early = await between();
    await remember('The port is told late', { project, occurred_at: '2026-01-15' });
    await ok(service.post('/api/v1/forget', { memory_id: forgotten.memory_id }));
    expect(await contents(project, { as_of: early })).toEqual([]);
    expect(await contents(project, { as_of: early, filter: { include_archived: true } })).toEqual([
      'The port is forgotten',
    ]);
    expect((await contents(project, { filter: { state_at: '2026-01-20' } })).sort()).toEqual([
      'The port is over',
      'The port is told late',
    ]);
    expect(await contents(project, { filter: { state_at: '2999-01-01' } })).toEqual(
      expect.arrayContaining(['The port is not yet', 'The port is told late']),
    );
    const listed = await ok(service.get(`/api/v1/memories?project_id=${project}&state_at=2026-01-10`));
    expect(listed.memories.map(({ content }: { content: string }) => content)).toEqual(['The port is over']);
  });

  it('holds a superseded memory as true until it was superseded, whenever the newer one starts', async () => {
    const project = 'as-of-late';
    const first = await remember('The port is 1', { project, occurred_at: '2026-01-01' });
    const early = await between();
    await remember('The port is 2', { project, occurred_at: '2026-02-01', supersedes: [first.memory_id] });
    expect(await contents(project, { as_of: early })).toEqual(['The port is 1']);
    expect(await contents(project, { filter: { state_at: '2026-01-15' } })).toEqual(['The port is 1']);
    expect(await contents(project, { filter: { state_at: '2026-02-15' } })).toEqual(['The port is 2']);
  });

  it.each(['soon', '2026-02-30', ''])('rejects %j', async (as_of) => {
    for (const path of ['recall', 'search'])
      expect((await service.post(`/api/v1/${path}`, { query: 'x', as_of })).status).toBe(400);
    const filter = { state_at: as_of };
    expect((await service.post('/api/v1/recall', { query: 'x', filter })).status).toBe(400);
  });
});

describe('standing', () => {
  const standings = async (project: string, options: Options = {}) =>
    Object.fromEntries(
      (await recalled(project, options)).map((hit: { content: string; standing: unknown }) => [
        hit.content,
        hit.standing,
      ]),
    );

  it('states the standing of each hit', async () => {
    const project = 'standing';
    const old = await remember('The port is 1', { project });
    await pause();
    const next = await remember('The port is 2', { project, supersedes: [old.memory_id] });
    const gone = await remember('The port is gone', { project });
    await remember('The port was open', { project, valid_from: '2026-01-01', valid_until: '2026-01-31' });
    await remember('The port will be closed', { project, valid_until: '2999-01-01' });
    const { archived_at } = await ok(service.post('/api/v1/forget', { memory_id: gone.memory_id }));
    expect(await standings(project, { filter: { include_archived: true } })).toEqual({
      'The port is 1': { state: 'superseded', by: next.memory_id, since: next.valid_from },
      'The port is 2': { state: 'current' },
      'The port is gone': { state: 'expired', since: archived_at },
      'The port was open': { state: 'expired', since: '2026-02-01T00:00:00.000Z' },
      'The port will be closed': { state: 'current' },
    });
    const { body } = await service.get(`/api/v1/project/${project}/context`);
    expect(body.memories.decisions.map((each: { standing: unknown }) => each.standing)).toContainEqual({
      state: 'current',
    });
  });

  it('names both sides of a dispute until one of them is archived', async () => {
    const project = 'dispute';
    const [one, two] = [
      await remember('The port is open', { project, occurred_at: '2026-01-01' }),
      await remember('The port is somewhere else', { project, occurred_at: '2026-02-01' }),
    ];
    await conflict(one.memory_id, two.memory_id);
    const since = '2026-02-01T00:00:00.000Z';
    expect(await standings(project)).toEqual({
      'The port is open': { state: 'disputed', with: [two.memory_id], since },
      'The port is somewhere else': { state: 'disputed', with: [one.memory_id], since },
    });
    await ok(service.post('/api/v1/forget', { memory_id: one.memory_id }));
    expect(await standings(project)).toEqual({ 'The port is somewhere else': { state: 'current' } });
  });
});

const conflict = (...memory_ids: string[]) =>
  ok(service.post('/api/v1/memories/audit/verdicts', { verdicts: [{ memory_ids, verdict: 'conflicts' }] }));

describe('order', () => {
  it('puts a newer memory directly before the memory that it contradicts', async () => {
    const project = 'order';
    const query = 'Which port does the billing service use?';
    const old = await remember('The billing service uses the port 3000', { project });
    const between = await remember('The billing service has a port for metrics', { project });
    const newer = await remember('It listens on something else', { project });
    const before = await contents(project, { query });
    expect(before.indexOf(old.content)).toBeLessThan(before.indexOf(newer.content));
    await conflict(old.memory_id, newer.memory_id);
    const after = await contents(project, { query });
    expect(after.indexOf(newer.content)).toBe(after.indexOf(old.content) - 1);
    expect(after.filter((content) => content !== newer.content)).toEqual(
      before.filter((content) => content !== newer.content),
    );
    expect(after).toContain(between.content);
    const hits = await recalled(project, { query });
    const scores = hits.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('adds the newer memory if only the older one is within the limit, and the filter allows it', async () => {
    const project = 'limit';
    const query = 'Which port does the search service use?';
    const old = await remember('The search service uses the port 3000', { project, tags: ['old'] });
    for (let n = 0; n < 12; n++) await remember(`The search service uses the mirror ${n}`, { project });
    const middle = await remember('It moved', { project });
    const newest = await remember('Elsewhere', { project });
    const first = async (options: Options = {}) => contents(project, { query, ...options });
    expect((await first())[0]).toBe(old.content);
    await conflict(old.memory_id, middle.memory_id);
    await conflict(middle.memory_id, newest.memory_id);
    for (const [field, limit] of [
      ['limit', 3],
      ['limit', 1],
    ] as const) {
      const body = { query, [field]: limit, filter: { project_id: project } };
      const { memories } = await ok(service.post('/api/v1/recall', body));
      expect(memories.map(({ content }: { content: string }) => content)).toEqual(
        ['Elsewhere', 'It moved', old.content].slice(0, limit),
      );
    }
    expect(await first({ filter: { tags: ['old'] } })).toEqual([old.content]);
  });

  it('puts a superseding memory before the superseded one, also if both are archived', async () => {
    const project = 'superseded';
    const query = 'Which port does the mail service use?';
    const old = await remember('The mail service uses the port 3000', { project });
    const next = await remember('It was changed', { project, supersedes: [old.memory_id] });
    await remember('And again', { project, supersedes: [next.memory_id] });
    const archived = { include_archived: true };
    expect(await contents(project, { query, filter: archived })).toEqual([
      'And again',
      'It was changed',
      old.content,
    ]);
  });

  it('puts a newer value of the same subject first without a stored relation', async () => {
    const project = 'values';
    const query = 'Where do I live?';
    await remember('I live in Rotterdam.', { project, type: 'fact', occurred_at: '2026-01-01' });
    await remember('I live in Ghent.', { project, type: 'fact', occurred_at: '2026-02-01' });
    await remember('My sister lives in Rotterdam.', { project, type: 'fact', occurred_at: '2026-03-01' });
    const home = (await contents(project, { query })).filter((content) => content.startsWith('I live'));
    expect(home).toEqual(['I live in Ghent.', 'I live in Rotterdam.']);
    await remember('The red bin is emptied on Monday.', { project, type: 'fact' });
    await remember('The blue bin is emptied on Thursday.', { project, type: 'fact' });
    expect((await contents(project, { query: 'When is the red bin emptied?' }))[0]).toBe(
      'The red bin is emptied on Monday.',
    );
  });

  it('puts a paraphrase with a newer value first', async () => {
    const project = 'paraphrases';
    await remember('Bugs are tracked in Jira.', { project, occurred_at: '2026-01-01' });
    await remember('If you find a bug, create an issue in Linear.', { project, occurred_at: '2026-02-01' });
    await remember('Ideas are collected in Notion.', { project, occurred_at: '2026-03-01' });
    expect(await contents(project, { query: 'Where do we track bugs?' })).toEqual([
      'If you find a bug, create an issue in Linear.',
      'Bugs are tracked in Jira.',
      'Ideas are collected in Notion.',
    ]);
  });

  it('keeps the ranking for a query about the past, and for one that several memories answer', async () => {
    const project = 'past';
    await remember('The billing service stores its data in MySQL.', { project, occurred_at: '2026-01-01' });
    await remember('The billing service now stores its data in PostgreSQL.', {
      project,
      occurred_at: '2026-02-01',
    });
    const first = async (query: string) => (await contents(project, { query }))[0];
    expect(await first('Where does the billing service store its data?')).toContain('PostgreSQL');
    expect(await first('Where did the billing service store its data before?')).toContain('MySQL');
    await remember('Tariq speaks Arabic.', { project, occurred_at: '2026-01-01' });
    await remember('Tariq speaks French.', { project, occurred_at: '2026-02-01' });
    const languages = await contents(project, { query: 'Which languages does Tariq speak? Arabic?' });
    expect(languages[0]).toBe('Tariq speaks Arabic.');
  });

  it('keeps the order of a pair that was judged distinct', async () => {
    const project = 'distinct';
    const query = 'Which tea do I like?';
    const [old, newer] = [
      await remember('My favourite tea is jasmine tea.', { project, occurred_at: '2026-01-01' }),
      await remember('My favourite tea is oolong.', { project, occurred_at: '2026-02-01' }),
    ];
    expect((await contents(project, { query }))[0]).toBe(newer.content);
    const verdict = { memory_ids: [old.memory_id, newer.memory_id], verdict: 'distinct' };
    await ok(service.post('/api/v1/memories/audit/verdicts', { verdicts: [verdict] }));
    expect((await contents(project, { query }))[0]).toBe(old.content);
  });

  it('neither repeats nor skips a memory on pages and with cursors', async () => {
    const project = 'pages';
    const query = 'Which port is used?';
    const all: string[] = [];
    for (let from = 0; from < 210; from += 30) {
      const stored = Array.from({ length: 30 }, (_, n) =>
        remember(`The port ${from + n} is used`, {
          project,
          type: 'context',
          occurred_at: new Date(Date.UTC(2026, 0, 1) + (from + n) * 1000).toISOString(),
        }),
      );
      all.push(...(await Promise.all(stored)).map(({ memory_id }) => memory_id));
    }
    const body = { query, filter: { project_id: project } };
    const idsOf = (results: { memory_id: string }[]) => results.map(({ memory_id }) => memory_id);
    const byRank = idsOf((await ok(service.post('/api/v1/search', { ...body, page_size: 200 }))).results);
    const place = new Map(byRank.map((id, at) => [id, at]));
    const beyond = all.filter((id) => !place.has(id));
    // A memory of the first page is contradicted by newer ones of a later page and from beyond the ordered ones.
    const oldest = all.findIndex((id) => (place.get(id) ?? 200) < 20);
    const newerIds = [beyond.at(-1)!, all.findLast((id) => (place.get(id) ?? 0) > 100)!];
    for (const newer of newerIds) if (newer !== all[oldest]) await conflict(all[oldest]!, newer);
    const pages: string[] = [];
    for (let page = 1; page <= 5; page++)
      pages.push(
        ...idsOf((await ok(service.post('/api/v1/search', { ...body, page, page_size: 50 }))).results),
      );
    expect(pages.toSorted()).toEqual(all.toSorted());
    const cursored: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const given: object = cursor === null ? {} : { cursor };
      const { results, next_cursor } = await ok(
        service.post('/api/v1/search', { ...body, ...given, page_size: 50 }),
      );
      cursored.push(...idsOf(results));
      cursor = next_cursor;
      if (cursor === null) break;
    }
    expect(cursored).toEqual(pages);
    for (const newer of newerIds) expect(pages.indexOf(newer)).toBeLessThan(pages.indexOf(all[oldest]!));
    const { memories } = await ok(service.post('/api/v1/recall', { ...body, limit: 200 }));
    expect(idsOf(memories)).toEqual(pages.slice(0, 200));
  });
});
