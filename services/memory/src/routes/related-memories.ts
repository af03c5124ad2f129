import { IsoTime, isoTime, Uuid } from '@anima/service/schema';
import Type from 'typebox';
import type { RelatedMemories } from '../domain/related/find-related.js';
import { shortened } from '../domain/text/shortened.js';
import { contradictionReasons } from '../ports/pair-judge.js';

/** Of the contents told in answers to imports. */
export const RELATED_OF_IMPORTS = 300;

/** In every answer that tells of a new text. */
export const RelatedFields = {
  related: Type.Array(
    Type.Object({
      memory_id: Uuid,
      content: Type.String({ description: 'In answers to imports, the first 300 characters' }),
      created_at: IsoTime,
      why: Type.String({ description: 'In a few words, for a person' }),
    }),
    {
      maxItems: 3,
      description:
        'Active memories of the same project, or without one, that may speak of the same thing, surest first. What ' +
        'this one replaces is archived with supersede; where both are true there is nothing to do',
    },
  ),
  conflicts: Type.Array(
    Type.Object({
      memory_id: Uuid,
      reason: Type.Enum([...contradictionReasons]),
      evidence: Type.Array(Type.String()),
    }),
    { description: 'Decisions and preferences that the rules are sure cannot hold beside this one' },
  ),
};

/** With the whole contents, or so many characters of each where an answer tells of many texts. */
export function toRelated(
  { related, conflicts }: Pick<RelatedMemories, 'related' | 'conflicts'>,
  maxCharacters = Number.POSITIVE_INFINITY,
) {
  return {
    related: related.map(({ memory: { memoryId, content, createdAt }, why }) => ({
      memory_id: memoryId,
      content: shortened(content, maxCharacters),
      created_at: isoTime(createdAt),
      why,
    })),
    conflicts: conflicts.map(({ memory: { memoryId }, reason, evidence }) => ({
      memory_id: memoryId,
      reason,
      evidence,
    })),
  };
}
