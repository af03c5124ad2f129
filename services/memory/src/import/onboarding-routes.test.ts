import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForeignHome } from '../testing/foreign-home.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const home = makeForeignHome();
const outside = join(tmpdir(), `anima-not-home-${process.pid}.md`);
writeFileSync(outside, '- outside');

let service: TestService;
beforeAll(async () => {
  service = await startTestService(home.env);
});
afterAll(async () => {
  await service.close();
  home.remove();
  rmSync(outside);
});

interface Scanned {
  path: string;
  format: string;
  size_bytes: number;
  modified_at: string;
  memories_estimate: number;
  already_imported: boolean;
  error: { code: string } | null;
}

async function scan(): Promise<Map<string, Scanned>> {
  const { status, body } = await service.get('/api/v1/onboarding/scan');
  expect([status, body.truncated, body.bounds_hit]).toEqual([200, false, []]);
  return new Map(body.paths.map((found: Scanned) => [found.path.slice(home.path.length + 1), found]));
}

const user = [
  '.claude/CLAUDE.md',
  '.claude/projects/-home-ann-src-ledger/memory/feedback_testing.md',
  '.claude/projects/-home-ann-src-ledger/memory/project_freeze.md',
  '.claude/projects/-home-ann-src-ledger/memory/reference_bugs.md',
  '.claude/projects/-home-ann-src-ledger/memory/user_role.md',
  '.claude/rules/review.md',
  '.codex/AGENTS.md',
  '.codex/memories/toolchain.md',
  '.gemini/GEMINI.md',
];
const project = [
  '.claude/rules/frontend/forms.md',
  '.clinerules/testing.md',
  '.cursor/rules/backend/api.mdc',
  '.cursorrules',
  '.github/copilot-instructions.md',
  '.github/instructions/sql.instructions.md',
  '.windsurf/rules/naming.md',
  '.windsurfrules',
  'AGENTS.md',
  'CLAUDE.local.md',
  'CLAUDE.md',
  'GEMINI.md',
  'memory-bank/activeContext.md',
  'memory-bank/progress.md',
  'services/api/AGENTS.override.md',
].map((path) => `src/ledger/${path}`);

describe('from the scan to the import', () => {
  it('finds the files, imports them, and knows it the next time', async () => {
    const found = await scan();
    expect([...found.keys()].sort()).toEqual([...user, ...project].sort());
    expect(found.get('src/ledger/.windsurfrules')).toEqual({
      path: home.at('src/ledger/.windsurfrules'),
      format: 'windsurf-rules',
      size_bytes: 93,
      modified_at: expect.stringMatching(/^\d{4}-/),
      memories_estimate: 2,
      already_imported: false,
      error: null,
    });
    expect([...found.values()].some((file) => file.already_imported || file.error)).toBe(false);

    const paths = [...found.values()].map(({ path }) => path);
    const { status, body } = await service.post('/api/v1/onboarding/import', {
      file_paths: paths,
      project: 'ann',
    });
    expect(status).toBe(200);
    expect(body.counts).toMatchObject({ unchanged: 0, changed: 0, removed: 0, failed: 0 });
    expect(body.files.every((file: { status: string }) => file.status === 'imported')).toBe(true);
    expect(body.items.length).toBe(Math.min(100, body.counts.created));
    expect((await service.get('/api/v1/memories?project_id=ann')).body.total).toBe(body.counts.created);

    expect([...(await scan()).values()].every((file) => file.already_imported)).toBe(true);
    const again = await service.post('/api/v1/onboarding/import', { file_paths: paths, project: 'ann' });
    expect(again.body.counts).toEqual({
      created: 0,
      unchanged: body.counts.created,
      changed: 0,
      removed: 0,
      failed: 0,
    });

    home.write('src/ledger/.cursorrules', 'Answer with care.\n');
    expect((await scan()).get('src/ledger/.cursorrules')?.already_imported).toBe(false);
  });

  it('lists what cannot be imported with the reason', async () => {
    home.write('src/broken/CLAUDE.md', Buffer.from([0, 1]));
    home.write('src/large/CLAUDE.md', 'x'.repeat(300_000));
    home.write('src/empty/CLAUDE.md', '');
    const found = await scan();
    expect(found.get('src/broken/CLAUDE.md')).toMatchObject({
      memories_estimate: 0,
      already_imported: false,
      error: { code: 'foreign_file_unreadable' },
    });
    expect(found.get('src/large/CLAUDE.md')?.error?.code).toBe('foreign_file_too_large');
    expect(found.get('src/empty/CLAUDE.md')).toMatchObject({
      memories_estimate: 0,
      already_imported: false,
      error: null,
    });
  });

  it('answers others while it walks', async () => {
    for (let i = 0; i < 300; i++) home.write(`src/many/p${i}/docs/x.md`, 'x');
    const scanning = service.get('/api/v1/onboarding/scan');
    expect((await service.get('/health')).status).toBe(200);
    expect((await scanning).status).toBe(200);
  });
});

describe('importing a list', () => {
  it('reports each file; a file that cannot be imported does not stop the others', async () => {
    const good = home.write('src/list/good.md', '- The list has a good file');
    symlinkSync(outside, home.at('src/list/link.md'));
    const paths = [
      home.at('src/list/gone.md'),
      good,
      outside,
      home.at('src/list/link.md'),
      home.write('src/list/data.json', '{}'),
      home.write('src/list/binary.md', Buffer.from([0])),
      good,
      'relative.md',
      home.write('src/list/last.md', '- The last file is good as well'),
    ];
    const { status, body } = await service.post('/api/v1/onboarding/import', {
      file_paths: paths,
      project: 'list',
    });
    expect(status).toBe(200);
    expect(body.counts).toEqual({ created: 2, unchanged: 0, changed: 0, removed: 0, failed: 6 });
    const reports = Object.fromEntries(
      body.files.map((file: { path: string; error: { code: string } | null }) => [
        file.path,
        file.error?.code ?? null,
      ]),
    );
    expect(reports).toEqual({
      [good]: null,
      [home.at('src/list/last.md')]: null,
      [home.at('src/list/data.json')]: 'foreign_format_unknown',
      [home.at('src/list/binary.md')]: 'foreign_file_unreadable',
      [home.at('src/list/gone.md')]: 'path_not_found',
      [outside]: 'path_not_allowed',
      [home.at('src/list/link.md')]: 'path_not_allowed',
      'relative.md': 'path_not_allowed',
    });
    expect((await service.get('/api/v1/memories?project_id=list')).body.total).toBe(2);
  });

  it('without a project makes memories of no project', async () => {
    const path = home.write('src/global.md', '- Nobody owns this');
    const { body } = await service.post('/api/v1/onboarding/import', { file_paths: [path] });
    expect(body.counts.created).toBe(1);
    const record = await service.post('/api/v1/get', { memory_id: body.items[0].memory_id });
    expect(record.body).toMatchObject({ project: null, content: 'Nobody owns this' });
  });

  it.each([
    [{}],
    [{ file_paths: [] }],
    [{ file_paths: [''] }],
    [{ file_paths: 'x' }],
    [{ file_paths: Array(501).fill('/x') }],
    [{ file_paths: ['/x'], dry_run: true }],
  ])('refuses %j', async (body) => {
    const answer = await service.post('/api/v1/onboarding/import', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });

  it('refuses an unknown project id as a whole, and parameters of the scan', async () => {
    const answer = await service.post('/api/v1/onboarding/import', {
      file_paths: [home.at('src/list/good.md')],
      project: '01900000-0000-7000-8000-000000000000',
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'project_unknown']);
    expect((await service.get('/api/v1/onboarding/scan?depth=99')).status).toBe(400);
  });
});
