import type { Expression, TimedExpression } from '@anima/face/expressions';
import type { SpeechPart } from '../speech/speech-engine.js';

export const liveShapes = ['arkit', 'visemes', 'none'] as const;
export type LiveShapes = (typeof liveShapes)[number];
export type OpenLiveMotion = (shapes: LiveShapes, fps: number) => LiveMotion;

/**
 * How a face moves while it says what is still being written. It goes on from one utterance to the next. Frame i of an utterance is at
 * second i / fps of its sound.
 */
export interface LiveMotion {
  readonly fps: number;
  /** What the values of a frame are, in their order; none where there is no motion. */
  readonly shapes: readonly string[];
  /** What the face shows where the text of an utterance says nothing else; from the next frame on. */
  express(expression: Expression): void;
  /** Another utterance: frames are counted from 0. The face goes back to what it shows where no text says otherwise. */
  begin(): void;
  /** Sound behind all that was heard of this utterance. */
  hear(sound: HeardSpeech): void;
  /** Frame after frame, from the first not yet given up to before `end`. `isLast`: no more is said in this utterance. */
  upTo(end: number, isLast: boolean): Float32Array;
  /**
   * Falls silent, from the frame that a face shows now: the one that so many were given behind, of whichever utterance. Those of the last
   * ten seconds at least are known.
   */
  interrupt(behind: number): void;
}

/** Times in seconds of this sound, whose silence belongs to it. */
export interface HeardSpeech extends Pick<SpeechPart, 'phonemes' | 'visemes'> {
  readonly duration: number;
  readonly words: readonly { start: number; end: number; question: boolean }[];
  readonly expressions?: readonly TimedExpression[];
}
