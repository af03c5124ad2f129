import { opendir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FoundFile, ScanBound } from '../foreign-files.js';
import {
  type ForeignFormat,
  formatOfPath,
  insideToolFolder,
  isMemoryIndex,
  isWorthEntering,
} from '../formats.js';

export interface WalkBounds {
  /** Maximum number of levels below the start. */
  depth: number;
  /** Maximum number of directory entries. */
  entries: number;
  files: number;
  timeMs: number;
}

export interface Walk {
  /** Searches a folder for memory files, the nearest first. */
  over(start: string): Promise<void>;
  readonly files: FoundFile[];
  readonly boundsHit: ReadonlySet<ScanBound>;
}

/**
 * Walks folders by level until a bound is reached; several walks share the bounds. Symlinks to folders are
 * not followed, and symlinks to files only if `contains` and `mayRead` allow the target. Folders that cannot
 * be listed are skipped.
 */
export function createWalk(
  bounds: WalkBounds,
  contains: (realPath: string) => boolean,
  mayRead: (realPath: string) => boolean,
  formatOf: (path: string) => ForeignFormat | null = formatOfPath,
): Walk {
  const files: FoundFile[] = [];
  const seen = new Set<string>();
  const walked = new Set<string>();
  const boundsHit = new Set<ScanBound>();
  const end = performance.now() + bounds.timeMs;
  let entries = 0;

  function mustStop(): boolean {
    if (entries >= bounds.entries) boundsHit.add('entries');
    if (performance.now() > end) boundsHit.add('time');
    return boundsHit.has('entries') || boundsHit.has('files') || boundsHit.has('time');
  }

  async function add(path: string): Promise<void> {
    const real = await realpath(path).catch(() => null);
    if (real === null || seen.has(real) || !contains(real) || !mayRead(real)) return;
    const format = formatOf(slashed(real)) ?? formatOf(slashed(path));
    if (format === null || isMemoryIndex(slashed(real), format)) return;
    const stats = await stat(real).catch(() => null);
    if (stats === null || !stats.isFile()) return;
    if (files.length >= bounds.files) {
      boundsHit.add('files');
      return;
    }
    seen.add(real);
    files.push({ path: real, format, sizeBytes: stats.size, modifiedAt: Math.round(stats.mtimeMs) });
  }

  /** Adds the memory files of one folder; resolves to its subfolders. */
  async function list(folder: string, relative: string): Promise<string[]> {
    const names: string[] = [];
    const folders: string[] = [];
    const dir = await opendir(folder).catch(() => null);
    if (dir === null) return [];
    try {
      for await (const entry of dir) {
        entries++;
        if (entries >= bounds.entries || performance.now() > end) break;
        if (entry.isDirectory()) {
          const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
          if (isWorthEntering(path)) folders.push(entry.name);
        } else if (
          (entry.isFile() || entry.isSymbolicLink()) &&
          formatOf(slashed(join(folder, entry.name))) !== null
        ) {
          names.push(entry.name);
        }
      }
    } catch {
      // The folder was removed or cannot be read completely; the entries that were read are used.
    }
    for (const name of names.sort()) {
      // The tool reads the override instead of this file.
      if (name === 'AGENTS.md' && names.includes('AGENTS.override.md')) continue;
      if (mustStop()) return [];
      await add(join(folder, name));
    }
    return folders.sort();
  }

  return {
    files,
    boundsHit,
    async over(start) {
      const real = await realpath(start).catch(() => null);
      if (real === null || !contains(real)) return;
      // Uses the requested names of folders: `.claude` can be a symlink to a folder with another name.
      const relative = insideToolFolder(slashed(start)) || insideToolFolder(slashed(real));
      let level = [{ folder: start, real, relative }];
      for (let depth = 0; level.length > 0; depth++) {
        const next: typeof level = [];
        for (const { folder, real, relative } of level) {
          if (walked.has(real)) continue;
          walked.add(real);
          for (const name of await list(folder, relative)) {
            next.push({
              folder: join(folder, name),
              real: join(real, name),
              relative: relative === '' ? name : `${relative}/${name}`,
            });
          }
          if (mustStop()) return;
        }
        if (next.length > 0 && depth >= bounds.depth) {
          boundsHit.add('depth');
          return;
        }
        level = next;
      }
    },
  };
}

/** Converts the path separators of the system to `/`, which the formats use. */
export function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
