import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { type AcceptancePlaces, placedAcceptance } from '../jobs/acceptance.js';
import { AcceptedJob, type AcceptingParts, acceptErrors, acceptJob } from '../jobs/accepted-job.js';
import { WebhookUrl } from '../jobs/job-schema.js';
import { isTransientError } from '../jobs/transient-errors.js';
import { speechErrors } from '../speech/tts-routes.js';
import { type AcceptClipDependencies, acceptClip } from './accept-clip.js';
import { type ClipFieldsBody, ClipOptionsBody, clipFieldsOf, toClipRequest } from './clip-body.js';
import type { BatchPayload } from './clip-payload.js';
import { awaitedSpeech } from './clip-speech.js';

export interface LipsyncRoutesOptions extends AcceptingParts {
  accept: AcceptClipDependencies;
  places: AcceptancePlaces;
}

export const MAX_SCENES = 500;

const clipErrors = [
  ...speechErrors,
  'voice_not_found',
  'face_not_found',
  'source_not_found',
  'face_missing',
  'head_invalid',
  'media_unreadable',
  'media_kind_wrong',
  'media_too_demanding',
  'too_many_requests',
  'decoder_missing',
  'path_not_found',
  'path_not_allowed',
  'speech_job_not_found',
  'sound_too_long',
  'engine_not_fitting',
  'option_not_supported',
  'model_not_found',
  'render_crashed',
  ...acceptErrors,
];

const SceneId = Type.String({ minLength: 1, maxLength: 128, description: 'Default: scene-1, scene-2, ...' });
const batchBodyOf = (clipFields: ReturnType<typeof clipFieldsOf>) =>
  strictObject({
    scenes: Type.Array(strictObject({ id: Type.Optional(SceneId), ...clipFields }), {
      minItems: 1,
      maxItems: MAX_SCENES,
    }),
    defaults: Type.Optional(
      strictObject(
        {
          source: clipFields.source,
          face: clipFields.face,
          source_path: clipFields.source_path,
          voice: clipFields.voice,
          speed: clipFields.speed,
          seed: clipFields.seed,
          lexicon: clipFields.lexicon,
          engine: clipFields.engine,
          options: Type.Optional(ClipOptionsBody),
        },
        { description: 'Values of every scene that does not set them' },
      ),
    ),
    concat: Type.Optional(
      Type.Boolean({ description: 'Make one film of all scenes, with a chapter for each. Default: false' }),
    ),
    continue_on_error: Type.Optional(
      Type.Boolean({ description: 'Whether the other scenes are made when one fails. Default: true' }),
    ),
    webhook_url: Type.Optional(WebhookUrl),
  });

/** Clips whose mouths follow speech: one, or every scene of a script. */
export function lipsyncRoutes(app: ServiceApp, options: LipsyncRoutesOptions): void {
  const { accept, places } = options;
  const clipFields = clipFieldsOf(accept.renderer.engines.map(({ name }) => name));

  app.post(
    '/lipsync/generate',
    {
      config: { ticket: true, idempotent: true, errors: clipErrors },
      schema: {
        operationId: 'generateLipsync',
        summary: 'Make a clip of a face that says a text, or moves its mouth to a sound',
        description:
          'Exactly one of text, tts_job_id and audio_path; at most one of source, face and source_path. ' +
          'Where the sound is longer than a source clip, the clip runs forward and back.',
        tags: ['lipsync'],
        body: strictObject({ ...clipFields, webhook_url: Type.Optional(WebhookUrl) }),
        response: { 202: AcceptedJob },
      },
    },
    (request, reply) =>
      acceptJob(options, 'lipsync', request, reply, async () => {
        const signal = placedAcceptance(reply, places);
        const payload = await acceptClip(accept, toClipRequest(request.body), signal);
        return { payload, after: awaitedSpeech(payload.sound) };
      }),
  );

  app.post(
    '/lipsync/generate/batch',
    {
      config: { ticket: true, idempotent: true, errors: clipErrors },
      schema: {
        operationId: 'generateLipsyncBatch',
        summary: 'Make every scene of a script; models are loaded once',
        description:
          'A scene that cannot be rendered fails alone, with its reason. If every scene fails, the batch is rejected.',
        tags: ['lipsync'],
        body: batchBodyOf(clipFields),
        response: { 202: AcceptedJob },
      },
    },
    (request, reply) =>
      acceptJob(options, 'lipsync_batch', request, reply, async () => {
        const { concat = false, continue_on_error: continueOnError = true } = request.body;
        const named = namedScenes(request.body);
        const scenes: BatchPayload['scenes'] = [];
        const signal = placedAcceptance(reply, places);
        for (const { id, fields } of named) {
          try {
            scenes.push({ id, clip: await acceptClip(accept, toClipRequest(fields), signal) });
          } catch (error) {
            // Rejects immediately if a scene is invalid, if the batch must not continue, and for transient
            // errors.
            if (!(error instanceof AppError) || isTransientError(error)) throw error;
            if (error.code === 'validation_failed' || !continueOnError) throw inScene(id, error);
            scenes.push({ id, refused: { code: error.code, message: error.message } });
          }
        }
        assertSomeScene(scenes);
        const payload: BatchPayload = { scenes, concat, continueOnError };
        return { payload };
      }),
  );
}

type BatchRequest = Static<ReturnType<typeof batchBodyOf>>;

/** Returns each scene with the shared defaults and a unique name. */
function namedScenes({ scenes, defaults = {} }: BatchRequest): { id: string; fields: ClipFieldsBody }[] {
  const named = scenes.map(({ id, ...scene }, index) => ({
    id: id ?? `scene-${index + 1}`,
    fields: withDefaults(scene, defaults),
  }));
  const seen = new Set<string>();
  for (const { id } of named) {
    const message = `Expected a unique name for each scene, received "${id}" twice`;
    if (seen.has(id))
      throw new AppError('validation_failed', message, { errors: [{ path: 'scenes', message }] });
    seen.add(id);
  }
  return named;
}

function withDefaults(
  scene: ClipFieldsBody,
  { source, face, source_path, voice, speed, seed, lexicon, ...rest }: NonNullable<BatchRequest['defaults']>,
): ClipFieldsBody {
  const names = scene.source !== undefined || scene.face !== undefined || scene.source_path !== undefined;
  const given = <T extends object>(fields: T) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
  return {
    ...rest,
    ...given(names ? {} : { source, face, source_path }),
    // Voice settings have no effect on given audio.
    ...given(scene.text === undefined ? {} : { voice, speed, seed, lexicon }),
    ...scene,
    options: { ...rest.options, ...scene.options },
  };
}

function inScene(id: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, `Scene "${id}": ${error.message}`, { cause: error });
}

function assertSomeScene(scenes: BatchPayload['scenes']): void {
  const [first] = scenes;
  if (first === undefined || !('refused' in first) || scenes.some((scene) => 'clip' in scene)) return;
  throw inScene(first.id, new AppError(first.refused.code, first.refused.message));
}
