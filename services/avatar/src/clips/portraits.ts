import type { MediaRef } from '../media/media-ref.js';
import type { ClipOptions, ClipSubject } from './clip-payload.js';

/**
 * Looks at faces before anything is drawn of them. Each call ends when its signal says so, and refuses what cannot be opened:
 * `media_unreadable`, `head_invalid`, `media_too_demanding`; and with `too_many_requests` where many wait.
 */
export interface Portraits {
  /** Refuses what can be known to fail, `face_missing` where nobody is seen. Remembers what it has found of a file. */
  check(subject: ClipSubject, faceAt: ClipOptions['faceAt'], signal: AbortSignal): Promise<void>;
  /** Decodes a picture; how large it is shown. */
  measure(picture: MediaRef, signal: AbortSignal): Promise<{ width: number; height: number }>;
  /** Writes a small JPEG of a picture, or of a head as it looks when it does nothing. */
  thumbnail(face: 'head' | 'picture', file: MediaRef, outputPath: string, signal: AbortSignal): Promise<void>;
  /** Writes the GLB of a head without compressed meshes and pictures, as pages read it. */
  unpack(head: MediaRef, outputPath: string, signal: AbortSignal): Promise<void>;
}
