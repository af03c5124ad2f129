import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBalanced, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const isoMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const unknownId = '01900000-0000-7000-8000-000000000000';

async function remember(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const answer = await service.post(
    '/api/v1/remember',
    { content: 'The deploy runs on Fridays', type: 'fact', ...fields },
    headers,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

describe('POST /api/v1/remember', () => {
  it('responds 201 with the complete record and its defaults', async () => {
    const record = await remember();
    expect(record.memory_id).toMatch(uuidV7);
    expect(record.created_at).toMatch(isoMs);
    expect(record).toEqual({
      memory_id: record.memory_id,
      content: 'The deploy runs on Fridays',
      type: 'fact',
      importance: 0.5,
      project_id: null,
      project: null,
      tags: [],
      source_agent: 'default',
      created_at: record.created_at,
      updated_at: record.created_at,
      state: 'active',
      archived_at: null,
      expires_at: null,
      shared_with: [],
      superseded_by: null,
      merged_from: [],
      access_count: 0,
      last_accessed_at: null,
      conversation_id: null,
      speaker: null,
      role: null,
      occurred_at: null,
      metadata: { origin: 'api' },
      similar: [],
      related: [],
      conflicts: [],
    });
  });

  it('stores every given field', async () => {
    const record = await remember({
      content: '  Leading space, "quotes", emoji 🦊 and 日本語 stay  ',
      importance: 1,
      project: 'alpha',
      tags: ['a', 'b', 'a'],
      ttl_seconds: 60,
      conversation_id: 'c1',
      speaker: 'Ada',
      occurred_at: '2024-02-29',
    });
    const { body } = await service.post('/api/v1/get', { memory_id: record.memory_id });
    expect(body).toMatchObject({
      content: '  Leading space, "quotes", emoji 🦊 and 日本語 stay  ',
      importance: 1,
      project: 'alpha',
      tags: ['a', 'b'],
      conversation_id: 'c1',
      speaker: 'Ada',
      occurred_at: '2024-02-29T00:00:00.000Z',
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(60_000);
  });

  it('takes the agent from the header, else from the body', async () => {
    expect((await remember({}, { 'x-agent-id': 'builder' })).source_agent).toBe('builder');
    expect((await remember({ source_agent: 'reader' })).source_agent).toBe('reader');
    const both = await service.post(
      '/api/v1/remember',
      { content: 'x', type: 'fact', source_agent: 'reader' },
      { 'x-agent-id': 'builder' },
    );
    expect(both.status).toBe(400);
    expect(both.body.errors[0].path).toBe('source_agent');
  });

  it('creates a project once, by name, and takes its id as well', async () => {
    const first = await remember({ project: 'beta' });
    const second = await remember({ project: 'beta' });
    const third = await remember({ project: first.project_id });
    expect([second.project_id, third.project_id]).toEqual([first.project_id, first.project_id]);
    expect(third.project).toBe('beta');
    const unknown = await service.post('/api/v1/remember', {
      content: 'x',
      type: 'fact',
      project: unknownId,
    });
    expect(unknown.status).toBe(422);
    expect(unknown.body.code).toBe('project_unknown');
  });

  it('agrees on one project when many use a new name at once', async () => {
    const records = await Promise.all(
      Array.from({ length: 8 }, (_, i) => remember({ content: `at once ${i}`, project: 'gamma' })),
    );
    expect(new Set(records.map((record) => record.project_id)).size).toBe(1);
  });

  it('stores equal memories separately and reports them', async () => {
    const content = 'Postgres listens on port 5433 in staging';
    const first = await remember({ content, project: 'twins' });
    const second = await remember({ content, project: 'twins' });
    expect(second.memory_id).not.toBe(first.memory_id);
    expect(second.similar[0].memory_id).toBe(first.memory_id);
    expect(second.similar[0].similarity).toBeGreaterThan(0.99);
    const elsewhere = await remember({ content, project: 'other twins' });
    expect(elsewhere.similar).toEqual([]);
  });

  it('responds to a repeated Idempotency-Key with the first record', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    const first = await remember({ content: 'only once' }, headers);
    const again = await remember({ content: 'only once' }, headers);
    expect(again).toEqual(first);
    const other = await service.post('/api/v1/remember', { content: 'another', type: 'fact' }, headers);
    expect(other.status).toBe(422);
    expect(other.body.code).toBe('idempotency_key_reused');
    const found = await service.post('/api/v1/search', { query: 'only once' });
    expect(
      found.body.results.filter((result: { content: string }) => result.content === 'only once'),
    ).toHaveLength(1);
  });

  const refused: [string, Record<string, unknown>, number, string][] = [
    ['no content', { content: undefined }, 400, 'validation_failed'],
    ['empty content', { content: '' }, 400, 'validation_failed'],
    ['only white space', { content: ' \n\t' }, 400, 'validation_failed'],
    ['content of another type', { content: 7 }, 400, 'validation_failed'],
    ['half a surrogate pair', { content: 'x\ud800y' }, 400, 'validation_failed'],
    ...['project', 'speaker', 'conversation_id'].map(
      (field): [string, Record<string, unknown>, number, string] => [
        `half a surrogate pair as ${field}`,
        { [field]: 'x\ud800y' },
        400,
        'validation_failed',
      ],
    ),
    ['half a surrogate pair as a tag', { tags: ['x\ud800y'] }, 400, 'validation_failed'],
    ['a NUL character', { content: 'x\u0000y' }, 400, 'validation_failed'],
    ['a NUL character in a tag', { tags: ['x\u0000y'] }, 400, 'validation_failed'],
    ['a speaker of two lines', { speaker: 'Ada\nBob' }, 400, 'validation_failed'],
    ['content over 64 KiB', { content: 'é'.repeat(32 * 1024 + 1) }, 413, 'content_too_large'],
    ['no type', { type: undefined }, 400, 'validation_failed'],
    ['unknown type', { type: 'rumour' }, 400, 'validation_failed'],
    ['importance above 1', { importance: 1.01 }, 400, 'validation_failed'],
    ['importance below 0', { importance: -0.01 }, 400, 'validation_failed'],
    ['importance as text', { importance: '0.5' }, 400, 'validation_failed'],
    ['unknown field', { importanse: 1 }, 400, 'validation_failed'],
    ['empty project', { project: '' }, 400, 'validation_failed'],
    ['project of white space', { project: '  ' }, 400, 'validation_failed'],
    ['65 tags', { tags: Array.from({ length: 65 }, (_, i) => `t${i}`) }, 400, 'validation_failed'],
    ['a tag of 129 characters', { tags: ['x'.repeat(129)] }, 400, 'validation_failed'],
    ['an empty tag', { tags: [''] }, 400, 'validation_failed'],
    ['tags as text', { tags: 'a' }, 400, 'validation_failed'],
    ['ttl of 0', { ttl_seconds: 0 }, 400, 'validation_failed'],
    ['ttl of half a second', { ttl_seconds: 0.5 }, 400, 'validation_failed'],
    ['a day that does not exist', { occurred_at: '2023-02-29' }, 400, 'validation_failed'],
    ['conversation_id too long', { conversation_id: 'x'.repeat(129) }, 400, 'validation_failed'],
    ['speaker too long', { speaker: 'x'.repeat(129) }, 400, 'validation_failed'],
    ['null project', { project: null }, 400, 'validation_failed'],
  ];
  it.each(refused)('refuses %s', async (_, fields, status, code) => {
    const before = (await service.get('/api/v1/memories')).body.total;
    const answer = await service.post('/api/v1/remember', { content: 'x', type: 'fact', ...fields });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status, code });
    expect((await service.get('/api/v1/memories')).body.total).toBe(before);
  });

  it('accepts a content of exactly 64 KiB, and finds the text at its end', async () => {
    // A word of 180 letters is one token: some ten windows, where whole sentences would fill forty.
    const filler = `The quick brown fox jumps over the lazy dog. ${'z'.repeat(180)} `;
    const end = 'The vault in Reykjavik opens with the heliotrope key.';
    const content = filler.repeat(300).slice(0, 64 * 1024 - end.length) + end;
    const record = await remember({ content, project: 'long' });
    const fillerOnly = await remember({ content: filler.repeat(60), project: 'long' });
    const { body } = await service.post('/api/v1/recall', {
      query: 'which key opens the vault in Reykjavik?',
      filter: { project_id: 'long' },
    });
    expect(body.memories[0].memory_id).toBe(record.memory_id);
    expect(body.memories[1].memory_id).toBe(fillerOnly.memory_id);
    expect(body.memories[0].score_parts.semantic).toBeGreaterThan(
      body.memories[1].score_parts.semantic + 0.05,
    );
  });

  it('rejects invalid JSON', async () => {
    const plain = await service.request('POST', '/api/v1/remember', {
      body: 'content=x',
      headers: { 'content-type': 'text/plain' },
    });
    expect([plain.status, plain.body.code]).toEqual([415, 'unsupported_media_type']);
    const broken = await service.request('POST', '/api/v1/remember', {
      body: '{"content": ',
      headers: { 'content-type': 'application/json' },
    });
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_json']);
  });

  it('refuses a body over 1 MiB', async () => {
    const answer = await service.post('/api/v1/remember', { content: 'x'.repeat(1024 * 1024), type: 'fact' });
    expect(answer.status).toBe(413);
  });
});

describe('POST /api/v1/get', () => {
  // Accesses wait in their process for the next time they are written down, some seconds at most.
  it.skipIf(isBalanced())('answers the record and counts the access', async () => {
    const { similar: _, related: __, conflicts: ___, ...record } = await remember({ content: 'counted' });
    const { body } = await service.post('/api/v1/get', { memory_id: record.memory_id });
    expect(body).toEqual({ ...record, access_count: 1, last_accessed_at: body.last_accessed_at });
    expect(body.last_accessed_at).toMatch(isoMs);
    expect(
      (await service.post('/api/v1/get', { memory_id: record.memory_id.toUpperCase() })).body.access_count,
    ).toBe(2);
  });

  it('rejects an unknown id, and an id that is not a UUID', async () => {
    const unknown = await service.post('/api/v1/get', { memory_id: unknownId });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'memory_not_found']);
    expect((await service.post('/api/v1/get', { memory_id: 'x' })).status).toBe(400);
    expect((await service.post('/api/v1/get', {})).status).toBe(400);
  });
});

describe('GET /api/v1/memories', () => {
  it('finds a project and a tag in any Unicode form of their names', async () => {
    const forms = ['Caf\u00e9', 'Cafe\u0301', ' caf\u00e9 ', 'CAF\u00c9'];
    const stored = await Promise.all(
      forms.map((project) => remember({ project, tags: ['Cr\u00e8me', ' Cre\u0300me '] })),
    );
    expect(new Set(stored.map((memory) => memory.project_id)).size).toBe(1);
    for (const { tags } of stored) expect(tags).toEqual(['Cr\u00e8me']);
    const query = `project_id=${encodeURIComponent('cafe\u0301')}&tags=${encodeURIComponent('Cre\u0300me')}`;
    expect((await service.get(`/api/v1/memories?${query}`)).body.total).toBe(forms.length);
    for (const name of ['Ca\u200bf\u00e9', 'a\u3164', 'a\u{e0041}', '\u2800', ' '])
      for (const fields of [{ project: name }, { tags: [name] }]) {
        const { status } = await service.post('/api/v1/remember', { content: 'x', type: 'fact', ...fields });
        expect([name, status]).toEqual([name, 400]);
      }
  });

  it('continues by cursor without gaps or repeats while memories are stored and archived', async () => {
    const written: string[] = [];
    for (let i = 0; i < 9; i++)
      written.push((await remember({ content: `item ${i}`, project: 'cursors' })).memory_id);
    const read: string[] = [];
    let cursor = '';
    for (let page = 1; page <= 3; page++) {
      const { body } = await service.get(`/api/v1/memories?project_id=cursors&page_size=3${cursor}`);
      expect(body.page).toBe(page);
      read.push(...body.memories.map((memory: { memory_id: string }) => memory.memory_id));
      expect(body.next_cursor === null).toBe(page === 3);
      cursor = `&cursor=${body.next_cursor}`;
      await remember({ content: `new ${page}`, project: 'cursors' });
      await service.post('/api/v1/forget', { memory_id: read.at(-1) });
    }
    expect(read).toEqual(written.reverse());
  });

  it('ends a list before its contents exceed 4 MiB, and continues it by cursor', async () => {
    for (let i = 0; i < 66; i++)
      await remember({ content: `${i} ${'x'.repeat(64_000)}`, project: 'large', type: 'context' });
    const first = (await service.get('/api/v1/memories?project_id=large&page_size=200')).body;
    expect(first).toMatchObject({ total: 66, total_pages: 1 });
    expect(first.memories).toHaveLength(65);
    const rest = await service.get(
      `/api/v1/memories?project_id=large&page_size=200&cursor=${first.next_cursor}`,
    );
    expect(rest.body.memories).toHaveLength(1);
    expect(rest.body.next_cursor).toBe(null);
    const whole = await service.get('/api/v1/memories?project_id=large&page_size=200&page=1');
    expect(whole.body.memories).toHaveLength(66);
  });

  it.each([
    'x',
    'e30',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('[1,"a",2]').toString('base64url'),
  ])('rejects the cursor %s', async (cursor) => {
    const { status, body } = await service.get(`/api/v1/memories?cursor=${cursor}`);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('rejects a cursor together with a page', async () => {
    const { next_cursor: cursor } = (await service.get('/api/v1/memories?page_size=1')).body;
    const { status, body } = await service.get(`/api/v1/memories?page=1&cursor=${cursor}`);
    expect([status, body.detail]).toEqual([400, 'Expected page or cursor, received both']);
  });

  it('pages newest first, without gaps or repeats', async () => {
    const written = [];
    for (let i = 0; i < 7; i++)
      written.push((await remember({ content: `page ${i}`, project: 'pages' })).memory_id);
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await service.get(`/api/v1/memories?project_id=pages&page=${page}&page_size=3`);
      expect(body).toMatchObject({ page, page_size: 3, total: 7, total_pages: 3 });
      pages.push(...body.memories.map((memory: { memory_id: string }) => memory.memory_id));
    }
    expect(pages).toEqual(written.reverse());
  });

  it('honours each filter, and global_only', async () => {
    const project = 'filters';
    const hit = await remember(
      { content: 'hit', project, type: 'decision', importance: 0.9, tags: ['x', 'y'] },
      { 'x-agent-id': 'ann' },
    );
    await remember(
      { content: 'miss', project, type: 'fact', importance: 0.1, tags: ['x'] },
      { 'x-agent-id': 'bob' },
    );
    const global = await remember({ content: 'nowhere' });
    const ids = async (query: string) =>
      (await service.get(`/api/v1/memories?${query}`)).body.memories.map(
        (memory: { memory_id: string }) => memory.memory_id,
      );
    for (const query of [
      'memory_type=decision',
      'source_agent=ann',
      'min_importance=0.9',
      'tags=x&tags=y',
      'tags=y',
    ]) {
      expect(await ids(`project_id=filters&${query}`), query).toEqual([hit.memory_id]);
    }
    expect(await ids(`project_id=filters&to=2000-01-01`)).toEqual([]);
    expect(await ids(`project_id=filters&from=${hit.created_at}`)).toHaveLength(2);
    const today = hit.created_at.slice(0, 10);
    expect(await ids(`project_id=filters&from=${today}&to=${today}`)).toHaveLength(2);
    expect(await ids('project_id=never-used')).toEqual([]);
    expect(await ids('global_only=true')).toContain(global.memory_id);
    expect(await ids('global_only=true')).not.toContain(hit.memory_id);
  });

  it.each([
    'page=0',
    'page_size=0',
    'page_size=201',
    'page=x',
    'sort=new',
    'memory_type=rumour',
    'min_importance=2',
    'from=soon',
    'global_only=maybe',
  ])('refuses ?%s', async (query) => {
    const answer = await service.get(`/api/v1/memories?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.body.errors[0].path).toBe(query.split('=')[0]);
  });
});

describe('PATCH /api/v1/memories/{memory_id} and its history', () => {
  it('changes the given fields only, finds the new content, forgets the old words', async () => {
    const record = await remember({ content: 'The mascot is a pelican', project: 'patch', tags: ['zoo'] });
    await remember({ content: 'Lunch is at noon', project: 'patch' });
    const { status, body } = await service.patch(`/api/v1/memories/${record.memory_id}`, {
      content: 'The mascot is a hedgehog',
      importance: 0.8,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      content: 'The mascot is a hedgehog',
      importance: 0.8,
      type: 'fact',
      tags: ['zoo'],
      created_at: record.created_at,
    });
    const found = await service.post('/api/v1/recall', {
      query: 'hedgehog',
      filter: { project_id: 'patch' },
    });
    expect(found.body.memories).toHaveLength(2);
    expect(found.body.memories[0].memory_id).toBe(record.memory_id);
    expect(found.body.memories[0].score_parts.keyword).toBeGreaterThan(0);
    const old = await service.post('/api/v1/recall', { query: 'pelican', filter: { project_id: 'patch' } });
    expect(
      old.body.memories.every(
        (memory: { score_parts: { keyword: number } }) => memory.score_parts.keyword === 0,
      ),
    ).toBe(true);

    const moved = await service.patch(
      `/api/v1/memories/${record.memory_id}`,
      { project: null, tags: [], type: 'entity' },
      { 'x-agent-id': 'ann' },
    );
    expect(moved.body).toMatchObject({ project: null, project_id: null, tags: [], type: 'entity' });

    const history = (await service.get(`/api/v1/memories/${record.memory_id}/history`)).body;
    expect(history.memory_id).toBe(record.memory_id);
    expect(
      history.history.map((entry: { revision: number; change: string }) => [entry.revision, entry.change]),
    ).toEqual([
      [1, 'created'],
      [2, 'updated'],
      [3, 'updated'],
    ]);
    expect(history.history[1].changes).toEqual({
      content: { from: 'The mascot is a pelican', to: 'The mascot is a hedgehog' },
      importance: { from: 0.5, to: 0.8 },
    });
    expect(history.history[2]).toMatchObject({
      agent_id: 'ann',
      changes: {
        project: { from: 'patch', to: null },
        tags: { from: ['zoo'], to: [] },
        type: { from: 'fact', to: 'entity' },
      },
    });
  });

  it('refuses nothing to change, unknown ids and fields, archived memories', async () => {
    const record = await remember({ content: 'short life' });
    const path = `/api/v1/memories/${record.memory_id}`;
    expect((await service.patch(path, {})).status).toBe(400);
    expect((await service.patch(path, { memory_id: unknownId })).status).toBe(400);
    expect((await service.patch(path, { importance: 3 })).status).toBe(400);
    expect((await service.patch(path, { content: '' })).status).toBe(400);
    expect((await service.patch(path, { project: unknownId })).status).toBe(422);
    expect((await service.patch(`/api/v1/memories/${unknownId}`, { importance: 1 })).status).toBe(404);
    expect((await service.patch('/api/v1/memories/x', { importance: 1 })).status).toBe(400);
    expect((await service.get(`/api/v1/memories/${unknownId}/history`)).status).toBe(404);
    await service.post('/api/v1/forget', { memory_id: record.memory_id });
    expect((await service.patch(path, { importance: 1 })).status).toBe(404);
    const history = await service.get(`${path}/history`);
    expect(history.body.history.map((entry: { change: string }) => entry.change)).toEqual([
      'created',
      'archived',
    ]);
  });
});

describe('paths of the audit', () => {
  it.each([
    ['PATCH', '/api/v1/memories/audit', 'OPTIONS, POST'],
    ['GET', '/api/v1/memories/audit/merge', 'OPTIONS, POST'],
    ['GET', '/api/v1/memories/audit/suppress', 'OPTIONS, POST'],
  ])('are no memories: %s %s', async (method, path, allow) => {
    const { status, headers, body } = await service.request(method, path);
    expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });
});
