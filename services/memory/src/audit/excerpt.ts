import { withoutSecrets } from '../secrets/secrets.js';

const MAX_QUOTE = 200;

/** Formats a text for titles and evidence: one quoted line of limited length, without secrets. */
export function excerpt(text: string, length = MAX_QUOTE): string {
  const line = withoutSecrets(text).replace(/\s+/g, ' ').trim();
  return `"${line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`}"`;
}

/** Formats the reason of a judge, which quotes texts, as one line without secrets. */
export function evidenceLine(reason: string): string {
  return excerpt(reason, 2 * MAX_QUOTE).slice(1, -1);
}
