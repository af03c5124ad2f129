import { setImmediate } from 'node:timers/promises';
import {
  createMouthListener,
  type FaceMotion,
  type MotionOptions,
  type MouthTrack,
  motionFromSpeech,
  motionFromTrack,
} from '@anima/face';
import type { ByPath } from '../../domain/media-ref.js';
import type { RenderOrder } from '../../ports/clip-renderer.js';
import type { RenderContext } from '../../ports/render-context.js';
import { audioDuration, decodeAudio } from '../ffmpeg/decode-audio.js';

/** What a face does under a sound, a frame at a time: in memory that threads share. */
export async function moveFace(
  ffmpeg: string,
  { sound, timeline, options, subject }: RenderOrder<ByPath>,
  fps: number,
  { signal, progress }: RenderContext,
): Promise<FaceMotion> {
  progress(0, 'listening');
  const duration = timeline?.duration ?? (await audioDuration(ffmpeg, sound.path, signal));
  // A clip keeps its own life: only its mouth is moved.
  const isAlive = subject.kind !== 'clip';
  const motionOptions: MotionOptions = {
    fps,
    frames: Math.max(1, Math.ceil(duration * fps - 1e-6)),
    seed: options.seed,
    blink: options.blink && isAlive,
    headMotion: isAlive ? options.headMotion : 0,
    ...(options.expression === undefined ? {} : { expression: options.expression }),
  };
  const motion =
    timeline === null
      ? motionFromTrack(await listen(ffmpeg, sound.path, signal), motionOptions)
      : motionFromSpeech(timeline, motionOptions);
  const shared = new Float32Array(new SharedArrayBuffer(motion.values.byteLength));
  shared.set(motion.values);
  return { ...motion, values: shared };
}

/** Hz of what mouth shapes are heard in. */
const SOUND_RATE = 16_000;

/** What a mouth does in it, heard piece by piece. */
async function listen(ffmpeg: string, path: string, signal: AbortSignal): Promise<MouthTrack> {
  const listener = createMouthListener(SOUND_RATE);
  for await (const samples of decodeAudio(ffmpeg, path, { sampleRate: SOUND_RATE, signal })) {
    listener.push(samples);
    // Minutes of sound are heard in seconds; a cancelled job ends sooner.
    await setImmediate();
  }
  return listener.finish();
}
