import type { Expression } from '@anima/face/expressions';
import type { TimedWord } from '../speech/speech-engine.js';
import type { SpeechChunk } from './utterance-stream.js';

/** The client of a session. Messages are sent in order. */
export interface LiveClient {
  tell(message: LiveMessage): void;
  /** Motion first, then sound: of the same time. */
  send(stretch: SpeechChunk, frame: { number: number; generation: number }): void;
  /** Bytes that wait for it to read. */
  waiting(): number;
  /** Resolves when the last message was sent, or cannot be sent any more. */
  hasRead(): Promise<void>;
  /** Closes the socket after the sent messages. */
  close(why: 'too_slow' | 'too_many_sessions'): void;
}

/** Messages of a session besides its chunks. Times are seconds, characters are UTF-16 units. */
export type LiveMessage =
  | { type: 'session'; generation: number; manner: LiveSessionSettings }
  | { type: 'utterance.started'; utterance: string; number: number; generation: number }
  | { type: 'words'; utterance: string; words: readonly TimedWord[] }
  | {
      type: 'utterance.done';
      utterance: string;
      duration: number;
      samples: number;
      frames: number;
      characters: number;
      /** Notes about omitted parts of the text. */
      notes: string[];
    }
  | {
      type: 'interrupted';
      generation: number;
      utterance: string | null;
      heardText: string;
      heardCharEnd: number;
      at: number;
    }
  | { type: 'error'; error: unknown; utterance: string | null; fatal: boolean }
  | { type: 'pong' };

/** Current settings of a session. */
export interface LiveSessionSettings {
  /** The requested name, or the name of the default. */
  voice: string;
  face: LiveFace | null;
  sampleRate: number;
  fps: number;
  shapes: readonly string[];
  expression: Expression;
}

export interface LiveFace {
  name: string;
  format: 'glb' | 'vrm' | 'picture';
}
