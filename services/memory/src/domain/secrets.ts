/**
 * Finds credentials in a text by the shapes their issuers document. A shape must be specific enough that prose
 * about credentials ("rotate the API key monthly") is never taken for one.
 */

export const secretPolicies = ['warn', 'redact', 'refuse'] as const;
export type SecretPolicy = (typeof secretPolicies)[number];

export interface SecretFinding {
  kind: string;
  start: number;
  end: number;
}

interface SecretShape {
  kind: string;
  /** The first group is the secret; without a group, all of the match. */
  pattern: RegExp;
  /** Tells a real value from a placeholder where the shape alone cannot. */
  plausible?: (value: string) => boolean;
}

const shapes: readonly SecretShape[] = [
  {
    kind: 'private_key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]{16,}?(?:-----END [A-Z0-9 ]*-----|$)/g,
  },
  { kind: 'aws_access_key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { kind: 'github_token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g },
  { kind: 'gitlab_token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'anthropic_api_key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,}/g },
  {
    kind: 'openai_api_key',
    pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/g,
    plausible: varied,
  },
  { kind: 'stripe_key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g },
  { kind: 'google_api_key', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { kind: 'slack_token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'slack_webhook', pattern: /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/]{20,}/g },
  { kind: 'npm_token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'huggingface_token', pattern: /\bhf_[A-Za-z0-9]{30,}\b/g },
  { kind: 'sendgrid_key', pattern: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
  { kind: 'json_web_token', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
  {
    kind: 'password_in_url',
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@]{0,128}:([^\s/@]{3,256})@/gi,
    plausible: notPlaceholder,
  },
  { kind: 'bearer_token', pattern: /\bbearer\s+([A-Za-z0-9._~+/-]{20,}=*)/gi, plausible: varied },
  {
    kind: 'credential',
    pattern:
      /\b(?:[a-z0-9]{1,32}[_-]){0,4}(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|client[_-]?secret)["']?\s{0,4}(?:=|:|:=|=>)\s{0,4}["']?([^\s"'`,;<>{}()]{8,256})/gi,
    plausible: (value) => notPlaceholder(value) && varied(value),
  },
];

/** Findings in order of place; where two shapes overlap, the first listed is kept. */
export function findSecrets(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const { kind, pattern, plausible } of shapes) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      if (plausible && !plausible(value)) continue;
      const start = match.index + match[0].lastIndexOf(value);
      const end = start + value.length;
      if (!findings.some((other) => start < other.end && other.start < end))
        findings.push({ kind, start, end });
    }
  }
  return findings.sort((a, b) => a.start - b.start);
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

/** Random strings mix kinds of characters; words and file names seldom do. */
function varied(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return kinds >= 2 && /[0-9]|[^\w.:/-]/.test(value) && new Set(value).size >= 6;
}

function notPlaceholder(value: string): boolean {
  return !/^(?:\$|%|<|\[|\*+$|x{3,}$|\.{3}|(?:your|my|the|some|example|changeme|placeholder|redacted|password|secret|token|process\.env|env\.|os\.environ)(?![a-z]*[0-9]))/i.test(
    value,
  );
}
