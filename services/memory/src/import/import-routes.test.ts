import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeForeignHome } from '../testing/foreign-home.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const home = makeForeignHome();
const outside = join(tmpdir(), `anima-outside-${process.pid}.md`);
writeFileSync(outside, '- The secret of the outside.');
const expected = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../fixtures/foreign/expected.json', import.meta.url)), 'utf8'),
) as Record<
  string,
  { format: string; statements: { line: number; type: string; tags: string[]; content: string }[] }
>;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(home.env);
});
afterAll(async () => {
  await service.close();
  home.remove();
  rmSync(outside);
});

async function importFile(path: string, fields: Record<string, unknown> = {}) {
  return service.post('/api/v1/import/foreign', { source_path: home.at(path), ...fields });
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests, which are where their shape is asserted
async function memoriesOf(project: string): Promise<any[]> {
  const { body } = await service.get(`/api/v1/memories?project_id=${project}&page_size=200`);
  return body.memories;
}

interface ItemShape {
  action: string;
  content: string;
  previous: { content: string } | null;
}

const total = async () => (await service.get('/api/v1/memories?include_archived=true')).body.total;
const statuses = (body: { files: { path: string; status: string }[] }) =>
  Object.fromEntries(body.files.map(({ path, status }) => [path.slice(home.path.length + 1), status]));

describe('each format', () => {
  it.each([
    ['.cursorrules', 'auto', ['src/ledger/.cursorrules']],
    ['src/ledger/.cursor/rules', 'cursor-rules', ['src/ledger/.cursor/rules/backend/api.mdc']],
    [
      'src/ledger/.github',
      'copilot-instructions',
      ['src/ledger/.github/copilot-instructions.md', 'src/ledger/.github/instructions/sql.instructions.md'],
    ],
    ['src/ledger/.windsurfrules', 'windsurf-rules', ['src/ledger/.windsurfrules']],
    ['src/ledger/.windsurf', 'auto', ['src/ledger/.windsurf/rules/naming.md']],
    ['src/ledger/.clinerules', 'cline-rules', ['src/ledger/.clinerules/testing.md']],
    [
      'src/ledger/memory-bank',
      'auto',
      ['src/ledger/memory-bank/activeContext.md', 'src/ledger/memory-bank/progress.md'],
    ],
    ['src/ledger/AGENTS.md', 'vendorb-agents', ['src/ledger/AGENTS.md']],
    ['.codex', 'codex-agents', ['.codex/AGENTS.md', '.codex/memories/toolchain.md']],
    ['.gemini/GEMINI.md', 'vendorc-md', ['.gemini/GEMINI.md']],
    ['.claude/rules/review.md', 'claude-md', ['.claude/rules/review.md']],
    ['.claude/CLAUDE.md', 'vendora-md', ['.claude/CLAUDE.md', '.claude/python.md']],
    [
      '.claude/projects/-home-ann-src-ledger/memory',
      'vendora-memory',
      [
        '.claude/projects/-home-ann-src-ledger/memory/feedback_testing.md',
        '.claude/projects/-home-ann-src-ledger/memory/project_freeze.md',
        '.claude/projects/-home-ann-src-ledger/memory/reference_bugs.md',
        '.claude/projects/-home-ann-src-ledger/memory/user_role.md',
      ],
    ],
  ])('%s as %s', async (path, format, files) => {
    const project = `format-${path.replace(/\W+/g, '-')}`;
    const source = path === '.cursorrules' ? 'src/ledger/.cursorrules' : path;
    const { status, body } = await importFile(source, { format, project });
    expect(status).toBe(200);
    expect(Object.keys(statuses(body)).sort()).toEqual(files);
    const stored = await memoriesOf(project);
    expect(stored).toHaveLength(body.counts.created);
    const wanted = files.flatMap((file) =>
      expected[file]!.statements.map(({ line, type, tags, content }) => [
        home.at(file),
        line,
        type,
        tags,
        content,
      ]),
    );
    expect(
      stored
        .map(({ type, tags, content, metadata }) => [
          metadata.source_path,
          metadata.source_line,
          type,
          tags,
          content,
        ])
        .sort(),
    ).toEqual(wanted.sort());
    expect(
      stored.every(({ metadata, project: name }) => metadata.origin === 'foreign' && name === project),
    ).toBe(true);
  });

  it('stores only the date that a memory states', async () => {
    const stored = await memoriesOf('format--claude-projects-home-ann-src-ledger-memory');
    const dates = Object.fromEntries(stored.map(({ tags, occurred_at }) => [tags[0], occurred_at]));
    expect(dates).toEqual({
      'integration-tests-hit-a-real-database': '2026-02-11T09:30:00.000Z',
      'merge-freeze': null,
      'bug-tracker': null,
      'user-role': null,
    });
  });

  it('reads any Markdown file as notes, and a memory file by its frontmatter', async () => {
    home.write('notes/plain.md', 'The office is in Leeds.');
    home.write('notes/typed.md', '---\nname: role\ntype: user\n---\nAnn builds ledgers.\n\nIn Go.');
    const { body } = await importFile('notes', { project: 'notes' });
    expect(body.files.map(({ format }: { format: string }) => format)).toEqual([
      'claude-md',
      'claude-memory',
    ]);
    expect((await memoriesOf('notes')).map(({ content, type }) => [content, type]).sort()).toEqual([
      ['Ann builds ledgers.\n\nIn Go.', 'entity'],
      ['The office is in Leeds.', 'fact'],
    ]);
  });
});

describe('a project file with imports', () => {
  it('follows nested imports, cuts cycles, reports imports that it cannot follow, and finds all by meaning', async () => {
    const { body } = await importFile('src/ledger/CLAUDE.md', { project: 'ledger' });
    expect(
      body.files.map(({ path, imported_by, status, error }: Record<string, string>) => [
        path,
        imported_by,
        status,
        error,
      ]),
    ).toEqual([
      [home.at('src/ledger/CLAUDE.md'), null, 'imported', null],
      [home.at('src/ledger/docs/style.md'), home.at('src/ledger/CLAUDE.md'), 'imported', null],
      [home.at('src/ledger/docs/glossary.md'), home.at('src/ledger/CLAUDE.md'), 'imported', null],
    ]);
    expect(body.files[0].warnings).toEqual([
      { code: 'import_not_found', message: 'Line 64 imports docs/missing.md, which does not exist' },
    ]);
    expect(body.counts.created).toBe((await memoriesOf('ledger')).length);
    expect(body.items).toHaveLength(body.counts.created);

    const recalled = async (query: string) =>
      (await service.post('/api/v1/recall', { query, filter: { project_id: 'ledger' }, limit: 1 })).body
        .memories[0];
    expect((await recalled('which database do we use, and why?')).content).toContain(
      'Postgres over DynamoDB',
    );
    expect((await recalled('how do I publish a new version?')).content).toContain('Tag the commit');
    expect((await recalled('what does posting mean?')).metadata).toEqual({
      origin: 'foreign',
      source_path: home.at('src/ledger/docs/glossary.md'),
      source_line: 4,
    });
  });

  it('goes four imports deep for one tool and five for another, and never out of the roots', async () => {
    for (let i = 0; i < 7; i++) home.write(`deep/f${i}.md`, `Fact number ${i}.\n\n@./f${i + 1}.md`);
    home.write('deep/f7.md', 'End.');
    const claude = await importFile('deep/f0.md', { format: 'claude-md', project: 'deep-claude' });
    expect(claude.body.files).toHaveLength(5);
    expect(claude.body.files[4].warnings[0].code).toBe('import_too_deep');
    const gemini = await importFile('deep/f0.md', { format: 'gemini-md', project: 'deep-gemini' });
    expect(gemini.body.files).toHaveLength(6);
    symlinkSync(outside, home.at('deep/link.md'));
    home.write('deep/out.md', `See @${outside} and @./link.md and @../../../../../../etc/passwd.md here.`);
    const out = await importFile('deep/out.md', { project: 'out' });
    expect(out.body.files).toHaveLength(1);
    expect(out.body.files[0].warnings.map(({ code }: { code: string }) => code)).toEqual(
      Array(3).fill('import_not_allowed'),
    );
    expect(JSON.stringify(await memoriesOf('out'))).not.toContain('secret of the outside');
  });
});

describe('importing again', () => {
  it('creates no memory again, also after a restart, with another format, or for archived memories', async () => {
    const first = await importFile('src/ledger/AGENTS.md', { project: 'again' });
    expect(first.body.counts).toEqual({ created: 3, unchanged: 0, changed: 0, removed: 0, failed: 0 });
    await service.post('/api/v1/forget', { memory_id: first.body.items[0].memory_id });
    await service.restart();
    const before = await total();
    for (const format of ['auto', 'claude-md']) {
      const { body } = await importFile('src/ledger/AGENTS.md', { project: 'again', format });
      expect(body.counts).toEqual({ created: 0, unchanged: 3, changed: 0, removed: 0, failed: 0 });
      expect(body.files[0].status).toBe('unchanged');
    }
    expect(await total()).toBe(before);
  });

  it('supersedes the statement that changed, and a project has its own', async () => {
    const path = home.write(
      'changing.md',
      '# Notes on builds\n\n- Builds take two minutes\n- Builds run on Linux\n',
    );
    await importFile('changing.md', { project: 'changing' });
    writeFileSync(
      path,
      '# Notes on builds\n\nNew line above.\n\n- Builds   take two minutes\n- Builds run on macOS\n',
    );
    const { body } = await importFile('changing.md', { project: 'changing' });
    expect(body.counts).toMatchObject({ created: 1, changed: 1, unchanged: 1, removed: 0 });
    expect((await importFile('changing.md', { project: 'other' })).body.counts).toMatchObject({ created: 3 });
    expect((await importFile('changing.md')).body.counts).toMatchObject({ created: 3 });
    expect((await importFile('changing.md')).body.counts).toMatchObject({ created: 0, unchanged: 3 });
    expect((await service.get('/api/v1/memories?global_only=true')).body.total).toBe(3);
  });

  it('synchronises: what changed is superseded, what vanished is archived, the rest is untouched', async () => {
    const before = [
      '- The API runs on port 3000',
      '- Builds run on Linux',
      '- Use tabs',
      '- We deploy on Fridays',
    ];
    const after = [
      '- Builds run on Linux',
      'A new paragraph.',
      '- The API runs on port 4000',
      '- Use tabs of width four',
    ];
    home.write('sync/CLAUDE.md', `# Service notes\n\n${before.join('\n')}\n`);
    const first = await importFile('sync/CLAUDE.md', { project: 'sync' });
    const idOf = (text: string) =>
      first.body.items.find(({ content }: { content: string }) => content.endsWith(text)).memory_id;
    const untouched = (await service.post('/api/v1/get', { memory_id: idOf('Linux') })).body;
    await service.patch(`/api/v1/memories/${idOf('port 3000')}`, { importance: 0.9, tags: ['mine'] });
    home.write('sync/CLAUDE.md', `# Service notes\n\n${after.join('\n\n')}\n`);
    const dry = await importFile('sync/CLAUDE.md', { project: 'sync', dry_run: true });
    const { body } = await importFile('sync/CLAUDE.md', { project: 'sync' });
    expect(body.counts).toEqual({ created: 1, unchanged: 1, changed: 2, removed: 1, failed: 0 });
    expect(dry.body.counts).toEqual(body.counts);
    expect(dry.body.files).toEqual(body.files);
    for (const items of [dry.body.items, body.items]) {
      expect(
        items.map(({ action, content, previous }: ItemShape) => [
          action,
          content.replace('Service notes: ', ''),
          previous?.content.replace('Service notes: ', ''),
        ]),
      ).toEqual([
        ['created', 'A new paragraph.', undefined],
        ['removed', 'We deploy on Fridays', undefined],
        ['changed', 'The API runs on port 4000', 'The API runs on port 3000'],
        ['changed', 'Use tabs of width four', 'Use tabs'],
        ['unchanged', 'Builds run on Linux', undefined],
      ]);
    }
    const changed = body.items[2];
    expect(changed).toMatchObject({ previous: { memory_id: idOf('port 3000') }, conflicts: [] });
    expect(body.items[1].memory_id).toBe(idOf('Fridays'));
    const stored = await memoriesOf('sync');
    expect(stored.map(({ content }) => content).sort()).toEqual([
      'Service notes: A new paragraph.',
      'Service notes: Builds run on Linux',
      'Service notes: The API runs on port 4000',
      'Service notes: Use tabs of width four',
    ]);
    expect(stored.find(({ memory_id }) => memory_id === changed.memory_id)).toMatchObject({
      importance: 0.9,
      tags: expect.arrayContaining(['mine']),
    });
    expect((await service.post('/api/v1/get', { memory_id: idOf('Linux') })).body).toMatchObject({
      updated_at: untouched.updated_at,
    });
    const old = (await service.post('/api/v1/get', { memory_id: idOf('port 3000'), include_archived: true }))
      .body;
    expect(old.superseded_by).toBe(changed.memory_id);
    const recalled = await service.post('/api/v1/recall', {
      query: 'Which port does the API run on?',
      filter: { project_id: 'sync' },
    });
    expect(recalled.body.memories[0].memory_id).toBe(changed.memory_id);
    expect((await importFile('sync/CLAUDE.md', { project: 'sync' })).body.counts).toMatchObject({
      created: 0,
      unchanged: 4,
    });
    // A statement that comes back is imported again.
    home.write('sync/CLAUDE.md', `# Service notes\n\n${before.join('\n')}\n`);
    const back = await importFile('sync/CLAUDE.md', { project: 'sync' });
    expect(back.body.counts).toMatchObject({ created: 1, unchanged: 1, changed: 2, removed: 1 });
    expect((await memoriesOf('sync')).map(({ content }) => content)).toContain(
      'Service notes: The API runs on port 3000',
    );
  });

  it('leaves edited memories to their user, and creates no forgotten or merged statement again', async () => {
    const fields = { project: 'kept' };
    home.write(
      'kept.md',
      '- Timeouts are 30 s\n- The cluster is heron\n- Use pnpm\n- Use node 22\n- Spare line here',
    );
    const first = await importFile('kept.md', fields);
    const [timeouts, cluster, pnpm, node] = first.body.items.map(
      (item: Record<string, string>) => item.memory_id,
    );
    await service.patch(`/api/v1/memories/${timeouts}`, { content: 'Timeouts are 45 s, says Ann' });
    await service.post('/api/v1/forget', { memory_id: cluster });
    const merged = await service.post('/api/v1/memories/audit/merge', { memory_ids: [pnpm, node] });
    expect(merged.status).toBe(200);
    const again = await importFile('kept.md', fields);
    expect(again.body.counts).toEqual({ created: 0, unchanged: 5, changed: 0, removed: 0, failed: 0 });
    home.write('kept.md', '- Timeouts are 60 s\n- The cluster is egret\n- Use node 24');
    const { body } = await importFile('kept.md', fields);
    expect(body.counts).toEqual({ created: 3, unchanged: 0, changed: 0, removed: 1, failed: 0 });
    expect((await memoriesOf('kept')).map(({ content }) => content).sort()).toEqual(
      [
        'Timeouts are 45 s, says Ann',
        'Timeouts are 60 s',
        'The cluster is egret',
        'Use node 24',
        merged.body.content,
      ].sort(),
    );
  });

  it('recognises a file that moved with its folder, with its archived statements', async () => {
    home.write(
      'moved/old/CLAUDE.md',
      '- Builds take two minutes\n- Builds run on Linux\n- Money is in cents',
    );
    home.write(
      'moved/copy/CLAUDE.md',
      '- Builds take two minutes\n- Builds run on Linux\n- Money is in cents',
    );
    const first = await importFile('moved/old/CLAUDE.md');
    expect(first.body.files[0]).toMatchObject({ project: 'old', moved_from: null });
    await service.post('/api/v1/forget', { memory_id: first.body.items[2].memory_id });
    renameSync(home.at('moved/old'), home.at('moved/new'));
    // A file that is still there was copied, not moved.
    home.write(
      'moved/new/CLAUDE.md',
      '- Builds take two minutes\n- Builds run on macOS\n- Money is in cents',
    );
    const before = await total();
    const { body } = await importFile('moved/new/CLAUDE.md');
    expect(body.files[0]).toMatchObject({
      project: 'old',
      moved_from: home.at('moved/old/CLAUDE.md'),
      counts: { created: 0, unchanged: 2, changed: 1, removed: 0 },
    });
    expect(await total()).toBe(before + 1);
    const again = await importFile('moved/new/CLAUDE.md');
    expect(again.body.files[0]).toMatchObject({ moved_from: null, counts: { unchanged: 3 } });
    const paths = (await memoriesOf('old')).map(({ metadata }) => metadata.source_path);
    expect(new Set(paths)).toEqual(new Set([home.at('moved/new/CLAUDE.md')]));
    const copied = await importFile('moved/copy/CLAUDE.md');
    expect(copied.body.files[0]).toMatchObject({ project: 'copy', counts: { created: 3 } });
  });

  it('can run concurrently, and stores a repeated statement once', async () => {
    home.write('twice.md', '- same\n- same\n\nother');
    const answers = await Promise.all([1, 2, 3].map(() => importFile('twice.md', { project: 'twice' })));
    expect(answers.map(({ body }) => body.counts.created).sort()).toEqual([0, 0, 2]);
    expect((await memoriesOf('twice')).map(({ content }) => content).sort()).toEqual(['other', 'same']);
  });

  it('responds to a repeated Idempotency-Key with the first response', async () => {
    home.write('key.md', 'Something to know.');
    const body = { source_path: home.at('key.md'), project: 'key' };
    const headers = { 'idempotency-key': 'foreign-1' };
    const first = await service.post('/api/v1/import/foreign', body, headers);
    const second = await service.post('/api/v1/import/foreign', body, headers);
    expect(first.body.counts.created).toBe(1);
    expect(second.body).toEqual(first.body);
  });
});

describe('related', () => {
  it('returns related earlier memories and contradictions; a dry run returns none', async () => {
    const fields = { type: 'decision', project: 'tells' };
    const old = await service.post('/api/v1/remember', { content: 'Indent code with tabs.', ...fields });
    home.write('tells.md', '- Indent code with two spaces.\n- Indent Python code with four spaces.\n');
    const dry = await importFile('tells.md', { project: 'tells', dry_run: true });
    expect(dry.body.items.map((item: { related: unknown[] }) => item.related)).toEqual([[], []]);
    const { body } = await importFile('tells.md', { project: 'tells' });
    for (const { related } of body.items) {
      expect(related).toMatchObject([{ memory_id: old.body.memory_id, content: 'Indent code with tabs.' }]);
    }
    const again = await importFile('tells.md', { project: 'tells' });
    expect(again.body.items).toMatchObject([
      { action: 'unchanged', related: [], conflicts: [] },
      { action: 'unchanged', related: [] },
    ]);
  });
});

describe('the project', () => {
  it('is the one that the folder of a file names, and none for files of the user', async () => {
    mkdirSync(home.at('repos/shop/.git'), { recursive: true });
    home.write('repos/shop/CLAUDE.md', 'Shop sells books.\n\n@./docs/more.md');
    home.write('repos/shop/docs/more.md', 'Books are sent by post.');
    home.write('repos/shop/api/.cursor/rules/a.mdc', 'The interface is public.');
    home.write('.claude/projects/-shop/memory/x.md', 'Not known where.');
    const encoded = home.at('repos/shop').replace(/[^A-Za-z0-9]/g, '-');
    home.write(`.claude/projects/${encoded}/memory/note.md`, '---\nname: n\ntype: user\n---\nAnn sells.');
    const projectOf = async (path: string, fields = {}) =>
      (await importFile(path, fields)).body.files.map(({ project }: { project: string | null }) => project);
    expect(await projectOf('repos/shop/CLAUDE.md')).toEqual(['shop', 'shop']);
    expect(await projectOf('repos/shop/api/.cursor/rules/a.mdc')).toEqual(['shop']);
    expect(await projectOf(`.claude/projects/${encoded}/memory/note.md`)).toEqual(['shop']);
    expect(await projectOf('.claude/projects/-shop/memory/x.md')).toEqual([null]);
    home.write('.claude/rules/own.md', 'My own rule.');
    expect(await projectOf('.claude/rules/own.md')).toEqual([null]);
    expect((await memoriesOf('shop')).map(({ content }) => content).sort()).toEqual([
      'Ann sells.',
      'Books are sent by post.',
      'Shop sells books.',
      'The interface is public.',
    ]);
    // Memories stay in the project into which they were imported.
    home.write('repos/stay/CLAUDE.md', 'Something to stay.');
    expect(await projectOf('repos/stay/CLAUDE.md', { project: 'named' })).toEqual(['named']);
    expect(await projectOf('repos/stay/CLAUDE.md')).toEqual(['named']);
    expect(await projectOf('repos/stay/CLAUDE.md', { project: null })).toEqual([null]);
  });
});

describe('content', () => {
  it('is imported in place of a file that the service may not read, and opens none', async () => {
    const fields = { source_path: outside, project: 'sent' };
    const { status, body } = await service.post('/api/v1/import/foreign', {
      ...fields,
      content: '- The port is 3000\r\n- See @./gone.md',
    });
    expect([status, body.counts.created]).toEqual([200, 2]);
    const again = await service.post('/api/v1/import/foreign', { ...fields, content: '- The port is 4000' });
    expect(again.body.counts).toMatchObject({ changed: 1, removed: 1 });
    expect(JSON.stringify(await memoriesOf('sent'))).not.toContain('secret of the outside');
    for (const [source_path, content] of [
      ['relative.md', 'x'],
      [outside, 'a\0b'],
      [outside, '\ud800'],
      [outside, `x ${'é'.repeat(200_000)}`],
    ]) {
      const refused = await service.post('/api/v1/import/foreign', { source_path, content });
      expect([400, 413, 422], JSON.stringify(refused.body)).toContain(refused.status);
    }
  });
});

describe('dry_run', () => {
  it('reports the effect of an import without applying it', async () => {
    const before = await total();
    const { body } = await importFile('src/ledger', { project: 'dry-project', dry_run: true });
    expect(body).toMatchObject({
      dry_run: true,
      counts: { unchanged: 0, changed: 0, removed: 0, failed: 0 },
    });
    expect(body.counts.created).toBeGreaterThan(40);
    expect(body.items[0]).toMatchObject({ memory_id: null, action: 'created' });
    expect(await total()).toBe(before);
    expect((await service.get('/api/v1/project/dry-project/context')).status).toBe(404);
    const real = await importFile('src/ledger', { project: 'dry-project' });
    expect(real.body.counts).toEqual(body.counts);
    expect(real.body.files).toEqual(body.files);
  });
});

describe('agents and projects', () => {
  it('names the agent that imported', async () => {
    home.write('who.md', 'One.');
    const { body } = await service.post(
      '/api/v1/import/foreign',
      { source_path: home.at('who.md'), project: 'who' },
      { 'x-agent-id': 'importer' },
    );
    expect(body.items[0].type).toBe('fact');
    expect((await memoriesOf('who'))[0].source_agent).toBe('importer');
  });

  describe('independent of the secret policy for memories', () => {
    afterAll(() => service.restart());

    it.each(['warn', 'redact', 'refuse'])(
      'keeps no credential, also where secrets are to %s',
      async (policy) => {
        await service.restart({ MEMORY_SECRETS: policy });
        const [key, token] = ['AKIA' + 'IOSFODNN7EXAMPLE', `ghp_${'a1B2'.repeat(9)}`];
        home.write(
          'secret.md',
          `---\ntitle: uses ${token}\n---\n# Deploy with ${key}\n\n- Deploy on Tuesdays with ghp_**${'a1B2'.repeat(9)}**\n- DB_PASSWORD=hunter2Xyz!9`,
        );
        const dry = await importFile('secret.md', { project: policy, dry_run: true });
        const { body } = await importFile('secret.md', { project: policy });
        expect(body.counts).toEqual({ created: 2, unchanged: 0, changed: 0, removed: 0, failed: 0 });
        expect(
          body.files[0].warnings.map(({ code, message }: Record<string, string>) => `${code} ${message}`),
        ).toEqual([
          expect.stringMatching(/^secret_redacted Line 2: A github_token /),
          expect.stringMatching(/^secret_redacted Line 4: A aws_access_key /),
          expect.stringMatching(/^secret_redacted Line 7: A credential /),
          expect.stringMatching(/^secret_redacted Line 6: A github_token /),
        ]);
        const shown = JSON.stringify([dry.body, body, await memoriesOf(policy)]);
        for (const secret of [key, token.slice(4), 'hunter2']) expect(shown).not.toContain(secret);
        expect(shown).toContain('[redacted github_token]');
        const again = await importFile('secret.md', { project: policy });
        expect(again.body.counts).toEqual({ created: 0, unchanged: 2, changed: 0, removed: 0, failed: 0 });
      },
    );
  });

  it('rejects a file with a private key, whatever the text between its lines', async () => {
    const before = await total();
    const key = `-----BEGIN RSA ${'PRIVATE'} KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEpAIBAAKCAQEAhush\n\n- x\n-----END RSA ${'PRIVATE'} KEY-----`;
    home.write('keys/CLAUDE.md', `# Notes\n\nUse this:\n\n${key}\n\nDeploy on Tuesdays.`);
    const { status, body } = await importFile('keys/CLAUDE.md');
    expect([status, body.code]).toEqual([422, 'secret_refused']);
    expect(body.detail).toContain('line 5');
    expect(JSON.stringify(body)).not.toContain('hush');
    const listed = await service.post('/api/v1/onboarding/import', {
      file_paths: [home.at('keys/CLAUDE.md')],
    });
    expect(listed.body.files[0].error.code).toBe('secret_refused');
    expect(await total()).toBe(before);
  });

  it('reads nothing under the names of other programs, named, linked or imported', async () => {
    const before = await total();
    for (const name of [
      '.netrc',
      '.env',
      '.ssh/id_rsa',
      '.ssh/notes.md',
      '.aws/credentials',
      'id_ed25519',
      'credentials.txt',
      'passwords.markdown',
      'token.json',
      'server.pem',
      '.bash_history',
      '.claude/settings.json',
      '.claude/.credentials.json',
    ]) {
      home.write(`foreign/${name}`, `machine example.com login ann password hush-${name}`);
      for (const format of ['auto', 'claude-md', 'cline-rules']) {
        const { status, body } = await importFile(`foreign/${name}`, { format });
        expect([name, status, body.code]).toEqual([name, 422, 'foreign_format_unknown']);
      }
      const disguise = home.at(`foreign/disguised-${before}/CLAUDE.md`);
      mkdirSync(dirname(disguise), { recursive: true });
      symlinkSync(home.at(`foreign/${name}`), disguise);
      const linked = await service.post('/api/v1/import/foreign', { source_path: disguise });
      const folder = await service.post('/api/v1/import/foreign', { source_path: dirname(disguise) });
      expect([name, linked.body.code, folder.body.code]).toEqual([
        name,
        'foreign_format_unknown',
        'foreign_format_unknown',
      ]);
      rmSync(disguise);
      home.write('foreign/CLAUDE.md', `See @./${name} and @~/foreign/${name} and @./${name}.gone`);
      const { body } = await importFile('foreign/CLAUDE.md', { dry_run: true });
      expect(body.files.map(({ path }: { path: string }) => path)).toEqual([home.at('foreign/CLAUDE.md')]);
      expect(JSON.stringify(body)).not.toContain('hush');
    }
    expect(await total()).toBe(before);
  });

  it('splits statements that are longer than a content may be', async () => {
    await service.restart({ MEMORY_MAX_CONTENT_BYTES: '1000' });
    const words = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ');
    home.write('long.md', `## Long part\n\n${words}`);
    const { body } = await importFile('long.md', { project: 'long' });
    expect(body.counts.created).toBeGreaterThan(3);
    const stored = await memoriesOf('long');
    expect(stored.every(({ content }) => Buffer.byteLength(content) <= 1000)).toBe(true);
    await service.restart();
  });
});

describe('refusals, each with nothing written', () => {
  it.each<[string, () => Record<string, unknown>, number, string]>([
    ['a path outside', () => ({ source_path: outside }), 422, 'path_not_allowed'],
    ['a relative path', () => ({ source_path: 'CLAUDE.md' }), 422, 'path_not_allowed'],
    [
      'a way out',
      () => ({ source_path: `${home.path}/../${outside.split('/').pop()}` }),
      422,
      'path_not_allowed',
    ],
    [
      'a symlink out',
      () => {
        mkdirSync(home.at('ref'), { recursive: true });
        symlinkSync(outside, home.at('ref/CLAUDE.md'));
        return { source_path: home.at('ref/CLAUDE.md') };
      },
      422,
      'path_not_allowed',
    ],
    ['nothing there', () => ({ source_path: home.at('gone.md') }), 422, 'path_not_found'],
    [
      'another kind of file',
      () => ({ source_path: home.write('x.json', '{}') }),
      422,
      'foreign_format_unknown',
    ],
    [
      'a folder without memory',
      () => {
        mkdirSync(home.at('nothing'), { recursive: true });
        return { source_path: home.at('nothing') };
      },
      422,
      'foreign_format_unknown',
    ],
    [
      'an index',
      () => ({ source_path: home.at('.claude/projects/-home-ann-src-ledger/memory/MEMORY.md') }),
      422,
      'foreign_format_unknown',
    ],
    [
      'a binary file',
      () => ({ source_path: home.write('b.md', Buffer.from([0, 1, 2, 255])) }),
      422,
      'foreign_file_unreadable',
    ],
    [
      'broken frontmatter',
      () => ({ source_path: home.write('f.md', '---\na: [\n---\n- x') }),
      422,
      'foreign_file_unreadable',
    ],
    [
      'too many statements',
      () => ({
        source_path: home.write(
          'm.md',
          Array.from({ length: 2_001 }, (_, i) => `## H ${i}\n\nText ${i}`).join('\n\n'),
        ),
      }),
      422,
      'foreign_file_unreadable',
    ],
    [
      'too large a file',
      () => ({ source_path: home.write('l.md', 'x'.repeat(10_000_000)) }),
      413,
      'foreign_file_too_large',
    ],
    [
      'an unknown project id',
      () => ({
        source_path: home.at('src/ledger/GEMINI.md'),
        project: '01900000-0000-7000-8000-000000000000',
      }),
      422,
      'project_unknown',
    ],
    ['no path', () => ({}), 400, 'validation_failed'],
    ['an empty path', () => ({ source_path: '' }), 400, 'validation_failed'],
    ['an unknown format', () => ({ source_path: home.at('src'), format: 'word' }), 400, 'validation_failed'],
    ['an unknown field', () => ({ source_path: home.at('src'), recursive: true }), 400, 'validation_failed'],
  ])('%s', async (_, body, status, code) => {
    const before = await total();
    const answer = await service.post('/api/v1/import/foreign', body());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await total()).toBe(before);
  });

  it.skipIf(process.platform === 'win32')('a pipe, without waiting for a writer', async () => {
    execFileSync('mkfifo', [home.at('GEMINI.md')]);
    const answer = await service.post('/api/v1/import/foreign', { source_path: home.at('GEMINI.md') });
    expect([answer.status, answer.body.code]).toEqual([422, 'foreign_file_unreadable']);
  });

  it('of one file in a folder does not stop the others', async () => {
    home.write('mixed/a/CLAUDE.md', '- good');
    home.write('mixed/b/CLAUDE.md', Buffer.from([0]));
    home.write('mixed/c/AGENTS.md', '- also good');
    const { status, body } = await importFile('mixed', { project: 'mixed' });
    expect(status).toBe(200);
    expect(statuses(body)).toEqual({
      'mixed/a/CLAUDE.md': 'imported',
      'mixed/b/CLAUDE.md': 'failed',
      'mixed/c/AGENTS.md': 'imported',
    });
    expect(body.counts).toEqual({ created: 2, unchanged: 0, changed: 0, removed: 0, failed: 1 });
    expect(body.files[1].error.code).toBe('foreign_file_unreadable');
  });
});
