import { connect } from 'node:net';
import { type EngineCommand, type EngineServer, engineServer, startEngine } from './engine-server.js';
import { findProgram } from './find-program.js';
import { freePort } from './free-port.js';
import { onceInRun, ownFolder } from './run-folder.js';

/** Returns the path of a NATS server, from `ANIMA_TEST_NATS` or PATH, or null if it is not installed. */
export const findNats = (): string | null => findProgram('nats-server', process.env.ANIMA_TEST_NATS);

/**
 * Returns the URL of the shared server with JetStream, which the first caller starts. Callers use unique
 * names for their streams.
 */
export async function startedNats(): Promise<{ url: string }> {
  const url = await onceInRun('nats', async (folder, owner) => {
    const { url, engine } = await prepareNats(folder);
    await startEngine(engine, owner);
    return url;
  });
  return { url };
}

/** Starts a separate server for the caller. */
export async function ownNats(): Promise<EngineServer> {
  const { url, engine } = await prepareNats(ownFolder('nats'));
  const server = engineServer(url, engine);
  await server.start();
  return server;
}

async function prepareNats(folder: string): Promise<{ url: string; engine: EngineCommand }> {
  const command = findNats();
  if (command === null) throw new Error('Expected a nats-server');
  const port = await freePort();
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder];
  return { url: `nats://127.0.0.1:${port}`, engine: { folder, command, args, probe: () => greets(port) } };
}

/** Resolves when the server sends its INFO message to a new connection. */
function greets(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Expected INFO, received nothing')));
    socket.once('data', () => {
      resolve();
      socket.destroy();
    });
  });
}
