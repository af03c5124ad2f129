import type { QueuedSound, SoundMark } from './sound-queue.js';

/** What is said to the worklet, and what it says. Marks of an older turn are about sound that was interrupted. */
export type ToWorklet = { type: 'sound'; sound: QueuedSound } | { type: 'interrupt'; turn: number };
export type FromWorklet = { turn: number; mark: SoundMark };

/** Of the processor, in the scope of the worklet. */
export const PROCESSOR = 'anima-sound';
export const FADE_SECONDS = 0.02;
