import type { AddressInfo, Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import Type from 'typebox';
import { logAccess } from './access-log.js';
import { type AccessToken, createBearerAuth } from './access-token.js';
import { answerAllowedOrigins } from './allowed-origins.js';
import { ANSWER_HEADERS, setSecurityHeaders } from './answer-headers.js';
import { requireIdentity } from './authentication.js';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitConnections,
  serverTimeouts,
} from './connection-limits.js';
import { trackConnections } from './connections.js';
import { handleErrors, sendProblem } from './error-handler.js';
import { AppError, commonErrors, type ErrorTable } from './errors.js';
import { rejectCrossSiteRequests } from './fetch-site.js';
import { assertBindAllowed, guardHosts } from './host-guard.js';
import type { IdempotencyStore } from './idempotency.js';
import { honourIdempotencyKeys } from './idempotency-hook.js';
import { acceptJsonBodies } from './json-body.js';
import { createLog, type LogStream } from './log.js';
import { createMetrics, registerMetricsRoute } from './metrics.js';
import { type Credentials, describeService } from './openapi.js';
import { answerClientError, refuseUnknownExpectations } from './raw-errors.js';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.js';
import { serializeResponses } from './response-serializer.js';
import { createRouteTable } from './route-table.js';
import { strictObject } from './schema.js';
import type { Authenticate, ServiceApp } from './service-app.js';
import { answerUnmatched } from './unmatched.js';
import { compileValidatorNow } from './validation.js';
import { createValidatorsAhead } from './validators-ahead.js';

export interface ServiceOptions {
  /** Short, for the log: `memory`. */
  name: string;
  title: string;
  version: string;
  description: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  tokens: AccessToken[];
  bodyLimitBytes: number;
  routes: (app: ServiceApp) => void | Promise<void>;
  /** The service's own codes, beside `commonErrors`. */
  errors?: ErrorTable;
  /** Needed when a route has `config: { idempotent: true }`. */
  idempotency?: IdempotencyStore;
  logStream?: LogStream;
  trustedHosts?: string[];
  /** Origins of pages that may call and read the answers, exactly as browsers send them. None, if not given. */
  allowedOrigins?: readonly string[];
  /** In place of the check of `tokens`; build on `createBearerAuth(tokens)`. Not called for public routes. */
  authenticate?: Authenticate;
  /** What `authenticate` takes beside a bearer token, for the document. */
  credentials?: Credentials;
  /** Called first for every request, whatever its path, public or unknown; throws to refuse it. */
  onEveryRequest?: (request: FastifyRequest) => void;
  /** In place of some of `CONNECTION_LIMITS`. For tests. */
  connectionLimits?: Partial<ConnectionLimits>;
  /** Answers that are not as their schema says become internal errors, and every schema is compiled at the start. For tests. */
  checkResponses?: boolean;
}

export interface Service {
  app: ServiceApp;
  metrics: Registry;
  log: Logger;
  listen(): Promise<{ url: string; port: number }>;
  /** Stops taking requests, lets the running ones finish (10 s at most), then runs the onClose hooks. */
  close(): Promise<void>;
}

const STOP_LIMIT_MS = 10_000;
const SWEEP_MS = 50;
// Project names stand in paths, percent-encoded.
const MAX_PARAM_LENGTH = 2048;

export async function createService(options: ServiceOptions): Promise<Service> {
  const hasAuth = options.tokens.length > 0 || options.authenticate !== undefined;
  assertBindAllowed(options.host, hasAuth);
  const errors: ErrorTable = { ...commonErrors, ...options.errors };
  const log = createLog(options.name, options.logStream);
  const metrics = createMetrics();
  const limits = { ...CONNECTION_LIMITS, ...options.connectionLimits };
  const app = createApp(options, limits, log);
  const connections = trackConnections(app.server);
  app.decorate('holdConnection', connections.hold);
  let closing = false;

  // First: a route answers its errors by what is set when it is registered.
  handleErrors(app, errors);
  // In the order in which a request meets them.
  setSecurityHeaders(app, { hasAuth });
  logAccess(app, log, metrics);
  limitConnections(app, { limits, connections, log });
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    if (closing)
      throw new AppError('unavailable', 'The service is stopping', { headers: { connection: 'close' } });
    options.onEveryRequest?.(request);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  guardHosts(app, options);
  rejectCrossSiteRequests(app, { hasAuth, allowedOrigins: options.allowedOrigins });
  await answerAllowedOrigins(app, options.allowedOrigins ?? []);
  requireIdentity(app, options.authenticate ?? createBearerAuth(options.tokens));
  const table = createRouteTable(app, errors);
  answerUnmatched(app, table);
  acceptJsonBodies(app);
  honourIdempotencyKeys(app, options.idempotency);
  const validators = createValidatorsAhead();
  app.setValidatorCompiler(options.checkResponses === true ? compileValidatorNow : validators.compile);
  serializeResponses(app, { check: options.checkResponses ?? false });

  await describeService(app, { ...options, errors, hasAuth, table });
  registerMetricsRoute(app, metrics.registry);
  registerHealthRoute(app);
  await options.routes(app);
  await app.ready();
  // Builds the document now, so that a schema it cannot show stops the start and not a reader.
  app.swagger();

  return {
    app,
    metrics: metrics.registry,
    log,
    async listen() {
      const listening = await listen(app, options);
      validators.begin();
      return listening;
    },
    close: async () => {
      closing = true;
      validators.end();
      connections.closeIdle();
      // Again and again: a connection falls idle when its last answer has gone out.
      const sweep = setInterval(connections.closeIdle, SWEEP_MS);
      const limit = setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS);
      await app.close().finally(() => {
        clearInterval(sweep);
        clearTimeout(limit);
      });
    },
  };
}

function createApp(
  { bodyLimitBytes, errors }: ServiceOptions,
  limits: ConnectionLimits,
  log: Logger,
): ServiceApp {
  const table: ErrorTable = { ...commonErrors, ...errors };
  const { http, ...timeouts } = serverTimeouts(limits);
  const app = fastify({
    ...timeouts,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Our own hooks answer both, with a problem and a request id.
    return503OnClosing: false,
    http: { ...http, requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerClientError(error, socket as Socket, log),
    // A path the router cannot read never becomes a request with hooks.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...ANSWER_HEADERS, [REQUEST_ID_HEADER]: request.id });
      log.info({ request_id: request.id, code: error.code }, 'request refused before it was routed');
      sendProblem(error, table, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  refuseUnknownExpectations(app.server);
  return app as unknown as ServiceApp;
}

function registerHealthRoute(app: ServiceApp): void {
  app.get(
    '/health',
    {
      config: { public: true },
      schema: {
        operationId: 'getHealth',
        summary: 'The process answers; nothing else is looked at',
        tags: ['service'],
        response: {
          200: strictObject({ status: Type.Literal('ok') }),
        },
      },
    },
    async () => ({ status: 'ok' as const }),
  );
}

async function listen(
  app: ServiceApp,
  { host, port }: ServiceOptions,
): Promise<{ url: string; port: number }> {
  try {
    // Fastify would bind `localhost` to each of its addresses, with a second server nobody here knows.
    await app.listen({ host: host.toLowerCase() === 'localhost' ? '127.0.0.1' : host, port });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new AppError('address_in_use', `Port ${port} on ${host} is in use by another program`, { cause });
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new AppError('address_not_available', `Port ${port} on ${host} is not available here (${code})`, {
        cause,
      });
    }
    throw cause;
  }
  const address = app.server.address() as AddressInfo;
  return { url: `http://${reachableHost(address)}:${address.port}`, port: address.port };
}

function reachableHost({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return family === 'IPv6' ? `[${address}]` : address;
}
