import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { Nullable, strictObject } from '@anima/service/schema';
import Type from 'typebox';
import { acceptance } from '../jobs/acceptance.js';
import { visualKinds } from '../media/media-ref.js';
import type { MediaStore } from '../media/media-store-port.js';
import { fileResponses, sendMedia } from '../media/send-media.js';
import type { Catalog } from './catalog.js';
import { catalogKinds } from './catalog-entry.js';
import { CatalogRecord, Defaults, nameParams, toCatalogRecord } from './catalog-schema.js';
import { catalogUploadRoutes } from './catalog-upload.js';

/** A head that is compressed is unpacked before it is sent. */
const UNPACKING_ERRORS = [
  'head_invalid',
  'media_too_demanding',
  'too_many_requests',
  'render_crashed',
] as const;

/** Voices, faces and source clips, with their defaults. */
export function catalogRoutes(
  app: ServiceApp,
  catalog: Catalog,
  media: Pick<MediaStore, 'open' | 'pathOf'>,
): void {
  app.get(
    '/catalog',
    {
      config: { ticket: true, errors: ['too_many_requests'] },
      schema: {
        operationId: 'getCatalog',
        summary: 'Registered voices, faces and sources, with their defaults',
        description:
          'Files that you put into the folders of the catalog appear without a restart. A file that cannot be listed ' +
          'is in the list of problems, with the reason.',
        tags: ['catalog'],
        response: { 200: CatalogRecord },
      },
    },
    async (_request, reply) => toCatalogRecord(await catalog.read(acceptance(reply)), media),
  );

  const fields = ['voice', 'face', 'source'] as const;
  const Choice = Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255 })));
  app.patch(
    '/catalog/defaults',
    {
      config: {
        errors: ['voice_not_found', 'face_not_found', 'source_not_found', 'too_many_requests'],
      },
      schema: {
        operationId: 'changeCatalogDefaults',
        summary: 'Set the defaults of requests that name no entry; null selects the first of the list',
        tags: ['catalog'],
        body: strictObject({ voice: Choice, face: Choice, source: Choice }),
        response: { 200: Defaults },
      },
    },
    async (request) => {
      if (Object.keys(request.body).length > 0) return catalog.setDefaults(request.body);
      const message = `Expected at least one of ${fields.join(', ')}`;
      throw new AppError('validation_failed', message, { errors: [{ path: '', message }] });
    },
  );

  for (const kind of catalogKinds) {
    app.delete(
      `/catalog/${kind}/:name`,
      {
        config: { errors: ['catalog_entry_not_found', 'catalog_built_in'] },
        schema: {
          operationId: { voices: 'deleteVoice', faces: 'deleteFace', sources: 'deleteSource' }[kind],
          summary: {
            voices: 'Delete a preset of a voice',
            faces: 'Delete a face and its file',
            sources: 'Delete a source clip and its file',
          }[kind],
          description: 'A default that is deleted falls back to the first of the list.',
          tags: ['catalog'],
          params: nameParams,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await catalog.remove(kind, request.params.name);
        return reply.code(204).send(null);
      },
    );
  }

  const files = [
    { kind: 'sources', part: 'video', operationId: 'getSourceVideo', summary: 'A source clip' },
    {
      kind: 'faces',
      part: 'model',
      operationId: 'getFaceModel',
      summary: 'Download the file of a face: a head or character (GLB, VRM), or an image',
    },
  ] as const;
  for (const { kind, part, operationId, summary } of files) {
    app.get(
      `/catalog/${kind}/:name/${part}`,
      {
        config: {
          ticket: true,
          embeddable: true,
          errors: [
            'catalog_entry_not_found',
            'range_not_satisfiable',
            ...(kind === 'faces' ? UNPACKING_ERRORS : []),
          ],
        },
        schema: {
          ...{ operationId, summary },
          description:
            kind === 'faces'
              ? 'Ranges, ETag and HEAD. A head with compressed meshes or pictures (meshopt, Draco, KTX2) comes unpacked.'
              : 'Ranges, ETag and HEAD.',
          tags: ['catalog'],
          params: nameParams,
          response: fileResponses(),
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        const file =
          kind === 'faces' ? await catalog.model(name, acceptance(reply)) : await catalog.file(kind, name);
        return sendMedia(request, reply, await media.open(file));
      },
    );
  }

  for (const kind of visualKinds) {
    app.get(
      `/catalog/${kind}/:name/thumbnail`,
      {
        config: {
          ticket: true,
          embeddable: true,
          errors: [
            'catalog_entry_not_found',
            'media_unreadable',
            'media_too_demanding',
            'too_many_requests',
            'head_invalid',
            'decoder_missing',
            'render_crashed',
            'range_not_satisfiable',
          ],
        },
        schema: {
          operationId: kind === 'faces' ? 'getFaceThumbnail' : 'getSourceThumbnail',
          summary: kind === 'faces' ? 'A small picture of a face' : 'A small picture of a source clip',
          description: 'A JPEG of at most 480 by 480 pixels.',
          tags: ['catalog'],
          params: nameParams,
          response: fileResponses(['image/jpeg']),
        },
      },
      async (request, reply) => {
        const picture = await catalog.thumbnail(kind, request.params.name, acceptance(reply));
        return sendMedia(request, reply, await media.open(picture));
      },
    );
  }

  catalogUploadRoutes(app, catalog, media);
}
