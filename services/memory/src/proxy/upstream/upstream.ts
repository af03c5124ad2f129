import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { AppError } from '@anima/service/errors';
import { mayReceiveTexts, reasonOf } from '../../judge/chat/server-url.js';

export interface UpstreamRequest {
  method: string;
  /** Path and query after `/v1`, such as `/messages?beta=true`. */
  path: string;
  headers: Readonly<Record<string, readonly string[]>>;
  body: Buffer | null;
}

/** The API of a provider, or a server with the same protocol. */
export interface Upstream {
  /** Resolves with the head of the response. Rejects with an AppError if the upstream does not respond. */
  send(request: UpstreamRequest, signal: AbortSignal): Promise<IncomingMessage>;
  close(): void;
}

/** Headers of one connection (RFC 9110, 7.6.1), which a proxy does not pass on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the headers that a proxy passes on: without those of the connection, and those that `Connection` names. */
export function endToEndHeaders(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
): Record<string, readonly string[]> {
  const named = (headers.connection ?? []).flatMap((value) => value.split(','));
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim().toLowerCase())]);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, values]) =>
      values === undefined || dropped.has(name) ? [] : [[name, values]],
    ),
  );
}

/**
 * Returns the address to which paths after `/v1` are appended. An address without a path is a server, and gets `/v1`. So does
 * every address without it if `hasVersion` is true.
 * @throws AppError if texts may not be sent there.
 */
export function upstreamBase(setting: string, text: string, { hasVersion }: { hasVersion: boolean }): URL {
  if (!mayReceiveTexts(text))
    throw new AppError(
      'invalid_configuration',
      `${setting}: expected an https URL (http only within private networks) without credentials and query, received another value`,
    );
  const base = new URL(text);
  const path = base.pathname.replace(/(?<!\/)\/+$/, '');
  const isComplete = hasVersion ? path.endsWith('/v1') : path !== '';
  base.pathname = isComplete ? path : `${path}/v1`;
  return base;
}

/** Creates a client for the upstream. A call ends if the upstream sends nothing for `timeoutMs`. */
export function createUpstream(base: URL, timeoutMs: number): Upstream {
  const isSecure = base.protocol === 'https:';
  const options = { keepAlive: true, maxFreeSockets: 16, scheduling: 'lifo' } as const;
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  const start = isSecure ? requestHttps : requestHttp;

  function attempt(
    request: UpstreamRequest,
    signal: AbortSignal,
    isRetry: boolean,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method, headers, body } = request;
      const sent = start(targetOf(base, request.path), {
        method,
        agent,
        signal,
        headers: {
          ...headers,
          host: base.host,
          ...(body === null ? {} : { 'content-length': String(body.length) }),
        } as NodeJS.Dict<string | string[]>,
      });
      sent.setTimeout(timeoutMs, () =>
        sent.destroy(
          new AppError('upstream_unavailable', `The upstream sent nothing for ${timeoutMs / 1000} seconds`),
        ),
      );
      sent.once('response', resolve);
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The upstream closed an idle connection at the time at which it was used again: it has not read the request.
        if (!isRetry && !signal.aborted && sent.reusedSocket && error.code === 'ECONNRESET')
          attempt(request, signal, true).then(resolve, reject);
        else if (error instanceof AppError) reject(error);
        else
          reject(
            new AppError('upstream_unavailable', `The upstream is unreachable (${reasonOf(error)})`, {
              cause: error,
            }),
          );
      });
      sent.end(body ?? undefined);
    });
  }
  return { send: (request, signal) => attempt(request, signal, false), close: () => agent.destroy() };
}

/** @throws AppError if the path leaves the base. */
function targetOf(base: URL, path: string): URL {
  const target = new URL(base.href + path);
  const [pathname] = path.split('?', 1);
  if (target.pathname !== base.pathname + pathname || target.host !== base.host)
    throw new AppError('bad_request', 'Expected a path without "." and ".." segments');
  return target;
}
