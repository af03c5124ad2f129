import type { Media } from '../catalog/media-format.js';
import type { MediaRef } from './media-ref.js';

/**
 * Probes media files. Results are cached by content, so a file is probed once. Decoders run in separate
 * processes: a bad file crashes only them.
 */
export interface MediaProbe {
  /**
   * Probes a file. Rejects with `media_unreadable` if it cannot be opened, is incomplete or shows nothing;
   * with `head_invalid` if a GLB is not a head; with `decoder_missing` without a program for it; with
   * `media_too_demanding` if it takes too much time or memory; and with `too_many_requests` if many files
   * wait. The signal cancels the probe unless another caller waits for it.
   */
  probe(file: MediaRef, signal?: AbortSignal): Promise<Media>;
  /** A small JPEG. Refuses as `probe` does. */
  thumbnail(file: MediaRef, signal?: AbortSignal): Promise<MediaRef>;
  /** The file of a face as pages read it: itself, or the same head without compressed meshes and pictures. Refuses as `probe` does. */
  model(file: MediaRef, signal?: AbortSignal): Promise<MediaRef>;
  /** Removes the cached results of a file that is about to be removed. */
  forget(file: MediaRef): Promise<void>;
}

/** Opens files of sound. */
export interface SoundProbe {
  /**
   * Measures the seconds of audio and stops after `atMost`. Rejects with `media_unreadable` without audio,
   * with `media_too_demanding` if it takes too much time or memory, with `too_many_requests` if many files
   * wait, and with `decoder_missing` without a program. The signal cancels the probe unless another caller
   * waits for it.
   */
  probe(file: MediaRef, options: { atMost: number; signal: AbortSignal }): Promise<{ duration: number }>;
}
