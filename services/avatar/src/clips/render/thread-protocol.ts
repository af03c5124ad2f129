import type { FaceMotion, FacePose, Frame } from '@anima/face';
import type { ClipSize } from './clip-size.js';

/** Draws a frame in place: it holds the picture of its source already, in which the face has these points, if there is one. */
export type Painter = (frame: Frame, pose: FacePose, points: Float32Array | null) => void;

/** Type of `createPainter` in the painter module of an engine. It is called once per thread. */
export type CreatePainter<Face> = (face: Face, size: ClipSize) => Painter;

/** The clip whose frames are drawn. Its arrays are shared, not copied. */
export interface PaintedClip extends ClipSize {
  /** The same for clips that one painter serves: it is kept then. */
  painterKey: string;
  /** URL of the painter module, and the face that it draws. */
  painter: string;
  face: unknown;
  /** The painter uses tens of megabytes, which are freed at once only if its thread exits. */
  isLarge: boolean;
  motion: FaceMotion;
  /** [FRAME_SLOTS x bytes of a frame] */
  slots: SharedArrayBuffer;
}

export interface FrameOrder {
  /** Index of the frame in the clip. */
  frame: number;
  /** Slot that receives the frame; for a mesh it already contains the source frame. */
  slot: number;
  /** [468 x 3] of the face in this frame; null where there is none, and for a head. */
  points: Float32Array | null;
}

/** Calls of a render thread. Frames are drawn in the order of the calls. */
export interface DrawingCalls {
  open: { ask: PaintedClip; answer: null };
  draw: { ask: FrameOrder; answer: null };
}
