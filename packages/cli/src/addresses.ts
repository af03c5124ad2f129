import { accessTokenIn } from './connect/connect-settings.js';
import { usageError } from './failure.js';

export interface ServiceAddress {
  url: string;
  token?: string;
  agentId?: string;
}

/** Options that override the environment. */
export interface AddressOptions {
  memoryUrl?: string;
  memoryToken?: string;
  agent?: string;
  avatarUrl?: string;
  avatarToken?: string;
}

/** Returns `MEMORY_URL`, else the address at which a service with this environment listens. */
export function memoryAddress(env: NodeJS.ProcessEnv, options: AddressOptions): ServiceAddress {
  const url = options.memoryUrl ?? (env.MEMORY_URL || httpAddress(env.MEMORY_HOST, env.MEMORY_PORT, '9090'));
  const { agent, token } =
    options.memoryToken === undefined
      ? accessTokenIn(env.MEMORY_API_TOKEN ?? '')
      : { agent: null, token: options.memoryToken };
  // The service rejects other agent ids with the token of an agent.
  const agentId = options.agent ?? (env.MEMORY_AGENT_ID || agent || 'cli');
  return { url: checked(url, 'MEMORY_URL'), agentId, ...(token === '' ? {} : { token }) };
}

export function avatarAddress(env: NodeJS.ProcessEnv, options: AddressOptions): ServiceAddress {
  const url = options.avatarUrl ?? (env.AVATAR_URL || httpAddress(env.AVATAR_HOST, env.PORT, '8765'));
  const token = options.avatarToken ?? env.AVATAR_SERVICE_TOKEN ?? '';
  return { url: checked(url, 'AVATAR_URL'), ...(token === '' ? {} : { token }) };
}

/** Replaces wildcard hosts by loopback, and port 0, which a service chooses itself, by the default port. */
function httpAddress(host: string | undefined, port: string | undefined, defaultPort: string): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '127.0.0.1' }[host ?? ''] ?? host!;
  const number = port === undefined || port === '' || port === '0' ? defaultPort : port;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${number}`;
}

function checked(url: string, name: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw usageError(`Expected an http or https address for ${name}, received ${JSON.stringify(url)}`);
  return url;
}
