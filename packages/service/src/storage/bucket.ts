import type { Readable } from 'node:stream';
import { AppError } from '../errors.js';

export interface ByteRange {
  start: number;
  /** Included. */
  end: number;
}

/** An object whose content stays what it is, or is another one by its tag. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  etag: string;
}

export interface ListedObject extends StoredObject {
  modifiedAt: Date;
}

/** When a write counts: the key is new, or still holds what this tag is of. */
export type WriteCondition = { isNew: true } | { etag: string };

/**
 * Objects of a bucket by their keys, below its prefix. Whatever keeps the server from answering is `storage_unavailable`; a
 * server that does not answer is waited for some seconds.
 */
export interface Bucket {
  /** How answers name a key. */
  addressOf(key: string): string;
  /** Null where there is none; refuses one of more than `maxBytes`. */
  readText(key: string, maxBytes: number): Promise<{ text: string; etag: string } | null>;
  /** Null: the condition did not hold, and nothing was written. */
  writeText(key: string, text: string, condition?: WriteCondition): Promise<StoredObject | null>;
  /** A file of this machine, or bytes as they come: in parts, a few of which are in memory. It is there complete, or not. */
  write(
    key: string,
    content: LocalFile | AsyncIterable<Uint8Array>,
    condition?: WriteCondition,
  ): Promise<StoredObject | null>;
  /** All of it or a range. Ends with `path_not_found` where the object has gone or is another one. */
  read(object: StoredObject, range?: ByteRange): Readable;
  /** In the order of the keys; `isFlat`: only what has no further slash behind the prefix. */
  list(prefix: string, options?: { isFlat?: boolean }): AsyncGenerator<ListedObject>;
  /** What is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Forgets uploads in parts of keys with this beginning that were begun before, by processes that are dead. */
  dropUploads(below: string, begunBefore: Date): Promise<void>;
  /** Resolves when the bucket can be asked. */
  probe(): Promise<void>;
  close(): void;
}

export interface LocalFile {
  path: string;
}

/** Whether a bucket, or another storage, cannot be reached at the moment. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'storage_unavailable';
