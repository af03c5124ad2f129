import { followSignals } from '@anima/calls/signals';

/** A request whose signals stay at work until its response has been read. */
export interface HeldRequest {
  /** Follows the signal of the original and that of the connection. */
  readonly signal: AbortSignal;
  /** Returns the next request to send; with `mayRepeat` another one can follow. */
  next(mayRepeat: boolean): Request;
  /** The response with a body that ends with the signal as well. */
  holdBody(response: Response): Response;
  /** Ends all of it, unless a body is held. */
  release(): void;
}

/** https://fetch.spec.whatwg.org/#null-body-status */
const NULL_BODY_STATUS = new Set([101, 103, 204, 205, 304]);

const underWay = new Set<readonly Request[]>();

/**
 * Holds a request: a `Request` passes the abort of its signal on only while the object itself is alive, and `fetch` of Node 20, 22 and 24 does
 * not keep it, so that after a garbage collection neither a caller nor a deadline ends the call.
 */
export function holdRequest(original: Request, ending: AbortSignal | undefined): HeldRequest {
  const following = followSignals([original.signal, ending]);
  const { signal } = following;
  const request = new Request(original, { signal });
  const held = [original, request];
  underWay.add(held);
  let isBodyHeld = false;
  const end = () => {
    underWay.delete(held);
    following.release();
  };
  return {
    signal,
    next(mayRepeat) {
      const sent = new Request(mayRepeat ? request.clone() : request, { signal });
      held.push(sent);
      return sent;
    },
    holdBody(response) {
      // Browsers give a body to responses that cannot have any.
      if (response.body === null || NULL_BODY_STATUS.has(response.status)) return response;
      isBodyHeld = true;
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      // The reader of the body receives errors.
      response.body.pipeTo(writable, { signal }).then(end, end);
      const { status, statusText, headers, url } = response;
      return Object.defineProperty(new Response(readable, { status, statusText, headers }), 'url', {
        value: url,
      });
    },
    release() {
      if (!isBodyHeld) end();
    },
  };
}
