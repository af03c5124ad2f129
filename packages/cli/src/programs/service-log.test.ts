import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServiceLog } from './service-log.js';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'anima-log-')), 'memory.log');
});
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }));

const LISTENS = /listens on (\S{1,20})/;
const never = new AbortController().signal;

it('finds text that is written from now on, in any number of pieces', async () => {
  writeFileSync(path, 'listens on before\n');
  const log = openServiceLog(path);
  const found = log.find(LISTENS, never);
  appendFileSync(path, 'x\n'.repeat(50_000));
  appendFileSync(path, 'lis');
  appendFileSync(path, 'tens on now\n');
  expect((await found)?.[1]).toBe('now');
  log.close();
});

it('ends with the signal, and returns the last line', async () => {
  const log = openServiceLog(path);
  const ended = new AbortController();
  const found = log.find(LISTENS, ended.signal);
  appendFileSync(path, 'one\nPort 9090 is in use\n');
  ended.abort();
  expect(await found).toBeNull();
  expect(log.lastWords()).toBe('Port 9090 is in use');
  log.close();
});

it('renames a full log, which replaces the previous one', async () => {
  writeFileSync(`${path}.1`, 'older');
  writeFileSync(path, '');
  truncateSync(path, 11 * 1024 * 1024);
  const log = openServiceLog(path);
  expect([statSync(path).size, statSync(`${path}.1`).size]).toEqual([0, 11 * 1024 * 1024]);
  appendFileSync(path, 'listens on a\n');
  expect((await log.find(LISTENS, never))?.[1]).toBe('a');
  log.close();
  expect(existsSync(`${path}.2`)).toBe(false);
});
