import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createAllowedPaths } from '@anima/service/files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ForeignFiles } from '../foreign-files.js';
import { createForeignFiles } from './foreign-files.js';
import type { WalkBounds } from './foreign-walk.js';

let top: string;
let home: string;
let files: ForeignFiles;

function open(bounds?: WalkBounds): ForeignFiles {
  return createForeignFiles({
    allowed: createAllowedPaths({ roots: [home], forbidden: [join(home, '.anima/memory.db')] }),
    home,
    scanRoots: [join(home, 'src')],
    maxContentBytes: 65_536,
    ...(bounds && { bounds }),
  });
}

function write(path: string, content: string | Buffer = '- one\n'): string {
  const full = join(home, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}

const names = (found: readonly { path: string }[]) =>
  found.map(({ path }) => path.slice(home.length + 1)).sort();
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error) => error.code,
  );

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'anima-foreign-')));
  home = join(top, 'home');
  mkdirSync(join(home, 'src'), { recursive: true });
  files = open();
});
afterEach(async () => {
  await files.close();
  rmSync(top, { recursive: true, force: true });
});

describe('scan', () => {
  it('finds only the files that each tool reads, of the user and of projects', async () => {
    const wanted = [
      '.claude/CLAUDE.md',
      '.claude/rules/go/errors.md',
      '.claude/projects/-home-src-a/memory/note.md',
      '.codex/AGENTS.override.md',
      '.codex/memories/tools.md',
      '.gemini/GEMINI.md',
      'src/a/CLAUDE.md',
      'src/a/CLAUDE.local.md',
      'src/a/.claude/CLAUDE.md',
      'src/a/AGENTS.md',
      'src/a/GEMINI.md',
      'src/a/.cursor/rules/x/y.mdc',
      'src/a/.cursorrules',
      'src/a/.github/copilot-instructions.md',
      'src/a/.github/instructions/b.instructions.md',
      'src/a/.windsurf/rules/w.md',
      'src/a/.windsurfrules',
      'src/a/.clinerules/c.md',
      'src/b/.clinerules',
      'src/b/memory-bank/progress.md',
      'src/b/packages/web/AGENTS.md',
    ];
    const unwanted = [
      '.codex/AGENTS.md',
      '.claude/projects/-home-src-a/memory/MEMORY.md',
      '.claude/projects/-home-src-a/CLAUDE-session.md',
      '.claude/todos/AGENTS.md',
      'src/a/node_modules/p/CLAUDE.md',
      'src/a/.git/CLAUDE.md',
      'src/a/.cache/AGENTS.md',
      'src/a/README.md',
      'src/a/.github/workflows/AGENTS.md',
      'src/a/docs/rules/w.md',
      'documents/CLAUDE.md',
    ];
    for (const path of [...wanted, ...unwanted]) write(path);
    const scan = await files.scan();
    expect(names(scan.files)).toEqual(wanted.sort());
    expect(scan.boundsHit).toEqual([]);
    expect(scan.files[0]).toMatchObject({ sizeBytes: 6, format: 'claude-md' });
  });

  it('lists a file once by its real path, and follows no symlink out of the roots', async () => {
    const real = write('src/a/AGENTS.md');
    symlinkSync('AGENTS.md', join(home, 'src/a/CLAUDE.md'));
    const notes = write('src/a/docs/notes.txt.md');
    symlinkSync(notes, join(home, 'src/a/GEMINI.md'));
    mkdirSync(join(top, 'outside/.claude/rules'), { recursive: true });
    writeFileSync(join(top, 'outside/CLAUDE.md'), 'secret');
    writeFileSync(join(top, 'outside/.claude/rules/r.md'), 'secret');
    symlinkSync(join(top, 'outside/CLAUDE.md'), join(home, 'src/CLAUDE.md'));
    symlinkSync(join(top, 'outside'), join(home, 'src/linked'));
    symlinkSync(join(top, 'outside/.claude'), join(home, '.claude'));
    symlinkSync('.', join(home, 'src/loop'));
    symlinkSync('gone', join(home, 'src/a/.cursorrules'));
    expect((await files.scan()).files.map(({ path, format }) => [path, format])).toEqual([
      [real, 'codex-agents'],
      [notes, 'gemini-md'],
    ]);
  });

  it('reads a tool folder that is a symlink inside the roots', async () => {
    write('dotfiles/claude/rules/r.md');
    symlinkSync('dotfiles/claude', join(home, '.claude'));
    expect(names((await files.scan()).files)).toEqual(['dotfiles/claude/rules/r.md']);
  });

  it.each([
    ['depth', { depth: 2, entries: 1_000, files: 100, timeMs: 60_000 }],
    ['entries', { depth: 9, entries: 30, files: 100, timeMs: 60_000 }],
    ['files', { depth: 9, entries: 1_000, files: 5, timeMs: 60_000 }],
    ['time', { depth: 9, entries: 1_000, files: 100, timeMs: -1 }],
  ] as const)('stops at the bound of %s and reports it', async (bound, bounds) => {
    for (let i = 0; i < 20; i++) write(`src/p${i}/a/b/c/CLAUDE.md`);
    for (let i = 0; i < 20; i++) write(`src/q${i}/CLAUDE.md`);
    await files.close();
    files = open(bounds);
    const scan = await files.scan();
    expect(scan.boundsHit).toContain(bound);
    expect(scan.files.length).toBeLessThan(40);
    if (bound === 'depth') expect(scan.files).toHaveLength(20);
  });
});

describe('locate', () => {
  it('uses the given format of a file, and detects it from the path if no format is given', async () => {
    const notes = write('notes/any.md');
    expect(await files.locate(notes, null)).toEqual({
      isDirectory: false,
      files: [{ path: notes, format: null }],
    });
    expect((await files.locate(notes, 'gemini-md')).files[0]!.format).toBe('gemini-md');
    expect((await files.locate(write('p/AGENTS.md'), null)).files[0]!.format).toBe('codex-agents');
    symlinkSync(notes, join(home, 'CLAUDE.md'));
    expect((await files.locate(join(home, 'CLAUDE.md'), null)).files[0]).toEqual({
      path: notes,
      format: 'claude-md',
    });
  });

  it('finds the files of a folder, of one format or of all', async () => {
    for (const path of ['CLAUDE.md', 'AGENTS.md', 'AGENTS.override.md', 'sub/GEMINI.md', 'docs/x.md'])
      write(`p/${path}`);
    const found = async (format: Parameters<ForeignFiles['locate']>[1]) =>
      names((await files.locate(join(home, 'p'), format)).files);
    expect(await found(null)).toEqual(['p/AGENTS.override.md', 'p/CLAUDE.md', 'p/sub/GEMINI.md']);
    expect(await found('codex-agents')).toEqual(['p/AGENTS.override.md']);
    expect(await code(files.locate(join(home, 'p'), 'cursor-rules'))).toBe('foreign_format_unknown');
  });

  it('reads the texts of a folder that no tool uses, except its index and documents of a project', async () => {
    for (const path of ['a.md', 'b.md', 'MEMORY.md', 'README.md', 'c.json', 'deep/d.md'])
      write(`notes/${path}`);
    const { files: found } = await files.locate(join(home, 'notes'), 'claude-memory');
    expect(names(found)).toEqual(['notes/a.md', 'notes/b.md']);
    expect(found.every(({ format }) => format === 'claude-memory')).toBe(true);
    mkdirSync(join(home, 'empty'));
    expect(await code(files.locate(join(home, 'empty'), null))).toBe('foreign_format_unknown');
  });

  it('rejects paths outside the roots, missing files, an index, a pipe and too many files', async () => {
    writeFileSync(join(top, 'CLAUDE.md'), 'x');
    symlinkSync(join(top, 'CLAUDE.md'), join(home, 'CLAUDE.md'));
    expect(await code(files.locate(join(top, 'CLAUDE.md'), null))).toBe('path_not_allowed');
    expect(await code(files.locate(join(home, 'CLAUDE.md'), null))).toBe('path_not_allowed');
    expect(await code(files.locate(join(home, '../CLAUDE.md'), null))).toBe('path_not_allowed');
    expect(await code(files.locate('CLAUDE.md', null))).toBe('path_not_allowed');
    expect(await code(files.locate(join(home, 'gone.md'), null))).toBe('path_not_found');
    expect(await code(files.locate(write('.anima/memory.db'), null))).toBe('path_not_allowed');
    const index = write('.claude/projects/p/memory/MEMORY.md');
    expect(await code(files.locate(index, null))).toBe('foreign_format_unknown');
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(home, 'AGENTS.md')]);
      expect(await code(files.locate(join(home, 'AGENTS.md'), null))).toBe('foreign_file_unreadable');
      expect(await code(files.read({ path: join(home, 'AGENTS.md'), format: 'codex-agents' }))).toBe(
        'foreign_file_unreadable',
      );
    }
    await files.close();
    files = open({ depth: 9, entries: 1_000, files: 2, timeMs: 60_000 });
    for (let i = 0; i < 2; i++) write(`many/p${i}/CLAUDE.md`);
    expect((await files.locate(join(home, 'many'), null)).files).toHaveLength(2);
    write('many/p2/CLAUDE.md');
    expect(await code(files.locate(join(home, 'many'), null))).toBe('too_many_foreign_files');
  });
});

describe('read', () => {
  const read = async (path: string) =>
    (await files.read({ path, format: 'claude-md' })).statements.map(({ content }) => content);

  it.each([
    ['a byte order mark', Buffer.from('\uFEFF- one\n')],
    ['UTF-16 little-endian', Buffer.from('\uFEFF- one\n', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\uFEFF- one\n', 'utf16le').swap16()],
    ['lines ended by CR LF', Buffer.from('# CLAUDE.md\r\n\r\n- one\r\n')],
    ['lines ended by CR', Buffer.from('- one\r')],
    ['no line end', Buffer.from('- one')],
  ])('understands %s', async (_, bytes) => {
    expect(await read(write('CLAUDE.md', bytes))).toEqual(['one']);
  });

  it.each([
    ['NUL characters', Buffer.from('- one\0two')],
    ['bytes that are no UTF-8', Buffer.from([0x2d, 0x20, 0xc3, 0x28])],
    ['UTF-16 without its mark', Buffer.from('- one', 'utf16le')],
    ['half of a surrogate pair', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
  ])('rejects %s', async (_, bytes) => {
    expect(await code(read(write('CLAUDE.md', bytes)))).toBe('foreign_file_unreadable');
  });

  it('rejects files that are too large, of another kind, or unreadable', async () => {
    expect(await code(read(write('CLAUDE.md', `- ${'x'.repeat(262_142)}`)))).toBe('no error');
    expect(await code(read(write('CLAUDE.md', `- ${'x'.repeat(262_143)}`)))).toBe('foreign_file_too_large');
    expect(await code(read(write('line.md', 'x'.repeat(10_000_000))))).toBe('foreign_file_too_large');
    expect(await code(read(write('x.json', '{}')))).toBe('foreign_format_unknown');
    const closed = write('closed.md');
    chmodSync(closed, 0);
    if (process.getuid?.() !== 0) expect(await code(read(closed))).toBe('foreign_file_unreadable');
    const target = write('target.md');
    symlinkSync(target, join(home, 'link.md'));
    // Files are opened by their real path, so replacing a file by a symlink in the meantime has no effect.
    expect(await code(read(join(home, 'link.md')))).toBe('foreign_file_unreadable');
  });
});

describe('resolveImport', () => {
  it('follows relative, absolute and home paths, but none out of the roots', async () => {
    const from = write('src/a/CLAUDE.md');
    const doc = write('src/a/docs/x.md');
    write('src/a/data.json', '{}');
    writeFileSync(join(top, 'out.md'), 'x');
    symlinkSync(join(top, 'out.md'), join(home, 'src/a/out.md'));
    const resolved = (target: string) => files.resolveImport(target, from);
    for (const target of ['docs/x.md', './docs/x.md', '~/src/a/docs/x.md', doc]) {
      expect(await resolved(target), target).toEqual({ kind: 'file', path: doc });
    }
    const reasons = {
      'gone.md': 'not_found',
      'data.json': 'not_memory',
      'gone.json': 'not_memory',
      '.env': 'not_memory',
      docs: 'not_memory',
    };
    for (const [target, reason] of Object.entries(reasons)) {
      expect(await resolved(target), target).toEqual({ kind: 'refused', reason });
    }
    for (const target of ['out.md', '../../../out.md', '/etc/passwd', join(top, 'gone.md'), '~/../out.md']) {
      expect(await resolved(target), target).toEqual({ kind: 'refused', reason: 'not_allowed' });
    }
  });
});
