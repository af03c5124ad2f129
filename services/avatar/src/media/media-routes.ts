import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import type { JobRecords } from '../jobs/job-records.js';
import { type MediaKind, type MediaRef, mediaKinds } from './media-ref.js';
import type { MediaStore } from './media-store-port.js';
import { fileResponses, sendMedia } from './send-media.js';

export interface MediaRoutesOptions {
  records: Pick<JobRecords, 'byId'>;
  media: Pick<MediaStore, 'find' | 'open'>;
}

/** The files that jobs have made. */
export function mediaRoutes(app: ServiceApp, { records, media }: MediaRoutesOptions): void {
  /** Resolves the ref of a file, or returns null. */
  async function fileOf(
    kind: MediaKind,
    query: { job_id?: string; path?: string },
  ): Promise<MediaRef | null> {
    if (query.path !== undefined) return media.find(kind, query.path);
    const output = (await records.byId(query.job_id!.toLowerCase()))?.output ?? null;
    return output?.kind === kind ? output : null;
  }

  for (const kind of mediaKinds) {
    app.get(
      `/media/${kind}`,
      {
        config: { ticket: true, embeddable: true, errors: ['media_not_found', 'range_not_satisfiable'] },
        schema: {
          operationId: kind === 'audio' ? 'getAudio' : 'getVideo',
          summary: `Generated ${kind}: by the job that made it, or by its path`,
          description: 'Supports ranges, ETag and HEAD. Paths outside of the media folder are not found.',
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
        const file = await fileOf(kind, request.query);
        const opened = file === null ? null : await media.open(file);
        if (opened === null) throw new AppError('media_not_found', `There is no such ${kind}`);
        return sendMedia(request, reply, opened);
      },
    );
  }
}
