import { loadToken } from './stored-token.js';

export type ServiceName = 'memory' | 'avatar';

/** The description of a service for its studio. */
export interface Service {
  name: ServiceName;
  asksForToken: boolean;
  /** Address of the other service from this machine. */
  other: string;
}

/** The service that served this page, and whether it accepts the stored token or needs none. */
export interface ServedBy {
  name: ServiceName;
  letIn: boolean;
}

/** @throws the error of `fetch` if the service is unreachable. */
export async function findService(): Promise<ServedBy> {
  const answer = await fetch('/studio/service.json');
  if (!answer.ok)
    throw new Error(`Expected the description of the service, received status ${answer.status}`);
  const { name, asksForToken, other } = (await answer.json()) as Service;
  otherAddress = other;
  return { name, letIn: !asksForToken || (await isLetIn(name)) };
}

/** Checks the stored token; false without one. */
async function isLetIn(name: ServiceName): Promise<boolean> {
  const token = loadToken();
  if (token === null) return false;
  const { status } = await fetch(GUARDED[name], { headers: { authorization: `Bearer ${token}` } });
  return status !== 401 && status !== 403;
}

/** A call of each service that requires the token. */
const GUARDED: Record<ServiceName, string> = { memory: '/api/v1/memories?page_size=1', avatar: '/catalog' };

let otherAddress = '';

/** Returns the address of the other studio. Loopback addresses mean the machine that served this page. */
export function otherStudio(): string {
  const url = new URL('/studio', otherAddress);
  if (['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) url.hostname = location.hostname;
  return url.href;
}
