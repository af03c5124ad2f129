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
  /** Ends it beside the signal of the request. */
  signal?: AbortSignal | undefined;
}

const FIRST_DELAY_MS = 100;
/** Who is asked to wait for longer is told at once instead. */
const LONGEST_WAIT_S = 30;
/** A first request with the same key runs on: its answer is waited for, a second each time. */
const WAITS_FOR_FIRST = 120;

/**
 * Sends a request, and again where that is safe and may help: after a lost connection with growing pauses, after 429 and 503 when the
 * service says. Whatever was not repeated is answered or thrown as it came.
 * @throws ServiceUnreachableError; what the signal of the request was aborted with
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
    // What is sent last need not be kept.
    const mayRepeat = retries > 0;
    let delayMs: number;
    try {
      const response = await fetch(request.next(mayRepeat));
      const asked = mayRepeat ? await waitAskedFor(response) : null;
      if (asked === null) return await withBody(response, request);
      await response.body?.cancel();
      delayMs = asked.seconds * 1_000 + jittered(FIRST_DELAY_MS);
      if (asked.isForFirst && waits > 0) waits--;
      else retries--;
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      // Nothing listens there: that is better told at once.
      if (!mayRepeat || isRefused(error)) throw new ServiceUnreachableError(service, url, error);
      delayMs = jittered(FIRST_DELAY_MS * 2 ** (patience.retries - retries));
      retries--;
    }
    await pause(delayMs, request.signal);
  }
}

/** Null where this answer is the one to give. */
async function waitAskedFor(response: Response): Promise<{ seconds: number; isForFirst: boolean } | null> {
  const seconds = retryAfterOf(response);
  if (seconds === null || seconds > LONGEST_WAIT_S) return null;
  // Of conflicts, only idempotency_in_progress says when to come again.
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

/** Between half of it and all, so that many who were cut off together do not come back together. */
function jittered(delayMs: number): number {
  return delayMs * (0.5 + Math.random() / 2);
}
