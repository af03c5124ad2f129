import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A configuration is a page; one with thousands of branches is longer, and its remotes stand first. */
const MAX_CONFIG_BYTES = 65_536;
const MAX_URL = 1_024;
const USUAL_PORTS: Readonly<Record<string, string>> = {
  'https:': '443',
  'http:': '80',
  'ssh:': '22',
  'git:': '9418',
};

/**
 * Where a repository comes from, the same for each of its clones: `github.com/ada/web`, of the remote `origin`, else of the first one.
 * `null` where it has none that others reach as well. Reads its configuration and starts no git; files that it includes are not read.
 */
export function remoteOf(gitFolder: string): string | null {
  const path = join(gitFolder, 'config');
  try {
    if (!statSync(path).isFile()) return null;
    const remotes = remotesIn(beginningOf(path));
    const url = remotes.get('origin') ?? remotes.values().next().value;
    return url === undefined ? null : plainRemote(url);
  } catch {
    return null;
  }
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MAX_CONFIG_BYTES);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** The first address of each, in the order they are in. */
function remotesIn(config: string): Map<string, string> {
  const remotes = new Map<string, string>();
  let remote: string | null = null;
  for (const line of config.split('\n')) {
    const text = line.trim().slice(0, MAX_URL);
    if (text.startsWith('[')) remote = /^\[remote "([^"]{1,128})"\]/i.exec(text)?.[1] ?? null;
    else if (remote !== null && !remotes.has(remote) && /^url ?=/i.test(text))
      remotes.set(
        remote,
        text
          .slice(text.indexOf('=') + 1)
          .trim()
          .replaceAll('"', ''),
      );
  }
  return remotes;
}

/** Without who fetches, how, and the ending `.git`; large and small letters are one. `null` of a path on a disk. */
export function plainRemote(url: string): string | null {
  // `git@github.com:ada/web`; one letter before the colon is a disk of Windows.
  const [, host, path] = /^(?:[^@/:]{1,128}@)?([^@/:]{2,255}):(?!\/\/)(.{1,1024})$/.exec(url) ?? [];
  if (host !== undefined && path !== undefined) return joined(host, path);
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port, pathname } = new URL(url);
  if (hostname === '' || protocol === 'file:') return null;
  const at = port === '' || port === USUAL_PORTS[protocol] ? hostname : `${hostname}:${port}`;
  return joined(at, pathname);
}

function joined(host: string, path: string): string | null {
  const names = path.split('/').filter((name) => name !== '');
  const last = names.pop()?.replace(/\.git$/i, '');
  if (last === undefined || last === '') return null;
  return [host, ...names, last].join('/').toLowerCase().toWellFormed();
}
