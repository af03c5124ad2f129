import { AppError } from '@anima/service/errors';
import { shapesIn } from './secret-shapes.js';

/**
 * Finds credentials in a text by the formats that their issuers document. A shape must be so specific that it
 * never matches prose about credentials ("rotate the API key monthly").
 */

/** Ordered from the mildest to the strictest. */
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
 * Returns the findings in text order. Overlapping matches become one finding that covers all of them and has
 * the kind that is listed first. Takes linear time.
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

/** Extends a match to the end of its token, because shapes match tokens only up to a length. */
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

/** Replaces the value of each secret by its kind. */
export function withoutSecrets(text: string): string {
  return redactSecrets(text, findSecrets(text));
}

export interface ContentWarning {
  code: 'secret_found' | 'secret_redacted';
  kind: string;
  message: string;
}

/** Applies the secret policy to a text. No message contains the value of a secret. */
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
      `The ${field} appears to contain a secret (${kinds.join(', ')}); it was not stored`,
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
        : `The ${field} appears to contain a ${kind}; it was stored unchanged`,
    })),
  };
}
