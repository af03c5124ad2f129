import type { PlayerProblem } from '../player-events.js';

/** Explains an error to users and authors of the page. */
export function problemWords({ code, detail, retryMs }: PlayerProblem, server: string): string {
  const words = wordsOf(code, detail, server);
  return retryMs === null ? words : `${words} Trying again.`;
}

function wordsOf(code: string, detail: string, server: string): string {
  const { origin } = URL.canParse(server) ? new URL(server) : { origin: server };
  switch (code) {
    case 'unreachable':
      return origin === location.origin
        ? `No avatar service answers at ${origin}.`
        : `No avatar service answers at ${origin}, or it does not let in pages of ${location.origin} (AVATAR_ALLOWED_ORIGINS).`;
    case 'origin_not_allowed':
      return `The avatar service does not let in pages of ${location.origin} (AVATAR_ALLOWED_ORIGINS).`;
    case 'unauthorized':
    case 'forbidden':
      return 'The avatar service wants a ticket that it knows.';
    case 'ticket_expired':
      return 'The ticket for the avatar service has expired.';
    case 'too_many_sessions':
      return 'The avatar service speaks with as many others as it can.';
    case 'connection_lost':
    case 'stopping':
      return 'The connection to the avatar service was lost.';
    default:
      return detail.endsWith('.') ? detail : `${detail}.`;
  }
}
