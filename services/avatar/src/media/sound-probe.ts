import type { MediaRef } from './media-ref.js';

/** Opens files of sound. */
export interface SoundProbe {
  /**
   * Seconds, counted; listens no longer where there are more than `atMost`. Refuses with `media_unreadable` what holds no sound, with
   * `media_too_demanding` what takes too much time or memory, with `too_many_requests` where many files wait, and with
   * `decoder_missing` where no program can tell. Ends when the signal says so, and nobody else asks.
   */
  probe(file: MediaRef, options: { atMost: number; signal: AbortSignal }): Promise<{ duration: number }>;
}
