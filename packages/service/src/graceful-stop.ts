import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Which connections are at work. */
export interface Connections {
  closeIdle(): void;
  /** A request on it has not been answered to the end. */
  isWorking(socket: Socket): boolean;
}

/** Node's own `closeIdleConnections` overlooks those that never sent a byte. */
export function trackConnections(server: Server): Connections {
  const running = new Map<Socket, number>();
  const change = (socket: Socket, by: number) => {
    const count = running.get(socket);
    if (count !== undefined) running.set(socket, count + by);
  };
  server.on('connection', (socket: Socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    change(socket, 1);
    response.once('close', () => change(socket, -1));
  });
  return {
    closeIdle: () => {
      for (const [socket, count] of running) if (count === 0) socket.destroy();
    },
    isWorking: (socket) => (running.get(socket) ?? 0) > 0,
  };
}
