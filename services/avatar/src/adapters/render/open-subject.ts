import type { Frame } from '@anima/face';
import type { FaceTrackSummary } from '../../ports/clip-renderer.js';
import type { ClipSize } from './clip-size.js';
import type { Scene } from './thread-protocol.js';

/** Who is seen in a clip, opened to be drawn. */
export interface OpenSubject extends ClipSize {
  face: Scene['face'];
  /** Puts the picture of a frame, asked for in order, into `into`; tells where the face is, null where there is none. */
  source(frame: number, into: Frame): Promise<Float32Array | null>;
  /** Null for a head. */
  readonly track: FaceTrackSummary | null;
  /** What a person should know, when the last frame was taken. */
  notes(): string[];
  close(): Promise<void>;
}
