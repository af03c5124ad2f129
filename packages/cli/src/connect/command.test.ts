import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from '../run.js';
import { newRecordId, writeHookRecord } from './hook-log.js';
import { settingsPath } from './own-files.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'anima-command-'));
  vi.stubEnv('HOME', home);
  vi.stubEnv('ANIMA_HOME', join(home, 'anima'));
  for (const name of ['MEMORY_URL', 'MEMORY_PORT', 'MEMORY_API_TOKEN', 'CODEX_HOME', 'CLAUDE_CONFIG_DIR'])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

/** Returns the output of a command, or its error. */
async function anima(...args: string[]): Promise<string> {
  let printed = '';
  const stream = {
    write: (text: string) => {
      printed += text;
    },
  };
  const { env, stdin: input } = process;
  const code = await run(args, {
    env,
    input,
    out: stream,
    err: stream,
    signal: new AbortController().signal,
  });
  expect(code).toBe(printed.startsWith('anima: ') ? 1 : 0);
  return printed.replace(/^anima: /, '');
}

it('connects, lists and disconnects, and reports its changes', async () => {
  expect(await anima('connect', 'codex', '--dry-run')).toContain('Would connect Codex CLI:\n  new: ');
  expect(existsSync(join(home, '.codex'))).toBe(false);
  const printed = await anima('connect', 'codex');
  expect(printed).toMatch(/^Connected Codex CLI\.\n {2}new: .*config\.toml \(the MCP server "anima"\)\n/);
  expect(printed).toContain('Undo with: anima disconnect codex');
  const { tools } = JSON.parse(await anima('connect', '--list', '--json'));
  expect(tools).toContainEqual({ name: 'codex', title: 'Codex CLI', installed: true, connected: true });
  expect(await anima('connect')).toMatch(/^codex +Codex CLI +installed +connected$/m);
  expect(JSON.parse(await anima('disconnect', 'codex', '--json')).files).toMatchObject([
    { change: 'removed', copy: null },
    { change: 'removed', copy: null },
  ]);
  expect(existsSync(join(home, '.codex'))).toBe(false);
  expect(existsSync(join(home, 'anima'))).toBe(false);
});

it('keeps where the service is, and its token, where only the user reads it', async () => {
  vi.stubEnv('MEMORY_URL', 'http://127.0.0.1:9191/');
  vi.stubEnv('MEMORY_API_TOKEN', 'ada=s3cret-of-ada,s3cret-of-all');
  expect(await anima('connect', 'claude-code')).toContain(
    'needs MEMORY_API_TOKEN in the environment of the tool',
  );
  expect(JSON.parse(readFileSync(settingsPath(join(home, 'anima')), 'utf8'))).toMatchObject({
    url: 'http://127.0.0.1:9191',
    token: 'ada=s3cret-of-ada,s3cret-of-all',
  });
  for (const file of ['.claude.json', '.claude/settings.json'])
    expect(readFileSync(join(home, file), 'utf8')).not.toContain('s3cret');
});

it('reports errors in one line', async () => {
  expect(await anima('connect', 'emacs')).toMatch(/^Expected one of claude-code, .*, received "emacs"\n$/);
  expect(await anima('disconnect', 'cursor')).toBe(
    'Cursor is not connected. List connected tools with: anima connect --list\n',
  );
  expect(await anima('log', '--undo', 'nothing')).toBe('Expected an id of anima log, received "nothing"\n');
});

it('switches a folder off and on', async () => {
  const folder = join(home, 'secret');
  expect(JSON.parse(await anima('connect', '--off', folder, '--json'))).toEqual({ folder, memory: 'off' });
  const { off } = JSON.parse(readFileSync(settingsPath(join(home, 'anima')), 'utf8'));
  expect(off).toEqual([folder]);
  expect(await anima('connect', '--on', folder)).toBe(`Memory is on in ${folder}.\n`);
  expect(JSON.parse(readFileSync(settingsPath(join(home, 'anima')), 'utf8')).off).toEqual([]);
});

it('shows what hooks did today', async () => {
  const record = {
    tool: 'codex',
    event: 'Stop',
    project: 'shed',
    session: 's',
    injected: [],
    tokens: 0,
    ms: 9,
  };
  const id = newRecordId();
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
  writeHookRecord(join(home, 'anima'), { ...record, id: newRecordId(), at: old, stored: ['x'] });
  writeHookRecord(join(home, 'anima'), { ...record, id, at: new Date().toISOString(), stored: ['a', 'b'] });
  const printed = await anima('log');
  expect(printed).toMatch(new RegExp(`^${id} {2}[0-9:]{8} {2}codex Stop {2}shed {2}stored 2\n`));
  expect(printed).toContain('Today: 2 stored, 0 injected, 0 tokens.');
  expect(JSON.parse(await anima('log', '--json'))).toMatchObject({ stored: 2, records: [{ id }] });
});

it('shows names of projects as they are, not as a terminal would take them', async () => {
  const now = new Date().toISOString();
  const emptyRecord = {
    tool: 'codex',
    event: 'Stop',
    session: 's',
    stored: [],
    injected: [],
    tokens: 0,
    ms: 1,
  };
  writeHookRecord(join(home, 'anima'), {
    ...{ ...emptyRecord, id: newRecordId(), at: now, project: 'a\x1b[2J\nb' },
    problem: 'away\u202e',
  });
  const printed = await anima('log');
  expect(printed).toContain('  a\\u{1b}[2J b  problem: away\\u{202e}\n');
  const json = await anima('log', '--json');
  expect(['\x1b', '\u202e'].filter((each) => json.includes(each))).toEqual([]);
});

it('shows the project of a folder, and chooses another', async () => {
  const folder = realpathSync(home);
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  const own = JSON.parse(await anima('connect', '--project', '--json'));
  expect(own).toEqual({ folder, project: expect.stringMatching(/^anima-command-.*-[0-9a-f]{8}$/) });
  expect(await anima('connect', '--project', 'web')).toBe(
    `Memories of ${folder} belong to the project web.\n`,
  );
  expect(JSON.parse(await anima('connect', '--project', '--json')).project).toBe('web');
  expect(JSON.parse(await anima('connect', '--project', '-', '--json'))).toEqual(own);
  for (const wrong of ['x'.repeat(129), '*', ' web', 'a\nb'])
    expect(await anima('connect', '--project', wrong)).toContain('Expected a name of 1 to 128 characters');
});
