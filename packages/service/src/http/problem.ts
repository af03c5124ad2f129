import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, commonErrors, type ErrorTable, type FieldError } from '../errors.js';
import { fieldErrors } from '../schema/field-errors.js';
import type { Problem } from '../schema/schema.js';
import { SchemaViolation } from '../schema/validation.js';
import { damageOf } from '../storage/sqlite/damage.js';
import { isStorageFull } from '../storage/storage-full.js';
import { ANSWER_HEADERS } from './security-headers.js';

export const PROBLEM_TYPE = 'application/problem+json';

/** An error ready to be sent. `unexpected` ones are logged with their stack; the answer never shows it. */
interface ProblemResponse {
  problem: Problem;
  headers: Record<string, string>;
  unexpected: boolean;
}

/** Fastify's errors, with the codes and explanations for the caller. */
const FASTIFY_ERRORS: Record<string, { code: keyof typeof commonErrors; detail: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    detail: 'The body is larger than this service accepts',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Expected a body of content type application/json',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad_request',
    detail: 'The length of the body differs from its Content-Length',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'validation_failed', detail: 'Expected a JSON body, received none' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'malformed_json', detail: 'The body is not valid JSON' },
  FST_ERR_BAD_URL: { code: 'bad_request', detail: 'The path is not a valid percent-encoded address' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'uri_too_long', detail: 'A part of the path is too long' },
  FST_ERR_HANDLER_TIMEOUT: { code: 'unavailable', detail: 'The request took too long' },
};

export function toProblem(error: unknown, table: ErrorTable, requestId: string): ProblemResponse {
  const known = asAppError(error);
  const entry = known === null ? undefined : table[known.code];
  if (known === null || entry === undefined) {
    // A code without an entry in the table is a bug, and is not shown to callers.
    const detail = 'Something went wrong inside the service; its log has the details under this request id';
    const internal = problem('internal', commonErrors.internal, detail, requestId);
    return { problem: internal, headers: {}, unexpected: true };
  }
  const headers: Record<string, string> = { ...known.headers };
  if (entry.status === 401) headers['www-authenticate'] ??= 'Bearer';
  return {
    problem: problem(known.code, entry, known.message, requestId, known.errors),
    headers,
    unexpected: entry.status === 500,
  };
}

function problem(
  code: string,
  entry: { status: number; title: string },
  detail: string,
  requestId: string,
  errors?: FieldError[],
): Problem {
  return {
    type: problemType(code),
    title: entry.title,
    status: entry.status,
    detail,
    code,
    request_id: requestId,
    ...(errors === undefined ? {} : { errors }),
  };
}

/** The URN is a name, not an address; the documentation of the service lists the codes. */
export function problemType(code: string): string {
  return `urn:anima:error:${code}`;
}

function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return null;
  if (error instanceof SchemaViolation) return schemaError(error);
  const code = 'code' in error ? String(error.code) : '';
  const fastify = FASTIFY_ERRORS[code];
  if (fastify !== undefined) return new AppError(fastify.code, fastify.detail, { cause: error });
  if (isStorageFull(error)) {
    return new AppError('storage_full', 'There is no space left on the disk of the service', {
      cause: error,
    });
  }
  const damage = damageOf(error);
  if (damage !== null)
    return new AppError(
      'unavailable',
      `The database of the service is damaged (${damage}): put back a copy of it, or restore from an archive`,
      { cause: error },
    );
  // The client disconnected while it sent the body: this is not an error of the service.
  if (code === 'ECONNRESET')
    return new AppError('bad_request', 'The connection was closed before the body ended');
  return null;
}

function schemaError(violation: SchemaViolation): AppError {
  const part = 'validationContext' in violation ? String(violation.validationContext) : 'body';
  const errors = fieldErrors(violation.violations, part);
  const [first, ...rest] = errors;
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more)`;
  return new AppError('validation_failed', `${first?.message ?? `The ${part} is not valid`}${more}`, {
    errors,
  });
}

/** Returns a complete response for a socket without a request (see raw-errors.ts). */
export function rawProblemResponse(error: AppError, requestId: string): string {
  const { problem } = toProblem(error, commonErrors, requestId);
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `content-type: ${PROBLEM_TYPE}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(ANSWER_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

export function sendProblem(
  error: unknown,
  table: ErrorTable,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { problem, headers, unexpected } = toProblem(error, table, request.id);
  const hasCause = error instanceof Error && error.cause !== undefined;
  if (unexpected || (problem.status > 500 && hasCause)) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  }
  const extension = request.routeOptions.config?.problemExtension?.(problem);
  const body = JSON.stringify({ ...problem, ...extension });
  return reply.code(problem.status).headers(headers).type(PROBLEM_TYPE).send(body);
}
