import { connect } from 'node:net';
import { type EngineCommand, type EngineServer, engineServer, startEngine } from './engine-server.js';
import { findProgram } from './find-program.js';
import { freePort } from './free-port.js';
import { nextNumber, onceInRun, ownFolder } from './run-folder.js';

const DATABASES = 4096;

/** Path of a Redis or Valkey server: `ANIMA_TEST_REDIS`, or on PATH; else null. */
export const findRedis = (): string | null =>
  findProgram('redis-server', process.env.ANIMA_TEST_REDIS) ?? findProgram('valkey-server', undefined);

/** An empty database, by its number, on the server of this run. */
export async function startedRedis(): Promise<{ url: string }> {
  const url = await onceInRun('redis', async (folder, owner) => {
    const { url, engine } = await prepareRedis(folder);
    await startEngine(engine, owner);
    return url;
  });
  return { url: `${url}/${nextNumber('redis-room')}` };
}

/** A server of one's own, started. With `keeps` it has what it had after a start, else it is empty then. */
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
  const kept = keeps ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
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
  const args = [...bound, '--save', '', ...kept];
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
