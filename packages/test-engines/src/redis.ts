import { connect } from 'node:net';
import { type EngineCommand, type EngineServer, engineServer, startEngine } from './engine-server.js';
import { findProgram } from './find-program.js';
import { freePort } from './free-port.js';
import { nextNumber, onceInRun, ownFolder } from './run-folder.js';

const DATABASES = 4096;

/**
 * Returns the path of a Redis or Valkey server, from `ANIMA_TEST_REDIS` or PATH, or null if neither is
 * installed.
 */
export const findRedis = (): string | null =>
  findProgram('redis-server', process.env.ANIMA_TEST_REDIS) ?? findProgram('valkey-server', undefined);

/** Returns the URL of an empty database, which is selected by number, on the shared server. */
export async function startedRedis(): Promise<{ url: string }> {
  const url = await onceInRun('redis', async (folder, owner) => {
    const { url, engine } = await prepareRedis(folder);
    await startEngine(engine, owner);
    return url;
  });
  return { url: `${url}/${nextNumber('redis-room')}` };
}

/**
 * Starts a separate server for the caller. With `keeps` its data survive a restart; otherwise it is empty
 * after each start.
 */
export async function ownRedis({ keeps = true } = {}): Promise<EngineServer> {
  const { url, engine } = await prepareRedis(ownFolder('redis'), keeps);
  const server = engineServer(`${url}/0`, engine);
  await server.start();
  return server;
}

async function prepareRedis(folder: string, keeps = false): Promise<{ url: string; engine: EngineCommand }> {
  const command = findRedis();
  if (command === null) throw new Error('Expected a redis-server');
  const port = await freePort();
  const persistence = keeps ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
  const bound = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--databases',
    String(DATABASES),
    '--dir',
    folder,
  ];
  const args = [...bound, '--save', '', ...persistence];
  return { url: `redis://127.0.0.1:${port}`, engine: { folder, command, args, probe: () => ping(port) } };
}

function ping(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Expected +PONG, received nothing')));
    socket.once('data', (data) => {
      if (data.toString().startsWith('+PONG')) resolve();
      else reject(new Error(`Expected +PONG, received ${data.toString()}`));
      socket.destroy();
    });
  });
}
