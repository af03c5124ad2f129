import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createFrame } from '@anima/face';
import { type FrameRate, frameRate, frameTime } from './clip-metadata.js';
import { openClipReader } from './clip-reader.js';
import { type FilmTrack, readFilmTrack } from './film-track.js';
import { type Chapter, type FinishedClip, finishClip } from './finish-clip.js';
import { ownInput } from './input-arguments.js';
import { JOINED_SAMPLE_RATE, joinSound } from './join-audio.js';
import { probeClipFile } from './probe-clip-file.js';
import { encodingFailure, spawnFfmpeg } from './spawn-ffmpeg.js';
import { openPictureEncoder } from './video-encoder.js';

export interface FilmClip {
  path: string;
  /** Title of its chapter. */
  title: string;
}

export interface JoinedFilm extends FinishedClip {
  chapters: Chapter[];
  /** Whether the pictures had to be encoded again. */
  reencoded: boolean;
}

/** The pictures of a film, without sound. */
interface FilmPictures {
  rate: FrameRate;
  /** Frames and audio of each clip. */
  clips: { frames: number; hasSound: boolean }[];
}

/**
 * Joins clips to one film with a chapter for each. Equally encoded videos, as those of a batch, are copied;
 * otherwise all are encoded again in the size and at the rate of the first, with bars. Drafts are next to
 * `path` until the end.
 */
export async function joinClips(
  ffmpeg: string,
  clips: readonly FilmClip[],
  { path, signal }: { path: string; signal?: AbortSignal },
): Promise<JoinedFilm> {
  const draft = `${path}.pictures`;
  const sound = `${path}.sound`;
  try {
    const tracks = await tracksIfAlike(clips);
    const film =
      tracks === null
        ? await encodeClips(ffmpeg, clips, draft, signal)
        : await copyClips(ffmpeg, clips, tracks, draft, signal);
    const ends = film.clips.map((_, i) =>
      film.clips.slice(0, i + 1).reduce((frames, clip) => frames + clip.frames, 0),
    );
    const hasSound = film.clips.some((clip) => clip.hasSound);
    if (hasSound) {
      const parts = clips.map((clip, i) => ({
        path: film.clips[i]!.hasSound ? clip.path : null,
        endSample: Math.round(frameTime(film.rate, ends[i]!) * JOINED_SAMPLE_RATE),
      }));
      await joinSound(ffmpeg, parts, sound, signal);
    }
    const chapters = clips.map(({ title }, i) => ({
      title,
      start: frameTime(film.rate, ends[i - 1] ?? 0),
      end: frameTime(film.rate, ends[i]!),
    }));
    const finished = await finishClip(ffmpeg, {
      ...{ draft, path, chapters, signal, frames: ends.at(-1) ?? 0, fadeSeconds: 0 },
      seconds: frameTime(film.rate, ends.at(-1) ?? 0),
      audio: hasSound ? { path: sound, copy: { pictureStart: 0 } } : null,
    });
    return { ...finished, chapters, reencoded: tracks === null };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await rm(draft, { force: true });
    await rm(sound, { force: true });
  }
}

/** Returns the video tracks if they can form one track, else null. */
async function tracksIfAlike(clips: readonly FilmClip[]): Promise<FilmTrack[] | null> {
  const tracks: FilmTrack[] = [];
  for (const { path } of clips) {
    const track = await readFilmTrack(path);
    if (track === null || track.frameTicks === null) return null;
    const first = tracks[0] ?? track;
    const isAlike =
      track.settings.equals(first.settings) &&
      track.timescale === first.timescale &&
      track.frameTicks === first.frameTicks;
    if (!isAlike) return null;
    tracks.push(track);
  }
  return tracks;
}

async function copyClips(
  ffmpeg: string,
  clips: readonly FilmClip[],
  tracks: readonly FilmTrack[],
  draft: string,
  signal: AbortSignal | undefined,
): Promise<FilmPictures> {
  const { timescale, frameTicks } = tracks[0]!;
  const rate = { frames: timescale, seconds: frameTicks! };
  const list = `${draft}.list`;
  const lines = clips.map(
    ({ path }, i) =>
      `file '${resolve(path).replaceAll("'", "'\\''")}'\nduration ${frameTime(rate, tracks[i]!.frames).toFixed(6)}\n`,
  );
  try {
    await writeFile(list, lines.join(''));
    const args = [
      ...ownInput(list, 'concat', ['-safe', '0']),
      ...['-map', '0:v:0', '-c:v', 'copy', '-video_track_timescale', String(timescale)],
      ...['-f', 'mp4', '-y', `file:${draft}`],
    ];
    await spawnFfmpeg(ffmpeg, args, { pipes: {}, signal, failure: encodingFailure }).ended;
  } finally {
    await rm(list, { force: true });
  }
  return { rate, clips: tracks.map(({ frames, hasSound }) => ({ frames, hasSound })) };
}

async function encodeClips(
  ffmpeg: string,
  clips: readonly FilmClip[],
  draft: string,
  signal: AbortSignal | undefined,
): Promise<FilmPictures> {
  const first = await probeClipFile(ffmpeg, clips[0]!.path);
  const size = { width: evenOf(first.width), height: evenOf(first.height) };
  const rate = frameRate(first.fps);
  const encoder = openPictureEncoder(ffmpeg, { path: draft, ...size, rate, crf: undefined, signal });
  const frame = createFrame(size.width, size.height);
  const encoded: FilmPictures['clips'] = [];
  try {
    for (const { path } of clips) {
      const { format, hasAudio } = await probeClipFile(ffmpeg, path);
      const options = { ...size, fps: first.fps, fit: 'contain', ...(signal && { signal }) } as const;
      const reader = await openClipReader(ffmpeg, { path, format }, options);
      try {
        while (await reader.read(frame.bytes)) await encoder.write(frame.bytes);
        encoded.push({ frames: reader.frameIndex, hasSound: hasAudio });
      } finally {
        reader.close();
      }
    }
    await encoder.end();
    return { rate, clips: encoded };
  } catch (error) {
    await encoder.abort();
    throw error;
  }
}

function evenOf(length: number): number {
  return Math.max(2, length - (length % 2));
}
