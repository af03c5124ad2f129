import type { ForeignFormat } from './formats.js';
import type { ParsedForeign } from './parse-foreign.js';

/**
 * The memory files of other tools on this machine.
 *
 * Promises of every adapter:
 * - No file or folder outside the allowed roots is opened or listed, also not through a symlink.
 * - Only regular files with names that `mayBeMemory` accepts are opened; files above a size limit are not
 *   read.
 * - The event loop is never blocked, neither by many files nor by the content of a file.
 */
export interface ForeignFiles {
  /**
   * Finds the file at a path, or the memory files of a folder: of one format, or with null of all formats.
   * Throws path_not_allowed, path_not_found, foreign_format_unknown, foreign_file_unreadable,
   * too_many_foreign_files.
   */
  locate(sourcePath: string, format: ForeignFormat | null): Promise<Located>;
  /**
   * Parses one file and omits the values of credentials. Throws foreign_file_too_large,
   * foreign_format_unknown, secret_refused, and foreign_file_unreadable, also if parsing takes longer than
   * `withinMs`.
   */
  read(file: ForeignFile, withinMs?: number): Promise<ParsedForeign>;
  /** Resolves an import statement in the file at `from`. */
  resolveImport(target: string, from: string): Promise<ResolvedImport>;
  /**
   * Name of the project folder that a memory file belongs to; null for files of the user, which apply to all
   * projects.
   */
  projectName(path: string): Promise<string | null>;
  /** Returns whether the file at a path no longer exists; false if the service may not access the path. */
  isGone(path: string): Promise<boolean>;
  /**
   * Finds memory files of the user and of the projects under the scan roots, each once. Ends within a bounded
   * time.
   */
  scan(): Promise<{ files: FoundFile[]; boundsHit: ScanBound[] }>;
  close(): Promise<void>;
}

/**
 * Maximum size of a memory file. Memory files have a few KB; tools warn above 40 KB. The parser needs 2.7 s
 * of CPU time for ordinary text of this size, and ten times as long for four times as much text.
 */
export const MAX_FOREIGN_BYTES = 256 * 1024;

/** Maximum size of an export, which is JSON and parsed faster. */
export const MAX_EXPORT_BYTES = 32 * 1024 * 1024;

export interface ForeignFile {
  /** Real path. */
  path: string;
  /** Null: the format is detected from the content. */
  format: ForeignFormat | null;
  /** Its text, if the caller sent it; the file is then not opened. */
  text?: string;
}

/** The files at a path that the caller named. */
export interface Located {
  isDirectory: boolean;
  files: ForeignFile[];
}

export interface FoundFile extends ForeignFile {
  sizeBytes: number;
  /** In ms since the epoch. */
  modifiedAt: number;
}

export type ResolvedImport =
  | { kind: 'file'; path: string }
  | { kind: 'refused'; reason: 'not_found' | 'not_allowed' | 'not_memory' };

export const scanBounds = ['depth', 'entries', 'files', 'time'] as const;
export type ScanBound = (typeof scanBounds)[number];
