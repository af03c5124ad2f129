import { type JobHandler, withDraft } from '../jobs/job-handler.js';
import type { JobRecords } from '../jobs/job-records.js';
import type { MediaProbe } from '../media/media-probe.js';
import type { MediaStore } from '../media/media-store-port.js';
import type { EnhancePayload } from './enhance-payload.js';
import { subjectOf } from './enhance-subject.js';
import type { Restorer } from './restorer.js';

export interface EnhanceDependencies {
  restorer: Pick<Restorer, 'restore'>;
  media: Pick<MediaStore, 'begin'>;
  records: Pick<JobRecords, 'byId'>;
  probe: Pick<MediaProbe, 'probe'>;
}

export interface EnhanceResult {
  kind: 'picture' | 'clip';
  width: number;
  height: number;
  /** Seconds of a clip; null for an image. */
  duration: number | null;
  fps: number | null;
  frames: number;
  frames_with_face: number;
  model: string;
  strength: number;
  upscale: number;
  realtime_factor: number | null;
  notes: string[];
}

/** Restores the faces of a clip or picture. */
export function createEnhanceHandler(deps: EnhanceDependencies): JobHandler {
  return async (job, { signal, progress, assertOurs }) => {
    const payload = job.payload as EnhancePayload;
    const subject = await subjectOf(payload, deps, signal);
    const name = subject.kind === 'clip' ? 'enhanced.mp4' : 'enhanced.png';
    const began = performance.now();
    return withDraft(deps.media, ['video', job.jobId], async (draft) => {
      const made = await deps.restorer.restore(
        { subject, options: payload.options, outputPath: draft.path(name) },
        { signal, progress },
      );
      signal.throwIfAborted();
      await assertOurs();
      const files = await draft.publish();
      const seconds = (performance.now() - began) / 1000;
      const result: EnhanceResult = {
        kind: subject.kind,
        width: made.width,
        height: made.height,
        duration: made.duration,
        fps: made.fps,
        frames: made.frames,
        frames_with_face: made.framesWithFace,
        model: payload.options.model,
        strength: payload.options.strength,
        upscale: payload.options.upscale,
        realtime_factor: made.duration === null ? null : Math.round((made.duration / seconds) * 100) / 100,
        notes: [...made.notes],
      };
      return { output: files.get(name)!, result };
    });
  };
}
