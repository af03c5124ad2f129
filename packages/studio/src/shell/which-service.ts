import { loadToken } from './kept-token.js';

export type ServiceName = 'memory' | 'avatar';

/** What a service says of itself to its studio. */
export interface Service {
  name: ServiceName;
  asksForToken: boolean;
  /** Address of the other service, as this machine reaches it. */
  other: string;
}

/** Of the service that served this page: which one it is, and whether the token at hand (or none) is let in. */
export interface ServedBy {
  name: ServiceName;
  letIn: boolean;
}

/** Throws what `fetch` throws where nobody answers. */
export async function findService(): Promise<ServedBy> {
  const answer = await fetch('/studio/service.json');
  if (!answer.ok)
    throw new Error(`Expected a service behind this page, received the status ${answer.status}`);
  const { name, asksForToken, other } = (await answer.json()) as Service;
  otherAddress = other;
  return { name, letIn: !asksForToken || (await isLetIn(name)) };
}

/** A token that was never given is not tried. */
async function isLetIn(name: ServiceName): Promise<boolean> {
  const token = loadToken();
  if (token === null) return false;
  const { status } = await fetch(GUARDED[name], { headers: { authorization: `Bearer ${token}` } });
  return status !== 401 && status !== 403;
}

/** What each tells only those whom it knows. */
const GUARDED: Record<ServiceName, string> = { memory: '/api/v1/memories?page_size=1', avatar: '/catalog' };

let otherAddress = '';

/** Address of the other service's studio. A loopback address is the machine that served this page. */
export function otherStudio(): string {
  const url = new URL('/studio', otherAddress);
  if (['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) url.hostname = location.hostname;
  return url.href;
}
