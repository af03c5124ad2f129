import { createHash } from 'node:crypto';
import type { MemoryType } from '../memory/memory.js';
import { withoutSecrets } from '../secrets/secrets.js';

/** One memory to be. */
export interface ForeignStatement {
  content: string;
  type: MemoryType;
  tags: string[];
  /** From 1. */
  line: number;
  /** ms since the epoch, where the format says when it was written. */
  occurredAt: number | null;
}

/**
 * What a statement of a file is known by when the file is imported again: the file, the statement and what stands above
 * it, in whatever white space, and without the values of secrets, so that the policy for them makes no difference.
 */
export function sourceKey(path: string, content: string): string {
  const said = withoutSecrets(content).replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(`${path}\0${said}`).digest('hex');
}

/** A heading that is a sentence is no tag. In characters. */
const MAX_TAG = 64;
const MAX_TAGS = 64;

/** "CI & CD" becomes `ci-cd`. */
export function tagsOf(names: readonly string[]): string[] {
  const slugs = names.map((name) =>
    name
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  );
  return [...new Set(slugs.filter((slug) => slug !== '' && slug.length <= MAX_TAG))].slice(0, MAX_TAGS);
}
