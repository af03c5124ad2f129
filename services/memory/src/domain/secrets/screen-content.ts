import { AppError } from '@anima/service/errors';
import { findSecrets, redactSecrets, type SecretPolicy } from './secrets.js';

export interface ContentWarning {
  code: 'secret_found' | 'secret_redacted';
  kind: string;
  message: string;
}

/** Applies the policy for secrets to a text; the value of a secret is in no message. */
export function screenContent(
  content: string,
  policy: SecretPolicy,
  field: 'content' | 'reason' = 'content',
): { content: string; warnings: ContentWarning[] } {
  const findings = findSecrets(content);
  if (findings.length === 0) return { content, warnings: [] };
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  if (policy === 'refuse') {
    throw new AppError(
      'secret_refused',
      `The ${field} seems to hold a secret (${kinds.join(', ')}); it was not stored`,
    );
  }
  const redact = policy === 'redact';
  return {
    content: redact ? redactSecrets(content, findings) : content,
    warnings: kinds.map((kind) => ({
      code: redact ? 'secret_redacted' : 'secret_found',
      kind,
      message: redact
        ? `A ${kind} was removed from the ${field} before it was stored`
        : `The ${field} seems to hold a ${kind}; it was stored as it came`,
    })),
  };
}
