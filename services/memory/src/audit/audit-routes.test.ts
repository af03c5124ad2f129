import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from '../testing/archive-text.js';
import { isBalanced, startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
/** An allowed root; the folder next to it is not allowed. */
let root: string;
let outside: string;
beforeAll(async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'anima-audit-')));
  root = join(base, 'root');
  outside = join(base, 'outside');
  write('root/.keep', '');
  write('outside/.keep', '');
  service = await startTestService({ MEMORY_FILE_ROOTS: root });
});
afterAll(async () => {
  await service.close();
  rmSync(dirname(root), { recursive: true, force: true });
});

function write(path: string, text: string): string {
  const file = join(dirname(root ?? ''), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const unknownId = '01900000-0000-7000-8000-000000000000';

async function remember(content: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await service.post('/api/v1/remember', { content, type: 'decision', ...fields });
  expect(status).toBe(201);
  return body.memory_id;
}

interface Finding {
  finding_id: string;
  kind: string;
  severity: string;
  title: string;
  memory_ids: string[];
  valid_until: string | null;
  evidence: string[];
  suggestion: string;
  state: string;
  fingerprint: string;
}

async function audit(body: Record<string, unknown>) {
  const answer = await service.post('/api/v1/memories/audit', body);
  expect(answer.body).toMatchObject({ state: 'finished' });
  expect(answer.status).toBe(200);
  const findings = answer.body.findings as Finding[];
  const ofKind = (kind: string) => findings.filter((finding) => finding.kind === kind);
  return { run: answer.body, findings, ofKind };
}

const auditProject = (project_id: string, more: Record<string, unknown> = {}) =>
  audit({ scope: 'project', project_id, ...more });

describe('the run', () => {
  it('is returned completely, stored, listed newest first, and read again', async () => {
    const project = 'run';
    await remember('We commit the lock file', { project });
    const { run } = await auditProject(project);
    expect(run).toMatchObject({
      scope: 'project',
      project: 'run',
      state: 'finished',
      error: null,
      memories_checked: 1,
      findings: [],
      notes: [],
      skills_dir: null,
      config_dir: null,
    });
    expect(run.counts).toEqual({
      duplicate_memory: 0,
      conflicting_decision: 0,
      stale_context: 0,
      unused_skill: 0,
    });
    expect(Date.parse(run.finished_at)).toBeGreaterThanOrEqual(Date.parse(run.started_at));
    expect((await service.get(`/api/v1/memories/audit/${run.run_id}`)).body).toEqual(run);
    expect((await service.get(`/api/v1/memories/audit/${run.run_id.toUpperCase()}`)).body).toEqual(run);

    const { run: second } = await auditProject(project);
    const { findings: _, undecided: __, ...summary } = second;
    const history = await service.get(`/api/v1/memories/audit/history?project_id=${project}`);
    expect(history.body).toMatchObject({ total: 2 });
    expect(history.body.runs[0]).toEqual(summary);
    expect(history.body.runs[1].run_id).toBe(run.run_id);
    const byId = await service.get(`/api/v1/memories/audit/history?project_id=${run.project_id}&limit=1`);
    expect(byId.body).toEqual({ runs: [summary], total: 2 });
    expect((await service.get('/api/v1/memories/audit/history?project_id=nobody')).body).toEqual({
      runs: [],
      total: 0,
    });
  });

  it('is the same one for the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'audit-once' };
    const first = await service.post('/api/v1/memories/audit', { scope: 'global' }, key);
    const again = await service.post('/api/v1/memories/audit', { scope: 'global' }, key);
    expect(again.body).toEqual(first.body);
    const other = await service.post('/api/v1/memories/audit', { scope: 'cross' }, key);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('can be requested several times concurrently', async () => {
    await remember('We squash before merging', { project: 'crowd' });
    const runs = await Promise.all(Array.from({ length: 4 }, () => auditProject('crowd')));
    expect(new Set(runs.map(({ run }) => run.run_id)).size).toBe(4);
    const many = await Promise.all(
      Array.from({ length: 20 }, () => service.post('/api/v1/memories/audit', { scope: 'cross' })),
    );
    const refused = many.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, headers } of refused) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'audit_running', '10']);
    }
  });

  it('reports its progress', async () => {
    const { run } = await auditProject('run');
    const abort = new AbortController();
    const response = await fetch(`${service.url}/api/v1/events`, {
      headers: { 'last-event-id': '0' },
      signal: abort.signal,
    });
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (/audit\.finished[\s\S]*?\n\n/.test(text.slice(text.indexOf(run.run_id)))) break;
    }
    abort.abort();
    const reported = text.split('\n\n').filter((block) => block.includes(run.run_id));
    const types = reported.map((block) => /event: ?(.*)/.exec(block)![1]);
    expect(types[0]).toBe('audit.started');
    expect(types).toContain('audit.progress');
    expect(types.at(-1)).toBe('audit.finished');
    expect(reported.at(-1)).toContain('"state":"finished"');
    expect(text).not.toContain('lock file');
  });

  it.each([
    [{}, 'scope'],
    [{ scope: 'everything' }, 'scope'],
    [{ scope: 'project' }, 'project_id'],
    [{ scope: 'cross', project_id: 'run' }, 'project_id'],
    [{ scope: 'global', projectId: 'run' }, 'projectId'],
    [{ scope: 'global', skills_dir: '' }, 'skills_dir'],
    [{ scope: 'global', config_dir: 7 }, 'config_dir'],
  ])('refuses %j', async (body, path) => {
    const answer = await service.post('/api/v1/memories/audit', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(JSON.stringify(answer.body.errors)).toContain(path);
  });

  it('rejects an unknown project, unknown runs, and unknown parameters', async () => {
    const unknown = await service.post('/api/v1/memories/audit', { scope: 'project', project_id: 'nobody' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'project_not_found']);
    const run = await service.get(`/api/v1/memories/audit/${unknownId}`);
    expect([run.status, run.body.code]).toEqual([404, 'audit_run_not_found']);
    expect((await service.get('/api/v1/memories/audit/not-an-id')).status).toBe(400);
    for (const query of ['limit=0', 'limit=201', 'limit=many', 'project=run']) {
      expect((await service.get(`/api/v1/memories/audit/history?${query}`)).status).toBe(400);
    }
  });
});

describe('duplicate_memory', () => {
  it('groups duplicates, and names the merge call', async () => {
    const project = 'duplicates';
    const ids = [
      await remember('Feature flags are handled by Unleash', { project }),
      await remember('The feature flag is handled by Unleash', { project }),
      await remember('The feature flag is handled  by Unleash', { project, type: 'fact' }),
    ];
    await remember('All dates are stored in UTC', { project });
    const { run, findings } = await auditProject(project);
    expect(run.counts).toMatchObject({ duplicate_memory: 1, conflicting_decision: 0 });
    expect(findings[0]).toMatchObject({
      kind: 'duplicate_memory',
      state: 'reported',
      memory_ids: ids.toReversed(),
    });
    expect(findings[0]!.suggestion).toContain(`/api/v1/memories/audit/merge {"memory_ids":["${ids[2]}"`);
    expect(findings[0]!.evidence.join('\n')).toContain('Feature flags are handled by Unleash');

    const merged = await service.post('/api/v1/memories/audit/merge', { memory_ids: ids });
    expect(merged.status).toBe(200);
    expect((await auditProject(project)).findings).toEqual([]);
  });

  it('never takes a contradiction for a duplicate', async () => {
    const project = 'contradiction';
    await remember('Feature branches must be squashed before merging', { project });
    await remember('Feature branches must not be squashed before merging', { project });
    const { run } = await auditProject(project);
    expect(run.counts).toMatchObject({ duplicate_memory: 0, conflicting_decision: 1 });
  });

  it('leaves turns of conversations alone, and finds decisions of different ones', async () => {
    const project = 'turns';
    const turn = (conversation_id: string, speaker: string, type: string) => ({
      project,
      conversation_id,
      speaker,
      type,
    });
    await remember('Thanks a lot!', turn('c1', 'Ann', 'context'));
    await remember('Thanks a lot!', turn('c2', 'Bob', 'context'));
    await remember('Thanks a lot!', turn('c1', 'Ann', 'context'));
    expect((await auditProject(project)).findings).toEqual([]);
    await remember('Sessions are kept in Redis', turn('c1', 'Ann', 'decision'));
    await remember('Sessions are kept in Redis', turn('c1', 'Bob', 'decision'));
    expect((await auditProject(project)).findings).toEqual([]);
    await remember('Sessions are kept in Redis', turn('c2', 'Ann', 'decision'));
    expect((await auditProject(project)).run.counts.duplicate_memory).toBe(1);
  });

  it('stays in its scope; across projects it suggests no merge', async () => {
    const inProject = await remember('The nightly export runs at four', { project: 'scope-a' });
    const inOther = await remember('The nightly export runs at four', { project: 'scope-b' });
    expect((await auditProject('scope-a')).findings).toEqual([]);
    const global = await audit({ scope: 'global' });
    expect(JSON.stringify(global.findings)).not.toContain(inProject);
    const { findings } = await audit({ scope: 'cross' });
    const found = findings.find(({ memory_ids }) => memory_ids.includes(inProject))!;
    expect(found).toMatchObject({
      kind: 'duplicate_memory',
      severity: 'low',
      memory_ids: [inOther, inProject],
    });
    expect(found.suggestion).not.toContain('audit/merge');
  });

  it('takes no notice of archived and expired memories', async () => {
    const project = 'archived';
    const first = await remember('Logs are kept for 30 days', { project });
    await remember('Logs are kept for 30 days', { project });
    await service.post('/api/v1/forget', { memory_id: first });
    expect((await auditProject(project)).run).toMatchObject({ findings: [], memories_checked: 1 });
  });
});

describe('conflicting_decision', () => {
  it('lists the newer memory first, with the evidence of the judge', async () => {
    const project = 'conflicts';
    const older = await remember('Requests time out after 30 seconds', {
      project,
      occurred_at: '2026-01-02',
    });
    const newer = await remember('Requests time out after 60 seconds', {
      project,
      occurred_at: '2026-03-04',
    });
    const { findings } = await auditProject(project);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      kind: 'conflicting_decision',
      severity: 'high',
      memory_ids: [newer, older],
    });
    expect(findings[0]!.evidence.join('\n')).toMatch(/60 seconds[\s\S]*30 seconds/);
    // The order of arrival does not matter, only when it was decided.
    const oldest = await remember('Requests time out after 90 seconds', {
      project,
      occurred_at: '2025-03-04',
    });
    const again = await auditProject(project);
    expect(again.findings.map(({ memory_ids }) => memory_ids)).toEqual(
      expect.arrayContaining([
        [newer, older],
        [older, oldest],
        [newer, oldest],
      ]),
    );
    expect(again.findings).toHaveLength(3);
  });

  it('is about decisions and preferences only', async () => {
    const project = 'facts';
    await remember('We commit the lock file', { project, type: 'fact' });
    await remember('The lock file is not committed', { project, type: 'preference' });
    const { run } = await auditProject(project);
    expect(run.findings).toEqual([]);
    // Conflicts between memories of other types are only candidates for the rules.
    expect(run.undecided).toEqual([
      expect.objectContaining({
        why: expect.stringMatching(/not|no |denie/),
        similarity: expect.any(Number),
      }),
    ]);
    await remember('We commit the lock file', { project, type: 'preference' });
    expect((await auditProject(project)).run.counts.conflicting_decision).toBe(1);
  });

  it('lists pairs of any type that the rules leave open', async () => {
    const project = 'asked';
    const older = await remember('The cat eats dry food in the evening', { project, type: 'fact' });
    const newer = await remember('Our cat gets wet food before bed', { project, type: 'context' });
    const { run } = await auditProject(project);
    expect(run.findings).toEqual([]);
    expect(run.undecided).toMatchObject([{ memories: [{ memory_id: newer }, { memory_id: older }] }]);
  });

  it('reports one conflict if one side is stored twice', async () => {
    const project = 'twice';
    await remember('Unit tests are written in Jest', { project });
    await remember('Unit tests are written in Jest', { project });
    await remember('We write unit tests with Vitest', { project });
    expect((await auditProject(project)).run.counts).toMatchObject({
      duplicate_memory: 1,
      conflicting_decision: 1,
    });
  });

  it('suggests that the newer replaces the older, by a call that can be made', async () => {
    const project = 'suggested';
    const old = await remember('Access tokens expire after 15 minutes', { project });
    const new_ = await remember('Access tokens expire after 60 minutes', { project });
    const [conflict] = (await auditProject(project)).ofKind('conflicting_decision');
    const call = /POST (\S+) (\{.*\})/.exec(conflict!.suggestion)!;
    const { status, body } = await service.post(call[1]!, JSON.parse(call[2]!));
    expect([status, body.memory.memory_id]).toEqual([200, new_]);
    expect(body.superseded).toMatchObject([{ memory_id: old, superseded_by: new_ }]);
  });
});

describe('stale_context', () => {
  it('finds dates that are over, in any type of memory', async () => {
    const project = 'dates';
    const over = await remember('Merging to main is blocked until 2024-03-01', { project, type: 'fact' });
    await remember('The office was open until 2019', { project, type: 'fact' });
    await remember('Keep the old endpoint until 2999-01-01', { project });
    const { findings } = await auditProject(project);
    expect(findings).toEqual([
      expect.objectContaining({
        kind: 'stale_context',
        severity: 'medium',
        memory_ids: [over],
        judged_by: 'rules',
        confidence: null,
        valid_until: '2024-03-01T23:59:59.999Z',
      }),
    ]);
    expect(findings[0]!.evidence.join()).toContain('until 2024-03-01');
  });

  it('reads "this week" from the day of the statement, and finds the memory that makes it outdated', async () => {
    const project = 'seen from then';
    const statements = { project, type: 'fact' };
    const over = await remember('Ann is on call this week', { ...statements, occurred_at: '2026-03-04' });
    await remember('Bob is on call this week', statements);
    await remember('Merges are blocked until Friday, every week', {
      ...statements,
      occurred_at: '2026-03-04',
    });
    const marked = await remember('[obsolete] The printer stands on the third floor', statements);
    const { findings } = await auditProject(project);
    expect(findings.map(({ memory_ids, valid_until }) => [memory_ids, valid_until])).toEqual([
      [[over], '2026-03-08T23:59:59.999Z'],
      [[marked], null],
    ]);
  });

  // Accesses wait in their process for the next time they are written down, some seconds at most.
  it.skipIf(isBalanced())(
    'finds context of little importance that nobody has read for half a year',
    async () => {
      const project = 'unread';
      const projectId = randomUUID();
      const longAgo = new Date(Date.now() - 181 * 86_400_000).toISOString();
      const context = (
        content: string,
        importance = 0.2,
        at = longAgo,
        type: 'context' | 'fact' | 'decision' = 'context',
      ) =>
        memoryRecord({
          content,
          importance,
          type,
          project,
          project_id: projectId,
          created_at: at,
          updated_at: at,
        });
      const yearsAgo = new Date(Date.now() - 366 * 86_400_000).toISOString();
      const ancient = context('The lobby clock is from Turin', 0.2, yearsAgo, 'fact');
      const old = context('The pilot group is three shops in Spain');
      const read = context('The demo account is called Lumen');
      const memories = [
        old,
        read,
        context('The sprint board has a new column', 0.2, new Date().toISOString()),
        context('The auditors come from Oslo', 0.4),
        context('The lobby plant is a ficus', 0.2, longAgo, 'fact'),
        ancient,
        context('The lobby is painted white', 0.2, yearsAgo, 'decision'),
      ];
      const source_path = write('root/unread.json', JSON.stringify(archiveOf({ memories })));
      const { body: imported } = await service.post('/api/v1/import', { source_path });
      expect(imported.counts.created).toBe(7);
      await service.post('/api/v1/get', { memory_id: read.memory_id });
      const { findings } = await auditProject(project);
      expect(findings).toEqual([
        expect.objectContaining({ kind: 'stale_context', severity: 'low', memory_ids: [old.memory_id] }),
        expect.objectContaining({ kind: 'stale_context', severity: 'low', memory_ids: [ancient.memory_id] }),
      ]);
    },
  );

  it('looks up the paths of an imported file under its own project', async () => {
    const project = 'imported';
    const file = write(
      'root/repo/CLAUDE.md',
      '- Handlers live in src/handlers/http.ts\n- The schema is in db/schema.sql\n',
    );
    write('root/repo/.git/HEAD', 'ref: refs/heads/main\n');
    write('root/repo/packages/web/db/schema.sql', '');
    const imported = await service.post('/api/v1/import/foreign', { source_path: file, project });
    expect(imported.status).toBe(200);
    const { findings } = await auditProject(project);
    expect(findings.map(({ evidence }) => evidence.join(' '))).toEqual([
      expect.stringContaining('src/handlers/http.ts'),
    ]);
    const other = await audit({ scope: 'cross' });
    expect(JSON.stringify(other.findings)).toContain('src/handlers/http.ts');
  });
});

describe('config_dir', () => {
  it('takes part in conflicts and stale checks, and is only read', async () => {
    const project = 'config';
    const dir = dirname(write('root/app/CLAUDE.md', '# Style\n\n- Unit tests are written in Jest\n'));
    write(
      'root/app/AGENTS.md',
      'Merges to main are blocked until 2024-03-01.\n\nThe entry point is src/gone.ts.\n',
    );
    write('root/app/src/here.ts', 'export {};\n');
    write('root/app/.claude/settings.json', '{ // comment\n "tool": { "script": "scripts/lost.sh" } }\n');
    const vitest = await remember('We write unit tests with Vitest', { project });
    const gone = await remember('Handlers are in src/handlers/old.ts', { project });
    await remember('The parser is in src/here.ts', { project });
    const { run, findings, ofKind } = await auditProject(project, { config_dir: dir });
    expect(run.config_dir).toBe(dir);
    const [conflict] = ofKind('conflicting_decision');
    expect(conflict).toMatchObject({ severity: 'medium', memory_ids: [vitest] });
    expect(conflict!.evidence.join('\n')).toContain('CLAUDE.md:3');
    const stale = ofKind('stale_context').map(({ evidence, memory_ids }) => [memory_ids, evidence.join(' ')]);
    expect(stale).toEqual(
      expect.arrayContaining([
        [[gone], expect.stringContaining('src/handlers/old.ts')],
        [[], expect.stringContaining('2024-03-01')],
        [[], expect.stringContaining('src/gone.ts')],
        [[], expect.stringContaining('scripts/lost.sh')],
      ]),
    );
    expect(findings).toHaveLength(5);
    // The paths are relative to an unknown directory if none is given.
    expect((await auditProject(project)).findings).toEqual([]);
  });

  it('reads no files outside, and notes unreadable files', async () => {
    write('outside/AGENTS.md', 'Unit tests are written in Mocha\n');
    const dir = dirname(write('root/linked/GEMINI.md', 'Unit tests are written in Vitest\n'));
    symlinkSync(join(outside, 'AGENTS.md'), join(dir, 'AGENTS.md'));
    symlinkSync(outside, join(dir, 'rules'));
    symlinkSync(join(dir, 'GEMINI.md'), join(dir, 'CLAUDE.md'));
    write('root/linked/settings.json', '{ "broken": ');
    writeFileSync(join(dir, '.cursorrules'), Buffer.from([0xff, 0xfe, 0x00]));
    const { run } = await audit({ scope: 'project', project_id: 'run', config_dir: dir });
    expect(run.findings).toEqual([]);
    expect(run.notes.join('\n')).toMatch(/AGENTS\.md is a link that leads out of the directory/);
    expect(run.notes.join('\n')).toMatch(/\.cursorrules is not UTF-8/);
    expect(run.notes.join('\n')).toMatch(/settings\.json could not be parsed/);
  });

  it('never shows a secret of a settings file', async () => {
    const dir = dirname(
      write('root/secret/settings.json', '{"note": "use AKIAIOSFODNN7EXAMPLE at ./config/gone.json"}'),
    );
    const { findings } = await audit({ scope: 'project', project_id: 'run', config_dir: dir });
    expect(findings).toHaveLength(1);
    expect(JSON.stringify(findings)).not.toContain('AKIA');
  });

  it('quotes no credential, in any field and of any form', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const dir = dirname(
      write(
        'root/quoted/settings.json',
        '{"apiKey": "hush1 until 2020-01-01", "env": {"X": "hush2 ./config/gone.json"}}',
      ),
    );
    write(
      'root/quoted/CLAUDE.md',
      `Use ${token} at ./config/gone.json\n\nDB_PASSWORD=hush3Xyz!9 until 2020-01-01\n`,
    );
    write('root/quoted/config.yaml', `a: "${token}\nb: [`);
    write('root/quoted/.netrc', 'machine x login y password hush4 ./config/gone.json');
    symlinkSync(join(dir, '.netrc'), join(dir, 'AGENTS.md'));
    write(
      'root/quoted-skills/leaky/SKILL.md',
      `---\nname: leaky\ndescription: ${'x '.repeat(140)}${token}\n---\n`,
    );
    write('root/quoted-skills/other/SKILL.md', `---\nname: ${token}\ndescription: x\n---\n`);
    const { run } = await audit({
      scope: 'project',
      project_id: 'run',
      config_dir: dir,
      skills_dir: join(dirname(dir), 'quoted-skills'),
    });
    expect(run.findings.length).toBeGreaterThan(3);
    expect(JSON.stringify(run)).not.toMatch(/hush|a1B2/);
    expect(run.notes.join('\n')).toMatch(/AGENTS\.md is a link to a file of another kind/);
  });
});

describe('unused_skill', () => {
  const skill = (name: string, text = `---\nname: ${name}\ndescription: Does ${name}\n---\n# ${name}\n`) =>
    write(`root/skills/${name}/SKILL.md`, text);

  it('finds skills that nothing refers to, and broken ones', async () => {
    const dir = dirname(dirname(skill('pdf-forms')));
    skill('release-notes');
    skill('db-migrate');
    skill('charts', '---\nname: charts\ndescription: Charts\n---\nUse the pdf-forms skill for the frame.\n');
    skill('no-matter', '# Nothing here\n');
    skill('bad-yaml', '---\nname: [\n---\n');
    skill('nameless', '---\ndescription: x\n---\n');
    skill('speechless', '---\nname: speechless\n---\n');
    skill('renamed', '---\nname: other\ndescription: x\n---\n');
    skill('huge', `---\nname: huge\ndescription: x\n---\n${'x'.repeat(300_000)}`);
    write('root/skills/empty/README.md', 'no skill');
    write('root/skills/lower/skill.md', '---\nname: lower\ndescription: x\n---\n');
    symlinkSync(outside, join(dir, 'linked'));
    await remember('Run /db-migrate before each deploy', { project: 'skills', type: 'pattern' });
    write('root/skillconfig/AGENTS.md', 'Write the changelog with skills/release-notes/SKILL.md\n');

    const { run, findings } = await audit({
      scope: 'global',
      skills_dir: dir,
      config_dir: join(root, 'skillconfig'),
    });
    const skills = findings.filter(({ kind }) => kind === 'unused_skill');
    const titles = skills.map(({ title }) => title).sort();
    expect(titles).toEqual([
      expect.stringMatching(/^Nothing refers to the skill charts$/),
      expect.stringMatching(/bad-yaml is broken: SKILL\.md has a frontmatter that is not YAML/),
      expect.stringMatching(/huge is broken: SKILL\.md is larger than/),
      expect.stringMatching(/lower is broken: SKILL\.md is spelled skill\.md/),
      expect.stringMatching(/nameless is broken: SKILL\.md has no name/),
      expect.stringMatching(/no-matter is broken: SKILL\.md has no YAML frontmatter/),
      expect.stringMatching(/renamed is broken: SKILL\.md names the skill "other"/),
      expect.stringMatching(/speechless is broken: SKILL\.md has no description/),
    ]);
    expect(skills.every(({ severity }) => severity === 'low')).toBe(true);
    expect(run.notes.join()).toContain('linked');
  });
});

describe('directories', () => {
  it.each(['skills_dir', 'config_dir'])('%s is refused where it may not be read', async (field) => {
    const file = write('root/file.txt', 'x');
    symlinkSync(outside, join(root, `out-${field}`));
    const { total } = (await service.get('/api/v1/memories/audit/history')).body;
    for (const [path, code] of [
      ['skills', 'path_not_allowed'],
      [outside, 'path_not_allowed'],
      [join(root, `out-${field}`), 'path_not_allowed'],
      [join(root, '..', 'outside'), 'path_not_allowed'],
      [join(root, 'nothing'), 'path_not_found'],
      [file, 'not_a_directory'],
    ] as const) {
      const answer = await service.post('/api/v1/memories/audit', { scope: 'global', [field]: path });
      expect([path, answer.status, answer.body.code]).toEqual([path, 422, code]);
    }
    expect((await service.get('/api/v1/memories/audit/history')).body.total).toBe(total);
  });
});

describe('suppress', () => {
  it('leaves the finding out of later runs, also after a restart, until it is unsuppressed', async () => {
    const project = 'suppress';
    await remember('Backups are encrypted', { project });
    await remember('Backups are not encrypted', { project });
    await remember('Primary keys are UUIDs', { project });
    await remember('Primary keys are UUIDs', { project });
    const before = await auditProject(project);
    expect(before.findings).toHaveLength(2);
    const { run_id } = before.run;
    const [finding] = before.ofKind('conflicting_decision');
    const { finding_id } = finding!;

    const suppressed = await service.post('/api/v1/memories/audit/suppress', { run_id, finding_id });
    expect(suppressed.status).toBe(200);
    expect(suppressed.body).toEqual({ ...finding, state: 'suppressed' });
    expect((await service.post('/api/v1/memories/audit/suppress', { run_id, finding_id })).body).toEqual(
      suppressed.body,
    );
    const shown = (await service.get(`/api/v1/memories/audit/${run_id}`)).body;
    expect(shown.findings.map(({ state }: Finding) => state).sort()).toEqual(['reported', 'suppressed']);

    const after = await auditProject(project);
    expect(after.run.counts).toMatchObject({ conflicting_decision: 0, duplicate_memory: 1 });
    expect(after.run.suppressed_counts).toMatchObject({ conflicting_decision: 1, duplicate_memory: 0 });
    await service.restart();
    expect((await auditProject(project)).ofKind('conflicting_decision')).toEqual([]);
    const cross = await audit({ scope: 'cross' });
    expect(JSON.stringify(cross.findings)).not.toContain(finding!.fingerprint);

    const again = await service.post('/api/v1/memories/audit/unsuppress', { run_id, finding_id });
    expect(again.body).toEqual(finding);
    const back = await auditProject(project);
    expect(back.findings.map(({ fingerprint }) => fingerprint)).toEqual(
      before.findings.map(({ fingerprint }) => fingerprint),
    );
  });

  it('applies to a group that lost a member, not to one that gained one or whose text changed', async () => {
    const project = 'regroup';
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(await remember('Uploads are limited to 10 MB', { project }));
    const { run, findings } = await auditProject(project);
    await service.post('/api/v1/memories/audit/suppress', {
      run_id: run.run_id,
      finding_id: findings[0]!.finding_id,
    });
    await service.post('/api/v1/forget', { memory_id: ids[0] });
    expect((await auditProject(project)).run).toMatchObject({
      findings: [],
      suppressed_counts: { duplicate_memory: 1 },
    });
    await remember('Uploads are limited to 10 MB', { project });
    expect((await auditProject(project)).findings).toHaveLength(1);
  });

  it.each(['suppress', 'unsuppress'])('%s refuses what it does not know', async (operation) => {
    const path = `/api/v1/memories/audit/${operation}`;
    const project = `refuse-${operation}`;
    await remember('Backups are encrypted', { project });
    await remember('Backups are encrypted', { project });
    const { run, findings } = await auditProject(project);
    const { run: other } = await auditProject('run');
    const { finding_id } = findings[0]!;
    for (const [body, status, code] of [
      [{ run_id: unknownId, finding_id }, 404, 'audit_run_not_found'],
      [{ run_id: run.run_id, finding_id: unknownId }, 404, 'audit_finding_not_found'],
      [{ run_id: other.run_id, finding_id }, 404, 'audit_finding_not_found'],
      [{ run_id: run.run_id }, 400, 'validation_failed'],
      [{ run_id: 'x', finding_id }, 400, 'validation_failed'],
      [{ run_id: run.run_id, finding_id, reason: 'x' }, 400, 'validation_failed'],
    ] as const) {
      const answer = await service.post(path, body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
  });
});

it('finds the same again whatever the order in which the memories came', async () => {
  const contents = [
    'We commit the lock file',
    'The lock file is not committed',
    'Sessions are kept in Redis',
    'Redis holds the sessions',
    'Access tokens expire after 15 minutes',
    'Access tokens expire after 60 minutes',
  ];
  const shape = async (order: readonly string[]) => {
    const other = await startTestService();
    for (const content of order) {
      await other.post('/api/v1/remember', { content, type: 'decision' });
    }
    const { body } = await other.post('/api/v1/memories/audit', { scope: 'global' });
    const again = await other.post('/api/v1/memories/audit', { scope: 'global' });
    await other.restart();
    const restarted = await other.post('/api/v1/memories/audit', { scope: 'cross' });
    const contentOf = new Map<string, string>();
    for (const memory of (await other.get('/api/v1/memories')).body.memories) {
      contentOf.set(memory.memory_id, memory.content);
    }
    await other.close();
    const prints = ({ findings }: { findings: Finding[] }) =>
      findings.map(({ fingerprint }) => fingerprint).sort();
    expect(prints(again.body)).toEqual(prints(body));
    expect(prints(restarted.body)).toEqual(prints(body));
    return body.findings
      .map(({ kind, memory_ids }: Finding) => [kind, memory_ids.map((id) => contentOf.get(id)).sort()])
      .sort();
  };
  const found = await shape(contents);
  expect(found.length).toBeGreaterThanOrEqual(2);
  expect(await shape(contents.toReversed())).toEqual(found);
});
