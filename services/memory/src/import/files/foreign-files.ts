import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import { type ForeignFile, type ForeignFiles, MAX_EXPORT_BYTES } from '../foreign-files.js';
import {
  type ExportFormat,
  type ForeignFormat,
  formatOfPath,
  isExportFormat,
  isMarkdownName,
  isMemoryIndex,
  isProjectPaper,
  isVault,
  mayBeExport,
  mayBeMemory,
} from '../formats.js';
import { createForeignParser } from './foreign-parser.js';
import { createForeignProjects } from './foreign-project.js';
import { readForeignText, sentForeignText } from './foreign-text.js';
import { createWalk, slashed, type WalkBounds } from './foreign-walk.js';

export interface ForeignFilesOptions {
  allowed: AllowedPaths;
  /** The home directory of the user, for `~/` and the memories of all projects. */
  home: string;
  scanRoots: readonly string[];
  maxContentBytes: number;
  bounds?: WalkBounds;
}

/** A home directory with some hundred projects is walked in 1 to 3 s; then the files are read. */
const BOUNDS: WalkBounds = { depth: 8, entries: 200_000, files: 500, timeMs: 8_000 };
const USER_FOLDERS = ['.claude', '.codex', '.gemini'];

/** A vault has more files than the memory folder of a tool. */
const MAX_NOTES = 5_000;

/** Returns whether a file of a folder belongs to an export: the other files of a data export have no conversations. */
const isExportName = (name: string, format: ExportFormat): boolean =>
  format === 'chatgpt-export' || format === 'claude-export'
    ? /^(?:conversations[\w-]*|memories)\.json$/.test(name)
    : /\.jsonl?$/.test(name);

const titleOf = (path: string): string => basename(path).replace(/\.\w+$/, '');

export function createForeignFiles(options: ForeignFilesOptions): ForeignFiles {
  const { allowed, home, scanRoots, bounds = BOUNDS } = options;
  const parser = createForeignParser(options);

  /** Returns the real path of a path that a caller named, if the target of a symlink is allowed. */
  async function readable(path: string): Promise<string> {
    const real = isAbsolute(path) ? await realpath(path).catch(() => null) : null;
    return allowed.readable(real !== null && allowed.contains(real) ? real : path);
  }

  const mayRead = (real: string) => mayBeMemory(slashed(real), slashed(allowed.belowRoot(real)));

  const mayBeExportAt = (real: string) => mayBeExport(slashed(real), slashed(allowed.belowRoot(real)));

  function requireMemoryName(real: string, format: ForeignFormat | null): void {
    const isExport = format === null || isExportFormat(format);
    if (mayRead(real) || (isExport && mayBeExportAt(real))) return;
    throw new AppError(
      'foreign_format_unknown',
      'Expected a memory file under a name that a known tool gives it, Markdown with the ending .md or .mdc, or an export with the ending .json or .jsonl, that is not hidden',
    );
  }

  async function memoryFilesIn(folder: string, format: ForeignFormat | null): Promise<ForeignFile[]> {
    const isNotes = isVault(format);
    const limits = isNotes ? { ...bounds, files: MAX_NOTES } : bounds;
    const walk = createWalk(limits, allowed.contains, mayRead, isNotes ? () => format : undefined);
    await walk.over(folder);
    const hit = [...walk.boundsHit].filter((bound) => bound !== 'depth');
    if (hit.length > 0) {
      throw new AppError(
        'too_many_foreign_files',
        `Expected at most ${limits.files} memory files among ${limits.entries} names, received a folder with more; name a folder inside it`,
      );
    }
    return walk.files.filter((file) => format === null || file.format === format);
  }

  /** Returns the files of an export in its folder. */
  async function exportsIn(folder: string, format: ExportFormat): Promise<ForeignFile[]> {
    const names = await readdir(folder).catch(() => []);
    const paths = names.filter((name) => isExportName(name, format)).map((name) => join(folder, name));
    return paths
      .filter(mayBeExportAt)
      .sort()
      .map((path) => ({ path, format }));
  }

  /** Returns the Markdown files in a folder that no tool uses, but that the caller named. */
  async function textsIn(folder: string, format: ForeignFormat | null): Promise<ForeignFile[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      throw new AppError('path_not_allowed', `The service may not read the folder ${folder} (${error.code})`);
    });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(folder, entry.name))
      .filter((path) => isMarkdownName(path) && mayRead(path) && formatOfPath(slashed(path)) === null)
      .filter((path) => !isProjectPaper(slashed(path)) && !isMemoryIndex(slashed(path), 'claude-memory'))
      .sort();
    if (files.length > bounds.files) {
      const expected = `Expected at most ${bounds.files} memory files in a folder, received ${files.length}`;
      throw new AppError('too_many_foreign_files', expected);
    }
    return files.map((path) => ({ path, format }));
  }

  return {
    ...createForeignProjects(options),

    async locate(sourcePath, format) {
      const path = await readable(sourcePath);
      const stats = await stat(path);
      if (!stats.isDirectory()) {
        if (!stats.isFile()) {
          throw new AppError(
            'foreign_file_unreadable',
            'Expected a regular file or a folder, received a device, a pipe or the like',
          );
        }
        requireMemoryName(path, format);
        const known = format ?? formatOfPath(slashed(path)) ?? formatOfPath(slashed(resolve(sourcePath)));
        if (isMemoryIndex(slashed(path), known)) {
          throw new AppError(
            'foreign_format_unknown',
            'Expected a memory file, received the index of a memory folder; name the folder to import its memories',
          );
        }
        return { isDirectory: false, files: [{ path, format: known }] };
      }
      const files = isExportFormat(format)
        ? await exportsIn(path, format)
        : await memoryFilesIn(path, format);
      const found = files.length > 0 || isExportFormat(format) ? files : await textsIn(path, format);
      if (found.length === 0) {
        throw new AppError(
          'foreign_format_unknown',
          `Expected a folder with memory files${format === null ? ' of a known tool' : ` of ${format}`} or Markdown files, received one without`,
        );
      }
      return { isDirectory: true, files: found };
    },

    async read(file, withinMs) {
      if (file.text !== undefined) {
        const format = file.format ?? formatOfPath(slashed(file.path));
        const isExport = mayBeExport(slashed(file.path), '');
        const traits = { title: titleOf(file.path), isExport };
        return parser.parse(sentForeignText(file.text), format, withinMs, traits);
      }
      requireMemoryName(file.path, file.format);
      const isExport = !mayRead(file.path);
      const text = await readForeignText(file.path, allowed, isExport ? MAX_EXPORT_BYTES : undefined);
      return parser.parse(text, file.format, withinMs, { title: titleOf(file.path), isExport });
    },

    async resolveImport(target, from) {
      const named = target.startsWith('~/') ? join(home, target.slice(2)) : resolve(dirname(from), target);
      try {
        const path = await readable(named);
        const isMemory = mayRead(path) && (await stat(path)).isFile();
        return isMemory ? { kind: 'file', path } : { kind: 'refused', reason: 'not_memory' };
      } catch (error) {
        const missing = error instanceof AppError && error.code === 'path_not_found';
        if (!missing) return { kind: 'refused', reason: 'not_allowed' };
        // For files that are never read, the result does not reveal whether they exist.
        return { kind: 'refused', reason: isMarkdownName(named) ? 'not_found' : 'not_memory' };
      }
    },

    async scan() {
      const walk = createWalk(bounds, allowed.contains, mayRead);
      for (const folder of USER_FOLDERS) await walk.over(join(home, folder));
      for (const root of scanRoots) await walk.over(root);
      return { files: walk.files, boundsHit: [...walk.boundsHit] };
    },

    close: () => parser.close(),
  };
}
