import type { FaceTrackFile, Frame, TrackedFace } from '@anima/face';
import type { FaceTrackSummary } from '../clip-renderer.js';
import type { ClipSize } from './clip-size.js';

/** A picture or clip that is to speak, with the face that was found in it. */
export type FaceSource = PictureSource | ClipSource;

interface AnyFaceSource extends ClipSize {
  /** Puts the picture of a frame, asked for in order, into `into`; tells where the face is, null where there is none. */
  next(into: Frame): Promise<SourceFace | null>;
  readonly track: FaceTrackSummary;
  /** What a person should know, when the last frame was taken. */
  notes(): string[];
  close(): Promise<void>;
}

export interface SourceFace {
  /** [468 x 3] */
  points: Float32Array;
  /** Of the frame of the source, which a clip that runs forward and back has more than once. */
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
