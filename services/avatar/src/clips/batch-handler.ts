import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import { isFinished, type Job, type JobError, type JobOutline } from '../jobs/job.js';
import { type JobContext, type JobHandler, withDraft } from '../jobs/job-handler.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { JobRecords } from '../jobs/job-records.js';
import type { JobRequirements } from '../jobs/job-requirements.js';
import type { MediaRef } from '../media/media-ref.js';
import type { MediaStore } from '../media/media-store-port.js';
import type { BatchPayload } from './clip-payload.js';
import { awaitedSpeech } from './clip-speech.js';
import type { FilmJoiner } from './film-joiner.js';
import { type ScenePayload, sceneJobId } from './scene-handler.js';
import { type BatchResult, type Scene, scenesOf } from './scenes.js';

export interface BatchDependencies {
  queue: Pick<JobQueue, 'accept'>;
  records: Pick<JobRecords, 'byId' | 'partsOf'>;
  joiner: FilmJoiner;
  media: Pick<MediaStore, 'begin' | 'stat'>;
  needs: JobRequirements;
  /** Called after scenes were enqueued, so that workers claim them. */
  onAccepted: () => void;
  lookMs?: number;
}

const FILM_FILE = 'film.mp4';
/** Share of the progress for joining, which only copies. */
const JOIN_SHARE = 0.03;
/** Maximum age in milliseconds of the reported state of scenes. */
const LOOK_MS = 400;

/**
 * Creates the handler of batches. Each scene is a part job that any worker can claim, and is available when
 * it is done. A batch that is reclaimed keeps its scenes. It fails only if all scenes fail, or at the first
 * failure if requested.
 */
export function createBatchHandler(deps: BatchDependencies): JobHandler {
  return async (job, context) => {
    const { concat, continueOnError } = job.payload as BatchPayload;
    const scenes = await scenesToMake(job, deps.media);
    await acceptScenes(deps, job, scenes);
    const share = concat ? 1 - JOIN_SHARE : 1;
    for (;;) {
      const stage = await lookAtScenes(deps, job, scenes);
      context.keep(() => toResult(scenes, null));
      const failed = scenes.find(({ status }) => status === 'failed');
      // The end of the batch cancels the other scenes.
      if (failed !== undefined && !continueOnError)
        throw new AppError(failed.error!.code, `Scene "${failed.id}": ${failed.error!.message}`);
      const done = scenes.reduce((sum, { status, progress }) => sum + (isFinished(status) ? 1 : progress), 0);
      context.progress((done / scenes.length) * share, stage);
      if (scenes.every(({ status }) => isFinished(status))) break;
      await sleep(deps.lookMs ?? LOOK_MS, undefined, { signal: context.signal });
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

/** Keeps the scenes of an earlier attempt whose files still exist. */
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

async function acceptScenes(
  { queue, needs, onAccepted }: BatchDependencies,
  job: Job,
  scenes: readonly Scene[],
): Promise<void> {
  for (const [index, order] of (job.payload as BatchPayload).scenes.entries()) {
    if (scenes[index]!.status !== 'queued' || !('clip' in order)) continue;
    const payload: ScenePayload = { index, clip: order.clip };
    const scene = { jobId: sceneJobId(job.jobId, index), kind: 'lipsync_scene' as const, payload };
    const after = awaitedSpeech(order.clip.sound);
    const about = { webhookUrl: null, after, partOf: job.jobId, needs: needs(scene) };
    await queue.accept({ ...scene, ...about }, Number.MAX_SAFE_INTEGER);
  }
  onAccepted();
}

/** Updates the scenes from their jobs and returns the current stage. */
async function lookAtScenes(
  { records }: BatchDependencies,
  job: Job,
  scenes: readonly Scene[],
): Promise<string> {
  const parts = new Map((await records.partsOf(job.jobId)).map((part) => [part.jobId, part]));
  const active: { index: number; part: JobOutline }[] = [];
  for (const scene of scenes) {
    const part = isFinished(scene.status) ? undefined : parts.get(sceneJobId(job.jobId, scene.index));
    if (part === undefined) continue;
    scene.status = part.status;
    scene.progress = Math.max(scene.progress, part.progress);
    if (part.status === 'succeeded') Object.assign(scene, await madeScene(records, part.jobId));
    else if (part.error !== null) scene.error = toSceneError(part.error);
    else active.push({ index: scene.index, part });
  }
  const { index, part } = active.find((each) => each.part.status === 'running') ?? active[0] ?? {};
  return part === undefined ? 'scenes are done' : `scene ${index! + 1}: ${part.stage || 'waiting'}`;
}

async function madeScene(records: BatchDependencies['records'], jobId: string): Promise<Partial<Scene>> {
  const { output, result } = (await records.byId(jobId))!;
  const made = result as NonNullable<Scene['result']>;
  return { output: output!, duration: made.duration, result: made };
}

function toSceneError({ code, message }: JobError): JobError {
  if (code !== 'internal') return { code, message };
  return { code, message: 'The engine failed on this scene; see the log of the service' };
}

async function joinScenes(
  { media, joiner }: BatchDependencies,
  job: Job,
  made: readonly Scene[],
  { signal, progress, assertOurs }: JobContext,
): Promise<{ output: MediaRef; film: BatchResult['film'] }> {
  progress(1 - JOIN_SHARE, 'joining the scenes');
  return withDraft(media, ['video', job.jobId], async (draft) => {
    const clips = made.map(({ id, output }) => ({ file: output!, title: id }));
    const { duration } = await joiner.join(
      { clips, outputPath: draft.path(FILM_FILE) },
      { signal, progress: (fraction, stage) => progress(1 - JOIN_SHARE * (1 - fraction), stage) },
    );
    await assertOurs();
    const files = await draft.publish();
    return { output: files.get(FILM_FILE)!, film: { duration, scenes: made.map(({ id }) => id) } };
  });
}

function toResult(scenes: readonly Scene[], film: BatchResult['film']): BatchResult {
  return {
    scenes: [...scenes],
    failed_scenes: scenes.filter(({ status }) => status === 'failed').length,
    film,
  };
}
