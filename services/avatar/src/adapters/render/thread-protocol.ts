import type { FaceMotion, Head, HeadBackground, PreparedMesh } from '@anima/face';

/** What the frames of a clip are drawn from. Its arrays are shared, not copied. */
export interface Scene {
  /** The same for scenes that one renderer serves: it is kept then. */
  rendererKey: string;
  face: { kind: 'head'; head: Head; background: HeadBackground } | { kind: 'mesh'; source: PreparedMesh };
  width: number;
  height: number;
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
  open: { ask: Scene; answer: null };
  draw: { ask: FrameOrder; answer: null };
}
