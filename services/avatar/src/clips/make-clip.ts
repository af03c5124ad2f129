import type { Expression } from '@anima/face/expressions';
import { type JobHandler, withDraft } from '../jobs/job-handler.js';
import type { MediaRef } from '../media/media-ref.js';
import type { MediaDraft, MediaStore } from '../media/media-store-port.js';
import { type WordRecord, wordRecord } from '../speech/speech-engine.js';
import { type SubtitleFiles, toSrt, toVtt } from '../speech/subtitles.js';
import type { ClipPayload, ClipSubject } from './clip-payload.js';
import type { ClipRenderer, RenderedClip } from './clip-renderer.js';
import {
  type ClipContext,
  type ClipSoundDependencies,
  prepareClipSpeech,
  SPOKEN_FILE,
} from './clip-speech.js';

export interface ClipDependencies extends ClipSoundDependencies {
  renderer: Pick<ClipRenderer, 'isLoaded' | 'load' | 'render'>;
}

/** The files of a clip in its draft. */
const CLIP_FILE = 'clip.mp4';
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
  words: WordRecord[];
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
  const speech = await prepareClipSpeech(deps, sound, draft, {
    signal,
    progress: (fraction, stage) => progress(fraction * SPEECH_SHARE, stage),
  });
  await ready;
  const clip = await deps.renderer.render(
    {
      engine,
      subject,
      sound: { file: speech.file },
      timeline: speech.timeline,
      options,
      captions: options.captions === 'burnt' ? speech.cues : [],
      outputPath: draft.path(CLIP_FILE),
    },
    { signal, progress: (fraction, stage) => progress(SPEECH_SHARE + fraction * (1 - SPEECH_SHARE), stage) },
  );
  const hasSubtitles = options.captions === 'beside';
  if (hasSubtitles) {
    await draft.write(SRT_FILE, toSrt(speech.cues));
    await draft.write(VTT_FILE, toVtt(speech.cues));
  }
  await draft.remove(SPOKEN_FILE);
  signal.throwIfAborted();
  const marked = (speech.timeline?.expressions ?? []).map(({ expression }) => expression);
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
    words: speech.words.map(wordRecord),
    notes: [...speech.notes, ...clip.notes, ...expressionNotes({ subject, engine }, shown)],
    hasSubtitles,
  };
}

/**
 * Prepares the renderer while the text is synthesised. A head is opened as well; other subjects gain little.
 * Rendering reports any error.
 */
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

/** Publishes the draft of a clip and returns refs of its files. */
export async function publishClip(
  draft: MediaDraft,
  { hasSubtitles, ...clip }: Awaited<ReturnType<typeof makeClip>>,
): Promise<{ output: MediaRef; result: ClipResult }> {
  const files = await draft.publish();
  const subtitles = hasSubtitles ? { srt: files.get(SRT_FILE)!, vtt: files.get(VTT_FILE)! } : null;
  return { output: files.get(CLIP_FILE)!, result: { ...clip, subtitles } };
}

/** Describes the requested expressions that the clip omits. */
function expressionNotes(
  { subject, engine }: Pick<ClipPayload, 'subject' | 'engine'>,
  expressions: readonly Expression[],
): string[] {
  if (subject.kind === 'head' || expressions.every(({ name }) => name === 'neutral')) return [];
  if (engine === 'wav2lip')
    return ['The engine wav2lip shows no expressions: it paints the mouth from the sound alone'];
  if (subject.kind === 'clip')
    return ['A clip keeps its own eyes, brows and head: of the expressions the mouth is shown'];
  return [
    'The eyes of a picture look where they do, and are not widened: of the expressions all else is shown',
  ];
}

/** Makes the clip of a lip sync job. */
export function createClipHandler(deps: ClipDependencies & { media: Pick<MediaStore, 'begin'> }): JobHandler {
  return (job, context) =>
    withDraft(deps.media, ['video', job.jobId], async (draft) => {
      const made = await makeClip(deps, job.payload as ClipPayload, draft, context);
      await context.assertOurs();
      return publishClip(draft, made);
    });
}
