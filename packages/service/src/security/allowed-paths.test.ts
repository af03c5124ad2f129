import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AllowedPaths, createAllowedPaths } from './allowed-paths.js';

let top: string;
let home: string;
let dataDir: string;
let paths: AllowedPaths;

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'anima-paths-')));
  home = join(top, 'user');
  dataDir = join(top, 'data');
  for (const dir of ['user/notes/deep', 'user2', 'outside/inner', 'data/exports', 'data/memory.import-1']) {
    mkdirSync(join(top, dir), { recursive: true });
  }
  for (const file of [
    'user/notes/a.md',
    'user/ünï cödé.md',
    'user2/b.md',
    'outside/inner/c.md',
    'data/memory.db',
    'data/lock.db',
    'data/exports/old.json',
  ]) {
    writeFileSync(join(top, file), 'x');
  }
  symlinkSync(join(top, 'outside'), join(home, 'way-out'));
  symlinkSync(join(home, 'notes'), join(home, 'way-in'));
  symlinkSync(join(home, 'notes/a.md'), join(home, 'link.md'));
  symlinkSync(join(home, 'nowhere'), join(home, 'dangling'));
  symlinkSync(join(home, 'circle'), join(home, 'circle'));
  symlinkSync(home, join(top, 'home-by-another-name'));
  linkSync(join(dataDir, 'memory.db'), join(home, 'innocent.json'));
  linkSync(join(home, 'notes/a.md'), join(home, 'twin.md'));
  execFileSync('mkfifo', [join(home, 'fifo')]);
  paths = createAllowedPaths({ roots: [home, dataDir], forbidden: ownFiles(dataDir) });
});

afterAll(() => rmSync(top, { recursive: true, force: true }));

/** The service's own files in its data directory, and their variants. */
function ownFiles(folder: string): string[] {
  return ['memory.db', 'memory.index', 'memory.import', 'lock.db', 'lock.pid'].map((name) =>
    join(folder, name),
  );
}

/** The code of the refusal, or the real path, relative to the top of the test's folder. */
async function outcome(call: Promise<string>): Promise<string> {
  return call.then(
    (path) => relative(top, path),
    (error) => error.code as string,
  );
}

describe('a path that may be read', () => {
  it.each([
    ['user', 'user'],
    ['user/notes/a.md', 'user/notes/a.md'],
    ['user/notes/', 'user/notes'],
    ['user//notes/./a.md', 'user/notes/a.md'],
    ['user/ünï cödé.md', 'user/ünï cödé.md'],
    ['user/notes/deep/../a.md', 'user/notes/a.md'],
    ['user/way-in/a.md', 'user/notes/a.md'],
    ['home-by-another-name/notes/a.md', 'user/notes/a.md'],
    ['user/twin.md', 'user/twin.md'],
    ['data/exports/old.json', 'data/exports/old.json'],
    // A ".." behind a symlink goes where the system goes: up from the target.
    ['user/way-in/../notes/a.md', 'user/notes/a.md'],
  ])('%s is %s', async (given, real) => {
    expect(await outcome(paths.readable(`${top}/${given}`))).toBe(real);
  });

  it.each([
    ['user2/b.md', 'path_not_allowed'],
    ['user2', 'path_not_allowed'],
    ['', 'path_not_allowed'],
    ['outside/inner/c.md', 'path_not_allowed'],
    ['outside/inner/missing.md', 'path_not_allowed'],
    ['user/../outside/inner/c.md', 'path_not_allowed'],
    ['user/way-out', 'path_not_allowed'],
    ['user/way-out/', 'path_not_allowed'],
    ['user/way-out/inner/c.md', 'path_not_allowed'],
    ['user/way-out/inner/missing.md', 'path_not_allowed'],
    ['user/way-out/../user2/b.md', 'path_not_allowed'],
    ['user/link.md', 'path_not_allowed'],
    ['user/way-in', 'path_not_allowed'],
    ['user/way-in//', 'path_not_allowed'],
    ['user/circle', 'path_not_allowed'],
    ['user/dangling', 'path_not_found'],
    ['user/missing.md', 'path_not_found'],
    ['user/missing/deep/x.md', 'path_not_found'],
    ['user/notes/a.md/x', 'path_not_found'],
    [`user/${'x'.repeat(300)}`, 'path_not_found'],
    ['data/memory.db', 'path_not_allowed'],
    ['data/MEMORY.DB', 'path_not_found'],
    ['data/lock.db', 'path_not_allowed'],
    ['data/memory.import-1', 'path_not_allowed'],
    ['user/innocent.json', 'path_not_allowed'],
  ])('%s is refused: %s', async (given, code) => {
    expect(await outcome(paths.readable(`${top}/${given}`))).toBe(code);
  });

  it.each([
    ['empty', ''],
    ['relative', 'user/notes/a.md'],
    ['relative with dots', '../user'],
    ['a tilde', '~/notes'],
    ['a NUL', '/tmp/a\0b'],
    ['half a surrogate pair', '/tmp/\ud800'],
    ['a URL', 'file:///etc/passwd'],
  ])('%s is refused', async (_, given) => {
    expect(await outcome(paths.readable(given))).toBe('path_not_allowed');
    expect(await outcome(paths.writable(given))).toBe('path_not_allowed');
  });

  it('reports nothing about paths outside the roots', async () => {
    const message = (given: string) =>
      paths.readable(given).then(
        () => 'allowed',
        (error: Error) => error.message.replace(given, 'PATH'),
      );
    expect(await message('/etc/passwd')).toBe(await message('/etc/no-such-file'));
    expect(await message('/etc/passwd')).toBe(await message('/etc/passwd/x'));
    expect(await message('/etc/passwd')).toContain(home);
  });
});

describe('a path that may be written', () => {
  it.each([
    ['user/new.json', 'user/new.json'],
    ['user/notes/a.md', 'user/notes/a.md'],
    ['user/way-in/new.json', 'user/notes/new.json'],
    ['user/notes/../new.json', 'user/new.json'],
    ['data/exports/new.json', 'data/exports/new.json'],
    ['data/archive.json', 'data/archive.json'],
    ['user/memory.db', 'user/memory.db'],
    ['user/new.json/', 'user/new.json'],
  ])('%s is %s', async (given, real) => {
    expect(await outcome(paths.writable(`${top}/${given}`))).toBe(real);
  });

  it.each([
    ['user2/new.json', 'path_not_allowed'],
    ['user', 'path_not_allowed'],
    ['user/notes', 'path_not_allowed'],
    ['user/notes/.', 'path_not_allowed'],
    ['user/notes/..', 'path_not_allowed'],
    ['user/../outside/new.json', 'path_not_allowed'],
    ['user/way-out/new.json', 'path_not_allowed'],
    ['user/link.md', 'path_not_allowed'],
    ['user/dangling', 'path_not_allowed'],
    ['user/circle', 'path_not_allowed'],
    ['user/circle/x.json', 'path_not_allowed'],
    ['user/fifo', 'path_not_allowed'],
    ['user/missing/new.json', 'path_not_found'],
    ['outside/missing/new.json', 'path_not_allowed'],
    ['user/notes/a.md/new.json', 'path_not_found'],
    [`user/${'x'.repeat(300)}`, 'path_not_found'],
    ['data/memory.db', 'path_not_allowed'],
    ['data/memory.db-wal', 'path_not_allowed'],
    ['data/Memory.DB-shm', 'path_not_allowed'],
    ['data/memory.index', 'path_not_allowed'],
    ['data/memory.index.tmp', 'path_not_allowed'],
    ['data/memory.import-2.db', 'path_not_allowed'],
    ['data/lock.db', 'path_not_allowed'],
    ['data/lock.db-journal', 'path_not_allowed'],
    ['data/lock.pid', 'path_not_allowed'],
    ['data/exports/../memory.db', 'path_not_allowed'],
    ['data/memory.import-1/x.json', 'path_not_allowed'],
  ])('%s is refused: %s', async (given, code) => {
    expect(await outcome(paths.writable(`${top}/${given}`))).toBe(code);
  });

  it('the file system itself is no file', async () => {
    const anywhere = createAllowedPaths({ roots: ['/'], forbidden: [] });
    expect(await outcome(anywhere.writable('/'))).toBe('path_not_allowed');
    expect(await anywhere.writable(`${home}/x.json`)).toBe(`${home}/x.json`);
  });
});

describe('roots', () => {
  it('may be symlinks, may not exist yet, and mean the folder they point at', async () => {
    const linked = createAllowedPaths({
      roots: [join(top, 'home-by-another-name'), join(top, 'later')],
      forbidden: [],
    });
    expect(await outcome(linked.readable(`${home}/notes/a.md`))).toBe('user/notes/a.md');
    expect(await outcome(linked.readable(`${top}/home-by-another-name/notes`))).toBe('user/notes');
    expect(linked.contains(join(top, 'home-by-another-name'))).toBe(false);
    mkdirSync(join(top, 'later'));
    expect(await outcome(linked.writable(`${top}/later/x.json`))).toBe('later/x.json');
  });

  it('guard the data directory by its real path too', async () => {
    symlinkSync(dataDir, join(top, 'data-by-another-name'));
    const linked = createAllowedPaths({
      roots: [top],
      forbidden: ownFiles(join(top, 'data-by-another-name')),
    });
    expect(await outcome(linked.readable(`${dataDir}/memory.db`))).toBe('path_not_allowed');
    expect(await outcome(linked.writable(`${top}/data-by-another-name/memory.db-wal`))).toBe(
      'path_not_allowed',
    );
  });

  it('without roots no path is allowed', async () => {
    const none = createAllowedPaths({ roots: [], forbidden: [] });
    expect(await outcome(none.readable(home))).toBe('path_not_allowed');
  });

  it('contain whole names only', () => {
    expect(paths.contains(home)).toBe(true);
    expect(paths.contains(join(home, 'notes/a.md'))).toBe(true);
    expect(paths.contains(join(top, 'user2'))).toBe(false);
    expect(paths.contains(join(top, 'us'))).toBe(false);
    expect(paths.contains(join(dataDir, 'memory.db-wal'))).toBe(false);
    expect(paths.contains(join(dataDir, 'exports/old.json'))).toBe(true);
  });
});

// Root may look into every folder, so there is nothing to see.
it.skipIf(process.getuid?.() === 0)('a folder that may not be searched is refused', async () => {
  const closed = join(home, 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0);
  expect(await outcome(paths.readable(`${closed}/x`))).toBe('path_not_allowed');
  expect(await outcome(paths.writable(`${closed}/x`))).toBe('path_not_allowed');
  chmodSync(closed, 0o700);
});
