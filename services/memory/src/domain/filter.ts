import { AppError } from '@anima/service';
import type { MemoryStore } from '../ports/memory-store.js';
import type { MemoryType } from './memory.js';
import type { IndexFilter } from './retrieval/signals.js';

/** What a caller may ask for; all given fields must hold. Times in ms since the epoch, both ends inclusive. */
export interface MemoryFilter {
  memoryType?: MemoryType;
  sourceAgent?: string;
  /** Id or name. */
  projectId?: string;
  globalOnly?: boolean;
  createdFrom?: number;
  createdTo?: number;
  minImportance?: number;
  tags?: readonly string[];
  sharedWith?: string;
  includeArchived?: boolean;
}

/** No project has this id: a filter on an unknown project must match nothing, never everything. */
const NO_PROJECT = '';

export function toIndexFilter(filter: MemoryFilter, store: Pick<MemoryStore, 'project'>): IndexFilter {
  const { memoryType, projectId, ...same } = filter;
  if (
    filter.createdFrom !== undefined &&
    filter.createdTo !== undefined &&
    filter.createdFrom > filter.createdTo
  ) {
    throw new AppError('validation_failed', 'Expected date_range.from not to be after date_range.to');
  }
  return {
    ...same,
    ...(memoryType === undefined ? {} : { type: memoryType }),
    ...(projectId === undefined ? {} : { projectId: store.project(projectId)?.projectId ?? NO_PROJECT }),
  };
}

const DAY_MS = 86_400_000;
const DATE_LENGTH = '2026-01-31'.length;
const offset = /(?:Z|[+-]\d\d:\d\d)$/;

/** In ms since the epoch. A date is its midnight, and a time without an offset is meant, in UTC. */
export function startOf(isoDateOrTime: string): number {
  const whole = isoDateOrTime.length === DATE_LENGTH || offset.test(isoDateOrTime);
  return Date.parse(whole ? isoDateOrTime : `${isoDateOrTime}Z`);
}

/** As `startOf`, but a date stands for its whole day: as an end it includes the last millisecond. */
export function endOf(isoDateOrTime: string): number {
  const time = startOf(isoDateOrTime);
  return isoDateOrTime.length === DATE_LENGTH ? time + DAY_MS - 1 : time;
}
