import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { assertSchema, createSchemaCompiler } from '../schema/validation.js';
import type { ServiceApp } from './service-app.js';

const compileResponse = createSchemaCompiler({ useDefaults: false, allErrors: true });

/**
 * Answers are written with JSON.stringify, not with fast-json-stringify: that one drops fields and picks the
 * wrong branch in unions (`"all" | string[]`, nullable objects), and silently. The response schemas are
 * there for the types of the handlers, the OpenAPI document, and this check.
 *
 * With `check` (tests, development) an answer that is not as documented becomes an internal error.
 */
export function serializeResponses(app: ServiceApp, { check }: { check: boolean }): void {
  if (!check) {
    app.setSerializerCompiler(() => (data) => JSON.stringify(data));
    return;
  }
  const compiler: FastifySerializerCompiler<object> = ({ schema, method, url, httpStatus }) => {
    let validate: ValidateFunction | undefined;
    return (data) => {
      if (validate === undefined) {
        assertSchema(schema);
        validate = compileResponse(schema);
      }
      const text = JSON.stringify(data);
      if (!validate(JSON.parse(text))) {
        const faults = validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
        throw new Error(`${method} ${url} ${httpStatus} is not as documented: ${faults.join(', ')}`);
      }
      return text;
    };
  };
  app.setSerializerCompiler(compiler);
  app.addHook('preSerialization', async (request, reply, payload) => {
    const documented = Object.keys((request.routeOptions.schema?.response ?? {}) as object).map((key) =>
      key.toLowerCase(),
    );
    const status = String(reply.statusCode);
    if (
      reply.statusCode < 400 &&
      !documented.some((key) => key === status || key === `${status[0]}xx` || key === 'default')
    ) {
      throw new Error(`${request.method} ${request.routeOptions.url} does not document its answer ${status}`);
    }
    return payload;
  });
}
