import { accessTokenIn } from './connect/connect-settings.js';
import { usageError } from './failure.js';

export interface ServiceAddress {
  url: string;
  token?: string;
  agentId?: string;
}

/** What flags say of where the services are; they win over the environment. */
export interface AddressOptions {
  memoryUrl?: string;
  memoryToken?: string;
  agent?: string;
  avatarUrl?: string;
  avatarToken?: string;
}

/** `MEMORY_URL`, else where a service with this environment listens. */
export function memoryAddress(env: NodeJS.ProcessEnv, options: AddressOptions): ServiceAddress {
  const url = options.memoryUrl ?? (env.MEMORY_URL || httpAddress(env.MEMORY_HOST, env.MEMORY_PORT, '9090'));
  const { agent, token } =
    options.memoryToken === undefined
      ? accessTokenIn(env.MEMORY_API_TOKEN ?? '')
      : { agent: null, token: options.memoryToken };
  // With the token of an agent, the service takes no other name.
  const agentId = options.agent ?? (env.MEMORY_AGENT_ID || agent || 'cli');
  return { url: checked(url, 'MEMORY_URL'), agentId, ...(token === '' ? {} : { token }) };
}

export function avatarAddress(env: NodeJS.ProcessEnv, options: AddressOptions): ServiceAddress {
  const url = options.avatarUrl ?? (env.AVATAR_URL || httpAddress(env.AVATAR_HOST, env.PORT, '8765'));
  const token = options.avatarToken ?? env.AVATAR_SERVICE_TOKEN ?? '';
  return { url: checked(url, 'AVATAR_URL'), ...(token === '' ? {} : { token }) };
}

/** An address that listens everywhere is called on loopback; port 0 says nothing. */
function httpAddress(host: string | undefined, port: string | undefined, usualPort: string): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '127.0.0.1' }[host ?? ''] ?? host!;
  const number = port === undefined || port === '' || port === '0' ? usualPort : port;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${number}`;
}

function checked(url: string, name: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw usageError(`Expected an http or https address for ${name}, received ${JSON.stringify(url)}`);
  return url;
}
