import { uuidv7 } from 'uuidv7';
import { BY_RULES } from '../relations/relation.js';
import { withoutSecrets } from '../secrets/secrets.js';
import type { Finding, Observation } from './audit-run.js';
import { fingerprintOf } from './fingerprint.js';

/** A finding before its state (reported or suppressed) is known. */
export type FoundItem = Omit<Finding, 'state'>;

/** Converts an observation to a finding and removes credentials from its texts. */
export function toFinding(observation: Observation): FoundItem {
  const { kind, subjects, title, detail, evidence, suggestion } = observation;
  return {
    ...observation,
    title: withoutSecrets(title),
    detail: withoutSecrets(detail),
    evidence: evidence.map(withoutSecrets),
    suggestion: withoutSecrets(suggestion),
    judgedBy: observation.judgedBy ?? BY_RULES,
    confidence: observation.confidence ?? null,
    validUntil: observation.validUntil ?? null,
    findingId: uuidv7(),
    fingerprint: fingerprintOf(kind, subjects),
  };
}
