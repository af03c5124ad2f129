import Type, { type Static } from 'typebox';
import type { Job } from '../jobs/job.js';
import { JobRecord, JobStatusSchema, toJobRecord } from '../jobs/job-schema.js';
import { type MediaPaths, placesOfScene } from '../jobs/result-schema.js';
import { type Scene, scenesOf } from './scenes.js';

const SceneRecord = Type.Object(
  {
    id: Type.String(),
    index: Type.Integer({ minimum: 0 }),
    status: JobStatusSchema,
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    output_path: Type.Optional(Type.String()),
    media_url: Type.Optional(Type.String()),
    duration: Type.Optional(Type.Number({ description: 'Seconds' })),
    error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { description: 'One scene of a batch' },
);

/** A job, and how each of its scenes goes. */
export const BatchJobRecord = Type.Object(
  {
    ...JobRecord.properties,
    scenes: Type.Array(SceneRecord, { description: 'In the order of the script' }),
    failed_scenes: Type.Integer({ minimum: 0 }),
  },
  { description: 'A batch of lip sync scenes' },
);

export function toBatchRecord(
  job: Job,
  queuePosition: number | null,
  media: MediaPaths,
): Static<typeof BatchJobRecord> {
  const scenes = scenesOf(job);
  return {
    ...toJobRecord(job, queuePosition, media),
    scenes: scenes.map((scene) => toSceneRecord(scene, media)),
    failed_scenes: scenes.filter(({ status }) => status === 'failed').length,
  };
}

function toSceneRecord(scene: Scene, media: MediaPaths): Static<typeof SceneRecord> {
  const { result: _, output: __, ...rest } = scene;
  return { ...rest, ...placesOfScene(scene, media) };
}
