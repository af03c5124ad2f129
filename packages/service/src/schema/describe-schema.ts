import { formats } from './formats.js';

export type SchemaNode = Record<string, unknown>;

/** A schema in words, for "Expected ... for page_size": "an integer from 1 to 200". */
export function describeSchema(schema: unknown): string {
  if (!isNode(schema)) return 'a valid value';
  if ('const' in schema) return quote(schema.const);
  if (Array.isArray(schema.enum)) return oneOf(schema.enum.map(quote));
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) return oneOf([...new Set(branches.map(describeSchema))]);
  if (Array.isArray(schema.type))
    return oneOf(schema.type.map((type) => describeSchema({ ...schema, type })));
  switch (schema.type) {
    case 'integer':
      return `an integer${describeRange(schema)}`;
    case 'number':
      return `a number${describeRange(schema)}`;
    case 'string':
      return describeString(schema);
    case 'array':
      return describeArray(schema);
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'object':
      return describeObject(schema);
    default:
      return 'a valid value';
  }
}

/** `"a", "b" or "c"`, cut short when there are many. */
export function oneOf(words: string[]): string {
  const shown = words.slice(0, 30);
  if (shown.length < words.length)
    return `one of ${shown.join(', ')} and ${words.length - shown.length} more`;
  if (shown.length === 1) return shown[0]!;
  return `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeRange(schema: SchemaNode): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const steps = multipleOf === undefined ? '' : ` that is a multiple of ${multipleOf}`;
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}${steps}`;
  const bounds: string[] = [];
  if (minimum !== undefined) bounds.push(`of at least ${minimum}`);
  if (exclusiveMinimum !== undefined) bounds.push(`greater than ${exclusiveMinimum}`);
  if (maximum !== undefined) bounds.push(`of at most ${maximum}`);
  if (exclusiveMaximum !== undefined) bounds.push(`less than ${exclusiveMaximum}`);
  return (bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`) + steps;
}

function describeString(schema: SchemaNode): string {
  const noun = formats[String(schema.format)]?.noun;
  if (noun !== undefined) return noun;
  const length = describeCount(schema.minLength, schema.maxLength, 'character');
  const pattern = schema.pattern === undefined ? '' : ` matching ${schema.pattern}`;
  return `a string${length}${pattern}`;
}

function describeArray(schema: SchemaNode): string {
  const unique = schema.uniqueItems === true ? ' without repeats' : '';
  return `an array${describeCount(schema.minItems, schema.maxItems, 'item')}${unique}`;
}

/** A branch of a tagged union is known by its tag: `an object with kind "circle"`. */
function describeObject(schema: SchemaNode): string {
  const properties = isNode(schema.properties) ? Object.entries(schema.properties) : [];
  const tag = properties.find(([, property]) => isNode(property) && 'const' in property);
  return tag === undefined ? 'an object' : `an object with ${tag[0]} ${describeSchema(tag[1])}`;
}

function describeCount(least: unknown, most: unknown, noun: string): string {
  const plural = (count: unknown) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  if (least !== undefined && most !== undefined) return ` of ${least} to ${plural(most)}`;
  if (least !== undefined) return ` of at least ${plural(least)}`;
  if (most !== undefined) return ` of at most ${plural(most)}`;
  return '';
}

function quote(value: unknown): string {
  return JSON.stringify(value);
}
