import {
  createFrame,
  type FaceTrackFile,
  type Frame,
  type PreparedMesh,
  prepareClip,
  steadyBoxes,
} from '@anima/face';
import type { RenderEngineName } from '../../domain/lipsync/clip-payload.js';
import type { RenderContext } from '../../ports/clip-renderer.js';
import { openPingPong } from '../ffmpeg/clip-ping-pong.js';
import { type ClipReader, type OpenClip, openClip } from '../ffmpeg/clip-reader.js';
import type { ClipSize } from './clip-size.js';
import { type PreparedClips, type TrackOrder, type TrackParts, trackClip } from './clip-track.js';
import type { OpenSubject } from './open-subject.js';
import { noFace } from './picture-subject.js';

/** A clip whose face speaks; it runs forward and back for as long as the sound lasts. */
export async function openClipSubject(
  parts: TrackParts,
  order: Omit<TrackOrder, 'clip'>,
  { scratch, engine }: { scratch: string; engine: RenderEngineName },
  context: RenderContext,
): Promise<OpenSubject> {
  const { subject, width, height, fps } = order;
  const { signal } = context;
  const clip = await openClip(parts.ffmpeg, subject, { width, height, fps, fit: 'cover', signal });
  const { track, cached, path } = await trackClip(parts, { ...order, clip }, context);
  try {
    const framesWithFace = countFaces(track);
    if (framesWithFace === 0) throw noFace('clip');
    const boxes = engine === 'wav2lip' ? steadyBoxes(track) : null;
    const mesh = engine === 'mesh' ? await prepare(parts.prepared, clip, { track, path }) : null;
    const pictures = openPingPong(parts.ffmpeg, clip, { width, height, scratch, signal });
    const { frames } = track;
    return {
      width,
      height,
      face: mesh === null ? null : { kind: 'mesh', source: mesh },
      rendererKey: crypto.randomUUID(),
      async source(_frame, into) {
        const index = await pictures.next(into.bytes);
        // A track of a clip that was cut short since ends before it.
        const face = index < frames ? track.at(index) : null;
        return face === null ? null : { points: face.points.slice(), box: boxes?.at(index) ?? null };
      },
      track: { frames, framesWithFace, cached },
      notes: () => {
        const note = pictures.note();
        return note === null ? [] : [note];
      },
      async close() {
        track.close();
        await pictures.close();
      },
    };
  } catch (error) {
    track.close();
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

async function prepare(
  prepared: PreparedClips,
  clip: OpenClip,
  { track, path }: { track: FaceTrackFile; path: string },
): Promise<PreparedMesh> {
  const key = `${path} ${track.frames}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const mesh = await prepareClip({ track, readFrames: (indices) => pickFrames(clip, indices, track) });
  prepared.set(key, mesh);
  return mesh;
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
