import { readMarks } from '@anima/face/expressions';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type from 'typebox';
import type { Catalog } from '../domain/catalog/catalog.js';
import { findVoice } from '../domain/catalog/find-voice.js';
import type { SpeechStreams } from '../domain/speech/speech-streams.js';
import { type StreamFormat, streamFormats } from '../ports/audio-stream.js';
import type { SpeechEngines } from '../ports/speech-engine.js';
import { binaryAnswer } from './binary-answer.js';
import { readerOf } from './reader-of.js';
import { MAX_TEXT, speechErrors } from './tts.js';

const contentTypes: Record<StreamFormat, string> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

/** Where programs of that protocol look for what was wrong. */
const problemExtension = ({ code, detail, status }: { code: string; detail: string; status: number }) => ({
  error: {
    message: detail,
    type: status < 500 ? 'invalid_request_error' : 'server_error',
    param: null,
    code,
  },
});

export interface OpenAiSpeechOptions {
  engines: SpeechEngines;
  streams: SpeechStreams;
  catalog: Pick<Catalog, 'voices' | 'voice'>;
}

/** Speech for programs that speak OpenAI's protocol: POST /v1/audio/speech and GET /v1/models. */
export function openAiSpeechRoutes(
  app: ServiceApp,
  { engines, streams, catalog }: OpenAiSpeechOptions,
): void {
  /** Its own names, and those that such programs come with, each of which has a voice here. */
  async function voiceOf(asked: string): Promise<string> {
    const at = OPENAI_VOICES.indexOf(asked);
    if (at === -1 || (await catalog.voice(asked)) !== null) return (await findVoice(catalog, asked)).voice;
    if (at === 0) return (await findVoice(catalog, undefined)).voice;
    const { voices } = engines.engines[0]!;
    return voices[at % voices.length]!.name;
  }

  app.post(
    '/v1/audio/speech',
    {
      config: {
        ticket: true,
        problemExtension,
        errors: [...speechErrors, 'encoder_missing', 'too_many_requests'],
      },
      schema: {
        operationId: 'createSpeech',
        summary:
          'Speak a text as OpenAI’s endpoint does; the first sentence is sent while later ones are spoken',
        description:
          'Sound that breaks off ends the connection. Marks of expressions such as [happy] are not said. Of such streams there are few at a time, half of them for tickets: the setting speech_streams.',
        tags: ['speech'],
        body: strictObject({
          model: Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'Any; the voice tells the engine',
          }),
          input: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
          voice: Type.String({ minLength: 1, maxLength: 128 }),
          response_format: Type.Optional(Type.Enum([...streamFormats], { default: 'mp3' })),
          speed: Type.Optional(Type.Number({ minimum: 0.25, maximum: 4, default: 1 })),
          instructions: Type.Optional(
            Type.String({ description: 'Taken and not followed: the voice has one manner' }),
          ),
          stream_format: Type.Optional(Type.Enum(['audio'])),
        }),
        response: { 200: binaryAnswer('The sound', Object.values(contentTypes)) },
      },
    },
    async (request, reply) => {
      const { input, response_format: format = 'mp3', speed = 1 } = request.body;
      const { text } = readMarks(input);
      const voice = await voiceOf(request.body.voice);
      await engines.check({ text, voice, lexicon: {} });
      const sound = await streams.open(
        { text, voice, speed: Math.min(2, Math.max(0.5, speed)), seed: 0, lexicon: {} },
        { format, hasTicket: request.identity.rights === 'ticket', signal: readerOf(reply.raw) },
      );
      return reply.header('content-type', contentTypes[format]).send(sound);
    },
  );

  app.get(
    '/v1/models',
    {
      config: { ticket: true, problemExtension },
      schema: {
        operationId: 'listModels',
        summary: 'The speech engines, as OpenAI lists models',
        tags: ['speech'],
        response: {
          200: Type.Object({
            object: Type.Literal('list'),
            data: Type.Array(
              Type.Object({
                id: Type.String(),
                object: Type.Literal('model'),
                created: Type.Integer(),
                owned_by: Type.String(),
              }),
            ),
          }),
        },
      },
    },
    async () => ({
      object: 'list' as const,
      data: engines.engines.map(({ name }) => ({
        id: name,
        object: 'model' as const,
        created: 0,
        owned_by: 'anima',
      })),
    }),
  );
}

/** In the order of our voices; the first is the default one. */
const OPENAI_VOICES = [
  'alloy',
  'ash',
  'ballad',
  'coral',
  'echo',
  'fable',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
];
