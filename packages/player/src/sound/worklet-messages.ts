import type { QueuedSound, SoundMark } from './sound-queue.js';

/** Messages to and from the worklet. Marks with an older turn belong to interrupted audio. */
export type ToWorklet = { type: 'sound'; sound: QueuedSound } | { type: 'interrupt'; turn: number };
export type FromWorklet = { turn: number; mark: SoundMark };

/** Name of the processor in the scope of the worklet. */
export const PROCESSOR = 'anima-sound';
export const FADE_SECONDS = 0.02;
