/** The folders of generated files. A file appears under its name only when it is complete. */
export interface MediaStore {
  /** Begins the files of a job: a folder of its own to write in, beside where they will lie. */
  begin(kind: MediaKind, jobId: string): Promise<MediaDraft>;
  /** The real path of a finished file of this kind, given as absolute or relative to its folder; null outside of it. */
  find(kind: MediaKind, path: string): Promise<string | null>;
  /** Removes the files of a job, if it has any. */
  remove(kind: MediaKind, jobId: string): Promise<void>;
  /** Removes what jobs that no longer run have left half done. */
  clean(): Promise<void>;
}

export const mediaKinds = ['audio', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export interface MediaDraft {
  /** Where to write a file of this name. */
  path(name: string): string;
  /** Writes a text there. */
  write(name: string, text: string): Promise<void>;
  /** Puts all files where they are found; returns the path of each by its name. What lay there before is replaced. */
  publish(): Promise<ReadonlyMap<string, string>>;
  /** Removes what was written. */
  discard(): Promise<void>;
}
