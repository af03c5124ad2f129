import type { ClipRenderer, RenderedClip } from '../../ports/clip-renderer.js';
import type { MediaDraft } from '../../ports/media-store.js';
import type { MediaRef } from '../media-ref.js';
import { type SubtitleFiles, toSrt, toVtt } from '../speech/subtitles.js';
import type { ClipPayload, ClipSubject } from './clip-payload.js';
import {
  type ClipContext,
  type ClipSoundDependencies,
  prepareClipSpeech,
  SPOKEN_FILE,
} from './clip-sound.js';
import { expressionNotes } from './expression-notes.js';

export interface ClipDependencies extends ClipSoundDependencies {
  renderer: Pick<ClipRenderer, 'isLoaded' | 'load' | 'render'>;
}

/** The files of a clip in its draft. */
export const CLIP_FILE = 'clip.mp4';
const SRT_FILE = 'clip.srt';
const VTT_FILE = 'clip.vtt';

export interface ClipResult {
  duration: number;
  fps: number;
  frames: number;
  width: number;
  height: number;
  engine: string;
  /** Seconds of the clip for each second of work. */
  realtime_factor: number;
  face_track: { frames: number; frames_with_face: number; cached: boolean } | null;
  words: { word: string; start: number; end: number; char_start: number; char_end: number }[];
  subtitles: SubtitleFiles | null;
  notes: string[];
}

/** Speaking is some fiftieth of the work of drawing. */
const SPEECH_SHARE = 0.05;

/** Makes one clip in `draft`, which stays the caller's to publish. */
export async function makeClip(
  deps: ClipDependencies,
  { subject, sound, engine, options }: ClipPayload,
  draft: MediaDraft,
  { signal, progress }: ClipContext,
): Promise<Omit<ClipResult, 'subtitles'> & { hasSubtitles: boolean }> {
  const began = performance.now();
  const ready = sound.kind === 'text' ? getReady(deps.renderer, engine, subject) : null;
  const heard = await prepareClipSpeech(deps, sound, draft, {
    signal,
    progress: (fraction, stage) => progress(fraction * SPEECH_SHARE, stage),
  });
  await ready;
  const clip = await deps.renderer.render(
    {
      engine,
      subject,
      sound: { file: heard.file },
      timeline: heard.timeline,
      options,
      captions: options.captions === 'burnt' ? heard.cues : [],
      outputPath: draft.path(CLIP_FILE),
    },
    { signal, progress: (fraction, stage) => progress(SPEECH_SHARE + fraction * (1 - SPEECH_SHARE), stage) },
  );
  const hasSubtitles = options.captions === 'beside';
  if (hasSubtitles) {
    await draft.write(SRT_FILE, toSrt(heard.cues));
    await draft.write(VTT_FILE, toVtt(heard.cues));
  }
  await draft.remove(SPOKEN_FILE);
  signal.throwIfAborted();
  const marked = (heard.timeline?.expressions ?? []).map(({ expression }) => expression);
  const shown = options.expression === undefined ? marked : [options.expression, ...marked];
  const seconds = (performance.now() - began) / 1000;
  return {
    duration: clip.duration,
    fps: clip.fps,
    frames: clip.frames,
    width: clip.width,
    height: clip.height,
    engine,
    realtime_factor: Math.round((clip.duration / seconds) * 100) / 100,
    face_track: toTrackRecord(clip.faceTrack),
    words: heard.words.map(({ word, start, end, charStart, charEnd }) => ({
      word,
      start,
      end,
      char_start: charStart,
      char_end: charEnd,
    })),
    notes: [...heard.notes, ...clip.notes, ...expressionNotes({ subject, engine }, shown)],
    hasSubtitles,
  };
}

/** While the text is spoken. A head is opened too; of others there is little to know ahead. What speaks against it is told by the drawing. */
async function getReady(
  renderer: ClipDependencies['renderer'],
  engine: string,
  subject: ClipSubject,
): Promise<void> {
  const face = subject.kind === 'head' ? subject : null;
  if (!renderer.isLoaded(engine, face)) await renderer.load(engine, face).catch(() => {});
}

function toTrackRecord(track: RenderedClip['faceTrack']): ClipResult['face_track'] {
  if (track === null) return null;
  return { frames: track.frames, frames_with_face: track.framesWithFace, cached: track.cached };
}

/** Publishes the draft of a clip; tells which its files are. */
export async function publishClip(
  draft: MediaDraft,
  { hasSubtitles, ...clip }: Awaited<ReturnType<typeof makeClip>>,
): Promise<{ output: MediaRef; result: ClipResult }> {
  const files = await draft.publish();
  const subtitles = hasSubtitles ? { srt: files.get(SRT_FILE)!, vtt: files.get(VTT_FILE)! } : null;
  return { output: files.get(CLIP_FILE)!, result: { ...clip, subtitles } };
}
