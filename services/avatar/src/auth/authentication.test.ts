import type { FastifyRequest } from 'fastify';
import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { createAvatarAuth } from './authentication.js';
import { createTickets } from './tickets.js';

const NOW = 1_800_000_000_000;
const secret = 's'.repeat(32);
const tickets = createTickets(secret, () => NOW);
const ends: Record<string, number | null> = { ada: NOW + 7_000, bob: Number.POSITIVE_INFINITY, eve: null };
const authenticate = createAvatarAuth({
  serviceToken: 'top',
  hasTicketSecret: true,
  tickets,
  introspection: { goodUntil: async (token) => ends[token] ?? null },
})!;

const identityOf = (token: string) =>
  authenticate({
    headers: { authorization: `Bearer ${token}` },
    routeOptions: { config: { ticket: true } },
  } as unknown as FastifyRequest);

/** Signed a minute ago by another holder of the secret, to live so many seconds from then. */
const ticketFor = (seconds: number) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('anima-avatar')
    .setAudience('anima-avatar')
    .setIssuedAt(NOW / 1_000 - 60)
    .setExpirationTime(NOW / 1_000 - 60 + seconds)
    .sign(Buffer.from(secret));

it.each<[string, () => Promise<string> | string, string, number | undefined]>([
  ['the service token, which has no end', () => 'top', 'service', undefined],
  ['a ticket', async () => (await tickets.issue()).ticket, 'ticket', NOW + 300_000],
  ['a ticket that was signed to live an hour', () => ticketFor(3_600), 'ticket', NOW + 240_000],
  ['a ticket that was signed to live less', () => ticketFor(100), 'ticket', NOW + 40_000],
  ['a token that the authentication server lets end', () => 'ada', 'user', NOW + 7_000],
  ['a token that it lets live', () => 'bob', 'user', Number.POSITIVE_INFINITY],
])('knows how long %s is good', async (_name, token, rights, expiresAt) => {
  const identity = await identityOf(await token());
  expect([identity.rights, identity.expiresAt]).toEqual([rights, expiresAt]);
});

it('refuses a token that is not good', async () => {
  await expect(identityOf('eve')).rejects.toMatchObject({ code: 'unauthorized' });
});
