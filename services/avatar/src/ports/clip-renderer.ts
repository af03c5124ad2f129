import type { EnhanceOptions, RestorationModelName } from '../domain/enhance/enhance-payload.js';
import type { ClipOptions, ClipSubject, RenderEngineName } from '../domain/lipsync/clip-payload.js';
import type { ByRef, MediaRef } from '../domain/media-ref.js';
import type { Cue } from '../domain/speech/subtitles.js';
import type { SpokenPhoneme } from './speech-engine.js';

/**
 * Draws faces that speak, in processes beside the service: what crashes in native code takes one clip with it. Promises:
 * the same order gives the same frames; memory does not grow with the length of a clip; aborting ends it within two
 * seconds and leaves no file.
 */
export interface ClipRenderer {
  /** What can draw here now: the engines that ship, and those whose networks are installed. */
  engines(): Promise<readonly RenderEngineName[]>;
  /** What can restore faces here now. */
  restorers(): Promise<readonly RestorationModelName[]>;
  /** Loads what the engine needs, with the face if one is named, and draws with it once. */
  load(engine: RenderEngineName, face: ClipSubject | null): Promise<void>;
  isLoaded(engine: RenderEngineName, face: ClipSubject | null): boolean;
  /**
   * Refuses what can be known to fail: `face_missing` where nobody is seen, `head_invalid`, `media_unreadable`, `media_too_demanding`;
   * and with `too_many_requests` where many wait. Remembers what it has found of a file. Ends when the signal says so.
   */
  check(subject: ClipSubject, faceAt: ClipOptions['faceAt'], signal: AbortSignal): Promise<void>;
  /** Decodes a picture; how large it is shown. Refuses as `check` does. */
  measure(picture: MediaRef, signal: AbortSignal): Promise<{ width: number; height: number }>;
  /** Writes a small JPEG of a picture, or of a head as it looks when it does nothing. Refuses as `check` does. */
  thumbnail(face: 'head' | 'picture', file: MediaRef, outputPath: string, signal: AbortSignal): Promise<void>;
  /** Draws a clip into `outputPath`. */
  render(order: RenderOrder, context: RenderContext): Promise<RenderedClip>;
  /** Restores the faces of a clip or picture into `outputPath`; without a face it comes back as it was, with a note. */
  enhance(order: EnhanceOrder, context: RenderContext): Promise<EnhancedMedia>;
  /** One film of clips that `render` has made, with a chapter for each. */
  join(order: JoinOrder, context: RenderContext): Promise<{ duration: number }>;
  close(): Promise<void>;
}

export interface RenderOrder<By = ByRef> {
  engine: RenderEngineName;
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
}

export interface RenderContext {
  signal: AbortSignal;
  progress(fraction: number, stage: string): void;
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

export interface JoinOrder<By = ByRef> {
  clips: readonly (By & { title: string })[];
  outputPath: string;
}

export interface EnhanceOrder<By = ByRef> {
  subject: ClipSubject<By> & { kind: 'picture' | 'clip' };
  options: EnhanceOptions;
  outputPath: string;
}

export interface EnhancedMedia {
  width: number;
  height: number;
  /** Seconds and frames a second of a clip; null of a picture. */
  duration: number | null;
  fps: number | null;
  frames: number;
  framesWithFace: number;
  notes: readonly string[];
}
