import { Agent, request } from 'node:http';
import { followSignals } from '@anima/calls/signals';
import type { ConnectSettings } from '../connect-settings.js';
import type { Fields } from './hook-event.js';

export interface Answer {
  status: number;
  body: Fields;
}

/** A client of the memory service for hooks, with short time limits for connections. */
export interface MemoryService {
  get(path: string): Promise<Answer>;
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Whether the service is unreachable; null before the first call has ended. */
  isAway(): boolean | null;
  /** Closes all connections, so that the process can exit. */
  close(): void;
}

/** The memory service is running, but did not respond within the time limit. */
export class TooLateError extends Error {}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * @param limitMs Time limit of all calls together.
 * @param connectMs Time limit of a connection.
 */
export async function openMemoryService(
  { url, token }: ConnectSettings,
  tool: string,
  limitMs: number,
  connectMs = limitMs / 2,
): Promise<MemoryService> {
  const { protocol } = new URL(url);
  const https = protocol === 'https:' ? await import('node:https') : null;
  const agent = https === null ? new Agent({ keepAlive: true }) : new https.Agent({ keepAlive: true });
  const send = https?.request ?? request;
  const { signal, release } = followSignals([], limitMs);
  let isAway: boolean | null = null;

  function call(method: string, path: string, body: object | null, more: Record<string, string> = {}) {
    return new Promise<Answer>((resolve, reject) => {
      const text = body === null ? null : JSON.stringify(body);
      const headers = {
        'x-agent-id': token?.agent ?? tool,
        ...(token === null ? {} : { authorization: `Bearer ${token.token}` }),
        ...(text === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        ...more,
      };
      const sent = send(`${url}${path}`, { method, agent, headers, signal }, (response) => {
        isAway = false;
        const pieces: Buffer[] = [];
        let length = 0;
        response.on('data', (piece: Buffer) => {
          length += piece.length;
          if (length > MAX_ANSWER_BYTES) response.destroy(new Error('the response is too long'));
          pieces.push(piece);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: parse(Buffer.concat(pieces).toString('utf8')) }),
        );
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') isAway = true;
        reject(signal.aborted ? new TooLateError(`no response in ${limitMs} ms`) : error);
      });
      sent.on('socket', (socket) => {
        if (!socket.connecting) return;
        const late = setTimeout(
          () => sent.destroy(new TooLateError(`no connection in ${connectMs} ms`)),
          connectMs,
        );
        socket.once('connect', () => clearTimeout(late));
        socket.once('close', () => clearTimeout(late));
      });
      sent.end(text ?? undefined);
    });
  }

  return {
    get: (path) => call('GET', path, null),
    post: (path, body, headers) => call('POST', path, body, headers),
    isAway: () => isAway,
    close() {
      release();
      agent.destroy();
    },
  };
}

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}
