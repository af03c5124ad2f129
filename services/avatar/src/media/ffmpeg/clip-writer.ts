import { rm } from 'node:fs/promises';
import { createFrame, type Frame, planesOf } from '@anima/face';
import type { Cue } from '../../speech/subtitles.js';
import { soundFormat } from './audio-format.js';
import { createCaptionOverlay } from './caption-overlay.js';
import { type ClipAudio, encodedSound, type SoundedFrames } from './clip-audio.js';
import { frameRate, frameTime } from './clip-metadata.js';
import { type Chapter, type FinishedClip, finishClip, sync } from './finish-clip.js';
import { inputArguments } from './input-arguments.js';
import { type AudioInput, openPictureEncoder } from './video-encoder.js';

export interface WriterOptions {
  /** Path of the mp4; a draft of the video is next to it until the end. */
  path: string;
  /** Pixels, even. */
  width: number;
  height: number;
  fps: number;
  /**
   * Each frame is written with its own time in units of 1/timescale seconds; `fps` is then the usual rate.
   */
  timescale?: number;
  audio: ClipAudio | null;
  /** Burnt into the picture. */
  captions?: readonly Cue[];
  chapters?: readonly Chapter[];
  /** Number of frames, if known: the audio is then encoded concurrently and not afterwards. */
  frames?: number;
  /** Seconds in which picture and sound come out of nothing, and go back to it; needs `frames`. */
  fade?: number;
  /** Quality of x264, from 1, default 20; 6 less doubles the size. */
  crf?: number;
  signal?: AbortSignal;
}

export interface ClipWriter {
  /**
   * Adds a frame (I420, BT.709, limited range), with a timescale `micros` microseconds after the first and later than the last. When it resolves, `frame` may be used for another. One call at a time. Rejects with
   * `storage_full`, `encoder_missing`, `encoding_failed` or the reason of the signal.
   */
  write(frame: Uint8Array, micros?: number): Promise<void>;
  /** The file is durable when it resolves, with its sound, and holds exactly the frames that were written. */
  finish(): Promise<FinishedClip>;
  /** Aborts and removes the file. */
  abort(): Promise<void>;
}

/** Writes an mp4 (H.264, AAC) frame by frame, in constant memory. */
export async function openClipWriter(ffmpeg: string, options: WriterOptions): Promise<ClipWriter> {
  const { path, width, height, signal, audio, crf, timescale, captions = [], chapters = [] } = options;
  const rate = frameRate(options.fps);
  const fadeSeconds = options.fade ?? 0;
  const fadeFrames = Math.round((fadeSeconds * rate.frames) / rate.seconds);
  const expected = options.frames ?? Number.POSITIVE_INFINITY;
  const sound =
    options.frames === undefined || audio === null || audio.copy !== undefined || chapters.length > 0
      ? undefined
      : await audioInputOf(audio, { seconds: frameTime(rate, options.frames), fadeSeconds });
  const draft = sound === undefined ? `${path}.pictures` : path;
  const encoder = openPictureEncoder(ffmpeg, {
    ...{ path: draft, width, height, rate, crf, timescale, signal },
    ...(sound && { sound }),
  });
  const changed = createFrame(width, height);
  const overlay = createCaptionOverlay(captions);
  let frames = 0;
  let lastMicros = 0;

  async function abort(): Promise<void> {
    await encoder.abort();
    await rm(path, { force: true });
  }

  return {
    async write(frame, micros = 0) {
      lastMicros = micros;
      const gain = fadeFrames === 0 ? 1 : fadeGain(frames, expected, fadeFrames);
      if (captions.length === 0 && gain === 1) {
        await encoder.write(frame, micros);
      } else {
        changed.bytes.set(frame);
        await overlay.draw(changed, timescale === undefined ? frameTime(rate, frames) : micros / 1e6);
        if (gain < 1) fadePicture(changed, gain);
        await encoder.write(changed.bytes, micros);
      }
      frames++;
    },

    async finish() {
      try {
        await encoder.end();
        const seconds =
          timescale === undefined ? frameTime(rate, frames) : lastMicros / 1e6 + frameTime(rate, 1);
        if (sound === undefined)
          return await finishClip(ffmpeg, {
            draft,
            path,
            frames,
            seconds,
            audio,
            chapters,
            fadeSeconds,
            signal,
          });
        if (frames !== expected) throw new RangeError(`Expected ${expected} frames, received ${frames}`);
        await sync(path);
        return { frames, duration: seconds, audio: 'encoded' };
      } catch (error) {
        await abort();
        throw error;
      }
    },

    abort,
  };
}

async function audioInputOf(audio: ClipAudio, frames: SoundedFrames): Promise<AudioInput> {
  return {
    input: inputArguments({ path: audio.path, format: await soundFormat(audio.path) }),
    output: encodedSound(frames, audio.start ?? 0),
  };
}

/** Darkens a frame to `gain` (0 black, 1 unchanged) in place. Black of limited range is Y 16, U and V 128. */
function fadePicture(frame: Frame, gain: number): void {
  const { y, u, v } = planesOf(frame);
  scale(y, tableOf(16, gain));
  const chroma = tableOf(128, gain);
  scale(u, chroma);
  scale(v, chroma);
}

/**
 * Returns the gain of a frame in a clip of `frames` that starts and ends in black; `fadeFrames` is 0 without
 * fades.
 */
function fadeGain(frameIndex: number, frames: number, fadeFrames: number): number {
  if (fadeFrames === 0) return 1;
  const fromEdge = Math.min(frameIndex, frames - 1 - frameIndex);
  return Math.min(1, Math.max(0, fromEdge / fadeFrames));
}

function tableOf(black: number, gain: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(black + (value - black) * gain));
}

function scale(plane: Uint8Array, table: Uint8Array): void {
  for (let i = 0; i < plane.length; i++) plane[i] = table[plane[i]!]!;
}
