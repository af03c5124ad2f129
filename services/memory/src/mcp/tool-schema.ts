import { createValueCheck } from '@anima/service/schema';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Static, TSchema } from 'typebox';
import { brokenTexts } from '../text/broken-texts.js';

/** Checked but not listed: some clients reject unknown formats or patterns. */
const NOT_LISTED = new Set(['format', 'pattern', 'examples', 'minLength', 'maxLength']);
/** Generic description of an id, omitted because the name of the field has the same information. */
const PLAIN_ID = 'A UUID';

/**
 * Creates the arguments or the data of a tool for the SDK. One TypeBox schema, built from the parts of the routes,
 * gives the type, the check (with the same errors as the routes) and the schema in tools/list.
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
  // Some model APIs require the type of an enum.
  const isUntyped = 'enum' in node && !('type' in node);
  return { ...(isUntyped ? { type: 'string' } : {}), ...Object.fromEntries(entries) };
}

function mapValues(object: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

interface ArgumentSchema {
  type?: unknown;
  properties?: Readonly<Record<string, ArgumentSchema>>;
  required?: readonly string[];
  items?: ArgumentSchema;
}

/**
 * Reads the forms in which agents of several frameworks write arguments: `null` for an omitted field, and
 * numbers, booleans, objects and lists as text. A list of texts can also be separated by commas. All other
 * values stay unchanged for the check that follows.
 */
function readLenient(schema: ArgumentSchema, value: unknown): unknown {
  switch (schema.type) {
    case 'object':
      return readObject(schema, typeof value === 'string' ? parsed(value, isObject) : value);
    case 'array':
      return readList(schema, value);
    case 'integer':
    case 'number':
      return typeof value === 'string' && /^\s*-?\d{1,17}(?:\.\d{1,17})?\s*$/.test(value)
        ? Number(value)
        : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
}

function readObject({ properties = {}, required = [] }: ArgumentSchema, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      const schema = Object.hasOwn(properties, key) ? properties[key]! : null;
      if (schema === null) return [[key, field]];
      if (field === null && !required.includes(key)) return [];
      return [[key, readLenient(schema, field)]];
    }),
  );
}

function readList({ items = {} }: ArgumentSchema, value: unknown): unknown {
  const list = typeof value === 'string' ? parsed(value, Array.isArray) : value;
  if (Array.isArray(list)) return list.map((item) => readLenient(items, item));
  if (typeof list !== 'string' || items.type !== 'string') return value;
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Parses the JSON in a text. Returns the text if it is not JSON of this kind. */
function parsed(text: string, is: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return is(value) ? value : text;
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
