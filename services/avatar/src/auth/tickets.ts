import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

/** Short-lived passes with few rights, for players and pages that cannot keep a secret. */
export interface Tickets {
  issue(): Promise<{ ticket: string; expiresAt: number }>;
  /** A good one with its end, in ms since the epoch. */
  check(ticket: string): Promise<{ expiresAt: number } | 'expired' | 'invalid'>;
}

export const TICKET_SECONDS = 5 * 60;
const ISSUER = 'anima-avatar';
const ALGORITHM = 'HS256';

/** JWTs signed with HMAC-SHA256; without a secret a random one, so that no ticket outlives the process. */
export function createTickets(secret: string | undefined, clock: () => number): Tickets {
  const key = secret === undefined ? randomBytes(32) : Buffer.from(secret);
  return {
    async issue() {
      const issuedAt = Math.floor(clock() / 1000);
      const ticket = await new SignJWT({})
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TICKET_SECONDS)
        .setJti(crypto.randomUUID())
        .sign(key);
      return { ticket, expiresAt: (issuedAt + TICKET_SECONDS) * 1000 };
    },

    async check(ticket) {
      try {
        const { payload } = await jwtVerify(ticket, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: ISSUER,
          requiredClaims: ['exp', 'iat'],
          // A client with the secret may sign tickets too, but with this maximum age.
          maxTokenAge: TICKET_SECONDS,
          currentDate: new Date(clock()),
        });
        return { expiresAt: Math.min(payload.exp!, payload.iat! + TICKET_SECONDS) * 1000 };
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
      }
    },
  };
}
