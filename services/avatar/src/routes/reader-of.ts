import type { ServerResponse } from 'node:http';
import { AppError } from '@anima/service/errors';

/** Aborted when whoever reads an answer has it all, or has gone: maybe long before somebody looks. */
export function responseSignal(answer: ServerResponse): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(new AppError('request_timeout', 'The caller has gone'));
  if (answer.destroyed) leave();
  else answer.once('close', leave);
  return left.signal;
}
