import type { Media } from '../catalog/media-format.js';
import type { MediaRef } from './media-ref.js';

/**
 * Opens media files and tells what is in them. What was found is kept by the content of the file: a file costs once,
 * however often it is asked for. The programs that decode run beside the service: a bad file ends none but them.
 */
export interface MediaProbe {
  /**
   * Refuses with `media_unreadable` what cannot be opened, is not whole or shows nothing; with `head_invalid` a GLB file
   * that is no head; with `decoder_missing` where there is no program to open it with; with `media_too_demanding` what takes too much
   * time or memory; and with `too_many_requests` where many files wait. Ends when the signal says so, and nobody else asks.
   */
  probe(file: MediaRef, signal?: AbortSignal): Promise<Media>;
  /** A small JPEG. Refuses as `probe` does. */
  thumbnail(file: MediaRef, signal?: AbortSignal): Promise<MediaRef>;
  /** The file of a face as pages read it: itself, or the same head without compressed meshes and pictures. Refuses as `probe` does. */
  model(file: MediaRef, signal?: AbortSignal): Promise<MediaRef>;
  /** Removes what is kept of a file that is about to go. */
  forget(file: MediaRef): Promise<void>;
}

/** Opens files of sound. */
export interface SoundProbe {
  /**
   * Seconds, counted; listens no longer where there are more than `atMost`. Refuses with `media_unreadable` what holds no sound, with
   * `media_too_demanding` what takes too much time or memory, with `too_many_requests` where many files wait, and with
   * `decoder_missing` where no program can tell. Ends when the signal says so, and nobody else asks.
   */
  probe(file: MediaRef, options: { atMost: number; signal: AbortSignal }): Promise<{ duration: number }>;
}
