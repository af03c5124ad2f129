import { connect } from 'node:net';
import { type Finding, well, wrong } from './finding.js';

/** What a service uses in place of what is built in, where a setting names it. */
interface Engine {
  variable: string;
  about: string;
  /** Of its address, with the port where it says none. */
  protocols: Readonly<Record<string, number>>;
}

/** A row for each setting with an address. */
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

const REACHED_MS = 3_000;

/** Whether each that a setting names can be reached from here; what it holds a running service says. No address is shown with its password. */
export async function engineFindings(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const named = engines.filter(({ variable }) => env[variable]?.trim());
  return Promise.all(named.map((engine) => findingOf(engine, env[engine.variable]!.trim())));
}

async function findingOf({ variable, about, protocols }: Engine, address: string): Promise<Finding> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const usualPort = url === null ? undefined : protocols[url.protocol];
  if (url === null || usualPort === undefined || url.hostname === '')
    return wrong(
      about,
      `${variable} is no address of it`,
      `Expected one that begins with ${Object.keys(protocols)
        .map((protocol) => `${protocol}//`)
        .join(' or ')}`,
    );
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? usualPort : Number(url.port);
  const problem = await reached(host, port);
  return problem === null
    ? well(about, `listens at ${url.hostname}:${port}`)
    : wrong(
        about,
        `cannot be reached at ${url.hostname}:${port} (${problem})`,
        `Start it, or change ${variable}; without it the service does without what it is for, or answers 503`,
      );
}

/** Null where it listens. */
function reached(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: REACHED_MS });
    const end = (problem: string | null) => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end(`no answer in ${REACHED_MS / 1_000} s`));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
