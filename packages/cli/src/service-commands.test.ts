import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { InterruptedError } from './failure.js';
import { run } from './run.js';
import { type CommandLine, openCommandLine } from './testing/command-line.js';

let anima: CommandLine;
beforeAll(() => {
  anima = openCommandLine({ MEMORY_PORT: '0', PORT: '0' });
});
afterAll(async () => {
  await anima.run(['stop', '--force']);
  anima.close();
});

it('starts both services in the background once, shows their status, and stops them', async () => {
  const run = join(anima.home, '.anima', 'run');
  mkdirSync(run, { recursive: true });
  // After a crash another program has the number.
  writeFileSync(
    join(run, 'memory.json'),
    JSON.stringify({ pid: process.pid, url: 'http://x', log: '', started_at: '' }),
  );
  interface Started {
    started: { service: string; pid: number; url: string; was_running: boolean }[];
  }
  const { started } = (await anima.run(['start', '--background', '--json'])).json<Started>();
  expect(started.map(({ service, was_running }) => [service, was_running])).toEqual([
    ['memory', false],
    ['avatar', false],
  ]);
  const again = (await anima.run(['start', '-b', '--json'])).json<Started>();
  expect(again.started).toEqual(started.map((each) => ({ ...each, was_running: true })));
  // The page /live of the avatar service may remember.
  const answer = await fetch(`${started[0]!.url}/health`, { headers: { origin: started[1]!.url } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(started[1]!.url);
  const flags = ['--memory-url', started[0]!.url, '--avatar-url', started[1]!.url];
  const status = await anima.run(['status', ...flags]);
  expect(status).toMatchObject({ code: 0, err: '' });
  expect(status.out).toMatch(/^memory {2}ok[\s\S]*^avatar {2}ok/m);
  const doctor = await anima.run(['doctor', '--json', ...flags]);
  const { findings } = doctor.json<{ findings: { about: string; state: string }[] }>();
  for (const about of ['Node.js', 'memory service', 'avatar service', 'models', 'data'])
    expect(findings).toContainEqual(expect.objectContaining({ about, state: 'well' }));
  const stopped = await anima.run(['stop', '--json']);
  expect(stopped.json()).toEqual({ stopped: started.map(({ service, pid }) => ({ service, pid })) });
  expect((await anima.here(['status', ...flags])).code).toBe(5);
  expect((await anima.here(['stop'])).out).toContain('does not run in the background');
}, 120_000);

it('shows the steps, the pages and the effect of Ctrl-C on a terminal, and logs to files', async () => {
  const stop = new AbortController();
  let shown = '';
  const terminal = {
    isTTY: true,
    write: (text: string) => {
      shown += text;
      if (shown.includes('Stop with Ctrl-C')) stop.abort(new InterruptedError('SIGINT'));
    },
  };
  const env = { ...process.env, ANIMA_HOME: join(anima.home, 'terminal'), MEMORY_PORT: '0', NO_COLOR: '1' };
  const io = { env, input: process.stdin, out: terminal, err: terminal, signal: stop.signal };
  expect(await run(['start', 'memory'], io)).toBe(0);
  expect(shown).toMatch(/✓ memory service {2}\d+\.\d s\n/);
  expect(shown).toMatch(/Open in a browser:\n {2}memory {2}http:\/\/127\.0\.0\.1:\d+\/studio/);
  expect(shown).toMatch(/Stopping\. Press Ctrl-C again to stop immediately\.\nStopped in \d+\.\d s\n$/);
  expect(readFileSync(join(anima.home, 'terminal/logs/memory.log'), 'utf8')).toContain('listens on');
  expect(shown).not.toContain('{"level"');
}, 60_000);

it('doctor suggests how to start an unreachable service', async () => {
  const flags = ['--memory-url', 'http://127.0.0.1:59009', '--avatar-url', 'http://127.0.0.1:59009'];
  const done = await anima.here(['doctor', ...flags]);
  expect(done.code).toBe(1);
  expect(done.out).toContain(
    '✗ memory service: nothing listens at http://127.0.0.1:59009\n  anima start memory',
  );
});

const hasBash = spawnSync('bash', ['--version']).status === 0;
it.skipIf(!hasBash)('completes in shells (no bash: skipped)', async () => {
  const bash = await anima.run(['completion', 'bash']);
  expect(bash.code).toBe(0);
  const completion = `${bash.out}\nCOMP_WORDS=(anima audit ac); COMP_CWORD=2; _anima 2>/dev/null; echo "\${COMPREPLY[*]}"`;
  expect(spawnSync('bash', ['-c', completion]).stdout.toString()).toBe('accept\n');
  expect((await anima.here(['completion', 'zsh'])).out).toContain('#compdef anima');
  expect((await anima.here(['completion', 'fish'])).out).toContain('-l background');
  expect((await anima.here(['completion', 'tcsh'])).code).toBe(2);
});

it('mcp writes only the protocol to stdout', async () => {
  const hello = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const done = await anima.run(['mcp'], `${JSON.stringify(hello)}\n`);
  expect(JSON.parse(done.out.split('\n')[0] || '{}')).toMatchObject({ jsonrpc: '2.0', id: 1 });
});
