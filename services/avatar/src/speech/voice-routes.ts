import type { ServiceApp } from '@anima/service/http';
import Type from 'typebox';
import type { EngineVoice } from '../catalog/catalog-entry.js';

const VoiceModel = Type.Object(
  {
    name: Type.String(),
    engine: Type.String(),
    language: Type.String({ description: 'As BCP 47 has it: "en-US"' }),
    gender: Type.Optional(Type.Enum(['female', 'male'])),
    sample_rate: Type.Integer({ minimum: 1, description: 'Hz' }),
    size_bytes: Type.Integer({ minimum: 0 }),
    licence: Type.String(),
    description: Type.String(),
    loaded: Type.Boolean({ description: 'The next job need not wait for it' }),
  },
  { description: 'A trained voice model on this machine' },
);

export function voiceRoutes(app: ServiceApp, voices: () => readonly EngineVoice[]): void {
  app.get(
    '/voices',
    {
      config: { ticket: true },
      schema: {
        operationId: 'listVoices',
        summary: 'Trained voice models on this machine',
        tags: ['catalog'],
        response: { 200: Type.Object({ voices: Type.Array(VoiceModel) }) },
      },
    },
    async () => ({
      voices: voices().map((voice) => ({
        name: voice.name,
        engine: voice.engine,
        language: voice.language,
        ...(voice.gender === null ? {} : { gender: voice.gender }),
        sample_rate: voice.sampleRate,
        size_bytes: voice.sizeBytes,
        licence: voice.licence,
        description: voice.description,
        loaded: voice.isLoaded,
      })),
    }),
  );
}
