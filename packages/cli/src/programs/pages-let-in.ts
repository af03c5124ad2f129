import { bodyUntil } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import { isUnreachable } from './nobody-there.js';
import type { ServiceName } from './repository.js';

const ASKED_MS = 3_000;
/** The title of its page stands well before. */
const MAX_PAGE_BYTES = 4_096;

/** How the services are started: the environment of the memory service, and what people should know of it. */
export interface StartEnvironment {
  env: NodeJS.ProcessEnv;
  note: string | null;
}

/**
 * Every way to start the memory service goes through here. The page /live of the avatar service may call it, as it is reached on this
 * machine, unless somebody said who may: where an avatar service answers as ours, or nobody does and one starts now, which fails where
 * another program is faster. Whoever else answers there serves pages of his own, and those are let in nowhere.
 *
 * @param starts What starts together, and ends together.
 * @param avatarUrl Of an avatar service that is known to be ours.
 */
export async function environmentOf(
  starts: readonly ServiceName[],
  env: NodeJS.ProcessEnv,
  avatarUrl: string | null = null,
): Promise<StartEnvironment> {
  if (env.MEMORY_ALLOWED_ORIGINS !== undefined || !starts.includes('memory')) return { env, note: null };
  const pages = pagesAt(
    env.AVATAR_HOST?.trim() || '127.0.0.1',
    avatarUrl === null ? env.PORT?.trim() || '8765' : new URL(avatarUrl).port || '80',
  );
  // What is ours at one address of a name may be a stranger's at another.
  const known = avatarUrl === null ? null : new URL(avatarUrl).origin;
  const whose = await Promise.all(pages.map((page) => (page === known ? 'ours' : whoAnswersAt(page))));
  const isLetIn = (who: string) => who === 'ours' || (who === 'nobody' && starts.includes('avatar'));
  const origins = pages.filter((_, index) => isLetIn(whose[index]!));
  return { env: { ...env, MEMORY_ALLOWED_ORIGINS: origins.join(' ') }, note: noteOn(whose, origins, pages) };
}

function noteOn(
  whose: readonly string[],
  origins: readonly string[],
  pages: readonly string[],
): string | null {
  if (origins.length > 0 || pages.length === 0) return null;
  return whose.includes('a stranger')
    ? `Another program than the avatar service answers at ${pages[0]}: its pages are not let into memory`
    : 'No avatar service runs: its page /live can remember nothing. Start both together, or memory after it, or name the page in MEMORY_ALLOWED_ORIGINS';
}

/** What people type for an address that is listened on. */
const loopback = ['127.0.0.1', 'localhost'];
const namesOnThisMachine: Readonly<Record<string, readonly string[]>> = {
  ...{ '127.0.0.1': loopback, localhost: loopback, '0.0.0.0': loopback, '::': loopback },
  '::1': ['[::1]', 'localhost'],
};

/** None of a port that is chosen at the start; what is no port is for the avatar service to refuse. */
function pagesAt(host: string, port: string): string[] {
  if (port === '0') return [];
  return (namesOnThisMachine[host] ?? [host.includes(':') ? `[${host}]` : host])
    .map((name) => `http://${name}:${port}`)
    .filter((page) => URL.canParse(page))
    .map((page) => new URL(page).origin);
}

async function whoAnswersAt(origin: string): Promise<'ours' | 'nobody' | 'a stranger'> {
  try {
    // Needs no token, whatever the service was started with.
    return await callWithin(ASKED_MS, [], async (signal) => {
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
