import type { Readable } from 'node:stream';
import type { JobMedia, MediaKind, MediaRef } from './media-ref.js';

/**
 * Store of media: job output, catalog files, and local files that it may open. Contract of every adapter:
 * - Job output appears under its name only when its whole draft is complete and durable. No ref names a draft.
 * - An open file stays unchanged until it is closed, even if its name refers to another file meanwhile.
 * - A ref that cannot name a file, as a backup of another installation may contain, counts as a missing file.
 */
export interface MediaStore {
  /**
   * Starts the files of a job, or of a part that is complete before the whole job. Part names consist of
   * letters and digits. Partial files of an earlier attempt are removed, and an attempt that is still running
   * cannot write to the new draft.
   */
  begin(kind: MediaKind, jobId: string, part?: string): Promise<MediaDraft>;
  /** Null: it is not there, or may not be opened. */
  stat(ref: MediaRef): Promise<MediaFacts | null>;
  /** Opens a file as a stream. Returns null like `stat`. */
  open(ref: MediaRef): Promise<OpenMedia | null>;
  /**
   * Provides a file on this machine for programs that take a path: the file itself if the store is local,
   * else a copy. The signal cancels the fetch. Rejects with `path_not_found` if the file does not exist, with
   * `path_not_allowed` if it may not be opened, and with `media_unreadable` if it is not a regular file.
   */
  materialise(ref: MediaRef, signal: AbortSignal): Promise<LocalMedia>;
  /** How answers name it: its absolute path on the machine of the service, or the address that a store elsewhere has for it. */
  pathOf(ref: MediaRef): string;
  /**
   * Resolves a path in the format of `pathOf`, or relative to the folder of its kind. Returns null if it is
   * outside of the folder or does not exist.
   */
  find(kind: MediaKind, path: string): Promise<MediaRef | null>;
  /** Removes the files of these jobs and of their parts. */
  remove(kind: MediaKind, jobIds: readonly string[]): Promise<void>;
  /** Removes what jobs that no longer run have left half done. */
  clean(): Promise<void>;
}

export interface MediaFacts {
  /** Bytes. */
  size: number;
  /** As HTTP writes it; another one when the content is another one. */
  etag: string;
  /** Accurate to the second or better. */
  modifiedAt: Date;
}

/** An open file. The caller reads it to its end, destroys the stream, or closes it unread. */
export interface OpenMedia extends MediaFacts {
  /** File name, from which the media type is derived. */
  name: string;
  /** All of it, or the bytes from `start` to `end`, both included. Once. */
  read(range?: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

export interface LocalMedia {
  /** Leads to this very file, in every process of the service, until `release`: no name to remember anything by. */
  path: string;
  /** Equal as long as the file does not change, whatever its name is. */
  identity: string;
  release(): Promise<void>;
}

/** Files in the making, on the machine where they are made. */
export interface MediaDraft {
  /** Returns the path at which to write a file. */
  path(name: string): string;
  /** Writes a text there; durable once it is published. */
  write(name: string, text: string): Promise<void>;
  /** Removes one of them, if it is there. */
  remove(name: string): Promise<void>;
  /** Publishes all files durably and returns their refs by name. Earlier files of the job are replaced. */
  publish(): Promise<ReadonlyMap<string, JobMedia>>;
  /** Removes the written files. */
  discard(): Promise<void>;
}
