import { open, rm, writeFile } from 'node:fs/promises';
import { soundFormat } from './audio-format.js';
import { type ClipAudio, encodedSound, type SoundedFrames } from './clip-audio.js';
import { inputArguments, ownInput } from './input-arguments.js';
import { encodingFailure, spawnFfmpeg } from './spawn-ffmpeg.js';

export interface FinishedClip {
  frames: number;
  /** Seconds. */
  duration: number;
  audio: 'none' | 'copied' | 'encoded';
}

export interface DraftClip extends SoundedFrames {
  /** H.264 in mp4, without sound. */
  draft: string;
  path: string;
  frames: number;
  audio: ClipAudio | null;
  chapters: readonly Chapter[];
  signal: AbortSignal | undefined;
}

/** Puts pictures, sound and chapters into one mp4 that players can begin before they have all of it, and removes the draft. */
export async function finishClip(ffmpeg: string, clip: DraftClip): Promise<FinishedClip> {
  const { draft, path, frames, seconds, chapters, audio } = clip;
  const chapterPath = `${path}.chapters`;
  try {
    if (chapters.length > 0) await writeFile(chapterPath, chapterFile(chapters));
    const input =
      audio === null ? [] : inputArguments({ path: audio.path, format: await soundFormat(audio.path) });
    const mux = (sound: readonly string[]) => {
      // The video is delayed, and not the sound: packets before zero would be cut off.
      const delay = sound.includes('copy') ? (audio?.copy?.pictureStart ?? 0) : 0;
      const args = [
        ...ownInput(draft, 'mov', delay === 0 ? [] : ['-itsoffset', String(delay)]),
        ...(chapters.length > 0 ? ownInput(chapterPath, 'ffmetadata') : []),
        ...input,
        ...['-map', '0:v', '-c:v', 'copy', '-map_metadata:g', '-1'],
        ...['-map_chapters', chapters.length > 0 ? '1' : '-1', ...sound],
        ...['-movflags', '+faststart', '-f', 'mp4', '-y', `file:${path}`],
      ];
      return spawnFfmpeg(ffmpeg, args, { pipes: {}, signal: clip.signal, failure: encodingFailure }).ended;
    };
    const kind = await withSound(clip, mux);
    await sync(path);
    return { frames, duration: seconds, audio: kind };
  } finally {
    await rm(draft, { force: true });
    await rm(chapterPath, { force: true });
  }
}

async function withSound(
  clip: DraftClip,
  mux: (sound: readonly string[]) => Promise<void>,
): Promise<FinishedClip['audio']> {
  const { audio, chapters } = clip;
  if (audio === null) {
    await mux([]);
    return 'none';
  }
  const from = ['-map', `${chapters.length > 0 ? 2 : 1}:a:0`];
  if (audio.copy !== undefined) {
    // Old versions call Opus and FLAC in mp4 an experiment.
    const copied = await mux([...from, '-c:a', 'copy', '-strict', '-2']).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === 'encoding_failed') return false;
        throw error;
      },
    );
    if (copied) return 'copied';
  }
  await mux([...from, ...encodedSound(clip, audio.start ?? 0)]);
  return 'encoded';
}

/** Resolves when the written data would survive a power cut. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export interface Chapter {
  title: string;
  /** Seconds. */
  start: number;
  end: number;
}

/** The chapters of a film as ffmpeg reads them. Format: https://ffmpeg.org/ffmpeg-formats.html#Metadata-1 */
function chapterFile(chapters: readonly Chapter[]): string {
  const blocks = chapters.map(
    ({ title, start, end }) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(start * 1000)}\nEND=${Math.round(end * 1000)}\ntitle=${escaped(title)}\n`,
  );
  return [';FFMETADATA1\n', ...blocks].join('');
}

/**
 * Escapes a title of any characters with backslashes. A backslash at the end of a line joins it to the next
 * line, in some versions even if it is escaped.
 */
function escaped(title: string): string {
  return title
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\\$/, '\\ ')
    .replace(/[=;#\\]/g, '\\$&');
}
