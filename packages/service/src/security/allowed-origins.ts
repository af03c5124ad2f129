import cors from '@fastify/cors';
import type { ServiceApp } from '../http/service-app.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const READABLE_HEADERS = [
  'x-request-id',
  'location',
  'retry-after',
  'etag',
  'accept-ranges',
  'content-range',
  'content-length',
];
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of these origins read answers, and answers what their browsers ask before (CORS, https://fetch.spec.whatwg.org/). Registered
 * behind the guards of hosts and sites, and before authentication: a browser asks without its credentials.
 */
export async function answerAllowedOrigins(app: ServiceApp, allowed: readonly string[]): Promise<void> {
  if (allowed.length === 0) return;
  await app.register(cors, {
    origin: (origin, tell) => tell(null, origin !== undefined && allowed.includes(origin)),
    methods: METHODS,
    exposedHeaders: READABLE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: true,
  });
}
