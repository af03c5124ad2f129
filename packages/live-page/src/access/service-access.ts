import { saveToken, loadToken } from '@anima/studio/kept-token';

/** Who this page is to the service that served it. What a person gave it is kept in this tab alone, and never stands in an address. */
export interface ServiceAccess {
  /** Whether this token or ticket is let in. It is kept then. */
  letIn(credential: string): Promise<boolean>;
  /** With what was kept before. Null where the service wants something else. */
  catalog(): Promise<CatalogChoices | null>;
}

export interface CatalogChoices {
  voices: { name: string; language: string; gender: string | null }[];
  faces: { name: string; format: string }[];
  defaults: { voice: string | null; face: string | null };
}

/** Tickets are good for five minutes. */
const RENEW_MS = 4 * 60_000;

/** `onTicket` hears of each ticket that opens sockets, where the service asks who is there: of the next before one ends. */
export function createServiceAccess(onTicket: (ticket: string) => void): ServiceAccess {
  let ticket: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function letIn(credential: string): Promise<boolean> {
    const answer = await fetch('/auth/ticket', { headers: { authorization: `Bearer ${credential}` } });
    if (answer.status === 401) return false;
    // What may not issue tickets may be one.
    if (answer.ok) {
      ticket = ((await answer.json()) as { ticket: string }).ticket;
      clearTimeout(timer);
      timer = setTimeout(() => void letIn(credential).catch(() => {}), RENEW_MS);
    } else if (answer.status === 403) ticket = credential;
    else throw new Error(`The service answered ${answer.status}`);
    saveToken(credential);
    onTicket(ticket);
    return true;
  }

  return {
    letIn,
    async catalog() {
      const kept = loadToken();
      if (ticket === null && kept !== null && !(await letIn(kept))) saveToken(null);
      const answer = await fetch('/catalog', {
        headers: ticket === null ? {} : { 'x-avatar-ticket': ticket },
      });
      if (answer.status === 401 || answer.status === 403) return null;
      if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
      return (await answer.json()) as CatalogChoices;
    },
  };
}
