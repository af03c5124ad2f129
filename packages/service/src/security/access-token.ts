import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import type { Authenticate, Identity, ServiceApp } from '../http/service-app.js';
import { isAgentId } from '../schema/schema.js';

export interface AccessToken {
  token: string;
  /** The agent that calls with this token; null: the caller names its agent itself. */
  agent: string | null;
}

const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Parses `token` and `agent=token` entries, separated by commas. The first `=` ends the agent's name, unless
 * only `=` follow it, which is the padding of a base64 token. So `c2VjcmV0==` is a token, `ada=c2VjcmV0==` is
 * ada's token, and a token with `=` in its middle needs an agent before it.
 */
export function parseAccessTokens(setting: string): AccessToken[] {
  if (setting.trim() === '') return [];
  const tokens = setting.split(',').map((entry) => parseAccessToken(entry.trim()));
  if (new Set(tokens.map((each) => each.token)).size < tokens.length) {
    throw new AppError('validation_failed', 'Expected every access token once, received one of them twice');
  }
  return tokens;
}

function parseAccessToken(entry: string): AccessToken {
  const [, agent, bound] = /^([^=]*)=(?==*[^=])([\s\S]*)$/.exec(entry) ?? [];
  const parsed: AccessToken =
    agent === undefined || bound === undefined
      ? { token: entry, agent: null }
      : { token: bound.trim(), agent: agent.trim() };
  if (!TOKEN.test(parsed.token) || /^=+$/.test(parsed.token)) {
    throw new AppError(
      'validation_failed',
      'Expected access tokens of visible ASCII characters, received an empty or other one',
    );
  }
  if (parsed.agent !== null && !isAgentId(parsed.agent)) {
    throw new AppError(
      'validation_failed',
      'Expected an agent name of 1 to 128 printable ASCII characters before a token',
    );
  }
  return parsed;
}

/** Checks `Authorization: Bearer`. Without tokens, accepts all (see `assertBindAllowed`). */
export function createBearerAuth(tokens: AccessToken[]): Authenticate {
  const known = tokens.map(({ token, agent }) => ({ digest: sha256(token), agent }));
  return (request) => {
    if (known.length === 0) return { agentId: null };
    const { tokenHeader } = request.routeOptions.config ?? {};
    const token = tokenHeader === undefined ? bearerToken(request) : headerToken(request, tokenHeader);
    if (token === null) {
      const place = tokenHeader === undefined ? 'Authorization: Bearer' : `${tokenHeader}:`;
      throw new AppError('unauthorized', `Expected an access token as "${place} <token>"`);
    }
    const digest = sha256(token);
    // Hashes have equal lengths, and every token is compared: the duration reveals nothing.
    const matches = known.filter((each) => timingSafeEqual(each.digest, digest));
    if (matches[0] === undefined) throw new AppError('unauthorized', 'This access token is not known');
    const { agent } = matches[0];
    return agent === null ? { agentId: null } : { agentId: agent, caller: `agent ${agent}` };
  };
}

export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function headerToken({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : null;
}

/** The calling agent. A token bound to an agent speaks for no other. */
function callingAgent(request: FastifyRequest, boundAgent: string | null): string | null {
  const header = request.headers['x-agent-id'];
  if (header === undefined) return boundAgent;
  const named = Array.isArray(header) ? header.join(', ') : header;
  if (!isAgentId(named)) {
    const message = `Expected 1 to 128 printable ASCII characters for X-Agent-Id, received ${named.length}`;
    throw new AppError('validation_failed', message, { errors: [{ path: 'x-agent-id', message }] });
  }
  if (boundAgent !== null && named !== boundAgent) {
    throw new AppError('forbidden', 'This access token belongs to another agent than X-Agent-Id names');
  }
  return named;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const ANONYMOUS: Identity = { agentId: null };

/** Requires an identity for every request, also of unknown paths, except on public routes. */
export function requireIdentity(app: ServiceApp, authenticate: Authenticate): void {
  app.decorateRequest('agentId', null);
  app.decorateRequest('identity', null as unknown as Identity);
  app.addHook('onRequest', async (request) => {
    const isPublic = request.routeOptions.config?.public === true;
    request.identity = isPublic ? ANONYMOUS : await authenticate(request);
    request.agentId = callingAgent(request, request.identity.agentId);
  });
}
