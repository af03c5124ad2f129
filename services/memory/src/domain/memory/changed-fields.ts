import { isoTime } from '@anima/service/schema';
import type { HistoryEntry } from '../../ports/memory-store.js';
import type { Memory } from './memory.js';

/** The fields of a change as the outside names them; the contents before and after belong to the history. */
export function changedFields(before: Memory, after: Memory): HistoryEntry['changes'] {
  const pairs: Record<string, [unknown, unknown]> = {
    content: [before.content, after.content],
    type: [before.type, after.type],
    importance: [before.importance, after.importance],
    project: [before.project?.name ?? null, after.project?.name ?? null],
    tags: [before.tags, after.tags],
    expires_at: [isoTime(before.expiresAt), isoTime(after.expiresAt)],
    archived_at: [isoTime(before.archivedAt), isoTime(after.archivedAt)],
    shared_with: [before.sharedWith, after.sharedWith],
    superseded_by: [before.supersededBy, after.supersededBy],
    source_path: [before.sourcePath, after.sourcePath],
  };
  const changed = Object.entries(pairs).filter(
    ([, [from, to]]) => JSON.stringify(from) !== JSON.stringify(to),
  );
  return Object.fromEntries(changed.map(([field, [from, to]]) => [field, { from, to }]));
}
