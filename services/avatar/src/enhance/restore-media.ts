import {
  createFrame,
  doubledAlpha,
  type Frame,
  frameRegionToRgb,
  type RgbPicture,
  readRgbPicture,
  readTransparency,
  restorePicture,
  rgbToFrame,
  withChanges,
  withoutWhite,
  writePng,
} from '@anima/face';
import type { ClipSubject } from '../clips/clip-payload.js';
import type { RenderContext } from '../clips/clip-renderer.js';
import { type ClipSize, evenSize } from '../clips/render/clip-size.js';
import { runPipeline } from '../clips/render/ordered-pipeline.js';
import { openClip } from '../media/ffmpeg/clip-reader.js';
import { openClipWriter } from '../media/ffmpeg/clip-writer.js';
import { createRisingTimes, writableTimescale } from '../media/ffmpeg/rising-times.js';
import type { ByPath } from '../media/media-ref.js';
import type { OpenRestorer } from './open-restorer.js';
import type { RestoredMedia, RestoreOrder } from './restorer.js';

/** Concurrent frames: a network takes as long for a whole face as for two or three parts of faces. */
const FRAMES_A_NETWORK = 3;

/** Restores the faces of a picture into a PNG file. */
export async function restorePictureFile(
  restorer: OpenRestorer,
  { subject, options, outputPath }: RestoreOrder<ByPath>,
  { signal, progress }: RenderContext,
): Promise<RestoredMedia> {
  progress(0, 'restoring the picture');
  const { strength, fidelity, upscale } = options;
  const picture = await readRgbPicture(subject.path);
  const before = rgbToFrame(picture.rgb, picture.width, picture.height);
  const { frame, faces, notes } = await restorePicture(restorer.models, restorer.networks[0]!, before, {
    crop: restorer.crop,
    strength,
    fidelity,
    upscale,
    signal,
  });
  await writeRestored({ path: subject.path, picture, before, after: frame }, upscale, outputPath);
  const { width, height } = frame;
  const framesWithFace = faces > 0 ? 1 : 0;
  return { width, height, duration: null, fps: null, frames: 1, framesWithFace, notes };
}

/** Writes the restored image and keeps its transparency. */
async function writeRestored(
  { path, picture, before, after }: { path: string; picture: RgbPicture; before: Frame; after: Frame },
  upscale: 1 | 2,
  outputPath: string,
): Promise<void> {
  const clear = await readTransparency(path);
  if (upscale === 1) {
    // Video has less colour than an image: pixels outside of faces stay unchanged.
    const changed = withChanges(picture, before, after);
    const rgb = clear && withoutWhite(changed.rgb, clear.alpha, { before: picture, from: clear.rgb });
    return writePng(rgb ? { ...changed, rgb } : changed, outputPath, clear?.alpha);
  }
  const { width, height } = after;
  const alpha = clear && (await doubledAlpha(clear.alpha, clear.width, clear.height));
  const flat = frameRegionToRgb(after);
  const rgb = alpha ? withoutWhite(flat, alpha) : flat;
  return writePng({ rgb, width, height }, outputPath, alpha ?? undefined);
}

/** Restores the faces of a clip frame by frame and copies its audio. */
export async function restoreClipFile(
  { ffmpeg, restorer }: { ffmpeg: string; restorer: OpenRestorer },
  {
    subject,
    options,
    outputPath,
  }: RestoreOrder<ByPath> & { subject: ClipSubject<ByPath> & { kind: 'clip' } },
  { signal, progress }: RenderContext,
): Promise<RestoredMedia> {
  const { fps } = subject;
  const size = evenSize(subject.width, subject.height);
  const larger = { width: size.width * options.upscale, height: size.height * options.upscale };
  const clip = await openClip(ffmpeg, subject, { ...size, fit: 'cover', fps, signal });
  const faces = restorer.clip({ ...size, fps });
  const reader = clip.allFrames();
  const timescale = writableTimescale(clip.facts.timescale);
  const times = createRisingTimes({ fps, timescale });
  const writer = await openClipWriter(ffmpeg, {
    path: outputPath,
    ...larger,
    fps,
    timescale,
    audio: subject.hasAudio ? { path: subject.path, copy: { pictureStart: clip.facts.firstSeconds } } : null,
    signal,
  });
  const expected = Math.max(1, Math.round(subject.duration * fps));
  try {
    const rooms = Array.from({ length: FRAMES_A_NETWORK * restorer.networks.length }, () =>
      roomOf(size, options.upscale === 1 ? null : larger),
    );
    await runPipeline({
      slots: rooms.length,
      async take(_index, slot) {
        const room = rooms[slot]!;
        if (!(await reader.read(room.frame.bytes))) return null;
        room.micros = times.next(reader.frameMicros);
        return room;
      },
      steps: [({ frame, into }) => faces.next(frame, into)],
      async put({ into, micros }, index) {
        await writer.write(into.bytes, micros);
        progress(Math.min(1, (index + 1) / expected), 'restoring faces');
      },
      signal,
    });
    const { duration, frames } = await writer.finish();
    const note = reader.note();
    const notes = [...faces.notes(), ...(note === null ? [] : [note])];
    return { ...larger, duration, fps, frames, framesWithFace: faces.framesWithFace, notes };
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    reader.close();
  }
}

interface FrameRoom {
  frame: Frame;
  /** When it is shown, after the first. */
  micros: number;
  /** The frame itself if nothing is enlarged. */
  into: Frame;
}

function roomOf({ width, height }: ClipSize, larger: ClipSize | null): FrameRoom {
  const frame = createFrame(width, height);
  return { frame, micros: 0, into: larger === null ? frame : createFrame(larger.width, larger.height) };
}
