import type { ServiceApp } from '@anima/service/http';
import Type from 'typebox';
import { TICKET_SECONDS } from '../auth/tickets.js';
import { type Catalog, MAX_MEDIA_BYTES } from '../catalog/catalog.js';
import { Defaults } from '../catalog/catalog-schema.js';
import { clipFormats, headFormats, pictureFormats } from '../catalog/media-format.js';
import { MAX_SOUND_SECONDS } from '../clips/accept-clip.js';
import { MAX_SCENES } from '../clips/clip-routes.js';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import { audioFormats } from '../speech/audio-writer.js';
import { MAX_TEXT } from '../speech/tts-routes.js';
import { type AuthMode, authModes, baseUrlOf } from './binary-response.js';
import { type Capability, capabilities, endpoints, isOffered } from './endpoints.js';
import type { Loadable } from './loadables.js';

const Count = Type.Integer({ minimum: 0 });
const Texts = Type.Array(Type.String());
const features = Object.keys(capabilities) as Capability[];

const BootstrapConfig = Type.Object(
  {
    service: Type.Literal('anima-avatar'),
    version: Type.String(),
    base_url: Type.String({ description: 'The address by which this client reached the service' }),
    auth: Type.Object({ mode: Type.Enum([...authModes]), ticket_seconds: Count }),
    features: Type.Record(Type.String(), Type.Boolean(), { description: 'What this version can do' }),
    engines: Type.Array(Type.Object({ name: Type.String(), loaded: Type.Boolean() })),
    defaults: Type.Object({
      ...Defaults.properties,
      speed: Type.Number(),
      audio_format: Type.Enum([...audioFormats]),
    }),
    limits: Type.Object({
      text_characters: Count,
      sound_seconds: Count,
      scenes: Count,
      body_bytes: Count,
      picture_bytes: Count,
      head_bytes: Count,
      clip_bytes: Count,
    }),
    formats: Type.Object({ audio: Texts, picture: Texts, head: Texts, clip: Texts }),
    endpoints: Type.Record(Type.String(), Type.Object({ method: Type.String(), path: Type.String() }), {
      description: 'By operation id; paths with variables in braces',
    }),
  },
  { description: 'Data that a client needs at its start' },
);

export interface BootstrapOptions {
  version: string;
  authMode: AuthMode;
  bodyBytes: number;
  catalog: Catalog;
  settings: SettingsKeeper;
  loadables: () => Promise<readonly Loadable[]>;
}

export function bootstrapRoutes(app: ServiceApp, options: BootstrapOptions): void {
  const { version, authMode, bodyBytes, catalog, settings, loadables } = options;
  app.get(
    '/bootstrap-config',
    {
      config: { ticket: true, errors: ['too_many_requests'] },
      schema: {
        operationId: 'getBootstrapConfig',
        summary: 'Get the data that a client needs at its start, without secrets',
        tags: ['engine'],
        response: { 200: BootstrapConfig },
      },
    },
    async (request) => {
      const { defaults } = await catalog.read();
      const { default_speed: speed, default_audio_format: audioFormat } = settings.current;
      return {
        service: 'anima-avatar' as const,
        version,
        base_url: baseUrlOf(request),
        auth: { mode: authMode, ticket_seconds: TICKET_SECONDS },
        features: Object.fromEntries(features.map((feature) => [feature, isOffered(feature)])),
        engines: (await loadables())
          .filter(({ kind }) => kind === 'engine')
          .map(({ name, isLoaded }) => ({ name, loaded: isLoaded })),
        defaults: { ...defaults, speed, audio_format: audioFormat },
        limits: {
          text_characters: MAX_TEXT,
          sound_seconds: MAX_SOUND_SECONDS,
          scenes: MAX_SCENES,
          body_bytes: bodyBytes,
          picture_bytes: MAX_MEDIA_BYTES.picture,
          head_bytes: MAX_MEDIA_BYTES.head,
          clip_bytes: MAX_MEDIA_BYTES.clip,
        },
        formats: {
          audio: [...audioFormats],
          picture: [...pictureFormats],
          head: [...headFormats],
          clip: [...clipFormats],
        },
        endpoints: Object.fromEntries(endpoints.map(({ id, method, path }) => [id, { method, path }])),
      };
    },
  );
}
