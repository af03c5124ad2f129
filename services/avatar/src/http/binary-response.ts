import type { ServerResponse } from 'node:http';
import { AppError } from '@anima/service/errors';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';

/** For the document: an answer of bytes, with every media type it can have. */
export function binaryAnswer(description: string, mediaTypes: readonly string[]) {
  const content = { schema: Type.Unsafe<unknown>({}) };
  return { description, content: Object.fromEntries(mediaTypes.map((type) => [type, content])) };
}

/**
 * Returns a signal that aborts when the response is complete or its client has disconnected, possibly
 * earlier.
 */
export function responseSignal(answer: ServerResponse): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(new AppError('request_timeout', 'The client disconnected'));
  if (answer.destroyed) leave();
  else answer.once('close', leave);
  return left.signal;
}

/** How callers show who they are: not at all, by a ticket only, by the service token, by a token of another server. */
export const authModes = ['none', 'token', 'ticket', 'introspection'] as const;
export type AuthMode = (typeof authModes)[number];

/** The address by which this client reached the service; its Host header was checked before. */
export function baseUrlOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
