import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import type { JobKind } from '../domain/job.js';
import type { JobRecords } from '../ports/job-records.js';
import { type MediaKind, type MediaStore, mediaKinds } from '../ports/media-store.js';
import { fileResponses, sendFile } from './send-file.js';

const kindsOf: Record<MediaKind, readonly JobKind[]> = {
  audio: ['tts'],
  video: ['lipsync', 'lipsync_batch', 'enhance'],
};

/** The files that jobs have made. */
export function mediaRoutes(
  app: ServiceApp,
  { records, media }: { records: Pick<JobRecords, 'byId'>; media: MediaStore },
): void {
  /** The path a caller means; null where it means nothing. */
  async function pathOf(kind: MediaKind, query: { job_id?: string; path?: string }): Promise<string | null> {
    if (query.path !== undefined) return query.path;
    const job = await records.byId(query.job_id!.toLowerCase());
    return job !== null && kindsOf[kind].includes(job.kind) ? job.outputPath : null;
  }

  for (const kind of mediaKinds) {
    app.get(
      `/media/${kind}`,
      {
        config: { ticket: true, embeddable: true, errors: ['media_not_found', 'range_not_satisfiable'] },
        schema: {
          operationId: kind === 'audio' ? 'getAudio' : 'getVideo',
          summary: `Generated ${kind}: by the job that made it, or by its path`,
          description: 'Ranges, ETag and HEAD. What lies outside of the media folder is not found.',
          tags: ['media'],
          querystring: strictObject({
            job_id: Type.Optional(Uuid),
            path: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
          }),
          response: fileResponses(),
        },
      },
      async (request, reply) => {
        const { job_id, path } = request.query;
        if ((job_id === undefined) === (path === undefined)) {
          const message = 'Expected either job_id or path';
          throw new AppError('validation_failed', message, { errors: [{ path: '', message }] });
        }
        const wanted = await pathOf(kind, request.query);
        const found = wanted === null ? null : await media.find(kind, wanted);
        if (found === null) throw new AppError('media_not_found', `There is no such ${kind}`);
        return sendFile(request, reply, found);
      },
    );
  }
}
