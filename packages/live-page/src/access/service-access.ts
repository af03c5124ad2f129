import { loadToken, saveToken } from '@anima/studio/stored-token';

/** Credentials for the service of this page, stored in this tab only. */
export interface ServiceAccess {
  /** Tries a token or ticket, and stores it if the service accepts it. */
  authenticate(credential: string): Promise<boolean>;
  /** Loads the catalog with the stored credentials. Returns null if the service requires others. */
  catalog(): Promise<CatalogChoices | null>;
}

export interface CatalogChoices {
  voices: { name: string; language: string; gender: string | null }[];
  faces: { name: string; format: string }[];
  defaults: { voice: string | null; face: string | null };
}

/** Tickets are good for five minutes. */
const RENEW_MS = 4 * 60_000;

/** `onTicket` receives each new ticket, before the previous one expires. */
export function createServiceAccess(onTicket: (ticket: string) => void): ServiceAccess {
  let ticket: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function authenticate(credential: string): Promise<boolean> {
    const answer = await fetch('/auth/ticket', { headers: { authorization: `Bearer ${credential}` } });
    if (answer.status === 401) return false;
    // A credential that may not issue tickets may be a ticket itself.
    if (answer.ok) {
      ticket = ((await answer.json()) as { ticket: string }).ticket;
      clearTimeout(timer);
      timer = setTimeout(() => void authenticate(credential).catch(() => {}), RENEW_MS);
    } else if (answer.status === 403) ticket = credential;
    else throw new Error(`The service answered ${answer.status}`);
    saveToken(credential);
    onTicket(ticket);
    return true;
  }

  return {
    authenticate: authenticate,
    async catalog() {
      const stored = loadToken();
      if (ticket === null && stored !== null && !(await authenticate(stored))) saveToken(null);
      const answer = await fetch('/catalog', {
        headers: ticket === null ? {} : { 'x-avatar-ticket': ticket },
      });
      if (answer.status === 401 || answer.status === 403) return null;
      if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
      return (await answer.json()) as CatalogChoices;
    },
  };
}
