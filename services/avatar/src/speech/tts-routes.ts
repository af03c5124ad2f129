import { parseExpressionTags } from '@anima/face/expressions';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type from 'typebox';
import { type Catalog, findVoice } from '../catalog/catalog.js';
import { AcceptedJob, type AcceptingParts, acceptErrors, acceptJob } from '../jobs/accepted-job.js';
import { WebhookUrl } from '../jobs/job-schema.js';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import { audioFormats } from './audio-writer.js';
import type { SpeechEngine } from './speech-engine.js';
import type { SpeechPayload } from './speech-payload.js';

export const MAX_TEXT = 20_000;

export interface TtsRoutesOptions extends AcceptingParts {
  engine: Pick<SpeechEngine, 'check'>;
  catalog: Pick<Catalog, 'voices'>;
  settings: Pick<SettingsKeeper, 'current'>;
}

export const speechErrors = [
  'text_empty',
  'text_not_speakable',
  'lexicon_invalid',
  'voice_not_found',
  'engine_crashed',
];

/** Fields of everything that speaks. */
export const Speed = Type.Number({
  minimum: 0.5,
  maximum: 2,
  description: '1 is the voice’s own pace',
});
export const VoiceName = Type.String({ minLength: 1, maxLength: 128, description: 'See GET /voices' });
export const Lexicon = Type.Record(
  Type.String({ minLength: 1, maxLength: 64 }),
  Type.String({ minLength: 1, maxLength: 128 }),
  { maxProperties: 1_000, description: 'Words and the phonemes they are said with' },
);

export function ttsRoutes(app: ServiceApp, options: TtsRoutesOptions): void {
  const { engine } = options;
  app.post(
    '/tts/generate',
    {
      config: {
        ticket: true,
        idempotent: true,
        errors: [...speechErrors, ...acceptErrors],
      },
      schema: {
        operationId: 'generateSpeech',
        summary: 'Synthesise a text; the result of the job has the time of each word',
        description:
          'Numbers, dates, money, units, abbreviations and addresses are read as a person would read them. ' +
          '"[pause 500ms]" makes a pause; marks of expressions such as "[happy]" are not said, and a clip of the speech shows them. ' +
          'Tags of SSML and HTML are never said: break, p, s, sub, say-as and phoneme have their effect. What the voice cannot say is left out, and `notes` of the result reports it. The same text, voice, speed and seed give the same sound.',
        tags: ['speech'],
        body: strictObject({
          text: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
          voice: Type.Optional(VoiceName),
          speed: Type.Optional(Speed),
          format: Type.Optional(
            Type.Enum([...audioFormats], { description: 'Default: the setting default_audio_format' }),
          ),
          sample_rate: Type.Optional(
            Type.Enum([8_000, 16_000, 22_050, 24_000, 44_100, 48_000], {
              description: 'Hz; default: that of the voice',
            }),
          ),
          seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff, default: 0 })),
          lexicon: Type.Optional(Lexicon),
          webhook_url: Type.Optional(WebhookUrl),
        }),
        response: { 202: AcceptedJob },
      },
    },
    (request, reply) =>
      acceptJob(options, 'tts', request, reply, async () => {
        const { seed = 0, lexicon = {}, speed, format, sample_rate: sampleRate = null } = request.body;
        const { text, marks } = parseExpressionTags(request.body.text);
        const { voice, presetSpeed } = await findVoice(options.catalog, request.body.voice);
        const defaults = options.settings.current;
        const notes = await engine.check({ text, voice, lexicon });
        const payload: SpeechPayload = {
          ...{ text, marks, notes, voice, sampleRate, seed, lexicon },
          speed: speed ?? presetSpeed ?? defaults.default_speed,
          format: format ?? defaults.default_audio_format,
        };
        return { payload };
      }),
  );
}
