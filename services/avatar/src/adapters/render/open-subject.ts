import type { FaceBox, Frame } from '@anima/face';
import type { FaceTrackSummary } from '../../ports/clip-renderer.js';
import type { ClipSize } from './clip-size.js';
import type { Scene } from './thread-protocol.js';

/** A face in a picture that is to speak. */
export interface SourceFace {
  /** [468 x 3] */
  points: Float32Array;
  /** What Wav2Lip sees of it; null where the subject was not opened for it. */
  box: FaceBox | null;
}

/** Who is seen in a clip, opened to be drawn. */
export interface OpenSubject extends ClipSize {
  /** What threads draw; null for Wav2Lip, which paints. */
  face: Scene['face'] | null;
  /** The same for what one renderer can draw in this size. */
  rendererKey: string;
  /** Puts the picture of a frame, asked for in order, into `into`; tells where the face is, null where there is none. */
  source(frame: number, into: Frame): Promise<SourceFace | null>;
  /** Null for a head. */
  readonly track: FaceTrackSummary | null;
  /** What a person should know, when the last frame was taken. */
  notes(): string[];
  close(): Promise<void>;
}
