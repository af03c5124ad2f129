import type { ServiceApp } from '@anima/service/http';
import { strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { type AcceptancePlaces, placedAcceptance } from '../jobs/acceptance.js';
import { AcceptedJob, type AcceptingParts, acceptErrors, acceptJob } from '../jobs/accepted-job.js';
import { WebhookUrl } from '../jobs/job-schema.js';
import { type AcceptEnhanceDependencies, acceptEnhance } from './accept-enhance.js';
import { restorationModels, restorationQualities } from './enhance-payload.js';
import { awaitedRender } from './enhance-subject.js';

export interface EnhanceRoutesOptions extends AcceptingParts {
  accept: AcceptEnhanceDependencies;
  places: AcceptancePlaces;
}

const Share = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));

/** Restored faces in clips and pictures. */
export function enhanceRoutes(app: ServiceApp, options: EnhanceRoutesOptions): void {
  app.post(
    '/enhance/generate',
    {
      config: {
        ticket: true,
        idempotent: true,
        errors: [
          'source_not_found',
          'render_job_not_found',
          'media_unreadable',
          'media_kind_wrong',
          'media_too_demanding',
          'too_many_requests',
          'decoder_missing',
          'path_not_found',
          'path_not_allowed',
          'render_crashed',
          'model_not_found',
          'option_not_supported',
          ...acceptErrors,
        ],
      },
      schema: {
        operationId: 'generateEnhancement',
        summary: 'Restore the faces of a clip or picture',
        description:
          'Exactly one of source, source_path and job_id. Only faces change, and the audio is copied. A file ' +
          'without a face is returned unchanged, with a note.',
        tags: ['enhancement'],
        body: strictObject({
          source: Type.Optional(
            Type.String({ minLength: 1, maxLength: 255, description: 'A source clip of the catalog' }),
          ),
          source_path: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 4_096,
              description: 'A clip or picture; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS',
            }),
          ),
          job_id: Type.Optional({ ...Uuid, description: 'A lip sync job; it may still be running' }),
          model: Type.Optional(
            Type.Enum(['auto', ...restorationModels], {
              description: 'Default: auto, which is general, the one that ships; others: docs/models.md',
            }),
          ),
          quality: Type.Optional(
            Type.Enum([...restorationQualities], {
              description:
                'Of the model general: fast, normal (default), or high, which looks at faces twice as closely',
            }),
          ),
          strength: Share(
            '0 leaves a face as it is, 1 takes all that the model makes of it. Default: .55, of others .8',
          ),
          fidelity: Share('Of codeformer: 0 makes faces up, 1 keeps to what is there. Default: .7'),
          upscale: Type.Optional(Type.Enum([1, 2], { description: 'Of the whole picture. Default: 1' })),
          webhook_url: Type.Optional(WebhookUrl),
        }),
        response: { 202: AcceptedJob },
      },
    },
    (request, reply) =>
      acceptJob(options, 'enhance', request, reply, async () => {
        const { body } = request;
        const payload = await acceptEnhance(
          options.accept,
          {
            source: body.source,
            sourcePath: body.source_path,
            jobId: body.job_id?.toLowerCase(),
            model: body.model ?? 'auto',
            quality: body.quality,
            strength: body.strength,
            fidelity: body.fidelity,
            upscale: body.upscale === 2 ? 2 : 1,
          },
          placedAcceptance(reply, options.places),
        );
        return { payload, after: awaitedRender(payload) };
      }),
  );
}
