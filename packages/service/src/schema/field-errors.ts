import type { ErrorObject } from 'ajv/dist/2020.js';
import type { FieldError } from '../errors.js';
import { describeSchema, isNode, oneOf, type SchemaNode } from './describe-schema.js';

const MAX_ERRORS = 20;
const MAX_ECHO_LENGTH = 40;
// Fields that contain content or secrets, or may by mistake: errors never repeat their values.
const PRIVATE_FIELDS = new Set([
  'content',
  'passphrase',
  'text',
  'query',
  'password',
  'secret',
  'token',
  'response',
  'webhook_secret',
]);

/** Converts errors of Ajv: the field, the rule, and the received value if not private. */
export function fieldErrors(violations: ErrorObject[], part: string): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const violation of withoutUnionNoise(violations)) {
    const error = fieldError(violation, part);
    errors.set(`${error.path}\n${error.message}`, error);
  }
  return [...errors.values()].slice(0, MAX_ERRORS);
}

function fieldError(violation: ErrorObject, part: string): FieldError {
  const at = fieldPath(violation.instancePath);
  const { params, parentSchema } = violation;
  switch (violation.keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty).slice(0, MAX_ECHO_LENGTH);
      return {
        path: join(at, name),
        message: `Unknown ${fieldNoun(part)} ${join(at, name)}; ${knownFields(parentSchema)}`,
      };
    }
    case 'required':
    case 'dependentRequired': {
      const name = String(params.missingProperty);
      const properties = isNode(parentSchema?.properties) ? parentSchema.properties : {};
      return expected(properties[name], join(at, name), 'nothing', part);
    }
    case 'propertyNames':
      return {
        path: at,
        message: `Expected other field names for ${at || part}: one of them is not allowed`,
      };
    case 'uniqueItems':
      return expected(parentSchema, at, `the same as items ${params.j} and ${params.i}`, part);
    case 'if':
      return { path: at, message: `Expected fields that go together for ${at || part}` };
    default:
      return expected(parentSchema, at, describeReceived(violation, at), part);
  }
}

function expected(schema: unknown, path: string, received: string, part: string): FieldError {
  return {
    path,
    message: `Expected ${describeSchema(schema)} for ${path || `the ${part}`}, received ${received}`,
  };
}

function describeReceived(violation: ErrorObject, path: string): string {
  const value: unknown = violation.data;
  const mayEcho = !path.split(/[.[]/).some((segment) => PRIVATE_FIELDS.has(segment));
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length} item${value.length === 1 ? '' : 's'}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') {
    const closedSet = violation.keyword === 'enum' || violation.keyword === 'const';
    // Quotes `"5"` if a number is expected, to show that a string was received.
    const numeric = isNumberSchema(violation.parentSchema) && value !== '' && Number.isFinite(Number(value));
    if (mayEcho && value.length <= MAX_ECHO_LENGTH && (closedSet || numeric)) return JSON.stringify(value);
    return value === ''
      ? 'an empty string'
      : `a string of ${value.length} character${value.length === 1 ? '' : 's'}`;
  }
  return mayEcho ? String(value) : `a ${typeof value}`;
}

/**
 * A failed union reports the errors of every branch and then its own. Returns the errors of the intended
 * branch if the type of the value identifies it; else only "expected a or b".
 */
function withoutUnionNoise(violations: ErrorObject[]): ErrorObject[] {
  const union = violations.findLast((each) => each.keyword === 'anyOf' || each.keyword === 'oneOf');
  if (union === undefined) return violations;
  const inBranch = (each: ErrorObject) =>
    each !== union &&
    each.schemaPath.startsWith(`${union.schemaPath}/`) &&
    each.instancePath.startsWith(union.instancePath);
  const outside = violations.filter((each) => each !== union && !inBranch(each));
  const branches = new Map<string, ErrorObject[]>();
  for (const each of violations.filter(inBranch)) {
    const index = each.schemaPath.slice(union.schemaPath.length + 1).split('/')[0]!;
    branches.set(index, [...(branches.get(index) ?? []), each]);
  }
  const meant = [...branches.values()]
    .map(withoutUnionNoise)
    .filter((errors) => !errors.some((each) => rejectsWhole(each, union)));
  const relevant = meant.length === 1 ? meant[0]! : [union];
  return [...withoutUnionNoise(outside), ...relevant];
}

function rejectsWhole(violation: ErrorObject, union: ErrorObject): boolean {
  if (violation.instancePath === union.instancePath)
    return ['type', 'enum', 'const'].includes(violation.keyword);
  // A tagged object: the branch whose tag does not match was not meant.
  const depth = violation.instancePath.slice(union.instancePath.length).split('/').length - 1;
  return depth === 1 && violation.keyword === 'const';
}

/** `/filters/tags/0` as `filters.tags[0]`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, MAX_ECHO_LENGTH))
    .reduce((path, segment) => (/^\d+$/.test(segment) ? `${path}[${segment}]` : join(path, segment)), '');
}

function isNumberSchema(schema: SchemaNode | undefined): boolean {
  return schema?.type === 'integer' || schema?.type === 'number';
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function fieldNoun(part: string): string {
  return part === 'querystring' ? 'query parameter' : 'field';
}

function knownFields(schema: SchemaNode | undefined): string {
  const names = isNode(schema?.properties) ? Object.keys(schema.properties) : [];
  return names.length === 0 ? 'none is expected here' : `expected ${oneOf(names)}`;
}
