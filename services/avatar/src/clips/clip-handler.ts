import type { JobHandler } from '../jobs/job-handler.js';
import type { MediaStore } from '../media/media-store-port.js';
import type { ClipPayload } from './clip-payload.js';
import { type ClipDependencies, makeClip, publishClip } from './make-clip.js';

/** Makes the clip of a lip sync job. */
export function createClipHandler(deps: ClipDependencies & { media: Pick<MediaStore, 'begin'> }): JobHandler {
  return async (job, context) => {
    const draft = await deps.media.begin('video', job.jobId);
    try {
      const made = await makeClip(deps, job.payload as ClipPayload, draft, context);
      await context.assertOurs();
      return await publishClip(draft, made);
    } catch (error) {
      await draft.discard();
      throw error;
    }
  };
}
