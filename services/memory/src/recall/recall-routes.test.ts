import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBalanced, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
const ids = new Map<string, string>();

const notes: [string, Record<string, unknown>][] = [
  [
    'We chose PostgreSQL over MySQL for the billing service',
    { type: 'decision', importance: 0.9, tags: ['db', 'billing'] },
  ],
  ['The nightly job fails with error KX-4471 when the disk is full', { type: 'error', tags: ['jobs'] }],
  ['The nightly job fails with error KX-4472 when the network is down', { type: 'error', tags: ['jobs'] }],
  ['Ada prefers tabs over spaces', { type: 'preference', tags: ['style'] }],
  ['The office plants are watered on Mondays', { type: 'fact', importance: 0.1 }],
  ['Retry with exponential backoff when the gateway answers 429', { type: 'pattern', tags: ['http'] }],
  ['Invoices are sent as PDF on the first of each month', { type: 'fact', tags: ['billing'] }],
];

beforeAll(async () => {
  service = await startTestService();
  for (const [content, fields] of notes) {
    const { body } = await service.post(
      '/api/v1/remember',
      { content, project: 'recall', ...fields },
      { 'x-agent-id': 'ann' },
    );
    ids.set(content, body.memory_id);
  }
});
afterAll(() => service.close());

const contents = (list: { content: string }[]) => list.map(({ content }) => content);

describe('POST /api/v1/recall', () => {
  it.each([
    ['which relational database did we pick for payments?', notes[0]![0]],
    ['KX-4471', notes[1]![0]],
    ['what does kx-4472 mean', notes[2]![0]],
    ['indentation style', notes[3]![0]],
    ['who takes care of the greenery', notes[4]![0]],
    ['too many requests', notes[5]![0]],
  ])('answers "%s" first with the right memory', async (query, expected) => {
    const { status, body } = await service.post('/api/v1/recall', { query });
    expect(status).toBe(200);
    expect(body.memories[0].content).toBe(expected);
    expect(body.took_ms).toBeGreaterThan(0);
  });

  it('gives scores that fall, and their parts', async () => {
    const { body } = await service.post('/api/v1/recall', { query: 'billing database', limit: 200 });
    expect(body.memories).toHaveLength(notes.length);
    const scores = body.memories.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { score, score_parts: parts } of body.memories) {
      for (const value of [score, parts.semantic, parts.keyword, parts.recency, parts.importance]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }
  });

  it('gives the relevance of each memory and of the response, and omits memories below min_relevance', async () => {
    const ask = async (query: string, fields = {}) =>
      (await service.post('/api/v1/recall', { query, ...fields })).body;
    const related = await ask('which database does billing use');
    const unrelated = await ask('how many moons has Jupiter');
    expect(related.memories[0].relevance).toBeGreaterThan(0.5);
    expect(related.answerable).toBeGreaterThan(unrelated.answerable);
    expect(unrelated.memories).not.toEqual([]);
    const omitted = await ask('how many moons has Jupiter', { min_relevance: 0.25 });
    expect(omitted.memories).toEqual([]);
    expect(omitted.answerable).toBe(unrelated.answerable);
    const { status, body } = await service.post('/api/v1/recall', { query: 'x', min_relevance: 2 });
    expect(status).toBe(400);
    expect(body.errors[0].path).toContain('min_relevance');
  });

  it('never breaks a filter, and gives min(n, limit) results', async () => {
    const recall = async (filter: Record<string, unknown>, limit = 200) =>
      contents(
        (
          await service.post('/api/v1/recall', {
            query: 'billing',
            limit,
            filter: { project_id: 'recall', ...filter },
          })
        ).body.memories,
      );
    expect(await recall({})).toHaveLength(7);
    expect(await recall({}, 3)).toHaveLength(3);
    expect(await recall({ memory_type: 'error' })).toHaveLength(2);
    expect(await recall({ tags: ['db', 'billing'] })).toEqual([notes[0]![0]]);
    expect(await recall({ tags: ['db', 'style'] })).toEqual([]);
    expect(await recall({ min_importance: 0.9 })).toEqual([notes[0]![0]]);
    expect(await recall({ source_agent: 'bob' })).toEqual([]);
    expect(await recall({ source_agent: 'ann' })).toHaveLength(7);
    expect(await recall({ project_id: 'no such project' })).toEqual([]);
    expect(await recall({ date_range: { to: '2001-01-01' } })).toEqual([]);
    expect(await recall({ date_range: { from: '2001-01-01' } })).toHaveLength(7);
    expect(await recall({ memory_type: 'error', tags: ['jobs'], min_importance: 0.6 })).toEqual([]);
  });

  // Accesses wait in their process for the next time they are written down, some seconds at most.
  it.skipIf(isBalanced())('counts accesses', async () => {
    const filter = { memory_type: 'preference' };
    const first = (await service.post('/api/v1/recall', { query: 'tabs', filter })).body.memories[0];
    const second = (await service.post('/api/v1/recall', { query: 'tabs', filter })).body.memories[0];
    expect(second.access_count).toBe(first.access_count + 1);
    const searched = (await service.post('/api/v1/search', { query: 'tabs', filter })).body.results[0];
    expect(searched.access_count).toBe(second.access_count);
    await service.restart();
    const after = (await service.post('/api/v1/recall', { query: 'tabs', filter })).body.memories[0];
    expect(after.access_count).toBe(second.access_count + 1);
  });

  const refused: [string, Record<string, unknown>, number][] = [
    ['no query', { query: undefined }, 400],
    ['an empty query', { query: '' }, 400],
    ['a query of white space', { query: ' \n' }, 400],
    ['a query over 8 KiB', { query: 'x'.repeat(8193) }, 413],
    ['limit 0', { limit: 0 }, 400],
    ['limit 201', { limit: 201 }, 400],
    ['limit as text', { limit: '5' }, 400],
    ['a mistyped filter', { filters: {} }, 400],
    ['an unknown field in the filter', { filter: { project: 'x' } }, 400],
    ['an unknown type', { filter: { memory_type: 'rumour' } }, 400],
    ['importance out of range', { filter: { min_importance: 1.5 } }, 400],
    ['a date that is none', { filter: { date_range: { from: 'soon' } } }, 400],
    [
      'a range the wrong way round',
      { filter: { date_range: { from: '2025-01-02', to: '2025-01-01' } } },
      400,
    ],
    ['an unknown field in the range', { filter: { date_range: { since: '2025-01-01' } } }, 400],
    ['tags as text', { filter: { tags: 'db' } }, 400],
    ['include_archived as text', { filter: { include_archived: 'yes' } }, 400],
    ['a null filter', { filter: null }, 400],
  ];
  it.each(refused)('refuses %s', async (_, fields, status) => {
    const answer = await service.post('/api/v1/recall', { query: 'x', ...fields });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it('takes queries of any script and shape', async () => {
    for (const query of [
      '?',
      '日本語の質問',
      '🦊',
      'the of and',
      'a',
      "'; DROP TABLE memories; --",
      '\u0000',
      '*',
      '"open quote',
      'x'.repeat(8192),
    ]) {
      const { status, body } = await service.post('/api/v1/recall', { query });
      expect(status, query.slice(0, 20)).toBe(200);
      expect(body.memories).toHaveLength(7);
    }
  });
});

describe('POST /api/v1/search', () => {
  it('continues a search by cursor without gaps or repeats while memories are stored', async () => {
    const search = (fields: object) =>
      service.post('/api/v1/search', { query: 'billing', page_size: 3, ...fields });
    const before = contents((await search({ page_size: 200, page: 1 })).body.results);
    const first = (await search({})).body;
    const read = contents(first.results);
    const stored = await service.post('/api/v1/remember', {
      content: 'billing billing billing',
      type: 'fact',
    });
    const again = (await search({ cursor: first.next_cursor })).body;
    let { body } = await search({ cursor: first.next_cursor });
    expect(contents(body.results)).toEqual(contents(again.results));
    for (let page = 2; ; page++) {
      expect(body.page).toBe(page);
      read.push(...contents(body.results));
      if (body.next_cursor === null) break;
      body = (await search({ cursor: body.next_cursor })).body;
    }
    expect(new Set(read).size).toBe(read.length);
    expect(read.toSorted()).toEqual([...before, 'billing billing billing'].toSorted());
    await service.post('/api/v1/forget', { memory_id: stored.body.memory_id });
    const other = await search({ query: 'deploy', cursor: first.next_cursor });
    expect([other.status, other.body.code]).toEqual([400, 'validation_failed']);
    const unknown = Buffer.from('[2,"no such search",3]').toString('base64url');
    const expired = await search({ cursor: unknown });
    expect([expired.status, expired.body.code]).toEqual([410, 'cursor_expired']);
  });

  it('pages through all matches without gaps or repeats, best first', async () => {
    const all = (await service.post('/api/v1/search', { query: 'billing', page_size: 200 })).body;
    expect(all).toMatchObject({ page: 1, page_size: 200, total: 7, total_pages: 1 });
    const paged = [];
    for (const page of [1, 2, 3]) {
      const { body } = await service.post('/api/v1/search', { query: 'billing', page, page_size: 3 });
      expect(body).toMatchObject({ page, page_size: 3, total: 7, total_pages: 3 });
      paged.push(...contents(body.results));
    }
    expect(paged).toEqual(contents(all.results));
    expect(
      (await service.post('/api/v1/search', { query: 'billing', page: 4, page_size: 3 })).body.results,
    ).toEqual([]);
  });

  it('highlights the matching words', async () => {
    const { body } = await service.post('/api/v1/search', { query: 'sending an invoice', page_size: 1 });
    const [{ content, highlights }] = body.results;
    expect(content).toBe(notes[6]![0]);
    const words = highlights.flatMap(({ text, ranges }: { text: string; ranges: [number, number][] }) =>
      ranges.map(([start, end]) => text.slice(start, end)),
    );
    expect(words).toContain('Invoices');
  });

  it.each([
    { query: '' },
    { query: 'x', page: 0 },
    { query: 'x', page_size: 0 },
    { query: 'x', page_size: 201 },
    { query: 'x', limit: 5 },
    { query: 'x', filter: { memory_typ: 'fact' } },
  ])('refuses %j', async (body) => {
    expect((await service.post('/api/v1/search', body)).status).toBe(400);
  });
});

describe('conversations', () => {
  const turns: [string, string][] = [
    ['Ben', 'Where did you go last summer?'],
    ['Mia', 'We rented a cabin in Norway for two weeks.'],
    ['Ben', 'Did you see any moose?'],
    ['Mia', 'Two of them, right behind the sauna!'],
    ['Ben', 'What are you doing next year?'],
    ['Mia', 'Probably staying at home, honestly.'],
  ];

  it('finds an answer by the words of its question', async () => {
    for (const [speaker, content] of turns) {
      await service.post('/api/v1/remember', {
        content,
        type: 'context',
        project: 'chat',
        conversation_id: 's1',
        speaker,
      });
    }
    const { body } = await service.post('/api/v1/recall', {
      query: 'Where did Mia go last summer?',
      limit: 2,
      filter: { project_id: 'chat' },
    });
    expect(contents(body.memories)).toContain('We rented a cabin in Norway for two weeks.');
    await service.restart();
    const again = await service.post('/api/v1/recall', {
      query: 'Where did Mia go last summer?',
      limit: 2,
      filter: { project_id: 'chat' },
    });
    expect(contents(again.body.memories)).toEqual(contents(body.memories));
  });

  it('detects a conversation without conversation_id only under strict conditions', async () => {
    const question = { query: 'Where did Mia go last summer?', limit: 2 };
    const write = (project: string, named: boolean) =>
      turns.reduce(async (before, [speaker, content]) => {
        await before;
        await service.post('/api/v1/remember', {
          content,
          type: 'context',
          project,
          ...(named ? { speaker } : {}),
        });
      }, Promise.resolve());
    await write('plain chat', true);
    await write('no speakers', false);
    const found = async (project: string) =>
      contents(
        (await service.post('/api/v1/recall', { ...question, filter: { project_id: project } })).body
          .memories,
      );
    expect(await found('plain chat')).toContain('We rented a cabin in Norway for two weeks.');
    expect(await found('no speakers')).not.toContain('We rented a cabin in Norway for two weeks.');
    await service.restart();
    expect(await found('plain chat')).toContain('We rented a cabin in Norway for two weeks.');
  });
});

// Last: the tests above count the memories that are there.
describe('terms', () => {
  it('finds an identifier inside a compound, with the best memory first', async () => {
    const stored: [content: string, query: string][] = [
      ['In production JWT_EXPIRY=3600', 'What is JWT_EXPIRY in production?'],
      ['The crash comes from File.java:87 in the parser', 'What crashes in File.java?'],
      ['Run test_pay.py::TestRefund before each release', 'When do we run test_pay.py?'],
      ['The gateway listens at 10.20.30.40:8443 inside the cluster', 'Which port has 10.20.30.40?'],
      ['Staging is at https://stage-2.example.org/shop', 'What is at stage-2.example.org?'],
      ['We set pool.max.size=30 for the worker', 'What is the value of pool.max.size?'],
    ];
    const others = [
      'JWT_EXPIRY must not be changed without telling mobile',
      'File.java is the parser, and it crashes seldom, as we wrote in production',
      'Nobody likes the crash of a test before each release',
    ];
    for (const content of [...stored.map(([each]) => each), ...others])
      await service.post('/api/v1/remember', { content, type: 'fact', project: 'compounds' });
    for (const [content, query] of stored) {
      const { body } = await service.post('/api/v1/recall', { query, filter: { project_id: 'compounds' } });
      expect([query, body.memories[0].content]).toEqual([query, content]);
    }
  });

  it('matches characters, half-width kana, decomposed Korean, Arabic, folded letters and emoji as words', async () => {
    const stored: [content: string, query: string][] = [
      ['我家养了一只猫', '猫'],
      ['サーバーは東京にある', 'ｻｰﾊﾞｰ'],
      ['서버는 서울에 있다', '서버'.normalize('NFD')],
      ['يعمل أحمد في المكتب', 'احمد'],
      ['Das Büro liegt in der Hauptstraße', 'hauptstrasse'],
      ['Smørrebrød is served on Fridays', 'smorrebrod'],
      ['The launch went well 🚀', '🚀'],
    ];
    for (const [content] of stored)
      await service.post('/api/v1/remember', { content, type: 'fact', project: 'scripts' });
    for (const [content, query] of stored) {
      const { body } = await service.post('/api/v1/recall', { query, filter: { project_id: 'scripts' } });
      const [first] = body.memories;
      expect([query, first.content, first.score_parts.keyword]).toEqual([query, content, 1]);
    }
  });
});

describe('dates in a query', () => {
  const project = 'diary';
  const recall = (query: string, fields: Record<string, unknown> = {}) =>
    service.post('/api/v1/recall', {
      query,
      filter: { project_id: project },
      now: '2026-11-27T10:00:00Z',
      ...fields,
    });

  beforeAll(async () => {
    for (const [day, content] of [
      ['2026-09-12', 'Repaired the fence of the garden with Tom'],
      ['2026-11-20', 'Long call with the bank about the loan'],
      ['2026-11-24', 'Swam in the lake and wrote letters'],
      ['2026-11-26', 'Cooked soup for the neighbours'],
      ['2025-11-24', 'Visited the old mill'],
    ])
      await service.post('/api/v1/remember', { content, type: 'context', project, occurred_at: day });
  });

  it.each([
    ['What did I do on 24 November 2026?', 'Swam in the lake and wrote letters'],
    ['What did I do on 24 November?', 'Swam in the lake and wrote letters'],
    ['What did I do on 24 November 2025?', 'Visited the old mill'],
    ['What did I do yesterday?', 'Cooked soup for the neighbours'],
    ['What happened last Friday?', 'Long call with the bank about the loan'],
    ['What did I do in September?', 'Repaired the fence of the garden with Tom'],
  ])('%s', async (query, expected) => {
    const { body } = await recall(query);
    expect(body.memories[0].content).toBe(expected);
    expect(body.memories).toHaveLength(5);
  });

  it('returns their interpretation in the given zone', async () => {
    const { body } = await recall('What did I do yesterday?', { time_zone: 'America/New_York' });
    expect(body.interpreted).toEqual({
      phrase: 'yesterday',
      from: '2026-11-26T05:00:00.000Z',
      to: '2026-11-27T04:59:59.999Z',
    });
    expect((await recall('Who cooked?')).body.interpreted).toBeNull();
    const search = await service.post('/api/v1/search', { query: 'in May 2023', time_zone: 'UTC' });
    expect(search.body.interpreted.from).toBe('2023-05-01T00:00:00.000Z');
  });

  it('refuses an unknown time zone', async () => {
    const { status, body } = await recall('yesterday', { time_zone: 'Mars/Olympus' });
    expect(status).toBe(400);
    expect(body.detail).toContain('Mars/Olympus');
  });

  it('filters by the time of the event and by the speaker', async () => {
    const { body } = await recall('anything', {
      filter: { project_id: project, occurred: { from: '2026-11-20', to: '2026-11-24' } },
    });
    expect(contents(body.memories).sort()).toEqual([
      'Long call with the bank about the loan',
      'Swam in the lake and wrote letters',
    ]);
    const listed = await service.get(`/api/v1/memories?project_id=${project}&occurred_from=2026-11-25`);
    expect(contents(listed.body.memories)).toEqual(['Cooked soup for the neighbours']);
    const wrong = await recall('x', { filter: { occurred: { from: '2026-11-24', to: '2026-11-20' } } });
    expect(wrong.body.detail).toContain('occurred.from');
  });
});

describe('roles of a chat with an assistant', () => {
  it('reads "I" in a query as the user', async () => {
    const project = 'chat';
    const turns = [
      ['assistant', 'A bicycle is a good way to commute; my favourite kind is a gravel bike'],
      ['user', 'I bought a red bike at the market'],
      ['assistant', 'A new bike is exciting! Which bike did you buy?'],
    ];
    for (const [role, content] of turns)
      await service.post('/api/v1/remember', {
        content,
        role,
        type: 'context',
        project,
        conversation_id: 'one',
      });
    const { body } = await service.post('/api/v1/recall', {
      query: 'Which bike did I buy?',
      filter: { project_id: project },
    });
    expect(body.memories[0]).toMatchObject({ role: 'user', content: turns[1]![1] });
  });
});
