import { IsoTime, isoTime, isoTimeToMs, Nullable, strictObject, Uuid } from '@anima/service/schema';
import Type, { type Static } from 'typebox';
import { type Relation, relationKinds } from '../relations/relation.js';
import { MAX_REASON_LENGTH } from '../relations/screen-reason.js';
import { createRecordCheck } from './record-check.js';

/**
 * Schema of a relation. Each of its two memories is in the archive or in the store that imports the archive.
 */
const RelationArchiveRecord = strictObject({
  kind: Type.Enum([...relationKinds]),
  from: Uuid,
  to: Uuid,
  by: Type.String({ minLength: 1, maxLength: 256, pattern: '^[^\\0]+$' }),
  confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  reason: Nullable(Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH, pattern: '^[^\\0]+$' })),
  at: IsoTime,
  digest: Nullable(Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9a-f]+$' })),
});
type RelationArchiveRecord = Static<typeof RelationArchiveRecord>;

const check = createRecordCheck(RelationArchiveRecord);

export function toRelationRecord({ at, ...relation }: Relation): RelationArchiveRecord {
  return { ...relation, at: isoTime(at) };
}

export function readRelationRecord(record: unknown): Relation | { invalid: string } {
  const value = check(record);
  if ('invalid' in value) return value;
  const [from, to] = [value.from.toLowerCase(), value.to.toLowerCase()];
  if (from === to) return { invalid: 'Expected two memories for from and to' };
  if ((value.kind === 'supersedes') !== (value.digest === null)) {
    return { invalid: 'Expected a digest for every kind but supersedes' };
  }
  return { ...value, from, to, at: isoTimeToMs(value.at) };
}
