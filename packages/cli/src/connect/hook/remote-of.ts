import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes to read of a configuration. A longer one has thousands of branches, and its remotes come first. */
const MAX_CONFIG_BYTES = 65_536;
const MAX_URL = 1_024;
const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'https:': '443',
  'http:': '80',
  'ssh:': '22',
  'git:': '9418',
};

/**
 * Returns the origin of a repository, which is equal for all its clones, such as `github.com/ada/web`: the remote `origin`,
 * else the first remote; null without a remote on a server. Reads the configuration file without its includes, and does not
 * run git.
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

/** Returns the first address of each remote, in file order. */
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

/** Returns host and path in lower case, without user, protocol and the ending `.git`; null for a local path. */
export function plainRemote(url: string): string | null {
  // `git@github.com:ada/web`; a single letter before the colon is a Windows drive.
  const [, host, path] = /^(?:[^@/:]{1,128}@)?([^@/:]{2,255}):(?!\/\/)(.{1,1024})$/.exec(url) ?? [];
  if (host !== undefined && path !== undefined) return joined(host, path);
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port, pathname } = new URL(url);
  if (hostname === '' || protocol === 'file:') return null;
  const at = port === '' || port === DEFAULT_PORTS[protocol] ? hostname : `${hostname}:${port}`;
  return joined(at, pathname);
}

function joined(host: string, path: string): string | null {
  const names = path.split('/').filter((name) => name !== '');
  const last = names.pop()?.replace(/\.git$/i, '');
  if (last === undefined || last === '') return null;
  return [host, ...names, last].join('/').toLowerCase().toWellFormed();
}
