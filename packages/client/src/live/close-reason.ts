import type { LiveError } from './live-error.js';
import type { LiveClosed } from './live-events.js';

const SENTENCES: Record<string, string> = {
  too_many_sessions: 'The service has reached its limit of live sessions',
  too_slow: 'This client reads too slowly',
  stopping: 'The service is stopping',
  closed: 'This client has closed the session',
};

/** Returns the reason for the end of a socket: the last fatal error, else the reason of the socket. */
export function closeReason(
  { code, reason }: { code: number; reason: string },
  { fatal, closedHere }: { fatal: LiveError | null; closedHere: boolean },
): LiveClosed {
  if (fatal !== null) return { code, reason: fatal.code, detail: fatal.message };
  if (closedHere) return { code, reason: 'closed', detail: SENTENCES.closed! };
  const known = SENTENCES[reason];
  if (known !== undefined) return { code, reason, detail: known };
  if (code === 1009)
    return { code, reason: 'payload_too_large', detail: 'A message exceeded the size limit of the service' };
  return { code, reason: 'connection_lost', detail: 'The connection to the service was lost' };
}
