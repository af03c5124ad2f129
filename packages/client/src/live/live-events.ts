import type { LiveError } from './live-error.js';
import type { LiveExpressionName } from './live-options.js';

/** The current settings of a session. */
export interface LiveSessionRecord {
  id: string;
  voice: string;
  /** `modelUrl` is absolute; null if the service does not offer the file. */
  face: { name: string; modelUrl: string | null; format: LiveFaceFormat } | null;
  /** Hz of the sound. */
  sampleRate: number;
  /** Names in the order of the values of a frame; empty without motion. */
  motion: { fps: number; shapes: readonly string[] };
  /** Shown while no tag in a text sets another expression. */
  expression: { name: LiveExpressionName; strength: number };
  generation: number;
}
export type LiveFaceFormat = 'glb' | 'vrm' | 'picture';

export interface LiveWord {
  /** The spoken form. */
  word: string;
  /** Seconds of the sound of the utterance. */
  start: number;
  end: number;
  /** UTF-16 units of all the text of the utterance. */
  charStart: number;
  charEnd: number;
}

/** Samples of an utterance, mono. */
export interface LiveSound {
  utterance: string;
  number: number;
  generation: number;
  firstSample: number;
  samples: Int16Array;
  /** Nothing follows. */
  last: boolean;
}

/** Consecutive frames of an utterance, `motion.shapes.length` values each. */
export interface LiveMotion {
  utterance: string;
  number: number;
  generation: number;
  firstFrame: number;
  values: Float32Array;
  last: boolean;
}

export interface LiveInterrupted {
  generation: number;
  /** The interrupted utterance; null if none was played. */
  utterance: string | null;
  /** Its text up to the last word that was played completely. */
  heardText: string;
  heardCharEnd: number;
  /** Seconds of its sound. */
  at: number;
}

/** All of an utterance has been sent. */
export interface LiveDone {
  utterance: string;
  /** Seconds. */
  duration: number;
  samples: number;
  frames: number;
  characters: number;
}

export interface LiveClosed {
  /** Code of the WebSocket. */
  code: number;
  /** Why, in one word: a code of `LiveError`; `closed` where this side has closed it. */
  reason: string;
  /** Why, in a sentence. */
  detail: string;
}

export interface LiveEvents {
  session: LiveSessionRecord;
  /** `number` stands for the utterance in sound and motion. */
  started: { utterance: string; number: number; generation: number };
  /** No later than their sound. */
  words: { utterance: string; words: readonly LiveWord[] };
  sound: LiveSound;
  motion: LiveMotion;
  done: LiveDone;
  interrupted: LiveInterrupted;
  error: LiveError;
  /** Once, last. */
  closed: LiveClosed;
}

export type LiveEvent = {
  [Type in keyof LiveEvents]: { type: Type; detail: LiveEvents[Type] };
}[keyof LiveEvents];
