import { createValueCheck } from '@anima/service/schema';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Static, TSchema } from 'typebox';
import { brokenTexts } from '../domain/text/broken-texts.js';
import { readLenient } from './lenient-arguments.js';

/** Only checked: some clients refuse a format or pattern they do not know, and a model needs none of these. */
const NOT_LISTED = new Set(['format', 'pattern', 'examples', 'minLength', 'maxLength']);
/** What the schema of an id says of it, where nothing else does: its field's name says as much. */
const PLAIN_ID = 'A UUID';

/**
 * The arguments of a tool as the SDK takes them. One TypeBox schema, with the parts the routes use, gives the
 * type, the check (in the words of the routes' own errors) and what tools/list shows.
 */
export function toolArguments<S extends TSchema>(schema: S): StandardSchemaWithJSON<Static<S>> {
  const check = createValueCheck(schema, 'arguments');
  const listed = listedSchema(schema) as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'anima',
      jsonSchema: { input: () => listed, output: () => listed },
      validate: (given) => {
        const value = readLenient(schema, given);
        const issues = [...check(value), ...brokenTexts(value)].map(({ message }) => ({ message }));
        return issues.length > 0 ? { issues } : { value: value as Static<S> };
      },
    },
  };
}

function listedSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(listedSchema);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).flatMap(([key, value]) => {
    if (key === 'properties') return [[key, mapValues(value as object, listedSchema)]];
    if (NOT_LISTED.has(key) || value === PLAIN_ID) return [];
    return [[key, listedSchema(value)]];
  });
  // Some model APIs want the type of an enum said.
  const isUntyped = 'enum' in node && !('type' in node);
  return { ...(isUntyped ? { type: 'string' } : {}), ...Object.fromEntries(entries) };
}

function mapValues(object: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
