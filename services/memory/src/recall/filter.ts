import { AppError } from '@anima/service/errors';
import type { MemoryType } from '../memory/memory.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { foldedName } from '../memory/normal-name.js';
import type { SearchFilter } from '../search/search-filter.js';

/** The filter of a caller; all given fields must match. Times are in ms, both ends inclusive. */
export interface MemoryFilter
  extends Pick<
    SearchFilter,
    | 'sourceAgent'
    | 'globalOnly'
    | 'createdFrom'
    | 'createdTo'
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
  if (
    filter.createdFrom !== undefined &&
    filter.createdTo !== undefined &&
    filter.createdFrom > filter.createdTo
  ) {
    throw new AppError('validation_failed', 'Expected date_range.from not to be after date_range.to');
  }
  const project = projectId === undefined ? null : await store.project(projectId);
  return {
    ...same,
    ...(tags === undefined ? {} : { tags: tags.map(foldedName) }),
    ...(memoryType === undefined ? {} : { type: memoryType }),
    ...(projectId === undefined ? {} : { projectId: project?.projectId ?? NO_PROJECT }),
  };
}
