import type { SearchFilter } from '../../search/search-filter.js';
import type { PlaceValue } from './sql-values.js';

/**
 * Returns the SQL condition for a row of `search_rows` to pass the filter at this time; all inputs are passed
 * as values.
 */
export function passes(filter: SearchFilter, now: number, $: PlaceValue): string {
  const { type, sourceAgent, projectId, createdFrom, createdTo, minImportance, tags, conversation, speaker } =
    filter;
  const { occurredFrom, occurredTo } = filter;
  const texts = [
    type,
    sourceAgent,
    projectId,
    filter.sharedWith,
    filter.visibleTo,
    conversation,
    speaker,
    ...(tags ?? []),
  ];
  // PostgreSQL cannot store or compare U+0000.
  if (texts.some((text) => text?.includes('\0'))) return 'false';

  const all: string[] = [];
  if (!filter.includeArchived)
    all.push(`NOT archived AND (expires_at IS NULL OR expires_at > ${$(wholeMs(now))})`);
  if (type !== undefined) all.push(`type = ${$(type)}`);
  if (sourceAgent !== undefined) all.push(`source_agent = ${$(sourceAgent)}`);
  if (projectId !== undefined)
    all.push(`project_key = (SELECT project_key FROM projects WHERE project_id = ${$(projectId)})`);
  if (filter.globalOnly) all.push('project_key IS NULL');
  if (createdFrom !== undefined) all.push(`created_at >= ${$(Math.ceil(createdFrom))}`);
  if (createdTo !== undefined) all.push(`created_at <= ${$(Math.floor(createdTo))}`);
  if (occurredFrom !== undefined) all.push(`occurred_at >= ${$(Math.ceil(occurredFrom))}`);
  if (occurredTo !== undefined) all.push(`occurred_at <= ${$(Math.floor(occurredTo))}`);
  if (speaker !== undefined) all.push(`speaker = ${$(speaker)}`);
  if (minImportance !== undefined) all.push(`importance >= ${$(minImportance)}`);
  if (tags !== undefined && tags.length > 0) all.push(`tags @> ${$(tags)}::text[]`);
  if (filter.sharedWith !== undefined) all.push(`(${isSharedWith($(filter.sharedWith))})`);
  if (filter.sharedWithAnyone) all.push(`(shared_with_all OR shared_with <> '{}')`);
  if (filter.visibleTo !== undefined) {
    const agent = $(filter.visibleTo);
    all.push(`(source_agent = ${agent} OR ${isSharedWith(agent)})`);
  }
  if (conversation !== undefined) all.push(`conversation = ${$(conversation)}`);
  return all.length === 0 ? 'true' : all.join(' AND ');
}

const isSharedWith = (agent: string): string => `shared_with_all OR shared_with @> ARRAY[${agent}::text]`;

/** Rounds down, because times in the database are whole ms: a memory expires at the start of its ms. */
const wholeMs = (now: number): number => Math.floor(now);
