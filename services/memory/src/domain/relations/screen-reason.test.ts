import { expect, it } from 'vitest';
import { MAX_REASON_LENGTH, screenReason } from './screen-reason.js';

it('is never longer than an archive may bring it back, whatever stands in place of secrets', () => {
  const given = 'see https://u:p4ss@h.de/ '.repeat(20);
  expect(given).toHaveLength(MAX_REASON_LENGTH);
  const { reason, warnings } = screenReason(given, 'redact');
  expect(reason).toContain('[redacted password_in_url]');
  expect(reason!.length).toBeLessThanOrEqual(MAX_REASON_LENGTH);
  expect(warnings).toHaveLength(1);
});

it('keeps no reason where none was given', () => {
  expect(screenReason(null, 'refuse')).toEqual({ reason: null, warnings: [] });
});
