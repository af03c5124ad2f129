import { linkSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AllowedPaths, createAllowedPaths } from './allowed-paths.js';
import { openAllowed, openAllowedFolder } from './open-allowed.js';

let top: string;
let home: string;
let paths: AllowedPaths;

beforeEach(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'anima-open-')));
  home = join(top, 'home');
  for (const folder of ['home/notes', 'outside']) mkdirSync(join(top, folder), { recursive: true });
  await writeFile(join(home, 'notes/a.json'), 'allowed');
  await writeFile(join(top, 'outside/a.json'), 'not allowed');
  await writeFile(join(home, 'own.db'), 'own');
  paths = createAllowedPaths({ roots: [home], forbidden: [join(home, 'own.db')] });
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

/** Replaces the folder between the check and the opening. */
function swapNotes(): void {
  renameSync(join(home, 'notes'), join(home, 'notes-before'));
  symlinkSync(join(top, 'outside'), join(home, 'notes'));
}

const refused = expect.objectContaining({ code: 'path_not_allowed' });

test('opens an allowed file', async () => {
  const file = await openAllowed(await paths.readable(join(home, 'notes/a.json')), paths);
  expect(await file.readFile('utf8')).toBe('allowed');
  await file.close();
});

test('a folder that became a link after the look leads nowhere', async () => {
  const [file, folder] = [
    await paths.readable(join(home, 'notes/a.json')),
    await paths.readable(join(home, 'notes')),
  ];
  swapNotes();
  await expect(openAllowed(file, paths)).rejects.toThrow(refused);
  await expect(openAllowedFolder(folder, paths)).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(openAllowedFolder(join(folder, 'deeper'), paths)).rejects.toMatchObject({ code: 'ENOENT' });
  mkdirSync(join(top, 'outside/deeper'));
  await expect(openAllowedFolder(join(folder, 'deeper'), paths)).rejects.toThrow(refused);
});

test('a file of the service that came to the path after the look is not opened', async () => {
  const file = await paths.readable(join(home, 'notes/a.json'));
  rmSync(file);
  linkSync(join(home, 'own.db'), file);
  await expect(openAllowed(file, paths)).rejects.toThrow(refused);
});

test.runIf(process.platform === 'linux')('an open folder stays the one it was', async () => {
  const folder = await openAllowedFolder(await paths.readable(join(home, 'notes')), paths);
  swapNotes();
  await writeFile(folder.at('b.json'), 'here');
  await folder.sync();
  await folder.close();
  expect(await readFile(join(home, 'notes-before/b.json'), 'utf8')).toBe('here');
  await expect(readFile(join(top, 'outside/b.json'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each([
  ['notes/a.json', 'notes/a.json'],
  ['', ''],
  ['inner/b/c.json', 'b/c.json'],
])('%s lies below its nearest root as %s', (path, below) => {
  const nested = createAllowedPaths({ roots: [home, join(home, 'inner')], forbidden: [] });
  expect(nested.belowRoot(join(home, path))).toBe(below);
});
