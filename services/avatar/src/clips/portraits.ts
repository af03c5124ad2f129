import type { MediaRef } from '../media/media-ref.js';
import type { ClipOptions, ClipSubject } from './clip-payload.js';

/**
 * Checks faces before anything is rendered. Each call ends when its signal aborts. Files that cannot be
 * opened are rejected with `media_unreadable`, `head_invalid` or `media_too_demanding`, and calls with
 * `too_many_requests` if too many wait.
 */
export interface Portraits {
  /**
   * Rejects errors that can be detected now, with `face_missing` if no face is visible. Caches the result of
   * a file.
   */
  check(subject: ClipSubject, faceAt: ClipOptions['faceAt'], signal: AbortSignal): Promise<void>;
  /** Decodes a picture; how large it is shown. */
  measure(picture: MediaRef, signal: AbortSignal): Promise<{ width: number; height: number }>;
  /** Writes a small JPEG of a picture, or of a head as it looks when it does nothing. */
  thumbnail(face: 'head' | 'picture', file: MediaRef, outputPath: string, signal: AbortSignal): Promise<void>;
  /** Writes the GLB of a head without compressed meshes and pictures, as pages read it. */
  unpack(head: MediaRef, outputPath: string, signal: AbortSignal): Promise<void>;
}
