import { BlockList, isIP } from 'node:net';
import { isLoopbackName } from '@anima/service/host-names';

/** Private, shared and link-local networks: IANA's special-purpose registries (RFC 6890). */
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

/** Names without a dot, and names with endings that public servers do not have. */
const LOCAL_NAME = /^[^.]+$|\.(?:local|internal|lan|home\.arpa)$/;

/** Returns whether memories may be sent to this address: over https, or inside private networks. */
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

/** Sends a request to an OpenAI-compatible server. Follows no redirects: texts and key stay there. */
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

/** Errors of `fetch` have their reason in the cause. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}
