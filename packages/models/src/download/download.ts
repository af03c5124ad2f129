import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bodyUntil } from '@anima/calls/read-body';
import { followSignals } from '@anima/calls/signals';
import { sha256Of } from '@anima/inference';
import { ModelsError } from '../errors.js';
import { assertSpace, freeBytes } from './disk.js';
import { PartialFile } from './partial-file.js';
import { getFollowing } from './source-url.js';

export interface DownloadOptions {
  readonly url: string;
  /** Path of the file, which appears complete and checked, or not at all. */
  readonly target: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Stops the download. The received bytes stay next to the target, and the next call resumes there. */
  readonly signal: AbortSignal;
  /** Reports the received bytes and the size of the file; null if the size is not known. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
  /** Maximum time in which a host may send less than MIN_BYTES. Default: 30 s. */
  readonly stallMs?: number;
  /** Delay before the second attempt. It doubles with each attempt that receives nothing. Default: 1 s. */
  readonly retryMs?: number;
  readonly freeBytes?: (dir: string) => Promise<number>;
}

const STALL_MS = 30_000;
const RETRY_MS = 1000;
/** Attempts in a row that receive less than MIN_BYTES before the download fails. */
const MAX_FAILURES = 4;
/** Bytes that a host has to send within `stallMs`: about 1 kB a second. */
const MIN_BYTES = 32 * 1024;
/** Maximum size of a file whose size is not known. */
const MAX_BYTES = 4_000_000_000;
/** Interval of checks for free space: other programs write too, and the size may not be known. */
const SPACE_CHECK_BYTES = 8 * 1024 * 1024;

/** Failure of an attempt that is worth a retry. */
class Interrupted extends Error {}

/**
 * Downloads a file and returns its sha256. Resumes an unfinished download by Range if the version is the same (If-Range, or
 * else the final checksum decides). Rejects with a ModelsError. Only the holder of the lock on the file may call it.
 */
export async function download(options: DownloadOptions): Promise<string> {
  const partial = await PartialFile.open(options.target);
  try {
    return await complete(partial, options);
  } finally {
    await partial.leave();
  }
}

async function complete(partial: PartialFile, options: DownloadOptions): Promise<string> {
  const { bytes, sha256, signal } = options;
  for (;;) {
    const started = canResume(partial, options) ? partial.bytes : 0;
    if (bytes === null || partial.bytes !== bytes || started === 0) await receiveAll(partial, options);
    const received = await sha256Of(partial.path, signal).catch((error: unknown) => {
      throw signal.aborted ? stopped(partial, options) : error;
    });
    if (sha256 === null || received === sha256) {
      await partial.finish();
      return received;
    }
    await partial.restart(null);
    // The partial file may have belonged to another version.
    if (started === 0)
      throw new ModelsError(
        'damaged',
        `${hostOf(options)} sent a different file: expected the sha256 ${sha256} of ${options.target}, received ${received}; the file was discarded`,
      );
  }
}

/** Without a version and a checksum, a file of two halves of two versions would not be detected. */
function canResume(partial: PartialFile, { bytes, sha256 }: DownloadOptions): boolean {
  if (partial.bytes === 0 || (bytes !== null && partial.bytes > bytes)) return false;
  return partial.version !== null || sha256 !== null;
}

async function receiveAll(partial: PartialFile, options: DownloadOptions): Promise<void> {
  const { signal, retryMs = RETRY_MS } = options;
  let receivedAnything = false;
  for (let failures = 0; ; ) {
    const before = partial.bytes;
    try {
      return await receive(partial, options);
    } catch (error) {
      if (signal.aborted) throw stopped(partial, options);
      if (partial.bytes > before) receivedAnything = true;
      if (partial.bytes - before >= MIN_BYTES) failures = 0;
      // A host that was never reached is not retried.
      const isTransient =
        error instanceof Interrupted ||
        (receivedAnything && error instanceof ModelsError && error.code === 'unreachable');
      failures += 1;
      if (!isTransient) throw error;
      if (failures >= MAX_FAILURES)
        throw new ModelsError('not_served', `${error.message}${partialBytesHint(partial)}`, { cause: error });
      await delay(retryMs * 2 ** (failures - 1), undefined, { signal }).catch(() => {
        throw stopped(partial, options);
      });
    }
  }
}

/** Sends one request and appends its response to the partial file. */
async function receive(partial: PartialFile, options: DownloadOptions): Promise<void> {
  const { url, stallMs = STALL_MS, onProgress } = options;
  const resumes = canResume(partial, options);
  const stall = new AbortController();
  const onStall = (): void =>
    stall.abort(
      new Interrupted(
        `${hostOf(options)} sent ${recentBytes === 0 ? 'nothing' : 'next to nothing'} for ${stallMs / 1000} s`,
      ),
    );
  const followed = followSignals([options.signal, stall.signal]);
  let timer = setTimeout(onStall, stallMs);
  let recentBytes = 0;
  const countBytes = (bytes: number): void => {
    recentBytes += bytes;
    if (recentBytes < MIN_BYTES) return;
    recentBytes = 0;
    clearTimeout(timer);
    timer = setTimeout(onStall, stallMs);
  };
  try {
    const { signal } = followed;
    const response = await getFollowing(url, requestHeaders(partial, resumes), signal);
    try {
      const total = await prepare(response, partial, options, resumes);
      if (!response.body) throw new Interrupted(`${hostOf(options)} sent nothing`);
      for await (const chunk of bodyUntil(response, signal)) {
        countBytes(chunk.length);
        const bytes = partial.bytes + chunk.length;
        if (bytes > (total ?? options.bytes ?? MAX_BYTES)) throw otherSize(options, bytes);
        if (Math.floor(bytes / SPACE_CHECK_BYTES) > Math.floor(partial.bytes / SPACE_CHECK_BYTES))
          await assertFreeSpace(partial, options, 0);
        await partial.append(chunk);
        onProgress?.(partial.bytes, total);
      }
      if (total !== null && partial.bytes < total) throw cut(options);
      if (total === null) assertSize(options, partial.bytes);
    } finally {
      await response.body?.cancel().catch(() => {});
    }
  } catch (error) {
    if (stall.signal.aborted && !options.signal.aborted) throw stall.signal.reason;
    // Error of undici for a connection that ends too early.
    if (error instanceof TypeError && error.message === 'terminated') throw cut(options, error);
    throw error;
  } finally {
    clearTimeout(timer);
    followed.release();
  }
}

function requestHeaders(partial: PartialFile, resumes: boolean): Record<string, string> {
  return {
    'user-agent': 'anima-models',
    // Ranges and sizes have to refer to the uncompressed file.
    'accept-encoding': 'identity',
    ...(resumes && { range: `bytes=${partial.bytes}-` }),
    ...(resumes && partial.version !== null && { 'if-range': partial.version }),
  };
}

/** Checks the headers of a response and prepares the partial file for its body. Returns the size of the whole file if it is stated. */
async function prepare(
  response: Response,
  partial: PartialFile,
  options: DownloadOptions,
  resumes: boolean,
): Promise<number | null> {
  const host = hostOf(options);
  const { status } = response;
  if (status === 416 && resumes) {
    await partial.restart(null);
    throw new Interrupted(`${host} no longer has the rest of the file`);
  }
  if (status === 408 || status === 429 || status >= 500)
    throw new Interrupted(`${host} responds with status ${status}`);
  const fault = faultOf(response, host);
  if (fault !== undefined) throw new ModelsError('not_served', `${fault}: ${options.url}`);
  const range = status === 206 ? contentRange(response) : null;
  if (status === 206 && (!resumes || range?.start !== partial.bytes)) {
    await partial.restart(null);
    throw new Interrupted(`${host} sent a different part of the file than requested`);
  }
  const length = response.headers.get('content-length');
  const total = range ? range.total : length === null ? null : Number(length);
  if (total !== null) assertSize(options, total);
  if (total !== null && options.bytes === null && total > MAX_BYTES) throw otherSize(options, total);
  if (status === 200) await partial.restart(strongVersion(response));
  const rest = (total ?? options.bytes ?? 0) - partial.bytes;
  await assertFreeSpace(partial, options, rest);
  return total;
}

/** Returns why a response is not the file, or undefined. */
function faultOf({ status, headers }: Response, host: string): string | undefined {
  if (status === 404 || status === 410)
    return `${host} no longer has the file (status ${status}); models.json can name another URL`;
  if (status === 401 || status === 403)
    return `${host} does not give the file to everyone (status ${status}); models.json can name another URL`;
  if (status !== 200 && status !== 206) return `Expected the file from ${host}, received status ${status}`;
  if (headers.get('content-type')?.startsWith('text/html'))
    return `Expected a model from ${host}, received a web page`;
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    return `Expected the unencoded file from ${host}, received the encoding ${JSON.stringify(encoding)}`;
  return undefined;
}

async function assertFreeSpace(partial: PartialFile, options: DownloadOptions, rest: number): Promise<void> {
  const dir = dirname(partial.path);
  assertSpace(dir, rest, await (options.freeBytes ?? freeBytes)(dir));
}

/** Parses "bytes 100-199/200", or "/*" if the size is not known (RFC 9110, 14.4). */
function contentRange(response: Response): { start: number; total: number | null } | null {
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
  if (!match) return null;
  return { start: Number(match[1]), total: match[2] === '*' ? null : Number(match[2]) };
}

/** Returns a strong ETag. A weak one does not promise the same bytes, so that If-Range cannot use it (RFC 9110, 13.1.5). */
function strongVersion(response: Response): string | null {
  const etag = response.headers.get('etag');
  return etag !== null && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : null;
}

function assertSize(options: DownloadOptions, received: number): void {
  if (options.bytes !== null && received !== options.bytes) throw otherSize(options, received);
}

function otherSize(options: DownloadOptions, received: number): ModelsError {
  return new ModelsError(
    'damaged',
    `${hostOf(options)} has a different file: expected ${options.bytes ?? `at most ${MAX_BYTES}`} bytes, received ${received}: ${options.url}`,
  );
}

function cut(options: DownloadOptions, cause?: unknown): Interrupted {
  return new Interrupted(`The connection to ${hostOf(options)} was lost`, { cause });
}

function stopped(partial: PartialFile, options: DownloadOptions): ModelsError {
  return new ModelsError('stopped', `Stopped fetching ${options.target}${partialBytesHint(partial)}`);
}

function partialBytesHint(partial: PartialFile): string {
  if (partial.bytes === 0) return '';
  return `; ${partial.bytes} bytes are kept; the same command resumes there`;
}

function hostOf({ url }: DownloadOptions): string {
  return new URL(url).host;
}
