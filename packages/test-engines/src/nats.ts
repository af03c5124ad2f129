import { connect } from 'node:net';
import { type EngineCommand, type EngineServer, engineServer, startEngine } from './engine-server.js';
import { findProgram } from './find-program.js';
import { freePort } from './free-port.js';
import { onceInRun, ownFolder } from './run-folder.js';

/** Path of a NATS server: `ANIMA_TEST_NATS`, or on PATH; else null. */
export const findNats = (): string | null => findProgram('nats-server', process.env.ANIMA_TEST_NATS);

/** The server of this run, with JetStream; who asks names his streams so that nobody else does. */
export async function startedNats(): Promise<{ url: string }> {
  const url = await onceInRun('nats', async (folder, owner) => {
    const { url, engine } = await prepareNats(folder);
    await startEngine(engine, owner);
    return url;
  });
  return { url };
}

/** A server of one's own, started. */
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

/** It says INFO to whoever comes. */
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
