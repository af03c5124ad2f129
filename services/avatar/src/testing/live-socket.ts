import { once } from 'node:events';
import { WebSocket } from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: messages are looked into by tests, which are where their shape is asserted
type Message = any;

export interface BinaryFrame {
  kind: 'sound' | 'motion';
  isLast: boolean;
  number: number;
  generation: number;
  first: number;
  values: Int16Array | Float32Array;
}

/** Received messages and frames, in order. */
export type Received = { message: Message; frame?: never } | { frame: BinaryFrame; message?: never };

export interface LiveSocket {
  socket: WebSocket;
  received: Received[];
  messages(type: string): Message[];
  frames(kind: BinaryFrame['kind']): BinaryFrame[];
  send(message: object | string | Buffer): void;
  /** Resolves with the first message of the type after the messages that `until` has returned before. */
  until(type: string): Promise<Message>;
  closed: Promise<{ code: number; reason: string }>;
  close(): Promise<void>;
}

/** A client of a live session. Rejects with the status where the server refuses it. */
export async function openLive(
  url: string,
  { headers = {}, query = '', protocols = ['anima.live.1'] as string[] } = {},
): Promise<LiveSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live${query}`, protocols, { headers });
  const received: Received[] = [];
  const given = new Map<string, number>();
  let wake = () => {};
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: String(reason) });
      wake();
    });
  });
  socket.on('message', (data: Buffer, isBinary) => {
    received.push(isBinary ? { frame: frameOf(data) } : { message: JSON.parse(String(data)) });
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
    socket.once('unexpected-response', (_, response) => {
      response.resume();
      reject(new Error(`refused with ${response.statusCode}`));
    });
  });
  socket.on('error', () => {});
  const messages = (type: string) =>
    received.flatMap(({ message }) => (message?.type === type ? [message] : []));

  return {
    socket,
    received,
    messages,
    frames: (kind) => received.flatMap(({ frame }) => (frame?.kind === kind ? [frame] : [])),
    send: (message) =>
      socket.send(
        typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
      ),
    async until(type) {
      const index = given.get(type) ?? 0;
      given.set(type, index + 1);
      for (;;) {
        const found = messages(type)[index];
        if (found !== undefined) return found;
        if (socket.readyState === WebSocket.CLOSED) throw new Error(`Expected ${type} before the end`);
        await new Promise<void>((resolve) => {
          const before = wake;
          wake = () => {
            before();
            resolve();
          };
        });
      }
    },
    closed,
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return;
      socket.close();
      await once(socket, 'close');
    },
  };
}

function frameOf(data: Buffer): BinaryFrame {
  const kind = data.readUInt8(0) === 1 ? 'sound' : 'motion';
  // Values begin at a multiple of their size.
  const values = Uint8Array.from(data.subarray(16)).buffer;
  return {
    kind,
    isLast: data.readUInt8(1) === 1,
    number: data.readUInt16LE(2),
    generation: data.readUInt32LE(4),
    first: Number(data.readBigUInt64LE(8)),
    values: kind === 'sound' ? new Int16Array(values) : new Float32Array(values),
  };
}
