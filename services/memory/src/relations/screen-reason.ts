import type { SecretPolicy } from '../secrets/secrets.js';
import { type ContentWarning, screenContent } from '../secrets/secrets.js';
import { shortened } from '../text/shortened.js';

/** Maximum length of a reason in characters: one or two sentences. */
export const MAX_REASON_LENGTH = 500;

/** Applies the secret policy to the reason of a judgement. Reasons are stored and returned like contents. */
export function screenReason(
  reason: string | null,
  policy: SecretPolicy,
): { reason: string | null; warnings: ContentWarning[] } {
  if (reason === null) return { reason, warnings: [] };
  const { content, warnings } = screenContent(reason, policy, 'reason');
  // A placeholder can be longer than the secret it replaces.
  return { reason: shortened(content, MAX_REASON_LENGTH), warnings };
}
