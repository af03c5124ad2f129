import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withProcessLock } from './process-lock.mjs';

const module = new URL('./process-lock.mjs', import.meta.url).href;
const ignoreWait = () => {
  throw new Error('Expected a free lock');
};

/** Starts another process that runs `body` while it holds the lock; yields its output line by line. */
function start(name: string, body: string) {
  const script = `
    import { spawn } from 'node:child_process';
    import { withProcessLock } from ${JSON.stringify(module)};
    const say = (line) => process.stdout.write(line + '\\n');
    await withProcessLock(${JSON.stringify(name)}, () => say('waits'), async (lock) => { say('holds'); ${body} });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  // The last output arrives before "close", but possibly after "exit".
  return { child, closed: once(child, 'close'), output: () => output };
}
const forEver = 'setInterval(() => {}, 1000); await new Promise(() => {});';
const freshName = () => `anima-test-${randomUUID()}`;

it('is held by one process at a time, however many want it at once', { timeout: 60_000 }, async () => {
  const name = freshName();
  const folder = JSON.stringify(join(tmpdir(), name));
  // A second process in the lock could not create the folder, and would exit without its last line.
  const inside = `
    const { mkdirSync, rmdirSync } = await import('node:fs');
    mkdirSync(${folder}); await new Promise((resolve) => setImmediate(resolve)); rmdirSync(${folder}); say('out');`;
  const all = Array.from({ length: 6 }, () => start(name, inside));
  for (const { closed, output } of all) {
    await closed;
    expect(output()).toMatch(/holds\nout\n$/);
  }
  await withProcessLock(name, ignoreWait, () => {});
});

it('is free once its holder is killed, for one of those that wait', { timeout: 60_000 }, async () => {
  const name = freshName();
  const holder = start(name, forEver);
  await expect.poll(holder.output, { timeout: 20_000 }).toBe('holds\n');
  const waiting = [start(name, forEver), start(name, forEver)];
  for (const { output } of waiting) await expect.poll(output, { timeout: 20_000 }).toBe('waits\n');
  holder.child.kill('SIGKILL');
  const holding = () => waiting.filter(({ output }) => output() === 'waits\nholds\n');
  await expect.poll(() => holding().length, { timeout: 20_000 }).toBe(1);
  const [next] = holding();
  next!.child.kill('SIGKILL');
  await expect.poll(() => holding().length, { timeout: 20_000 }).toBe(2);
});

it.skipIf(process.platform === 'win32')(
  'is held by the child that works for a killed one, until that ends',
  { timeout: 60_000 },
  async () => {
    const name = freshName();
    const holder = start(
      name,
      `const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'ignore', 'ignore', lock] });
       say(child.pid); ${forEver}`,
    );
    await expect.poll(holder.output, { timeout: 20_000 }).toMatch(/^holds\n\d+\n$/);
    const worker = Number(/\d+/.exec(holder.output())![0]);
    onTestFinished(() => {
      try {
        process.kill(worker, 'SIGKILL');
      } catch {
        // It has ended, as it should.
      }
    });
    holder.child.kill('SIGKILL');
    await holder.closed;
    const next = start(name, '');
    await expect.poll(next.output, { timeout: 20_000 }).toBe('waits\n');
    process.kill(worker, 'SIGKILL');
    await next.closed;
    expect(next.output()).toBe('waits\nholds\n');
  },
);

it('is free after work that failed', async () => {
  const name = freshName();
  const failure = new Error('no');
  await expect(withProcessLock(name, ignoreWait, () => Promise.reject(failure))).rejects.toBe(failure);
  await withProcessLock(name, ignoreWait, () => {});
});
