import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../errors.js';
import { lockDataDirectory } from './data-lock.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'anima-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Starts another process that holds the lock, and waits until it does. */
async function startHolder() {
  const sqlite = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const script = `
    const { DatabaseSync } = require(${JSON.stringify(sqlite)});
    const db = new DatabaseSync(${JSON.stringify(join(dir, 'lock.db'))}, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    require('node:fs').writeFileSync(${JSON.stringify(join(dir, 'lock.pid'))}, String(process.pid));
    console.log('locked');
    setInterval(() => db.isOpen, 1000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('a second process is refused with the directory and the pid; kill -9 frees the lock', async () => {
  const holder = await startHolder();
  try {
    const refusal = `The data directory ${dir} is in use by another process (pid ${holder.pid})`;
    expect(() => lockDataDirectory(dir)).toThrow(new AppError('data_directory_locked', refusal));
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  }
  lockDataDirectory(dir).release();
});

test('within one process the lock is exclusive too, and free after release', () => {
  const lock = lockDataDirectory(join(dir, 'made', 'on', 'the', 'way'));
  expect(() => lockDataDirectory(join(dir, 'made', 'on', 'the', 'way'))).toThrow(/is in use/);
  lock.release();
  lock.release();
  lockDataDirectory(join(dir, 'made', 'on', 'the', 'way')).release();
});

test('a data directory that is a file is refused in one line', () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  const refusal = `Expected a folder to write to for the data directory, received ${file} (EEXIST)`;
  expect(() => lockDataDirectory(file)).toThrow(
    expect.objectContaining({ code: 'unavailable', message: refusal }),
  );
});
