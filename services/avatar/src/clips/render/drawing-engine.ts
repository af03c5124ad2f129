import type { FaceMotion, Frame } from '@anima/face';
import type { ByPath } from '../../media/media-ref.js';
import type { ClipSubject } from '../clip-payload.js';
import type { FaceEngine, FaceTrackSummary, RenderContext, RenderOrder } from '../clip-renderer.js';
import type { ClipSize } from './clip-size.js';
import type { WithNetworks } from './protocol.js';
import type { RenderResources } from './render-resources.js';

/** A face engine in a render worker. To add one, add a folder to `clips/engines/` whose `engine.ts` exports it as `engine`. */
export interface DrawingEngine extends FaceEngine {
  /** URL of its module, which a render worker imports. */
  readonly module: string;
  /** Position among the engines: lower numbers come first. */
  readonly order: number;
  /** Called once in a process. */
  open(studio: RenderResources): OpenEngine;
}

export interface OpenEngine {
  /** Loads the resources of the engine, and draws one frame if a checked face is given. */
  load(face: ClipSubject<ByPath> | null): Promise<void>;
  /** Opens who is seen, for one clip. */
  begin(order: DrawOrder, context: RenderContext): Promise<Drawing>;
}

/** An order whose subject fits the engine. */
export interface DrawOrder extends WithNetworks<RenderOrder<ByPath>> {
  /** Motion of the face per frame. Its values exist when the first frame is drawn, not before. */
  motion: FaceMotion;
}

/** A clip that is about to be drawn. */
export interface Drawing extends ClipSize {
  /** Null if no face was tracked. */
  readonly track: FaceTrackSummary | null;
  /** Draws all frames of the motion. */
  draw(output: FrameOutput): Promise<void>;
  /** Returns notes for the user after the last frame was drawn. */
  notes(): string[];
  close(): Promise<void>;
}

/** Receiver of drawn frames. */
export interface FrameOutput {
  /** Goes over each frame once it is drawn; called in their order, some of them at once. */
  restore(frame: Frame): Promise<void>;
  /** Takes the frames in order. */
  write(frame: Frame): Promise<void>;
  /** Called after each frame that was written. */
  onFrame(frame: number): void;
  signal: AbortSignal;
}
