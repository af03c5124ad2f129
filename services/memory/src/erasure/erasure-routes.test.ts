import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres, findRedis, startedPostgres, startedRedis } from '@anima/test-engines';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReindexStage } from '../storage/sqlite/reindex-stage.js';
import { startTestService, type TestService } from '../testing/test-service.js';

/** A word that occurs in nothing else; the index has it as a term. */
const WORD = 'quagmirewombat';
const GONE = '0199aaaa-0000-7000-8000-000000000000';
const hasRedisClient = spawnSync('redis-cli', ['--version']).status === 0;
const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.each(['sqlite', `postgres${missing}`])('erasure on %s', (name) => {
  const isShared = name !== 'sqlite';
  if (isShared && missing !== '') {
    it.skip('is skipped', () => {});
    return;
  }
  let service: TestService;
  let url = '';
  let redis = '';
  beforeAll(async () => {
    if (!isShared) service = await startTestService();
    else {
      url = (await startedPostgres()).url;
      if (findRedis() !== null) redis = (await startedRedis()).url;
      service = await startTestService({
        MEMORY_DATABASE_URL: url,
        ...(redis === '' ? {} : { MEMORY_CACHE_URL: redis }),
      });
    }
  });
  afterAll(() => service?.close());

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}, status = 200) => {
    const answer = await service.post(`/api/v1/${path}`, body, headers);
    expect(answer).toMatchObject({ status });
    return answer.body;
  };
  const remember = async (
    content: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<string> =>
    (await post('remember', { content, type: 'fact', ...fields }, headers, 201)).memory_id;
  const get = async (memory_id: string) =>
    (await service.post('/api/v1/get', { memory_id, include_archived: true })).status;

  /** Files of the data directory with the word, and the tables of the database with it. */
  function places(word: string): string[] {
    const files = readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(word))
      .map((path) => path.slice(service.dataDir.length + 1));
    return [...files, ...tablesWith(word), ...(isInRedis(word) ? ['redis'] : [])].sort();
  }

  function isInRedis(word: string): boolean {
    if (redis === '' || !hasRedisClient) return false;
    const script =
      "for _, k in ipairs(redis.call('KEYS', '*')) do if redis.call('GET', k):find(ARGV[1], 1, true) then return 1 end end return 0";
    return execFileSync('redis-cli', ['-u', redis, 'EVAL', script, '0', word]).toString().trim() === '1';
  }

  function tablesWith(word: string): string[] {
    if (isShared) {
      const dump = execFileSync(join(findPostgres()!, 'pg_dump'), ['--inserts', url], {
        maxBuffer: 1 << 28,
      }).toString();
      const hex = Buffer.from(word).toString('hex');
      const lines = dump.split('\n').filter((line) => line.includes(word) || line.includes(hex));
      return [...new Set(lines.map((line) => /^INSERT INTO public\.(\w+)/.exec(line)?.[1] ?? line))];
    }
    const db = new DatabaseSync(join(service.dataDir, 'memory.db'), { readOnly: true });
    try {
      const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
        name: string;
      }[];
      return tables
        .map(({ name }) => name)
        .filter((table) =>
          db
            .prepare(`SELECT * FROM "${table}"`)
            .all()
            .some((row) => JSON.stringify(row).includes(word)),
        );
    } finally {
      db.close();
    }
  }

  it('removes a text from every place, and keeps other facts', async () => {
    const key = { 'idempotency-key': 'first' };
    const named = await remember(
      `The vault word is ${WORD}`,
      { project: 'vault', conversation_id: 'talk', tags: [`${WORD} tag`], speaker: 'ann' },
      key,
    );
    await service.patch(`/api/v1/memories/${named}`, { content: `The vault word is now ${WORD} two` });
    const twin = await remember(
      `The vault word is now ${WORD} two`,
      { project: 'vault' },
      { 'idempotency-key': 'b' },
    );
    const quoting = await remember(`The vault word is now ${WORD} two!`, { project: 'vault' });
    const other = await remember('The crane is painted red', { project: 'vault' });
    const merged = await post('memories/audit/merge', { memory_ids: [quoting, other] });
    const third = await remember(`The vault word is now ${WORD} two`, { project: 'vault' });
    const later = await remember('A note that replaces', { project: 'vault', supersedes: [twin] });
    await post('restore', { memory_id: twin });
    const audit = await post('memories/audit', { scope: 'project', project_id: 'vault' });
    expect(audit).toMatchObject({ findings: [expect.anything()] });
    const cached = (query: string, response: string, fields = {}) =>
      post('cache/store', { query, response, model: 'm', ...fields }, {}, 201);
    await cached('What is in the talk?', 'A summary without the word', { conversation_id: 'talk' });
    await cached('What is the vault word?', `It is: The vault word is now ${WORD} two.`);
    await cached(`Which memory is ${named}?`, 'The one about the vault');
    await cached('What colour is the crane?', 'Red');
    await post('export', { output_path: join(service.dataDir, 'old.json'), audit_runs: true });
    await service.restart();

    const before = places(WORD);
    const tables = isShared
      ? [
          'anima_idempotency',
          'audit_findings',
          'cached_responses',
          'memories',
          'memory_history',
          'search_rows',
        ]
      : [
          'audit_findings',
          'cached_responses',
          'idempotency_key',
          'memories',
          'memory.index',
          'memory_history',
        ];
    if (redis !== '' && hasRedisClient) tables.push('redis');
    expect(before).toEqual(expect.arrayContaining(['old.json', ...tables]));

    const target = {
      memory_ids: [named, twin, third, quoting.toUpperCase(), GONE],
      reason: 'A request of Ann',
    };
    const plan = await post('erase', { ...target, dry_run: true });
    expect(plan).toMatchObject({ dry_run: true, erased: 5, unknown: [GONE], restored: [other] });
    expect(plan.memories.map(({ cause }: { cause: string }) => cause).sort()).toEqual([
      'merged_from_named',
      'named',
      'named',
      'named',
      'named',
    ]);
    expect(plan.memories[0].excerpt).toContain(WORD);
    expect(plan.archives).toMatchObject([{ path: expect.stringContaining('old.json') }]);
    expect(places(WORD)).toEqual(before);

    const erased = await post('erase', target);
    expect(erased).toMatchObject({
      dry_run: false,
      erased: 5,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(places(WORD)).toEqual(['old.json']);

    for (const memory_id of [named, twin, quoting, merged.memory_id]) expect(await get(memory_id)).toBe(404);
    expect((await post('get', { memory_id: other })).state).toBe('active');
    expect((await post('get', { memory_id: later })).state).toBe('active');
    expect((await post('cache/check', { query: 'What is in the talk?', model: 'm' })).hit).toBe(false);
    expect((await post('cache/check', { query: `Which memory is ${named}?`, model: 'm' })).hit).toBe(false);
    expect((await post('cache/check', { query: 'What colour is the crane?', model: 'm' })).hit).toBe(true);
    const again = await post('memories/audit', { scope: 'project', project_id: 'vault' });
    expect(JSON.stringify(again.findings)).not.toContain(WORD);

    // A repeated call does not create the memory again.
    const repeated = await service.post(
      '/api/v1/remember',
      {
        content: `The vault word is ${WORD}`,
        type: 'fact',
        project: 'vault',
        conversation_id: 'talk',
        tags: [`${WORD} tag`],
        speaker: 'ann',
      },
      key,
    );
    expect([repeated.status, repeated.body.code]).toEqual([410, 'memory_erased']);

    const { erasures, total } = (await service.get('/api/v1/erasures')).body;
    expect(total).toBe(1);
    expect(erasures[0]).toMatchObject({
      receipt_id: erased.receipt_id,
      sha256: erased.sha256,
      erased: 5,
      reason: 'A request of Ann',
      finished_at: expect.any(String),
    });
    expect(erasures[0].memory_ids).toContain(named);

    // An older archive does not restore them.
    const imported = await post('import', { source_path: join(service.dataDir, 'old.json') });
    expect(imported.counts).toMatchObject({ created: 0, skipped_erased: 5 });
    await service.restart();
    expect(await get(named)).toBe(404);
    const status = (await service.get('/api/v1/status')).body;
    expect(status).toMatchObject({ status: 'ok' });
    expect((await post('recall', { query: 'which crane is painted red?' })).memories[0].memory_id).toBe(
      other,
    );
    expect(
      (await post('remember', { content: 'Stored afterwards', type: 'fact' }, {}, 201)).memory_id,
    ).toBeDefined();
    expect((await service.get('/api/v1/status')).body.components.vector_index.status).toBe('ok');
    expect(places(WORD)).toEqual(['old.json']);
  }, 120_000);

  it('erases the memories that a filter selects, including archived ones', async () => {
    const ids = [
      await remember('One of the filter', { project: 'filtered', tags: ['a'] }),
      await remember('Two of the filter', { project: 'filtered', conversation_id: 'chat' }),
      await remember('Elsewhere in the chat', { project: 'elsewhere', conversation_id: 'chat' }),
    ];
    await post('forget', { memory_id: ids[0] });
    expect(
      (await post('erase', { filter: { project_id: 'filtered', tags: ['A'] }, dry_run: true })).erased,
    ).toBe(1);
    const chat = await post('erase', { filter: { conversation_id: 'chat', project_id: 'elsewhere' } });
    expect(chat.erased).toBe(1);
    expect((await post('erase', { filter: { project_id: 'never used' } })).erased).toBe(0);
    const all = await post('erase', { filter: { project_id: 'filtered' } });
    expect(all.erased).toBe(2);
    for (const id of ids) expect(await get(id)).toBe(404);
  }, 60_000);

  it.skipIf(isShared)(
    'cleans the file of an unfinished reindexing',
    async () => {
      const id = await remember('The lighthouse keeper is called Brunhilde', { project: 'm' });
      const query = 'Who is Brunhilde in the lighthouse?';
      await post('cache/store', { query, response: `See ${id}`, model: 'm' }, {}, 201);
      const stage = openReindexStage(service.dataDir, {
        databaseId: 'another database',
        model: { name: 'another', revision: '1', dimensions: 384 },
      });
      await stage.put({ memories: [], questions: [{ query, vector: new Float32Array(384) }] });
      stage.close();
      expect(places('Brunhilde').some((place) => place.startsWith('memory.reindex'))).toBe(true);
      await post('erase', { memory_ids: [id] });
      expect(places('Brunhilde')).toEqual([]);
    },
    60_000,
  );

  it('serves other calls, and erases memories that a running audit would report', async () => {
    const twins: string[] = [];
    for (let n = 0; n < 60; n++)
      twins.push(await remember(`Twin ${n} of the walrus note is stored here`, { project: 'busy' }));
    const audit = service.post('/api/v1/memories/audit', { scope: 'project', project_id: 'busy' });
    const erasing = service.post('/api/v1/erase', { filter: { project_id: 'busy' } });
    const others = Array.from({ length: 10 }, (_, n) =>
      remember(`Written meanwhile ${n}`, { project: 'calm' }),
    );
    const exported = service.post('/api/v1/export', {
      output_path: join(service.dataDir, 'meanwhile.json'),
      audit_runs: true,
    });
    expect((await post('recall', { query: 'written meanwhile' })).memories).toBeDefined();
    for (const each of await Promise.all(others)) expect(await get(each)).toBe(200);
    expect((await erasing).body.erased).toBe(60);
    expect((await exported).status).toBe(200);
    const { run_id } = (await audit).body;
    const run = (await service.get(`/api/v1/memories/audit/${run_id}`)).body;
    expect(JSON.stringify(run)).not.toContain('walrus');
    const left = (await post('erase', { memory_ids: [twins[0]!] })).unknown;
    expect(left).toEqual([]);
    expect(places('walrus').filter((place) => place !== 'meanwhile.json')).toEqual([]);
  }, 120_000);

  it('erases a merged memory together with its sources', async () => {
    const sources = [
      await remember('Left half', { project: 'm' }),
      await remember('Right half', { project: 'm' }),
    ];
    const merged = await post('memories/audit/merge', { memory_ids: sources });
    expect((await post('erase', { memory_ids: [merged.memory_id] })).erased).toBe(3);
    for (const id of sources) expect(await get(id)).toBe(404);
  }, 60_000);

  it.each([
    {},
    { memory_ids: [] },
    { memory_ids: ['x'] },
    { filter: {} },
    { filter: { include_archived: true } },
    { filter: { tags: [] } },
    { filter: { date_range: {} } },
    { filter: { unknown: 1 } },
    { memory_ids: [GONE], filter: { project_id: 'x' } },
  ])('rejects %j', async (body) => {
    expect((await service.post('/api/v1/erase', body)).status).toBe(400);
  });
});

it('is refused to the token of an agent, also without isolation', async () => {
  const service = await startTestService({ MEMORY_API_TOKEN: 'root-token,ada=ada-token' });
  try {
    const [ada, root] = ['ada', 'root'].map((name) => ({ authorization: `Bearer ${name}-token` }));
    const body = { memory_ids: [GONE], dry_run: true };
    expect((await service.post('/api/v1/erase', body, ada)).status).toBe(403);
    expect((await service.get('/api/v1/erasures', ada)).status).toBe(403);
    const path = '/api/v1/project/nowhere?erase=true';
    expect((await service.request('DELETE', path, { headers: ada! })).status).toBe(403);
    expect((await service.post('/api/v1/erase', body, root)).status).toBe(200);
    expect((await service.request('DELETE', path, { headers: root! })).status).toBe(404);
  } finally {
    await service.close();
  }
});
