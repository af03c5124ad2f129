import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
// For its types: operationId, summary, tags and hide in a route's schema.
import '@fastify/swagger';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../schema/schema.js';

/** The Fastify instance routes are registered on: handlers are typed by their TypeBox schemas. */
export type ServiceApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Who is calling. A service with its own `authenticate` widens this by declaration merging. */
export interface Identity {
  /** The agent the credential is bound to, or null when it speaks for any agent. */
  agentId: string | null;
  /**
   * Whose share of what is limited a request takes: a name for the holder of limited rights, the same in each of its
   * requests. Left out for full rights, which no such holder can use up.
   */
  caller?: string;
  /** When the credential ends, in ms since the epoch: nothing that it opened goes on beyond. Left out where it does not end. */
  expiresAt?: number;
}

/** Throws `AppError('unauthorized' | 'forbidden' | 'unavailable', ...)` to refuse. */
export type Authenticate = (request: FastifyRequest) => Promise<Identity> | Identity;

declare module 'fastify' {
  interface FastifyInstance {
    /** Of a socket that has become something else than a connection of HTTP: it is not closed as one that waits for a request. */
    holdConnection(socket: Socket): void;
  }
  interface FastifyRequest {
    /** The calling agent: the token's, else the X-Agent-Id header's, else null. */
    agentId: string | null;
    /** What `authenticate` returned; `{agentId: null}` on public routes and without tokens. */
    identity: Identity;
    /** The id a handler gives the record it creates; the same again when a call is repeated under its Idempotency-Key. */
    resourceId: string;
  }
  interface FastifyContextConfig {
    /** Needs no access token. */
    public?: boolean;
    /** Honours the Idempotency-Key header. JSON bodies only. */
    idempotent?: boolean;
    /** Media types of the body; default `['application/json']`. */
    contentTypes?: string[];
    /** A missing body counts as `{}`. */
    bodyOptional?: boolean;
    /** A page for people: a link from any site may lead to it. */
    page?: boolean;
    /** Media that pages of other origins may show, e.g. as `<video src="...?ticket=...">`. */
    embeddable?: boolean;
    /** What its problems say beside (RFC 9457, extension members), for clients of a protocol that is not ours. */
    problemExtension?: (problem: Problem) => Record<string, unknown>;
    /** Codes from the error table this route can answer, for its OpenAPI page. */
    errors?: string[];
  }
}
