import type { FaceMotion, Frame } from '@anima/face';
import type { ByPath } from '../../media/media-ref.js';
import type { ClipSubject } from '../clip-payload.js';
import type { FaceEngine, FaceTrackSummary, RenderContext, RenderOrder } from '../clip-renderer.js';
import type { ClipSize } from './clip-size.js';
import type { WithNetworks } from './protocol.js';
import type { Studio } from './render-resources.js';

/** A face engine in a render worker. To add one, add a folder to `clips/engines/` whose `engine.ts` exports it as `engine`. */
export interface DrawingEngine extends FaceEngine {
  /** URL of its module, which a render worker imports. */
  readonly module: string;
  /** Position among the engines: lower numbers come first. */
  readonly order: number;
  /** Called once in a process. */
  open(studio: Studio): OpenEngine;
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
