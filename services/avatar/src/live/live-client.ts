import type { ServerMessage } from './live-messages.js';
import type { SpeechChunk } from './utterance-stream.js';

/** The client of a session. Messages are sent in order. */
export interface LiveClient {
  tell(message: ServerMessage): void;
  /** Motion first, then sound: of the same time. */
  send(stretch: SpeechChunk, frame: { number: number; generation: number }): void;
  /** Bytes that wait for it to read. */
  waiting(): number;
  /** Resolves when the last message was sent, or cannot be sent any more. */
  hasRead(): Promise<void>;
  /** Closes the socket after the sent messages. */
  close(why: 'too_slow' | 'too_many_sessions'): void;
}
