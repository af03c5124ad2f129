import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDataDirectory } from './private-files.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'anima-private-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (name: string) => (lstatSync(join(dir, name)).mode & 0o777).toString(8);

test.skipIf(process.platform === 'win32')('closes what is the service’s own, and nothing else', () => {
  for (const name of ['app.db', 'app.db-wal', 'notes.txt'])
    writeFileSync(join(dir, name), 'x', { mode: 0o644 });
  mkdirSync(join(dir, 'media'));
  writeFileSync(join(dir, 'media/inside.mp4'), 'x');
  symlinkSync(join(dir, 'notes.txt'), join(dir, 'media-link'));
  for (const [name, mode] of [
    ['app.db', 0o664],
    ['app.db-wal', 0o644],
    ['notes.txt', 0o644],
    ['media', 0o755],
    ['.', 0o755],
  ] as const) {
    chmodSync(join(dir, name), mode);
  }
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => warnings.push(message) };
  closeDataDirectory(dir, ['app.db', 'media'], log as never);
  expect(['app.db', 'app.db-wal', 'notes.txt', 'media', '.'].map(modeOf)).toEqual([
    '600',
    '600',
    '644',
    '700',
    '755',
  ]);
  expect(warnings).toEqual(['others may list the data directory; chmod 700 closes it']);

  chmodSync(dir, 0o700);
  closeDataDirectory(dir, ['app.db', 'media'], log as never);
  expect(warnings).toHaveLength(1);
});
