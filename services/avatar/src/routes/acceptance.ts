import { AppError } from '@anima/service';
import type { FastifyReply } from 'fastify';

/** For all files of a request together; what was found of them by then is remembered. */
const ACCEPT_MS = 300_000;

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
