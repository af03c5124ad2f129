import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServiceApp } from '@anima/service/http';

/**
 * Those of the requests to upgrade that are for one path, as a server tells of them. A server that listens to them is told of all: a
 * program that offers HTTP/2 on the way (`Upgrade: h2c`) is answered as if it had not.
 */
export function upgradesTo(app: ServiceApp, path: string): EventEmitter {
  const wanted = new EventEmitter();
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    const [asked] = (request.url ?? '').split('?', 1);
    if (isWebSocket && asked === path && request.method === 'GET')
      wanted.emit('upgrade', request, socket, head);
    else answerPlainly(app, request, socket);
  });
  return wanted;
}

function answerPlainly(app: ServiceApp, request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  // Its body is lost: Node reads no further than the head of a request to upgrade.
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Parameters<typeof response.assignSocket>[0]);
  response.once('finish', () => socket.end());
  app.routing(request, response);
}
