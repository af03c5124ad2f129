import type { FaceMotion, FacePose, Frame } from '@anima/face';
import type { ClipSize } from './clip-size.js';

/** Draws a frame in place: it holds the picture of its source already, in which the face has these points, if there is one. */
export type Painter = (frame: Frame, pose: FacePose, points: Float32Array | null) => void;

/** What the module of an engine's painter exports as `createPainter`; it is called once in each thread. */
export type CreatePainter<Face> = (face: Face, size: ClipSize) => Painter;

/** What the frames of a clip are drawn from. Its arrays are shared, not copied. */
export interface PaintedClip extends ClipSize {
  /** The same for clips that one painter serves: it is kept then. */
  painterKey: string;
  /** The URL of the module of the painter, and what it paints. */
  painter: string;
  face: unknown;
  /** What the painter holds is tens of megabytes, which only the end of its thread gives back at once. */
  isLarge: boolean;
  motion: FaceMotion;
  /** [FRAME_SLOTS x bytes of a frame] */
  slots: SharedArrayBuffer;
}

export interface FrameOrder {
  /** Of the clip. */
  frame: number;
  /** Where it is drawn; of a mesh, where its picture stands already. */
  slot: number;
  /** [468 x 3] of the face in this frame; null where there is none, and for a head. */
  points: Float32Array | null;
}

/** What a thread that draws can be asked; frames are drawn in the order of the calls. */
export interface DrawingCalls {
  open: { ask: PaintedClip; answer: null };
  draw: { ask: FrameOrder; answer: null };
}
