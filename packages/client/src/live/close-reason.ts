import type { LiveError } from './live-error.js';
import type { LiveClosed } from './live-events.js';

const SENTENCES: Record<string, string> = {
  too_many_sessions: 'So many live sessions are open already',
  too_slow: 'This side did not read what it was sent',
  stopping: 'The service is stopping',
  closed: 'This side has closed the session',
};

/** Why a socket ended: what the service called fatal before, else its reason. */
export function closeReason(
  { code, reason }: { code: number; reason: string },
  { fatal, isOurs }: { fatal: LiveError | null; isOurs: boolean },
): LiveClosed {
  if (fatal !== null) return { code, reason: fatal.code, detail: fatal.message };
  if (isOurs) return { code, reason: 'closed', detail: SENTENCES.closed! };
  const known = SENTENCES[reason];
  if (known !== undefined) return { code, reason, detail: known };
  if (code === 1009)
    return { code, reason: 'payload_too_large', detail: 'A message was larger than the service takes' };
  return { code, reason: 'connection_lost', detail: 'The connection to the service was lost' };
}
