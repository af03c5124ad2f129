import { type Job, madeBy } from '../../jobs/job.js';
import type { JobMedia, MediaRef } from '../../media/media-ref.js';

/** Columns of a row that name files. */
export interface FileColumns {
  payload: string;
  output: string | null;
  result: string | null;
}

/** JSON of unknown origin: every field may be missing. */
interface Json {
  readonly [field: string]: unknown;
}

/**
 * Converts the columns of a row with absolute paths to refs. The output of the job is recognised by the end
 * of its path, wherever the data directory was; any other path stays a local file.
 */
export function refsOfPaths(
  job: Pick<Job, 'jobId' | 'kind'>,
  { payload, output, result }: FileColumns,
): FileColumns {
  const made = (path: string): MediaRef => jobMediaOf(job, path) ?? { kind: 'local_file', path };
  return {
    payload: rewritten(payload, payloadWithRefs),
    output: output === null ? null : JSON.stringify(made(output)),
    result: result === null ? null : rewritten(result, (value) => resultWithRefs(value, made)),
  };
}

/**
 * Text that cannot be parsed, or is nested too deeply, stays unchanged, so that one such job does not prevent
 * a start.
 */
function rewritten(text: string, rewrite: (value: Json) => Json): string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? JSON.stringify(rewrite(value)) : text;
  } catch {
    return text;
  }
}

/** Payload of a clip, a batch of scenes, or an enhancement. */
function payloadWithRefs(payload: Json): Json {
  const { subject, sound, options, scenes } = payload;
  return {
    ...payload,
    ...(isObject(subject) && { subject: byRef(subject) }),
    ...(isObject(sound) && sound.kind === 'file' && { sound: byRef(sound) }),
    ...(isObject(options) &&
      isObject(options.background) && { options: { ...options, background: byRef(options.background) } }),
    ...(Array.isArray(scenes) && { scenes: scenes.map(sceneWithRefs) }),
  };
}

function sceneWithRefs(scene: unknown): unknown {
  return isObject(scene) && isObject(scene.clip) ? { ...scene, clip: payloadWithRefs(scene.clip) } : scene;
}

function byRef({ path, ...rest }: Json): Json {
  return typeof path === 'string' ? { ...rest, file: { kind: 'local_file', path } } : rest;
}

/** Result of speech, of a clip, or of scenes. */
function resultWithRefs(result: Json, made: (path: string) => MediaRef): Json {
  const { subtitles, scenes, output_path: path, media_url: _, ...rest } = result;
  return {
    ...rest,
    ...(typeof path === 'string' && { output: made(path) }),
    ...(isObject(result.result) && { result: resultWithRefs(result.result, made) }),
    ...(subtitles !== undefined && { subtitles: subtitlesByRef(subtitles, made) }),
    ...(scenes !== undefined && {
      scenes: Array.isArray(scenes)
        ? scenes.map((scene) => (isObject(scene) ? resultWithRefs(scene, made) : scene))
        : scenes,
    }),
  };
}

function subtitlesByRef(subtitles: unknown, made: (path: string) => MediaRef): unknown {
  if (!isObject(subtitles)) return subtitles;
  const { srt_path: srt, vtt_path: vtt } = subtitles;
  return typeof srt === 'string' && typeof vtt === 'string' ? { srt: made(srt), vtt: made(vtt) } : null;
}

/** ".../<job id>/clip.mp4", or ".../<job id>.001/clip.mp4" of a scene; the folder above may have been a link to any other. */
function jobMediaOf({ jobId, kind: jobKind }: Pick<Job, 'jobId' | 'kind'>, path: string): JobMedia | null {
  const [folder = '', name = ''] = path.split(/[/\\]/).slice(-2);
  if (name === '') return null;
  const kind = madeBy(jobKind);
  if (folder === jobId) return { kind, jobId, name };
  return folder.startsWith(`${jobId}.`) ? { kind, jobId, part: folder.slice(jobId.length + 1), name } : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
