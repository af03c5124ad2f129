import { strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { Reason } from '../http/fields.js';
import { requireStorable } from '../http/text-limits.js';
import { relationKinds } from '../relations/relation.js';
import { MAX_VERDICTS, type Verdict } from './check-verdicts.js';

export const VerdictFields = {
  memory_ids: Type.Array(Uuid, { minItems: 2, maxItems: 2 }),
  verdict: Type.Enum([...relationKinds]),
  reason: Type.Optional(Reason),
};

/** Verdicts of a caller about pairs of memories. */
export const Verdicts = Type.Array(strictObject(VerdictFields), { minItems: 1, maxItems: MAX_VERDICTS });

export function toVerdicts(given: Static<typeof Verdicts>): Verdict[] {
  return given.map(({ memory_ids: [one, other], verdict, reason }) => ({
    memoryIds: [one!.toLowerCase(), other!.toLowerCase()],
    kind: verdict,
    reason: reason === undefined ? null : requireStorable('reason', reason),
  }));
}
