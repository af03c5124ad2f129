import { connect } from 'node:net';

/** The result of one check. */
export interface Finding {
  about: string;
  /** `remark`: the part works with limits. */
  state: 'well' | 'remark' | 'wrong';
  what: string;
  /** The fix; null if none is needed. */
  mend: string | null;
}

export const well = (about: string, what: string): Finding => ({ about, state: 'well', what, mend: null });
export const remark = (about: string, what: string, mend: string): Finding => ({
  about,
  state: 'remark',
  what,
  mend,
});
export const wrong = (about: string, what: string, mend: string): Finding => ({
  about,
  state: 'wrong',
  what,
  mend,
});

/** An external engine that a setting replaces a built-in part with. */
interface Engine {
  variable: string;
  about: string;
  /** Protocols of its address, with their default ports. */
  protocols: Readonly<Record<string, number>>;
}

/** One row per setting with an address. */
export const engines: readonly Engine[] = [
  { variable: 'MEMORY_DATABASE_URL', about: 'PostgreSQL (memory)', protocols: postgres() },
  { variable: 'MEMORY_CACHE_URL', about: 'Redis (memory)', protocols: { 'redis:': 6379, 'rediss:': 6379 } },
  { variable: 'MEMORY_BUS_URL', about: 'NATS (memory)', protocols: { 'nats:': 4222, 'tls:': 4222 } },
  { variable: 'MEMORY_EMBEDDINGS_URL', about: 'embeddings (memory)', protocols: http() },
  { variable: 'AVATAR_DATABASE_URL', about: 'PostgreSQL (avatar)', protocols: postgres() },
  { variable: 'AVATAR_MEDIA_URL', about: 'S3 (avatar)', protocols: { 's3:': 443, ...http() } },
];

function postgres() {
  return { 'postgres:': 5432, 'postgresql:': 5432 };
}

function http() {
  return { 'http:': 80, 'https:': 443 };
}

const CONNECT_TIMEOUT_MS = 3_000;

/** Checks whether the configured engines accept connections. Findings never contain passwords. */
export async function engineFindings(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const named = engines.filter(({ variable }) => env[variable]?.trim());
  return Promise.all(named.map((engine) => findingOf(engine, env[engine.variable]!.trim())));
}

async function findingOf({ variable, about, protocols }: Engine, address: string): Promise<Finding> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const defaultPort = url === null ? undefined : protocols[url.protocol];
  if (url === null || defaultPort === undefined || url.hostname === '')
    return wrong(
      about,
      `${variable} is no valid address`,
      `Set it to an address that begins with ${Object.keys(protocols)
        .map((protocol) => `${protocol}//`)
        .join(' or ')}`,
    );
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? defaultPort : Number(url.port);
  const problem = await reached(host, port);
  return problem === null
    ? well(about, `listens at ${url.hostname}:${port}`)
    : wrong(
        about,
        `cannot be reached at ${url.hostname}:${port} (${problem})`,
        `Start it, or change ${variable}. Without it, parts of the service are unavailable (503)`,
      );
}

/** Resolves with null if the port accepts connections, else with the problem. */
function reached(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const end = (problem: string | null) => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end(`no connection in ${CONNECT_TIMEOUT_MS / 1_000} s`));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
