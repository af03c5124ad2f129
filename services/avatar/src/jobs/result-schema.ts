import type { ClipResult } from '../clips/make-clip.js';
import type { BatchResult, Scene } from '../clips/scenes.js';
import { isMediaRef } from '../media/media-ref.js';
import type { MediaStore } from '../media/media-store-port.js';
import type { SpeechResult } from '../speech/speak-to-file.js';
import type { SubtitleFiles } from '../speech/subtitles.js';
import type { Job } from './job.js';

/** How answers name files. */
export type MediaPaths = Pick<MediaStore, 'pathOf'>;

/**
 * Returns the result of a job with paths in place of refs. Some kinds have a partial result. A restored
 * backup may contain any result, which is returned unchanged.
 */
export function toResultRecord({ kind, result }: Job, media: MediaPaths): unknown {
  if (result === null) return null;
  switch (kind) {
    case 'tts':
    case 'lipsync':
      return withSubtitlePaths(result as SpeechResult | ClipResult, media);
    case 'lipsync_batch': {
      const { scenes, ...batch } = result as BatchResult;
      if (!Array.isArray(scenes)) return result;
      return { scenes: scenes.map((scene) => toSceneResult(scene, media)), ...batch };
    }
    case 'lipsync_scene':
    case 'enhance':
      return result;
  }
}

/** Returns path and URL of the clip of a scene, if it exists. */
export function placesOfScene({ output }: Scene, media: MediaPaths) {
  if (!isMediaRef(output)) return {};
  const path = media.pathOf(output);
  return { output_path: path, media_url: `/media/video?path=${encodeURIComponent(path)}` };
}

function toSceneResult(scene: Scene, media: MediaPaths) {
  const { output: _, duration, result, ...rest } = scene;
  return {
    ...rest,
    ...placesOfScene(scene, media),
    duration,
    result: result && withSubtitlePaths(result, media),
  };
}

function withSubtitlePaths<T extends { subtitles: SubtitleFiles | null }>(
  { subtitles, ...result }: T,
  media: MediaPaths,
) {
  const { srt, vtt } = Object(subtitles) as Partial<SubtitleFiles>;
  if (!isMediaRef(srt) || !isMediaRef(vtt)) return { ...result, subtitles };
  return { ...result, subtitles: { srt_path: media.pathOf(srt), vtt_path: media.pathOf(vtt) } };
}
