import { readBody } from '@anima/calls/read-body';
import { isRefused, retryAfterOf, type ServiceName, ServiceUnreachableError } from './anima-error.js';
import { type HeldRequest, holdRequest } from './held-request.js';
import { pause } from './pause.js';

export interface RetryOptions {
  service: ServiceName;
  url: string;
  fetch: (request: Request) => Promise<Response>;
  /** Whether sending it twice does no more than sending it once. */
  isRepeatable: boolean;
  /** How often it is sent again. */
  retries: number;
  /** Aborts the request, in addition to its own signal. */
  signal?: AbortSignal | undefined;
}

const FIRST_DELAY_MS = 100;
/** Longest `retry-after` to wait for, in seconds; a longer one is reported immediately. */
const LONGEST_WAIT_S = 30;
/** A first request with the same key runs on: its answer is waited for, a second each time. */
const WAITS_FOR_FIRST = 120;

/**
 * Sends a request, and repeats it if that is safe and useful: after a lost connection with growing delays,
 * after 429 and 503 as the service states. Returns or throws the last result unchanged.
 * @throws ServiceUnreachableError; the reason of the request's signal
 */
export async function sendWithRetry(request: Request, patience: RetryOptions): Promise<Response> {
  const held = holdRequest(request, patience.signal);
  try {
    return await sendHeld(held, patience);
  } finally {
    held.release();
  }
}

async function sendHeld(request: HeldRequest, patience: RetryOptions): Promise<Response> {
  const { service, url, fetch, isRepeatable } = patience;
  let [retries, waits] = isRepeatable ? [patience.retries, WAITS_FOR_FIRST] : [0, 0];
  for (;;) {
    // The last request needs no copy.
    const mayRepeat = retries > 0;
    let delayMs: number;
    try {
      const response = await fetch(request.next(mayRepeat));
      const retry = mayRepeat ? await retryDelayOf(response) : null;
      if (retry === null) return await withBody(response, request);
      await response.body?.cancel();
      delayMs = retry.seconds * 1_000 + jittered(FIRST_DELAY_MS);
      if (retry.isForFirst && waits > 0) waits--;
      else retries--;
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      // No process listens there: reports it immediately.
      if (!mayRepeat || isRefused(error)) throw new ServiceUnreachableError(service, url, error);
      delayMs = jittered(FIRST_DELAY_MS * 2 ** (patience.retries - retries));
      retries--;
    }
    await pause(delayMs, request.signal);
  }
}

/** Returns null if the response is final. */
async function retryDelayOf(response: Response): Promise<{ seconds: number; isForFirst: boolean } | null> {
  const seconds = retryAfterOf(response);
  if (seconds === null || seconds > LONGEST_WAIT_S) return null;
  // Among conflicts, only idempotency_in_progress has a `retry-after`.
  const isForFirst = response.status === 409;
  return isForFirst || response.status === 429 || response.status === 503 ? { seconds, isForFirst } : null;
}

/** Reads all of a JSON body, so that a connection that is lost within it counts as one lost before it. */
async function withBody(response: Response, request: HeldRequest): Promise<Response> {
  const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '');
  if (!isJson) return request.holdBody(response);
  const { status, statusText, headers } = response;
  return new Response(await readBody(response, request.signal), { status, statusText, headers });
}

/** Returns a delay between half and all of it, so that many clients do not retry at the same time. */
function jittered(delayMs: number): number {
  return delayMs * (0.5 + Math.random() / 2);
}
