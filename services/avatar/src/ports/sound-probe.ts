/** Opens files of sound. */
export interface SoundProbe {
  /** Seconds. Refuses with `media_unreadable` what holds no sound, and with `decoder_missing` where no program can tell. */
  probe(path: string): Promise<{ duration: number }>;
}
