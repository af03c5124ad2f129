import { BlockList, isIP } from 'node:net';
import { isLoopbackName } from '@anima/service/host-names';

/** Private, shared and link-local: IANA's special-purpose registries (RFC 6890). */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv6');

/** Names without a dot, and of endings that no public server has. */
const LOCAL_NAME = /^[^.]+$|\.(?:local|internal|lan|home\.arpa)$/;

/** Whether memories may be sent there: encrypted, or by a way that leaves no private network. */
export function mayReceiveTexts(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (`${username}${password}${search}${hash}` !== '') return false;
  if (protocol === 'https:') return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  if (protocol !== 'http:') return false;
  if (isLoopbackName(hostname)) return true;
  if (family === 0) return LOCAL_NAME.test(hostname);
  return privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Asks a server that speaks OpenAI's protocol. Texts and key go where the setting says, and nowhere that another machine says. */
export function postJson(
  url: string,
  body: object,
  { apiKey, signal }: { apiKey: string | null; signal: AbortSignal },
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
  });
}

/** What `fetch` throws has its reason in its cause. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}
