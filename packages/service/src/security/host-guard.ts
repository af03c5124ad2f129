import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import type { ServiceApp } from '../http/service-app.js';

// A name or bracketed IPv6 address, and a port: the whole of a Host header or of a URL's authority.
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s:@/[\]]+)(?::\d{1,5})?$/i;

export interface HostGuardOptions {
  /** The address the service is bound to. */
  host: string;
  /** Further host names to answer to, e.g. that of a reverse proxy. */
  trustedHosts?: string[];
  /** Origins of pages that may call, exactly as browsers send them. */
  allowedOrigins?: readonly string[];
}

/**
 * Protects a service that trusts its own machine from web pages.
 *
 * Host: a page whose name was rebound to 127.0.0.1 still sends its own name, so on a loopback bind only
 * loopback names (and `trustedHosts`) are accepted. On any other bind the names are unknown and a token is
 * required; they are checked only if `trustedHosts` lists them. /health is checked as well. Origin: a request
 * that a browser sends for a page of another origin is rejected, on every bind, unless its origin is allowed.
 */
export function guardHosts(app: ServiceApp, options: HostGuardOptions): void {
  const trusted = new Set((options.trustedHosts ?? []).map((name) => name.toLowerCase()));
  const isTrusted = (name: string) => isLoopbackName(name) || trusted.has(name);
  const checksHost = isLoopbackName(options.host) || trusted.size > 0;
  app.addHook('onRequest', async (request) => {
    const names = hostNames(request);
    if (checksHost && !names.every(isTrusted)) {
      throw new AppError('host_not_allowed', 'Expected a loopback or trusted host name for the Host header');
    }
    if (!isAllowedOrigin(request, options)) checkOrigin(request, isTrusted);
  });
}

/** Whether the request is caused by a page of an origin that may call. */
export function isAllowedOrigin(
  { headers }: FastifyRequest,
  { allowedOrigins = [] }: Pick<HostGuardOptions, 'allowedOrigins'>,
): boolean {
  return headers.origin !== undefined && allowedOrigins.includes(headers.origin);
}

/** Start-up check: without authentication a service is reachable from its own machine only. */
export function assertBindAllowed(host: string, hasAuth: boolean): void {
  // A *.localhost name is resolved by DNS when binding, so only the literal names are safe here.
  const isLoopback = isLoopbackName(host) && !host.toLowerCase().endsWith('.localhost');
  if (isLoopback || hasAuth) return;
  throw new AppError(
    'forbidden',
    `Refusing to listen on ${host} without an access token: set a token, or bind to 127.0.0.1`,
  );
}

/** The names a request claims to be for: the Host header, and the authority of an absolute-form target. */
function hostNames(request: FastifyRequest): string[] {
  const { rawHeaders } = request.raw;
  const hostHeaders = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  const claimed = [request.headers.host ?? ''];
  const target = request.raw.url ?? '';
  if (!target.startsWith('/')) claimed.push(/^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? '');
  const names = claimed.map((authority) => AUTHORITY.exec(authority)?.[1]?.toLowerCase());
  if (hostHeaders.length > 1 || names.some((name) => name === undefined)) {
    throw new AppError('bad_request', 'Expected exactly one valid Host header');
  }
  return names as string[];
}

function checkOrigin(request: FastifyRequest, isTrusted: (name: string) => boolean): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const authority = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
  const name = AUTHORITY.exec(authority ?? '')?.[1];
  // A page this service served itself, on whatever address it is bound to.
  if (authority !== undefined && authority === request.headers.host?.toLowerCase()) return;
  if (name === undefined || !isTrusted(name)) {
    throw new AppError('origin_not_allowed', 'Expected no Origin header or that of a page on this machine');
  }
}

/** localhost, *.localhost, 127.0.0.0/8, ::1 and [::1]. */
export function isLoopbackName(name: string): boolean {
  const lower = name.toLowerCase();
  if (lower === 'localhost' || lower.endsWith('.localhost')) return true;
  if (lower === '::1' || lower === '[::1]') return true;
  return isIPv4(lower) && lower.startsWith('127.');
}
