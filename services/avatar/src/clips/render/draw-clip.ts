import { DEFAULT_FIDELITY, DEFAULT_STRENGTH, type EnhanceOptions } from '../../enhance/enhance-payload.js';
import { type OpenRestorer, openRestorer } from '../../enhance/open-restorer.js';
import { openClipWriter } from '../../media/ffmpeg/clip-writer.js';
import type { RenderContext, RenderedClip } from '../clip-renderer.js';
import type { Drawing, DrawOrder } from './drawing-engine.js';

/** How a face is restored in the pass that draws it. */
const IN_A_CLIP: EnhanceOptions = {
  model: 'general',
  quality: 'normal',
  strength: DEFAULT_STRENGTH,
  fidelity: DEFAULT_FIDELITY,
  upscale: 1,
};

/** Share of the progress for tracking the face first. */
export const TRACK_SHARE = 0.4;

/**
 * Maximum number of progress messages. One message per frame took a seventh of the time of the render
 * process, not counting its threads.
 */
const PROGRESS_STEPS = 100;

export interface ClipToDraw {
  drawing: Drawing;
  /** Fills in the motion of the order. */
  move(): Promise<void>;
}

/** Draws all frames and puts them under their sound. The encoder is started first: it takes longer to load than the motion to be computed. */
export async function drawClip(
  ffmpeg: string,
  { sound, captions, options, outputPath, motion }: DrawOrder,
  { drawing, move }: ClipToDraw,
  { signal, progress }: RenderContext,
): Promise<RenderedClip> {
  const { width, height, track } = drawing;
  const { fps, frames } = motion;
  const writer = await openClipWriter(ffmpeg, {
    path: outputPath,
    width,
    height,
    fps,
    audio: { path: sound.path },
    captions,
    frames,
    fade: options.fade,
    signal,
  });
  const startFraction = track?.cached === false ? TRACK_SHARE : 0;
  let restorer: OpenRestorer | null = null;
  let reportedStep = 0;
  try {
    progress(startFraction, 'listening');
    await move();
    if (options.enhance) restorer = await openRestorer(IN_A_CLIP, {});
    const faces = restorer?.clip({ width, height, fps });
    await drawing.draw({
      restore: async (frame) => faces?.next(frame, frame),
      write: ({ bytes }) => writer.write(bytes),
      onFrame: (frame) => {
        const step = Math.floor((PROGRESS_STEPS * (frame + 1)) / frames);
        if (step === reportedStep) return;
        reportedStep = step;
        progress(startFraction + ((1 - startFraction) * (frame + 1)) / frames, 'drawing');
      },
      signal,
    });
    const { duration } = await writer.finish();
    const notes = [...drawing.notes(), ...(faces?.notes() ?? [])];
    return { duration, fps, frames, width, height, faceTrack: track, notes };
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    await restorer?.close();
  }
}
