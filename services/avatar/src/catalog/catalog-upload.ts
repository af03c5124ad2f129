import { AppError } from '@anima/service/errors';
import { type CallerSlots, createCallerPlaces, type ServiceApp } from '@anima/service/http';
import { createValueCheck, strictObject } from '@anima/service/schema';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { acceptance } from '../jobs/acceptance.js';
import type { MediaPaths } from '../jobs/result-schema.js';
import { type VisualKind, visualKinds } from '../media/media-ref.js';
import { type Catalog, maxUploadBytes, type Registration } from './catalog.js';
import type { MediaEntry } from './catalog-entry.js';
import {
  Description,
  FaceRecord,
  Licence,
  NewName,
  SourceRecord,
  toFaceRecord,
  toSourceRecord,
  toVoiceRecord,
  VoiceRecord,
} from './catalog-schema.js';

const FORM = 'multipart/form-data';
const notes = { licence: Type.Optional(Licence), description: Type.Optional(Description) };
const ByPath = strictObject({
  name: NewName,
  path: Type.String({
    minLength: 1,
    maxLength: 4_096,
    description: 'In AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS; the file is copied',
  }),
  ...notes,
});
const FormFields = strictObject({ name: NewName, ...notes });
const Form = strictObject({
  ...FormFields.properties,
  file: Type.Unsafe<never>({ type: 'string', contentMediaType: 'application/octet-stream' }),
});

/** A form has a file, bounded where it is written, and three fields, each no longer than a description. */
const formLimits = { files: 1, fileSize: Infinity, fields: 3, parts: 4, fieldSize: 8_192, fieldNameSize: 64 };
/**
 * Concurrent uploads, each of up to gigabytes. Tickets cannot upload: guests are users of an authentication
 * server.
 */
const uploadLimits = { trusted: 8, guests: 8, eachGuest: 4 };
/** Bytes of a form besides the file. */
const MAX_FORM_BYTES = 64 * 1024;
const checkFields = createValueCheck(FormFields, 'form');

/** New entries: files as a form or by their path, voices as presets. */
export function catalogUploadRoutes(app: ServiceApp, catalog: Catalog, media: MediaPaths): void {
  app.post(
    '/catalog/voices',
    {
      config: { errors: ['catalog_name_taken', 'voice_not_found'] },
      schema: {
        operationId: 'addVoice',
        summary: 'Register a preset: a voice of an engine under another name, perhaps at another pace',
        tags: ['catalog'],
        body: strictObject({
          name: NewName,
          voice: Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'A voice of an engine: GET /voices',
          }),
          speed: Type.Optional(
            Type.Number({ minimum: 0.5, maximum: 2, description: 'Speed if a request states none' }),
          ),
          ...notes,
        }),
        response: { 201: VoiceRecord },
      },
    },
    async (request, reply) => {
      const { name, voice, speed = null, licence = null, description = null } = request.body;
      const entry = await catalog.addVoice(name, { voice, speed, licence, description });
      const { defaultVoice } = await catalog.voices();
      return reply
        .code(201)
        .header('location', `/catalog/voices/${name}`)
        .send(toVoiceRecord(entry, defaultVoice));
    },
  );

  app.register(async (scope) => {
    await scope.register(multipart, { limits: formLimits });
    const places = createCallerPlaces('files that are received', uploadLimits);
    for (const kind of visualKinds) addMediaRoute(scope as ServiceApp, { catalog, media, kind, places });
  });
}

function addMediaRoute(
  app: ServiceApp,
  {
    catalog,
    media,
    kind,
    places,
  }: { catalog: Catalog; media: MediaPaths; kind: VisualKind; places: CallerSlots },
): void {
  const validatorOf = app.validatorCompiler!;
  app.post(
    `/catalog/${kind}`,
    {
      config: {
        contentTypes: [FORM, 'application/json'],
        errors: [
          'bad_request',
          'catalog_name_taken',
          'media_kind_wrong',
          'media_unreadable',
          'head_invalid',
          'media_too_large',
          'media_too_demanding',
          'too_many_requests',
          'render_crashed',
          'decoder_missing',
          'path_not_allowed',
          'path_not_found',
          'storage_full',
        ],
      },
      // A form is read and checked by the handler, part by part: there is no body yet.
      validatorCompiler: (route) =>
        'contentType' in route && route.contentType === FORM ? () => true : validatorOf(route),
      schema: {
        operationId: kind === 'faces' ? 'addFace' : 'addSource',
        summary:
          kind === 'faces'
            ? 'Register a face: a picture (png, jpg, webp, avif) or a head (glb, vrm)'
            : 'Register a source clip (mp4, mov, webm, mkv, gif)',
        description:
          'Sent as a form, or copied from a path. The file is opened; a bad one leaves nothing behind.',
        tags: ['catalog'],
        body: { content: { [FORM]: { schema: Form }, 'application/json': { schema: ByPath } } },
        response: { 201: kind === 'faces' ? FaceRecord : SourceRecord },
      },
    },
    async (request, reply) => {
      const leavePlace = places.take(request.identity.caller);
      try {
        const entry = await addMedia(request, reply, { catalog, kind });
        const { defaults } = await catalog.read();
        reply.code(201).header('location', `/catalog/${kind}/${entry.name}`);
        return kind === 'faces'
          ? toFaceRecord(entry, defaults.face, media)
          : toSourceRecord(entry, defaults.source, media);
      } finally {
        leavePlace();
      }
    },
  );
}

/** Receives a file and adds it to the catalog. A rejected upload leaves no files. */
async function addMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  { catalog, kind }: { catalog: Catalog; kind: VisualKind },
): Promise<MediaEntry> {
  const registration = await catalog.begin(kind);
  try {
    const { name, licence, description } = request.isMultipart()
      ? await receiveForm(request, catalog, kind, registration)
      : await copyPath(
          request.body as Static<typeof ByPath>,
          { catalog, kind, registration },
          acceptance(reply),
        );
    const notes = { licence: licence ?? null, description: description ?? null };
    return await registration.register(name, notes, acceptance(reply));
  } finally {
    await registration.discard();
  }
}

type Fields = Static<typeof FormFields>;

async function copyPath(
  { path, ...fields }: Static<typeof ByPath>,
  { catalog, kind, registration }: { catalog: Catalog; kind: VisualKind; registration: Registration },
  signal: AbortSignal,
): Promise<Fields> {
  await catalog.assertFree(kind, fields.name);
  await registration.fill(whileWanted(await catalog.open(path), signal));
  return fields;
}

/** Stops reading when the client has disconnected, because a clip may have gigabytes. */
async function* whileWanted(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    signal.throwIfAborted();
    yield piece;
  }
}

/**
 * Writes the file to disk as it arrives. Rejects an invalid name before the file, if the name comes first.
 */
async function receiveForm(
  request: FastifyRequest,
  catalog: Catalog,
  kind: VisualKind,
  registration: Registration,
): Promise<Fields> {
  if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes[kind] + MAX_FORM_BYTES)
    throw new AppError('media_too_large', `Expected a file of at most ${maxUploadBytes[kind]} bytes here`);
  const fields: Record<string, unknown> = {};
  let hasFile = false;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw wrongField(part.fieldname, 'Expected a shorter text');
        if (Object.hasOwn(fields, part.fieldname)) throw wrongField(part.fieldname, 'Expected it once');
        fields[part.fieldname] = part.value;
        continue;
      }
      if (part.fieldname !== 'file')
        throw wrongField(part.fieldname, `Expected a file named "file", received "${part.fieldname}"`);
      hasFile = true;
      if (fields.name !== undefined) await catalog.assertFree(kind, requireFields(fields).name);
      await registration.fill(part.file);
    }
  } catch (error) {
    // Reads and drops the rest: some clients read no response before they have sent everything.
    request.raw.unpipe();
    request.raw.resume();
    throw asRefusal(error);
  }
  const given = requireFields(fields);
  if (!hasFile) throw wrongField('file', 'Expected a file for file, received none');
  await catalog.assertFree(kind, given.name);
  return given;
}

function requireFields(fields: Record<string, unknown>): Fields {
  const errors = checkFields(fields);
  if (errors.length > 0) throw new AppError('validation_failed', errors[0]!.message, { errors });
  return fields as Fields;
}

function wrongField(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { errors: [{ path, message }] });
}

/** Converts errors of the form parser. Disk errors stay unchanged. */
function asRefusal(error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && 'errno' in error)) return error;
  const limits = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'];
  if (error instanceof Error && 'code' in error && limits.includes(String(error.code)))
    return wrongField('', 'Expected one file and the fields name, licence and description');
  return new AppError('bad_request', 'Expected a complete form (multipart/form-data)', { cause: error });
}
