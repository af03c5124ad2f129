import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { withFileLock } from './file-lock.js';

const path = 'models/tiny/tiny.onnx';
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'anima-lock-'));
});
afterEach(() => rm(dir, { recursive: true }));

const busy = { code: 'busy', message: expect.stringMatching(/^Another process is fetching .*tiny\.onnx/) };

it('locks one file and leaves others free', async () => {
  await withFileLock(dir, path, async () => {
    await expect(withFileLock(dir, path, async () => {})).rejects.toMatchObject(busy);
    await withFileLock(dir, 'models/other/other.onnx', async () => {});
  });
  await withFileLock(dir, path, async () => {});
});

it('releases the lock after an error', async () => {
  const failure = new Error('no');
  await expect(withFileLock(dir, path, () => Promise.reject(failure))).rejects.toBe(failure);
  await withFileLock(dir, path, async () => {});
});

it('reports a folder that cannot be written', async () => {
  await mkdir(join(dir, 'models', '.locks', path), { recursive: true });
  await expect(withFileLock(dir, path, async () => {})).rejects.toMatchObject({ code: 'not_writable' });
});

it('stays locked until the other process is killed', { timeout: 30_000 }, async () => {
  const built = new URL('../../dist/download/file-lock.js', import.meta.url).href;
  const script = `
    import { withFileLock } from ${JSON.stringify(built)};
    await withFileLock(${JSON.stringify(dir)}, ${JSON.stringify(path)}, () => {
      console.log('holds');
      return new Promise((resolve) => setInterval(resolve, 1e9));
    });`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  await expect(withFileLock(dir, path, async () => {})).rejects.toMatchObject(busy);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await withFileLock(dir, path, async () => {});
});
