import type { IdempotencyRef, IdempotencyStore, StoredResponse } from '../idempotency.js';
import { IDEMPOTENCY_TTL_MS } from '../idempotency.js';

interface Entry {
  fingerprint: string;
  resourceId: string;
  response: StoredResponse | null;
  running: boolean;
  expiresAt: number;
}

/** For tests: the port as plainly as it can be written. */
export function createMemoryIdempotencyStore({
  now = Date.now,
}: {
  now?: () => number;
} = {}): IdempotencyStore {
  const entries = new Map<string, Entry>();
  const name = ({ scope, key }: IdempotencyRef) => JSON.stringify([scope, key]);
  return {
    begin: (request) => {
      const found = entries.get(name(request));
      const entry = found !== undefined && (found.running || found.expiresAt > now()) ? found : undefined;
      if (entry === undefined) {
        const { fingerprint, resourceId } = request;
        const expiresAt = now() + IDEMPOTENCY_TTL_MS;
        entries.set(name(request), { fingerprint, resourceId, response: null, running: true, expiresAt });
        return { state: 'started', resourceId };
      }
      if (entry.fingerprint !== request.fingerprint) return { state: 'mismatch' };
      if (entry.running) return { state: 'in_progress' };
      if (entry.response !== null) return { state: 'replay', ...entry.response };
      entry.running = true;
      return { state: 'started', resourceId: entry.resourceId };
    },
    finish: async (ref, response) => {
      const entry = entries.get(name(ref));
      if (entry !== undefined) Object.assign(entry, { response, running: false });
    },
    abandon: async (ref) => {
      if (entries.get(name(ref))?.response === null) entries.delete(name(ref));
    },
    release: (ref) => {
      const entry = entries.get(name(ref));
      if (entry !== undefined) entry.running = false;
    },
  };
}
