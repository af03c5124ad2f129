import { Readable } from 'node:stream';
import { parseExpressionTags } from '@anima/face/expressions';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import type { FastifyBaseLogger } from 'fastify';
import Type from 'typebox';
import { uuidv7 } from 'uuidv7';
import { type Catalog, findVoice } from '../catalog/catalog.js';
import { responseSignal } from '../http/binary-response.js';
import {
  internalProblem,
  LiveFrameRate,
  LiveSampleRate,
  LiveShapesName,
  problemRecord,
} from '../live/live-records.js';
import { type LiveSpeech, liveDefaults } from '../live/live-speech.js';
import type { SpeechChunk } from '../live/utterance-stream.js';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import { ExpressionField, toExpression } from './expression-field.js';
import { toPcm16 } from './pcm.js';
import { type SpeechEngine, wordRecord } from './speech-engine.js';
import type { StreamSlots } from './stream-slots.js';
import { Lexicon, MAX_TEXT, Speed, speechErrors, VoiceName } from './tts-routes.js';

export interface TtsStreamOptions {
  live: LiveSpeech;
  engine: Pick<SpeechEngine, 'check'>;
  catalog: Pick<Catalog, 'voices'>;
  settings: Pick<SettingsKeeper, 'current'>;
  places: StreamSlots;
}

/** Bytes that may wait for a client: a second of audio and motion. */
const BUFFER_BYTES = 64 * 1024;

/** Schema of one event. OpenAPI 3.1 cannot describe an event stream. */
const StreamEvent = Type.Object({
  event: Type.Enum(['session', 'words', 'motion', 'audio', 'done', 'error']),
  data: Type.String({ contentMediaType: 'application/json' }),
});

/** Streams speech, words and motion as server-sent events, for clients without WebSocket. */
export function ttsStreamRoutes(app: ServiceApp, options: TtsStreamOptions): void {
  const { live, engine, catalog, settings, places } = options;
  app.post(
    '/tts/stream',
    {
      config: { ticket: true, errors: [...speechErrors, 'too_many_requests'] },
      schema: {
        operationId: 'streamSpeech',
        summary: 'Speak a text as server-sent events: sound, words and motion while it is spoken',
        description:
          'Events: `session` {session_id, voice, audio: {sample_rate, format}, motion: {fps, shapes}}; `words` {words}; ' +
          '`motion` {first_frame, frames}; `audio` {data, first_sample}, 16-bit mono, base64; `done` {duration, samples, frames, characters, notes}; ' +
          '`error` {code, title, detail}, after which the stream ends. Of such streams there are few at a time, half of them for tickets: the setting speech_streams.',
        tags: ['speech'],
        body: strictObject({
          text: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
          voice: Type.Optional(VoiceName),
          speed: Type.Optional(Speed),
          lexicon: Type.Optional(Lexicon),
          motion: Type.Optional({ ...LiveShapesName, default: 'none' }),
          expression: Type.Optional(ExpressionField),
          fps: Type.Optional({ ...LiveFrameRate, default: liveDefaults.fps }),
          sample_rate: Type.Optional({ ...LiveSampleRate, default: liveDefaults.sampleRate }),
        }),
        response: {
          200: {
            description: 'The events',
            content: { 'text/event-stream': { schema: Type.Unsafe<Readable>(StreamEvent) } },
          },
        },
      },
    },
    async (request, reply) => {
      const { text, lexicon = {}, motion: shapes = 'none', fps = liveDefaults.fps } = request.body;
      const { sample_rate: sampleRate = liveDefaults.sampleRate } = request.body;
      const { voice, presetSpeed } = await findVoice(catalog, request.body.voice);
      const speed = request.body.speed ?? presetSpeed ?? settings.current.default_speed;
      await engine.check({ text: parseExpressionTags(text).text, voice, lexicon });
      const caller = responseSignal(reply.raw);
      const leavePlace = places.take({ hasTicket: request.identity.rights === 'ticket' });
      caller.addEventListener('abort', leavePlace, { once: true });
      if (caller.aborted) leavePlace();
      const motion = live.motion(shapes, fps);
      motion.express(toExpression(request.body.expression));
      const flow = live.begin({ voice, speed, lexicon, sampleRate }, motion, {
        signal: caller,
        // A clause without a word that can be spoken is in the notes.
        onRefused: () => {},
      });
      flow.push(text);
      flow.end();
      const stretches = flow.stretches();
      // Whether or not anybody has begun to read the events.
      caller.addEventListener('abort', () => void stretches.return().catch(() => {}), { once: true });
      // What fails in the first sentence is still an answer with a status.
      const first = await stretches.next();
      const session = {
        session_id: uuidv7(),
        voice: request.body.voice ?? voice,
        audio: { sample_rate: sampleRate, format: 'pcm16' },
        motion: { fps, shapes: motion.shapes },
      };
      const events = (async function* () {
        yield event('session', session);
        if (first.done) return;
        yield eventsOf(first.value, motion.shapes.length);
        try {
          let last = first.value;
          for await (last of stretches) {
            const events = eventsOf(last, motion.shapes.length);
            if (events !== '') yield events;
          }
          const samples = last.firstSample + last.samples.length;
          yield event('done', {
            duration: samples / sampleRate,
            samples,
            frames: last.firstFrame + last.frames,
            characters: flow.characters(),
            notes: flow.notes(),
          });
        } catch (error) {
          if (!caller.aborted) yield event('error', problemEvent(error, request.log));
        }
      })();
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        })
        .send(Readable.from(events, { objectMode: false, highWaterMark: BUFFER_BYTES }));
    },
  );
}

/** Sends motion first and audio last: a client with the audio has all that belongs to it. */
function eventsOf(stretch: SpeechChunk, width: number): string {
  const { words, frames, motion, samples } = stretch;
  const lines: string[] = [];
  if (words.length > 0) lines.push(event('words', { words: words.map(wordRecord) }));
  if (frames > 0)
    lines.push(
      event('motion', {
        first_frame: stretch.firstFrame,
        frames: Array.from({ length: frames }, (_, i) =>
          Array.from(motion.subarray(i * width, (i + 1) * width), rounded),
        ),
      }),
    );
  if (samples.length > 0)
    lines.push(
      event('audio', { data: toPcm16(samples).toString('base64'), first_sample: stretch.firstSample }),
    );
  return lines.join('');
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Rounds a shape to a precision that is not visible. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

function problemEvent(error: unknown, log: FastifyBaseLogger): object {
  const problem = problemRecord(error);
  if (problem === null) log.error({ err: error }, 'speech broke off');
  return problem ?? internalProblem;
}
