import type { ForeignFormat } from '../domain/foreign/formats.js';
import type { ParsedForeign } from '../domain/foreign/parse-foreign.js';

/**
 * The memory files of other tools on this machine. Promises of every adapter:
 * - Nothing outside the allowed roots is opened or listed, also not through a symlink.
 * - Only regular files are opened, under names that `mayBeMemory` lets through; none larger than a bound is read.
 * - The event loop is never held up: neither by many files nor by what stands in one.
 */
export interface ForeignFiles {
  /**
   * The file at a path, or the memory files of a folder: of one format, or with null of all. Throws path_not_allowed,
   * path_not_found, foreign_format_unknown, foreign_file_unreadable, too_many_foreign_files.
   */
  locate(sourcePath: string, format: ForeignFormat | null): Promise<Located>;
  /**
   * What one file says, without the values of credentials. Throws foreign_file_too_large, foreign_format_unknown,
   * secret_refused, and foreign_file_unreadable, also where understanding it takes longer than `withinMs`.
   */
  read(file: ForeignFile, withinMs?: number): Promise<ParsedForeign>;
  /** The file that an import in the file at `from` names. */
  resolveImport(target: string, from: string): Promise<ResolvedImport>;
  /** Name of the folder of the project that a memory file belongs to; null for files of the user, of all projects. */
  projectName(path: string): Promise<string | null>;
  /** Whether no file is at a path where one was before; false if the service may not know. */
  isGone(path: string): Promise<boolean>;
  /** Memory files of the user and of the projects under the scan roots, each once. Ends by itself within a bounded time. */
  scan(): Promise<{ files: FoundFile[]; boundsHit: ScanBound[] }>;
  close(): Promise<void>;
}

/**
 * Memory files have a few KB; tools warn above 40. Ordinary text of this size takes the parser 2.7 s of processor time,
 * and four times as much text ten times as long.
 */
export const MAX_FOREIGN_BYTES = 256 * 1024;

export interface ForeignFile {
  /** Real path. */
  path: string;
  /** Null: told by what stands in it. */
  format: ForeignFormat | null;
  /** Its text, if the caller sent it: then no file is opened. */
  text?: string;
}

/** What a path that somebody named stands for. */
export interface Located {
  isDirectory: boolean;
  files: ForeignFile[];
}

export interface FoundFile extends ForeignFile {
  sizeBytes: number;
  /** ms since the epoch. */
  modifiedAt: number;
}

export type ResolvedImport =
  | { kind: 'file'; path: string }
  | { kind: 'refused'; reason: 'not_found' | 'not_allowed' | 'not_memory' };

export const scanBounds = ['depth', 'entries', 'files', 'time'] as const;
export type ScanBound = (typeof scanBounds)[number];
