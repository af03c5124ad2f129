import type { FaceTrackFile, Frame, TrackedFace } from '@anima/face';
import type { FaceTrackSummary } from '../clip-renderer.js';
import type { ClipSize } from './clip-size.js';

/** A picture or clip that is to speak, with the face that was found in it. */
export type FaceSource = PictureSource | ClipSource;

interface AnyFaceSource extends ClipSize {
  /**
   * Writes the next frame of the source to `into`, in order. Returns the position of the face, or null
   * without a face.
   */
  next(into: Frame): Promise<SourceFace | null>;
  readonly track: FaceTrackSummary;
  /** Returns notes for the user after the last frame was read. */
  notes(): string[];
  close(): Promise<void>;
}

export interface SourceFace {
  /** [468 x 3] */
  points: Float32Array;
  /** Index of the source frame; a clip that runs forward and back repeats indexes. */
  index: number;
}

export interface PictureSource extends AnyFaceSource {
  kind: 'picture';
  picture: Frame;
  face: TrackedFace;
}

export interface ClipSource extends AnyFaceSource {
  kind: 'clip';
  faces: FaceTrackFile;
  /** The same for the same clip in the same size, as far as it was followed. */
  identity: string;
  /** Frames of the clip itself, in rising order. */
  readFrames(indices: readonly number[]): Promise<Frame[]>;
}
