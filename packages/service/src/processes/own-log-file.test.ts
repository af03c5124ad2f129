import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boundLog } from './own-log-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anima-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('copies a full log to one older file next to it, and continues in the same file', () => {
  const path = join(folder, 'memory.log');
  const log = openSync(path, 'a');
  for (const [line, older] of [
    ['first\n', null],
    ['second\n', 'first\nsecond\n'],
    ['the third\n', null],
    ['a fourth\n', 'the third\na fourth\n'],
  ] as const) {
    writeSync(log, line);
    boundLog(path, log, 10);
    if (older !== null) {
      expect(readFileSync(`${path}.1`, 'utf8')).toBe(older);
      expect(readFileSync(path, 'utf8')).toBe('');
    }
  }
  closeSync(log);
});

it('leaves a file alone that this process does not write to', () => {
  const [path, other] = [join(folder, 'memory.log'), join(folder, 'other.txt')];
  const [log, stranger] = [openSync(path, 'a'), openSync(other, 'a')];
  writeSync(log, 'longer than ten\n');
  writeSync(stranger, 'longer than ten\n');
  boundLog(other, log, 10);
  expect(readFileSync(other, 'utf8')).toBe('longer than ten\n');
  expect(existsSync(`${other}.1`)).toBe(false);
  for (const each of [log, stranger]) closeSync(each);
});
