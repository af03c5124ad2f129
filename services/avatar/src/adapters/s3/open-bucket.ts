import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@anima/service/errors';
import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from './bucket-address.js';
import { type ByteRange, readObject } from './read-object.js';
import { asUnavailable, isMissing, isNotImplemented, isPreconditionFailed } from './refusals.js';

/** An object whose tag changes with its content. */
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
  /** Returns null if the object does not exist. Rejects an object of more than `maxBytes`. */
  readText(key: string, maxBytes: number): Promise<{ text: string; etag: string } | null>;
  /** Returns null, and writes nothing, if the condition does not hold. */
  writeText(key: string, text: string, condition?: WriteCondition): Promise<StoredObject | null>;
  /**
   * Writes a local file, or bytes as they arrive: in parts, a few of which are in memory. The object is
   * either complete or absent.
   */
  write(
    key: string,
    content: LocalFile | AsyncIterable<Uint8Array>,
    condition?: WriteCondition,
  ): Promise<StoredObject | null>;
  /** All of it or a range. Ends with `path_not_found` where the object has gone or is another one. */
  read(object: StoredObject, range?: ByteRange): Readable;
  /** Lists objects in the order of their keys. `isFlat` skips keys with a slash after the prefix. */
  list(prefix: string, options?: { isFlat?: boolean }): AsyncGenerator<ListedObject>;
  /** Removes objects. Keys that do not exist cause no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Forgets uploads in parts of keys with this beginning that were begun before, by processes that are dead. */
  dropUploads(below: string, startedBefore: Date): Promise<void>;
  /** Resolves if the bucket is reachable. */
  probe(): Promise<void>;
  close(): void;
}

export interface LocalFile {
  path: string;
}

/** Timeouts of opening a connection and of a connection without progress. */
const CONNECT_MS = 3_000;
const IDLE_MS = 10_000;
const MAX_TRIES = 2;
/** A slow reader keeps one for as long as it may be idle. */
const MAX_CONNECTIONS = 256;
/** S3 takes 5 MiB and more, and 10,000 of them: larger files have larger parts. */
const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 9_000;
/** Part size for streams of unknown length; allows 280 GB. */
const STREAM_PART_BYTES = 32 * 1024 * 1024;
const PARTS_AT_A_TIME = 2;
/** By one request, as S3 has it. */
const MAX_REMOVED = 1_000;
/** Maximum number of pages of 1,000 keys; a longer listing fails instead of running forever. */
const MAX_PAGES = 10_000;

/** Opens the bucket. It sends no request before the first call. */
export async function openBucket(address: BucketAddress): Promise<Bucket> {
  // Disables the warning of the SDK about Node 20 at each start.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const s3 = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const client = connect(s3.S3Client, address);
  const { bucket: Bucket, prefix } = address;
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  /** Returns null if the object does not exist. */
  async function orMissing<T>(asked: Promise<T>): Promise<T | null> {
    return asked.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw asUnavailable(error);
    });
  }

  /** Whether the server supports conditional writes, as far as is known. */
  let hasConditions = true;

  /**
   * Returns null if the condition does not hold. If the server has no conditional writes, the condition is
   * checked before the write.
   */
  async function conditionally<T>(
    key: string,
    condition: WriteCondition | undefined,
    send: (headers: { IfNoneMatch?: string; IfMatch?: string }) => Promise<T>,
    isRepeatable = true,
  ): Promise<T | null> {
    if (condition === undefined || hasConditions) {
      try {
        return await send(headersOf(condition));
      } catch (error) {
        if (condition !== undefined && isPreconditionFailed(error)) return null;
        if (condition !== undefined && isNotImplemented(error)) hasConditions = false;
        if (condition === undefined || hasConditions || !isRepeatable) throw asUnavailable(error);
      }
    }
    const there = await orMissing(client.send(new s3.HeadObjectCommand(at(key))));
    const holds = 'isNew' in condition ? there === null : there?.ETag === condition.etag;
    return holds ? await send({}).catch(thrownAsUnavailable) : null;
  }

  async function get(object: StoredObject, { start, end }: ByteRange): Promise<Readable> {
    const input: GetObjectCommandInput = {
      ...at(object.key),
      IfMatch: object.etag,
      Range: `bytes=${start}-${end}`,
    };
    try {
      return (await client.send(new s3.GetObjectCommand(input))).Body as Readable;
    } catch (error) {
      if (!isMissing(error) && !isPreconditionFailed(error)) throw asUnavailable(error);
      throw new AppError('path_not_found', 'Expected a file that stays while it is read; it was removed');
    }
  }

  return {
    addressOf: (key) => `s3://${Bucket}/${prefix}${key}`,

    async readText(key, maxBytes) {
      const found = await orMissing(client.send(new s3.GetObjectCommand(at(key))));
      if (found === null) return null;
      const { Body, ETag } = found;
      try {
        return { text: await textOf(Body as Readable, maxBytes), etag: ETag! };
      } catch (error) {
        throw asUnavailable(error);
      }
    },

    writeText: (key, text, condition) =>
      conditionally(key, condition, async (headers) => {
        const Body = Buffer.from(text);
        const { ETag } = await client.send(
          new s3.PutObjectCommand({ ...at(key), Body, ContentType: 'application/json', ...headers }),
        );
        return { key, size: Body.length, etag: ETag! };
      }),

    async write(key, content, condition) {
      const size = 'path' in content ? (await stat(content.path)).size : null;
      const partSize = size === null ? STREAM_PART_BYTES : Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
      const upload = async (headers: { IfNoneMatch?: string; IfMatch?: string }) => {
        let written = 0;
        const Body = 'path' in content ? createReadStream(content.path) : Readable.from(content);
        const parts = new Upload({
          client,
          params: { ...at(key), Body, ...headers },
          partSize,
          queueSize: PARTS_AT_A_TIME,
        });
        parts.on('httpUploadProgress', ({ loaded = 0 }) => {
          written = Math.max(written, loaded);
        });
        try {
          const { ETag } = await parts.done();
          return { key, size: size ?? written, etag: ETag! };
        } finally {
          Body.destroy();
        }
      };
      return conditionally(key, condition, upload, size !== null);
    },

    read: (object, range = { start: 0, end: object.size - 1 }) =>
      readObject((part) => get(object, part), range),

    async *list(below, { isFlat = false } = {}) {
      let ContinuationToken: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const listed = await client
          .send(
            new s3.ListObjectsV2Command({
              ...{ Bucket, Prefix: prefix + below, ContinuationToken },
              ...(isFlat ? { Delimiter: '/' } : {}),
            }),
          )
          .catch(thrownAsUnavailable);
        for (const { Key, Size, ETag, LastModified } of listed.Contents ?? [])
          yield { key: Key!.slice(prefix.length), size: Size!, etag: ETag!, modifiedAt: LastModified! };
        ContinuationToken = listed.NextContinuationToken;
        if (listed.IsTruncated !== true) return;
      }
      throw asUnavailable(new Error('listed without end'));
    },

    async remove(keys) {
      for (let first = 0; first < keys.length; first += MAX_REMOVED) {
        const Objects = keys.slice(first, first + MAX_REMOVED).map((key) => ({ Key: prefix + key }));
        const { Errors = [] } = await client
          .send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
          .catch(thrownAsUnavailable);
        const [left] = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
        if (left !== undefined) throw asUnavailable({ name: left.Code });
      }
    },

    async dropUploads(below, startedBefore) {
      const { Uploads = [] } = await client
        .send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix + below }))
        .catch(thrownAsUnavailable);
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Initiated === undefined || Initiated >= startedBefore) continue;
        await orMissing(client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
      }
    },

    async probe() {
      await client.send(new s3.HeadBucketCommand({ Bucket })).catch(thrownAsUnavailable);
    },

    close: () => client.destroy(),
  };
}

function connect(
  Client: typeof S3Client,
  { endpoint, region, credentials, isInPath }: BucketAddress,
): S3Client {
  return new Client({
    ...{ endpoint, region },
    ...(credentials === null ? {} : { credentials }),
    forcePathStyle: isInPath,
    maxAttempts: MAX_TRIES,
    requestHandler: {
      ...{ connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
    // TLS and content lengths are enough: other servers reject the trailer checksums of AWS.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

function headersOf(condition: WriteCondition | undefined): { IfNoneMatch?: string; IfMatch?: string } {
  if (condition === undefined) return {};
  return 'isNew' in condition ? { IfNoneMatch: '*' } : { IfMatch: condition.etag };
}

function thrownAsUnavailable(error: unknown): never {
  throw asUnavailable(error);
}

async function textOf(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`Expected at most ${maxBytes} bytes, received more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
