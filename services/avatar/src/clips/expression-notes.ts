import type { Expression } from '@anima/face/expressions';
import type { ClipPayload } from './clip-payload.js';

/** What of the expressions that were asked for is left out, in words for a person. */
export function expressionNotes(
  { subject, engine }: Pick<ClipPayload, 'subject' | 'engine'>,
  expressions: readonly Expression[],
): string[] {
  if (subject.kind === 'head' || expressions.every(({ name }) => name === 'neutral')) return [];
  if (engine === 'wav2lip')
    return ['The engine wav2lip shows no expressions: it paints the mouth from the sound alone'];
  if (subject.kind === 'clip')
    return ['A clip keeps its own eyes, brows and head: of the expressions the mouth is shown'];
  return [
    'The eyes of a picture look where they do, and are not widened: of the expressions all else is shown',
  ];
}
