import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface SilentPeer {
  /** "http://127.0.0.1:PORT" */
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a server that accepts connections without responding; with `head` it sends only the head of a
 * response and the start of its body.
 */
export async function startSilentPeer(head = ''): Promise<SilentPeer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (head !== '') socket.once('data', () => socket.write(head));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP server');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Collects garbage until `call` settles, as a busy process does: what only a weak reference holds is lost by then. */
export async function collectingGarbage<Result>(call: Promise<Result>): Promise<Result> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let isOver = false;
  const collected = (async () => {
    while (!isOver) {
      collect();
      await delay(5);
    }
  })();
  try {
    return await call;
  } finally {
    isOver = true;
    await collected;
  }
}
