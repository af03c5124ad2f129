import { createHash } from 'node:crypto';
import { type JobHandler, withDraft } from '../jobs/job-handler.js';
import type { MediaStore } from '../media/media-store-port.js';
import type { ClipPayload } from './clip-payload.js';
import { type ClipDependencies, makeClip, publishClip } from './make-clip.js';

/** A scene of a batch, as a part job of the batch. */
export interface ScenePayload {
  /** Position in the script, from 0. */
  index: number;
  clip: ClipPayload;
}

/** Returns the same id for the same scene, so that a reclaimed batch finds its parts. */
export function sceneJobId(batchId: string, index: number): string {
  const digest = createHash('sha256').update(`${batchId}/${index}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** Creates the handler of one scene. Its files are stored with the files of the batch. */
export function createSceneHandler(
  deps: ClipDependencies & { media: Pick<MediaStore, 'begin'> },
): JobHandler {
  return async (job, context) => {
    const { index, clip } = job.payload as ScenePayload;
    const part = String(index + 1).padStart(3, '0');
    return withDraft(deps.media, ['video', job.partOf!, part], async (draft) => {
      const made = await makeClip(deps, clip, draft, context);
      await context.assertOurs();
      const { output, result } = await publishClip(draft, made);
      // Word times of a whole script would be written again with every sign of progress of the batch.
      const { words: _, ...shortResult } = result;
      return { output, result: shortResult };
    });
  };
}
