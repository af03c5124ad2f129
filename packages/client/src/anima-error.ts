import type { AvatarErrorCode } from './avatar-api.js';
import type { MemoryErrorCode } from './memory-api.js';

export type ServiceName = 'memory' | 'avatar';

/** Codes of the documents, `unexpected_answer` where something else than the service has answered, and those of newer services. */
export type ErrorCode = MemoryErrorCode | AvatarErrorCode | 'unexpected_answer' | (string & {});

/** One broken field: `path` as a caller would write it (`filters.tags[0]`). */
export interface FieldError {
  path: string;
  message: string;
}

/** A service has refused a call; its `message` is the `detail` of the problem (RFC 9457). A refused call has written nothing. */
export class AnimaError extends Error {
  readonly service: ServiceName;
  /** Stable, snake_case. */
  readonly code: ErrorCode;
  /** HTTP status; 0 if the error arrived inside a stream. */
  readonly status: number;
  /** Short meaning of the code. */
  readonly title: string;
  /** The expected value, the field, and the received value. */
  readonly detail: string;
  /** The invalid fields, if the request does not match its schema. */
  readonly errors: readonly FieldError[];
  /** Id of the request in the log of the service. */
  readonly requestId: string | null;
  /** Seconds after which the service accepts a retry; null if it names none. */
  readonly retryAfter: number | null;

  constructor(
    service: ServiceName,
    problem: { code: string; status: number; title: string; detail: string; errors?: readonly FieldError[] },
    { requestId = null, retryAfter = null }: { requestId?: string | null; retryAfter?: number | null } = {},
  ) {
    super(problem.detail);
    this.name = 'AnimaError';
    this.service = service;
    this.code = problem.code;
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The service is not running, the address is wrong, or the connection was lost. */
export class ServiceUnreachableError extends Error {
  readonly service: ServiceName;
  readonly code = 'service_unreachable';
  readonly url: string;
  /** True if no process listens at the address; false if that is not known, as in browsers. */
  readonly isDown: boolean;

  constructor(service: ServiceName, url: string, cause: unknown) {
    const isDown = isRefused(cause);
    const what = isDown
      ? `The ${service} service is not running at ${url}`
      : `The ${service} service at ${url} did not respond, or the connection was lost`;
    super(`${what}; start it with: npm run start:${service}`, { cause });
    this.name = 'ServiceUnreachableError';
    this.service = service;
    this.url = url;
    this.isDown = isDown;
  }
}

/** Whether no request was sent at all; browsers do not report it. */
export function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND';
}

/** Returns the error of an unsuccessful response; `body` is its JSON, or its text. */
export function errorOf(service: ServiceName, response: Response, body: unknown): AnimaError {
  const context = { requestId: response.headers.get('x-request-id'), retryAfter: retryAfterOf(response) };
  if (isProblem(body)) return new AnimaError(service, body, context);
  const type = response.headers.get('content-type') ?? 'no content type';
  const problem = {
    code: 'unexpected_answer',
    status: response.status,
    title: 'Unexpected response',
    detail: `Expected a response of the ${service} service from ${response.url}, received status ${response.status} (${type})`,
  };
  return new AnimaError(service, problem, context);
}

/** Returns the seconds of `retry-after`, or null. Skips dates, which the services never send. */
export function retryAfterOf(response: Response): number | null {
  const given = response.headers.get('retry-after');
  return given !== null && /^\d{1,9}$/.test(given) ? Number(given) : null;
}

interface Problem {
  code: string;
  status: number;
  title: string;
  detail: string;
  errors?: FieldError[];
}

function isProblem(body: unknown): body is Problem {
  const { code, status, title, detail } = Object(body) as Partial<Problem>;
  return [code, title, detail].every((text) => typeof text === 'string') && typeof status === 'number';
}
