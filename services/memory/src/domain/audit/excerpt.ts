import { withoutSecrets } from '../secrets/secrets.js';

const MAX_QUOTE = 200;

/** A text as it stands in titles and evidence: one line, cut, without secrets. */
export function excerpt(text: string, length = MAX_QUOTE): string {
  const line = withoutSecrets(text).replace(/\s+/g, ' ').trim();
  return `"${line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`}"`;
}

/** A reason of a judge, which quotes the texts. */
export function evidenceLine(reason: string): string {
  return excerpt(reason, 2 * MAX_QUOTE).slice(1, -1);
}
