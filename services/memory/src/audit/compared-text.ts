import { conversationKey } from '../memory/conversation/conversation-key.js';
import type { Memory, MemoryType } from '../memory/memory.js';
import { memorySubject } from './fingerprint.js';
import type { Pacer } from './pacer.js';

/** A location in a config file. */
export interface ConfigPlace {
  /** Absolute path. */
  path: string;
  /** File name and line, for example "CLAUDE.md:12". */
  name: string;
  /** Headings above the location, or the keys of a setting, outermost first. */
  headings: readonly string[];
}

/**
 * A text that is compared with others. It belongs to one memory, to several memories with the same words, or
 * to a config file.
 */
export interface ComparedText {
  text: string;
  type: MemoryType;
  /** True if the text can be in conflict: a decision, a preference, or a statement of a config file. */
  decides: boolean;
  /** Newest first; empty for a config file. */
  memories: readonly Memory[];
  place: ConfigPlace | null;
  /** Project of the memories; null for global memories and config files. */
  projectId: string | null;
  conversation: string | null;
  /** Digest of the text for the fingerprint of a conflict. */
  subject: string;
}

/**
 * Maximum length of a text in characters. Longer texts exceed the window of the model, so they are only
 * compared for equality.
 */
export const MAX_COMPARED_LENGTH = 2_000;

export function decides(memory: Pick<Memory, 'type'>): boolean {
  return memory.type === 'decision' || memory.type === 'preference';
}

/**
 * Returns whether a memory takes part in audits and related memories. Conversation turns only record a
 * discussion, so they are neither merged nor outdated, except for decisions and preferences.
 */
export function takesPart(
  memory: Pick<Memory, 'type' | 'project' | 'conversationId' | 'impliedConversation'>,
): boolean {
  return conversationKey(memory) === null || decides(memory);
}

/**
 * Returns the time at which the event occurred if known, otherwise the time at which the memory was stored.
 */
export function timeOf(memory: Memory): number {
  return memory.occurredAt ?? memory.createdAt;
}

export function newestFirst(a: Memory, b: Memory): number {
  return timeOf(b) - timeOf(a) || b.key - a.key;
}

/**
 * Creates one text for all memories of a project and conversation with the same words. Whitespace is ignored.
 */
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

/** Returns the content with single spaces. Memories with the same result have the same words. */
export function wordsOf({ content }: Memory): string {
  return content.replace(/\s+/g, ' ').trim();
}

/** Creates the text of memories with the same words. */
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
