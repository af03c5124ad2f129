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

/**
 * Tools of the avatar service. Descriptions are short, since they are listed after the tools of the memory.
 */
export const avatarToolDefinitions = {
  speak: {
    description:
      'Speak a text into a sound file. Returns its path and URL, how long it is, and when each word is said.',
    arguments: strictObject({
      text: SpokenText,
      voice: Type.Optional(CatalogName),
      speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
    }),
    annotations: makes,
  },
  render: {
    description:
      'Make a video of a face that says a text, in which marks such as [happy] or [thinking 0.5] change its expression. Returns path, URL, length and words; where it takes long, a job_id to call again with.',
    arguments: strictObject({
      text: Type.Optional(SpokenText),
      face: Type.Optional(CatalogName),
      voice: Type.Optional(CatalogName),
      expression: Type.Optional(Expression),
      job_id: Type.Optional(Type.String({ ...Uuid, description: 'Of an earlier call, instead of a text' })),
    }),
    annotations: makes,
  },
  voices: { description: 'Voices for speak and render.', arguments: strictObject({}), annotations: reads },
  faces: { description: 'Faces for render.', arguments: strictObject({}), annotations: reads },
} as const satisfies Record<string, ToolDefinition>;

export type AvatarToolName = keyof typeof avatarToolDefinitions;
