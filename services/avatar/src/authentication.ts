import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@anima/service/errors';
import { type Authenticate, bearerToken, type Credentials, type Identity } from '@anima/service/http';
import type { FastifyRequest } from 'fastify';
import type { Tickets } from './domain/tickets.js';
import type { TokenIntrospection } from './ports/token-introspection.js';

declare module '@anima/service/http' {
  interface Identity {
    /** `service`: all rights. `user`: all but issuing tickets. `ticket`: routes with `config: { ticket: true }`. */
    rights?: Rights;
  }
}
declare module 'fastify' {
  interface FastifyRequest {
    /** From `?ticket=`, where players cannot send a header. */
    queryTicket: string | null;
  }
  interface FastifyContextConfig {
    /** A ticket is enough. */
    ticket?: boolean;
    /** Only for the service token. */
    serviceTokenOnly?: boolean;
    /** A page stands at the address of a socket: it needs no credential, the socket does. */
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
 * Who may do what. Undefined when nothing is configured: then everybody on this machine may do everything, and the
 * server listens nowhere else.
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
 * The first look at every request. With an authentication server and no service token to ask it with, none is answered.
 * `?ticket=` is taken out of the query, which is then as its route expects it.
 */
export function createAuthPrecheck(misconfigured: boolean): (request: FastifyRequest) => void {
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

/** Only what asks to upgrade can become a socket: Node says so of the request itself. */
function asksToUpgrade({ raw }: FastifyRequest): boolean {
  return 'upgrade' in raw && raw.upgrade === true;
}

/** Compares in a time that tells nothing of where two texts differ. */
function equals(expected: string): (given: string) => boolean {
  const wanted = digest(expected);
  return (given) => timingSafeEqual(digest(given), wanted);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
