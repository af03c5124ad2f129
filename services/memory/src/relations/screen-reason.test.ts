import { expect, it } from 'vitest';
import { MAX_REASON_LENGTH, screenReason } from './screen-reason.js';

it('limits the length of the reason after secrets are replaced', () => {
  const given = 'see https://u:p4ss@h.de/ '.repeat(20);
  expect(given).toHaveLength(MAX_REASON_LENGTH);
  const { reason, warnings } = screenReason(given, 'redact');
  expect(reason).toContain('[redacted password_in_url]');
  expect(reason!.length).toBeLessThanOrEqual(MAX_REASON_LENGTH);
  expect(warnings).toHaveLength(1);
});

it('returns null for a missing reason', () => {
  expect(screenReason(null, 'refuse')).toEqual({ reason: null, warnings: [] });
});
