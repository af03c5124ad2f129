import { createTokenIntrospection } from './adapters/http/token-introspection.js';
import { createAuthPrecheck, createAvatarAuth } from './authentication.js';
import type { AvatarConfig } from './config.js';
import { createTickets } from './domain/tickets.js';
import type { Storage } from './open-storage.js';
import type { AuthMode } from './routes/engine-auth.js';

/** Who may do what, as the settings say. */
export async function openAuthentication(
  config: AvatarConfig,
  { clock, storage }: { clock: () => number; storage: Pick<Storage, 'isShared' | 'secret'> },
) {
  const {
    AVATAR_SERVICE_TOKEN: serviceToken,
    AVATAR_TICKET_SECRET: ticketSecret,
    AVATAR_AUTH_SERVER: authServer,
  } = config;
  // A ticket is good at every process that shares the jobs.
  const kept = storage.isShared ? await storage.secret('ticket-secret') : undefined;
  const tickets = createTickets(ticketSecret ?? kept, clock);
  return {
    tickets,
    /** Undefined where everybody on this machine may do everything. */
    authenticate: createAvatarAuth({
      serviceToken,
      hasTicketSecret: ticketSecret !== undefined,
      tickets,
      introspection:
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
            }),
    }),
    firstLook: createAuthPrecheck(authServer !== undefined && serviceToken === undefined),
    mode: modeOf(config),
  };
}

/** Whether anything is configured by which callers are told apart. */
export function asksForCredentials(config: AvatarConfig): boolean {
  return config.AVATAR_SERVICE_TOKEN !== undefined || config.AVATAR_TICKET_SECRET !== undefined;
}

function modeOf(config: AvatarConfig): AuthMode {
  if (config.AVATAR_AUTH_SERVER !== undefined) return 'introspection';
  if (config.AVATAR_SERVICE_TOKEN !== undefined) return 'token';
  return config.AVATAR_TICKET_SECRET === undefined ? 'none' : 'ticket';
}
