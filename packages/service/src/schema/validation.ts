import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { formats } from './formats.js';

// Ajv reports every broken field at once, which costs memory with every error. Beyond this many values in a
// request only the first broken one is reported: a hostile body cannot buy a million error objects.
const MAX_VALUES_FOR_ALL_ERRORS = 2_000;

/** Compiles the schema of schemas: once for all, and where nobody asks, never. */
let dialect: Ajv2020 | undefined;

/** Throws where a schema is none. Compilers take it for granted: tests start every service with all that it has to compile. */
export function assertSchema(schema: object): void {
  dialect ??= new Ajv2020();
  dialect.validateSchema(schema, true);
}

/**
 * JSON Schema 2020-12, the dialect of OpenAPI 3.1: the document and the validation cannot drift apart. What is compiled is
 * kept by the text of its schema, so that the next service of a process finds it.
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
 * The validators of all routes. A body is taken as it is, so `"5"` is not 5; a query string and path
 * parameters have no types of their own and are coerced, a single `tags=a` to an array where one is due. Each is
 * compiled when it is first asked: all of them were a fifth of what a service does until it listens.
 */
export const compileValidator: FastifySchemaCompiler<object> = (route) =>
  compilerOf(route).validator(route.schema);

/** As `compileValidator`, at once: what is no schema stops the start. For tests, which start all services. */
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
      // Coercion takes "1e999" for a number, and Ajv asks no bounds of Infinity: what was coerced has to hold as it is.
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

/** What a validator hands to the error handler, which writes the field errors from it. */
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
