import type { IncomingMessage } from 'node:http';
import { uuidv7 } from 'uuidv7';

export const REQUEST_ID_HEADER = 'x-request-id';
const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's id where it can stand in a log line unharmed, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SANE.test(given) ? given : uuidv7();
}
