import type { Readable } from 'node:stream';

/** Writes sound to a file in a format, sample by sample, so that an hour needs no more memory than a second. */
export interface AudioEncoder {
  /** Opens `path` for mono sound of `sampleRate` Hz. Rejects with `encoder_missing` where the format needs a program that is not there. */
  open(path: string, format: AudioFormat, rates: { input: number; output: number }): Promise<AudioWriter>;
}

export const audioFormats = ['wav', 'mp3', 'opus', 'm4a'] as const;
export type AudioFormat = (typeof audioFormats)[number];

export interface AudioWriter {
  /** Writes samples from -1 to 1. Resolves when the writer accepts more. */
  write(samples: Float32Array): Promise<void>;
  /** Completes the file; it is durable when this resolves. */
  finish(): Promise<void>;
  /** Aborts and removes the file. */
  abort(): Promise<void>;
}

/** Encodes sound while it is made: the first bytes come out long before the last sample goes in. */
export interface AudioStreams {
  /** Rejects with `encoder_missing` where the format needs a program that is not there. */
  open(format: StreamFormat, sampleRate: number): Promise<AudioStream>;
}

export const streamFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type StreamFormat = (typeof streamFormats)[number];

export interface AudioStream {
  /** Ends where the sound ends; whatever else stops it, an encoder that dies among it, destroys it with an error. */
  readonly output: Readable;
  /**
   * Writes mono samples from -1 to 1. Resolves when the stream accepts more; rejects when the client has
   * disconnected or stopped reading.
   */
  write(samples: Float32Array): Promise<void>;
  end(): void;
  /** Ends the output in the middle. */
  destroy(error: Error): void;
}
