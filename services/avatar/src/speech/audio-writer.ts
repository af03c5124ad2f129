/** Writes sound to a file in a format, sample by sample, so that an hour needs no more memory than a second. */
export interface AudioEncoder {
  /** Opens `path` for mono sound of `sampleRate` Hz. Rejects with `encoder_missing` where the format needs a program that is not there. */
  open(path: string, format: AudioFormat, rates: { input: number; output: number }): Promise<AudioWriter>;
}

export const audioFormats = ['wav', 'mp3', 'opus', 'm4a'] as const;
export type AudioFormat = (typeof audioFormats)[number];

export interface AudioWriter {
  /** Values from -1 to 1. Resolves when there is room for more. */
  write(samples: Float32Array): Promise<void>;
  /** Completes the file; it is durable when this resolves. */
  finish(): Promise<void>;
  /** Gives up: nothing of the file is left. */
  abort(): Promise<void>;
}
