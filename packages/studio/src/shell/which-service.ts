import { keptToken } from './kept-token.js';

export type ServiceName = 'memory' | 'avatar';

/** What a service says of itself to its studio. */
export interface Service {
  name: ServiceName;
  asksForToken: boolean;
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
  const { name, asksForToken } = (await answer.json()) as Service;
  return { name, letIn: !asksForToken || (await isLetIn(name)) };
}

/** A token that was never given is not tried. */
async function isLetIn(name: ServiceName): Promise<boolean> {
  const token = keptToken();
  if (token === null) return false;
  const { status } = await fetch(GUARDED[name], { headers: { authorization: `Bearer ${token}` } });
  return status !== 401 && status !== 403;
}

/** What each tells only those whom it knows. */
const GUARDED: Record<ServiceName, string> = { memory: '/api/v1/memories?page_size=1', avatar: '/catalog' };

const PORTS: Record<ServiceName, number> = { memory: 9090, avatar: 8765 };

/** Where the other service's studio is found, as `npm start` runs it. */
export function studioOf(name: ServiceName): string {
  return `${location.protocol}//${location.hostname}:${PORTS[name]}/studio`;
}
