import createClient, { type Client } from 'openapi-fetch';
import { AnimaError, errorOf, type ServiceName, ServiceUnreachableError } from './anima-error.js';
import type { AnswerOf, BodyOf, OperationAt, QueryOf } from './operation.js';
import { sendWithRetry } from './send-with-retry.js';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.js';

/** Address and credentials of a service. */
export interface ConnectionOptions {
  /** Its address; the default is that of a service started on this machine without settings. */
  url?: string | undefined;
  /**
   * A bearer token, if the service requires one; null for none. A function is called before each request, so
   * that an expired token can be renewed.
   */
  token?: string | (() => string | null | Promise<string | null>) | undefined;
  /** The agent that calls: `X-Agent-Id`. */
  agentId?: string | undefined;
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** Ends everything that is under way. */
  signal?: AbortSignal;
  /** How often a call that may be repeated is sent again; 3 by default, 0 for never. */
  retries?: number;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends this call: it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Replaces the random key of a call that takes one. */
  idempotencyKey?: string;
  /** Replaces the agent id of the connection. */
  agentId?: string;
}

export interface Connection<Paths extends object> {
  service: ServiceName;
  url: string;
  /** Every path of the service, typed by its document; answers are `{data, error, response}` as of openapi-fetch. */
  api: Client<Paths>;
  /** Resolves to the body of a call of `api`, or rejects with an `AnimaError`. */
  answer<Data>(call: Promise<ApiResult<Data>>): Promise<Data>;
  /** Calls an operation by method and path; resolves to its response body. */
  call: TypedCall<Paths>;
  /** As `answer`, for responses other than JSON, whose bodies are unread. */
  response(call: Promise<ApiResult<unknown>>): Promise<Response>;
  /** The same for a stream of events; leaving the loop closes it. */
  events(call: Promise<ApiResult<unknown>>): AsyncGenerator<ServerSentEvent, void, void>;
  /** Returns the current token. */
  token(): Promise<string | null>;
}

/** `init.path` holds the parameters in the path. */
export type TypedCall<Paths> = <Method extends 'GET' | 'POST' | 'PATCH' | 'DELETE', Path extends keyof Paths>(
  method: Method,
  path: Path,
  init: {
    path?: Record<string, string>;
    query?: QueryOf<OperationAt<Paths, Path, Method>> | undefined;
    body?: BodyOf<OperationAt<Paths, Path, Method>>;
  },
  options?: CallOptions,
) => Promise<AnswerOf<OperationAt<Paths, Path, Method>>>;

export interface ApiResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Properties of the operations of a service, each as `METHOD path` of its document. */
export interface CallTable {
  /** They take an `Idempotency-Key`. */
  keyed: readonly string[];
  /** They are no GET and yet do the same once and twice. */
  repeatable: readonly string[];
}

const SAFE = new Set(['GET', 'HEAD']);
const RETRIES = 3;

export function connect<Paths extends object>(
  service: ServiceName,
  defaultUrl: string,
  { keyed, repeatable }: CallTable,
  options: ConnectionOptions,
): Connection<Paths> {
  const url = addressOf(options.url ?? defaultUrl);
  const send = options.fetch ?? ((request) => globalThis.fetch(request));
  const retries = options.retries ?? RETRIES;
  const [takesKey, isHarmless] = [new Set(keyed), new Set(repeatable)];
  const repeatables = new WeakSet<Request>();
  const token = async () => {
    const { token } = options;
    return checked((typeof token === 'function' ? await token() : token) ?? null);
  };

  const api = createClient<Paths>({
    baseUrl: url,
    // The services never redirect; a redirect would send texts and names elsewhere.
    redirect: 'error',
    fetch: (request) =>
      sendWithRetry(request, {
        ...{ service, url, fetch: send, retries },
        ...{ isRepeatable: repeatables.has(request), signal: options.signal },
      }),
  });
  api.use({
    async onRequest({ request, schemaPath }) {
      const credential = await token();
      const { headers, method } = request;
      if (credential !== null) headers.set('authorization', `Bearer ${credential}`);
      if (options.agentId !== undefined && !headers.has('x-agent-id'))
        headers.set('x-agent-id', options.agentId);
      const call = `${method} ${schemaPath}`;
      if (takesKey.has(call) && !headers.has('idempotency-key'))
        headers.set('idempotency-key', crypto.randomUUID());
      if (SAFE.has(method) || takesKey.has(call) || isHarmless.has(call)) repeatables.add(request);
      return request;
    },
  });

  async function answered<Data>(call: Promise<ApiResult<Data>>): Promise<ApiResult<Data>> {
    try {
      const answer = await call;
      if (answer.response.ok) return answer;
      throw errorOf(service, answer.response, answer.error);
    } catch (error) {
      throw error instanceof SyntaxError ? noJson(service, url) : error;
    }
  }
  return {
    ...{ service, url, api, token },
    answer: async (call) => (await answered(call)).data as never,
    call: async (method, path, { path: inPath, query = {}, body }, options) => {
      const init = { params: { path: inPath, query }, body, ...withOptions(options) };
      const request = api.request as (...call: unknown[]) => Promise<ApiResult<unknown>>;
      return (await answered(request(method.toLowerCase(), path, init))).data as never;
    },
    response: async (call) => (await answered(call)).response,
    async *events(call) {
      const { response } = await answered(call);
      try {
        yield* readServerSentEvents(response.body!);
      } catch (error) {
        // `fetch` throws a TypeError if a body breaks off.
        throw error instanceof TypeError ? new ServiceUnreachableError(service, url, error) : error;
      }
    },
  };
}

/** Headers of a call, and its signal, as `api` takes them. */
export function withOptions({ signal, idempotencyKey, agentId }: CallOptions = {}): {
  headers: Record<string, string>;
  signal?: AbortSignal;
} {
  return {
    headers: {
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(agentId === undefined ? {} : { 'x-agent-id': agentId }),
    },
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Returns the error for a successful response whose body is not JSON. */
function noJson(service: ServiceName, url: string): AnimaError {
  return new AnimaError(service, {
    code: 'unexpected_answer',
    status: 200,
    title: 'Unexpected response',
    detail: `Expected JSON from the ${service} service at ${url}, received something else`,
  });
}

function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`Expected an address like http://127.0.0.1:9090 for url, received "${given}"`);
  return given.endsWith('/') ? given.slice(0, -1) : given;
}

/** What `Headers` would refuse it shows, and a token is not to be shown. */
function checked(token: string | null): string | null {
  if (token === null || /^[!-~]+$/.test(token)) return token;
  throw new TypeError('Expected a token of printable ASCII characters without blanks, received another one');
}
