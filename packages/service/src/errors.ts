/** One broken field: `path` as a caller would write it (`filters.tags[0]`, empty for the whole body). */
export interface FieldError {
  path: string;
  message: string;
}

export interface AppErrorOptions {
  cause?: unknown;
  errors?: FieldError[];
  /** Response headers that belong to this refusal, e.g. `allow` or `retry-after`. */
  headers?: Record<string, string>;
}

const APP_ERROR = Symbol.for('anima.AppError');
const isInstance = Function.prototype[Symbol.hasInstance];

/**
 * The error that a service throws on purpose. `code` is stable, snake_case and listed in the service's
 * `ErrorTable`; `message` becomes the `detail` of the response, so it never contains content or secrets.
 */
export class AppError extends Error {
  /** Recognises errors of other copies of this module: a bundled service has one copy, `@anima/scale-out` another. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: subclasses inherit this method, and have only their own instances
    return Object(value)[APP_ERROR] === true && (this === AppError || isInstance.call(this, value));
  }

  readonly code: string;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: string, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers;
  }

  get [APP_ERROR](): true {
    return true;
  }
}

/** HTTP status and title of each error code of a service. */
export type ErrorTable = Record<string, { status: number; title: string }>;

export const commonErrors = {
  bad_request: { status: 400, title: 'The HTTP request is malformed' },
  validation_failed: { status: 400, title: 'A field of the request breaks its rule' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  unauthorized: { status: 401, title: 'A valid access token is required' },
  forbidden: { status: 403, title: 'This caller may not do that' },
  // Not 421 (Misdirected Request): browsers answer a 421 by trying again on another connection.
  host_not_allowed: { status: 403, title: 'The Host header does not name this service' },
  origin_not_allowed: { status: 403, title: 'Requests from this web page are not accepted' },
  not_found: { status: 404, title: 'There is nothing at this path' },
  method_not_allowed: { status: 405, title: 'This path does not support the method' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'The request conflicts with stored data' },
  idempotency_in_progress: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'The content type of the body is not accepted' },
  expectation_failed: { status: 417, title: 'The Expect header asks for something unsupported' },
  unprocessable: { status: 422, title: 'The request was understood but cannot be carried out' },
  path_not_allowed: { status: 422, title: 'The path is outside of the allowed folders' },
  path_not_found: { status: 422, title: 'There is nothing at this path' },
  // 422 as in the IETF draft (draft-ietf-httpapi-idempotency-key-header, section 2.7).
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used for another request' },
  too_many_requests: { status: 429, title: 'Too many requests at the same time' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'The service failed unexpectedly' },
  unavailable: { status: 503, title: 'The service cannot answer at the moment' },
  storage_unavailable: { status: 503, title: 'A storage of the service cannot be reached' },
  // 507 rather than 503: trying again does not help until someone frees space.
  storage_full: { status: 507, title: 'There is no space left to store this' },
} as const satisfies ErrorTable;

export type CommonErrorCode = keyof typeof commonErrors;
