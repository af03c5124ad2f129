import { AppError, type ServiceApp, strictObject } from '@anima/service';
import Type from 'typebox';
import type { JobRunner } from '../domain/job-runner.js';
import type { SpeechPayload } from '../domain/speech/speech-payload.js';
import type { Webhooks } from '../domain/webhooks.js';
import { audioFormats } from '../ports/audio-writer.js';
import type { JobStore } from '../ports/job-store.js';
import type { SpeechEngine } from '../ports/speech-engine.js';
import { AcceptedJob, toAccepted, WebhookUrl } from './job-record.js';

export const MAX_TEXT = 20_000;

export interface TtsRoutesOptions {
  store: JobStore;
  runner: JobRunner;
  engine: SpeechEngine;
  webhooks: Webhooks;
  defaultVoice: () => string;
  clock: () => number;
}

/** Fields of everything that speaks. */
export const Speed = Type.Number({
  minimum: 0.5,
  maximum: 2,
  default: 1,
  description: '1 is the voice’s own pace',
});
export const VoiceName = Type.String({ minLength: 1, maxLength: 128, description: 'See GET /voices' });

export function ttsRoutes(app: ServiceApp, options: TtsRoutesOptions): void {
  const { store, runner, engine, webhooks } = options;
  app.post(
    '/tts/generate',
    {
      config: {
        ticket: true,
        idempotent: true,
        errors: ['text_empty', 'text_not_speakable', 'voice_not_found', 'webhook_not_allowed'],
      },
      schema: {
        operationId: 'generateSpeech',
        summary: 'Speak a text; the job tells when each word is said',
        description:
          'Numbers, dates, money, units, abbreviations and addresses are read as a person would read them. ' +
          '"[pause 500ms]" makes a pause. The same text, voice, speed and seed give the same sound.',
        tags: ['speech'],
        body: strictObject({
          text: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
          voice: Type.Optional(VoiceName),
          speed: Type.Optional(Speed),
          format: Type.Optional(Type.Enum([...audioFormats], { default: 'wav' })),
          sample_rate: Type.Optional(
            Type.Enum([8_000, 16_000, 22_050, 24_000, 44_100, 48_000], {
              description: 'Hz; default: that of the voice',
            }),
          ),
          seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffff_ffff, default: 0 })),
          lexicon: Type.Optional(
            Type.Record(
              Type.String({ minLength: 1, maxLength: 64 }),
              Type.String({ minLength: 1, maxLength: 128 }),
              {
                maxProperties: 1_000,
                description: 'Words and the phonemes they are said with',
              },
            ),
          ),
          webhook_url: Type.Optional(WebhookUrl),
        }),
        response: { 202: AcceptedJob },
      },
    },
    async (request, reply) => {
      const {
        text,
        speed = 1,
        format = 'wav',
        seed = 0,
        lexicon = {},
        webhook_url: webhookUrl,
      } = request.body;
      const voice = request.body.voice ?? options.defaultVoice();
      if (!engine.voices.some(({ name }) => name === voice)) {
        const known = engine.voices.map(({ name }) => name).join(', ');
        throw new AppError('voice_not_found', `Expected one of ${known} for voice, received "${voice}"`);
      }
      if (webhookUrl !== undefined) webhooks.assertAllowed(webhookUrl);
      await engine.check(text, lexicon);
      const payload: SpeechPayload = {
        text,
        voice,
        speed,
        format,
        sampleRate: request.body.sample_rate ?? null,
        seed,
        lexicon,
      };
      const job = store.add({
        jobId: request.resourceId,
        kind: 'tts',
        payload,
        webhookUrl: webhookUrl ?? null,
        createdAt: options.clock(),
      });
      runner.wake('tts');
      const accepted = toAccepted(job);
      return reply.code(202).header('location', accepted.status_url).send(accepted);
    },
  );
}
