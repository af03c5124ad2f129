import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectOf } from './project-of.js';
import { plainRemote } from './remote-of.js';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'anima-projects-')));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function made(...path: string[]): string {
  const folder = join(root, ...path);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A repository as git makes it. */
function repository(path: string, remotes: Record<string, string>): string {
  const folder = made(path);
  const config = Object.entries(remotes).map(
    ([name, url]) => `[remote "${name}"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/${name}/*\n`,
  );
  made(path, '.git');
  writeFileSync(
    join(folder, '.git', 'config'),
    `[core]\n\tbare = false\n${config.join('')}[branch "main"]\n`,
  );
  return folder;
}

describe('the remote of a repository', () => {
  it.each([
    ['https://github.com/ada/web.git', 'github.com/ada/web'],
    ['https://ada:ghp_secret@github.com:443/Ada/Web/', 'github.com/ada/web'],
    ['git@github.com:ada/web.git', 'github.com/ada/web'],
    ['github.com:ada/web', 'github.com/ada/web'],
    ['ssh://git@github.com:22/ada/web.git', 'github.com/ada/web'],
    ['ssh://git@git.example:2222/ada/web', 'git.example:2222/ada/web'],
    ['https://git.example/web?token=1#x', 'git.example/web'],
    ['git.example:~ada/web.git', 'git.example/~ada/web'],
    ['/srv/git/web.git', null],
    ['../web', null],
    ['file:///srv/git/web.git', null],
    ['C:\\git\\web', null],
    ['C:/git/web', null],
    ['https://github.com/', null],
    ['', null],
  ])('%j is %j', (url, remote) => expect(plainRemote(url)).toBe(remote));

  it('is never a credential', () => {
    for (const url of [
      'https://ada:secret@h.example/web',
      'https://secret@h.example/web',
      'secret@h.example:web',
    ])
      expect(plainRemote(url)).toBe('h.example/web');
  });
});

describe('the project of a folder', () => {
  it('is its repository, in every clone, working tree and folder of it', () => {
    const clone = repository('one/web', {
      upstream: 'https://github.com/x/y',
      origin: 'git@github.com:ada/web',
    });
    const other = repository('two/site', { origin: 'https://token@github.com/ada/web.git' });
    const tree = made('trees', 'feature');
    writeFileSync(join(tree, '.git'), `gitdir: ${clone}/.git/worktrees/feature\n`);
    const relative = made('trees', 'relative');
    writeFileSync(join(relative, '.git'), 'gitdir: ../../one/web/.git/worktrees/relative\n');
    for (const folder of [clone, other, made('one/web/src/deep'), tree, relative])
      expect(projectOf(folder).name).toBe('github.com/ada/web');
    expect(projectOf(tree)).toMatchObject({ root: clone, folderName: 'web' });
  });

  it('is another one than that of any folder of the same name', () => {
    const folders = [
      made('a/api'),
      made('b/api'),
      repository('c/api', {}),
      repository('d/api', { origin: '/srv/git/api.git' }),
      repository('e/api', { fork: 'https://git.example/ada/api' }),
    ];
    const names = folders.map((folder) => projectOf(folder).name);
    expect(new Set(names).size).toBe(5);
    expect(names.slice(0, 4)).toEqual(Array(4).fill(expect.stringMatching(/^api-[0-9a-f]{8}$/)));
    expect(names[4]).toBe('git.example/ada/api');
    expect(folders.map((folder) => projectOf(folder).folderName)).toEqual(Array(5).fill('api'));
  });

  it('of a submodule is its own, of a working tree of a bare repository the repository', () => {
    const outer = repository('outer', { origin: 'https://git.example/outer' });
    const modules = made('outer/.git/modules/sub');
    writeFileSync(join(modules, 'config'), '[remote "origin"]\n\turl = https://git.example/sub\n');
    const sub = made('outer/sub');
    writeFileSync(join(sub, '.git'), 'gitdir: ../.git/modules/sub\n');
    expect([outer, sub].map((folder) => projectOf(folder).name)).toEqual([
      'git.example/outer',
      'git.example/sub',
    ]);
    const bare = made('bare.git');
    const tree = made('tree-of-bare');
    writeFileSync(join(tree, '.git'), `gitdir: ${bare}/worktrees/tree-of-bare\n`);
    expect(projectOf(tree)).toMatchObject({ root: bare, folderName: 'bare.git' });
  });

  it('has a name that the service accepts, for any folder', () => {
    const long = repository('long', { origin: `https://git.example/${'n'.repeat(900)}` });
    const other = repository('longer', { origin: `https://git.example/${'n'.repeat(901)}` });
    const names = [long, other].map((folder) => projectOf(folder).name);
    expect(names.map((name) => name.length)).toEqual([128, 128]);
    expect(names[0]).not.toBe(names[1]);
    const odd = made('odd');
    made('odd', '.git', 'config');
    expect(projectOf(odd).name).toMatch(/^odd-/);
    const huge = repository('huge', {});
    writeFileSync(join(huge, '.git', 'config'), '[remote "origin"] '.repeat(200_000));
    expect(projectOf(huge).name).toMatch(/^huge-/);
    expect(projectOf(made('x'.repeat(200))).name).toHaveLength(128);
  });
});

it.skipIf(process.platform === 'win32').each([
  ['line\nbreak', /^line break-[0-9a-f]{8}$/],
  [' spaces ', /^spaces-[0-9a-f]{8}$/],
  ['\x1b[31m', /^\[31m-[0-9a-f]{8}$/],
  ['\t', /^root-[0-9a-f]{8}$/],
  ['x'.repeat(200), /^x{119}-[0-9a-f]{8}$/],
])('a folder named %j gets a name that the service accepts', (folder, name) => {
  expect(projectOf(made('strange', folder)).name).toMatch(name);
});

it('a remote with control characters gets a name that the service accepts', () => {
  expect(projectOf(repository('odd-remote', { origin: 'git@h.example:a\x07b/web.git' })).name).toBe(
    'h.example/a b/web',
  );
});
