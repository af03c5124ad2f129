import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { AppError, type ErrorTable } from '../errors.js';
import { assertStrictSchema } from '../schema/strict-schema.js';
import type { ServiceApp } from './service-app.js';

export interface Route {
  method: string;
  url: string;
  config: FastifyContextConfig;
  schema: FastifySchema;
}

/** The routes of a service, as registered. */
export interface RouteTable {
  routes: readonly Route[];
  /**
   * Returns the methods of a path, sorted; empty for an unknown path. If a route has exactly this path,
   * routes with parameters do not count: `audit` is no `:memory_id`.
   */
  methodsFor(path: string): string[];
  /** A route is written for exactly this path. */
  isLiteral(path: string): boolean;
}

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false };

/** Watches the registration of routes, and refuses one that would be lax or undocumented. */
export function createRouteTable(app: ServiceApp, errors: ErrorTable): RouteTable {
  const routes: (Route & { pattern: RegExp })[] = [];
  const literals = new Set<string>();
  app.addHook('onRoute', (route) => {
    const { url } = route;
    const config = route.config ?? {};
    const schema: FastifySchema = { ...route.schema };
    route.schema = schema;
    for (const method of [route.method].flat()) {
      // Fastify registers HEAD for each GET, with the same schema.
      if (method !== 'HEAD') assertWellDefined({ method, url, config, schema }, errors);
      routes.push({ method, url, config, schema, pattern: pathPattern(url) });
      literals.add(url);
    }
    // A query string on a route without one is rejected: it is a mistyped path or a misplaced filter.
    schema.querystring ??= NO_QUERY;
  });
  return {
    routes,
    methodsFor: (path) => {
      const isMeant = ({ url, pattern }: { url: string; pattern: RegExp }) =>
        literals.has(path) ? url === path : pattern.test(path);
      const methods = routes.filter(isMeant).map((route) => route.method);
      return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort();
    },
    isLiteral: (path) => literals.has(path),
  };
}

function assertWellDefined({ method, url, config, schema }: Route, errors: ErrorTable): void {
  const name = `${method} ${url}`;
  if (schema.operationId === undefined && schema.hide !== true) {
    throw new AppError('internal', `Expected an operationId in the schema of ${name}`);
  }
  for (const [part, parts] of [
    ['body', bodySchemas(schema.body)],
    ['query string', [schema.querystring]],
  ] as const) {
    for (const each of parts) assertStrictSchema(each, `the ${part} of ${name}`);
  }
  const unknown = (config.errors ?? []).filter((code) => !Object.hasOwn(errors, code));
  if (unknown.length > 0)
    throw new AppError('internal', `Expected known error codes for ${name}, received ${unknown}`);
  if (config.idempotent && config.contentTypes?.some((type) => type !== 'application/json')) {
    throw new AppError('internal', `Expected only JSON bodies for the idempotent ${name}`);
  }
}

function bodySchemas(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null || !('content' in body)) return [body];
  return Object.values(body.content as Record<string, { schema: unknown }>).map((each) => each.schema);
}

/** Follows find-my-way's syntax as far as the services use it: `:name` for one segment, `*` for the rest. */
function pathPattern(url: string): RegExp {
  const source = url
    .split(/(:[A-Za-z0-9_]+|\*)/)
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    );
  return new RegExp(`^${source.join('')}$`);
}
