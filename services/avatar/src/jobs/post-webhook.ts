import { lookup as lookupName } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import type { PostWebhook } from './webhooks.js';

const TIMEOUT_MS = 10_000;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Addresses without receivers: link-local (clouds serve credentials there), unspecified and multicast. */
const nowhere = new BlockList();
nowhere.addSubnet('169.254.0.0', 16, 'ipv4');
nowhere.addSubnet('0.0.0.0', 8, 'ipv4');
nowhere.addSubnet('224.0.0.0', 3, 'ipv4');
nowhere.addSubnet('fe80::', 10, 'ipv6');
nowhere.addSubnet('ff00::', 8, 'ipv6');
nowhere.addAddress('::', 'ipv6');

/** Whether a name that is allowed may lead to this address. */
export function mayReach(address: string, onlyLoopback: boolean): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return onlyLoopback ? loopback.check(address, family) : !nowhere.check(address, family);
}

/**
 * Looks a name up and gives only addresses that it may lead to: the address that was checked is the one that is connected
 * to, so a name that resolves otherwise a moment later gains nothing.
 */
function lookupWithin(onlyLoopback: boolean, lookup: typeof lookupName): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '');
      const allowed = addresses.filter(({ address }) => mayReach(address, onlyLoopback));
      const [first] = allowed;
      if (first === undefined) {
        const wanted = onlyLoopback ? 'an address of this machine' : 'an address that hosts have';
        const message = `Expected ${wanted} behind ${hostname}, found ${addresses.map(({ address }) => address).join(', ')}`;
        return done(new AppError('webhook_not_allowed', message), '');
      }
      if (options.all) return done(null, allowed);
      done(null, first.address, first.family);
    });
  };
}

/** `lookup` is that of the system, and `timeoutMs` of the whole call; tests give their own. */
export function createWebhookPost(
  lookup: typeof lookupName = lookupName,
  timeoutMs = TIMEOUT_MS,
): PostWebhook {
  const post = (
    { url, body, headers, onlyLoopback }: Parameters<PostWebhook>[0],
    signal: AbortSignal,
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = (url.startsWith('https:') ? requestHttps : requestHttp)(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          signal,
          lookup: lookupWithin(onlyLoopback, lookup),
          // Opens a new connection: an open one would skip the address check.
          agent: false,
        },
        (response) => {
          resolve(response.statusCode ?? 0);
          // Ignores the rest of the response, which may be long.
          response.destroy();
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  return (webhook, signal) => callWithin(timeoutMs, [signal], (ending) => post(webhook, ending));
}
