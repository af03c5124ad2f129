import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
// Imported for its types: operationId, summary, tags and hide in the schema of a route.
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

/** Identity of the caller. A service with its own `authenticate` extends it by declaration merging. */
export interface Identity {
  /** The agent the credential is bound to, or null when it speaks for any agent. */
  agentId: string | null;
  /**
   * Holder of limited rights, whose slots a request uses; the same name in each of its requests. Absent for
   * full rights, whose slots limited callers cannot use.
   */
  caller?: string;
  /** Expiry of the credential in ms since the epoch; its streams end then. */
  expiresAt?: number;
}

/** Throws `AppError('unauthorized' | 'forbidden' | 'unavailable', ...)` to refuse. */
export type Authenticate = (request: FastifyRequest) => Promise<Identity> | Identity;

declare module 'fastify' {
  interface FastifyInstance {
    /** Marks a socket as busy, such as a WebSocket, so that it is not closed as idle. */
    holdConnection(socket: Socket): void;
  }
  interface FastifyRequest {
    /** The calling agent: the token's, else the X-Agent-Id header's, else null. */
    agentId: string | null;
    /** Result of `authenticate`; `{agentId: null}` on public routes and without tokens. */
    identity: Identity;
    /** The id a handler gives the record it creates; the same again when a call is repeated under its Idempotency-Key. */
    resourceId: string;
  }
  interface FastifyContextConfig {
    /** Needs no access token. */
    public?: boolean;
    /** The header with the access token, if Authorization has credentials of another service. */
    tokenHeader?: string;
    /** Honours the Idempotency-Key header. JSON bodies only. */
    idempotent?: boolean;
    /** Media types of the body; default `['application/json']`. `['*']` accepts every body unchecked, also a compressed one. */
    contentTypes?: string[];
    /** A missing body counts as `{}`. */
    bodyOptional?: boolean;
    /** A page for people: a link from any site may lead to it. */
    page?: boolean;
    /** Media that pages of other origins may show, e.g. as `<video src="...?ticket=...">`. */
    embeddable?: boolean;
    /** Extension members of its problems (RFC 9457), for clients of another protocol. */
    problemExtension?: (problem: Problem) => Record<string, unknown>;
    /** Codes from the error table this route can answer, for its OpenAPI page. */
    errors?: string[];
  }
}
