import createClient, { type Client } from 'openapi-fetch';
import { AnimaError, errorOf, type ServiceName, ServiceUnreachableError } from './anima-error.js';
import { sendWithRetry } from './send-patiently.js';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.js';

/** Where a service is, and as whom it is called. */
export interface ConnectionOptions {
  /** Its address; the default is that of a service started on this machine without settings. */
  url?: string | undefined;
  /** A bearer token, where the service asks for one; a function is asked before each request, so that what runs out can be renewed; null for none. */
  token?: string | (() => string | null | Promise<string | null>) | undefined;
  /** The agent that calls: `X-Agent-Id`. */
  agentId?: string | undefined;
  /** In place of the global one. */
  fetch?: (request: Request) => Promise<Response>;
  /** Ends everything that is under way. */
  signal?: AbortSignal;
  /** How often a call that may be repeated is sent again; 3 by default, 0 for never. */
  retries?: number;
}

/** What every call takes beside its own. */
export interface CallOptions {
  /** Ends this call: it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** In place of the one that is made for each call that takes one. */
  idempotencyKey?: string;
  /** In place of the connection's. */
  agentId?: string;
}

export interface Connection<Paths extends object> {
  service: ServiceName;
  url: string;
  /** Every path of the service, typed by its document; answers are `{data, error, response}` as of openapi-fetch. */
  api: Client<Paths>;
  /** The answer of a call of `api`; of one that was refused, an `AnimaError`. */
  answer<Data>(call: Promise<ApiResult<Data>>): Promise<Data>;
  /** The same for what is not JSON: its body has not been read. */
  response(call: Promise<ApiResult<unknown>>): Promise<Response>;
  /** The same for a stream of events; leaving the loop closes it. */
  events(call: Promise<ApiResult<unknown>>): AsyncGenerator<ServerSentEvent, void, void>;
  /** What `token` says now. */
  token(): Promise<string | null>;
}

export interface ApiResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** What is known of the calls of a service: `METHOD path` each, as in its document. */
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
    // The services send nobody elsewhere; texts and names would go there with the request.
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
    response: async (call) => (await answered(call)).response,
    async *events(call) {
      const { response } = await answered(call);
      try {
        yield* readServerSentEvents(response.body!);
      } catch (error) {
        // What `fetch` tells of a body that broke off.
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

/** What `fetch` reads that is no JSON. */
function noJson(service: ServiceName, url: string): AnimaError {
  return new AnimaError(service, {
    code: 'unexpected_answer',
    status: 200,
    title: 'The answer is not one of this service',
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
