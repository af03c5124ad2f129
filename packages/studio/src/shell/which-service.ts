import { keptToken } from './access.js';

export type ServiceName = 'memory' | 'avatar';

/** Of the service that served this page: which one it is, and whether the token at hand (or none) is let in. */
export interface ServedBy {
  name: ServiceName;
  letIn: boolean;
}

/** Asks for what each of the two has and the other has not. Throws what `fetch` throws where nobody answers. */
export async function findService(): Promise<ServedBy> {
  const token = keptToken();
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  for (const [name, path] of PROBES) {
    const { status } = await fetch(path, { headers });
    if (status !== 404) return { name, letIn: status !== 401 && status !== 403 };
  }
  throw new Error('Expected the memory or the avatar service behind this page');
}

const PROBES = [
  ['memory', '/api/v1/status'],
  ['avatar', '/catalog'],
] as const;

const PORTS: Record<ServiceName, number> = { memory: 9090, avatar: 8765 };

/** Where the other service's studio is found, as `npm start` runs it. */
export function studioOf(name: ServiceName): string {
  return `${location.protocol}//${location.hostname}:${PORTS[name]}/studio`;
}
