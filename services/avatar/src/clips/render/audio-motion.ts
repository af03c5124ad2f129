import { setImmediate } from 'node:timers/promises';
import {
  createMouthListener,
  type FaceMotion,
  MOTION_CHANNELS,
  type MotionOptions,
  type MouthTrack,
  motionFromSpeech,
  motionFromTrack,
} from '@anima/face';
import { audioDuration, decodeAudio } from '../../media/ffmpeg/decode-audio.js';
import type { ByPath } from '../../media/media-ref.js';
import type { RenderOrder } from '../clip-renderer.js';

/** Motion of a face during audio, one frame at a time. */
export interface ComingMotion {
  /** How long it is; its values, in memory that threads share, are nought. */
  readonly motion: FaceMotion;
  /** Fills them in: listening takes a while, and computing some twenty milliseconds, in which the encoder can start. */
  fill(): Promise<void>;
}

export async function openMotion(
  ffmpeg: string,
  { sound, timeline, options, subject }: RenderOrder<ByPath>,
  fps: number,
  signal: AbortSignal,
): Promise<ComingMotion> {
  const duration = timeline?.duration ?? (await audioDuration(ffmpeg, sound.path, signal));
  // A clip keeps its own life: only its mouth is moved.
  const isAlive = subject.kind !== 'clip';
  const frames = Math.max(1, Math.ceil(duration * fps - 1e-6));
  const motionOptions: MotionOptions = {
    fps,
    frames,
    seed: options.seed,
    blink: options.blink && isAlive,
    headMotion: isAlive ? options.headMotion : 0,
    ...(options.expression === undefined ? {} : { expression: options.expression }),
  };
  const values = new Float32Array(new SharedArrayBuffer(4 * frames * MOTION_CHANNELS));
  return {
    motion: { fps, frames, values },
    async fill() {
      const motion =
        timeline === null
          ? motionFromTrack(await listen(ffmpeg, sound.path, signal), motionOptions)
          : motionFromSpeech(timeline, motionOptions);
      values.set(motion.values);
    },
  };
}

/** Sample rate in Hz of the audio from which mouth shapes are computed. */
const SOUND_RATE = 16_000;

/** Computes the mouth motion from audio, chunk by chunk. */
async function listen(ffmpeg: string, path: string, signal: AbortSignal): Promise<MouthTrack> {
  const listener = createMouthListener(SOUND_RATE);
  for await (const samples of decodeAudio(ffmpeg, path, { sampleRate: SOUND_RATE, signal })) {
    listener.push(samples);
    // Minutes of audio take seconds; this lets a cancelled job stop sooner.
    await setImmediate();
  }
  return listener.finish();
}
