import type { WebSocket } from '@fastify/websocket';
import { binaryFrames } from '../domain/live/binary-frame.js';
import type { LiveClient, LiveMessage } from '../domain/live/live-client.js';
import { faceModelUrl } from './catalog-record.js';
import type { ServerMessage } from './live-messages.js';
import { internalProblem, problemRecord, wordRecord } from './live-records.js';

/** What a client that asks and never reads may have waiting before its socket is cut. */
const MAX_BYTES = 4 * 1024 * 1024;
const closeCodes = { too_slow: 1008, too_many_sessions: 1013 } as const;

/** A client at the other end of a socket. `sessionId` names its session. */
export function createSocketClient(socket: WebSocket, sessionId: string): LiveClient {
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
      if (message.type === 'session') hasMotion = message.manner.shapes.length > 0;
      send(JSON.stringify(recordOf(message, sessionId)));
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

function recordOf(message: LiveMessage, sessionId: string): ServerMessage {
  switch (message.type) {
    case 'session': {
      const { voice, face, sampleRate, fps, shapes, expression } = message.manner;
      return {
        ...{ type: 'session', session_id: sessionId, voice },
        face: face === null ? null : { ...face, model_url: faceModelUrl(face.name) },
        audio: { sample_rate: sampleRate as 24_000, format: 'pcm16' },
        motion: { fps: fps as 30, shapes: [...shapes] },
        expression,
        generation: message.generation,
      };
    }
    case 'words':
      return { ...message, words: message.words.map(wordRecord) };
    case 'interrupted': {
      const { generation, utterance, heardText, heardCharEnd, at } = message;
      return {
        ...{ type: 'interrupted', generation, at },
        ...(utterance === null ? {} : { utterance }),
        ...{ heard_text: heardText, heard_char_end: heardCharEnd },
      };
    }
    case 'error': {
      const { error, utterance, fatal } = message;
      const problem = problemRecord(error) ?? internalProblem;
      return { type: 'error', ...problem, ...(utterance === null ? {} : { utterance }), fatal };
    }
    default:
      return message;
  }
}
