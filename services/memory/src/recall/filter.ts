import { AppError } from '@anima/service/errors';
import type { MemoryType } from '../memory/memory.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { normalTags } from '../memory/normal-name.js';
import type { SearchFilter } from '../search/search-filter.js';

/** The filter of a caller; all given fields must match. Times are in ms, both ends inclusive. */
export interface MemoryFilter
  extends Pick<
    SearchFilter,
    | 'sourceAgent'
    | 'globalOnly'
    | 'createdFrom'
    | 'createdTo'
    | 'occurredFrom'
    | 'occurredTo'
    | 'speaker'
    | 'minImportance'
    | 'tags'
    | 'sharedWith'
    | 'includeArchived'
  > {
  memoryType?: MemoryType;
  /** Id or name. */
  projectId?: string;
}

/** No project has this id: a filter on an unknown project must match no memory. */
const NO_PROJECT = '';

export async function toSearchFilter(
  filter: MemoryFilter,
  store: Pick<MemoryStore, 'project'>,
): Promise<SearchFilter> {
  const { memoryType, projectId, tags, ...same } = filter;
  requireOrder('date_range', filter.createdFrom, filter.createdTo);
  requireOrder('occurred', filter.occurredFrom, filter.occurredTo);
  const project = projectId === undefined ? null : await store.project(projectId);
  return {
    ...same,
    ...(tags === undefined ? {} : { tags: normalTags(tags) }),
    ...(memoryType === undefined ? {} : { type: memoryType }),
    ...(projectId === undefined ? {} : { projectId: project?.projectId ?? NO_PROJECT }),
  };
}

function requireOrder(range: string, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): void {
  if (from > to)
    throw new AppError('validation_failed', `Expected ${range}.from not to be after ${range}.to`);
}
