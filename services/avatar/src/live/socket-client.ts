import { EventEmitter } from 'node:events';
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServiceApp } from '@anima/service/http';
import type { WebSocket } from '@fastify/websocket';
import { toPcm16 } from '../speech/pcm.js';
import type { LiveClient } from './live-client.js';
import type { SpeechChunk } from './utterance-stream.js';

/** Maximum bytes that may wait for a client that does not read, before its socket is closed. */
const MAX_BYTES = 4 * 1024 * 1024;
const closeCodes = { too_slow: 1008, too_many_sessions: 1013 } as const;

/** A client at the other end of a socket. */
export function createSocketClient(socket: WebSocket): LiveClient {
  let hasMotion = false;
  let lastSent = Promise.resolve();

  function send(data: string | Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BYTES) {
      socket.terminate();
      return;
    }
    lastSent = new Promise((resolve) => socket.send(data, () => resolve()));
  }

  return {
    tell(message) {
      if (message.type === 'session') hasMotion = message.motion.shapes.length > 0;
      send(JSON.stringify(message));
    },
    send(stretch, { number, generation }) {
      for (const frame of binaryFrames(stretch, { number, generation, hasMotion })) send(frame);
    },
    waiting: () => socket.bufferedAmount,
    hasRead: () => lastSent,
    close(why) {
      socket.close(closeCodes[why], why);
    },
  };
}

const SOUND = 1;
const MOTION = 2;
const HEADER_BYTES = 16;

/**
 * Encodes a chunk, motion first. Empty frames are skipped unless they are the last of their kind.
 * Little-endian.
 */
function binaryFrames(
  { motion, frames, firstFrame, samples, firstSample, isLast }: SpeechChunk,
  of: { number: number; generation: number; hasMotion: boolean },
): Buffer[] {
  const out: Buffer[] = [];
  if (of.hasMotion && (frames > 0 || isLast)) {
    const values = Buffer.from(motion.buffer, motion.byteOffset, motion.byteLength);
    out.push(Buffer.concat([header(MOTION, isLast, firstFrame, of), values]));
  }
  if (samples.length > 0 || isLast)
    out.push(Buffer.concat([header(SOUND, isLast, firstSample, of), toPcm16(samples)]));
  return out;
}

function header(
  kind: number,
  isLast: boolean,
  first: number,
  { number, generation }: { number: number; generation: number },
): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt8(kind, 0);
  bytes.writeUInt8(isLast ? 1 : 0, 1);
  bytes.writeUInt16LE(number, 2);
  bytes.writeUInt32LE(generation, 4);
  bytes.writeBigUInt64LE(BigInt(first), 8);
  return bytes;
}

/**
 * Emits the WebSocket upgrade requests for one path. All other upgrade requests, for example for HTTP/2
 * (`Upgrade: h2c`), get a normal response.
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
  // Node no longer manages the socket, so this code forwards backpressure and closes the socket after the
  // response.
  socket.on('drain', () => response.emit('drain'));
  socket.resume();
  response.once('finish', () => socket.destroySoon());
  app.routing(request, response);
}
