/** Points of MediaPipe's face mesh. */
export const LANDMARKS = 468;

/** One face in one frame. */
export interface TrackedFace {
  /** [468 x 3]: x, y in pixels of the frame, z in the same unit (towards the viewer is negative). */
  readonly points: Float32Array;
  /** 0 to 1: how sure the network is that it sees a face. */
  readonly presence: number;
}

/** The face that is followed through a clip, frame by frame; read a frame at a time, however long it is. */
export interface FaceTrack {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Null where no face was found. What comes back holds until the next call. */
  at(frame: number): TrackedFace | null;
  /** Frames before which the picture was cut. */
  readonly cuts: readonly number[];
  close(): void;
}
