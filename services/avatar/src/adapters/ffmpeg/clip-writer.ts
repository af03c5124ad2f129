import { rm } from 'node:fs/promises';
import { createFrame } from '@anima/face';
import type { Cue } from '../../domain/speech/subtitles.js';
import { createCaptionOverlay } from './caption-overlay.js';
import type { Chapter } from './chapter-file.js';
import { type ClipAudio, encodedSound, type SoundedFrames } from './clip-audio.js';
import { fadeGain, fadePicture } from './fade-picture.js';
import { type FinishedClip, finishClip, sync } from './finish-clip.js';
import { frameRate, frameTime } from './frame-rate.js';
import { inputArguments } from './input-arguments.js';
import { type AudioInput, openPictureEncoder } from './picture-encoder.js';
import { soundFormat } from './sound-format.js';

export interface WriterOptions {
  /** Of the mp4; a draft of the pictures lies beside it until the end. */
  path: string;
  /** Pixels, even. */
  width: number;
  height: number;
  fps: number;
  /** Each frame is written with its own time, a whole number of these parts of a second; `fps` is then what is usual. */
  timescale?: number;
  audio: ClipAudio | null;
  /** Burnt into the picture. */
  captions?: readonly Cue[];
  chapters?: readonly Chapter[];
  /** How many frames there will be, where that is known: a voice is encoded while they are, and not behind them. */
  frames?: number;
  /** Seconds in which picture and sound come out of nothing, and go back to it; needs `frames`. */
  fade?: number;
  /** Of x264, from 1: 20, if not given; 6 less doubles the size. */
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
  /** Gives up: nothing of the file is left. */
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
      : await soundBeside(audio, { seconds: frameTime(rate, options.frames), fadeSeconds });
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

async function soundBeside(audio: ClipAudio, frames: SoundedFrames): Promise<AudioInput> {
  return {
    input: inputArguments({ path: audio.path, format: await soundFormat(audio.path) }),
    output: encodedSound(frames, audio.start ?? 0),
  };
}
