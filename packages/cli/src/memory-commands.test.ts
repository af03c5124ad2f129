import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Memory, RecalledMemory } from '@anima/client';
import type { BuiltService } from '@anima/service/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, openCommandLine, startInHome } from './testing/command-line.js';

let anima: CommandLine;
let service: BuiltService;

beforeAll(async () => {
  const env: Record<string, string> = { MEMORY_API_TOKEN: 'secret-token' };
  anima = openCommandLine(env);
  service = await startInHome('memory', anima.home, env);
  env.MEMORY_URL = service.url;
});
afterAll(async () => {
  await service?.close();
  anima?.close();
});

async function remember(...args: string[]): Promise<Memory> {
  const done = await anima.here(['remember', ...args, '--json']);
  expect(done.err).toBe('');
  return done.json<Memory>();
}

// Each command runs once as the built program; other cases run in this process.
it('remembers, recalls, searches, gets, forgets and restores', async () => {
  const { memory_id, type, source_agent } = await remember(
    'We deploy on Fridays',
    '--type',
    'decision',
    '--project',
    'web',
  );
  expect([type, source_agent]).toEqual(['decision', 'cli']);
  const piped = await anima.run(['remember', '-'], 'Ada likes green tea\n');
  expect(piped.out).toMatch(/^Stored [0-9a-f-]{36}\n/);
  const recalled = await anima.run(['recall', 'when', 'do we deploy?', '--project', 'web', '--json']);
  expect(recalled.json<{ memories: RecalledMemory[] }>().memories.map((each) => each.memory_id)).toEqual([
    memory_id,
  ]);
  const told = await anima.here(['recall', 'when do we deploy?', '--limit', '1']);
  expect(told).toMatchObject({ code: 0, err: '' });
  expect(told.out).toContain('  We deploy on Fridays\n');
  expect((await anima.run(['search', 'deploy', '--page-size', '1'])).err).toContain(
    'Page 1 of 2, 2 memories',
  );
  expect((await anima.run(['get', memory_id])).out).toContain(memory_id);
  expect(await anima.run(['forget', memory_id])).toMatchObject({ code: 0, out: `Archived ${memory_id}\n` });
  const gone = await anima.here(['get', memory_id, '--json']);
  expect(gone).toMatchObject({ code: 3, out: '' });
  expect(JSON.parse(gone.err)).toMatchObject({ error: { exit_code: 3, status: 404 } });
  expect((await anima.here(['get', memory_id, '--archived'])).code).toBe(0);
  expect((await anima.here(['forget', '--restore', memory_id])).out).toContain('Restored');
});

it('shows what would drive a terminal, and never lets it', async () => {
  const { memory_id } = await remember('innocent\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp.exe');
  const shown = await anima.here(['get', memory_id]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(shown.out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(shown.out).toContain('innocent\\u{1b}]0;owned\\u{7}');
  const json = await anima.here(['get', memory_id, '--json']);
  expect(json.out).toContain('\\u009b31m\\u202e');
  expect(json.json<Memory>().content).toBe('innocent\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp.exe');
});

it('exports and imports archives, and imports files of other tools', async () => {
  const archive = join(anima.home, 'all.anima');
  const passphrase = join(anima.home, 'passphrase');
  writeFileSync(passphrase, 'correct horse\n');
  await remember('Archives are kept');
  expect(await anima.run(['export', 'all.anima', '--passphrase-file', passphrase])).toMatchObject({
    code: 0,
    err: '',
  });
  expect((await anima.here(['export', archive])).code).toBe(4);
  expect((await anima.run(['import', archive])).code).toBe(4);
  const again = await anima.here(
    ['import', archive, '--dry-run', '--passphrase-file', '-', '--json'],
    'correct horse\n',
  );
  expect(again.json()).toMatchObject({ dry_run: true, counts: { created: 0, conflicts: 0 } });
  expect(await anima.here(['export', '/etc/all.json'])).toMatchObject({ code: 4, out: '' });
  writeFileSync(join(anima.home, 'CLAUDE.md'), '# Rules\n\n- Use tabs, never spaces\n- Write tests first\n');
  expect((await anima.here(['import', join(anima.home, 'CLAUDE.md'), '--project', 'rules'])).out).toMatch(
    /^Imported 2 memories/,
  );
  writeFileSync(join(anima.home, 'CLAUDE.md'), '# Rules\n\n- Use tabs with a width of four\n');
  expect(
    (await anima.here(['import', join(anima.home, 'CLAUDE.md'), '--project', 'rules', '--dry-run'])).out,
  ).toMatch(/^Would import 0 memories; 1 changed, 1 removed, 0 unchanged\n/);
  expect((await anima.here(['import', '--scan', '--json'])).json()).toHaveProperty('paths');

  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'anima-outside-')));
  try {
    writeFileSync(join(outside, 'CLAUDE.md'), '- The outside is read by the command\n');
    const read = await anima.here(['import', join(outside, 'CLAUDE.md'), '--json']);
    expect(read.json()).toMatchObject({
      counts: { created: 1 },
      files: [{ path: join(outside, 'CLAUDE.md'), project: basename(outside) }],
    });
    expect(await anima.here(['import', join(outside, 'gone.md')])).toMatchObject({
      code: 3,
      err: expect.stringContaining(`File not found: ${join(outside, 'gone.md')}`),
    });
    writeFileSync(join(outside, 'notes.txt'), 'secret');
    expect((await anima.here(['import', join(outside, 'notes.txt')])).err).toContain('Expected Markdown');
  } finally {
    rmSync(outside, { recursive: true });
  }
});

it('audits: findings are shown, accepted and suppressed', async () => {
  const first = await remember('The API listens on port 8080', '--type', 'decision', '--project', 'ports');
  const again = await remember('The API listens on port 8080.', '--type', 'decision', '--project', 'ports');
  await remember('The API listens on port 9999', '--type', 'decision', '--project', 'ports');
  const run = (await anima.run(['audit', 'run', '--project', 'ports', '--json'])).json<{
    run_id: string;
    findings: { finding_id: string; kind: string; memory_ids: string[] }[];
  }>();
  const duplicate = run.findings.find(({ kind }) => kind === 'duplicate_memory')!;
  const conflict = run.findings.find(({ kind }) => kind === 'conflicting_decision')!;
  expect(duplicate.memory_ids.toSorted()).toEqual([first.memory_id, again.memory_id].toSorted());
  expect((await anima.run(['audit', 'show'])).out).toContain('findings');
  const exported = (await anima.here(['export', join(anima.home, 'audits.json'), '--json'])).json();
  expect(exported).toMatchObject({ counts: { audit_runs: 1 } });
  expect((await anima.run(['audit', 'list', '--json'])).json<{ total: number }>().total).toBe(1);
  expect((await anima.run(['audit', 'suppress', conflict.finding_id])).out).toContain('Suppressed');
  expect((await anima.here(['audit', 'suppress', conflict.finding_id, '--undo'])).out).toContain(
    'Reported again',
  );
  expect((await anima.run(['audit', 'accept', duplicate.finding_id])).out).toMatch(/^Merged into /);
  expect((await anima.here(['get', first.memory_id])).code).toBe(3);
  expect((await anima.here(['audit', 'accept', 'ffffffff'])).code).toBe(3);
});

it('keeps answers, and exits with 3 where none is kept', async () => {
  expect((await anima.run(['cache', 'check', 'which licence have we?', '--model', 'm'])).code).toBe(3);
  expect(
    (await anima.run(['cache', 'store', 'which licence have we?', 'Apache 2.0', '--model', 'm'])).code,
  ).toBe(0);
  expect(await anima.here(['cache', 'check', 'which licence have we?', '--model', 'm'])).toMatchObject({
    code: 0,
    out: 'Apache 2.0\n',
  });
  expect((await anima.run(['cache', 'stats', '--json'])).json()).toMatchObject({ hits: 1, entries: 1 });
  expect((await anima.run(['cache', 'clear'])).out).toBe('Deleted 1 responses\n');
});

it('reports errors with an exit code and without a stack trace', async () => {
  const outcomes = {
    unknown: await anima.run(['nonsense']),
    option: await anima.here(['recall', 'x', '--limit', '1000']),
    id: await anima.here(['get', 'no-id']),
    token: await anima.here(['recall', 'x', '--memory-token', 'wrong']),
    away: await anima.here(['recall', 'x', '--memory-url', 'http://127.0.0.1:59009']),
    address: await anima.here(['recall', 'x', '--memory-url', 'nowhere']),
  };
  const codes = Object.entries(outcomes).map(([name, { code }]) => [name, code]);
  expect(Object.fromEntries(codes)).toEqual({ unknown: 2, option: 2, id: 2, token: 4, away: 5, address: 2 });
  for (const { out, err } of Object.values(outcomes)) {
    expect(out).toBe('');
    expect(err).toMatch(/^anima: .{10,}\n$/);
  }
  expect(outcomes.away.err).toContain('anima start memory');
  expect(outcomes.token.err).toContain('MEMORY_API_TOKEN');
});

it('uses colours only on terminals or on request, and shows the usage of each command', async () => {
  const forced = openCommandLine({ FORCE_COLOR: '1', MEMORY_URL: 'http://127.0.0.1:59009' });
  expect((await forced.here(['recall', 'x'])).err).toContain('\u001b[31m');
  forced.close();
  expect((await anima.here(['remember', '--help'])).out).toContain('Examples:\n  anima remember');
});

it('reads tags that are separated by commas', async () => {
  const { out } = await anima.here(['remember', 'Tagged twice', '--tag', 'a, b', '--tag', 'c', '--json']);
  expect(JSON.parse(out).tags).toEqual(['a', 'b', 'c']);
});

it('rejects bytes on stdin that are not UTF-8', async () => {
  const running = anima.start(['remember', '-']);
  running.write(Buffer.from('caf\xe9', 'latin1'));
  running.end();
  expect(await running.done).toMatchObject({
    code: 2,
    err: expect.stringContaining('Expected UTF-8 on stdin, received other bytes'),
  });
});

it('is ended by Ctrl-C while it waits for stdin', async () => {
  const waiting = anima.start(['remember', '-']);
  waiting.write('half a text');
  waiting.kill('SIGINT');
  expect((await waiting.done).code).toSatisfy((code: number | null) => code === 130 || code === null);
});
