import { LiveError } from './live-error.js';
import { addressOf, type LiveOptions } from './live-options.js';

/**
 * Finds out why no socket could be opened, which browsers do not report. Sends a request with the same
 * credentials, and returns its error, if it fails.
 */
export async function explainRejection({ server, ticket, signal }: LiveOptions): Promise<LiveError> {
  const { origin } = new URL(server);
  const page = typeof location === 'object' && location.origin !== origin ? location.origin : null;
  try {
    const response = await fetch(addressOf(server, 'voices'), {
      headers: ticket === undefined ? {} : { 'x-avatar-ticket': ticket },
      ...(signal === undefined ? {} : { signal }),
    });
    const { code, detail } = (await response.json()) as { code?: unknown; detail?: unknown };
    if (!response.ok && typeof code === 'string') return new LiveError(code, String(detail), { fatal: true });
  } catch (cause) {
    const may = page === null ? '' : `. If it runs, add ${page} to its setting AVATAR_ALLOWED_ORIGINS`;
    const message = `Cannot reach an avatar service at ${origin}${may}`;
    return new LiveError('unreachable', message, { fatal: true, cause });
  }
  return new LiveError('connection_lost', `${origin} closed the socket before the session started`, {
    fatal: true,
  });
}
