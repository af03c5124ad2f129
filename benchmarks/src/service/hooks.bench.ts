// Measures the time that a tool waits for a hook of `anima connect`. The hook is called as in the tool's
// settings, in its own process, with and without a running memory service. The baseline is a Node program
// that does nothing. Prints Markdown.
// Usage: npm run bench -- hooks [RUNS]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnProgram } from '@anima/service/testing';
import { describeMachine, percentile } from '../machine.js';

const MEMORIES = 500;
const runs = Number(process.argv[2] ?? 60);
const require = createRequire(import.meta.url);
const root = mkdtempSync(join(tmpdir(), 'anima-bench-hooks-'));
const folder = join(root, 'bench-project');
mkdirSync(join(folder, '.git'), { recursive: true });
const PROJECT = 'git.example/bench-project';
writeFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = https://${PROJECT}\n`);
const cli = fileURLToPath(new URL('../../../packages/cli/dist/', import.meta.url));
const settings = join(root, 'home', 'connect', 'settings.json');
mkdirSync(dirname(settings), { recursive: true });
const service = await spawnProgram(require.resolve('@anima/memory'), {
  MEMORY_PORT: '0',
  MEMORY_DATA_DIR: join(root, 'memory'),
});

try {
  for (let number = 0; number < MEMORIES; number++) await remember(number);
  console.log(`${describeMachine()}\n`);
  console.log(`| ${runs} runs each, ${MEMORIES} memories | p50 ms | p95 ms |\n|---|---|---|`);
  const bare = join(root, 'bare.mjs');
  writeFileSync(bare, '');
  row('Node that does nothing', process.execPath, [bare]);
  const away = 'http://127.0.0.1:1';
  row('without a service: start', ...call('SessionStart', away));
  row('without a service: prompt', ...call('UserPromptSubmit', away));
  row('start of a session, 800 tokens', ...call('SessionStart', service.url));
  row('before a prompt, never asked', ...call('UserPromptSubmit', service.url));
  row('after a turn of two', ...call('Stop', service.url));
} finally {
  service.kill('SIGTERM');
  await service.exited;
  rmSync(root, { recursive: true, force: true });
}

/**
 * Returns the command of a hook as in the settings of a tool, which has no service address in its
 * environment.
 */
function call(event: string, url: string): [string, string[]] {
  writeFileSync(settings, JSON.stringify({ url }));
  const program = [process.execPath, join(cli, 'hook.mjs'), 'claude-code', event];
  return process.platform === 'win32'
    ? [program[0]!, program.slice(1)]
    : ['sh', [join(cli, 'hook.sh'), ...program]];
}

/** Times the runs of a command. Each run has its own session, prompt and transcript. */
function row(what: string, file: string, args: string[]): void {
  const times = Array.from({ length: runs }, (_, run) => {
    const transcript = join(root, `${what}-${run}.jsonl`);
    const line = (type: string, text: string) =>
      `${JSON.stringify({ type, uuid: `${what}-${run}-${type}`, message: { content: text } })}\n`;
    writeFileSync(
      transcript,
      line('user', `Turn ${run} of the user`) + line('assistant', `Turn ${run} of the model`),
    );
    const input = JSON.stringify({
      session_id: `${what} ${run}`,
      cwd: folder,
      source: 'startup',
      prompt: `How did we settle question ${run * 7} of the ${run}th house?`,
      transcript_path: transcript,
    });
    const env = { ...process.env, ANIMA_HOME: join(root, 'home') };
    const began = performance.now();
    spawnSync(file, args, { input, env, cwd: folder });
    return performance.now() - began;
  });
  console.log(`| ${what} | ${percentile(times, 0.5).toFixed(0)} | ${percentile(times, 0.95).toFixed(0)} |`);
}

async function remember(number: number): Promise<void> {
  await fetch(`${service.url}/api/v1/remember`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      content: `Question ${number} of house ${number % 50} was settled: the ${['roof', 'door', 'cellar'][number % 3]} is number ${number}`,
      type: 'decision',
      project: PROJECT,
    }),
  });
}
