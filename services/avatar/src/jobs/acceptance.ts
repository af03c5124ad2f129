import { AppError } from '@anima/service/errors';
import { type CallerSlots, createCallerPlaces } from '@anima/service/http';
import type { FastifyReply } from 'fastify';

/** Timeout for all files of a request. Results that were found by then stay cached. */
const ACCEPT_MS = 300_000;

/** Limits the requests whose own files wait to be probed. */
export type AcceptancePlaces = CallerSlots;

/**
 * Those with limited rights together hold a quarter of the line of `LookQueue`. For all others its length is the limit.
 */
export function createAcceptancePlaces(): AcceptancePlaces {
  const limits = { trusted: Number.POSITIVE_INFINITY, guests: 16, eachGuest: 8 };
  return createCallerPlaces('requests whose files are looked at', limits);
}

/** Like `acceptance`, for a request with its own files. Rejects with `too_many_requests`. */
export function placedAcceptance(reply: FastifyReply, places: AcceptancePlaces): AbortSignal {
  const leavePlace = places.take(reply.request.identity.caller);
  reply.raw.once('close', leavePlace);
  if (reply.raw.destroyed) leavePlace();
  return acceptance(reply);
}

/** Returns a signal that aborts when the client disconnects or after five minutes. */
export function acceptance(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const limit = setTimeout(() => {
    const message = `Probing the files took more than ${ACCEPT_MS / 1000} seconds. Retry the request: it continues from here`;
    controller.abort(new AppError('unavailable', message, { headers: { 'retry-after': '1' } }));
  }, ACCEPT_MS);
  const leave = () => {
    clearTimeout(limit);
    controller.abort(new AppError('request_timeout', 'The client disconnected'));
  };
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  return controller.signal;
}
