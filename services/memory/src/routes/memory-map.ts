import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import { MemoryTypeSchema } from '../api/fields.js';
import { filterParameters, toFilter, withoutUndefined } from '../api/filter.js';
import { mapMemories } from '../domain/map/map-memories.js';
import { shortened } from '../domain/text/shortened.js';
import type { Callers } from './callers.js';

/** Maximum number of characters of a content. */
const CHARACTERS = 200;
const Place = Type.Number({ minimum: -1, maximum: 1 });

export function memoryMapRoutes(app: ServiceApp, callers: Callers): void {
  app.get(
    '/api/v1/memories/map',
    {
      schema: {
        operationId: 'mapMemories',
        summary: 'Memories on a plane, those of near meaning near to one another',
        description:
          'The most useful of them where there are more than `limit`. The axes are the two directions in which the ' +
          'meanings told differ most; they mean nothing beside those of another answer.',
        tags: ['memories'],
        querystring: strictObject({
          ...filterParameters,
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000, default: 1_000 })),
        }),
        response: {
          200: Type.Object({
            memories: Type.Array(
              Type.Object({
                memory_id: Uuid,
                content: Type.String({ description: `The first ${CHARACTERS} characters` }),
                type: MemoryTypeSchema,
                project: Nullable(Type.String()),
                created_at: IsoTime,
                x: Place,
                y: Place,
              }),
            ),
            total: Type.Integer({ description: 'How many there are, told or not' }),
          }),
        },
      },
    },
    async (request) => {
      const { limit = 1_000, from, to, ...fields } = request.query;
      const filter = toFilter({ ...fields, date_range: withoutUndefined({ from, to }) });
      const { mapped, total } = await mapMemories(callers.view(request), filter, limit);
      return {
        memories: mapped.map(({ memory: { memoryId, content, type, project, createdAt }, x, y }) => ({
          memory_id: memoryId,
          content: shortened(content, CHARACTERS),
          type,
          project: project?.name ?? null,
          created_at: isoTime(createdAt),
          x,
          y,
        })),
        total,
      };
    },
  );
}
