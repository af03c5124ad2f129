import { strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import type { ByPath } from '../media/media-ref.js';
import { ExpressionField, toExpression } from '../speech/expression-field.js';
import { MAX_TEXT, Speed, VoiceName } from '../speech/tts-routes.js';
import type { ClipRequest } from './accept-clip.js';
import { type Background, captionPlaces } from './clip-payload.js';

const Name = Type.String({ minLength: 1, maxLength: 255 });
const PATH_RULE = 'Absolute; in AVATAR_DATA_DIR or a folder of AVATAR_FILE_ROOTS';
const Path = Type.String({ minLength: 1, maxLength: 4_096, description: PATH_RULE });
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });

const BackgroundSchema = Type.Union(
  [
    Type.String({ pattern: '^(default|green|#[0-9a-fA-F]{6})$' }),
    strictObject({ top: Colour, bottom: Colour }),
    strictObject({ picture_path: Path }),
  ],
  {
    description: 'Behind a head: default, green (for keying), a colour as #rrggbb, a gradient, or a picture',
  },
);

export const ClipOptionsBody = strictObject({
  fps: Type.Optional(
    Type.Number({ minimum: 10, maximum: 60, description: 'Default: that of the clip, or 25' }),
  ),
  width: Type.Optional(
    Type.Integer({
      minimum: 64,
      maximum: 2_048,
      multipleOf: 2,
      description:
        'Pixels; default: that of the clip or picture, which is never enlarged, or 512. The height follows.',
    }),
  ),
  enhance: Type.Optional(Type.Boolean({ description: 'Restore the face in the same pass' })),
  head_motion: Type.Optional(
    Type.Union([Type.Boolean(), Type.Number({ minimum: 0, maximum: 1 })], {
      description: 'How much the head moves, 0 to 1; default: 1. A source clip keeps its own motion.',
    }),
  ),
  blink: Type.Optional(Type.Boolean({ description: 'Default: true. A source clip keeps its own blinks.' })),
  expression: Type.Optional(ExpressionField),
  fade: Type.Optional(
    Type.Union([Type.Boolean(), Type.Number({ minimum: 0, maximum: 5 })], {
      description: 'Seconds of fading in and out; true is half a second. Default: none',
    }),
  ),
  background: Type.Optional(BackgroundSchema),
  captions: Type.Optional(
    Type.Enum([...captionPlaces], {
      description: 'Captions: as SRT and VTT files next to the clip, or burned into it. Default: none',
    }),
  ),
  face_at: Type.Optional(
    strictObject(
      { x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) },
      {
        description:
          'Of several faces the one nearest to this point, from the left and the top; default: the largest',
      },
    ),
  ),
  seed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 0xffff_ffff, description: 'Of blinks and motion; default: 0' }),
  ),
});

/** Schema of the fields of a clip for these engines. */
export const clipFieldsOf = (engines: readonly string[]) => ({
  source: Type.Optional({ ...Name, description: 'A source clip of the catalog' }),
  face: Type.Optional({
    ...Name,
    description: 'Name of a face of the catalog. Default: the default face',
  }),
  source_path: Type.Optional({ ...Path, description: `A clip, picture or head (glb, vrm). ${PATH_RULE}` }),
  tts_job_id: Type.Optional({ ...Uuid, description: 'A speech job; it may still be running' }),
  audio_path: Type.Optional(Path),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT })),
  voice: Type.Optional(VoiceName),
  speed: Type.Optional(Speed),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff, description: 'Of the voice' })),
  lexicon: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.String({ minLength: 1, maxLength: 128 }), {
      maxProperties: 1_000,
    }),
  ),
  engine: Type.Optional(
    Type.Enum(['auto', ...engines], { description: 'Default: auto, which takes what fits' }),
  ),
  options: Type.Optional(ClipOptionsBody),
});
export type ClipFieldsBody = Static<Type.TObject<ReturnType<typeof clipFieldsOf>>>;

/** Converts the body of a request. */
export function toClipRequest(body: ClipFieldsBody): ClipRequest {
  const { options = {} } = body;
  return {
    source: body.source,
    face: body.face,
    sourcePath: body.source_path,
    speechJobId: body.tts_job_id?.toLowerCase(),
    audioPath: body.audio_path,
    text: body.text,
    voice: body.voice,
    speed: body.speed,
    seed: body.seed,
    lexicon: body.lexicon,
    engine: body.engine ?? 'auto',
    options: {
      fps: options.fps ?? null,
      width: options.width ?? null,
      enhance: options.enhance ?? false,
      headMotion: Number(options.head_motion ?? 1),
      blink: options.blink ?? true,
      expression: toExpression(options.expression),
      fade: options.fade === true ? HALF_A_SECOND : Number(options.fade ?? 0),
      background: toBackground(options.background),
      captions: options.captions ?? 'none',
      faceAt: options.face_at ?? null,
      seed: options.seed ?? 0,
    },
  };
}

const HALF_A_SECOND = 0.5;

function toBackground(asked: Static<typeof BackgroundSchema> | undefined): Background<ByPath> {
  if (asked === undefined || asked === 'default') return { kind: 'default' };
  if (asked === 'green') return { kind: 'green' };
  if (typeof asked === 'string') return { kind: 'colour', colour: asked.toLowerCase() };
  if ('picture_path' in asked) return { kind: 'picture', path: asked.picture_path };
  return { kind: 'gradient', top: asked.top.toLowerCase(), bottom: asked.bottom.toLowerCase() };
}
