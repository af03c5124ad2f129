/** Points of MediaPipe's face mesh. */
export const LANDMARKS = 468;

/** A face in one frame. */
export interface TrackedFace {
  /** [468 x 3]: x, y in pixels of the frame, z in the same unit (towards the viewer is negative). */
  readonly points: Float32Array;
  /** 0 to 1: confidence of the network. */
  readonly presence: number;
}

/** The tracked face of a clip, read frame by frame, for clips of any length. */
export interface FaceTrack {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Returns null if no face was found. The result is valid until the next call. */
  at(frame: number): TrackedFace | null;
  /** Frames that follow a cut. */
  readonly cuts: readonly number[];
  close(): void;
}
