import { createAvatarClient } from '@anima/client';
import { loadToken } from '../shell/stored-token.js';

/** The service that served this page. */
export const avatar = createAvatarClient({ url: location.origin, token: loadToken });

let ticket: { value: string; until: number } | null = null;
const MARGIN_MS = 30_000;

/** Returns the ticket that images, players and sockets send instead of a token; null if the service requires no token. */
export async function currentTicket(): Promise<string | null> {
  if (loadToken() === null) return null;
  if (ticket === null || ticket.until < Date.now() + MARGIN_MS) {
    const issued = await avatar.ticket();
    ticket = { value: issued.ticket, until: Date.parse(issued.expires_at) };
  }
  return ticket.value;
}
