import type { Expression, TimedExpression } from '@anima/face/expressions';
import type { SpeechPart } from '../speech/speech-engine.js';

export const liveShapes = ['arkit', 'visemes', 'none'] as const;
export type LiveShapes = (typeof liveShapes)[number];
export type OpenLiveMotion = (shapes: LiveShapes, fps: number) => LiveMotion;

/**
 * Motion of a face for text that is still being written. It continues from one utterance to the next. Frame i
 * of an utterance is at second i / fps of its audio.
 */
export interface LiveMotion {
  readonly fps: number;
  /** Names of the values of a frame, in order; empty without motion. */
  readonly shapes: readonly string[];
  /** Sets the default expression from the next frame on. */
  express(expression: Expression): void;
  /** Starts another utterance: frames are counted from 0, and the face returns to its default expression. */
  begin(): void;
  /** Adds audio after all earlier audio of this utterance. */
  addSpeech(sound: KnownSpeech): void;
  /** Frame after frame, from the first not yet given up to before `end`. `isLast`: no more is said in this utterance. */
  upTo(end: number, isLast: boolean): Float32Array;
  /**
   * Interrupts the speech at the frame that is shown now: `behind` frames before the last delivered one, of
   * any utterance. At least the last ten seconds are available.
   */
  interrupt(behind: number): void;
}

/** Times in seconds of this sound, whose silence belongs to it. */
export interface KnownSpeech extends Pick<SpeechPart, 'phonemes' | 'visemes'> {
  readonly duration: number;
  readonly words: readonly { start: number; end: number; question: boolean }[];
  readonly expressions?: readonly TimedExpression[];
}
