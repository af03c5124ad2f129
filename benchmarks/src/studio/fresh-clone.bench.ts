/**
 * Measures the time from a fresh clone of the last commit to the first recalled memory and the first audible
 * sentence in the studio, with only `npm start` and two buttons: the time of each part. Prints Markdown.
 * Packages come from the npm cache if it has them.
 * Run it on an idle machine: `npm run bench -- fresh-clone`. Requires a Chromium on PATH and the two ports
 * below.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '@anima/test-browser';
import { describeMachine } from '../machine.js';

const [MEMORY_PORT, PORT] = ['19190', '18865'];
const [memoryUrl, avatarUrl] = [`http://127.0.0.1:${MEMORY_PORT}`, `http://127.0.0.1:${PORT}`];
const LONGEST_MS = 15 * 60_000;

const folder = mkdtempSync(join(tmpdir(), 'anima-fresh-clone-'));
const clone = join(folder, 'anima');
const home = join(folder, 'home');
mkdirSync(home);
const parts: [name: string, ms: number][] = [];
let last = performance.now();
function part(name: string): void {
  parts.push([name, performance.now() - last]);
  last = performance.now();
}

execFileSync('git', ['clone', '--quiet', '--no-hardlinks', process.cwd(), clone]);
part('git clone');
execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: clone, stdio: 'inherit' });
part('npm ci');
const npm = spawn('npm', ['start'], {
  cwd: clone,
  stdio: ['ignore', 'ignore', 'inherit'],
  // Creates a process group, so that all its processes can be stopped together.
  detached: true,
  env: {
    ...{ ...process.env, MEMORY_PORT, PORT, MEMORY_USER_HOME: home, MEMORY_SCAN_ROOTS: home },
    ...{ MEMORY_DATA_DIR: join(folder, 'memory'), AVATAR_DATA_DIR: join(folder, 'avatar') },
  },
});
const ended = new Promise<void>((resolve) => npm.once('exit', () => resolve()));
const browser = await openBrowser({ gesture: true });

async function listens(url: string): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    if (npm.exitCode !== null) throw new Error(`Expected npm start to go on, it ended with ${npm.exitCode}`);
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Expected a service at ${url} within ${LONGEST_MS / 60_000} minutes`);
}

try {
  last = performance.now();
  await Promise.all([memoryUrl, avatarUrl].map(listens));
  part('npm start: build, both services listen');
  const memories = await browser.newPage();
  await memories.goto(`${memoryUrl}/studio`);
  await memories.getByRole('button', { name: 'Try it with an example' }).click();
  await memories.locator('.found-text').first().waitFor();
  part('studio: first memory stored and recalled');
  const speaking = await browser.newPage();
  await speaking.goto(`${avatarUrl}/studio`);
  await speaking.locator('anima-avatar').waitFor();
  part('studio: a face is shown');
  await speaking.getByRole('button', { name: 'Speak' }).click();
  await speaking.getByText('Heard after').waitFor();
  part('studio: first sentence sounds');
  console.log(`## From a fresh clone\n\n${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}.\n`);
  console.log('| part | s |\n|---|---|');
  for (const [name, ms] of parts) console.log(`| ${name} | ${(ms / 1000).toFixed(1)} |`);
  console.log(`| all of it | ${(parts.reduce((sum, [, ms]) => sum + ms, 0) / 1000).toFixed(1)} |`);
} finally {
  await browser.close();
  if (npm.exitCode === null) process.kill(-npm.pid!, 'SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
