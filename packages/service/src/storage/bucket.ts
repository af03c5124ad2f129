import type { Readable } from 'node:stream';
import { AppError } from '../errors.js';

export interface ByteRange {
  start: number;
  /** The last byte, inclusive. */
  end: number;
}

/** An object of a bucket. A new content has a new `etag`. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  etag: string;
}

export interface ListedObject extends StoredObject {
  modifiedAt: Date;
}

/** Condition of a write: the key does not exist, or its object still has this tag. */
export type WriteCondition = { isNew: true } | { etag: string };

/**
 * Objects of a bucket by key, relative to its prefix. Calls reject with `storage_unavailable` if the server does not respond
 * within some seconds.
 */
export interface Bucket {
  /** Returns the address of a key for responses. */
  addressOf(key: string): string;
  /** Returns null if the key does not exist. Rejects if the object has more than `maxBytes`. */
  readText(key: string, maxBytes: number): Promise<{ text: string; etag: string } | null>;
  /** Returns null without writing if the condition is not met. */
  writeText(key: string, text: string, condition?: WriteCondition): Promise<StoredObject | null>;
  /** Writes a local file or a stream atomically, in parts of which a few are in memory. Returns null if the condition is not met. */
  write(
    key: string,
    content: LocalFile | AsyncIterable<Uint8Array>,
    condition?: WriteCondition,
  ): Promise<StoredObject | null>;
  /** Reads the object or a range. The stream fails with `path_not_found` if the object was removed or replaced. */
  read(object: StoredObject, range?: ByteRange): Readable;
  /** Lists objects in the order of their keys. With `isFlat`, keys with a slash after the prefix are omitted. */
  list(prefix: string, options?: { isFlat?: boolean }): AsyncGenerator<ListedObject>;
  /** Removes objects. Missing keys cause no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Aborts the multipart uploads of keys with the prefix `below` that began before this time. Their processes have ended. */
  dropUploads(below: string, begunBefore: Date): Promise<void>;
  /** Resolves if the bucket is reachable. */
  probe(): Promise<void>;
  close(): void;
}

export interface LocalFile {
  path: string;
}

/** Returns whether the error means that a storage is unreachable. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'storage_unavailable';
