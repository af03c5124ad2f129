import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFaceTracker,
  createFrame,
  createTrackWriter,
  extendTrack,
  type FaceTrackFile,
  type Frame,
  openTrack,
  TrackFileError,
} from '@anima/face';
import type { OpenClip } from '../../media/ffmpeg/clip-reader.js';
import type { ByPath } from '../../media/media-ref.js';
import type { ClipOptions, ClipSubject } from '../clip-payload.js';
import type { RenderContext } from '../clip-renderer.js';
import type { ClipSize } from './clip-size.js';
import { runPipeline } from './ordered-pipeline.js';
import type { RenderResources } from './render-resources.js';

export interface TrackOrder extends ClipSize {
  subject: ClipSubject<ByPath> & { kind: 'clip' };
  /** The same, at this size and rate. */
  clip: OpenClip;
  fps: number;
  faceAt: ClipOptions['faceAt'];
  /** How many frames of the clip are needed; it may have fewer. */
  frames: number;
}

type TrackParts = Pick<RenderResources, 'tracksDir' | 'finder'>;

/** Some 3 kB a frame: half an hour each at most. */
const CACHED_TRACKS = 64;
/** Frames before the new part of a clip, in which the tracker settles. */
const RUN_UP_FRAMES = 12;

/**
 * Returns the face track of a clip: cached from an earlier clip with the same content, or computed and
 * cached.
 */
export async function trackClip(
  parts: TrackParts,
  order: TrackOrder,
  context: RenderContext,
): Promise<{ track: FaceTrackFile; cached: boolean; path: string }> {
  const { subject, width, height, fps, faceAt } = order;
  const content = await contentHash(subject.path, context.signal);
  const place = faceAt === null ? '' : `-${faceAt.x.toFixed(3)}x${faceAt.y.toFixed(3)}`;
  const path = join(parts.tracksDir, `${content}-${width}x${height}-${fps}${place}.track`);
  await mkdir(parts.tracksDir, { recursive: true, mode: 0o700 });
  const known = openKnown(path);
  if (known !== null && (known.complete || known.frames >= order.frames)) {
    // Marks the track as recently used. It is open, even if it was removed meanwhile.
    await utimes(path, new Date(), new Date()).catch(() => {});
    return { track: known, cached: true, path };
  }
  const knownFrames = known?.frames ?? 0;
  known?.close();
  const draft = `${path}.${process.pid}`;
  try {
    if (knownFrames > 0) await copyFile(path, draft);
    await track(parts, order, { draft, content, knownFrames }, context);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await removeAbandoned(parts.tracksDir);
  await removeOldest(parts.tracksDir);
  return { track: openTrack(path), cached: false, path };
}

/** Returns null if the track does not exist, is damaged, or has another version: it is computed again. */
function openKnown(path: string): FaceTrackFile | null {
  try {
    return openTrack(path);
  } catch (error) {
    if (error instanceof TrackFileError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Number of images: one is decoded while the face is found in the previous one. */
const PICTURES = 2;

async function track(
  { finder }: TrackParts,
  { subject, clip, width, height, fps, faceAt, frames }: TrackOrder,
  { draft, content, knownFrames }: { draft: string; content: string; knownFrames: number },
  { progress, signal }: RenderContext,
): Promise<void> {
  const first = Math.max(0, knownFrames - RUN_UP_FRAMES);
  const seeks = await clip.canSeek(first);
  const pictures = Array.from({ length: PICTURES }, () => createFrame(width, height));
  const expected = Math.min(frames, Math.ceil(subject.duration * fps));
  const writer =
    knownFrames > 0 ? extendTrack(draft) : createTrackWriter(draft, { width, height, fps, source: content });
  let ended = false;
  try {
    const reader = clip.frames(first, seeks);
    try {
      const tracker = await finder.use(async (models) =>
        createFaceTracker(models, { fps, ...(faceAt === null ? {} : { choose: faceAt }) }),
      );
      await runPipeline<Frame>({
        slots: PICTURES,
        async take(taken, slot) {
          if (first + taken === frames) return null;
          const picture = pictures[slot]!;
          if (await reader.read(picture.bytes)) return picture;
          ended = true;
          return null;
        },
        steps: [],
        async put(picture, taken) {
          const index = first + taken;
          const face = await finder.use(() => tracker.next(picture));
          if (index >= knownFrames) writer.append(face, tracker.cut);
          progress(Math.min(1, index / expected), 'following the face');
        },
        signal,
      });
      if (ended) writer.complete();
    } finally {
      reader.close();
    }
  } finally {
    writer.close();
  }
}

async function contentHash(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(chunk);
  return hash.digest('hex');
}

/** Drafts of processes that were killed. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = /\.track\.(\d+)$/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only asks.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.track'));
  if (names.length <= CACHED_TRACKS) return;
  const aged = await Promise.all(
    names.map(async (name) => ({ name, used: (await stat(join(folder, name))).mtimeMs })),
  );
  aged.sort((one, other) => other.used - one.used);
  for (const { name } of aged.slice(CACHED_TRACKS)) await rm(join(folder, name), { force: true });
}
