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
  /** Of HTTP; 0 where the refusal came inside of a stream. */
  readonly status: number;
  /** What the code means, in a few words. */
  readonly title: string;
  /** What was expected, for what, and what came. */
  readonly detail: string;
  /** The broken fields, where a schema was broken. */
  readonly errors: readonly FieldError[];
  /** By which the log of the service knows the call. */
  readonly requestId: string | null;
  /** Seconds after which it may be tried again, where the service says so. */
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

/** Nobody answers: the service is not running, the address is wrong, or the connection broke before the answer was whole. */
export class ServiceUnreachableError extends Error {
  readonly service: ServiceName;
  readonly code = 'service_unreachable';
  readonly url: string;
  /** Nothing listens at the address. False: a connection was lost, or it cannot be known, as in browsers. */
  readonly isDown: boolean;

  constructor(service: ServiceName, url: string, cause: unknown) {
    const isDown = isRefused(cause);
    const what = isDown
      ? `The ${service} service does not answer at ${url}`
      : `The ${service} service at ${url} did not answer, or the connection was lost`;
    super(`${what}; start it with: npm run start:${service}`, { cause });
    this.name = 'ServiceUnreachableError';
    this.service = service;
    this.url = url;
    this.isDown = isDown;
  }
}

/** Whether nothing was sent at all. Browsers tell nothing of it. */
export function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND';
}

/** The error of an answer that is none of 2xx; `body` is its JSON, or its text. */
export function errorOf(service: ServiceName, response: Response, body: unknown): AnimaError {
  const told = { requestId: response.headers.get('x-request-id'), retryAfter: retryAfterOf(response) };
  if (isProblem(body)) return new AnimaError(service, body, told);
  const type = response.headers.get('content-type') ?? 'no content type';
  const problem = {
    code: 'unexpected_answer',
    status: response.status,
    title: 'The answer is not one of this service',
    detail: `Expected an answer of the ${service} service from ${response.url}, received status ${response.status} (${type})`,
  };
  return new AnimaError(service, problem, told);
}

/** Seconds; null where none are named. A date is none that our services send. */
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
