/**
 * Archive files in the folders that callers may read and write through the service. Every call rejects with
 * `path_not_allowed` or `path_not_found` as AllowedPaths does, and with `path_not_allowed` if the file name
 * is not an archive name.
 */
export interface ArchiveFiles {
  /**
   * Writes a temporary file next to `path`, flushes it to the disk, then renames it: a reader opens either
   * the complete old file or the complete new file. A failed call leaves no file. If the file exists, the
   * call rejects with `output_exists` before it requests the first piece; with `overwrite` it replaces the
   * file, but only if that is an archive. `willWrite` receives the real path of the temporary file and is
   * awaited before that file is created.
   */
  write(
    path: string,
    pieces: AsyncIterable<Uint8Array>,
    options: { overwrite: boolean; willWrite: (unfinished: string) => Promise<void> },
  ): Promise<{ path: string; bytes: number; sha256: string }>;
  /**
   * Removes a temporary file that `write` reported to `willWrite` but could not remove. Removes no other
   * file.
   */
  removeUnfinished(unfinished: string): Promise<void>;
  /** Opens a regular file that is not empty; rejects other files with `not_an_archive`. */
  open(path: string): Promise<ArchiveFile>;
}

export interface ArchiveFile {
  /** Reads the file from its first byte to its last. Each call starts a new read. */
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}
