import type { Expression } from '@anima/face/expressions';
import type { TimedWord } from '../../ports/speech-engine.js';
import type { SpeechChunk } from './speech-flow.js';

/** Whoever listens to a session, and how it is told. What is told goes out in order. */
export interface LiveClient {
  tell(message: LiveMessage): void;
  /** Motion first, then sound: of the same time. */
  send(stretch: SpeechChunk, frame: { number: number; generation: number }): void;
  /** Bytes that wait for it to read. */
  waiting(): number;
  /** Resolves when what was sent last has gone out, or will not any more. */
  hasRead(): Promise<void>;
  /** Ends the socket behind what was sent. */
  close(why: 'too_slow' | 'too_many_sessions'): void;
}

/** What a session tells, beside its stretches. Times in seconds, characters in UTF-16 units. */
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
      /** What of the text was left out. */
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

/** What a session is now. */
export interface LiveSessionSettings {
  /** As it was asked for, or the default's name. */
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
