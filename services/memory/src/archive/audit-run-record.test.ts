import { describe, expect, it } from 'vitest';
import { noCounts } from '../audit/audit-run.js';
import { newAuditRun } from '../audit/audit-store.contract.js';
import { readAuditRunRecord, toAuditRunRecord } from './audit-run-record.js';

const finding = {
  finding_id: '019b0000-0000-7000-8000-000000000001',
  kind: 'duplicate_memory',
  severity: 'low',
  title: 'Two memories say the same',
  detail: '',
  memory_ids: [],
  evidence: [],
  suggestion: '',
  subjects: [],
  fingerprint: 'f',
  suppression: null,
};
const record = (fields: object) => ({
  ...toAuditRunRecord({
    ...newAuditRun(),
    state: 'finished',
    finishedAt: 2,
    error: null,
    memoriesChecked: 0,
    counts: noCounts(),
    suppressedCounts: noCounts(),
    notes: [],
    findings: [],
    undecided: [],
  }),
  ...fields,
});

describe('an audit run of another version', () => {
  it('has 0 findings of kinds that its counts lack, and ignores the counts of unknown kinds', () => {
    const counts = { duplicate_memory: 2, rumour: 3 };
    expect(readAuditRunRecord(record({ counts, suppressed_counts: {} }))).toMatchObject({
      counts: { ...noCounts(), duplicate_memory: 2 },
      suppressedCounts: noCounts(),
    });
  });

  it('omits findings of unknown kinds, and notes their number', () => {
    const findings = [finding, { ...finding, kind: 'rumour', fingerprint: 'g' }];
    expect(readAuditRunRecord(record({ findings, notes: ['before'] }))).toMatchObject({
      findings: [{ kind: 'duplicate_memory' }],
      notes: ['before', expect.stringContaining('1 findings of kinds')],
    });
  });

  it('is rejected if a count is not a number', () => {
    expect(readAuditRunRecord(record({ counts: { duplicate_memory: 'many' } }))).toHaveProperty('invalid');
  });
});
