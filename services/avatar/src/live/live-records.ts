import { AppError, commonErrors } from '@anima/service/errors';
import Type, { type Static } from 'typebox';
import { avatarErrors } from '../error-codes.js';
import { liveShapes } from './live-motion.js';
import { liveFrameRates, liveSampleRates } from './live-speech.js';

/** Schemas shared by the socket and the event stream. */

export const LiveSampleRate = Type.Enum([...liveSampleRates], { description: 'Hz of the sound' });
export const LiveFrameRate = Type.Enum([...liveFrameRates], { description: 'Frames of motion a second' });
export const LiveShapesName = Type.Enum([...liveShapes], {
  description:
    'The 52 ARKit shapes and six values of the head, the fifteen visemes of the Oculus set, or no motion',
});

export const LiveAudio = Type.Object({ sample_rate: LiveSampleRate, format: Type.Literal('pcm16') });
export const LiveMotionRecord = Type.Object({
  fps: LiveFrameRate,
  shapes: Type.Array(Type.String(), { description: 'In the order of the values of a frame' }),
});

export const LiveWord = Type.Object(
  {
    word: Type.String({ description: 'The word as spoken' }),
    start: Type.Number({ description: 'Seconds of the sound of the utterance' }),
    end: Type.Number(),
    char_start: Type.Integer({ description: 'UTF-16 units of all its text' }),
    char_end: Type.Integer(),
  },
  { description: 'A word that is said' },
);

export const LiveProblem = Type.Object({
  code: Type.String({ description: 'As in the rest of the service' }),
  title: Type.String(),
  detail: Type.String({ description: 'What was expected and what was received' }),
});

/**
 * Returns the fields of an error for the client, or null for an internal error, whose details are not sent.
 */
export function problemRecord(error: unknown): Static<typeof LiveProblem> | null {
  if (!(error instanceof AppError)) return null;
  const table: Record<string, { title: string }> = { ...commonErrors, ...avatarErrors };
  return { code: error.code, title: table[error.code]?.title ?? '', detail: error.message };
}

export const internalProblem: Static<typeof LiveProblem> = {
  code: 'internal',
  title: commonErrors.internal.title,
  detail: 'The service failed unexpectedly',
};
