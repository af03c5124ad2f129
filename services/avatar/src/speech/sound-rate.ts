/** Brings sound that comes in pieces to another sample rate, in Hz. */
export type OpenSoundRate = (from: number, to: number) => SoundRate;

export interface SoundRate {
  /** What can be told of the sound so far. */
  push(samples: Float32Array): Float32Array;
  /** The rest. */
  flush(): Float32Array;
}
