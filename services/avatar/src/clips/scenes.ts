import { isFinished, type Job, type JobError, type JobStatus } from '../jobs/job.js';
import type { MediaRef } from '../media/media-ref.js';
import type { BatchPayload } from './clip-payload.js';
import type { ClipResult } from './make-clip.js';

/** How a scene of a batch goes. */
export interface Scene {
  id: string;
  index: number;
  status: JobStatus;
  /** 0 to 1. */
  progress: number;
  output?: MediaRef;
  /** Seconds. */
  duration?: number;
  result?: Omit<ClipResult, 'words'>;
  error?: JobError;
}

export interface BatchResult {
  scenes: Scene[];
  failed_scenes: number;
  /** The film of all rendered scenes, if requested. */
  film: { duration: number; scenes: string[] } | null;
}

/**
 * Returns the scenes of a batch in the state that its runner reported last, adjusted to the status of the
 * job.
 */
export function scenesOf(job: Job): Scene[] {
  const reported = (job.result as BatchResult | null)?.scenes;
  const scenes = reported ?? (job.payload as BatchPayload).scenes.map(untouched);
  if (!isFinished(job.status)) return scenes;
  // Unfinished scenes of a finished batch will not finish.
  return scenes.map((scene) => (isFinished(scene.status) ? scene : { ...scene, status: 'cancelled' }));
}

function untouched(order: BatchPayload['scenes'][number], index: number): Scene {
  const scene = { id: order.id, index, progress: 0 };
  return 'refused' in order
    ? { ...scene, status: 'failed', error: order.refused }
    : { ...scene, status: 'queued' };
}
