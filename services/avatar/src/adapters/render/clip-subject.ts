import { createFrame, type FaceTrackFile, type PreparedMesh, prepareClip, steadyBoxes } from '@anima/face';
import type { RenderEngineName } from '../../domain/lipsync/clip-payload.js';
import type { RenderContext } from '../../ports/clip-renderer.js';
import { openPingPong } from '../ffmpeg/clip-ping-pong.js';
import { openClip } from '../ffmpeg/clip-reader.js';
import { type TrackOrder, type TrackParts, trackClip } from './clip-track.js';
import type { OpenSubject } from './open-subject.js';
import { noFace } from './picture-subject.js';

/** A clip whose face speaks; it runs forward and back for as long as the sound lasts. */
export async function openClipSubject(
  parts: TrackParts,
  order: TrackOrder,
  { scratch, engine }: { scratch: string; engine: RenderEngineName },
  context: RenderContext,
): Promise<OpenSubject> {
  const { subject, width, height, fps } = order;
  const { track, cached, path } = await trackClip(parts, order, context);
  const framesWithFace = countFaces(track);
  if (framesWithFace === 0) {
    track.close();
    throw noFace('clip');
  }
  const frames = track.frames;
  const boxes = engine === 'wav2lip' ? steadyBoxes(track) : null;
  const mesh = engine === 'mesh' ? await prepare(parts, order, { track, path }, context.signal) : null;
  const size = { width, height, fit: 'cover' } as const;
  const pictures = await openPingPong(parts.ffmpeg, subject, {
    ...size,
    fps,
    scratch,
    signal: context.signal,
  });
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
}

function countFaces(track: FaceTrackFile): number {
  let count = 0;
  for (let frame = 0; frame < track.frames; frame++) if (track.measuresAt(frame) !== null) count++;
  return count;
}

async function prepare(
  { ffmpeg, prepared }: TrackParts,
  { subject, width, height, fps }: TrackOrder,
  { track, path }: { track: FaceTrackFile; path: string },
  signal: AbortSignal,
): Promise<PreparedMesh> {
  const key = `${path} ${track.frames}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const clip = await openClip(ffmpeg, subject, { width, height, fps, fit: 'cover', signal });
  const frame = createFrame(width, height);
  const mesh = await prepareClip({
    track,
    async readFrame(index) {
      const reader = clip.frames(index, await clip.canSeek(index));
      try {
        await reader.read(frame.bytes);
        return frame;
      } finally {
        reader.close();
      }
    },
  });
  prepared.set(key, mesh);
  return mesh;
}
