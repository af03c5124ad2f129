import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { formats } from './formats.js';

// Ajv reports every broken field at once, which costs memory with every error. Beyond this many values in a
// request only the first broken one is reported: a hostile body cannot buy a million error objects.
const MAX_VALUES_FOR_ALL_ERRORS = 2_000;

/** Compiles the schema of schemas, once and only if it is needed. */
let dialect: Ajv2020 | undefined;

/** Throws if the object is no schema. Compilers skip this check; tests do it. */
export function assertSchema(schema: object): void {
  dialect ??= new Ajv2020();
  dialect.validateSchema(schema, true);
}

/**
 * Creates a compiler of JSON Schema 2020-12, the dialect of OpenAPI 3.1, so that document and validation use
 * the same schemas. Caches by the text of the schema, for other services in the same process.
 */
export function createSchemaCompiler(options: Options = {}): (schema: object) => ValidateFunction {
  const ajv = createAjv(options);
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    let validate = compiled.get(text);
    if (validate === undefined) {
      validate = ajv.compile(schema);
      compiled.set(text, validate);
    }
    return validate;
  };
}

function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    removeAdditional: false,
    useDefaults: true,
    coerceTypes: false,
    allErrors: false,
    // Errors carry the broken value and its schema, from which the message is written.
    verbose: true,
    // Unknown keywords and formats are refused: a misspelt rule would be no rule.
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // Only one of each pair of schemas with the same $id is compiled; routes share schemas freely.
    addUsedSchema: false,
    validateSchema: false,
    ...options,
  });
  for (const [name, format] of Object.entries(formats))
    ajv.addFormat(name, { type: 'string', validate: format.check });
  return ajv;
}

type ValidatedRoute = Parameters<FastifySchemaCompiler<object>>[0];

/**
 * Compiles the validators of all routes. Bodies are not coerced, so `"5"` is not 5; query strings and path
 * parameters are, and a single `tags=a` becomes an array if the schema has one. Each compiles at its first
 * request, which shortens the start of a service by a fifth.
 */
export const compileValidator: FastifySchemaCompiler<object> = (route) =>
  compilerOf(route).validator(route.schema);

/** As `compileValidator`, but immediately; for tests, in which an invalid schema fails. */
export const compileValidatorNow: FastifySchemaCompiler<object> = (route) => {
  assertSchema(route.schema);
  compilerOf(route).compileFirst(route.schema);
  return compileValidator(route);
};

const bodies = boundedCompiler({ coerceTypes: false });
const texts = boundedCompiler({ coerceTypes: 'array' });

function compilerOf({ httpPart }: ValidatedRoute) {
  return httpPart === 'body' ? bodies : texts;
}

function boundedCompiler(options: Options) {
  const compileFirst = createSchemaCompiler({ ...options, allErrors: false });
  const compileAll = createSchemaCompiler({ ...options, allErrors: true });
  const validator = (schema: object): ReturnType<FastifySchemaCompiler<object>> => {
    let check: ValidateFunction | undefined;
    let checkAll: ValidateFunction | undefined;
    return (data: unknown) => {
      check ??= compileFirst(schema);
      // Coercion accepts "1e999" as a number, and Ajv checks no range of Infinity: so the coerced value is
      // validated again.
      if (check(data) && (!options.coerceTypes || check(data))) return { value: data };
      let errors: ErrorObject[] = check.errors ?? [];
      if (countValues(data, MAX_VALUES_FOR_ALL_ERRORS) < MAX_VALUES_FOR_ALL_ERRORS) {
        checkAll ??= compileAll(schema);
        if (!checkAll(data)) errors = checkAll.errors ?? errors;
      }
      return { error: new SchemaViolation(errors) };
    };
  };
  return { compileFirst, validator };
}

/** Error of a validator, from which the error handler writes the field errors. */
export class SchemaViolation extends Error {
  readonly violations: ErrorObject[];

  constructor(violations: ErrorObject[]) {
    super('The request breaks its schema');
    this.violations = violations;
  }
}

/** Counts the values in a JSON tree, stopping at `limit`. Iterative: depth is the caller's choice. */
function countValues(root: unknown, limit: number): number {
  const open: unknown[] = [root];
  let count = 0;
  while (open.length > 0 && count < limit) {
    const value = open.pop();
    count++;
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Object.values(value)) {
      open.push(child);
      if (open.length > limit) return limit;
    }
  }
  return count;
}
