import { AppError } from '../errors.js';

type JsonSchema = Record<string, unknown>;

const SUBSCHEMA_MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const SUBSCHEMA_LISTS = ['anyOf', 'allOf', 'oneOf', 'prefixItems'];
const SUBSCHEMAS = ['items', 'additionalProperties', 'contains', 'if', 'then', 'else'];

/**
 * Start-up check: every object a caller can send names its fields and refuses others, at every depth.
 * An open map (`Type.Record`, `Type.Unknown`) is allowed, being open on purpose.
 */
export function assertStrictSchema(schema: unknown, where: string): void {
  const open = findOpenObject(schema, '', false);
  if (open === null) return;
  throw new AppError(
    'internal',
    `Expected additionalProperties: false (use strictObject) in the schema of ${where}, missing at ${open || 'its root'}`,
  );
}

function findOpenObject(schema: unknown, path: string, closedAbove: boolean): string | null {
  if (!isObject(schema)) return null;
  const closed = schema.additionalProperties === false || schema.unevaluatedProperties === false;
  if ('properties' in schema && !closed && !closedAbove) return path;
  // Under `unevaluatedProperties: false` the members of an allOf are open.
  const closesMembers = schema.unevaluatedProperties === false || (closedAbove && !('properties' in schema));
  for (const key of SUBSCHEMA_LISTS) {
    for (const [index, sub] of asArray(schema[key]).entries()) {
      const found = findOpenObject(sub, `${path}/${key}/${index}`, key !== 'prefixItems' && closesMembers);
      if (found !== null) return found;
    }
  }
  for (const key of SUBSCHEMA_MAPS) {
    const map = schema[key];
    if (!isObject(map)) continue;
    for (const [name, sub] of Object.entries(map)) {
      const found = findOpenObject(sub, `${path}/${key}/${name}`, false);
      if (found !== null) return found;
    }
  }
  for (const key of SUBSCHEMAS) {
    const found = findOpenObject(schema[key], `${path}/${key}`, false);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
