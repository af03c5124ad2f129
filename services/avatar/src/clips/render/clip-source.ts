import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFrame, type FaceTrackFile, type Frame } from '@anima/face';
import { openPingPong } from '../../media/ffmpeg/clip-ping-pong.js';
import { type ClipReader, type OpenClip, openClip } from '../../media/ffmpeg/clip-reader.js';
import type { ByPath } from '../../media/media-ref.js';
import type { ClipSubject } from '../clip-payload.js';
import type { RenderContext } from '../clip-renderer.js';
import type { ClipSize } from './clip-size.js';
import { trackClip } from './clip-track.js';
import type { DrawOrder } from './drawing-engine.js';
import { noFace } from './face-finder.js';
import type { ClipSource } from './face-source.js';
import type { RenderResources } from './render-resources.js';

export interface ClipSourceOrder extends ClipSize, Pick<DrawOrder, 'motion' | 'options' | 'outputPath'> {
  subject: ClipSubject<ByPath> & { kind: 'clip' };
}

/** A clip whose face speaks; it runs forward and back for as long as the sound lasts. */
export async function openClipSource(
  studio: RenderResources,
  { subject, width, height, motion, options, outputPath }: ClipSourceOrder,
  context: RenderContext,
): Promise<ClipSource> {
  const { fps } = motion;
  const { signal } = context;
  const ffmpeg = studio.ffmpeg();
  const clip = await openClip(ffmpeg, subject, { width, height, fps, fit: 'cover', signal });
  const order = { subject, clip, width, height, fps, faceAt: options.faceAt, frames: motion.frames };
  const { track, cached, path } = await trackClip(studio, order, context);
  let scratch: string | null = null;
  const discard = async () => {
    track.close();
    if (scratch !== null) await rm(scratch, { recursive: true, force: true });
  };
  try {
    const framesWithFace = countFaces(track);
    if (framesWithFace === 0) throw noFace('clip');
    scratch = await mkdtemp(join(dirname(outputPath), 'frames-'));
    const { frames } = track;
    const turns = frames < motion.frames;
    const known = track.complete ? { frames } : {};
    const identity = `${path} ${frames}`;
    const shown = studio.shownFrames.take(identity);
    const pictures = openPingPong(ffmpeg, clip, { width, height, scratch, turns, ...known, shown, signal });
    return {
      kind: 'clip',
      width,
      height,
      faces: track,
      identity,
      readFrames: (indices) => pickFrames(clip, indices, { width, height }),
      async next(into) {
        const index = await pictures.next(into.bytes);
        // A track of a clip that was cut short since ends before it.
        const face = index < frames ? track.at(index) : null;
        return face === null ? null : { points: face.points.slice(), index };
      },
      track: { frames, framesWithFace, cached },
      notes: () => {
        const note = pictures.note();
        return note === null ? [] : [note];
      },
      async close() {
        const all = pictures.giveUp();
        if (all !== null) await studio.shownFrames.put(identity, all);
        await pictures.close().finally(discard);
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Up to here decoding all of a clip is faster than a seek for each frame, which takes two processes. */
const DECODED_FRAMES = 1500;

function countFaces(track: FaceTrackFile): number {
  let count = 0;
  for (let frame = 0; frame < track.frames; frame++) if (track.measuresAt(frame) !== null) count++;
  return count;
}

async function pickFrames(
  clip: OpenClip,
  indices: readonly number[],
  { width, height }: ClipSize,
): Promise<Frame[]> {
  const frames = indices.map(() => createFrame(width, height));
  const read = async (reader: ClipReader, { bytes }: Frame): Promise<void> => {
    await reader.read(bytes);
  };
  if (indices.at(-1)! <= DECODED_FRAMES) {
    const reader = clip.pick(indices);
    try {
      for (const frame of frames) await read(reader, frame);
    } finally {
      reader.close();
    }
    return frames;
  }
  for (const [i, index] of indices.entries()) {
    const reader = clip.frames(index, await clip.canSeek(index));
    try {
      await read(reader, frames[i]!);
    } finally {
      reader.close();
    }
  }
  return frames;
}
