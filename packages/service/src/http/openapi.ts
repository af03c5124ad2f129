import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyContextConfig } from 'fastify';
import { commonErrors, type ErrorTable } from '../errors.js';
import { IDEMPOTENCY_KEY } from '../idempotency/idempotency-hook.js';
import { formats } from '../schema/formats.js';
import { AgentId, Problem } from '../schema/schema.js';
import { PROBLEM_TYPE } from './problem.js';
import type { Route, RouteTable } from './route-table.js';
import type { ServiceApp } from './service-app.js';

export interface OpenApiOptions {
  title: string;
  version: string;
  description: string;
  errors: ErrorTable;
  hasAuth: boolean;
  /** Accepted in addition to the bearer token, on some routes. */
  credentials?: Credentials;
  table: RouteTable;
}

/** Further ways in which a caller can show who it is, by the names they have in the document. */
export interface Credentials {
  schemes: Record<string, SecurityScheme>;
  accepted: (config: FastifyContextConfig) => boolean;
}

export type SecurityScheme =
  | { type: 'http'; scheme: 'bearer' }
  | { type: 'apiKey'; in: 'header' | 'query'; name: string };

interface Operation {
  operationId?: string;
  parameters?: object[];
  requestBody?: { required?: boolean };
  responses?: Record<string, Answer>;
  security?: object[];
}
interface Answer {
  description?: string;
  content?: Record<string, object>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
// The page contains all its files, and loads none from elsewhere. Swagger UI sets styles from its script.
const DOCS_CSP =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/** `/openapi.json`, generated from the schemas that validate, and a page at `/docs` that works offline. */
export async function describeService(app: ServiceApp, options: OpenApiOptions): Promise<void> {
  const { title, version, description, hasAuth } = options;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description },
      components: hasAuth ? { securitySchemes: securitySchemes(options) } : {},
      ...(hasAuth ? { security: [{ bearer: [] }] } : {}),
    },
    // The document keeps `const`, as the validator reads it.
    convertConstToEnum: false,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      completeDocument(openapiObject as Document, options);
      return openapiObject;
    },
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, page: true };
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { validatorUrl: null },
      staticCSP: DOCS_CSP,
    });
  });
  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'getOpenApi',
        summary: 'This document',
        tags: ['service'],
        response: { 200: { type: 'object', additionalProperties: true } },
      },
    },
    async () => app.swagger() as unknown as Record<string, unknown>,
  );
}

function securitySchemes({ credentials }: OpenApiOptions): Record<string, SecurityScheme> {
  return { bearer: { type: 'http', scheme: 'bearer' }, ...credentials?.schemes };
}

interface Document {
  paths?: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>;
  components?: { schemas?: Record<string, object>; parameters?: Record<string, object> };
}

/** Adds errors and headers that all operations share. */
function completeDocument(document: Document, options: OpenApiOptions): void {
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: JSON.parse(JSON.stringify(Problem)) },
    parameters: {
      ...document.components?.parameters,
      AgentId: AGENT_ID_HEADER,
      IdempotencyKey: IDEMPOTENCY_KEY_HEADER,
    },
  };
  const routes = new Map(options.table.routes.map((route) => [route.schema.operationId, route]));
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = path[method];
      const route = routes.get(operation?.operationId);
      if (operation !== undefined && route !== undefined) completeOperation(operation, route, options);
    }
  }
  spellOut(document);
}

/** Formats that only this service knows as patterns that every reader understands, and choices with the type they have. */
function spellOut(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Record<string, unknown>;
  if (Array.isArray(schema.enum) && schema.type === undefined) {
    const types = new Set(schema.enum.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)));
    if (types.size === 1) [schema.type] = types;
  }
  const pattern = typeof schema.format === 'string' ? formats[schema.format]?.pattern : undefined;
  if (pattern !== undefined) {
    delete schema.format;
    schema.pattern = pattern;
  }
  for (const child of Object.values(node)) spellOut(child);
}

function completeOperation(operation: Operation, route: Route, options: OpenApiOptions): void {
  const { config } = route;
  if (config.bodyOptional && operation.requestBody !== undefined) operation.requestBody.required = false;
  addProblems(operation, route, options);
  const parameters = [...(operation.parameters ?? [])];
  if (!config.public) parameters.push({ $ref: '#/components/parameters/AgentId' });
  if (config.idempotent) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  if (parameters.length > 0) operation.parameters = parameters;
  if (!options.hasAuth) return;
  if (config.public) operation.security = [];
  else if (options.credentials?.accepted(config))
    operation.security = Object.keys(securitySchemes(options)).map((name) => ({ [name]: [] }));
}

/** Lists the error codes of an operation by status, and the general ones under `default`. */
function addProblems(operation: Operation, route: Route, { errors, hasAuth }: OpenApiOptions): void {
  const own = ownCodes(route, hasAuth);
  const byStatus = new Map<string, string[]>();
  for (const code of own) {
    const status = String(errors[code]?.status ?? commonErrors.internal.status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  byStatus.set('default', ANYWHERE);
  const responses = { ...operation.responses };
  for (const [status, codes] of byStatus) {
    const lines = codes.map((code) => `\`${code}\`: ${errors[code]?.title ?? ''}`);
    const described = responses[status];
    responses[status] = {
      description: [described?.description, ...lines].filter(Boolean).join('\n\n'),
      content: { ...described?.content, ...PROBLEM_CONTENT },
    };
  }
  operation.responses = responses;
}

function ownCodes({ config, schema }: Route, hasAuth: boolean): Set<string> {
  const codes = new Set<string>(['validation_failed', ...(config.errors ?? [])]);
  if (schema.body !== undefined)
    for (const code of ['malformed_json', 'payload_too_large', 'unsupported_media_type']) codes.add(code);
  if (config.idempotent)
    for (const code of ['idempotency_in_progress', 'idempotency_key_reused']) codes.add(code);
  if (hasAuth && !config.public) for (const code of ['unauthorized', 'forbidden']) codes.add(code);
  for (const code of ['host_not_allowed', 'origin_not_allowed']) codes.add(code);
  return codes;
}

/** What any request can be answered, however it is meant. */
const ANYWHERE = [
  'bad_request',
  'request_timeout',
  'uri_too_long',
  'expectation_failed',
  'too_many_requests',
  'headers_too_large',
  'internal',
  'unavailable',
  'storage_unavailable',
  'storage_full',
];

const PROBLEM_CONTENT = { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } };

const AGENT_ID_HEADER = {
  name: 'X-Agent-Id',
  in: 'header',
  required: false,
  description: 'The calling agent',
  schema: AgentId,
};
const IDEMPOTENCY_KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeats of a call with the same key and body answer the same result, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: IDEMPOTENCY_KEY.source },
};
