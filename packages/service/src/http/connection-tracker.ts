import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Tracks the connections of a server and their running requests. */
export interface Connections {
  count(): number;
  closeIdle(): void;
  /** Closes the oldest idle connection, and stops counting it. */
  closeOldestIdle(): void;
  /** How many requests on it have not been answered to the end. */
  unanswered(socket: Socket): number;
  /** Counts the socket as busy until it closes, such as a WebSocket. */
  hold(socket: Socket): void;
  /** How many there were when this one came. */
  ahead(request: IncomingMessage): number;
  /** Resolves when the requests that came earlier on the same connection have been answered to the end. */
  turnOf(request: IncomingMessage): Promise<void> | undefined;
}

/** Tracks connections; Node's `closeIdleConnections` skips connections that never sent a byte. */
export function trackConnections(server: Server): Connections {
  const running = new Map<Socket, number>();
  const ahead = new WeakMap<IncomingMessage, number>();
  const turns = new WeakMap<IncomingMessage, Promise<void>>();
  const latestResponse = new WeakMap<Socket, Promise<void>>();
  const change = (socket: Socket, by: number) => {
    const count = running.get(socket);
    if (count !== undefined) running.set(socket, count + by);
  };
  server.on('connection', (socket: Socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  // Runs before the handler of the request, which uses these values.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    ahead.set(request, running.get(socket) ?? 0);
    change(socket, 1);
    const turn = latestResponse.get(socket);
    if (turn !== undefined && ahead.get(request)! > 0) turns.set(request, turn);
    latestResponse.set(
      socket,
      new Promise((resolve) => {
        response.once('close', () => {
          change(socket, -1);
          resolve();
        });
      }),
    );
  });
  return {
    count: () => running.size,
    closeIdle: () => {
      for (const [socket, count] of running) if (count === 0) socket.destroy();
    },
    closeOldestIdle: () => {
      for (const [socket, count] of running) {
        if (count > 0) continue;
        running.delete(socket);
        socket.destroy();
        return;
      }
    },
    hold: (socket) => change(socket, 1),
    unanswered: (socket) => running.get(socket) ?? 0,
    ahead: (request) => ahead.get(request) ?? 0,
    turnOf: (request) => turns.get(request),
  };
}
