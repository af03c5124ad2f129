import { AppError, isStorageFull } from '@anima/service/errors';
import type { FilmJoiner } from '../../ports/film-joiner.js';
import type { MediaStore } from '../../ports/media-store.js';
import type { Job, JobError } from '../job.js';
import { type JobContext, type JobHandler, WaitsForJob } from '../job-handler.js';
import type { MediaRef } from '../media-ref.js';
import type { BatchPayload, ClipPayload } from './clip-payload.js';
import type { ClipContext } from './clip-sound.js';
import { type ClipDependencies, makeClip, publishClip } from './make-clip.js';
import { type BatchResult, type Scene, scenesOf } from './scenes.js';

export interface BatchDependencies extends ClipDependencies {
  joiner: FilmJoiner;
  media: Pick<MediaStore, 'begin' | 'stat'>;
  /** A scene failed in a way that was not foreseen. */
  onFailure: (jobId: string, sceneId: string, error: unknown) => void;
}

const FILM_FILE = 'film.mp4';
/** Joining copies what is there. */
const JOIN_SHARE = 0.03;

/**
 * Makes the scenes of a batch one after the other; each can be seen as soon as it is done. A batch that is taken up again
 * keeps the scenes it has. Fails only where every scene fails, or at the first one that does if it is asked to.
 */
export function createBatchHandler(deps: BatchDependencies): JobHandler {
  return async (job, context) => {
    const { scenes: orders, concat, continueOnError } = job.payload as BatchPayload;
    const scenes = await scenesToMake(job, deps.media);
    const keep = () => context.keep(() => toResult(scenes, null));
    const sceneShare = (concat ? 1 - JOIN_SHARE : 1) / orders.length;
    keep();
    for (const [index, order] of orders.entries()) {
      const scene = scenes[index]!;
      if (scene.status === 'queued' && 'clip' in order) {
        const sceneContext: ClipContext = {
          signal: context.signal,
          progress(fraction, stage) {
            scene.progress = Math.max(scene.progress, fraction);
            context.progress((index + fraction) * sceneShare, `scene ${index + 1}: ${stage}`);
            keep();
          },
        };
        scene.status = 'running';
        try {
          Object.assign(scene, await makeScene(deps, { job, index, ...order }, sceneContext));
        } catch (error) {
          scene.status = 'queued';
          throw error;
        } finally {
          keep();
        }
      }
      if (scene.status === 'failed' && !continueOnError)
        throw new AppError(scene.error!.code, `Scene "${scene.id}": ${scene.error!.message}`);
    }
    const made = scenes.filter(({ status }) => status === 'succeeded');
    if (made.length === 0) {
      const { code, message } = scenes[0]!.error!;
      throw new AppError(code, `Every scene failed; the first one: ${message}`);
    }
    if (!concat) return { output: null, result: toResult(scenes, null) };
    const { output, film } = await joinScenes(deps, job, made, context);
    return { output, result: toResult(scenes, film) };
  };
}

/** What an earlier try has made is kept, as long as it is there. */
async function scenesToMake(job: Job, media: BatchDependencies['media']): Promise<Scene[]> {
  const scenes = scenesOf(job);
  for (const scene of scenes) {
    const isThere = scene.output !== undefined && (await media.stat(scene.output)) !== null;
    if (scene.status === 'running' || (scene.status === 'succeeded' && !isThere)) {
      scene.status = 'queued';
      scene.progress = 0;
    }
  }
  return scenes;
}

interface SceneOrder {
  job: Job;
  index: number;
  id: string;
  clip: ClipPayload;
}

async function makeScene(
  deps: BatchDependencies,
  { job, index, id, clip }: SceneOrder,
  context: ClipContext,
): Promise<Partial<Scene>> {
  const draft = await deps.media.begin('video', job.jobId, String(index + 1).padStart(3, '0'));
  try {
    const { output, result } = await publishClip(draft, await makeClip(deps, clip, draft, context));
    // Word times of a whole script would be written again with every sign of progress.
    const { words: _, ...shortResult } = result;
    return {
      status: 'succeeded',
      progress: 1,
      output,
      duration: result.duration,
      result: shortResult,
    };
  } catch (error) {
    await draft.discard();
    // The next scenes would find no room either, and come after this one: the batch waits as a whole.
    if (context.signal.aborted || isStorageFull(error) || error instanceof WaitsForJob) throw error;
    if (!(error instanceof AppError)) deps.onFailure(job.jobId, id, error);
    return { status: 'failed', error: toSceneError(error) };
  }
}

function toSceneError(error: unknown): JobError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'internal', message: 'The engine failed on this scene; its log says more' };
}

async function joinScenes(
  { media, joiner }: BatchDependencies,
  job: Job,
  made: readonly Scene[],
  { signal, progress }: JobContext,
): Promise<{ output: MediaRef; film: BatchResult['film'] }> {
  progress(1 - JOIN_SHARE, 'joining the scenes');
  const draft = await media.begin('video', job.jobId);
  try {
    const clips = made.map(({ id, output }) => ({ file: output!, title: id }));
    const { duration } = await joiner.join(
      { clips, outputPath: draft.path(FILM_FILE) },
      { signal, progress: (fraction, stage) => progress(1 - JOIN_SHARE * (1 - fraction), stage) },
    );
    const files = await draft.publish();
    return { output: files.get(FILM_FILE)!, film: { duration, scenes: made.map(({ id }) => id) } };
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

function toResult(scenes: readonly Scene[], film: BatchResult['film']): BatchResult {
  return {
    scenes: [...scenes],
    failed_scenes: scenes.filter(({ status }) => status === 'failed').length,
    film,
  };
}
