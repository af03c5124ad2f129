import type { Readable } from 'node:stream';
import type { JobMedia, MediaKind, MediaRef } from './media-ref.js';

/**
 * Where media lie: those that jobs make, the files of the catalog, and, as far as it may open them, files of this machine.
 *
 * Promises of every adapter:
 * - What a job makes appears under its name only when all of its draft is complete, and is durable then; no ref leads into a draft.
 * - What was opened stays what it was until it is closed, whatever comes to its name meanwhile.
 * - A ref that can name nothing, as a backup from elsewhere may hold it, is like one whose file is gone.
 */
export interface MediaStore {
  /**
   * Begins the files of a job, or of a part of it that is complete before the whole is. A part is named with letters and digits.
   * What an earlier try has left half done is gone, and what it still writes, as it was only thought dead, meets none of the new one.
   */
  begin(kind: MediaKind, jobId: string, part?: string): Promise<MediaDraft>;
  /** Null: it is not there, or may not be opened. */
  stat(ref: MediaRef): Promise<MediaFacts | null>;
  /** To be read as a stream. Null as for `stat`. */
  open(ref: MediaRef): Promise<OpenMedia | null>;
  /**
   * As a file on this machine, for programs that take a path: the file itself where the store has it here, else a copy that is fetched
   * until `signal` says that nobody waits. Refuses with `path_not_found` what is gone, with `path_not_allowed` what may not be opened,
   * and with `media_unreadable` what is no file.
   */
  materialise(ref: MediaRef, signal: AbortSignal): Promise<LocalMedia>;
  /** How answers name it: its absolute path on the machine of the service, or the address that a store elsewhere has for it. */
  pathOf(ref: MediaRef): string;
  /** What a caller names as `pathOf` does, or from the place of its kind on; null for whatever lies outside of it, or is not there. */
  find(kind: MediaKind, path: string): Promise<MediaRef | null>;
  /** Removes the files of these jobs and of their parts, where they have any. */
  remove(kind: MediaKind, jobIds: readonly string[]): Promise<void>;
  /** Removes what jobs that no longer run have left half done. */
  clean(): Promise<void>;
}

export interface MediaFacts {
  /** Bytes. */
  size: number;
  /** As HTTP writes it; another one when the content is another one. */
  etag: string;
  /** To the second at least. */
  modifiedAt: Date;
}

/** Whoever has one reads it to its end, destroys the stream, or closes it unread. */
export interface OpenMedia extends MediaFacts {
  /** Its file name: what its type is told by. */
  name: string;
  /** All of it, or the bytes from `start` to `end`, both included. Once. */
  read(range?: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

export interface LocalMedia {
  /** Leads to this very file, in every process of the service, until `release`: no name to remember anything by. */
  path: string;
  /** The same as long as a file stays as it is, whatever it is called. */
  identity: string;
  release(): Promise<void>;
}

/** Files in the making, on the machine where they are made. */
export interface MediaDraft {
  /** Where to write a file of this name. */
  path(name: string): string;
  /** Writes a text there; durable once it is published. */
  write(name: string, text: string): Promise<void>;
  /** Removes one of them, if it is there. */
  remove(name: string): Promise<void>;
  /** Puts all files where they are found, durably; returns the ref of each by its name. What the job had there before is replaced. */
  publish(): Promise<ReadonlyMap<string, JobMedia>>;
  /** Removes what was written. */
  discard(): Promise<void>;
}
