import { createHash } from 'node:crypto';
import { withoutSecrets } from '../secrets/secrets.js';

/**
 * What a statement of a file is known by when the file is imported again: the file, the statement and what stands above
 * it, in whatever white space, and without the values of secrets, so that the policy for them makes no difference.
 */
export function sourceKey(path: string, content: string): string {
  const said = withoutSecrets(content).replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(`${path}\0${said}`).digest('hex');
}
