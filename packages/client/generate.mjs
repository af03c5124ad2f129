// Writes src/memory-api.ts and src/avatar-api.ts from the OpenAPI documents of the built services, which it starts, and the OpenAPI
// and AsyncAPI documents themselves into docs/api:
//   node packages/client/generate.mjs            after a change of either service
//   node packages/client/generate.mjs --check    checks whether they are up to date (exit code 1: they are not)
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startBuilt } from '@anima/service/testing';
import openapiTS, { astToString } from 'openapi-typescript';

const onlyCheck = process.argv.includes('--check');
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const TOKEN = 'of-this-run';

const services = ['memory', 'avatar'];
const outdated = [];
for (const [service, documents] of await Promise.all(services.map(documentsOf))) {
  write(`src/${service}-api.ts`, await sourceOf(service, documents['openapi.json']));
  for (const [name, document] of Object.entries(documents))
    write(`../../docs/api/${service}.${name}`, `${JSON.stringify(document, null, 1)}\n`);
}
if (outdated.length > 0) {
  console.error(
    'Expected files as the services describe themselves; run node packages/client/generate.mjs for',
  );
  for (const path of outdated) console.error(`  ${path}`);
  process.exit(1);
}

function write(relative, text) {
  const path = fileURLToPath(new URL(relative, import.meta.url));
  if (!onlyCheck) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) outdated.push(path);
}

/** Returns the documents of the built service by name. With a token, they also describe requests without one. */
async function documentsOf(service) {
  const tokens = { MEMORY_API_TOKEN: TOKEN, AVATAR_SERVICE_TOKEN: TOKEN, MEMORY_AGENT_ISOLATION: 'off' };
  const built = await startBuilt(service, tokens);
  try {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const documents = {};
    for (const name of service === 'avatar' ? ['openapi.json', 'asyncapi.json'] : ['openapi.json']) {
      const response = await fetch(`${built.url}/${name}`, { headers });
      if (!response.ok) throw new Error(`GET /${name} of the ${service} service returned ${response.status}`);
      documents[name] = await response.json();
    }
    return [service, documents];
  } finally {
    await built.close();
  }
}

async function sourceOf(service, document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({ method, path, operation: item[method] })),
  );
  const codes = operations.flatMap(({ operation }) => errorCodes(operation));
  const keyed = operations.filter(({ operation }) => takesIdempotencyKey(operation));
  const types = astToString(await openapiTS(withoutRepetition(document), { emptyObjectsUnknown: true }));
  const name = `${service[0].toUpperCase()}${service.slice(1)}`;
  return [
    `// Made by generate.mjs from the OpenAPI document of the ${service} service: not to be edited.`,
    '',
    types.trimEnd(),
    '',
    '/** Every code that an answer of this service may carry. */',
    `export type ${name}ErrorCode =`,
    `${[...new Set(codes)]
      .sort()
      .map((code) => `    | "${code}"`)
      .join('\n')};`,
    '',
    '/** Calls that take an `Idempotency-Key`: method and path, as in `paths`. */',
    `export const ${service}KeyedCalls: readonly string[] = [`,
    ...keyed.map(({ method, path }) => `    "${method.toUpperCase()} ${path}",`),
    '];',
    '',
  ].join('\n');
}

/** The documents list the error codes of each status in its description, one per line: `code`: meaning. */
function errorCodes(operation) {
  return Object.entries(operation.responses)
    .filter(([status]) => !/^[123]/.test(status))
    .flatMap(([, { description }]) => [...description.matchAll(/^`([a-z_]+)`:/gm)].map(([, code]) => code));
}

function takesIdempotencyKey({ parameters = [] }) {
  return parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
}

/** Every refusal has the same shape, which `default` has too; the headers are the client's own. */
function withoutRepetition(document) {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      for (const status of Object.keys(operation.responses)) {
        if (/^[45]/.test(status)) delete operation.responses[status];
      }
      if (operation.responses.default !== undefined) operation.responses.default.description = 'A refusal';
      operation.parameters = operation.parameters?.filter(({ $ref }) => $ref === undefined);
    }
  }
  delete copy.components.parameters;
  return copy;
}
