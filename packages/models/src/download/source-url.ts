import { BlockList, isIP } from 'node:net';
import { ModelsError } from '../errors.js';

/** Limit of browsers. */
const MAX_REDIRECTS = 10;

/** Throws unless the address is https, or http on this machine. */
export function assertFetchable(url: string): void {
  if (!isFetchable(url))
    throw new Error(`Expected an https address, or http on this machine, received ${JSON.stringify(url)}`);
}

function isFetchable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return username === '' && password === '' && (protocol === 'https:' || isLoopback(url));
}

function isLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
}

/** Whether the address is of this machine or of a private network. Names are checked by TLS. */
function isPrivate(url: string): boolean {
  const { hostname } = new URL(url);
  if (/(^|\.)localhost\.?$/.test(hostname)) return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return family !== 0 && privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Loopback, private, shared, link-local and unspecified addresses: IANA's special-purpose registries (RFC 6890). */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6');

/**
 * Follows redirects and returns the last response, whatever its status. Every step has to be https to a public address.
 * Only a request that started at this machine or a private network may lead to one, so that no host can redirect a user to
 * addresses that only the user's machine can reach.
 */
export async function getFollowing(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  let current = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(current, { headers, signal, redirect: 'manual' }).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(current, error);
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, current) ? new URL(location, current).href : location;
    if (!mayFollow(url, next))
      throw new ModelsError(
        'not_served',
        `${new URL(current).host} redirects to ${JSON.stringify(next)}; only redirects to public https addresses are followed`,
      );
    current = next;
  }
  throw new ModelsError('not_served', `${new URL(url).host} redirects more than ${MAX_REDIRECTS} times`);
}

/** Whether a request that started at `start` may be redirected to `next`. */
export function mayFollow(start: string, next: string): boolean {
  if (!isFetchable(next)) return false;
  return (!isLoopback(next) || isLoopback(start)) && (!isPrivate(next) || isPrivate(start));
}

/** Converts an error of `fetch`, which has the reason in its cause. */
function unreachable(url: string, error: unknown): ModelsError {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  const reason = cause?.code ?? cause?.errors?.[0]?.code ?? (error as Error).message;
  return new ModelsError('unreachable', `Cannot reach ${new URL(url).host} (${reason})`, { cause: error });
}
