import type { TimedExpression } from '@anima/face/expressions';
import type { ByRef } from '../media/media-ref.js';
import type { SpokenPhoneme } from '../speech/speech-engine.js';
import type { Cue } from '../speech/subtitles.js';
import type { ClipOptions, ClipSubject } from './clip-payload.js';

/**
 * Draws faces that speak, in processes beside the service: what crashes in native code takes one clip with it. Promises:
 * the same order gives the same frames; memory does not grow with the length of a clip; aborting ends it within two
 * seconds and leaves no file.
 */
export interface ClipRenderer {
  /** All engines, whether what they need is here or not. */
  readonly engines: readonly FaceEngine[];
  /** Those that can draw here now: what they need is installed. */
  usable(): Promise<readonly FaceEngine[]>;
  /** Loads what the engine needs, with the face if one is named, and draws with it once. */
  load(engine: string, face: ClipSubject | null): Promise<void>;
  isLoaded(engine: string, face: ClipSubject | null): boolean;
  /** Draws a clip into `outputPath`. Refuses with `model_not_found` where what its engine needs is gone. */
  render(order: RenderOrder, context: RenderContext): Promise<RenderedClip>;
}

export interface RenderOrder<By = ByRef> {
  engine: string;
  subject: ClipSubject<By>;
  sound: By;
  /** What is said in it; null where only the sound is known. */
  timeline: SpokenTimeline | null;
  options: ClipOptions<By>;
  /** Burnt into the picture. */
  captions: readonly Cue[];
  outputPath: string;
}

/** What is said when: seconds from the start of the sound. */
export interface SpokenTimeline {
  duration: number;
  phonemes: readonly SpokenPhoneme[];
  /** `question`: a question ends with it. */
  words: readonly { start: number; end: number; question: boolean }[];
  /** What the face shows from which word on. */
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
  /** What a person should know of it. */
  notes: readonly string[];
}

export interface FaceTrackSummary {
  /** Frames of the source that were looked at. */
  frames: number;
  /** In how many of them the face was seen. */
  framesWithFace: number;
  /** Whether it was known from an earlier clip. */
  cached: boolean;
}

/** A way to make faces speak, as a request for a clip meets it; in a list of engines, the first that fits is taken where none is asked for. */
export interface FaceEngine {
  readonly name: string;
  /** Whether it can draw this. */
  fits(subject: ClipSubject<unknown>): boolean;
  /** The networks without which it draws nothing, by the names that the table of models has for engines; none where it ships. */
  readonly needs: readonly string[];
  /** Whether something else than what is seen already can be put behind the face. */
  readonly drawsBackground: boolean;
}

/** What work that takes long is given: whether it is wanted still, and whom to tell how far it is. */
export interface RenderContext {
  signal: AbortSignal;
  progress(fraction: number, stage: string): void;
}
