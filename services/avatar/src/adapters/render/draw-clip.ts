import type { FaceMotion, Frame, Wav2Lip } from '@anima/face';
import {
  DEFAULT_FIDELITY,
  DEFAULT_STRENGTH,
  type EnhanceOptions,
} from '../../domain/enhance/enhance-payload.js';
import type { ByPath } from '../../domain/media-ref.js';
import type { RenderContext, RenderedClip, RenderOrder } from '../../ports/clip-renderer.js';
import { openClipWriter } from '../ffmpeg/clip-writer.js';
import { createSlots, runFrameLoop } from './frame-loop.js';
import type { FrameThreads } from './frame-threads.js';
import { type OpenRestorer, openRestorer } from './open-restorer.js';
import type { OpenSubject } from './open-subject.js';
import { runWav2LipLoop } from './wav2lip-loop.js';

/** How a face is restored in the pass that draws it. */
const IN_A_CLIP: EnhanceOptions = {
  model: 'general',
  quality: 'normal',
  strength: DEFAULT_STRENGTH,
  fidelity: DEFAULT_FIDELITY,
  upscale: 1,
};

/** Of the time of a clip whose face has to be followed first. */
export const TRACK_SHARE = 0.4;

export interface DrawOrder {
  ffmpeg: string;
  order: RenderOrder<ByPath>;
  motion: FaceMotion;
  subject: OpenSubject;
  threads: FrameThreads;
  wav2lip: Wav2Lip | null;
}

/** Draws all frames and puts them under their sound. */
export async function drawClip(
  { ffmpeg, order, motion, subject, threads, wav2lip }: DrawOrder,
  { signal, progress }: RenderContext,
): Promise<RenderedClip> {
  const { width, height } = subject;
  const { fps, frames } = motion;
  const { sound, captions, options, outputPath } = order;
  const writer = openClipWriter(ffmpeg, {
    path: outputPath,
    width,
    height,
    fps,
    audio: { path: sound.path },
    captions,
    ...(options.fade > 0 ? { fade: { seconds: options.fade, frames } } : {}),
    signal,
  });
  const begun = subject.track?.cached === false ? TRACK_SHARE : 0;
  let restorer: OpenRestorer | null = null;
  try {
    if (options.enhance) restorer = await openRestorer(IN_A_CLIP, null);
    const faces = restorer?.clip({ width, height, fps });
    const output = {
      restore: async (frame: Frame) => faces?.next(frame, frame),
      write: ({ bytes }: Frame) => writer.write(bytes),
      onFrame: (frame: number) => progress(begun + ((1 - begun) * (frame + 1)) / frames, 'drawing'),
      signal,
    };
    if (wav2lip !== null) {
      await runWav2LipLoop({ ...output, ffmpeg, wav2lip, subject, soundPath: sound.path, fps, frames });
    } else {
      const slots = createSlots(width, height);
      const rendererKey = `${subject.rendererKey} ${width}x${height}`;
      await threads.open({ rendererKey, face: subject.face!, width, height, motion, slots });
      const source = (frame: number, into: Frame) => subject.source(frame, into);
      await runFrameLoop({ ...output, frames, width, height, slots, threads, source });
    }
    const { duration } = await writer.finish();
    const notes = [...subject.notes(), ...(faces?.notes() ?? [])];
    return { duration, fps, frames, width, height, faceTrack: subject.track, notes };
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    await restorer?.close();
  }
}
