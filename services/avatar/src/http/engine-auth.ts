import type { FastifyRequest } from 'fastify';

/** How callers show who they are: not at all, by a ticket only, by the service token, by a token of another server. */
export const authModes = ['none', 'token', 'ticket', 'introspection'] as const;
export type AuthMode = (typeof authModes)[number];

/** The address by which this client reached the service; its Host header was checked before. */
export function baseUrlOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
