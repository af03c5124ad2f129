import type { TimedExpression } from '@anima/face/expressions';
import type { ByRef } from '../media/media-ref.js';
import type { SpokenPhoneme } from '../speech/speech-engine.js';
import type { Cue } from '../speech/subtitles.js';
import type { ClipOptions, ClipSubject } from './clip-payload.js';

/**
 * Renders talking faces in worker processes: a crash of native code affects one clip. The same order gives
 * the same frames. Memory does not grow with the length of a clip. An abort ends the call within two seconds
 * and leaves no file.
 */
export interface ClipRenderer {
  /** All engines, including those whose networks are not installed. */
  readonly engines: readonly FaceEngine[];
  /** Returns the engines that can render now because their networks are installed. */
  usable(): Promise<readonly FaceEngine[]>;
  /** Loads the engine, and the face if given, and renders one frame. */
  load(engine: string, face: ClipSubject | null): Promise<void>;
  isLoaded(engine: string, face: ClipSubject | null): boolean;
  /**
   * Renders a clip to `outputPath`. Rejects with `model_not_found` if a network of the engine was removed.
   */
  render(order: RenderOrder, context: RenderContext): Promise<RenderedClip>;
}

export interface RenderOrder<By = ByRef> {
  engine: string;
  subject: ClipSubject<By>;
  sound: By;
  /** Null if only the audio is known. */
  timeline: SpokenTimeline | null;
  options: ClipOptions<By>;
  /** Burnt into the picture. */
  captions: readonly Cue[];
  outputPath: string;
}

/** Times of the speech in seconds from the start of the audio. */
export interface SpokenTimeline {
  duration: number;
  phonemes: readonly SpokenPhoneme[];
  /** `question`: a question ends with it. */
  words: readonly { start: number; end: number; question: boolean }[];
  /** Expressions, each from a word on. */
  expressions?: readonly TimedExpression[];
}

export interface RenderedClip {
  /** Seconds. */
  duration: number;
  fps: number;
  frames: number;
  width: number;
  height: number;
  /** Null for a head, which needs none. */
  faceTrack: FaceTrackSummary | null;
  /** Notes for the user. */
  notes: readonly string[];
}

export interface FaceTrackSummary {
  /** Number of source frames that were searched for the face. */
  frames: number;
  /** Number of frames in which the face was found. */
  framesWithFace: number;
  /** Whether it was known from an earlier clip. */
  cached: boolean;
}

/**
 * A face engine as requests see it. If a request names none, the first engine in the list that fits is used.
 */
export interface FaceEngine {
  readonly name: string;
  /** Whether it can draw this. */
  fits(subject: ClipSubject<unknown>): boolean;
  /**
   * Networks that the engine requires, by engine name in the table of models. Empty for an engine that ships.
   */
  readonly needs: readonly string[];
  /** Whether the engine can draw another background behind the face. */
  readonly drawsBackground: boolean;
}

/** Context of a long operation: its abort signal and its progress callback. */
export interface RenderContext {
  signal: AbortSignal;
  progress(fraction: number, stage: string): void;
}
