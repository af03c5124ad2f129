import { createHash } from 'node:crypto';
import type { MemoryRole, MemoryType } from '../memory/memory.js';
import { withoutSecrets } from '../secrets/secrets.js';

/** A statement of a file that can become a memory. */
export interface ForeignStatement {
  content: string;
  type: MemoryType;
  tags: string[];
  /** Line number, from 1. */
  line: number;
  /** Time in ms since the epoch; null if the format does not state when the statement was written. */
  occurredAt: number | null;
  /** Of a turn of a conversation. */
  conversationId?: string;
  speaker?: string;
  role?: MemoryRole | null;
  /** Default 0.5. */
  importance?: number;
  /** Validity of a fact, in ms since the epoch. */
  validFrom?: number | null;
  validUntil?: number | null;
}

/**
 * Returns the key that identifies a statement when its file is imported again: a hash of the path, the
 * statement and its headings. It ignores white space and the values of secrets, so that the secret policy has
 * no influence.
 */
export function sourceKey(path: string, content: string): string {
  const normalised = withoutSecrets(content).replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(`${path}\0${normalised}`).digest('hex');
}

/** In characters. A longer heading is a sentence and does not become a tag. */
const MAX_TAG = 64;
const MAX_TAGS = 64;

/** Converts names to tags: "CI & CD" becomes `ci-cd`. */
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
