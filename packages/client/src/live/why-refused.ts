import { LiveError } from './live-error.js';
import { addressOf, type LiveOptions } from './live-options.js';

/**
 * Why no socket could be opened: a browser does not say. The service is asked for something else that takes the same
 * credentials, and answers with its problem, if there is one.
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
    const may = page === null ? '' : ` that lets pages of ${page} in (AVATAR_ALLOWED_ORIGINS)`;
    const message = `Expected an avatar service at ${origin}${may}, nothing there can be asked`;
    return new LiveError('unreachable', message, { fatal: true, cause });
  }
  return new LiveError('connection_lost', `Expected ${origin} to open a socket, it closed it`, {
    fatal: true,
  });
}
