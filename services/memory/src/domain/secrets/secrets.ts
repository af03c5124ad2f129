import { AppError } from '@anima/service/errors';
import { shapesIn } from './secret-shapes.js';

/**
 * Finds credentials in a text by the shapes their issuers document. A shape must be specific enough that prose
 * about credentials ("rotate the API key monthly") is never taken for one.
 */

/** From the mildest to the strictest. */
export const secretPolicies = ['warn', 'redact', 'refuse'] as const;
export type SecretPolicy = (typeof secretPolicies)[number];

export function stricterPolicy(one: SecretPolicy, other: SecretPolicy): SecretPolicy {
  return secretPolicies.indexOf(one) > secretPolicies.indexOf(other) ? one : other;
}

export interface SecretFinding {
  kind: string;
  start: number;
  end: number;
}

/**
 * Findings in order of place. Where shapes overlap it is one finding, of the first listed of their kinds and of all that they
 * cover. The time grows with the text and not faster.
 */
export function findSecrets(text: string): SecretFinding[] {
  const found: (SecretFinding & { shape: number })[] = [];
  for (const [shape, { kind, pattern, plausible }] of shapesIn(text).entries()) {
    for (const match of text.matchAll(pattern)) {
      const value = match.slice(1).find((group) => group !== undefined && group !== '') ?? match[0];
      if (plausible && !plausible(value)) continue;
      const start = match.index + match[0].lastIndexOf(value);
      found.push({ kind, start, end: start + value.length, shape });
    }
  }
  const findings: typeof found = [];
  for (const each of found.sort((a, b) => a.start - b.start || a.shape - b.shape)) {
    const last = findings.at(-1);
    if (last === undefined || each.start >= last.end) {
      findings.push({ ...each, end: tokenEnd(text, each.end) });
      continue;
    }
    if (each.end > last.end) last.end = tokenEnd(text, each.end);
    if (each.shape < last.shape) Object.assign(last, { kind: each.kind, shape: each.shape });
  }
  return findings.map(({ kind, start, end }) => ({ kind, start, end }));
}

/** Shapes take a token up to a length; what goes on behind belongs to it. */
function tokenEnd(text: string, end: number): number {
  const rest = /[\w+/=-]*/y;
  rest.lastIndex = end;
  return end + rest.exec(text)![0].length;
}

export function redactSecrets(text: string, findings: readonly SecretFinding[]): string {
  let redacted = '';
  let from = 0;
  for (const { kind, start, end } of findings) {
    redacted += `${text.slice(from, start)}[redacted ${kind}]`;
    from = end;
  }
  return redacted + text.slice(from);
}

/** The text with the kind of each secret in place of its value. */
export function withoutSecrets(text: string): string {
  return redactSecrets(text, findSecrets(text));
}

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
