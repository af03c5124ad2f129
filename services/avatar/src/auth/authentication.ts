import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@anima/service/errors';
import { type Authenticate, bearerToken, type Credentials, type Identity } from '@anima/service/http';
import type { FastifyRequest } from 'fastify';
import type { AvatarConfig } from '../config.js';
import type { AuthMode } from '../http/binary-response.js';
import type { JobStorage } from '../jobs/job-storage.js';
import { createTickets, type Tickets } from './tickets.js';
import { createTokenIntrospection, type TokenIntrospection } from './token-introspection.js';

declare module '@anima/service/http' {
  interface Identity {
    /** `service`: all rights. `user`: all but issuing tickets. `ticket`: routes with `config: { ticket: true }`. */
    rights?: Rights;
  }
}
declare module 'fastify' {
  interface FastifyRequest {
    /** The parameter `?ticket=`, for players that cannot send a header. */
    queryTicket: string | null;
  }
  interface FastifyContextConfig {
    /** A ticket is enough. */
    ticket?: boolean;
    /** Only for the service token. */
    serviceTokenOnly?: boolean;
    /** The address serves a page and a socket: the page requires no credentials, the socket does. */
    pageBesideSocket?: boolean;
  }
}

/** How a ticket can be sent, besides as a bearer token. */
export const ticketCredentials: Credentials = {
  schemes: {
    ticket_header: { type: 'apiKey', in: 'header', name: 'X-Avatar-Ticket' },
    ticket_query: { type: 'apiKey', in: 'query', name: 'ticket' },
  },
  accepted: ({ ticket = false }) => ticket,
};

export type Rights = 'service' | 'user' | 'ticket';

export interface AuthenticationOptions {
  serviceToken: string | undefined;
  hasTicketSecret: boolean;
  tickets: Tickets;
  /** Given when AVATAR_AUTH_SERVER is set. */
  introspection: TokenIntrospection | null;
}

/**
 * Creates the authentication. Returns undefined if nothing is configured: every user of this machine then has
 * all rights, and the server listens only on loopback.
 */
export function createAvatarAuth(options: AuthenticationOptions): Authenticate | undefined {
  const { serviceToken, tickets, introspection } = options;
  if (serviceToken === undefined && !options.hasTicketSecret && introspection === null) return undefined;
  const isServiceToken = serviceToken === undefined ? () => false : equals(serviceToken);

  async function identify(request: FastifyRequest): Promise<{ rights: Rights; expiresAt?: number }> {
    const bearer = bearerToken(request);
    if (bearer !== null && isServiceToken(bearer)) return { rights: 'service' };
    const ticket = credentialOf(request);
    if (ticket === null) throw new AppError('unauthorized', 'Expected a service token or a ticket');
    const state = await tickets.check(ticket);
    if (state === 'expired')
      throw new AppError('ticket_expired', 'This ticket has expired: ask for another one');
    if (state !== 'invalid') return { rights: 'ticket', ...state };
    const expiresAt = bearer === null ? null : await introspection?.goodUntil(bearer);
    if (expiresAt != null) return { rights: 'user', expiresAt };
    throw new AppError('unauthorized', 'This token or ticket is not known');
  }

  return async (request): Promise<Identity> => {
    const {
      ticket = false,
      serviceTokenOnly = false,
      pageBesideSocket = false,
    } = request.routeOptions.config ?? {};
    if (pageBesideSocket && !asksToUpgrade(request)) return { agentId: null };
    const { rights, ...end } = await identify(request);
    if (rights === 'ticket' && !ticket) throw new AppError('forbidden', 'A ticket is not enough for this');
    if (rights === 'user' && serviceTokenOnly)
      throw new AppError('forbidden', 'This needs the service token');
    if (rights === 'service') return { agentId: null, rights };
    return {
      agentId: null,
      rights,
      caller: `${rights} ${digest(credentialOf(request) ?? '').toString('hex')}`,
      ...end,
    };
  };
}

/**
 * Checks every request before authentication. If an authentication server is set without a service token to
 * call it, every request is rejected. Moves `?ticket=` from the query to `queryTicket`.
 */
function createAuthPrecheck(misconfigured: boolean): (request: FastifyRequest) => void {
  return (request) => {
    if (misconfigured) {
      throw new AppError(
        'auth_misconfigured',
        'AVATAR_AUTH_SERVER is set without AVATAR_SERVICE_TOKEN: every request is refused until both are',
      );
    }
    const query = request.query as Record<string, unknown>;
    request.queryTicket = typeof query.ticket === 'string' ? query.ticket : null;
    delete query.ticket;
  };
}

function credentialOf(request: FastifyRequest): string | null {
  return bearerToken(request) ?? headerTicket(request) ?? request.queryTicket;
}

function headerTicket(request: FastifyRequest): string | null {
  const header = request.headers['x-avatar-ticket'];
  return typeof header === 'string' && header !== '' ? header : null;
}

/** Node sets `upgrade` only on requests that can become a socket. */
function asksToUpgrade({ raw }: FastifyRequest): boolean {
  return 'upgrade' in raw && raw.upgrade === true;
}

/** Compares digests in constant time. */
function equals(expected: string): (given: string) => boolean {
  const wanted = digest(expected);
  return (given) => timingSafeEqual(digest(given), wanted);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Creates the authentication that the settings configure. */
export async function openAuthentication(
  config: AvatarConfig,
  { clock, storage }: { clock: () => number; storage: Pick<JobStorage, 'isShared' | 'secret'> },
) {
  const {
    AVATAR_SERVICE_TOKEN: serviceToken,
    AVATAR_TICKET_SECRET: ticketSecret,
    AVATAR_AUTH_SERVER: authServer,
  } = config;
  // Every process that shares the jobs accepts the same tickets.
  const sharedSecret = storage.isShared ? await storage.secret('ticket-secret') : undefined;
  const tickets = createTickets(ticketSecret ?? sharedSecret, clock);
  const introspection =
    authServer === undefined || serviceToken === undefined
      ? null
      : createTokenIntrospection({
          url: authServer,
          serviceToken,
          demands: {
            audience: config.AVATAR_AUTH_AUDIENCE ?? null,
            scopes: config.AVATAR_AUTH_SCOPE?.split(/ +/) ?? [],
          },
          clock,
        });
  return {
    tickets,
    /** Undefined if callers need no credentials. */
    authenticate: createAvatarAuth({
      ...{ serviceToken, tickets, introspection },
      hasTicketSecret: ticketSecret !== undefined,
    }),
    firstLook: createAuthPrecheck(authServer !== undefined && serviceToken === undefined),
    mode: modeOf(config),
  };
}

/** Returns whether the settings require credentials on every address. */
export function asksForCredentials(config: AvatarConfig): boolean {
  return config.AVATAR_SERVICE_TOKEN !== undefined || config.AVATAR_TICKET_SECRET !== undefined;
}

function modeOf(config: AvatarConfig): AuthMode {
  if (config.AVATAR_AUTH_SERVER !== undefined) return 'introspection';
  if (config.AVATAR_SERVICE_TOKEN !== undefined) return 'token';
  return config.AVATAR_TICKET_SECRET === undefined ? 'none' : 'ticket';
}
