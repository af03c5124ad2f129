import { AppError } from '@anima/service/errors';
import { type CallerSlots, createCallerPlaces } from '@anima/service/http';
import type { FastifyReply } from 'fastify';

/** For all files of a request together; what was found of them by then is remembered. */
const ACCEPT_MS = 300_000;

/** Requests of which each may have one file of its own wait to be opened. */
export type AcceptancePlaces = CallerSlots;

/**
 * Those with limited rights together hold a quarter of the line of `LookQueue`. For all others its length is the limit.
 */
export function createAcceptancePlaces(): AcceptancePlaces {
  const limits = { trusted: Number.POSITIVE_INFINITY, guests: 16, eachGuest: 8 };
  return createCallerPlaces('requests whose files are looked at', limits);
}

/** As `acceptance`, for a request that names files of its own; refuses with `too_many_requests`. */
export function placedAcceptance(reply: FastifyReply, places: AcceptancePlaces): AbortSignal {
  const leavePlace = places.take(reply.request.identity.caller);
  reply.raw.once('close', leavePlace);
  if (reply.raw.destroyed) leavePlace();
  return acceptance(reply);
}

/** Says when what a request needs opened is wanted no more: its caller has gone, or it has taken minutes. */
export function acceptance(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const limit = setTimeout(() => {
    const message = `Expected files that can be looked at in ${ACCEPT_MS / 1000} seconds; try again: it goes on from here`;
    controller.abort(new AppError('unavailable', message, { headers: { 'retry-after': '1' } }));
  }, ACCEPT_MS);
  const leave = () => {
    clearTimeout(limit);
    controller.abort(new AppError('request_timeout', 'The caller has gone'));
  };
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  return controller.signal;
}
