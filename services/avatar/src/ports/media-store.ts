/** The folders of generated files. A file appears under its name only when it is complete. */
export interface MediaStore {
  /**
   * Begins the files of a job, or of a part of it that is complete before the whole is: a folder of its own to write in,
   * beside where they will lie. A part is named with letters and digits.
   */
  begin(kind: MediaKind, jobId: string, part?: string): Promise<MediaDraft>;
  /** The real path of a finished file of this kind, given as absolute or relative to its folder; null outside of it. */
  find(kind: MediaKind, path: string): Promise<string | null>;
  /** Removes the files of these jobs and of their parts, where they have any. */
  remove(kind: MediaKind, jobIds: readonly string[]): Promise<void>;
  /** Removes what jobs that no longer run have left half done. */
  clean(): Promise<void>;
}

export const mediaKinds = ['audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export interface MediaDraft {
  /** Where to write a file of this name. */
  path(name: string): string;
  /** Writes a text there; durable once it is published. */
  write(name: string, text: string): Promise<void>;
  /** Removes one of them, if it is there. */
  remove(name: string): Promise<void>;
  /** Puts all files where they are found, durably; returns the path of each by its name. What lay there before is replaced. */
  publish(): Promise<ReadonlyMap<string, string>>;
  /** Removes what was written. */
  discard(): Promise<void>;
}
