import { bodyUntil } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import type { ServiceName } from './repository.js';

const REQUEST_TIMEOUT_MS = 3_000;
/** The title of the page is in these bytes. */
const MAX_PAGE_BYTES = 4_096;

/** The environment to start services with, and a note for the user. */
export interface StartEnvironment {
  env: NodeJS.ProcessEnv;
  note: string | null;
}

/**
 * Completes the environment of every start of the memory service. Unless MEMORY_ALLOWED_ORIGINS is set, the service accepts
 * requests of the page /live at the addresses of the avatar service on this machine: if an avatar service responds there, or
 * if nothing listens and one starts now (its start fails if another program takes the port first). Pages of other programs
 * are never allowed.
 *
 * @param starts Services that start together.
 * @param avatarUrl Address of a running avatar service, if it is known.
 */
export async function environmentOf(
  starts: readonly ServiceName[],
  env: NodeJS.ProcessEnv,
  avatarUrl: string | null = null,
): Promise<StartEnvironment> {
  if (!starts.includes('memory')) return { env, note: null };
  const port = avatarUrl === null ? env.PORT?.trim() || '8765' : new URL(avatarUrl).port || '80';
  const linked = port === '8765' || port === '0' ? {} : { AVATAR_URL: `http://127.0.0.1:${port}` };
  const own = { ...linked, ...env };
  if (env.MEMORY_ALLOWED_ORIGINS !== undefined) return { env: own, note: null };
  const pages = pagesAt(env.AVATAR_HOST?.trim() || '127.0.0.1', port);
  // Another program may listen at another address of the same host name.
  const known = avatarUrl === null ? null : new URL(avatarUrl).origin;
  const whose = await Promise.all(pages.map((page) => (page === known ? 'ours' : whoAnswersAt(page))));
  const isLetIn = (who: string) => who === 'ours' || (who === 'nobody' && starts.includes('avatar'));
  const origins = pages.filter((_, index) => isLetIn(whose[index]!));
  return { env: { ...own, MEMORY_ALLOWED_ORIGINS: origins.join(' ') }, note: noteOn(whose, origins, pages) };
}

function noteOn(
  whose: readonly string[],
  origins: readonly string[],
  pages: readonly string[],
): string | null {
  if (origins.length > 0 || pages.length === 0) return null;
  return whose.includes('a stranger')
    ? `Another program listens at ${pages[0]}, so the memory service rejects requests of its pages. Stop it, or set PORT`
    : 'No avatar service runs, so its page /live cannot use memory. Start both services together, or set MEMORY_ALLOWED_ORIGINS';
}

/** Host names that users type for each listening address. */
const loopback = ['127.0.0.1', 'localhost'];
const namesOnThisMachine: Readonly<Record<string, readonly string[]>> = {
  ...{ '127.0.0.1': loopback, localhost: loopback, '0.0.0.0': loopback, '::': loopback },
  '::1': ['[::1]', 'localhost'],
};

/** Returns no pages for port 0, which the service chooses at its start, and for invalid ports, which it rejects. */
function pagesAt(host: string, port: string): string[] {
  if (port === '0') return [];
  return (namesOnThisMachine[host] ?? [host.includes(':') ? `[${host}]` : host])
    .map((name) => `http://${name}:${port}`)
    .filter((page) => URL.canParse(page))
    .map((page) => new URL(page).origin);
}

async function whoAnswersAt(origin: string): Promise<'ours' | 'nobody' | 'a stranger'> {
  try {
    // The page needs no token.
    return await callWithin(REQUEST_TIMEOUT_MS, [], async (signal) => {
      const headers = { accept: 'text/html' };
      const response = await fetch(`${origin}/live`, { headers, redirect: 'error', signal });
      return response.ok && (await beginningOf(response, signal)).includes('<title>Live · Anima</title>')
        ? 'ours'
        : 'a stranger';
    });
  } catch (error) {
    return isUnreachable(error) ? 'nobody' : 'a stranger';
  }
}

async function beginningOf(response: Response, signal: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bodyUntil(response, signal)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= MAX_PAGE_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Whether a call failed because all addresses of its host name refuse connections. */
export function isUnreachable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const each: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return each.every(
    (one) =>
      one instanceof Error && 'code' in one && (one.code === 'ECONNREFUSED' || one.code === 'ENOTFOUND'),
  );
}
