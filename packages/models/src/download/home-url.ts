import { ModelsError } from '../errors.js';

/** As browsers allow it. */
const MOST_REDIRECTS = 10;

/** https anywhere; http on this machine only. Throws with what was expected. */
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

/**
 * The answer at the end of the redirects, whatever its status. Every step is https; http on this machine is only for what
 * began there, so that no home can send anyone to a service on his own machine.
 */
export async function getFollowing(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  let current = url;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await fetch(current, { headers, signal, redirect: 'manual' }).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(current, error);
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, current) ? new URL(location, current).href : location;
    if (!isFetchable(next) || (isLoopback(next) && !isLoopback(url)))
      throw new ModelsError(
        'not_served',
        `${new URL(current).host} sends on to ${JSON.stringify(next)}, and only https is followed`,
      );
    current = next;
  }
  throw new ModelsError('not_served', `${new URL(url).host} sends on more than ${MOST_REDIRECTS} times`);
}

/** What fetch throws before there is an answer has the reason in its cause. */
function unreachable(url: string, error: unknown): ModelsError {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  const reason = cause?.code ?? cause?.errors?.[0]?.code ?? (error as Error).message;
  return new ModelsError('unreachable', `Cannot reach ${new URL(url).host} (${reason})`, { cause: error });
}
