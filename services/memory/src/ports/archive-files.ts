/**
 * Files of archives, in the folders where callers may have the service read and write. Every call refuses with
 * `path_not_allowed` or `path_not_found` as AllowedPaths does, and with `path_not_allowed` what is not named as an archive.
 */
export interface ArchiveFiles {
  /**
   * Writes beside `path`, flushes to the disk, then puts the file in its place: whoever opens it finds the old file or the
   * new one, whole. Whatever fails leaves no trace. Where a file is there it refuses with `output_exists`, before the first
   * piece is asked for; with `overwrite` it replaces an archive, and nothing else. `willWrite` hears of the file beside, by its real
   * path, and is waited for, before that is there.
   */
  write(
    path: string,
    pieces: AsyncIterable<Uint8Array>,
    options: { overwrite: boolean; willWrite: (unfinished: string) => Promise<void> },
  ): Promise<{ path: string; bytes: number; sha256: string }>;
  /** Removes what a `write` told `willWrite` of and could not remove itself, and nothing else. */
  removeUnfinished(unfinished: string): Promise<void>;
  /** A regular file with something in it; else `not_an_archive`. */
  open(path: string): Promise<ArchiveFile>;
}

export interface ArchiveFile {
  /** From the first byte to the last, as often as it is called. */
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}
