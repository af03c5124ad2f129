import { Readable } from 'node:stream';
import { parseExpressionTags } from '@anima/face/expressions';
import { AppError } from '@anima/service/errors';
import { openAiError, type ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import type { FastifyBaseLogger } from 'fastify';
import Type from 'typebox';
import { type Catalog, findVoice } from '../catalog/catalog.js';
import { binaryAnswer, responseSignal } from '../http/binary-response.js';
import { internalProblem, problemRecord } from '../live/live-records.js';
import { type StreamFormat, streamFormats } from './audio-writer.js';
import type { SpeechEngines } from './speech-engine.js';
import type { SpeechStreams } from './speech-streams.js';
import { MAX_TEXT, speechErrors } from './tts-routes.js';

const contentTypes: Record<StreamFormat, string> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

const VoiceId = Type.String({ minLength: 1, maxLength: 128 });

const Model = Type.Object({
  id: Type.String(),
  object: Type.Literal('model'),
  created: Type.Integer(),
  owned_by: Type.String(),
});

export interface OpenAiSpeechOptions {
  engines: SpeechEngines;
  streams: SpeechStreams;
  catalog: Pick<Catalog, 'voices' | 'voice'>;
}

/** Speech for programs that speak OpenAI's protocol: POST /v1/audio/speech, GET /v1/models and GET /v1/models/{id}. */
export function openAiSpeechRoutes(
  app: ServiceApp,
  { engines, streams, catalog }: OpenAiSpeechOptions,
): void {
  /** Its own names, and those that such programs come with, each of which has a voice here. */
  async function voiceOf(requestedVoice: string): Promise<string> {
    const at = OPENAI_VOICES.indexOf(requestedVoice);
    if (at === -1 || (await catalog.voice(requestedVoice)) !== null)
      return (await findVoice(catalog, requestedVoice)).voice;
    if (at === 0) return (await findVoice(catalog, undefined)).voice;
    const { voices } = engines.engines[0]!;
    return voices[at % voices.length]!.name;
  }

  app.post(
    '/v1/audio/speech',
    {
      config: {
        ticket: true,
        problemExtension: openAiError,
        errors: [...speechErrors, 'encoder_missing', 'too_many_requests'],
      },
      schema: {
        operationId: 'createSpeech',
        summary:
          'Speak a text as OpenAI’s endpoint does; the first sentence is sent while later ones are spoken',
        description:
          'A failure during the audio closes the connection. Expression tags such as [happy] and markup are not spoken. The setting speech_streams limits concurrent streams, half of them for tickets.',
        tags: ['speech'],
        body: strictObject({
          model: Type.String({
            minLength: 1,
            maxLength: 128,
            description: 'Any value; the voice determines the engine',
          }),
          input: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
          voice: Type.Union([VoiceId, strictObject({ id: VoiceId })], {
            description: 'One of GET /voices, or a name of OpenAI’s, each of which has a voice here',
          }),
          response_format: Type.Optional(Type.Enum([...streamFormats], { default: 'mp3' })),
          speed: Type.Optional(Type.Number({ minimum: 0.25, maximum: 4, default: 1 })),
          instructions: Type.Optional(
            Type.String({ description: 'Taken and not followed: the voice has one manner' }),
          ),
          stream_format: Type.Optional(
            Type.Enum(['audio', 'sse'], {
              default: 'audio',
              description:
                '`sse`: events speech.audio.delta {audio, base64} and, at the end, speech.audio.done',
            }),
          ),
        }),
        response: {
          200: binaryAnswer('The sound, or events with its pieces', [
            ...Object.values(contentTypes),
            'text/event-stream',
          ]),
        },
      },
    },
    async (request, reply) => {
      const { input, response_format: format = 'mp3', speed = 1 } = request.body;
      const { text } = parseExpressionTags(input);
      const requestedVoice = request.body.voice;
      const voice = await voiceOf(typeof requestedVoice === 'string' ? requestedVoice : requestedVoice.id);
      await engines.check({ text, voice, lexicon: {} });
      const sound = await streams.open(
        { text, voice, speed: Math.min(2, Math.max(0.5, speed)), seed: 0, lexicon: {} },
        { format, hasTicket: request.identity.rights === 'ticket', signal: responseSignal(reply.raw) },
      );
      if (request.body.stream_format !== 'sse')
        return reply.header('content-type', contentTypes[format]).send(sound);
      const events = Readable.from(eventsOf(sound, input.length, request.log), { objectMode: false });
      return reply
        .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
        .send(events);
    },
  );

  const models = () =>
    engines.engines.map(({ name }) => ({
      id: name,
      object: 'model' as const,
      created: 0,
      owned_by: 'anima',
    }));

  app.get(
    '/v1/models',
    {
      config: { ticket: true, problemExtension: openAiError },
      schema: {
        operationId: 'listModels',
        summary: 'The speech engines, as OpenAI lists models',
        tags: ['speech'],
        response: {
          200: Type.Object({
            object: Type.Literal('list'),
            data: Type.Array(Model),
          }),
        },
      },
    },
    async () => ({ object: 'list' as const, data: models() }),
  );

  app.get(
    '/v1/models/:id',
    {
      config: { ticket: true, problemExtension: openAiError, errors: ['not_found'] },
      schema: {
        operationId: 'retrieveModel',
        summary: 'One speech engine, as OpenAI describes a model',
        description:
          'The names of OpenAI’s speech models are known too: any of them speaks with the voice that is named.',
        tags: ['speech'],
        params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) }),
        response: { 200: Model },
      },
    },
    async ({ params: { id } }) => {
      const model = models().find((known) => known.id === id);
      if (model !== undefined) return model;
      if (OPENAI_MODEL.test(id)) return { id, object: 'model' as const, created: 0, owned_by: 'anima' };
      const known = models().map((one) => one.id);
      throw new AppError('not_found', `Expected one of ${known.join(', ')} for the model, received "${id}"`);
    },
  );
}

/** The sound as events of OpenAI's protocol; sound that breaks off ends with an event of the error. */
async function* eventsOf(
  sound: Readable,
  characters: number,
  log: FastifyBaseLogger,
): AsyncGenerator<string> {
  try {
    for await (const piece of sound)
      yield toEvent({ type: 'speech.audio.delta', audio: (piece as Buffer).toString('base64') });
  } catch (error) {
    const problem = problemRecord(error);
    if (problem === null) log.error({ err: error }, 'speech broke off');
    const { code, detail } = problem ?? internalProblem;
    yield toEvent({ error: { message: detail, type: 'server_error', param: null, code } });
    return;
  }
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const usage = { input_tokens: tokens, output_tokens: 0, total_tokens: tokens };
  yield toEvent({ type: 'speech.audio.done', usage });
}

/** An estimate: the voices here have no tokens. */
const CHARACTERS_PER_TOKEN = 4;

function toEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

const OPENAI_MODEL = /^(?:tts-1(?:-hd)?|gpt-[\w.-]{1,40}-tts)(?:-[\d-]{4,10})?$/;

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
  'marin',
  'cedar',
];
