import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForeignHome } from '../testing/foreign-home.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const fixtures = fileURLToPath(new URL('../../fixtures/exports/', import.meta.url));
const home = makeForeignHome();
let service: TestService;
let projects = 0;

beforeAll(async () => {
  service = await startTestService(home.env);
});
afterAll(async () => {
  await service?.close();
  home.remove();
});

/** Copies a fixture into the home of the user; returns its path. */
function place(name: string, to = `Downloads/${name}`): string {
  const path = home.at(to);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(fixtures + name, path, { recursive: true });
  return path;
}

const importFile = (source_path: string, fields: object = {}) =>
  service.post('/api/v1/import/foreign', { source_path, ...fields });

/** Imports a fixture into a project of its own; returns its memories, in their order. */
async function imported(name: string, fields: object = {}) {
  const project = `exports ${projects++}`;
  const { status, body } = await importFile(place(name), { project, ...fields });
  expect([status, body.counts?.failed]).toEqual([200, 0]);
  return { report: body, project, memories: await memoriesOf(project) };
}

async function memoriesOf(project: string) {
  const path = `/api/v1/memories?page_size=200&project_id=${encodeURIComponent(project)}`;
  return (await service.get(path)).body.memories.toReversed();
}

const contents = (memories: { content: string }[]) => memories.map(({ content }) => content);

describe('the data export of ChatGPT', () => {
  it('becomes turns of the branch that the user saw last', async () => {
    const { report, memories } = await imported('chatgpt/conversations.json');
    expect(report.files).toMatchObject([
      { format: 'chatgpt-export', status: 'imported', counts: { created: 2 } },
    ]);
    const conversation_id = 'chatgpt:c0ffee00-0000-4000-8000-000000000001';
    expect(memories).toMatchObject([
      {
        content: 'Which knot holds the jib sheet of my boat Heron?',
        role: 'user',
        speaker: 'user',
        conversation_id,
        occurred_at: '2024-06-01T10:00:02.250Z',
        tags: ['conversation', 'sailing-knots'],
      },
      { content: 'A bowline holds it, and it never jams.', role: 'assistant', conversation_id },
    ]);
  });

  it('is synchronised by a later export, also from another folder', async () => {
    const { project } = await imported('chatgpt/conversations.json');
    const again = await importFile(place('chatgpt/conversations.json'), { project });
    expect(again.body.counts).toMatchObject({ created: 0, unchanged: 2, removed: 0 });
    const path = place('chatgpt/conversations.json', 'Downloads/later/conversations.json');
    const [conversation] = JSON.parse(readFileSync(path, 'utf8'));
    const text = { content_type: 'text', parts: ['Thank you, the bowline holds.'] };
    conversation.mapping.n7 = {
      parent: 'n6',
      children: [],
      message: { author: { role: 'user' }, content: text },
    };
    conversation.current_node = 'n7';
    writeFileSync(path, JSON.stringify([conversation]));
    const later = await importFile(path, { project });
    expect(later.body.counts).toMatchObject({ created: 1, unchanged: 2, changed: 0, removed: 0 });
    expect(await memoriesOf(project)).toHaveLength(3);
  });
});

describe('the data export of Claude', () => {
  it('becomes turns, statements of its memories, or both from a folder', async () => {
    const { report, memories } = await imported('claude', { format: 'claude-export' });
    expect(report.files).toHaveLength(2);
    expect(contents(memories)).toEqual([
      'How long does my rye dough rise?',
      'Twelve hours in the cellar.',
      expect.stringContaining('Ada is a bridge engineer in Porto.'),
      expect.stringContaining('She prefers metric units.'),
      'The garden project uses raised beds.',
    ]);
    expect(memories[1]).toMatchObject({
      role: 'assistant',
      conversation_id: 'claude:decaf000-0000-4000-8000-000000000001',
      occurred_at: '2026-03-01T08:01:00.000Z',
    });
  });
});

describe('exports of memory systems', () => {
  it('mem0: memories with their dates, categories and users', async () => {
    const { memories } = await imported('mem0.json');
    expect(memories).toMatchObject([
      {
        content: 'Ada prefers trains over planes',
        type: 'preference',
        tags: ['travel', 'ada'],
        occurred_at: '2025-05-04T17:00:00.000Z',
      },
      { content: 'Ada works at the observatory', tags: ['ada'], occurred_at: '2025-05-05T10:00:00.000Z' },
    ]);
  });

  it('Zep: messages with speakers, texts, facts with their validity, and summaries', async () => {
    const { project, memories } = await imported('zep.json');
    expect(memories).toMatchObject([
      { content: 'The pump of my boat is broken.', speaker: 'Ada', role: 'user', conversation_id: 'zep:t1' },
      {
        content: 'I will order a new pump.',
        speaker: 'assistant',
        role: 'assistant',
        occurred_at: '2025-01-02T03:04:05.000Z',
      },
      { content: 'The pump needs oil every month.', tags: ['manual'] },
      {
        content: 'Ada lives in Porto',
        valid_from: '2020-01-01T00:00:00.000Z',
        valid_until: '2025-06-01T00:00:00.000Z',
      },
      { content: 'Ada lives in Bergen', valid_until: null },
      { content: 'Ada: Ada owns a boat and lives in Bergen.', type: 'entity' },
    ]);
    const { body } = await service.post('/api/v1/recall', {
      query: 'Where does Ada live?',
      filter: { project_id: project, state_at: '2023-01-01' },
    });
    expect(contents(body.memories)).toContain('Ada lives in Porto');
    expect(contents(body.memories)).not.toContain('Ada lives in Bergen');
  });

  it('the MCP reference server: observations and relations, from lines or one document', async () => {
    const { memories } = await imported('mcp-memory.jsonl');
    const expected = [
      'Ada_Berg (person): Speaks Norwegian',
      'Ada_Berg (person): Owns the boat Heron',
      'Ada_Berg sails on Heron',
    ];
    expect(contents(memories)).toEqual(expected);
    expect(memories[0]).toMatchObject({ type: 'entity', tags: ['ada-berg', 'person'] });
    const lines = readFileSync(`${fixtures}mcp-memory.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const path = home.at('Downloads/graph.json');
    writeFileSync(path, JSON.stringify({ entities: lines.slice(0, 2), relations: lines.slice(2) }));
    const { body } = await importFile(path, { project: 'graph', format: 'mcp-memory' });
    expect(body.counts.created).toBe(3);
  });

  it('a vault of Obsidian: links as text, no embedded files, comments or hidden folders', async () => {
    const { report, memories } = await imported('vault', { format: 'obsidian' });
    expect(report.files).toHaveLength(2);
    const text = contents(memories).join('\n');
    expect(text).toContain('Boat: The boat lies in Bergen, next to Silje.');
    expect(text).toContain('The engine needs oil every 50 hours.');
    expect(text).toContain('Lofoten: The trip to the Lofoten islands begins on 3 June.');
    expect(text).not.toMatch(/\[\[|heron\.jpg|private comment|hidden|warning/);
    const find = (part: string) =>
      memories.find(({ content }: { content: string }) => content.includes(part));
    expect(find('The boat lies').tags).toEqual(expect.arrayContaining(['sailing', 'project-boat']));
    expect(find('spare anchor').type).toBe('decision');
  });

  it('basic-memory: observations with their categories, and relations', async () => {
    const { memories } = await imported('basic-memory', { format: 'basic-memory' });
    expect(memories).toMatchObject([
      {
        content: expect.stringContaining(
          'decision: Filter water is used for every brew #water (tested in May)',
        ),
        type: 'decision',
        tags: expect.arrayContaining(['coffee', 'water']),
      },
      { content: expect.stringContaining('The grinder blocks'), type: 'error' },
      { content: expect.stringContaining('origin: The beans come from Yirgacheffe') },
      { content: expect.stringContaining('depends on Proper Grinding') },
      { content: expect.stringContaining('contrasts with Tea') },
    ]);
    for (const content of contents(memories)) expect(content).toMatch(/^Coffee Brewing/);
  });
});

describe('limits and hostile exports', () => {
  const write = (name: string, text: string): string => {
    const path = home.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };

  it('a dry run stores nothing', async () => {
    const { body } = await importFile(place('mem0.json'), { project: 'dry', dry_run: true });
    expect(body.counts.created).toBe(2);
    expect(await memoriesOf('dry')).toEqual([]);
  });

  it.each([
    ['another document', '{"dependencies":{"left-pad":"1.0.0"}}', 'auto', 'foreign_format_unknown'],
    ['another export', '[{"memory":"x"}]', 'chatgpt-export', 'foreign_format_unknown'],
    ['no JSON', '{"memory":', 'mem0-export', 'foreign_file_unreadable'],
    ['deep nesting', `[{"memory":"x"},${'['.repeat(50_000)}${']'.repeat(50_000)}]`, 'mem0-export', null],
    [
      'a cycle of messages',
      '[{"current_node":"a","mapping":{"a":{"parent":"b","message":null},"b":{"parent":"a"}}}]',
      'chatgpt-export',
      null,
    ],
    [
      'values of other types',
      '{"results":[null,7,{"memory":{"a":1}},{"memory":"Tea is green","created_at":1e99,"categories":{"a":1}}]}',
      'mem0-export',
      null,
    ],
  ])('%s', async (_name, text, format, code) => {
    const { status, body } = await importFile(write('Downloads/odd.json', text), { format, project: 'odd' });
    if (code === null) expect(status).toBe(200);
    else expect([status, body.code]).toEqual([422, code]);
    expect(JSON.stringify(body)).not.toContain('left-pad');
  });

  it('opens no hidden file and no other ending', async () => {
    for (const name of ['.docker/config.json', 'Downloads/data.txt', '.hidden.json']) {
      const { status } = await importFile(write(name, '[{"memory":"x"}]'), { format: 'mem0-export' });
      expect(status).toBe(422);
    }
  });

  it('removes credentials, and statements with a private key', async () => {
    const token = ['ghp', 'a1B2'.repeat(9)].join('_');
    const key = `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIEpAIBAAKCAQEAhush\n-----END RSA ${'PRIVATE'} KEY-----`;
    const text = JSON.stringify([{ memory: `The token is ${token}` }, { memory: key }, { memory: 'Tea' }]);
    const { body } = await importFile(write('Downloads/secret.json', text), { project: 'secret' });
    expect(body.counts.created).toBe(2);
    expect(body.files[0].warnings).not.toEqual([]);
    const stored = JSON.stringify(await memoriesOf('secret'));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('MIIE');
  });

  it('keeps conversations of a large export apart, each in its order', async () => {
    const [conversation] = JSON.parse(readFileSync(`${fixtures}chatgpt/conversations.json`, 'utf8'));
    const many = Array.from({ length: 30 }, (_, n) => ({ ...conversation, conversation_id: `c-${n}` }));
    const { body } = await importFile(write('Downloads/many/conversations.json', JSON.stringify(many)), {
      project: 'many',
    });
    expect(body.files).toMatchObject([{ counts: { created: 60 } }]);
    const memories = await memoriesOf('many');
    expect(new Set(memories.map((memory: { conversation_id: string }) => memory.conversation_id)).size).toBe(
      30,
    );
  });
});
