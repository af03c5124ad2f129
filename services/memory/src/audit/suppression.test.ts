import { expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.js';
import { suppressedBy } from './suppression.js';

const finding = (kind: 'duplicate_memory' | 'conflicting_decision', ...subjects: string[]) => ({
  kind,
  subjects,
  fingerprint: fingerprintOf(kind, subjects),
});

it('suppresses the same finding and the remainder of a group of duplicates', () => {
  const isSuppressed = suppressedBy([
    finding('duplicate_memory', 'a', 'b', 'c'),
    finding('conflicting_decision', 'x', 'y'),
  ]);
  expect(isSuppressed(finding('duplicate_memory', 'c', 'b', 'a'))).toBe(true);
  expect(isSuppressed(finding('duplicate_memory', 'a', 'c'))).toBe(true);
  expect(isSuppressed(finding('duplicate_memory', 'a', 'b', 'c', 'd'))).toBe(false);
  expect(isSuppressed(finding('conflicting_decision', 'y', 'x'))).toBe(true);
  expect(isSuppressed(finding('conflicting_decision', 'x'))).toBe(false);
  expect(isSuppressed(finding('conflicting_decision', 'a', 'b'))).toBe(false);
});
