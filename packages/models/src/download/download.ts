import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bodyUntil } from '@anima/calls/read-body';
import { followSignals } from '@anima/calls/signals';
import { ModelsError } from '../errors.js';
import { sha256Of } from '../sha256-of.js';
import { assertSpace, freeBytes } from './free-space.js';
import { getFollowing } from './home-url.js';
import { PartialFile } from './partial-file.js';

export interface DownloadOptions {
  readonly url: string;
  /** Appears whole and checked, or not at all. */
  readonly target: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Stops it; what has come stays beside the target, and the next call goes on from there. */
  readonly signal: AbortSignal;
  /** Bytes there are of the bytes there will be, where that is known. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
  /** So long may a home send next to nothing. */
  readonly stallMs?: number;
  /** Before the second try; doubles with each that brings nothing. */
  readonly retryMs?: number;
  readonly freeBytes?: (dir: string) => Promise<number>;
}

const STALL_MS = 30_000;
const RETRY_MS = 1000;
/** Tries in a row that brought less than LEAST_BYTES. */
const MAX_FAILURES = 4;
/** What a home has to send within `stallMs` to count as sending: 1 kB a second. */
const MIN_BYTES = 32 * 1024;
/** Of a file whose size nobody knows: ten times the largest in the table. */
const MAX_BYTES = 4_000_000_000;
/** So often is looked whether there is still room: others write as well, and the size may not be known. */
const ROOM_EVERY_BYTES = 8 * 1024 * 1024;

/** A try that failed for a reason that may pass. */
class Interrupted extends Error {}

/**
 * Fetches a file, going on where an earlier try ended: by Range, and only of the same version (If-Range, or else the
 * checksum says so in the end). Resolves with its sha256. Rejects with ModelsError. Only the holder of the lock on the file may.
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
    const begun = canGoOn(partial, options) ? partial.bytes : 0;
    if (bytes === null || partial.bytes !== bytes || begun === 0) await receiveAll(partial, options);
    const received = await sha256Of(partial.path, signal).catch((error: unknown) => {
      throw signal.aborted ? stopped(partial, options) : error;
    });
    if (sha256 === null || received === sha256) {
      await partial.finish();
      return received;
    }
    await partial.restart(null);
    // What an earlier fetch left may have been the beginning of another version.
    if (begun === 0)
      throw new ModelsError(
        'damaged',
        `${hostOf(options)} sent another file: expected the sha256 ${sha256} of ${options.target}, received ${received}; nothing of it was kept`,
      );
  }
}

/** Without a version to ask for, and without a checksum, nobody would notice two halves of two versions. */
function canGoOn(partial: PartialFile, { bytes, sha256 }: DownloadOptions): boolean {
  if (partial.bytes === 0 || (bytes !== null && partial.bytes > bytes)) return false;
  return partial.version !== null || sha256 !== null;
}

async function receiveAll(partial: PartialFile, options: DownloadOptions): Promise<void> {
  const { signal, retryMs = RETRY_MS } = options;
  let anythingCame = false;
  for (let failures = 0; ; ) {
    const before = partial.bytes;
    try {
      return await receive(partial, options);
    } catch (error) {
      if (signal.aborted) throw stopped(partial, options);
      if (partial.bytes > before) anythingCame = true;
      if (partial.bytes - before >= MIN_BYTES) failures = 0;
      // A home that cannot be reached at all is no matter of trying again.
      const mayPass =
        error instanceof Interrupted ||
        (anythingCame && error instanceof ModelsError && error.code === 'unreachable');
      failures += 1;
      if (!mayPass) throw error;
      if (failures >= MAX_FAILURES)
        throw new ModelsError('not_served', `${error.message}${keptOf(partial)}`, { cause: error });
      await delay(retryMs * 2 ** (failures - 1), undefined, { signal }).catch(() => {
        throw stopped(partial, options);
      });
    }
  }
}

/** One request, to the end of its answer. */
async function receive(partial: PartialFile, options: DownloadOptions): Promise<void> {
  const { url, stallMs = STALL_MS, onProgress } = options;
  const goOn = canGoOn(partial, options);
  const stall = new AbortController();
  const silent = (): void =>
    stall.abort(
      new Interrupted(
        `${hostOf(options)} sent ${heardBytes === 0 ? 'nothing' : 'next to nothing'} for ${stallMs / 1000} s`,
      ),
    );
  const followed = followSignals([options.signal, stall.signal]);
  let timer = setTimeout(silent, stallMs);
  let heardBytes = 0;
  const heard = (bytes: number): void => {
    heardBytes += bytes;
    if (heardBytes < MIN_BYTES) return;
    heardBytes = 0;
    clearTimeout(timer);
    timer = setTimeout(silent, stallMs);
  };
  try {
    const { signal } = followed;
    const response = await getFollowing(url, requestHeaders(partial, goOn), signal);
    try {
      const total = await begin(response, partial, options, goOn);
      if (!response.body) throw new Interrupted(`${hostOf(options)} sent nothing`);
      for await (const chunk of bodyUntil(response, signal)) {
        heard(chunk.length);
        const bytes = partial.bytes + chunk.length;
        if (bytes > (total ?? options.bytes ?? MAX_BYTES)) throw otherSize(options, bytes);
        if (Math.floor(bytes / ROOM_EVERY_BYTES) > Math.floor(partial.bytes / ROOM_EVERY_BYTES))
          await assertRoom(partial, options, 0);
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
    // What undici says of a connection that ends too early.
    if (error instanceof TypeError && error.message === 'terminated') throw cut(options, error);
    throw error;
  } finally {
    clearTimeout(timer);
    followed.release();
  }
}

function requestHeaders(partial: PartialFile, goOn: boolean): Record<string, string> {
  return {
    'user-agent': 'anima-models',
    // Ranges and sizes are of the file, not of its compression.
    'accept-encoding': 'identity',
    ...(goOn && { range: `bytes=${partial.bytes}-` }),
    ...(goOn && partial.version !== null && { 'if-range': partial.version }),
  };
}

/** Reads the head of an answer and makes the partial file ready for its body. The size of the whole, where it is told. */
async function begin(
  response: Response,
  partial: PartialFile,
  options: DownloadOptions,
  goOn: boolean,
): Promise<number | null> {
  const host = hostOf(options);
  const { status } = response;
  if (status === 416 && goOn) {
    await partial.restart(null);
    throw new Interrupted(`${host} no longer has the rest of the file`);
  }
  if (status === 408 || status === 429 || status >= 500)
    throw new Interrupted(`${host} answers with status ${status}`);
  if (status === 404 || status === 410)
    throw new ModelsError(
      'not_served',
      `${host} has no file there any more (status ${status}): ${options.url}; models.json can name another home`,
    );
  if (status === 401 || status === 403)
    throw new ModelsError(
      'not_served',
      `${host} does not give the file to everyone (status ${status}): ${options.url}; models.json can name another home`,
    );
  if (status !== 200 && status !== 206)
    throw new ModelsError(
      'not_served',
      `Expected the file from ${host}, received status ${status}: ${options.url}`,
    );
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw new ModelsError('not_served', `Expected a model from ${host}, received a web page: ${options.url}`);
  const encoding = response.headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity')
    throw new ModelsError(
      'not_served',
      `Expected the file as it is from ${host}, received it in the encoding ${JSON.stringify(encoding)}: ${options.url}`,
    );
  const range = status === 206 ? contentRange(response) : null;
  if (status === 206 && (!goOn || range?.start !== partial.bytes)) {
    await partial.restart(null);
    throw new Interrupted(`${host} sent another part than the one that was asked for`);
  }
  const length = response.headers.get('content-length');
  const total = range ? range.total : length === null ? null : Number(length);
  if (total !== null) assertSize(options, total);
  if (total !== null && options.bytes === null && total > MAX_BYTES) throw otherSize(options, total);
  if (status === 200) await partial.restart(strongVersion(response));
  const rest = (total ?? options.bytes ?? 0) - partial.bytes;
  await assertRoom(partial, options, rest);
  return total;
}

async function assertRoom(partial: PartialFile, options: DownloadOptions, rest: number): Promise<void> {
  const dir = dirname(partial.path);
  assertSpace(dir, rest, await (options.freeBytes ?? freeBytes)(dir));
}

/** RFC 9110, 14.4: "bytes 100-199/200", or "/*" where the whole is not known. */
function contentRange(response: Response): { start: number; total: number | null } | null {
  const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
  if (!match) return null;
  return { start: Number(match[1]), total: match[2] === '*' ? null : Number(match[2]) };
}

/** RFC 9110, 13.1.5: a weak ETag does not promise the same bytes, and so cannot be in If-Range. */
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
    `${hostOf(options)} has another file there: expected ${options.bytes ?? `at most ${MAX_BYTES}`} bytes, received ${received}: ${options.url}`,
  );
}

function cut(options: DownloadOptions, cause?: unknown): Interrupted {
  return new Interrupted(`The connection to ${hostOf(options)} broke off`, { cause });
}

function stopped(partial: PartialFile, options: DownloadOptions): ModelsError {
  return new ModelsError('stopped', `Stopped fetching ${options.target}${keptOf(partial)}`);
}

function keptOf(partial: PartialFile): string {
  if (partial.bytes === 0) return '';
  return `; ${partial.bytes} bytes are kept, and the same command goes on from there`;
}

function hostOf({ url }: DownloadOptions): string {
  return new URL(url).host;
}
