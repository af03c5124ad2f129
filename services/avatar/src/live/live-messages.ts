import { AppError } from '@anima/service/errors';
import { createValueCheck, Nullable, strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { ExpressionField, ExpressionRecord } from '../speech/expression-field.js';
import { Lexicon, MAX_TEXT, Speed, VoiceName } from '../speech/tts-routes.js';
import {
  internalProblem,
  LiveAudio,
  LiveFrameRate,
  LiveMotionRecord,
  LiveProblem,
  LiveSampleRate,
  LiveShapesName,
  LiveWord,
  problemRecord,
} from './live-records.js';

/** Messages of a live session: the validation and the document are generated from these schemas. */

const UtteranceId = Type.String({ minLength: 1, maxLength: 64, description: 'Any name; the client’s own' });
const ofUtterance = <T extends string>(type: T) =>
  strictObject({ type: Type.Literal(type), utterance: UtteranceId });

export const clientMessages = {
  'session.update': strictObject(
    {
      type: Type.Literal('session.update'),
      voice: Type.Optional(VoiceName),
      speed: Type.Optional(Speed),
      lexicon: Type.Optional(Lexicon),
      face: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'See GET /catalog' })),
      audio: Type.Optional(strictObject({ sample_rate: Type.Optional(LiveSampleRate) })),
      motion: Type.Optional(
        strictObject({ shapes: Type.Optional(LiveShapesName), fps: Type.Optional(LiveFrameRate) }),
      ),
      expression: Type.Optional(ExpressionField),
      lead_ms: Type.Optional(
        Type.Integer({ minimum: 200, maximum: 10_000, description: 'Sound beyond real time; default 2000' }),
      ),
    },
    {
      description:
        'Send it first, or between utterances, to change the given settings. The response is `session`',
    },
  ),
  text: strictObject(
    {
      type: Type.Literal('text'),
      utterance: UtteranceId,
      text: Type.String({ maxLength: MAX_TEXT }),
    },
    { description: 'Appended to that utterance, which it begins; at most 20,000 characters together' },
  ),
  flush: ofUtterance('flush'),
  end: ofUtterance('end'),
  interrupt: strictObject(
    {
      type: Type.Literal('interrupt'),
      utterance: Type.Optional({
        ...UtteranceId,
        description:
          'The utterance that plays. Sent audio is ahead of the playhead, so only the client knows it exactly. Default: ' +
          'the utterance that plays according to the service. An unknown utterance is ignored, and `played` with it',
      }),
      played: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 1e6,
          description: 'Seconds of it that were played. Default: all that was sent',
        }),
      ),
    },
    { description: 'Stop now, and drop everything that waits, of all utterances' },
  ),
  ping: strictObject({ type: Type.Literal('ping') }),
} as const;

export type ClientMessages = { [Name in keyof typeof clientMessages]: Static<(typeof clientMessages)[Name]> };
export type ClientMessage = ClientMessages[keyof ClientMessages];
export type SessionUpdate = ClientMessages['session.update'];

const Generation = Type.Integer({ minimum: 0, description: 'One more after each interruption' });
const seconds = (description: string) => Type.Number({ minimum: 0, description });

export const serverMessages = {
  session: Type.Object({
    type: Type.Literal('session'),
    session_id: Type.String(),
    voice: Type.String(),
    face: Nullable(
      Type.Object({
        name: Type.String(),
        model_url: Type.String({ description: 'URL of the file of the face' }),
        format: Type.Enum(['glb', 'vrm', 'picture']),
      }),
    ),
    audio: LiveAudio,
    motion: LiveMotionRecord,
    expression: ExpressionRecord,
    generation: Generation,
  }),
  'utterance.started': Type.Object({
    type: Type.Literal('utterance.started'),
    utterance: UtteranceId,
    number: Type.Integer({ minimum: 1, maximum: 0xffff, description: 'Stands for it in binary frames' }),
    generation: Generation,
  }),
  words: Type.Object({ type: Type.Literal('words'), utterance: UtteranceId, words: Type.Array(LiveWord) }),
  'utterance.done': Type.Object({
    type: Type.Literal('utterance.done'),
    utterance: UtteranceId,
    duration: seconds('Of its sound'),
    samples: Type.Integer({ minimum: 0 }),
    frames: Type.Integer({ minimum: 0 }),
    characters: Type.Integer({ minimum: 0 }),
    notes: Type.Array(Type.String(), { description: 'Notes about omitted parts of the text' }),
  }),
  interrupted: Type.Object({
    type: Type.Literal('interrupted'),
    generation: Generation,
    utterance: Type.Optional({
      ...UtteranceId,
      description: 'The utterance that was played; missing if none was',
    }),
    heard_text: Type.String({
      description: 'Text of that utterance up to the last completely played word',
    }),
    heard_char_end: Type.Integer({ minimum: 0 }),
    at: seconds('Of its sound'),
  }),
  error: Type.Object({
    type: Type.Literal('error'),
    ...LiveProblem.properties,
    utterance: Type.Optional(UtteranceId),
    fatal: Type.Boolean({ description: 'The session ends' }),
  }),
  pong: Type.Object({ type: Type.Literal('pong') }),
} as const;

export type ServerMessages = { [Name in keyof typeof serverMessages]: Static<(typeof serverMessages)[Name]> };
export type ServerMessage = ServerMessages[keyof ServerMessages];
/** Current settings of a session. */
export type LiveSessionSettings = Omit<ServerMessages['session'], 'type' | 'generation'>;

/** Returns the message of an error, without the details of an internal one. */
export function errorMessage(
  error: unknown,
  { utterance = null, fatal = false }: { utterance?: string | null; fatal?: boolean },
): ServerMessage {
  const problem = problemRecord(error) ?? internalProblem;
  return { type: 'error', ...problem, ...(utterance === null ? {} : { utterance }), fatal };
}

const isUtterance = createValueCheck(UtteranceId, 'utterance');
const checks = new Map(
  Object.entries(clientMessages).map(([type, schema]) => [type, createValueCheck(schema, 'message')]),
);

/** Parses any message. Throws `malformed_json`. */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed_json', 'Expected a message in JSON');
  }
}

/** Throws `validation_failed`. */
export function checkMessage(message: unknown): ClientMessage {
  const type = memberOf(message, 'type');
  const check = typeof type === 'string' ? checks.get(type) : undefined;
  if (check === undefined)
    throw new AppError('validation_failed', `Expected one of ${[...checks.keys()].join(', ')} for type`);
  const [fault] = check(message);
  if (fault !== undefined) throw new AppError('validation_failed', fault.message);
  return message as ClientMessage;
}

/** Returns the utterance that a message names, also if the message is invalid, for the error. */
export function utteranceOf(message: unknown): string | null {
  const utterance = memberOf(message, 'utterance');
  return typeof utterance === 'string' && isUtterance(utterance).length === 0 ? utterance : null;
}

function memberOf(message: unknown, name: string): unknown {
  if (typeof message !== 'object' || message === null || !Object.hasOwn(message, name)) return undefined;
  return (message as Record<string, unknown>)[name];
}
