import { EXPRESSIONS } from '@anima/face/expressions';
import { strictObject, Uuid } from '@anima/service/schema';
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import Type from 'typebox';
import type { ToolDefinition } from './tool-definitions.js';

/** The same limits as in the avatar service. */
const SpokenText = Type.String({ minLength: 1, maxLength: 20_000 });
const Expression = Type.Enum([...EXPRESSIONS]);
const CatalogName = Type.String({ minLength: 1, maxLength: 128 });

const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const makes: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Tools of the avatar service, listed after the tools of the memory. */
export const avatarToolDefinitions = {
  speak: {
    description: 'Speak a text into an audio file. Returns its path, URL, duration and word timestamps.',
    arguments: strictObject({
      text: SpokenText,
      voice: Type.Optional(CatalogName),
      speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
    }),
    annotations: makes,
  },
  render: {
    description:
      'Make a video of a face that speaks a text; expression tags such as [happy] or [thinking 0.5] change its expression. Returns path, URL, duration and words, or a job_id for another call if rendering takes long.',
    arguments: strictObject({
      text: Type.Optional(SpokenText),
      face: Type.Optional(CatalogName),
      voice: Type.Optional(CatalogName),
      expression: Type.Optional(Expression),
      job_id: Type.Optional(Type.String({ ...Uuid, description: 'From an earlier call, instead of text' })),
    }),
    annotations: makes,
  },
  voices: { description: 'Voices for speak and render.', arguments: strictObject({}), annotations: reads },
  faces: { description: 'Faces for render.', arguments: strictObject({}), annotations: reads },
} as const satisfies Record<string, ToolDefinition>;

export type AvatarToolName = keyof typeof avatarToolDefinitions;
