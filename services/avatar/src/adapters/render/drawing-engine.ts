import type { FaceMotion, Frame } from '@anima/face';
import type { ClipSubject } from '../../domain/lipsync/clip-payload.js';
import type { ByPath } from '../../domain/media-ref.js';
import type { FaceTrackSummary, RenderOrder } from '../../ports/clip-renderer.js';
import type { FaceEngine } from '../../ports/face-engine.js';
import type { RenderContext } from '../../ports/render-context.js';
import type { ClipSize } from './clip-size.js';
import type { WithNetworks } from './protocol.js';
import type { RenderResources } from './studio.js';

/** A face engine as the processes know it that draw. A new one is a folder whose module exports it as `engine`, and one line in a list. */
export interface DrawingEngine extends FaceEngine {
  /** The URL of its module, by which a process loads it. */
  readonly module: string;
  /** Called once in a process. */
  open(studio: RenderResources): OpenEngine;
}

export interface OpenEngine {
  /** Loads what it keeps, and draws once with the face where one is given, which was looked at before. */
  load(face: ClipSubject<ByPath> | null): Promise<void>;
  /** Opens who is seen, for one clip. */
  begin(order: DrawOrder, context: RenderContext): Promise<Drawing>;
}

/** Of a subject that fits. */
export interface DrawOrder extends WithNetworks<RenderOrder<ByPath>> {
  /** What the face does, a frame at a time; its values are there when the first frame is drawn, not before. */
  motion: FaceMotion;
}

/** A clip that is about to be drawn. */
export interface Drawing extends ClipSize {
  /** Null where no face was followed. */
  readonly track: FaceTrackSummary | null;
  /** Draws all frames of the motion. */
  draw(output: FrameOutput): Promise<void>;
  /** What a person should know, when the last frame is drawn. */
  notes(): string[];
  close(): Promise<void>;
}

/** Where frames go, each when it is drawn. */
export interface FrameOutput {
  /** Goes over each frame once it is drawn; called in their order, some of them at once. */
  restore(frame: Frame): Promise<void>;
  /** Takes the frames in order. */
  write(frame: Frame): Promise<void>;
  /** Told after each frame that was written. */
  onFrame(frame: number): void;
  signal: AbortSignal;
}
