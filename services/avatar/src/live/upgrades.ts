import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServiceApp } from '@anima/service/http';

/**
 * Those of the requests to upgrade that are for one path, as a server tells of them. A server that listens to them is told of all: a
 * program that offers HTTP/2 on the way (`Upgrade: h2c`) is answered as if it had not.
 */
export function upgradesTo(app: ServiceApp, path: string): EventEmitter {
  const wanted = new EventEmitter();
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    const [asked] = (request.url ?? '').split('?', 1);
    if (isWebSocket && asked === path && request.method === 'GET')
      wanted.emit('upgrade', request, socket, head);
    else answerPlainly(app, request, socket);
  });
  return wanted;
}

function answerPlainly(app: ServiceApp, request: IncomingMessage, socket: Socket): void {
  socket.on('error', () => socket.destroy());
  // Its body is lost: Node reads no further than the head of a request to upgrade.
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    socket.write('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    socket.destroySoon();
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  // Node has let go of the socket: nobody else tells the answer that there is room, or that its reader has gone, or closes behind it.
  socket.on('drain', () => response.emit('drain'));
  socket.resume();
  response.once('finish', () => socket.destroySoon());
  app.routing(request, response);
}
