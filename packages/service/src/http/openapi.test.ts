import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSchemaCompiler } from '../schema/validation.js';
import { documentFaults } from '../testing/document-faults.js';
import { createSampleService, type SampleService } from '../testing/sample-service.js';

type Json = Record<string, unknown>;
interface Operation extends Json {
  operationId: string;
  parameters?: (Json & { in?: string; name?: string; schema?: object; $ref?: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
  security?: Json[];
}
interface Document extends Json {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
}

let service: SampleService;
let document: Document;
beforeAll(async () => {
  service = await createSampleService({ tokens: [{ token: 'secret', agent: null }] });
  const answer = await service.app.inject({
    url: '/openapi.json',
    headers: { authorization: 'Bearer secret' },
  });
  document = answer.json();
});
afterAll(() => service.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

test('it is OpenAPI 3.1, with every documented route', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info).toEqual({ title: 'Sample', version: '1.2.3', description: 'A service for tests' });
  expect(
    operations()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual([
    'delete /items/{item_id}',
    'get /bad-answer',
    'get /health',
    'get /items',
    'get /items/newest',
    'get /items/{item_id}',
    'get /metrics',
    'get /openapi.json',
    'post /items',
    'post /ping',
    'post /refresh',
  ]);
});

test('operationIds are there and unique, path parameters declared', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of operations()) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = (operation.parameters ?? [])
      .filter((each) => each.in === 'path')
      .map((each) => each.name);
    expect(declared).toEqual(named);
  }
});

test('every $ref leads somewhere, every schema compiles', () => {
  const refs: string[] = [];
  const schemas: object[] = Object.values(document.components.schemas ?? {});
  walk(document, (node) => {
    if (typeof node.$ref === 'string') refs.push(node.$ref);
    if (typeof node.schema === 'object' && node.schema !== null && !('$ref' in node.schema))
      schemas.push(node.schema);
  });
  expect(refs.length).toBeGreaterThan(10);
  for (const ref of refs) {
    const target = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);
    expect(target, ref).toBeTypeOf('object');
  }
  expect(schemas.length).toBeGreaterThan(10);
  const compile = createSchemaCompiler({ useDefaults: false });
  for (const schema of schemas) compile(schema);
});

test('the schemas are the ones used for validation', () => {
  const body = document.paths['/items']?.post?.requestBody?.content['application/json']?.schema;
  expect(body).toMatchObject({
    additionalProperties: false,
    required: ['name'],
    properties: { importance: { type: 'integer', minimum: 1, maximum: 5, default: 3 } },
  });
  expect(document.paths['/items']?.get?.parameters).toContainEqual(
    expect.objectContaining({ in: 'query', name: 'page_size', required: false }),
  );
});

test('every operation documents its problems', () => {
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  for (const { operation } of operations()) {
    expect(operation.responses.default?.content).toEqual(problem);
    expect(operation.responses['400']?.content).toEqual(problem);
  }
  const create = document.paths['/items']?.post;
  expect(Object.keys(create?.responses ?? {}).sort()).toEqual([
    '201',
    '400',
    '401',
    '403',
    '409',
    '413',
    '415',
    '422',
    'default',
  ]);
  expect(create?.responses['409']?.description).toContain('`conflict`');
  expect(create?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  expect(document.paths['/items/{item_id}']?.get?.responses['404']?.description).toContain(
    '`item_not_found`',
  );
});

test('a body that may be left out is not called required', () => {
  expect(document.paths['/refresh']?.post?.requestBody?.required).toBe(false);
  expect(document.paths['/items']?.post?.requestBody?.required).toBe(true);
});

test('custom formats become patterns', () => {
  const body = document.paths['/items']?.post?.requestBody?.content['application/json']?.schema;
  const time = (body?.properties as Record<string, Json> | undefined)?.occurred_at;
  expect(time).not.toHaveProperty('format');
  for (const [value, isTime] of [
    ['2024-02-29', true],
    ['2024-02-29T10:00', true],
    ['2023-02-29', false],
  ] as const)
    expect(new RegExp(String(time?.pattern)).test(value)).toBe(isTime);
});

test('custom formats are still validated and explained in words', async () => {
  const headers = { authorization: 'Bearer secret' };
  const payload = { name: 'a', occurred_at: 'x' };
  const answer = await service.app.inject({ method: 'POST', url: '/items', payload, headers });
  expect(answer.json().detail).toMatch(/^Expected an existing ISO 8601 date or date-time for occurred_at/);
});

test('headers are described by the rules that check them', () => {
  for (const name of ['AgentId', 'IdempotencyKey']) {
    const schema = document.components.parameters?.[name]?.schema as Json | undefined;
    const isAllowed = (value: string) => new RegExp(String(schema?.pattern)).test(value);
    expect(['a', 'a b', 'é', ' a', 'a\n'].filter(isAllowed)).toEqual(['a', 'a b']);
  }
});

test('nothing in it is inexact', () => {
  expect(documentFaults(document)).toEqual([]);
});

test('tokens are required except on public routes, and only if the service has any', async () => {
  expect(document.components.securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer' } });
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(document.paths['/health']?.get?.security).toEqual([]);
  expect(document.paths['/items']?.post?.security).toBeUndefined();
  const open = await createSampleService();
  const openDocument = (await open.app.inject('/openapi.json')).json();
  expect(openDocument.security).toBeUndefined();
  expect(openDocument.components.securitySchemes).toBeUndefined();
  await open.close();
});

test('the docs page brings all it needs', async () => {
  const headers = { authorization: 'Bearer secret' };
  const page = await service.app.inject({ url: '/docs', headers });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'self';/);
  expect(page.headers['x-request-id']).toMatch(/./);
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  expect(assets.length).toBeGreaterThan(3);
  for (const asset of assets) {
    expect(asset).not.toMatch(/^(https?:)?\/\//);
    const url = new URL(asset, 'http://localhost/docs').pathname;
    expect((await service.app.inject({ url, headers })).statusCode, url).toBe(200);
  }
  const initializer = await service.app.inject({ url: '/docs/static/swagger-initializer.js', headers });
  expect(initializer.body).toContain('"validatorUrl":null');
});

function walk(node: unknown, visit: (node: Json) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as Json);
  for (const child of Object.values(node)) walk(child, visit);
}
