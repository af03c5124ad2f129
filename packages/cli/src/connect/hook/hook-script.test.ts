import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHookRecords } from '../hook-log.js';
import { hookProgramPath, outageMarkerPath, settingsPath } from '../own-files.js';
import { dialects } from './dialects.js';
import { runHook } from './run-hook.js';

const script = fileURLToPath(new URL('../../../dist/hook.sh', import.meta.url));
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const UNUSED_URL = 'http://127.0.0.1:1';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'anima-hook-script-'));
  mkdirSync(dirname(outageMarkerPath(home)), { recursive: true });
  writeFileSync(outageMarkerPath(home), `${UNUSED_URL}\n`);
  writeFileSync(join(home, 'node:'), '');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** `echo` replaces Node, so the output is the command line of Node. */
function run(tool: string, event: string, { env = {}, input = '{}' }: { env?: object; input?: string } = {}) {
  const { stdout, status, error } = spawnSync('sh', [script, 'echo', 'node:', tool, event, home], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, ...env },
    input,
  });
  return { out: stdout.toString(), status, error };
}
const called = (tool: string, event: string) => `node: ${tool} ${event} ${home}\n`;

describe.skipIf(process.platform === 'win32' || !hasCurl)(
  'the script of hooks (no sh or curl: skipped)',
  () => {
    it('skips only events that can be read later, and prints the response of the tool', () => {
      const [own, others]: string[][] = [[], []];
      for (const [tool, { moments, readLine, nothing }] of Object.entries(dialects)) {
        for (const [event, moment] of Object.entries(moments)) {
          const { out, status } = run(tool, event);
          expect(status).toBe(0);
          if (out === called(tool, event)) {
            others!.push(`${tool} ${event}`);
            expect([tool, event, readLine, moment === 'start']).toEqual([tool, event, undefined, false]);
          } else {
            own!.push(`${tool} ${event}`);
            expect(readLine !== undefined || moment === 'start').toBe(true);
            expect(out).toBe(nothing === null ? '' : `${JSON.stringify(nothing)}\n`);
          }
        }
      }
      expect(own!.length).toBeGreaterThan(8);
      expect(others!.length).toBeGreaterThan(8);
    });

    it('runs Node if the address is unknown, or if a service listens there', async () => {
      const asksNode = (env: object = {}) =>
        expect(run('claude-code', 'Stop', { env }).out).toBe(called('claude-code', 'Stop'));
      asksNode({ MEMORY_URL: UNUSED_URL });
      asksNode({ MEMORY_PORT: '1' });
      // Changed since.
      writeFileSync(settingsPath(home), '{}');
      utimesSync(settingsPath(home), Date.now() / 1000 + 60, Date.now() / 1000 + 60);
      asksNode();
      rmSync(settingsPath(home));
      expect(run('claude-code', 'Stop').out).toBe('');
      for (const noted of ['--version', '; echo owned', '']) {
        writeFileSync(outageMarkerPath(home), `${noted}\n`);
        asksNode();
      }
      rmSync(outageMarkerPath(home));
      asksNode();
    });

    it.each([
      ['the program is missing', ['echo', 'missing'], /^the folder of Anima was moved/],
      ['Node is missing', ['missing', 'node:'], /^Node is missing/],
      ['the program fails', ['false', 'node:'], /^the hook ended with code 1$/],
      ['the program asks to stop the tool', ['sh', 'stop'], /^the hook ended with code 2$/],
    ] as const)('ends with 0 and one line in the log if %s', (_name, [node, program], problem) => {
      rmSync(outageMarkerPath(home));
      writeFileSync(join(home, 'stop'), 'exit 2');
      // All that the script needs, and no Node.
      const programs = join(home, 'bin');
      mkdirSync(programs);
      for (const name of ['sh', 'cat', 'date', 'mkdir', 'echo', 'false'])
        symlinkSync(
          spawnSync('sh', ['-c', `command -v ${name}`])
            .stdout.toString()
            .trim()
            .replace(/^(?!\/)/, '/bin/'),
          join(programs, name),
        );
      const args = [script, node, program, 'gemini-cli', 'BeforeAgent', home];
      const { status, stdout, stderr } = spawnSync('/bin/sh', args, {
        cwd: home,
        env: { PATH: programs },
        input: '{}'.repeat(500_000),
      });
      expect([status, stderr.toString()]).toEqual([0, '']);
      expect(['', '{}\n']).toContain(stdout.toString());
      const records = readHookRecords(home);
      expect(records).toMatchObject([{ tool: 'gemini-cli', event: 'BeforeAgent', injected: [] }]);
      expect(records[0]!.problem).toMatch(problem);
    });

    it('runs the copy of the program if the folder of Anima was moved', () => {
      rmSync(outageMarkerPath(home));
      writeFileSync(hookProgramPath(home), '');
      const args = [script, 'echo', join(home, 'moved', 'hook.mjs'), 'claude-code', 'Stop', home];
      const { stdout } = spawnSync('sh', args, { input: '{}' });
      expect(stdout.toString()).toBe(`${hookProgramPath(home)} claude-code Stop ${home}\n`);
    });

    it('reads input of any length without delay', () => {
      const { error, status } = run('claude-code', 'UserPromptSubmit', { input: 'x'.repeat(4_000_000) });
      expect([error, status]).toEqual([undefined, 0]);
    });
  },
);

describe('the file with the address', () => {
  const hook = (env: NodeJS.ProcessEnv = {}) =>
    runHook({
      tool: 'claude-code',
      event: 'SessionStart',
      input: JSON.stringify({ session_id: 's', cwd: home }),
      home,
      env: { ANIMA_HOOK_TIMEOUT_MS: '20000', ...env },
      now: new Date(),
    });

  it('is written if the service is unreachable, and removed if it responds', async () => {
    rmSync(outageMarkerPath(home));
    writeFileSync(settingsPath(home), JSON.stringify({ url: UNUSED_URL }));
    await hook({ MEMORY_URL: UNUSED_URL });
    expect(existsSync(outageMarkerPath(home))).toBe(false);
    await hook();
    expect(readFileSync(outageMarkerPath(home), 'utf8')).toBe(`${UNUSED_URL}\n`);
    const server = createServer((_request, response) => response.writeHead(404).end('{}')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    writeFileSync(settingsPath(home), JSON.stringify({ url: `http://127.0.0.1:${port}` }));
    await hook();
    expect(existsSync(outageMarkerPath(home))).toBe(false);
    server.close();
  });
});
