import type { PlayerProblem } from '../player-events.js';

/** Explains an error to users and authors of the page. */
export function problemWords({ code, detail, retryMs }: PlayerProblem, server: string): string {
  const words = wordsOf(code, detail, server);
  return retryMs === null ? words : `${words} Retrying.`;
}

function wordsOf(code: string, detail: string, server: string): string {
  const { origin } = URL.canParse(server) ? new URL(server) : { origin: server };
  switch (code) {
    case 'unreachable':
      return origin === location.origin
        ? `No avatar service responds at ${origin}.`
        : `No avatar service responds at ${origin}. If it runs, add ${location.origin} to its setting AVATAR_ALLOWED_ORIGINS.`;
    case 'origin_not_allowed':
      return `The avatar service does not allow this page: add ${location.origin} to its setting AVATAR_ALLOWED_ORIGINS.`;
    case 'unauthorized':
    case 'forbidden':
      return 'The avatar service requires a valid ticket.';
    case 'ticket_expired':
      return 'The ticket for the avatar service has expired.';
    case 'too_many_sessions':
      return 'The avatar service has reached its limit of live sessions.';
    case 'connection_lost':
    case 'stopping':
      return 'The connection to the avatar service was lost.';
    default:
      return detail.endsWith('.') ? detail : `${detail}.`;
  }
}
