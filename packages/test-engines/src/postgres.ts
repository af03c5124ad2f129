import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type EngineCommand, type EngineServer, engineServer, startEngine } from './engine-server.js';
import { findProgram } from './find-program.js';
import { freePort } from './free-port.js';
import { nextNumber, onceInRun, ownFolder } from './run-folder.js';

/** User id of `nobody`, used if the tests run as root, because PostgreSQL rejects root. */
const UNPRIVILEGED_UID = 65534;
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
  shared_buffers: '64MB',
  // A killed server loses no data without fsync; only a power failure could, which tests do not simulate.
  fsync: 'off',
  full_page_writes: 'off',
};

/**
 * Returns the program folder of a PostgreSQL with pgvector, or null if it is not installed. Looks in
 * `ANIMA_TEST_POSTGRES`, in the folder of `postgres` on PATH, and in the folders of Debian.
 */
export function findPostgres(): string | null {
  const { ANIMA_TEST_POSTGRES: given } = process.env;
  const onPath = findProgram('postgres', given && join(given, 'postgres'));
  const places = [onPath && dirname(realpathSync(onPath)), ...foldersOfDebian()];
  return places.find((folder) => folder !== null && hasVectors(folder)) ?? null;
}

/** Creates an empty database on the shared server. */
export async function startedPostgres(): Promise<{ url: string }> {
  const server = await onceInRun('postgres', async (folder, owner) => {
    const { url, engine } = await preparePostgres(folder);
    await startEngine(engine, owner);
    return url;
  });
  const name = `room_${nextNumber('postgres-room')}`;
  await runSql(`${server}/postgres`, `CREATE DATABASE ${name}`);
  return { url: `${server}/${name}` };
}

/** Starts a separate server with an empty database for the caller. */
export async function ownPostgres(settings: Record<string, string> = {}): Promise<EngineServer> {
  const { url, engine } = await preparePostgres(ownFolder('postgres'), settings);
  const server = engineServer(`${url}/postgres`, engine);
  await server.start();
  return server;
}

async function preparePostgres(
  folder: string,
  settings: Record<string, string> = {},
): Promise<{ url: string; engine: EngineCommand }> {
  const programs = findPostgres();
  if (programs === null) throw new Error('Expected a PostgreSQL with pgvector');
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? UNPRIVILEGED_UID : undefined;
  const data = join(folder, 'data');
  mkdirSync(data);
  if (uid !== undefined) {
    for (const each of [folder, data]) chownSync(each, uid, uid);
    chmodSync(dirname(folder), 0o755);
  }
  const initdb = [
    '-D',
    data,
    '-U',
    'anima',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
  execFileSync(join(programs, 'initdb'), initdb, { cwd: folder, uid, gid: uid, stdio: 'pipe' });
  const port = await freePort();
  const url = `postgresql://anima@127.0.0.1:${port}`;
  const set = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
  const args = ['-D', data, ...set.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const probe = async () => void (await runSql(`${url}/postgres`, 'SELECT 1'));
  return {
    url,
    engine: {
      folder,
      command: join(programs, 'postgres'),
      args,
      probe,
      ...(uid === undefined ? {} : { uid }),
    },
  };
}

/** Runs a statement with the psql of the server folder and returns its rows as text. Rejects if it fails. */
export async function runSql(url: string, statement: string): Promise<string> {
  const programs = findPostgres();
  if (programs === null) throw new Error('Expected a PostgreSQL with pgvector');
  const args = [
    '--no-psqlrc',
    '--tuples-only',
    '--no-align',
    '--set=ON_ERROR_STOP=1',
    '--command',
    statement,
    url,
  ];
  const env = { ...process.env, PGCONNECT_TIMEOUT: '20' };
  const { stdout } = await promisify(execFile)(join(programs, 'psql'), args, { env });
  return stdout.trim();
}

function foldersOfDebian(): string[] {
  const root = '/usr/lib/postgresql';
  return existsSync(root) ? readdirSync(root).map((version) => join(root, version, 'bin')) : [];
}

function hasVectors(programs: string): boolean {
  const config = join(programs, 'pg_config');
  if (!existsSync(config) || !['initdb', 'psql'].every((name) => existsSync(join(programs, name))))
    return false;
  const shared = execFileSync(config, ['--sharedir'], { encoding: 'utf8' }).trim();
  return existsSync(join(shared, 'extension', 'vector.control'));
}
