import { conversationKey } from '../conversation/conversation-key.js';
import type { Memory, MemoryType } from '../memory/memory.js';
import { memorySubject } from './fingerprint.js';
import type { Pacer } from './pacer.js';

/** A place in a config file. */
export interface ConfigPlace {
  /** Absolute path. */
  path: string;
  /** "CLAUDE.md:12". */
  name: string;
  /** The headings above it. */
  headings: readonly string[];
}

/** A text that is compared with others: that of one memory, of several with the very same text, or of a config file. */
export interface ComparedText {
  text: string;
  type: MemoryType;
  /** Can be in conflict: a decision, a preference, or a statement of a config file. */
  decides: boolean;
  /** Newest first; empty for a config file. */
  memories: readonly Memory[];
  place: ConfigPlace | null;
  /** Of its memories; null for global ones and config files. */
  projectId: string | null;
  conversation: string | null;
  /** For the fingerprint of a conflict. */
  subject: string;
}

/** Longer ones do not fit into the window of the model that compares words; they are compared for equality only. */
export const MAX_COMPARED_LENGTH = 2_000;

export function decides(memory: Pick<Memory, 'type'>): boolean {
  return memory.type === 'decision' || memory.type === 'preference';
}

/** Turns are a record of what was said, neither to be merged nor out of date, unless they were stored as a decision. */
export function takesPart(
  memory: Pick<Memory, 'type' | 'project' | 'conversationId' | 'impliedConversation'>,
): boolean {
  return conversationKey(memory) === null || decides(memory);
}

/** When it was decided: the time it tells of, otherwise when it was stored. */
export function timeOf(memory: Memory): number {
  return memory.occurredAt ?? memory.createdAt;
}

export function newestFirst(a: Memory, b: Memory): number {
  return timeOf(b) - timeOf(a) || b.key - a.key;
}

/** One text for all memories of a project (and conversation) that say it in the very same words, white space aside. */
export async function comparedTexts(memories: readonly Memory[], pacer: Pacer): Promise<ComparedText[]> {
  const same = new Map<string, Memory[]>();
  for (const memory of memories) {
    const key = JSON.stringify([memory.project?.projectId ?? null, conversationKey(memory), wordsOf(memory)]);
    const found = same.get(key);
    if (found === undefined) same.set(key, [memory]);
    else found.push(memory);
    if (pacer.due) await pacer.rest();
  }
  const texts: ComparedText[] = [];
  for (const found of same.values()) {
    texts.push(comparedText(found));
    if (pacer.due) await pacer.rest();
  }
  return texts;
}

/** Its text with single spaces: two memories with the same are told apart by nothing. */
export function wordsOf({ content }: Memory): string {
  return content.replace(/\s+/g, ' ').trim();
}

/** Of memories with the very same words. */
export function comparedText(same: readonly Memory[]): ComparedText {
  const memories = same.toSorted(newestFirst);
  const first = memories.find(decides) ?? memories[0]!;
  return {
    text: first.content,
    type: first.type,
    decides: decides(first),
    memories,
    place: null,
    projectId: first.project?.projectId ?? null,
    conversation: conversationKey(first),
    subject: memorySubject(first),
  };
}
