import type { SecretPolicy } from '../secrets/secrets.js';
import { type ContentWarning, screenContent } from '../secrets/secrets.js';
import { shortened } from '../text/shortened.js';

/** In characters: a sentence or two. */
export const MAX_REASON_LENGTH = 500;

/** Why somebody judged as they did: kept and shown as contents are, so the policy for secrets holds for it too. */
export function screenReason(
  reason: string | null,
  policy: SecretPolicy,
): { reason: string | null; warnings: ContentWarning[] } {
  if (reason === null) return { reason, warnings: [] };
  const { content, warnings } = screenContent(reason, policy, 'reason');
  // What stands in place of a secret may be longer than that was.
  return { reason: shortened(content, MAX_REASON_LENGTH), warnings };
}
