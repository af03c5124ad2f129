import { passageOf } from '@anima/text/passage';
import { quote } from '@anima/text/quote';
import { isArchived, type Memory } from '../memory/memory.js';

const MAX_TAGS_SHOWN = 8;
/** Maximum size of a list in an agent's context, about 6,000 tokens. */
export const MAX_LIST_CHARACTERS = 24_000;

/** Formats a line that identifies a memory and shows its weight. Callers wrote it, so texts are quoted. */
export function describeMemory(memory: Memory, now: number, score?: number): string {
  const { memoryId, type, project, sourceAgent, speaker, importance, tags } = memory;
  const facts = [
    type,
    isoDay(memory.occurredAt ?? memory.createdAt),
    project === null ? 'no project' : `project ${quote(project.name)}`,
    `by ${quote(sourceAgent)}`,
    ...(speaker === null ? [] : [`speaker ${quote(speaker)}`]),
    `importance ${importance}`,
    ...(tags.length === 0 ? [] : [`tags ${describeTags(tags)}`]),
    ...(score === undefined ? [] : [`score ${score.toFixed(2)}`]),
    ...(isArchived(memory, now) ? ['archived'] : []),
  ];
  return `${memoryId}: ${facts.join(', ')}`;
}

/** Quotes the content, or its start with a note on how to get the rest. */
export function quoteContent(content: string, maxCharacters: number): string {
  if (content.length <= maxCharacters) return quote(content);
  const shown = cut(content, 0, maxCharacters);
  return `${quote(shown)} (the first ${shown.length} of ${content.length} characters; get returns the rest)`;
}

/** Quotes the content, or the passage that matches the query. */
export function quotePassage(content: string, query: string, maxCharacters: number): string {
  if (content.length <= maxCharacters) return quote(content);
  const passage = passageOf(content, query, maxCharacters);
  return `${quote(passage)} (the matching ${maxCharacters} of ${content.length} characters; get returns the rest)`;
}

/** Cuts a text from `start` without splitting a surrogate pair at the end. */
export function cut(text: string, start: number, maxCharacters: number): string {
  const end = start + maxCharacters;
  const code = text.charCodeAt(end - 1);
  const splits = end < text.length && code >= 0xd800 && code <= 0xdbff;
  return text.slice(start, splits ? end - 1 : end);
}

/** Joins the blocks that fit, at least one, and returns their number. */
export function fitBlocks(blocks: readonly string[]): { text: string; shown: number } {
  let length = 0;
  let shown = 0;
  for (const block of blocks) {
    length += block.length + 1;
    if (shown > 0 && length > MAX_LIST_CHARACTERS) break;
    shown++;
  }
  return { text: blocks.slice(0, shown).join('\n'), shown };
}

export function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function describeTags(tags: readonly string[]): string {
  const more = tags.length > MAX_TAGS_SHOWN ? ` and ${tags.length - MAX_TAGS_SHOWN} more` : '';
  return tags.slice(0, MAX_TAGS_SHOWN).map(quote).join(' ') + more;
}
