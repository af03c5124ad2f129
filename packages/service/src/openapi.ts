import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { commonErrors, type ErrorTable } from './errors.js';
import { PROBLEM_TYPE } from './problem.js';
import type { Route, RouteTable } from './route-table.js';
import { Problem } from './schema.js';
import type { ServiceApp } from './service-app.js';

export interface OpenApiOptions {
  title: string;
  version: string;
  description: string;
  errors: ErrorTable;
  hasAuth: boolean;
  table: RouteTable;
}

interface Operation {
  operationId?: string;
  parameters?: object[];
  responses?: Record<string, object>;
  security?: object[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
// The page brings all it needs; nothing is fetched from elsewhere. Swagger UI sets styles from its script.
const DOCS_CSP =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/** `/openapi.json`, generated from the schemas that validate, and a page at `/docs` that works offline. */
export async function describeService(app: ServiceApp, options: OpenApiOptions): Promise<void> {
  const { title, version, description, hasAuth } = options;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description },
      components: hasAuth ? { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } : {},
      ...(hasAuth ? { security: [{ bearer: [] }] } : {}),
    },
    // The document says what the validator reads, `const` included.
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

interface Document {
  paths?: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>;
  components?: { schemas?: Record<string, object>; parameters?: Record<string, object> };
}

/** Adds what is the same everywhere and so stands in no route: errors, and the headers of the service. */
function completeDocument(document: Document, options: OpenApiOptions): void {
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: JSON.parse(JSON.stringify(Problem)) },
    parameters: { ...document.components?.parameters, AgentId: AGENT_ID, IdempotencyKey: IDEMPOTENCY_KEY },
  };
  const routes = new Map(options.table.routes.map((route) => [route.schema.operationId, route]));
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = path[method];
      const route = routes.get(operation?.operationId);
      if (operation !== undefined && route !== undefined) completeOperation(operation, route, options);
    }
  }
}

function completeOperation(
  operation: Operation,
  { config, schema, method }: Route,
  options: OpenApiOptions,
): void {
  operation.responses = {
    ...operation.responses,
    ...problemResponses(operation, config.errors ?? [], options, { config, schema, method }),
  };
  const parameters = [...(operation.parameters ?? [])];
  if (!config.public) parameters.push({ $ref: '#/components/parameters/AgentId' });
  if (config.idempotent) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  if (parameters.length > 0) operation.parameters = parameters;
  if (config.public && options.hasAuth) operation.security = [];
}

function problemResponses(
  operation: Operation,
  own: string[],
  { errors, hasAuth }: OpenApiOptions,
  { config, schema }: Pick<Route, 'config' | 'schema' | 'method'>,
): Record<string, object> {
  const codes = new Set<string>(['validation_failed', ...own]);
  if (schema.body !== undefined)
    for (const code of ['malformed_json', 'payload_too_large', 'unsupported_media_type']) codes.add(code);
  if (config.idempotent)
    for (const code of ['idempotency_in_progress', 'idempotency_key_reused']) codes.add(code);
  if (hasAuth && !config.public) for (const code of ['unauthorized', 'forbidden']) codes.add(code);
  const byStatus = new Map<string, string[]>();
  for (const code of codes) {
    const status = String(errors[code]?.status ?? commonErrors.internal.status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Record<string, object> = {};
  for (const [status, names] of byStatus) {
    if (operation.responses?.[status] !== undefined) continue;
    const lines = names.map((code) => `\`${code}\`: ${errors[code]?.title ?? ''}`);
    responses[status] = problemResponse(lines.join('\n\n'));
  }
  responses.default ??= problemResponse('Any other error');
  return responses;
}

function problemResponse(description: string): object {
  return { description, content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } } };
}

const AGENT_ID = {
  name: 'X-Agent-Id',
  in: 'header',
  required: false,
  description: 'The calling agent',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
};
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeats of a call with the same key and body answer the same result, for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
