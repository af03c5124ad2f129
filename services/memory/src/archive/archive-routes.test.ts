import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStorage } from '../storage/open-storage.js';
import { archiveOf, memoryRecord } from '../testing/archive-text.js';
import { keepsAllInPostgres, startTestService, type TestService } from '../testing/test-service.js';

let folder: string;
let source: TestService;
let target: TestService;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'anima-archives-')));
  source = await startTestService({ MEMORY_FILE_ROOTS: folder });
  target = await startTestService({ MEMORY_FILE_ROOTS: folder });
  await fill(source);
});

afterAll(async () => {
  await source?.close();
  await target?.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, name);

async function remember(
  service: TestService,
  fields: Record<string, unknown>,
  agent = 'ann',
): Promise<string> {
  const { status, body } = await service.post(
    '/api/v1/remember',
    { type: 'fact', ...fields },
    { 'x-agent-id': agent },
  );
  expect(status).toBe(201);
  return body.memory_id;
}

async function ok(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by the tests
  return body as any;
}

/** One of everything that an archive has to keep. */
async function fill(service: TestService): Promise<void> {
  const { post } = service;
  for (const [speaker, content] of [
    ['Ann', 'Which database shall we take for the billing service?'],
    ['Bob', 'PostgreSQL 16, because of the partitions.'],
    ['Ann', 'Then the migration begins on Tuesday.'],
  ]) {
    await remember(service, {
      content,
      speaker,
      conversation_id: 'c1',
      project: 'billing',
      type: 'decision',
    });
    await remember(service, { content: `${content} (unmarked)`, speaker, project: 'billing' });
  }
  await remember(service, {
    content: 'Zwölf Boxkämpfer jagen Viktor 🥊 quer über den großen Sylter Deich "\\ \u2028',
    tags: ['ü', 'b c'],
  });
  await remember(service, {
    content: 'It happened long ago',
    occurred_at: '1999-12-31',
    importance: 0.123456789,
  });
  await remember(service, { content: 'Soon over', ttl_seconds: 86_400 }, 'bob');
  await remember(service, { content: 'At once over', ttl_seconds: 1 });
  const changed = await remember(service, {
    content: 'We deploy on Fridays',
    type: 'decision',
    project: 'ops',
  });
  await ok(
    service.patch(`/api/v1/memories/${changed}`, {
      content: 'We deploy on Mondays',
      importance: 0.9,
      tags: ['x'],
      project: 'billing',
    }),
  );
  const shared = await remember(service, { content: 'Everybody should know this' });
  await ok(post('/api/v1/share', { memory_id: shared }));
  const named = await remember(service, { content: 'Bob and Cid should know this', project: 'ops' });
  await ok(post('/api/v1/share', { memory_id: named, target_agents: ['bob', 'cid'] }));
  const gone = await remember(service, { content: 'Nobody needs this any more', project: 'ops' });
  await ok(post('/api/v1/forget', { memory_id: gone }));
  const back = await remember(service, { content: 'This came back' });
  await ok(post('/api/v1/forget', { memory_id: back }));
  await ok(post('/api/v1/restore', { memory_id: back }));
  const twins = [
    await remember(service, {
      content: 'The staging cluster runs in Frankfurt.',
      project: 'ops',
      tags: ['a'],
    }),
    await remember(service, {
      content: 'The staging cluster is running in Frankfurt.',
      project: 'ops',
      tags: ['b'],
    }),
  ];
  await ok(post('/api/v1/memories/audit/merge', { memory_ids: twins }));
  const noon = await remember(service, { content: 'Lunch is at noon', project: 'ops' });
  await remember(service, { content: 'Lunch is at one', project: 'ops', supersedes: [noon] });
  await remember(service, { content: 'The office cat is called Minka.' });
  await remember(service, { content: 'The office cat is called Minka!' });
  const run = await ok(post('/api/v1/memories/audit', { scope: 'global' }));
  await ok(
    post('/api/v1/memories/audit/suppress', { run_id: run.run_id, finding_id: run.findings[0].finding_id }),
  );
  await ok(post('/api/v1/memories/audit', { scope: 'project', project_id: 'billing' }));
  await ok(post('/api/v1/recall', { query: 'database of billing', limit: 3 }));
  await ok(post('/api/v1/get', { memory_id: changed }));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
}

/** All data of a service that a caller can see, except the order of records of the same millisecond. */
async function everything({ get }: TestService) {
  const { memories } = await ok(get('/api/v1/memories?include_archived=true&page_size=200'));
  const histories = [];
  for (const { memory_id } of memories)
    histories.push(await ok(get(`/api/v1/memories/${memory_id}/history`)));
  const contexts = [];
  for (const name of ['billing', 'ops']) contexts.push(await ok(get(`/api/v1/project/${name}/context`)));
  const { runs, total } = await ok(get('/api/v1/memories/audit/history'));
  const findings = [];
  for (const { run_id } of runs) findings.push(await ok(get(`/api/v1/memories/audit/${run_id}`)));
  const status = await ok(get('/api/v1/status'));
  return { memories, histories, contexts, runs, total, findings, counts: status.memories };
}

describe('a round trip', () => {
  it.each([
    ['plain', {}],
    ['encrypted', { passphrase: 'correct horse battery staple' }],
  ])('of a %s archive loses nothing', async (name, secret) => {
    const before = await everything(source);
    expect(before.memories.length).toBeGreaterThan(18);
    expect(before.findings[1].findings[0].state).toBe('suppressed');
    expect(before.memories.some((memory: { merged_from: string[] }) => memory.merged_from.length === 2)).toBe(
      true,
    );

    const file = path(`${name}.json`);
    const exported = await ok(
      source.post('/api/v1/export', { output_path: file, audit_runs: true, ...secret }),
    );
    expect(exported).toEqual({
      output_path: file,
      bytes: statSync(file).size,
      sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
      counts: { projects: 2, memories: before.memories.length, audit_runs: 2, relations: 1 },
      encrypted: 'passphrase' in secret,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').includes('PostgreSQL')).toBe(!exported.encrypted);

    const fresh = await startTestService({ MEMORY_FILE_ROOTS: folder });
    try {
      const imported = await ok(fresh.post('/api/v1/import', { source_path: file, ...secret }));
      expect(imported).toMatchObject({
        dry_run: false,
        counts: { created: before.memories.length, skipped: 0, conflicts: 0, invalid: 0 },
        projects: { created: 2, existing: 0 },
        audit_runs: { created: 2, skipped: 0 },
      });
      expect(await everything(fresh)).toEqual(before);

      const question = { query: 'Why PostgreSQL for the billing database?', limit: 5 };
      const scores = async (service: TestService) =>
        (await ok(service.post('/api/v1/search', { query: question.query, page_size: 5 }))).results.map(
          ({ memory_id, score }: { memory_id: string; score: number }) => [memory_id, score.toFixed(4)],
        );
      expect(await scores(fresh)).toEqual(await scores(source));

      // Exports again after the round trip: only the time of writing can differ.
      const again = path(`${name}-again.json`);
      await ok(fresh.post('/api/v1/export', { output_path: again, audit_runs: true }));
      if (!exported.encrypted) {
        const records = (of: string) => {
          const { projects, memories, audit_runs } = JSON.parse(readFileSync(of, 'utf8'));
          return { projects, memories, audit_runs };
        };
        expect(records(again)).toEqual(records(file));
      }

      // The result does not depend on data in RAM.
      await fresh.restart();
      expect(await everything(fresh)).toEqual(before);
      const opened = fresh.log().filter(({ index }) => index !== undefined);
      // There is no index if the database itself searches.
      if (!keepsAllInPostgres()) expect(opened.at(-1)).toMatchObject({ index: 'saved' });
    } finally {
      await fresh.close();
    }
  });
});

describe('the contents of an export', () => {
  async function exported(fields: Record<string, unknown>) {
    const file = path('selection.json');
    const answer = await ok(source.post('/api/v1/export', { output_path: file, overwrite: true, ...fields }));
    const archive = JSON.parse(readFileSync(file, 'utf8'));
    expect(archive.counts).toEqual(answer.counts);
    for (const list of ['projects', 'memories', 'audit_runs']) {
      expect(archive[list]).toHaveLength(answer.counts[list]);
    }
    // The exported archive can be read.
    await ok(target.post('/api/v1/import', { source_path: file, dry_run: true }));
    return { ...archive, answer };
  }

  it('are memories and projects by default', async () => {
    const { total } = await ok(source.get('/api/v1/memories?include_archived=true'));
    expect((await exported({})).counts).toEqual({
      projects: 2,
      memories: total,
      audit_runs: 0,
      relations: 1,
    });
    expect((await exported({ memories: false })).counts).toEqual({ projects: 2, memories: 0, audit_runs: 0 });
    const nothing = { memories: false, projects: false };
    expect((await exported(nothing)).counts).toEqual({ projects: 0, memories: 0, audit_runs: 0 });
    expect((await exported({ ...nothing, audit_runs: true })).counts.audit_runs).toBe(2);
    const bare = await exported({ projects: false });
    expect(bare.projects).toEqual([]);
    expect(bare.memories.some(({ project }: { project: string | null }) => project === 'ops')).toBe(true);
  });

  it('is of these projects, by id or name', async () => {
    const { projects, memories } = await exported({ project_filter: ['ops'], audit_runs: true });
    expect(projects.map(({ name }: { name: string }) => name)).toEqual(['ops']);
    expect(new Set(memories.map(({ project }: { project: string }) => project))).toEqual(new Set(['ops']));
    const [{ project_id }] = projects;
    const byId = await exported({ project_filter: [project_id.toUpperCase(), 'billing'], audit_runs: true });
    expect(byId.counts).toMatchObject({ projects: 2, audit_runs: 1 });
    expect(byId.answer.unknown_projects).toBeUndefined();
  });

  it('include no records of an unknown project, which the response names', async () => {
    const { answer } = await exported({ project_filter: ['opps', 'ops'] });
    expect(answer.unknown_projects).toEqual(['opps']);
    expect((await exported({ project_filter: ['opps'] })).counts).toEqual({
      projects: 0,
      memories: 0,
      audit_runs: 0,
    });
  });

  it('are records created after since and before until, and no others', async () => {
    const all = (await exported({})).memories.map(({ created_at }: { created_at: string }) => created_at);
    const middle = all[Math.floor(all.length / 2)];
    const later = (await exported({ since: middle })).memories;
    const earlier = (await exported({ until: middle })).memories;
    const times = (memories: { created_at: string }[]) => memories.map(({ created_at }) => created_at);
    expect(times(later)).toEqual(all.filter((time: string) => time > middle));
    expect(times(earlier)).toEqual(all.filter((time: string) => time < middle));

    const day = middle.slice(0, 10);
    expect((await exported({ since: day })).memories).toHaveLength(all.length);
    const before = await exported({ until: day, audit_runs: true });
    expect(before.counts).toEqual({ projects: 0, memories: 0, audit_runs: 0 });
  });

  it('is the state of one moment while others write', async () => {
    let writing = true;
    const writers = Array.from({ length: 4 }, async () => {
      while (writing) await remember(source, { content: 'written meanwhile', project: 'meanwhile' });
    });
    for (let i = 0; i < 3; i++) await exported({});
    writing = false;
    await Promise.all(writers);
  });
});

describe('the effect of an import', () => {
  const write = (name: string, lists: Parameters<typeof archiveOf>[0]) => {
    writeFileSync(path(name), JSON.stringify(archiveOf(lists), null, 2));
    return path(name);
  };
  const bring = (file: string, fields: Record<string, unknown> = {}) =>
    ok(target.post('/api/v1/import', { source_path: file, ...fields }));

  it('is limited to new records: equal ones are skipped, different contents stay unchanged', async () => {
    const [kept, changed, fresh] = [memoryRecord(), memoryRecord(), memoryRecord({ content: 'brand new' })];
    expect((await bring(write('first.json', { memories: [kept, changed] }))).counts.created).toBe(2);
    const file = write('second.json', {
      memories: [
        fresh,
        { ...changed, content: 'changed meanwhile' },
        { ...kept, importance: 1, tags: ['new'] },
      ],
    });
    const expected = {
      counts: { created: 1, skipped: 1, conflicts: 1, invalid: 0 },
      items: [
        { memory_id: changed.memory_id, action: 'conflict', reason: expect.any(String) },
        { memory_id: fresh.memory_id, action: 'created', reason: expect.any(String) },
        { memory_id: kept.memory_id, action: 'skipped', reason: expect.any(String) },
      ],
    };
    expect(await bring(file, { dry_run: true })).toMatchObject({ dry_run: true, ...expected });
    expect((await target.post('/api/v1/get', { memory_id: fresh.memory_id })).status).toBe(404);
    expect(await bring(file)).toMatchObject({ dry_run: false, ...expected });
    for (const { memory_id, content } of [kept, changed, fresh]) {
      expect(await ok(target.post('/api/v1/get', { memory_id }))).toMatchObject({ content, importance: 0.5 });
    }
    expect((await bring(file)).counts).toEqual({ created: 0, skipped: 2, conflicts: 1, invalid: 0 });
    const { results } = await ok(target.post('/api/v1/search', { query: 'brand new' }));
    expect(results[0].memory_id).toBe(fresh.memory_id);
  });

  it('includes earlier memories that are related to its memories', async () => {
    const content = 'Interns get a laptop with 16 GB of memory.';
    const old = await remember(target, { content, type: 'decision' });
    const laptops = [
      'Interns get a laptop with 32 GB of memory.',
      'Laptops of interns have 64 GB of memory.',
    ];
    const memories = laptops.map((each) => memoryRecord({ content: each }));
    const { body: before } = await target.get('/api/v1/memories?page_size=1');
    const file = write('laptops.json', {
      memories: [
        ...memories,
        memoryRecord({ ...memories[0], memory_id: randomUUID(), archived_at: before.memories[0].created_at }),
      ],
    });
    const dry = await bring(file, { dry_run: true });
    expect(dry.items.map((item: { related: unknown[] }) => item.related)).toEqual([[], [], []]);
    const { items } = await bring(file);
    for (const { related } of items.slice(0, 2)) expect(related).toMatchObject([{ memory_id: old, content }]);
    expect(items[0].conflicts).toMatchObject([{ memory_id: old, reason: 'value' }]);
    // An archived one has to do with nothing any more.
    expect(items[2]).toMatchObject({ action: 'created', related: [], conflicts: [] });
  });

  it('joins a project of the same name, and takes over its conversations', async () => {
    const here = await remember(target, { content: 'was here before', project: 'shared name' });
    const elsewhere = '019b0000-0000-7000-8000-00000000000a';
    const record = memoryRecord({
      project_id: elsewhere,
      project: 'shared name',
      speaker: 'Ann',
      implied_conversation: `${elsewhere}/implied/ann/1-1`,
    });
    const file = write('join.json', {
      projects: [{ project_id: elsewhere, name: 'shared name', created_at: '2020-01-01T00:00:00.000Z' }],
      memories: [record],
    });
    expect(await bring(file)).toMatchObject({ projects: { created: 0, existing: 1 } });
    const { project_id } = await ok(target.post('/api/v1/get', { memory_id: here }));
    expect(await ok(target.post('/api/v1/get', { memory_id: record.memory_id }))).toMatchObject({
      project_id,
    });
    await ok(
      target.post('/api/v1/export', { output_path: path('joined.json'), project_filter: ['shared name'] }),
    );
    const { memories } = JSON.parse(readFileSync(path('joined.json'), 'utf8'));
    expect(memories.at(-1).implied_conversation).toBe(`${project_id}/implied/ann/1-1`);
  });

  it('creates a project that only its memories name, and one without any', async () => {
    const project_id = '019b0000-0000-7000-8000-00000000000b';
    const record = memoryRecord({ project_id, project: 'only named' });
    const answer = await bring(write('named.json', { memories: [record] }));
    expect(answer.projects).toEqual({ created: 1, existing: 0 });
    expect((await ok(target.get('/api/v1/project/only%20named/context'))).project.project_id).toBe(
      project_id,
    );

    const project = {
      project_id: '019b0000-0000-7000-8000-00000000000e',
      name: 'empty yet',
      created_at: '2020-01-01T00:00:00.000Z',
    };
    expect((await bring(write('empty.json', { projects: [project] }))).projects.created).toBe(1);
    expect((await ok(target.get('/api/v1/project/empty%20yet/context'))).project).toEqual(project);
  });

  it('omits records that violate the rules of /remember, with the reason', async () => {
    const good = memoryRecord({ content: 'a good one' });
    const bad: [string, unknown][] = [
      ['content', memoryRecord({ content: 'x'.repeat(1_000_001) })],
      ['NUL', memoryRecord({ content: 'a\0b' })],
      [
        'NUL',
        memoryRecord({
          history: [
            {
              revision: 2,
              change: 'updated',
              agent_id: 'a',
              changed_at: good.created_at,
              changes: { tags: { from: ['a\0b'], to: [] } },
            },
          ],
        }),
      ],
      ['type', { ...memoryRecord(), type: 'rumour' }],
      ['importance', memoryRecord({ importance: 2 })],
      ['created_at', memoryRecord({ created_at: '2026-02-30T00:00:00.000Z' })],
      ['note', { ...memoryRecord(), note: 1 }],
      ['record', 17],
      ['record', null],
      ['twice', good],
      ['project', memoryRecord({ project: 'without its id' })],
      [
        'ascending',
        memoryRecord({
          history: [2, 2].map((revision) => ({
            revision,
            change: 'updated',
            agent_id: 'a',
            changed_at: good.created_at,
            changes: {},
          })),
        }),
      ],
    ];
    const answer = await bring(
      write('invalid.json', { memories: [good, ...bad.map(([, record]) => record)] }),
    );
    expect(answer.counts).toEqual({ created: 1, skipped: 0, conflicts: 0, invalid: bad.length });
    for (const [at, [word]] of bad.entries()) {
      expect(answer.items[at].action).toBe('invalid');
      expect(answer.items[at].reason).toContain(`memories[${at + 1}]`);
      expect(answer.items[at].reason).toContain(word);
      expect(answer.items[at].reason).not.toContain('xxx');
    }
    await ok(target.post('/api/v1/get', { memory_id: good.memory_id }));
  });

  it('shows the first hundred memories, rejected ones first', async () => {
    const memories = Array.from({ length: 120 }, (_, i) => memoryRecord({ content: `number ${i}` }));
    const answer = await bring(write('many.json', { memories: [...memories, 'broken'] }), { dry_run: true });
    expect(answer.items).toHaveLength(100);
    expect(answer.items.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'invalid',
      'created',
    ]);
  });

  it('continues a conversation of another archive', async () => {
    const turns = [
      'Shall we take the train or the car?',
      'The train.',
      'And the way back?',
      'By car, with Eve.',
    ];
    for (const [i, content] of turns.entries()) {
      await remember(source, {
        content,
        speaker: ['Ann', 'Bob'][i % 2],
        conversation_id: 'trip',
        project: 'trip',
      });
      if (i === 1) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const whole = path('trip.json');
    await ok(source.post('/api/v1/export', { output_path: whole, project_filter: ['trip'] }));
    const { memories } = JSON.parse(readFileSync(whole, 'utf8'));
    const halves = [{ until: memories[2].created_at }, { since: memories[1].created_at }];
    for (const [i, range] of halves.entries()) {
      const output_path = path(`trip-${i}.json`);
      await ok(source.post('/api/v1/export', { output_path, project_filter: ['trip'], ...range }));
      expect((await bring(output_path)).counts.created).toBe(2);
    }
    const filter = { project_id: 'trip' };
    const scores = async (service: TestService) =>
      (await ok(service.post('/api/v1/search', { query: 'How do we come back?', filter }))).results.map(
        ({
          memory_id,
          score_parts,
        }: {
          memory_id: string;
          score_parts: { semantic: number; keyword: number };
        }) => [memory_id, score_parts.semantic, score_parts.keyword],
      );
    expect(await scores(target)).toEqual(await scores(source));
  });

  it('is reported in one event', async () => {
    const memories = [memoryRecord(), memoryRecord()];
    const abort = new AbortController();
    const response = await fetch(`${target.url}/api/v1/events`, { signal: abort.signal });
    await bring(write('event.json', { memories }));
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (/memory\.imported\n(?:.*\n)*?data: .*\n/.test(text)) break;
    }
    abort.abort();
    expect(text).not.toContain('memory.created');
    expect(JSON.parse(/data: (.*)/.exec(text.slice(text.indexOf('memory.imported')))![1]!)).toMatchObject({
      data: { agent_id: 'default', created: 2, skipped: 0, conflicts: 0, invalid: 0 },
    });
  });
});

describe('relations', () => {
  const relationsOf = async (service: TestService, memoryId: string) =>
    (await ok(service.get(`/api/v1/memories/${memoryId}/relations`))).relations;
  const exportTo = (service: TestService, name: string, fields = {}) =>
    ok(service.post('/api/v1/export', { output_path: path(name), project_filter: ['minds'], ...fields }));
  const bring = (service: TestService, name: string, fields = {}) =>
    ok(service.post('/api/v1/import', { source_path: path(name), ...fields }));

  it('come with the memories, once, and an undone one does not', async () => {
    const project = 'minds';
    const first = await remember(source, { content: 'Lunch is at noon', project });
    const second = await remember(source, { content: 'Lunch is at one', project, supersedes: [first] });
    const third = await remember(source, { content: 'Lunch is at two', project });
    await ok(
      source.post(`/api/v1/memories/${third}/supersede`, { superseded: [second], reason: 'Moved "again"' }),
    );
    await ok(source.post('/api/v1/restore', { memory_id: first }));
    const exported = await exportTo(source, 'minds.json');
    expect(exported.counts).toEqual({ projects: 1, memories: 3, audit_runs: 0, relations: 1 });
    const archive = JSON.parse(readFileSync(path('minds.json'), 'utf8'));
    expect(archive).toMatchObject({ version: 1, counts: { relations: 1 } });
    expect(archive.relations).toMatchObject([
      { kind: 'supersedes', from: third, to: second, by: 'agent:default', reason: 'Moved "again"' },
    ]);

    const fresh = await startTestService({ MEMORY_FILE_ROOTS: folder });
    const dry = await bring(fresh, 'minds.json', { dry_run: true });
    expect(dry.relations).toEqual({ created: 1, skipped: 0 });
    expect((await bring(fresh, 'minds.json')).relations).toEqual({ created: 1, skipped: 0 });
    for (const memoryId of [first, second, third])
      expect(await relationsOf(fresh, memoryId)).toEqual(await relationsOf(source, memoryId));
    expect((await bring(fresh, 'minds.json')).relations).toEqual({ created: 0, skipped: 1 });
    // And it is undone here as there.
    await ok(fresh.post('/api/v1/restore', { memory_id: second }));
    expect(await relationsOf(fresh, third)).toEqual([]);
    await fresh.close();
  });

  it('follow their memories later, but not for a memory that is different here', async () => {
    const project = 'late';
    const [a, b] = [
      await remember(source, { content: 'Tea is at four', project }),
      await remember(source, { content: 'We drink tea in the garden', project }),
    ];
    await exportTo(source, 'late-1.json', { project_filter: [project] });
    await ok(source.post(`/api/v1/memories/${b}/supersede`, { superseded: [a] }));
    const second = await exportTo(source, 'late-2.json', { project_filter: [project] });
    expect(second.counts.relations).toBe(1);
    await bring(target, 'late-1.json');
    // Here the older memory is active: existing memories stay unchanged.
    expect(await bring(target, 'late-2.json')).toMatchObject({
      counts: { created: 0, skipped: 2 },
      relations: { created: 0, skipped: 1 },
    });
    expect(await relationsOf(target, a)).toEqual([]);
  });

  it('of merges are derived from the memories, also for archives of versions without relations', async () => {
    const project = 'merges';
    const ids = [
      await remember(source, { content: 'The lift is slow.', project }),
      await remember(source, { content: 'The lift is slow!', project }),
    ];
    const merged = (await ok(source.post('/api/v1/memories/audit/merge', { memory_ids: ids }))).memory_id;
    const exported = await exportTo(source, 'merges.json', { project_filter: [project] });
    expect(exported.counts).not.toHaveProperty('relations');
    expect(await bring(target, 'merges.json')).not.toHaveProperty('relations');
    expect(await relationsOf(target, merged)).toEqual(await relationsOf(source, merged));
    expect(await relationsOf(target, merged)).toHaveLength(2);
  });

  it.each<[string, Record<string, unknown>]>([
    ['of no kind', { kind: 'likes' }],
    ['to itself', { to: '019b0000-0000-7000-8000-00000000000a' }],
    ['with a long reason', { reason: 'x'.repeat(501) }],
    ['of no texts', { digest: null }],
    ['with a member that none has', { more: 1 }],
    ['surer than sure', { confidence: 1.5 }],
  ])('%s are refused with the whole archive', async (name, fields) => {
    const relation = {
      kind: 'conflicts',
      from: '019b0000-0000-7000-8000-00000000000a',
      to: '019b0000-0000-7000-8000-00000000000b',
      by: 'agent:ann',
      confidence: null,
      reason: null,
      at: '2026-03-01T09:30:00.000Z',
      digest: 'ab12',
      ...fields,
    };
    const memory = memoryRecord();
    const file = path(`relation ${name}.json`);
    writeFileSync(file, JSON.stringify(archiveOf({ memories: [memory], relations: [relation] })));
    const { status, body } = await target.post('/api/v1/import', { source_path: file });
    expect([status, body.code]).toEqual([422, 'archive_damaged']);
    expect((await target.post('/api/v1/get', { memory_id: memory.memory_id })).status).toBe(404);
  });
});

it('returns the imported memories also if related memories cannot be found', async () => {
  const among = async (ids: readonly string[]) => {
    if (ids.length > 0) throw new Error('the disk is gone');
    return [];
  };
  const service = await startTestService(
    { MEMORY_FILE_ROOTS: folder },
    {
      openStorage: async (options) => {
        const storage = openSqliteStorage(options);
        return { ...storage, relations: { ...storage.relations, among } };
      },
    },
  );
  try {
    const first = archiveOf({ memories: [memoryRecord({ content: 'The kiln is fired on Mondays' })] });
    const second = archiveOf({ memories: [memoryRecord({ content: 'The kiln is fired on Mondays.' })] });
    for (const [name, text] of Object.entries({ 'kiln-1.json': first, 'kiln-2.json': second })) {
      writeFileSync(path(name), JSON.stringify(text));
      const report = await ok(service.post('/api/v1/import', { source_path: path(name) }));
      expect(report).toMatchObject({ counts: { created: 1 }, items: [{ action: 'created', related: [] }] });
    }
    expect(JSON.stringify(service.log())).toContain('the disk is gone');
  } finally {
    await service.close();
  }
});
