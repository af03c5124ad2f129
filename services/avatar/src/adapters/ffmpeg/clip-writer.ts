import { rm } from 'node:fs/promises';
import { createFrame } from '@anima/face';
import type { Cue } from '../../domain/speech/subtitles.js';
import { createCaptionOverlay } from './caption-overlay.js';
import type { Chapter } from './chapter-file.js';
import { fadeGain, fadePicture } from './fade-picture.js';
import { type ClipAudio, type FinishedClip, finishClip } from './finish-clip.js';
import { frameRate, frameTime } from './frame-rate.js';
import { openPictureEncoder } from './picture-encoder.js';

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
  /** Picture and sound come out of nothing and go back to it. `frames`: how many there will be. */
  fade?: { seconds: number; frames: number };
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
  /** Adds the sound. The file is durable when it resolves, and holds exactly the frames that were written. */
  finish(): Promise<FinishedClip>;
  /** Gives up: nothing of the file is left. */
  abort(): Promise<void>;
}

/** Writes an mp4 (H.264, AAC) frame by frame, in constant memory. */
export function openClipWriter(ffmpeg: string, options: WriterOptions): ClipWriter {
  const { path, width, height, signal, audio, crf, timescale, fade, captions = [], chapters = [] } = options;
  const rate = frameRate(options.fps);
  const draft = `${path}.pictures`;
  const encoder = openPictureEncoder(ffmpeg, { path: draft, width, height, rate, crf, timescale, signal });
  const changed = createFrame(width, height);
  const overlay = createCaptionOverlay(captions);
  const fadeFrames = Math.round(((fade?.seconds ?? 0) * rate.frames) / rate.seconds);
  let frames = 0;
  let lastMicros = 0;

  async function abort(): Promise<void> {
    await encoder.abort();
    await rm(path, { force: true });
  }

  return {
    async write(frame, micros = 0) {
      lastMicros = micros;
      const gain = fade === undefined ? 1 : fadeGain(frames, fade.frames, fadeFrames);
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
        const fadeSeconds = fade?.seconds ?? 0;
        const seconds =
          timescale === undefined ? frameTime(rate, frames) : lastMicros / 1e6 + frameTime(rate, 1);
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
      } catch (error) {
        await abort();
        throw error;
      }
    },

    abort,
  };
}
