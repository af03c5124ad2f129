import type { IndexPatch } from '../search/index/memory-index.js';
import type { SearchFilter } from '../search/search-filter.js';
import type { IndexEntry } from '../search/signals.js';

/** Simplest implementation of the index; tests compare MemoryIndex with it. */
export class IndexModel {
  changeSeq = 0;
  readonly entries = new Map<number, IndexEntry>();
  /** Keys of the turns of each conversation, in order. */
  readonly conversations = new Map<string, number[]>();

  has(key: number): boolean {
    return this.entries.has(key);
  }

  add(entry: IndexEntry): void {
    this.entries.set(entry.key, entry);
    this.#enter(entry);
  }

  replace(entry: IndexEntry): void {
    const old = this.entries.get(entry.key)!;
    this.entries.set(entry.key, entry);
    if (old.conversation === entry.conversation) return;
    this.#leave(old);
    this.#enter(entry);
  }

  patch(key: number, patch: IndexPatch): void {
    this.replace({ ...this.entries.get(key)!, ...patch });
  }

  remove(key: number): void {
    this.#leave(this.entries.get(key)!);
    this.entries.delete(key);
  }

  match(filter: SearchFilter, now: number): number[] {
    return this.matching(filter, now).map(({ key }) => key);
  }

  matching(filter: SearchFilter, now: number): IndexEntry[] {
    return [...this.entries.values()].filter((entry) => matches(entry, filter, now));
  }

  #enter({ key, conversation }: IndexEntry): void {
    if (conversation === null) return;
    const keys = [...(this.conversations.get(conversation) ?? []), key];
    this.conversations.set(
      conversation,
      keys.sort((a, b) => a - b),
    );
  }

  #leave({ key, conversation }: IndexEntry): void {
    if (conversation === null) return;
    this.conversations.set(
      conversation,
      this.conversations.get(conversation)!.filter((other) => other !== key),
    );
  }
}

function matches(entry: IndexEntry, filter: SearchFilter, now: number): boolean {
  const { sharedWith } = entry;
  if (!filter.includeArchived && (entry.archived || (entry.expiresAt !== null && entry.expiresAt <= now)))
    return false;
  if (filter.type !== undefined && entry.type !== filter.type) return false;
  if (filter.sourceAgent !== undefined && entry.sourceAgent !== filter.sourceAgent) return false;
  if (filter.projectId !== undefined && entry.projectId !== filter.projectId) return false;
  if (filter.globalOnly && entry.projectId !== null) return false;
  if (filter.createdFrom !== undefined && entry.createdAt < filter.createdFrom) return false;
  if (filter.createdTo !== undefined && entry.createdAt > filter.createdTo) return false;
  const occurredAt = entry.occurredAt ?? entry.createdAt;
  if (filter.occurredFrom !== undefined && occurredAt < filter.occurredFrom) return false;
  if (filter.occurredTo !== undefined && occurredAt > filter.occurredTo) return false;
  if (filter.speaker !== undefined && entry.speaker !== filter.speaker) return false;
  if (filter.minImportance !== undefined && entry.importance < filter.minImportance) return false;
  if (filter.tags?.some((tag) => !entry.tags.includes(tag))) return false;
  if (filter.sharedWith !== undefined && sharedWith !== 'all' && !sharedWith.includes(filter.sharedWith))
    return false;
  if (filter.sharedWithAnyone && sharedWith.length === 0) return false;
  const isVisibleTo = (agent: string) =>
    entry.sourceAgent === agent || sharedWith === 'all' || sharedWith.includes(agent);
  if (filter.visibleTo !== undefined && !isVisibleTo(filter.visibleTo)) return false;
  if (filter.conversation !== undefined && entry.conversation !== filter.conversation) return false;
  return true;
}
