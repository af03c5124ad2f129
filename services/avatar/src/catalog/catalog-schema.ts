import { Nullable, strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import type { MediaPaths } from '../jobs/result-schema.js';
import type { CatalogContent } from './catalog.js';
import { CATALOG_NAME, catalogKinds, type MediaEntry, type VoiceEntry } from './catalog-entry.js';
import { clipFormats, headFormats, type Media, pictureFormats } from './media-format.js';
import { describePreset } from './voice-entries.js';

/** Name of a new entry. */
export const NewName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: CATALOG_NAME,
  description: 'Letters, digits, ".", "_" and "-"; not "." at the beginning',
});
/** Path parameter of an entry. Impossible names are not found. */
export const nameParams = strictObject({ name: Type.String({ minLength: 1, maxLength: 255 }) });
export const Licence = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Licence of the entry',
});
export const Description = Type.String({ minLength: 1, maxLength: 2_000 });

const Pixels = Type.Integer({ minimum: 1 });
const about = {
  licence: Nullable(Type.String()),
  description: Nullable(Type.String()),
  default: Type.Boolean({ description: 'Taken where a request names none' }),
};
const file = {
  path: Type.String({ description: 'The file on the machine of the service' }),
  bytes: Type.Integer({ minimum: 0 }),
};

export const VoiceRecord = Type.Object(
  {
    name: Type.String(),
    kind: Type.Enum(['engine', 'preset']),
    voice: Type.String({
      description: 'The voice of the engine that speaks; of a preset, the one it stands for',
    }),
    engine: Type.String(),
    language: Type.String(),
    gender: Nullable(Type.Enum(['female', 'male'])),
    sample_rate: Type.Integer({ minimum: 1, description: 'Hz' }),
    speed: Nullable(Type.Number({ description: 'Speed of a preset if the request states none' })),
    ...about,
  },
  { description: 'A voice' },
);

const BuiltIn = Type.Boolean({ description: 'Whether it ships with the service, and cannot be deleted' });

export const FaceRecord = Type.Object(
  {
    name: Type.String(),
    kind: Type.Enum(['picture', 'head']),
    format: Type.Enum([...pictureFormats, ...headFormats]),
    ...file,
    width: Nullable(Pixels),
    height: Nullable(Pixels),
    model_url: Type.String({ description: 'The file itself: a model, or a picture' }),
    thumbnail_url: Type.String(),
    built_in: BuiltIn,
    ...about,
  },
  { description: 'A face; a head has no width and height' },
);

export const SourceRecord = Type.Object(
  {
    name: Type.String(),
    kind: Type.Literal('clip'),
    format: Type.Enum([...clipFormats]),
    ...file,
    duration: Type.Number({ exclusiveMinimum: 0, description: 'Seconds' }),
    width: Pixels,
    height: Pixels,
    fps: Type.Number({ exclusiveMinimum: 0 }),
    has_audio: Type.Boolean(),
    video_url: Type.String(),
    thumbnail_url: Type.String(),
    built_in: BuiltIn,
    ...about,
  },
  { description: 'A source clip' },
);

export const Defaults = Type.Object(
  {
    voice: Nullable(Type.String()),
    face: Nullable(Type.String()),
    source: Nullable(Type.String()),
  },
  { description: 'The chosen defaults, else the first of each list; null if the list is empty' },
);

export const CatalogRecord = Type.Object({
  voices: Type.Array(VoiceRecord),
  faces: Type.Array(FaceRecord),
  sources: Type.Array(SourceRecord),
  defaults: Defaults,
  problems: Type.Array(
    Type.Object({ kind: Type.Enum([...catalogKinds]), file: Type.String(), message: Type.String() }),
    { description: 'Files in the folders of the catalog that are no entry, and why' },
  ),
});

export function toCatalogRecord(
  { defaults, problems, ...content }: CatalogContent,
  media: MediaPaths,
): Static<typeof CatalogRecord> {
  return {
    voices: content.voices.map((entry) => toVoiceRecord(entry, defaults.voice)),
    faces: content.faces.map((entry) => toFaceRecord(entry, defaults.face, media)),
    sources: content.sources.map((entry) => toSourceRecord(entry, defaults.source, media)),
    defaults,
    problems,
  };
}

export function toVoiceRecord(entry: VoiceEntry, defaultName: string | null): Static<typeof VoiceRecord> {
  const { voice } = entry;
  return {
    name: entry.name,
    kind: entry.preset === null ? 'engine' : 'preset',
    voice: voice.name,
    engine: voice.engine,
    language: voice.language,
    gender: voice.gender,
    sample_rate: voice.sampleRate,
    ...describePreset(entry),
    default: entry.name === defaultName,
  };
}

export function toFaceRecord(
  entry: MediaEntry,
  defaultName: string | null,
  paths: MediaPaths,
): Static<typeof FaceRecord> {
  const media = requireKind(entry.media, 'picture', 'head');
  const isPicture = media.kind === 'picture';
  return {
    kind: media.kind,
    format: media.format,
    width: isPicture ? media.width : null,
    height: isPicture ? media.height : null,
    model_url: faceModelUrl(entry.name),
    thumbnail_url: `/catalog/faces/${entry.name}/thumbnail`,
    ...common(entry, defaultName, paths),
  };
}

/** Returns the URL of the file of a face. */
export function faceModelUrl(name: string): string {
  return `/catalog/faces/${name}/model`;
}

export function toSourceRecord(
  entry: MediaEntry,
  defaultName: string | null,
  paths: MediaPaths,
): Static<typeof SourceRecord> {
  const { hasAudio, ...media } = requireKind(entry.media, 'clip');
  return {
    ...media,
    has_audio: hasAudio,
    video_url: `/catalog/sources/${entry.name}/video`,
    thumbnail_url: `/catalog/sources/${entry.name}/thumbnail`,
    ...common(entry, defaultName, paths),
  };
}

function common(
  { name, file, bytes, licence, description, isShipped }: MediaEntry,
  defaultName: string | null,
  paths: MediaPaths,
) {
  return {
    ...{ name, path: paths.pathOf(file), bytes, licence, description },
    built_in: isShipped,
    default: name === defaultName,
  };
}

/** The catalog lists nothing else under its kind. */
function requireKind<K extends Media['kind']>(media: Media, ...kinds: K[]): Extract<Media, { kind: K }> {
  if ((kinds as string[]).includes(media.kind)) return media as Extract<Media, { kind: K }>;
  throw new Error(`a ${media.kind} among ${kinds.join(' and ')}`);
}
