import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@anima/service/errors';
import type { Bucket, ByteRange, StoredObject, WriteCondition } from '@anima/service/scale-out';
import * as s3 from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BucketAddress } from './bucket-address.js';
import { readObject } from './read-object.js';
import { asUnavailable, isMissing, isNotImplemented, isPreconditionFailed } from './refusals.js';

/** Timeouts of opening a connection and of a connection without progress. */
const CONNECT_MS = 3_000;
const IDLE_MS = 10_000;
const MAX_TRIES = 2;
/** Maximum number of connections. A slow reader occupies a connection until the idle timeout. */
const MAX_CONNECTIONS = 256;
/**
 * Minimum part size of a file. S3 requires at least 5 MiB per part and at most 10,000 parts, so larger files
 * have larger parts.
 */
const PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 9_000;
/** Part size of a stream of unknown length; 10,000 parts of this size hold 335 GB. */
const STREAM_PART_BYTES = 32 * 1024 * 1024;
const PARTS_AT_A_TIME = 2;
/** Maximum number of objects that S3 removes per request. */
const MAX_REMOVED = 1_000;
/**
 * Maximum number of pages of 1,000 objects. A longer list ends with an error, so that no listing is endless.
 */
const MAX_PAGES = 10_000;

/** Opens a bucket. The server receives no request until the first call. */
export function openBucket(address: BucketAddress): Bucket {
  // The SDK would warn at each start that it will end its support of Node 20.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = connect(address);
  const { bucket: Bucket, prefix } = address;
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  /** Resolves to null if the object does not exist. */
  async function orMissing<T>(asked: Promise<T>): Promise<T | null> {
    return asked.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw asUnavailable(error);
    });
  }

  /** False after the server has reported that it does not support conditional writes. */
  let hasConditions = true;

  /**
   * Writes if the condition holds; otherwise resolves to null. If the server does not support conditional
   * writes, the condition is checked before the write.
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
    const input: s3.GetObjectCommandInput = {
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

function connect({ endpoint, region, credentials, isInPath }: BucketAddress): s3.S3Client {
  return new s3.S3Client({
    ...{ endpoint, region },
    ...(credentials === null ? {} : { credentials }),
    forcePathStyle: isInPath,
    maxAttempts: MAX_TRIES,
    requestHandler: {
      ...{ connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
    // Only TLS and lengths protect the data. Checksums in trailers are specific to AWS; other servers reject
    // them.
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
